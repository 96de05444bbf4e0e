"""People who play a short match of Liar, Liar to be listened to: Quests of every kind, melds and hits."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.play.base.commands import Command
from companion.play.modes.cards.commands import Declare, OpenSheet
from companion.play.modes.cards.state import Purpose
from companion.play.modes.cards.views import CardSheetScene, keys_on
from companion.rules import (
    Answered,
    CardDrawn,
    CardEvent,
    CardGiven,
    CardShown,
    CardsSwapped,
    CardTaken,
    Decided,
    Discarded,
    HandDealt,
    PlayedOut,
    Rank,
    Suit,
    Wanted,
    WantedKind,
)
from tests.ui.heard_evening import HeardEvening
from tests.ui.touched_cards import code_of

RUN = "2S 3S 4S 5S 6S 7S 8S 9S"
"""With the card drawn all that a player holds."""


class CardPlayers:
    """What they do, as touches."""

    def __init__(self, evening: HeardEvening) -> None:
        self._evening = evening

    def play(self) -> None:
        """Two hands to the winner: each way that a Quest ends, a set, a run, hits, a swap."""
        self.declare(HandDealt)
        self._yes_is_a_lie()
        self._no_is_believed_and_was_a_lie()
        self._no_is_true()
        self._yes_is_true()
        self._yes_is_believed()
        self._no_is_a_lie()
        self._play_out()
        self.declare(HandDealt)
        self._play_out()

    def _yes_is_a_lie(self) -> None:
        self.ask(1, Wanted(Rank.SEVEN))
        self._answer(yes=True, challenge=True)
        self.open(Purpose.SHOW)
        self.tap("KH")
        self.declare(CardGiven)

    def _no_is_believed_and_was_a_lie(self) -> None:
        self.ask(2, Wanted(suit=Suit.SPADES))
        self._answer(yes=False, challenge=False)
        self.open(Purpose.SHOW)
        self.tap("JS")
        self.declare(CardDrawn)
        self.meld("JH JD JC")
        self.declare(Discarded)

    def _no_is_true(self) -> None:
        self.ask(1, Wanted(Rank.QUEEN, Suit.HEARTS))
        self._answer(yes=False, challenge=True)
        self.declare(CardShown, card=None)
        self.declare(CardsSwapped, count=2)

    def _yes_is_true(self) -> None:
        self.ask(0, Wanted(kind=WantedKind.FACE))
        self._answer(yes=True, challenge=True)
        self.open(Purpose.SHOW)
        self.tap("QH")
        self.hit(0, "JS")

    def _yes_is_believed(self) -> None:
        self.ask(0, Wanted(kind=WantedKind.RED))
        self._answer(yes=True, challenge=False)
        self.open(Purpose.SHOW)
        self.tap("7D")
        self.declare(CardGiven)

    def _no_is_a_lie(self) -> None:
        self.ask(2, Wanted(Rank.ACE))
        self._answer(yes=False, challenge=True)
        self.open(Purpose.HAND)
        self.tap("AS", "AD", "3H", "4C")
        self._evening.tap(self._ids.take)
        self.declare(CardTaken)
        self.declare(CardGiven)
        for _ in range(2):
            self.declare(CardDrawn)
            self.declare(Discarded)

    def _play_out(self) -> None:
        self.declare(CardDrawn)
        self.meld(RUN)
        self.declare(PlayedOut)

    def _answer(self, yes: bool, challenge: bool) -> None:
        self.declare(Answered, yes=yes)
        self.declare(Decided, challenge=challenge)

    def declare(self, event: type[CardEvent], **fields: object) -> None:
        """Touch the key that says this has happened."""

        def says(command: Command | None) -> bool:
            return (
                isinstance(command, Declare)
                and isinstance(command.event, event)
                and all(getattr(command.event, name) == value for name, value in fields.items())
            )

        self._touch_key(says)

    def open(self, purpose: Purpose) -> None:
        self._touch_key(lambda command: isinstance(command, OpenSheet) and command.sheet.purpose is purpose)

    def ask(self, other: int, wanted: Wanted) -> None:
        """A Quest."""
        self._evening.tap(self._ids.seats.plates[other])
        assert self._evening.view.kind is CardSheetScene
        asked = [key for key in self._ids.grid.keys if isinstance(key.cell.command, Declare)]
        self._evening.tap(next(key for key in asked if key.cell.command.event.wanted == wanted))

    def tap(self, *codes: str) -> None:
        """Cells of the sheet: "7S", "7" or "S"."""
        for code in codes:
            self._evening.tap(next(key for key in self._ids.grid.keys if code_of(key.cell.card) == code))

    def meld(self, codes: str) -> None:
        self.open(Purpose.MELD)
        self.tap(*codes.split())
        self._evening.tap(self._ids.take)

    def hit(self, meld: int, code: str) -> None:
        evening, stage = self._evening, self._evening.fingers.stage
        number = evening.view.number
        evening.tap(
            self._ids.melds.keys[meld],
            lambda: stage.sheet is not None or evening.session.view.number > number,
        )
        if stage.sheet is not None:
            cards = stage.sheet.ids.cards.children
            evening.tap(next(key for key in cards if code_of(key.choice.card) == code))
        else:
            evening.go_on(number)

    @property
    def _ids(self) -> Widget:
        return self._evening.screen.ids

    def _touch_key(self, wanted: Callable[[Command | None], bool]) -> None:
        keys = keys_on(self._evening.view.scene)
        every = [each.command for key in keys for each in (key, *key.choices)]
        command = next(filter(wanted, every))
        assert command is not None
        self._evening.carry_out(command)

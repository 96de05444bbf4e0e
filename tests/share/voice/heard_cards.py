"""People who play a short match of Liar, Liar to be listened to: Quests of every kind, melds and hits."""

from __future__ import annotations

from collections.abc import Callable

from companion.play.base.commands import Command
from companion.play.modes.cards.state import Purpose
from companion.play.modes.cards.views import (
    CardScene,
    CardSheetScene,
    CardTableView,
    Declare,
    OpenSheet,
    SheetView,
    face_of,
    keys_on,
)
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
    Quested,
    Rank,
    Suit,
    Wanted,
    WantedKind,
    card_of,
)
from tests.share.voice.heard_evening import HeardEvening

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
        self.take()
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
        self._send(self._cards.seats[other].ask)
        sheet = self._sheet

        def asks(command: Command | None) -> bool:
            event = command.event if isinstance(command, Declare) else None
            return isinstance(event, Quested) and event.wanted == wanted

        cells = (*sheet.cells, *sheet.ranks, *sheet.suits, *sheet.kinds)
        self._send(next(cell.command for cell in cells if asks(cell.command)))

    def tap(self, *codes: str) -> None:
        """Cards of the sheet: "7S"."""
        for code in codes:
            face = face_of(card_of(code))
            self._send(next(cell.command for cell in self._sheet.cells if cell.card == face))

    def take(self) -> None:
        """The cards that are tapped."""
        key = self._sheet.take
        assert key is not None
        self._send(key.command)

    def meld(self, codes: str) -> None:
        self.open(Purpose.MELD)
        self.tap(*codes.split())
        self.take()

    def hit(self, meld: int, code: str) -> None:
        face = face_of(card_of(code))
        self._send(next(key.command for key in self._cards.melds[meld].hits if key.card == face))

    @property
    def _cards(self) -> CardTableView:
        scene = self._evening.view.scene
        assert isinstance(scene, CardScene)
        return scene.cards

    @property
    def _sheet(self) -> SheetView:
        return self._evening.view.of(CardSheetScene).scene.sheet

    def _send(self, command: Command | None) -> None:
        assert command is not None, "not now"
        self._evening.send(command)

    def _touch_key(self, wanted: Callable[[Command | None], bool]) -> None:
        keys = keys_on(self._evening.view.scene)
        every = [each.command for key in keys for each in (key, *key.choices)]
        self._send(next(filter(wanted, every)))

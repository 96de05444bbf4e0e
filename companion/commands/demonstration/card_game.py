"""The demonstration of Liar, Liar: its players on each view, and the count of what the eye read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.commands.demonstration.album import write_cards
from companion.commands.demonstration.card_eye import CardLook, WatchedCardEye, nearest, not_picked
from companion.commands.demonstration.card_players import choose
from companion.commands.demonstration.card_teller import code_of, say_event, say_look
from companion.commands.demonstration.teller import BOLD, MOMENT_S, WARM, Teller
from companion.commands.demonstration.views import Stuck, Views
from companion.journal.store import Store
from companion.play.cards.commands import Declare, LookAtCards, PassOver, PickCard, ReadCards
from companion.play.cards.hidden_hands import hidden_cards
from companion.play.cards.sheet import Purpose, shower
from companion.play.cards.views import CardTableView, SheetView
from companion.play.commands import Command, NewGame
from companion.play.seeds import seed_of
from companion.play.session import Session
from companion.play.views import Scene, TableView
from companion.rules.cards.deck import card_of
from companion.rules.cards.events import CardEvent, CardShown, HandShown, HitLaid, MeldLaid
from companion.rules.cards.legal import hit_by
from companion.rules.cards.liar_liar import LIAR_LIAR
from companion.rules.cards.match import Match
from companion.rules.families import card_match
from companion.text.numbers import say_list
from companion.text.speech import say

MOST_REFUSALS = 3
"""A command refused so often in a row means that the demonstration cannot go on."""
MOST_ANSWERS = 6000
"""More touches than any match to a hundred points took that was tried, by far."""


@dataclass(slots=True)
class CardTally:
    """What the demonstration came to; cards are those for which the eye looked."""

    game_id: int = 1
    hands: int = 0
    quests: int = 0
    cards: int = 0
    right: int = 0
    asked: int = 0
    missed: int = 0
    wrong: int = 0
    winner: str = ""

    def add(self, look: CardLook) -> None:
        """One more reading."""
        self.cards += len(look.new)
        self.right += look.right
        self.asked += look.asked
        self.missed += look.missed
        self.wrong += look.wrong


class CardDemonstration:
    """Plays one match: every step goes through the session, as touches on a screen would."""

    def __init__(
        self,
        session: Session,
        eye: WatchedCardEye,
        reader: Store,
        teller: Teller,
        folder: Path | None,
        seed: int,
    ) -> None:
        """``reader`` is the session's own journal, read beside it; ``seed`` is the session's, too.

        Without a ``folder`` no picture is written.
        """
        self._session, self._eye, self._reader = session, eye, reader
        self._teller, self._folder, self._seed = teller, folder, seed
        self._luck = Random(seed)
        self._view = session.view
        self._tally = CardTally()
        self._purpose = Purpose.SHOW
        self._looked = 0
        self._outcomes: set[tuple[int, int, str]] = set()

    def play(self, players: tuple[str, ...], target: int) -> CardTally:
        """From the first deal to the winner. Stuck when the session stops answering."""
        views = Views(self._session)
        welcome = views.wait(lambda view: view.welcome is not None)
        self._teller.line(self._teller.painted(say("demo.title", game=LIAR_LIAR.title), BOLD))
        self._teller.line(say("demo.match", players=say_list(players), points=target))
        views.answered = welcome
        options = (("target", target),)
        self._session.send(NewGame(welcome.number, LIAR_LIAR.name, players, options, None))
        refusals = answers = 0
        while (view := _next_view(views)).scene is not Scene.CARDS_OVER:
            refusals, answers = refusals + 1 if view.fault else 0, answers + 1
            if refusals > MOST_REFUSALS or answers > MOST_ANSWERS:
                raise Stuck(say("demo.match_stuck", fault=view.fault or view.message))
            self._session.send(self.answer(view))
        return self._summed_up(view)

    def _summed_up(self, view: TableView) -> CardTally:
        match = self._match()
        self._tell_outcome(view)
        self._tally.hands, self._tally.quests = len(match.hands), len(match.quests)
        self._tally.winner = "" if match.winner is None else match.players[match.winner]
        return self._tally

    @property
    def tally(self) -> CardTally:
        """What it came to so far."""
        return self._tally

    def answer(self, view: TableView) -> Command:
        """The next touch; where a look gave nothing of use, the players tap what lies there."""
        self._view = view
        if self._look_told() and view.fault is not None:
            self._teller.line("  " + self._teller.painted(view.fault, WARM))
            return self._declared(view.number, self._tapped())
        if view.scene is Scene.CARD_LOOK:
            return ReadCards(view.number, self._purpose)
        if view.scene is Scene.CARD_READ:
            offer = _cards(view).offer
            taken = None if offer is None else offer.keys[0].command
            return taken or Declare(view.number, self._tapped())
        sheet = _cards(view).sheet
        if view.scene is Scene.CARD_SHEET and sheet is not None:
            return self._set_right(view.number, sheet)
        return self._act(view)

    def _look_told(self) -> bool:
        """Whether there was a reading since the last view; it is printed, counted and pictured."""
        if self._eye.looks == self._looked:
            return False
        self._looked = self._eye.looks
        look = self._eye.last_look
        self._tally.add(look)
        say_look(self._teller, look)
        if self._folder is not None:
            write_cards(self._folder, f"reading-{self._looked:03d}", look.frame, look.reading)
        return True

    def _tapped(self) -> CardEvent:
        """What the players see on the table themselves, as an event."""
        match, cards = self._match(), tuple(card_of(card.code) for card in self._eye.last_look.new)
        if self._purpose is Purpose.HAND:
            return HandShown(shower(match), cards)
        if self._purpose is Purpose.SHOW:
            return CardShown(shower(match), *cards)
        if match.may_meld is None:
            raise Stuck(say("demo.nobody_lays"))
        if len(cards) == 1:
            return HitLaid(match.may_meld, *cards, hit_by(match, *cards)[0])
        return MeldLaid(match.may_meld, cards)

    def _set_right(self, number: int, sheet: SheetView) -> Command:
        """One tap on the sheet: a doubt, what was not seen, what is not there; at last the take."""
        new = self._eye.last_look.new
        if not sheet.many:
            return Declare(number, self._tapped())
        picked = Counter(code_of(card) for card in sheet.picked)
        left = not_picked(new, picked)
        if sheet.doubt is not None:
            card = nearest(sheet.doubt.crop.box, left)
            return PassOver(number) if card is None else PickCard(number, card_of(card.code))
        amiss = [card.code for card in left] or list(picked - Counter(card.code for card in new))
        if amiss:
            return PickCard(number, card_of(amiss[0]))
        keys = () if sheet.take is None else (sheet.take, *sheet.take.choices)
        takes = [key.command for key in keys if isinstance(key.command, Declare)]
        if not takes:
            raise Stuck(say("demo.cards_not_taken", why=str(sheet.why)))
        return self._declared(number, takes[0].event)

    def _act(self, view: TableView) -> Command:
        """What a player does next."""
        self._tell_outcome(view)
        record = self._reader.load(self._tally.game_id)
        hands = hidden_cards(record, seed_of(self._seed, self._tally.game_id)).hands
        choice = choose(card_match(record.game), hands, self._luck)
        if not isinstance(choice, Purpose):
            return self._declared(view.number, choice)
        self._purpose = choice
        look = ReadCards if choice is Purpose.MELD else LookAtCards
        return look(view.number, choice)

    def _declared(self, number: int, event: CardEvent) -> Declare:
        say_event(self._teller, _cards(self._view), event)
        return Declare(number, event)

    def _tell_outcome(self, view: TableView) -> None:
        """How a Quest or a hand has ended, once."""
        cards = _cards(view)
        if cards.told is None:
            return
        match = self._match()
        told = len(match.quests), len(match.hands), cards.told
        if told not in self._outcomes:
            self._outcomes.add(told)
            self._teller.line("  " + cards.told, MOMENT_S)

    def _match(self) -> Match:
        return card_match(self._reader.load(self._tally.game_id).game)


def _cards(view: TableView) -> CardTableView:
    if view.cards is None:
        raise Stuck(say("demo.no_cards", message=view.message))
    return view.cards


def _next_view(views: Views) -> TableView:
    return views.next(lambda view: view.scene is not Scene.CARD_READING)

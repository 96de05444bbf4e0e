"""A demonstration of Liar, Liar: its players' answers to each view, and a count of what the eye read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion import rules
from companion.cli.demonstration.album import write_cards
from companion.cli.demonstration.eyes import CardLook, WatchedCardEye, nearest, not_picked
from companion.cli.demonstration.teller import (
    BOLD,
    GAME_ID,
    GLANCE_S,
    MOMENT_S,
    MOST_REFUSALS,
    WARM,
    Stuck,
    Teller,
    Views,
)
from companion.core.reading import ReadCard
from companion.journal import Store
from companion.play.base.commands import Command, NewGame
from companion.play.base.ports import seed_of
from companion.play.modes.cards.hidden_hands import hidden_cards, hits_in, may_meet, melds_in
from companion.play.modes.cards.state import Purpose, Sheet, shower
from companion.play.modes.cards.views import (
    CardLookScene,
    CardReadingScene,
    CardReadScene,
    CardScene,
    CardSheetScene,
    CardsOverScene,
    CardTableView,
    CardView,
    Declare,
    LookAtCards,
    OpenSheet,
    PassOver,
    PickCard,
    ReadCards,
    SheetView,
    keys_on,
)
from companion.play.modes.welcome.views import NOTHING_YET
from companion.play.session import Session
from companion.play.views import TableView
from companion.text import say, say_list, say_number_of_cards

QUESTS = 0.4
"""How often a player asks for a card instead of drawing one."""
DOUBTS = 0.4
"""How often an asker says Liar, Liar."""
HONEST_YES, BLUFFED_YES = 0.8, 0.25
"""How often a player says Yes with the card, and without it."""
PROVES, SWAPS = 0.6, 0.5
"""How often a player proves an accepted lie, and swaps cards after a true No."""

Hands = Sequence[rules.Cards]
Choice = rules.CardEvent | Purpose
"""An event, or the purpose for which cards are laid before the eye."""


def choose(match: rules.Match, hands: Hands, luck: Random) -> Choice:
    if match.may_meld is not None and wants_to_meld(match, hands[match.may_meld]):
        return Purpose.MELD
    if match.may_show is not None and luck.random() < PROVES:
        wanted = match.quests[-1].wanted
        if any(wanted.matches(card) for card in hands[match.may_show]):
            return Purpose.SHOW
    if match.may_swap is not None and luck.random() < SWAPS:
        return rules.CardsSwapped(match.may_swap, luck.randint(1, min(3, rules.most_swapped(match))))
    if rules.may_shuffle(match):
        return rules.DiscardsShuffled()
    return _PHASES[match.phase](match, hands, luck)


def wants_to_meld(match: rules.Match, hand: rules.Cards) -> bool:
    """Whether to lay a meld or hit; not if two cards are left then, which could only go as hits."""
    melds = melds_in(match, hand)
    if not melds and not hits_in(match, hand):
        return False
    left = len(hand) - (len(melds[0]) if melds else 1)
    return left <= 1 or left >= match.limits.fewest


def _obtain(match: rules.Match, hands: Hands, luck: Random) -> Choice:
    if match.stock and luck.random() >= QUESTS:
        return rules.CardDrawn(match.acting)
    for wanted in (
        _wanted(hands[match.acting], luck),
        rules.Wanted(suit=luck.choice(hands[match.acting]).suit),
    ):
        event = rules.Quested(match.acting, luck.choice(rules.may_be_asked(match)), wanted)
        if rules.why_not(match, event) is None:
            return event
    return rules.CardDrawn(match.acting)


def _wanted(hand: rules.Cards, luck: Random) -> rules.Wanted:
    card = max(hand, key=lambda each: (_company(each, hand), luck.random()))
    of_its_rank = sum(other.rank is card.rank for other in hand)
    if of_its_rank > 1 or luck.random() < 0.5:
        return rules.Wanted(rank=card.rank)
    return rules.Wanted(suit=card.suit)


def _company(card: rules.Card, hand: rules.Cards) -> int:
    return sum(may_meet(card, other) for other in hand)


def _answer(match: rules.Match, hands: Hands, luck: Random) -> Choice:
    holds = any(match.asked.wanted.matches(card) for card in hands[match.acting])
    return rules.Answered(match.acting, luck.random() < (HONEST_YES if holds else BLUFFED_YES))


def _take(match: rules.Match, hands: Hands, luck: Random) -> Choice:
    own = hands[match.acting]
    return rules.CardTaken(match.acting, max(match.takes, key=lambda card: _company(card, own)))


_PHASES: dict[rules.MatchPhase, Callable[[rules.Match, Hands, Random], Choice]] = {
    rules.MatchPhase.HAND: lambda match, hands, luck: rules.HandDealt(),
    rules.MatchPhase.OBTAIN: _obtain,
    rules.MatchPhase.ANSWER: _answer,
    rules.MatchPhase.DECIDE: lambda match, hands, luck: rules.Decided(match.acting, luck.random() < DOUBTS),
    rules.MatchPhase.SHOW: lambda match, hands, luck: Purpose.SHOW if match.asked.yes else Purpose.HAND,
    rules.MatchPhase.TAKE: _take,
    rules.MatchPhase.DISCARD: lambda match, hands, luck: rules.Discarded(match.acting),
    rules.MatchPhase.GIVE: lambda match, hands, luck: rules.CardGiven(match.acting),
    rules.MatchPhase.PLAY_OUT: lambda match, hands, luck: rules.PlayedOut(match.acting),
}


WHITE_CARD, RED_CARD, ASKED_CARD = "\x1b[30;107m", "\x1b[31;107m", "\x1b[30;105m"
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED = "HD"


def code_of(card: CardView) -> str:
    return card.rank + ("" if card.suit is None else card.suit.name[0])


def drawn(teller: Teller, code: str, asked: bool = False) -> str:
    """Such as "10♠"."""
    text = code[:-1] + (SIGNS[code[-1]] if teller.signs.suits else code[-1]) + ("?" if asked else "")
    if not teller.colour:
        return text
    return teller.painted(f" {text} ", ASKED_CARD if asked else RED_CARD if code[-1] in RED else WHITE_CARD)


def say_look(teller: Teller, look: CardLook) -> None:
    new = {card.code for card in look.new}
    concerned = (card for card in look.reading.cards if new & {card.code, *card.likely[:1]})
    told = [_as_told(teller, card) for card in concerned]
    read = say("demo.eye_reads", cards=" ".join(told)) if told else say("demo.eye_reads_nothing")
    teller.line(f"    {read}")
    if look.wrong:
        there = " ".join(drawn(teller, card.code) for card in look.lying)
        teller.line("    " + teller.painted(say("demo.there_lie", cards=there), WARM))


def _as_told(teller: Teller, card: ReadCard) -> str:
    if card.code is not None and not card.doubts:
        return drawn(teller, card.code)
    return drawn(teller, card.likely[0], asked=True) if card.likely else "?"


def say_event(teller: Teller, table: CardTableView, event: rules.CardEvent) -> None:
    if isinstance(event, rules.HandDealt):
        scores = " · ".join(f"{teller.name(seat)} {seat.score}" for seat in table.seats)
        teller.line()
        hand = teller.painted(say("title.hand_number", hand=table.hand + 1), BOLD)
        teller.line(f"{hand}   {say('demo.points', scores=scores)}")
        return
    if isinstance(event, rules.DiscardsShuffled):
        teller.line("  " + say("demo.shuffled"))
        return
    if isinstance(event, rules.CardCorrected | rules.CardsCorrected):
        return
    words = _words(teller, table, event)
    if words is not None:
        teller.says(table.seats[event.player], words, GLANCE_S)


def _words(teller: Teller, table: CardTableView, event: rules.CardEvent) -> str | None:
    match event:
        case rules.CardDrawn():
            return say("demo.draws")
        case rules.CardsSwapped(count=count):
            return say("demo.swaps", cards=say_number_of_cards(count))
        case rules.MeldLaid(cards=cards):
            return say("demo.lays", cards=" ".join(drawn(teller, card.code) for card in cards))
        case rules.HitLaid(card=card, meld=meld):
            return say("demo.hits", owner=table.melds[meld].owner, card=drawn(teller, card.code))
        case rules.PlayedOut():
            return teller.painted(say("demo.plays_out"), BOLD)
    return None


MOST_ANSWERS = 6000
"""Touches, far more than any match to 100 points took in trials."""


@dataclass(slots=True)
class CardTally:
    hands: int = 0
    quests: int = 0
    cards: int = 0
    right: int = 0
    asked: int = 0
    missed: int = 0
    wrong: int = 0
    winner: str = ""

    def add(self, look: CardLook) -> None:
        self.cards += len(look.new)
        self.right += look.right
        self.asked += look.asked
        self.missed += look.missed
        self.wrong += look.wrong

    @property
    def told(self) -> dict[str, int]:
        read = {"right": self.right, "asked": self.asked, "missed": self.missed, "wrong": self.wrong}
        return {"laid": self.cards, **read}


class CardDemonstration:
    def __init__(
        self,
        session: Session,
        eye: WatchedCardEye,
        reader: Store,
        teller: Teller,
        folder: Path | None,
        seed: int,
    ) -> None:
        """``reader``, ``seed``: the session's, too. Without ``folder`` no pictures."""
        self._session, self._eye, self._reader = session, eye, reader
        self._teller, self._folder, self._seed = teller, folder, seed
        self._luck = Random(seed)
        self._view = session.view
        self.tally = CardTally()
        self._purpose = Purpose.SHOW
        self._quest: rules.Quested | None = None
        """What is asked for once its sheet is open."""
        self._looked = 0
        self._outcomes: set[tuple[int, int, str]] = set()

    def play(self, players: tuple[str, ...], target: int) -> CardTally:
        """Raises ``Stuck`` when the session stops answering."""
        views = Views(self._session)
        welcome = views.wait(lambda view: view.scene is not NOTHING_YET)
        self._teller.line(self._teller.painted(say("demo.title", game=rules.LIAR_LIAR.title), BOLD))
        self._teller.line(say("demo.match", players=say_list(players), count=target))
        views.answered = welcome
        options = (("target", target),)
        self._session.send(NewGame(welcome.number, rules.LIAR_LIAR.name, players, options, None))
        refusals = answers = 0
        while (view := views.next(lambda view: view.kind is not CardReadingScene)).kind is not CardsOverScene:
            refusals, answers = refusals + 1 if view.fault else 0, answers + 1
            if refusals > MOST_REFUSALS or answers > MOST_ANSWERS:
                raise Stuck(say("demo.match_stuck", fault=view.fault or view.message))
            self._session.send(self.answer(view))
        return self._summed_up(view)

    def _summed_up(self, view: TableView) -> CardTally:
        match = self._match()
        self._tell_outcome(view)
        self.tally.hands, self.tally.quests = len(match.hands), len(match.quests)
        self.tally.winner = "" if match.winner is None else match.players[match.winner]
        return self.tally

    def answer(self, view: TableView) -> Command:
        """The next touch; when a reading is useless, the players tap the cards."""
        self._view = view
        if self._look_told() and view.fault is not None:
            self._teller.line("  " + self._teller.painted(view.fault, WARM))
            by_hand = OpenSheet(view.number, Sheet(self._purpose))
            if any(key.command == by_hand for key in keys_on(view.scene)):
                return by_hand
            if not isinstance(view.scene, CardSheetScene):
                return self._declared(view.number, self._tapped())
        match view.scene:
            case CardLookScene():
                return ReadCards(view.number, self._purpose)
            case CardReadScene(offer=offer):
                return offer.keys[0].command or Declare(view.number, self._tapped())
            case CardSheetScene(sheet=sheet) if sheet.ranks and self._quest is not None:
                return self._declared(view.number, self._quest)
            case CardSheetScene(sheet=sheet):
                return self._set_right(view.number, sheet)
        return self._act(view)

    def _look_told(self) -> bool:
        if self._eye.looks == self._looked:
            return False
        self._looked = self._eye.looks
        look = self._eye.last_look
        self.tally.add(look)
        say_look(self._teller, look)
        if self._folder is not None:
            write_cards(self._folder, f"reading-{self._looked:03d}", look.frame, look.reading)
        return True

    def _tapped(self) -> rules.CardEvent:
        match, cards = self._match(), tuple(rules.card_of(card.code) for card in self._eye.last_look.new)
        if self._purpose is Purpose.HAND:
            return rules.HandShown(shower(match), cards)
        if self._purpose is Purpose.SHOW:
            return rules.CardShown(shower(match), *cards)
        if match.may_meld is None:
            raise Stuck(say("demo.nobody_lays"))
        if len(cards) == 1:
            return rules.HitLaid(match.may_meld, *cards, rules.hit_by(match, *cards)[0])
        return rules.MeldLaid(match.may_meld, cards)

    def _set_right(self, number: int, sheet: SheetView) -> Command:
        new = self._eye.last_look.new
        if not sheet.many:
            return Declare(number, self._tapped())
        picked = Counter(code_of(card) for card in sheet.picked)
        left = not_picked(new, picked)
        if sheet.doubt is not None:
            card = nearest(sheet.doubt.crop.box, left)
            return PassOver(number) if card is None else PickCard(number, rules.card_of(card.code))
        amiss = [card.code for card in left] or list(picked - Counter(card.code for card in new))
        if amiss:
            return PickCard(number, rules.card_of(amiss[0]))
        keys = () if sheet.take is None else (sheet.take, *sheet.take.choices)
        takes = [key.command for key in keys if isinstance(key.command, Declare)]
        if not takes:
            raise Stuck(say("demo.cards_not_taken", why=str(sheet.why)))
        return self._declared(number, takes[0].event)

    def _act(self, view: TableView) -> Command:
        self._tell_outcome(view)
        record = self._reader.load(GAME_ID)
        hands = hidden_cards(record, seed_of(self._seed, GAME_ID)).hands
        choice = choose(rules.card_match(record.game), hands, self._luck)
        if isinstance(choice, rules.Quested):
            self._quest = choice
            return _cards(view).seats[choice.other].ask or self._declared(view.number, choice)
        if not isinstance(choice, Purpose):
            return self._declared(view.number, choice)
        self._purpose = choice
        look = ReadCards if choice is Purpose.MELD else LookAtCards
        return look(view.number, choice)

    def _declared(self, number: int, event: rules.CardEvent) -> Declare:
        say_event(self._teller, _cards(self._view), event)
        return Declare(number, event)

    def _tell_outcome(self, view: TableView) -> None:
        cards = _cards(view)
        if cards.told is None:
            return
        match = self._match()
        told = len(match.quests), len(match.hands), cards.told
        if told not in self._outcomes:
            self._outcomes.add(told)
            self._teller.line("  " + cards.told, MOMENT_S)

    def _match(self) -> rules.Match:
        return rules.card_match(self._reader.load(GAME_ID).game)


def _cards(view: TableView) -> CardTableView:
    if not isinstance(view.scene, CardScene):
        raise Stuck(say("demo.no_cards", message=view.message))
    return view.scene.cards

"""Hands at the simulated card table, from record and seed. Pure.

The app deals these hands and follows the record. If players declare cards that a hand lacks (a meld tapped at
will), cards change places until it has them. Undo and a resumed match give the same hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from companion import rules
from companion.core.reading import CardsLying
from companion.play.base.ports import seed_of
from companion.play.modes.cards.pages import wanted_now
from companion.play.modes.cards.state import CardTable, LookStage, Purpose, melder, shower
from companion.text import say, say_player, say_wanted


@dataclass(frozen=True, slots=True)
class HiddenCards:
    """Every card outside the melds: hands by seat, the stock with its top last, the discards."""

    hands: tuple[rules.Cards, ...]
    stock: rules.Cards
    discards: rules.Cards


def hidden_cards(record: rules.GameRecord, seed: int) -> HiddenCards:
    states = _corrected(record)
    dealt = [at for at, (event, _) in enumerate(states) if isinstance(event, rules.HandDealt)]
    seats = len(record.game.players)
    if not dealt:
        return HiddenCards(((),) * seats, (), ())
    table = _Hands(states[dealt[-1]][1], seed_of(seed, len(dealt)))
    for at in range(dealt[-1] + 1, len(states)):
        event, after = states[at]
        _follow(event, table, states[at - 1][1], after)
    return HiddenCards(tuple(map(tuple, table.hands)), tuple(table.stock), tuple(table.discards))


def _corrected(record: rules.GameRecord) -> list[tuple[rules.AnyEvent, rules.Match]]:
    """Events and the match after each, with corrections applied."""
    states: list[tuple[rules.AnyEvent, rules.Match]] = []
    for event, after in record.live_states:
        if isinstance(event, rules.CardCorrected | rules.CardsCorrected):
            event = rules.as_corrected(_seen(states.pop()[0]), event)
        states.append((event, rules.card_match(after)))
    return states


def _seen(event: rules.AnyEvent) -> rules.SeenEvent:
    """ValueError if the event showed no card."""
    if isinstance(event, rules.CardShown | rules.HandShown | rules.MeldLaid | rules.HitLaid):
        return event
    raise ValueError(f"{type(event).__name__} shows no card that could be corrected")


class _Hands:
    def __init__(self, match: rules.Match, seed: int) -> None:
        self.luck = Random(seed)
        deck = list(rules.DECK) * match.limits.decks
        self.luck.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(held)] for held in match.cards]
        self.stock = deck
        self.discards: list[rules.Card] = []

    def bring(self, seat: int, cards: rules.Cards) -> None:
        """Give the seat these cards, in exchange for others of its hand."""
        hand = self.hands[seat]
        missing = (Counter(cards) - Counter(hand)).elements()
        spare = list((Counter(hand) - Counter(cards)).elements())
        for card in missing:
            places = (*self.hands[:seat], *self.hands[seat + 1 :], self.stock, self.discards)
            place = next(each for each in places if card in each)
            place[place.index(card)] = given = spare.pop()
            hand[hand.index(given)] = card

    def lay(self, seat: int, cards: rules.Cards) -> None:
        self.bring(seat, cards)
        for card in cards:
            self.hands[seat].remove(card)

    def give(self, card: rules.Card, giver: int, taker: int) -> None:
        self.hands[giver].remove(card)
        self.hands[taker].append(card)

    def draw(self, seat: int) -> None:
        """An empty stock is refilled from the discards first."""
        if not self.stock:
            self.shuffle()
        self.hands[seat].append(self.stock.pop())

    def shuffle(self) -> None:
        self.stock, self.discards = self.discards, []
        self.luck.shuffle(self.stock)

    def discard(self, seat: int) -> None:
        card = least_useful(self.hands[seat])
        self.hands[seat].remove(card)
        self.discards.append(card)


def _follow(event: rules.AnyEvent, table: _Hands, before: rules.Match, after: rules.Match) -> None:
    match event:
        case rules.CardDrawn(player=player):
            table.draw(player)
        case rules.CardShown(player=player, card=rules.Card() as card):
            table.bring(player, (card,))
            _won(table, card, before, after)
        case rules.HandShown(player=player, cards=cards):
            table.bring(player, cards)
            if after.won is not None:
                _won(table, after.won, before, after)
        case rules.CardTaken(card=card):
            table.bring(before.asked.other, (card,))
            _won(table, card, before, after)
        case rules.MeldLaid(player=player, cards=cards):
            table.lay(player, cards)
        case rules.HitLaid(player=player, card=card):
            table.lay(player, (card,))
        case rules.Discarded(player=player):
            table.discard(player)
        case rules.CardGiven(player=player):
            hand = list(table.hands[player])
            if before.won in hand:
                hand.remove(before.won)
            table.give(least_useful(hand), player, before.gives_to)
        case rules.CardsSwapped(player=player, count=count):
            for swap in (table.discard, table.draw):
                for _ in range(count):
                    swap(player)
        case rules.DiscardsShuffled():
            table.shuffle()


def _won(table: _Hands, card: rules.Card, before: rules.Match, after: rules.Match) -> None:
    if before.quest is not None and after.cards[before.quest.asker] > before.cards[before.quest.asker]:
        table.give(card, before.quest.other, before.quest.asker)


NEIGHBOURS = 2
"""Cards of a suit whose ranks are at most this many places apart may be in one run."""


def least_useful(hand: Sequence[rules.Card]) -> rules.Card:
    """The card that fits fewest others; the first of equals."""
    return min(hand, key=lambda card: sum(may_meet(card, other) for other in hand))


def may_meet(card: rules.Card, other: rules.Card) -> bool:
    if card.rank is other.rank:
        return True
    return card.suit is other.suit and abs(card.rank.place - other.rank.place) <= NEIGHBOURS


def melds_in(match: rules.Match, hand: Sequence[rules.Card]) -> tuple[rules.Cards, ...]:
    if match.may_meld is None:
        return ()
    found = [
        cards
        for cards in _candidates(hand)
        if rules.why_not(match, rules.MeldLaid(match.may_meld, cards)) is None
    ]
    return tuple(sorted(found, key=len, reverse=True))


def hits_in(match: rules.Match, hand: Sequence[rules.Card]) -> tuple[rules.HitLaid, ...]:
    cards, seat = dict.fromkeys(hand), match.may_meld
    if seat is None:
        return ()
    return tuple(rules.HitLaid(seat, card, meld) for card in cards for meld in rules.hit_by(match, card))


def _candidates(hand: Sequence[rules.Card]) -> Iterator[rules.Cards]:
    for rank in rules.Rank:
        yield tuple(card for card in hand if card.rank is rank)
    for suit in rules.Suit:
        yield from _runs({card.rank.place: card for card in hand if card.suit is suit})


def _runs(held: dict[int, rules.Card]) -> Iterator[rules.Cards]:
    """Longest runs of a suit; an ace goes below the two, else above the king."""
    if 1 in held:
        held = {**held, rules.ACE_HIGH: held[1]}
    stretch: list[rules.Card] = []
    for place in range(1, rules.ACE_HIGH + 2):
        if place in held and held[place] not in stretch:
            stretch.append(held[place])
            continue
        yield tuple(stretch)
        stretch = []


BLUFFS = 0.25
"""How often another card is laid down for a Yes by a player who holds a wanted one [choice]."""


def cards_lying(table: CardTable, seed: int) -> CardsLying:
    """How the cards must lie; another ``seed`` gives other cards.

    New cards lie until their event, or the end of the look.
    """
    match, own = table.match, seed_of(seed, table.game_id)
    told = len(table.record.live_events)
    return CardsLying(
        melds=tuple(_codes(meld.cards) for meld in match.melds),
        new=_codes(_new(table, own, told)),
        stock=match.stock,
        discards=match.discards,
        hand_seed=seed_of(own, match.hand),
        new_seed=seed_of(own, match.hand, told),
    )


def hands_dealt(table: CardTable, seed: int) -> tuple[rules.Cards, ...]:
    """By seat; empty between hands."""
    if table.match.phase in (rules.MatchPhase.HAND, rules.MatchPhase.OVER):
        return ()
    return hidden_cards(table.record, seed_of(seed, table.game_id)).hands


def why_nothing_lies(table: CardTable, lying: CardsLying) -> str | None:
    look = table.look
    if look is None or look.stage is LookStage.OFFERED or lying.new:
        return None
    match = table.match
    if look.purpose is Purpose.MELD:
        name = say_player(match.players, melder(match))
        return say("simulated.no_meld", player=name)
    name = say_player(match.players, shower(match))
    wanted = say_wanted(wanted_now(match))
    return say("simulated.no_lie", player=name, wanted=wanted)


def laid_down(hand: rules.Cards, wanted: rules.Wanted, luck: Random) -> rules.Card:
    """The card laid down for a Yes: mostly a wanted one, if held."""
    matching = [card for card in hand if wanted.matches(card)]
    others = [card for card in hand if not wanted.matches(card)]
    bluffs = luck.random() < BLUFFS
    return least_useful(others if others and (bluffs or not matching) else matching)


def _laid_down(hand: rules.Cards, match: rules.Match, own: int) -> rules.Card:
    """As ``laid_down``, the same card throughout the Quest."""
    return laid_down(hand, match.asked.wanted, Random(seed_of(own, match.hand, len(match.quests))))


def _codes(cards: rules.Cards) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


def _new(table: CardTable, own: int, told: int) -> rules.Cards:
    purpose = _looked_for(table)
    if purpose is None:
        return ()
    match, hands = table.match, hidden_cards(table.record, own).hands
    if purpose is Purpose.MELD:
        return _to_meld(match, hands)
    hand = hands[shower(match)]
    if purpose is Purpose.HAND:
        return tuple(Random(seed_of(own, told)).sample(hand, len(hand)))
    if match.phase is rules.MatchPhase.SHOW and match.asked.yes:
        return (_laid_down(hand, match, own),)
    return tuple(card for card in hand if wanted_now(match).matches(card))[:1]


def _looked_for(table: CardTable) -> Purpose | None:
    if table.look is not None:
        return table.look.purpose
    return table.sheet.purpose if table.sheet is not None and table.sheet.seen is not None else None


def _to_meld(match: rules.Match, hands: tuple[rules.Cards, ...]) -> rules.Cards:
    if match.may_meld is None:
        return ()
    hand = hands[match.may_meld]
    melds = melds_in(match, hand)
    return melds[0] if melds else tuple(hit.card for hit in hits_in(match, hand)[:1])

"""What must lie on the simulated card table, following from the card table and a seed alone. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.play.cards.card_table import CardTable, LookStage
from companion.play.cards.hidden_hands import hidden_cards, hits_in, least_useful, melds_in
from companion.play.cards.look_view import wanted_now
from companion.play.cards.sheet import Purpose, melder, shower
from companion.play.seeds import seed_of
from companion.rules.cards.deck import Card, Cards, Wanted
from companion.rules.cards.match import Match, MatchPhase
from companion.text.card_names import say_wanted
from companion.text.names import say_player
from companion.text.speech import say

BLUFFS = 0.25
"""How often a card laid down for a Yes is another one, though one that was asked for is held [choice]."""

Codes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsLying:
    """Melds, cards just turned over, piles face down, and the seeds of where they lie (``ports.Dealer``)."""

    melds: tuple[Codes, ...]
    new: Codes
    stock: int
    discards: int
    hand_seed: int
    new_seed: int


def cards_lying(table: CardTable, seed: int) -> CardsLying:
    """How the cards must lie for this table; another ``seed``, other cards all evening.

    New ones lie there from the moment the eye is to look for them until their event, or the end of the look.
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


def why_nothing_lies(table: CardTable, lying: CardsLying) -> str | None:
    """Why the eye has nothing to look for; ``None`` where it has, or is not asked to look."""
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


def laid_down(hand: Cards, wanted: Wanted, luck: Random) -> Card:
    """The card that is laid down for a Yes: mostly what was asked for, where it is held."""
    matching = [card for card in hand if wanted.matches(card)]
    others = [card for card in hand if not wanted.matches(card)]
    bluffs = luck.random() < BLUFFS
    return least_useful(others if others and (bluffs or not matching) else matching)


def card_laid_down(table: CardTable, seed: int) -> Card:
    """The card that lies face down for the Yes of the Quest under way."""
    own, match = seed_of(seed, table.game_id), table.match
    return _laid_down(hidden_cards(table.record, own).hands[match.asked.other], match, own)


def _laid_down(hand: Cards, match: Match, own: int) -> Card:
    """The same card as long as the Quest lasts, decided or not."""
    return laid_down(hand, match.asked.wanted, Random(seed_of(own, match.hand, len(match.quests))))


def _codes(cards: Cards) -> Codes:
    return tuple(card.code for card in cards)


def _new(table: CardTable, own: int, told: int) -> Cards:
    purpose = _looked_for(table)
    if purpose is None:
        return ()
    match, hands = table.match, hidden_cards(table.record, own).hands
    if purpose is Purpose.MELD:
        return _to_meld(match, hands)
    hand = hands[shower(match)]
    if purpose is Purpose.HAND:
        return tuple(Random(seed_of(own, told)).sample(hand, len(hand)))
    if match.phase is MatchPhase.SHOW and match.asked.yes:
        return (_laid_down(hand, match, own),)
    return tuple(card for card in hand if wanted_now(match).matches(card))[:1]


def _looked_for(table: CardTable) -> Purpose | None:
    """What the eye looks for, or has looked for as long as what it saw is open."""
    if table.look is not None:
        return table.look.purpose
    return table.sheet.purpose if table.sheet is not None and table.sheet.seen is not None else None


def _to_meld(match: Match, hands: tuple[Cards, ...]) -> Cards:
    """The largest meld of whoever may lay one, else a hit, else nothing."""
    if match.may_meld is None:
        return ()
    hand = hands[match.may_meld]
    melds = melds_in(match, hand)
    return melds[0] if melds else tuple(hit.card for hit in hits_in(match, hand)[:1])

"""What may be done now at the card table, for screens: asked by act, by seat or by card."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.cards.deck import DECK, Card, Cards, Wanted
from companion.rules.cards.events import CardEvent, HitLaid, MeldLaid, Quested
from companion.rules.cards.match import Match, MatchPhase
from companion.rules.cards.objections import check
from companion.rules.errors import RuleError


class Act(Enum):
    """What somebody can do at the card table, by the event's name in the record."""

    DEAL = "hand"
    DRAW = "draw"
    QUEST = "quest"
    ANSWER = "answer"
    DECIDE = "decide"
    TAKE = "take"
    SHOW = "show"
    MELD = "meld"
    HIT = "hit"
    DISCARD = "discard"
    GIVE = "give"
    SWAP = "swap"
    SHUFFLE = "reshuffle"
    PLAY_OUT = "play_out"
    CORRECT = "correct"


@dataclass(frozen=True, slots=True)
class Move:
    """An act that is open now, and whose it is; ``None`` where it is the whole table's."""

    act: Act
    player: int | None


_TO_ACT = {
    MatchPhase.ANSWER: Act.ANSWER,
    MatchPhase.DECIDE: Act.DECIDE,
    MatchPhase.SHOW: Act.SHOW,
    MatchPhase.TAKE: Act.TAKE,
    MatchPhase.DISCARD: Act.DISCARD,
    MatchPhase.GIVE: Act.GIVE,
    MatchPhase.PLAY_OUT: Act.PLAY_OUT,
}


def moves(match: Match) -> tuple[Move, ...]:
    """Every act that is open now, the one that the table waits for first; none once the match is over.

    Which cards a player could meld only the player knows: ``MELD`` and ``HIT`` say that it is allowed and
    that the hand is large enough.
    """
    open_now = [*_awaited(match)]
    if match.may_meld is not None:
        held = match.cards[match.may_meld]
        open_now += [Move(Act.MELD, match.may_meld)] if held >= match.limits.fewest else []
        open_now += [Move(Act.HIT, match.may_meld)] if match.melds else []
    if match.may_show is not None:
        open_now.append(Move(Act.SHOW, match.may_show))
    if match.may_swap is not None:
        open_now.append(Move(Act.SWAP, match.may_swap))
    if may_shuffle(match):
        open_now.append(Move(Act.SHUFFLE, None))
    if match.may_correct:
        open_now.append(Move(Act.CORRECT, None))
    return tuple(open_now)


def _awaited(match: Match) -> tuple[Move, ...]:
    if match.phase is MatchPhase.HAND:
        return (Move(Act.DEAL, None),)
    if match.phase is MatchPhase.OBTAIN:
        draw = (Move(Act.DRAW, match.to_act),) if match.stock else ()
        return (*draw, Move(Act.QUEST, match.to_act))
    act = _TO_ACT.get(match.phase)
    return () if act is None else (Move(act, match.to_act),)


def why_not(match: Match, event: CardEvent) -> RuleError | None:
    """The rules' objection to this event now, ``None`` when it is allowed."""
    try:
        check(match, event)
    except RuleError as refusal:
        return refusal
    return None


def may_be_asked(match: Match) -> tuple[int, ...]:
    """The seats that the one on turn may Quest, in seat order."""
    if match.phase is not MatchPhase.OBTAIN:
        return ()
    return tuple(seat for seat in range(len(match.players)) if seat != match.to_act)


def why_not_ask(match: Match, other: int, wanted: Wanted) -> RuleError | None:
    """Why the seat on turn may not ask the other for this now; ``None`` when it may."""
    return why_not(match, Quested(match.to_act if match.to_act is not None else other, other, wanted))


def why_not_meld(match: Match, cards: Cards) -> RuleError | None:
    """Why these cards are no meld that may be laid now, by whoever may; ``None`` when they are."""
    return why_not(match, MeldLaid(match.may_meld if match.may_meld is not None else 0, cards))


def hit_by(match: Match, card: Card) -> tuple[int, ...]:
    """The melds on the table that this card may hit now, by number."""
    if match.may_meld is None:
        return ()
    every = range(len(match.melds))
    return tuple(number for number in every if why_not(match, HitLaid(match.may_meld, card, number)) is None)


def hits(match: Match) -> tuple[tuple[Card, int], ...]:
    """Every card that would hit a meld now, with the meld's number, whoever may hold it."""
    return tuple((card, number) for card in DECK for number in hit_by(match, card))


def most_swapped(match: Match) -> int:
    """How many cards may be swapped now at most; 0 where nobody may."""
    return 0 if match.may_swap is None else match.cards[match.may_swap]


def may_shuffle(match: Match) -> bool:
    """Whether the discards are now to be made the new stock."""
    between = (MatchPhase.HAND, MatchPhase.PLAY_OUT, MatchPhase.OVER)
    return match.phase not in between and not match.stock and match.discards > 0

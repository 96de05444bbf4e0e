"""What is allowed now at the card table, and the refusal of anything else."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from companion.rules import card_events
from companion.rules.deck import DECK, Card, Cards, Wanted
from companion.rules.events import Event, GameBegun, PlayerJoined, PlayerLeft, PlayerReturned
from companion.rules.liar_liar import meld_of, with_hit
from companion.rules.match import Match, MatchPhase
from companion.rules.refusals import Choice, Foreign, Player, Refusal, RuleError


def check(match: Match, event: card_events.CardEvent | Event) -> None:
    """Raises RuleError unless allowed now."""
    match event:
        case card_events.HandDealt():
            _need(match, MatchPhase.HAND, Refusal.NO_HAND_NOW)
        case card_events.CardDrawn(player=player):
            _need_to_act(match, MatchPhase.OBTAIN, player, Refusal.NO_DRAWING_NOW)
            if not match.stock:
                raise RuleError(Refusal.STOCK_EMPTY, turn=match)
        case card_events.Quested():
            _quested(match, event)
        case card_events.Answered():
            _need_to_act(match, MatchPhase.ANSWER, event.player, Refusal.NO_ANSWER_NOW)
        case card_events.Decided():
            _need_to_act(match, MatchPhase.DECIDE, event.player, Refusal.NO_DECISION_NOW)
        case card_events.CardShown():
            _card_shown(match, event)
        case card_events.HandShown():
            _hand_shown(match, event)
        case card_events.CardTaken(player=player, card=card):
            _need_to_act(match, MatchPhase.TAKE, player, Refusal.NO_TAKING_NOW)
            if card not in match.takes:
                raise RuleError(Refusal.NOT_TO_TAKE, card=card, cards=Choice(match.takes))
        case card_events.MeldLaid(player=player, cards=cards):
            _need_may_meld(match, player, len(cards), Refusal.NO_MELD_NOW)
            _need_off_table(match, cards)
            meld_of(player, cards, match.limits)
        case card_events.HitLaid():
            _hit_laid(match, event)
        case card_events.Discarded(player=player):
            if match.phase is MatchPhase.GIVE and player == match.to_act:
                raise RuleError(Refusal.WON_NOT_DISCARDED, turn=match)
            _need_to_act(match, MatchPhase.DISCARD, player, Refusal.NO_DISCARD_NOW)
        case card_events.CardGiven(player=player):
            if match.phase is MatchPhase.DISCARD and player == match.to_act:
                raise RuleError(Refusal.DRAWN_NOT_GIVEN, turn=match)
            _need_to_act(match, MatchPhase.GIVE, player, Refusal.NO_GIVING_NOW)
        case card_events.CardsSwapped():
            _cards_swapped(match, event)
        case card_events.DiscardsShuffled():
            _discards_shuffled(match)
        case card_events.PlayedOut():
            _played_out(match, event)
        case card_events.CardCorrected() | card_events.CardsCorrected():
            check(*corrected(match, event))
        case PlayerLeft(player=player):
            _need_seat(match, player)
            if match.phase is MatchPhase.OVER:
                raise RuleError(Refusal.NO_LEAVING_NOW, turn=match)
        case PlayerJoined() | PlayerReturned():
            raise RuleError(Refusal.NO_JOINING_MATCH, turn=match)
        case _:
            raise foreign(match, event)


def foreign(match: Match, event: object) -> RuleError:
    """The refusal of an event that no running match allows."""
    if isinstance(event, GameBegun):
        return RuleError(Refusal.MATCH_BEGUN, turn=match)
    return RuleError(Refusal.ONLY_CARD_EVENTS, rules=match.ruleset.name, turn=match)


def _player(match: Match, seat: int) -> Player:
    return Player(match.players, seat)


def _need(match: Match, phase: MatchPhase, otherwise: Refusal) -> None:
    if match.phase is not phase:
        raise RuleError(otherwise, turn=match)


def _need_seat(match: Match, seat: int) -> None:
    if not 0 <= seat < len(match.players):
        raise RuleError(Refusal.NO_SUCH_SEAT, seat=Foreign(seat), last=len(match.players) - 1)
    if seat in match.left:
        raise RuleError(Refusal.PLAYER_LEFT, player=_player(match, seat))


def _need_to_act(match: Match, phase: MatchPhase, seat: int, otherwise: Refusal) -> None:
    _need_seat(match, seat)
    _need(match, phase, otherwise)
    if seat != match.to_act:
        raise RuleError(Refusal.NOT_TO_ACT, player=_player(match, seat), turn=match)


def _quested(match: Match, event: card_events.Quested) -> None:
    _need_to_act(match, MatchPhase.OBTAIN, event.player, Refusal.NO_QUEST_NOW)
    _need_seat(match, event.other)
    if event.other == event.player:
        raise RuleError(Refusal.QUESTS_SELF, player=_player(match, event.player))
    if _all_lie(match, event.wanted):
        raise RuleError(Refusal.NOBODY_HOLDS, wanted=event.wanted)


def _all_lie(match: Match, wanted: Wanted) -> bool:
    return all(match.lying(card) >= match.limits.decks for card in DECK if wanted.matches(card))


def _card_shown(match: Match, event: card_events.CardShown) -> None:
    _need_seat(match, event.player)
    if match.phase is MatchPhase.SHOW:
        _need_to_act(match, MatchPhase.SHOW, event.player, Refusal.NO_SHOWING_NOW)
        _card_of_quest(match, event.card)
    elif match.may_show is None:
        raise RuleError(Refusal.NO_SHOWING_NOW, turn=match)
    elif event.player != match.may_show:
        raise RuleError(Refusal.ONLY_ASKED_SHOWS, player=_player(match, match.may_show), turn=match)
    elif event.card is None:
        raise RuleError(Refusal.NO_CARD_SHOWN, turn=match)
    else:
        _need_matching(match, match.quests[-1].wanted, event.card)


def _card_of_quest(match: Match, card: Card | None) -> None:
    quest = match.asked
    if card is None:
        if quest.yes:
            raise RuleError(Refusal.LAID_CARD_UNNAMED, turn=match)
    elif quest.yes:
        _need_off_table(match, (card,))
    else:
        _need_matching(match, quest.wanted, card)


def _need_matching(match: Match, wanted: Wanted, card: Card) -> None:
    if not wanted.matches(card):
        raise RuleError(Refusal.NOT_ASKED_FOR, card=card, wanted=wanted)
    _need_off_table(match, (card,))


def _hand_shown(match: Match, event: card_events.HandShown) -> None:
    _need_to_act(match, MatchPhase.SHOW, event.player, Refusal.NO_SHOWING_NOW)
    player, held = _player(match, event.player), match.cards[event.player]
    if match.asked.yes:
        raise RuleError(Refusal.HAND_NOT_TURNED, turn=match)
    if len(event.cards) != held:
        raise RuleError(Refusal.HAND_COUNT, player=player, count=held, came=len(event.cards))
    _need_off_table(match, event.cards)


def _need_off_table(match: Match, cards: Cards) -> None:
    """Raises RuleError if the decks hold fewer of a card than lie on the table and are named here."""
    decks = match.limits.decks
    for card, number in Counter(cards).items():
        if number > decks:
            raise RuleError(Refusal.CARD_TOO_OFTEN, card=card, number=number, count=decks)
        if match.lying(card) + number > decks:
            raise RuleError(Refusal.CARD_LIES_ALREADY, card=card)


def _need_may_meld(match: Match, seat: int, number: int, otherwise: Refusal) -> None:
    _need_seat(match, seat)
    if match.may_meld is None:
        raise RuleError(otherwise, turn=match)
    player = _player(match, seat)
    if seat != match.may_meld:
        laying = _player(match, match.may_meld)
        raise RuleError(Refusal.NOT_LAYING, player=player, laying=laying, turn=match)
    held = match.cards[seat]
    if number > held:
        raise RuleError(Refusal.TOO_FEW_TO_LAY, player=player, count=held, number=number)


def _hit_laid(match: Match, event: card_events.HitLaid) -> None:
    _need_may_meld(match, event.player, 1, Refusal.NO_HIT_NOW)
    if not 0 <= event.meld < len(match.melds):
        raise _no_such_meld(match, event.meld)
    _need_off_table(match, (event.card,))
    with_hit(match.melds[event.meld], event.card, match.limits)


def _no_such_meld(match: Match, number: int) -> RuleError:
    if not match.melds:
        return RuleError(Refusal.NO_MELD_LIES, meld=Foreign(number))
    return RuleError(Refusal.NO_SUCH_MELD, meld=Foreign(number), last=len(match.melds) - 1)


def _cards_swapped(match: Match, event: card_events.CardsSwapped) -> None:
    _need_seat(match, event.player)
    if match.may_swap is None:
        raise RuleError(Refusal.NO_SWAP_NOW, turn=match)
    if event.player != match.may_swap:
        raise RuleError(Refusal.NOT_SWAPPING, player=_player(match, match.may_swap), turn=match)
    held = match.cards[event.player]
    if not 1 <= event.count <= held:
        player = _player(match, event.player)
        raise RuleError(Refusal.SWAP_COUNT, player=player, number=Foreign(event.count), held=held)


def _discards_shuffled(match: Match) -> None:
    if match.phase in (MatchPhase.HAND, MatchPhase.PLAY_OUT, MatchPhase.OVER):
        raise RuleError(Refusal.NO_SHUFFLING_NOW, turn=match)
    if match.stock:
        raise RuleError(Refusal.STOCK_LEFT, count=match.stock)
    if not match.discards:
        raise RuleError(Refusal.NO_DISCARDS, turn=match)


def _played_out(match: Match, event: card_events.PlayedOut) -> None:
    _need_seat(match, event.player)
    held = match.cards[event.player]
    if match.phase not in (MatchPhase.HAND, MatchPhase.OVER) and held:
        player = _player(match, event.player)
        raise RuleError(Refusal.NOT_PLAYED_OUT, player=player, count=held, turn=match)
    _need_to_act(match, MatchPhase.PLAY_OUT, event.player, Refusal.NO_PLAYING_OUT_NOW)


def corrected(
    match: Match, event: card_events.CardCorrected | card_events.CardsCorrected
) -> tuple[Match, card_events.SeenEvent]:
    """The match before the shown cards, and their corrected event. Raises RuleError if nothing can be
    corrected.
    """
    if match.before_seen is None or match.seen is None:
        raise RuleError(Refusal.NO_CARDS_TO_CORRECT, turn=match)
    return match.before_seen, as_corrected(match.seen, event)


def as_corrected(
    seen: card_events.SeenEvent, event: card_events.CardCorrected | card_events.CardsCorrected
) -> card_events.SeenEvent:
    """The shown or laid cards, corrected. Raises RuleError for one card in place of several, or several for
    one.
    """
    if isinstance(event, card_events.CardCorrected):
        return _with_card(seen, event.card)
    return _with_cards(seen, event.cards)


def _with_card(seen: card_events.SeenEvent, card: Card) -> card_events.SeenEvent:
    if isinstance(seen, card_events.CardShown | card_events.HandShown):
        return card_events.CardShown(seen.player, card)
    if isinstance(seen, card_events.HitLaid):
        return card_events.HitLaid(seen.player, card, seen.meld)
    raise RuleError(Refusal.MELD_IS_SEVERAL_CARDS)


def _with_cards(seen: card_events.SeenEvent, cards: Cards) -> card_events.SeenEvent:
    if isinstance(seen, card_events.CardShown | card_events.HandShown):
        return card_events.HandShown(seen.player, cards)
    if isinstance(seen, card_events.MeldLaid):
        return card_events.MeldLaid(seen.player, cards)
    raise RuleError(Refusal.HIT_IS_ONE_CARD)


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
    """An act that is open now; ``seat`` ``None``: the whole table's."""

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
    """All open acts, the awaited one first; none after the match.

    Only holders know their melds: ``MELD`` and ``HIT`` mean that laying is allowed and the hand large enough.
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


def why_not(match: Match, event: card_events.CardEvent | Event) -> RuleError | None:
    try:
        check(match, event)
    except RuleError as refusal:
        return refusal
    return None


def may_be_asked(match: Match) -> tuple[int, ...]:
    """Whom the seat on turn may Quest, in seat order."""
    if match.phase is not MatchPhase.OBTAIN:
        return ()
    return tuple(seat for seat in match.still_in if seat != match.to_act)


def hit_by(match: Match, card: Card) -> tuple[int, ...]:
    """Numbers of the melds that this card may hit now."""
    if match.may_meld is None:
        return ()
    every = range(len(match.melds))
    return tuple(
        number
        for number in every
        if why_not(match, card_events.HitLaid(match.may_meld, card, number)) is None
    )


def hits(match: Match) -> tuple[tuple[Card, int], ...]:
    """Every card that may hit now, with the meld's number, whoever holds it."""
    return tuple((card, number) for card in DECK for number in hit_by(match, card))


def most_swapped(match: Match) -> int:
    """How many cards may be swapped now; 0 if nobody may."""
    return 0 if match.may_swap is None else match.cards[match.may_swap]


def may_shuffle(match: Match) -> bool:
    between = (MatchPhase.HAND, MatchPhase.PLAY_OUT, MatchPhase.OVER)
    return match.phase not in between and not match.stock and match.discards > 0

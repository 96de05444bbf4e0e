"""Whether an event is allowed in a match, and if not, the objection with what would be legal instead."""

from __future__ import annotations

from collections import Counter

from companion.rules.cards.deck import DECK, Card, Cards, Wanted
from companion.rules.cards.events import (
    Answered,
    CardCorrected,
    CardDrawn,
    CardEvent,
    CardGiven,
    CardsCorrected,
    CardShown,
    CardsSwapped,
    CardTaken,
    Decided,
    Discarded,
    DiscardsShuffled,
    HandDealt,
    HandShown,
    HitLaid,
    MeldLaid,
    PlayedOut,
    Quested,
    SeenEvent,
)
from companion.rules.cards.match import Match, MatchPhase
from companion.rules.cards.melds import meld_of, with_hit
from companion.rules.errors import Choice, Foreign, RuleError
from companion.rules.events import Event, GameBegun
from companion.rules.mentions import Player
from companion.rules.refusal import Refusal


def check(match: Match, event: CardEvent | Event) -> None:
    """Raise RuleError unless the event is allowed now."""
    match event:
        case HandDealt():
            _need(match, MatchPhase.HAND, Refusal.NO_HAND_NOW)
        case CardDrawn():
            _card_drawn(match, event)
        case Quested():
            _quested(match, event)
        case Answered():
            _need_to_act(match, MatchPhase.ANSWER, event.player, Refusal.NO_ANSWER_NOW)
        case Decided():
            _need_to_act(match, MatchPhase.DECIDE, event.player, Refusal.NO_DECISION_NOW)
        case CardShown():
            _card_shown(match, event)
        case HandShown():
            _hand_shown(match, event)
        case CardTaken():
            _card_taken(match, event)
        case MeldLaid():
            _meld_laid(match, event)
        case HitLaid():
            _hit_laid(match, event)
        case Discarded():
            _discarded(match, event)
        case CardGiven():
            _card_given(match, event)
        case CardsSwapped():
            _cards_swapped(match, event)
        case DiscardsShuffled():
            _discards_shuffled(match, event)
        case PlayedOut():
            _played_out(match, event)
        case CardCorrected() | CardsCorrected():
            check(*corrected(match, event))
        case _:
            raise foreign(match, event)


def foreign(match: Match, event: object) -> RuleError:
    """The refusal of an event that no match under way allows."""
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


def _need_to_act(match: Match, phase: MatchPhase, seat: int, otherwise: Refusal) -> None:
    _need_seat(match, seat)
    _need(match, phase, otherwise)
    if seat != match.to_act:
        raise RuleError(Refusal.NOT_TO_ACT, player=_player(match, seat), turn=match)


def _card_drawn(match: Match, event: CardDrawn) -> None:
    _need_to_act(match, MatchPhase.OBTAIN, event.player, Refusal.NO_DRAWING_NOW)
    if not match.stock:
        raise RuleError(Refusal.STOCK_EMPTY, turn=match)


def _quested(match: Match, event: Quested) -> None:
    _need_to_act(match, MatchPhase.OBTAIN, event.player, Refusal.NO_QUEST_NOW)
    _need_seat(match, event.other)
    if event.other == event.player:
        raise RuleError(Refusal.QUESTS_SELF, player=_player(match, event.player))
    if _all_lie(match, event.wanted):
        raise RuleError(Refusal.NOBODY_HOLDS, wanted=event.wanted)


def _all_lie(match: Match, wanted: Wanted) -> bool:
    return all(match.lying(card) >= match.limits.decks for card in DECK if wanted.matches(card))


def _card_taken(match: Match, event: CardTaken) -> None:
    _need_to_act(match, MatchPhase.TAKE, event.player, Refusal.NO_TAKING_NOW)
    if event.card not in match.takes:
        raise RuleError(Refusal.NOT_TO_TAKE, card=event.card, cards=Choice(match.takes))


def _card_shown(match: Match, event: CardShown) -> None:
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


def _hand_shown(match: Match, event: HandShown) -> None:
    _need_to_act(match, MatchPhase.SHOW, event.player, Refusal.NO_SHOWING_NOW)
    player, held = _player(match, event.player), match.cards[event.player]
    if match.asked.yes:
        raise RuleError(Refusal.HAND_NOT_TURNED, turn=match)
    if len(event.cards) != held:
        raise RuleError(Refusal.HAND_COUNT, player=player, count=held, came=len(event.cards))
    _need_off_table(match, event.cards)


def _need_off_table(match: Match, cards: Cards) -> None:
    """Raise RuleError where a card cannot be in a hand: all of its kind lie on the table or are told here."""
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


def _meld_laid(match: Match, event: MeldLaid) -> None:
    _need_may_meld(match, event.player, len(event.cards), Refusal.NO_MELD_NOW)
    _need_off_table(match, event.cards)
    meld_of(event.player, event.cards, match.limits)


def _hit_laid(match: Match, event: HitLaid) -> None:
    _need_may_meld(match, event.player, 1, Refusal.NO_HIT_NOW)
    if not 0 <= event.meld < len(match.melds):
        raise _no_such_meld(match, event.meld)
    _need_off_table(match, (event.card,))
    with_hit(match.melds[event.meld], event.card, match.limits)


def _no_such_meld(match: Match, number: int) -> RuleError:
    if not match.melds:
        return RuleError(Refusal.NO_MELD_LIES, meld=Foreign(number))
    return RuleError(Refusal.NO_SUCH_MELD, meld=Foreign(number), last=len(match.melds) - 1)


def _discarded(match: Match, event: Discarded) -> None:
    if match.phase is MatchPhase.GIVE and event.player == match.to_act:
        raise RuleError(Refusal.WON_NOT_DISCARDED, turn=match)
    _need_to_act(match, MatchPhase.DISCARD, event.player, Refusal.NO_DISCARD_NOW)


def _card_given(match: Match, event: CardGiven) -> None:
    if match.phase is MatchPhase.DISCARD and event.player == match.to_act:
        raise RuleError(Refusal.DRAWN_NOT_GIVEN, turn=match)
    _need_to_act(match, MatchPhase.GIVE, event.player, Refusal.NO_GIVING_NOW)


def _cards_swapped(match: Match, event: CardsSwapped) -> None:
    _need_seat(match, event.player)
    if match.may_swap is None:
        raise RuleError(Refusal.NO_SWAP_NOW, turn=match)
    if event.player != match.may_swap:
        raise RuleError(Refusal.NOT_SWAPPING, player=_player(match, match.may_swap), turn=match)
    held = match.cards[event.player]
    if not 1 <= event.count <= held:
        player = _player(match, event.player)
        raise RuleError(Refusal.SWAP_COUNT, player=player, number=Foreign(event.count), held=held)


def _discards_shuffled(match: Match, event: DiscardsShuffled) -> None:
    if match.phase in (MatchPhase.HAND, MatchPhase.PLAY_OUT, MatchPhase.OVER):
        raise RuleError(Refusal.NO_SHUFFLING_NOW, turn=match)
    if match.stock:
        raise RuleError(Refusal.STOCK_LEFT, count=match.stock)
    if not match.discards:
        raise RuleError(Refusal.NO_DISCARDS, turn=match)


def _played_out(match: Match, event: PlayedOut) -> None:
    _need_seat(match, event.player)
    held = match.cards[event.player]
    if match.phase not in (MatchPhase.HAND, MatchPhase.OVER) and held:
        player = _player(match, event.player)
        raise RuleError(Refusal.NOT_PLAYED_OUT, player=player, count=held, turn=match)
    _need_to_act(match, MatchPhase.PLAY_OUT, event.player, Refusal.NO_PLAYING_OUT_NOW)


def corrected(match: Match, event: CardCorrected | CardsCorrected) -> tuple[Match, SeenEvent]:
    """The match before what was shown or laid, and that event corrected; RuleError where that cannot be."""
    if match.before_seen is None or match.seen is None:
        raise RuleError(Refusal.NO_CARDS_TO_CORRECT, turn=match)
    return match.before_seen, as_corrected(match.seen, event)


def as_corrected(seen: SeenEvent, event: CardCorrected | CardsCorrected) -> SeenEvent:
    """What was shown or laid, with its cards corrected; RuleError where one card is given for several."""
    if isinstance(event, CardCorrected):
        return _with_card(seen, event.card)
    return _with_cards(seen, event.cards)


def _with_card(seen: SeenEvent, card: Card) -> SeenEvent:
    if isinstance(seen, CardShown | HandShown):
        return CardShown(seen.player, card)
    if isinstance(seen, HitLaid):
        return HitLaid(seen.player, card, seen.meld)
    raise RuleError(Refusal.MELD_IS_SEVERAL_CARDS)


def _with_cards(seen: SeenEvent, cards: Cards) -> SeenEvent:
    if isinstance(seen, CardShown | HandShown):
        return HandShown(seen.player, cards)
    if isinstance(seen, MeldLaid):
        return MeldLaid(seen.player, cards)
    raise RuleError(Refusal.HIT_IS_ONE_CARD)

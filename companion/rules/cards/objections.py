"""Whether an event is allowed in a match, and if not, the reason and what would be legal instead."""

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
from companion.rules.cards.names import (
    say_cards,
    say_number_of_cards,
    say_the_card,
    say_wanted,
)
from companion.rules.cards.words import say_turn
from companion.rules.errors import RuleError, quoted
from companion.rules.events import Event, GameBegun
from companion.rules.words import say_number, say_player


def check(match: Match, event: CardEvent | Event) -> None:
    """Raise RuleError unless the event is allowed now."""
    match event:
        case HandDealt():
            _need(match, MatchPhase.HAND, "new hand")
        case CardDrawn():
            _card_drawn(match, event)
        case Quested():
            _quested(match, event)
        case Answered():
            _need_to_act(match, MatchPhase.ANSWER, event.player, "answer")
        case Decided():
            _need_to_act(match, MatchPhase.DECIDE, event.player, "decision")
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
        return RuleError(f"the match has begun already and cannot begin again: {say_turn(match)}")
    return RuleError(f"only the events of {match.ruleset.name} fit here: {say_turn(match)}")


def _need(match: Match, phase: MatchPhase, what: str) -> None:
    if match.phase is not phase:
        raise RuleError(f"no {what} now: {say_turn(match)}")


def _need_seat(match: Match, seat: int) -> None:
    if not 0 <= seat < len(match.players):
        raise RuleError(f"there is no seat {quoted(seat)}: the seats are 0 to {len(match.players) - 1}")


def _need_to_act(match: Match, phase: MatchPhase, seat: int, what: str) -> None:
    _need_seat(match, seat)
    _need(match, phase, what)
    if seat != match.to_act:
        raise RuleError(f"it is not {say_player(match.players, seat)}'s turn: {say_turn(match)}")


def _card_drawn(match: Match, event: CardDrawn) -> None:
    _need_to_act(match, MatchPhase.OBTAIN, event.player, "drawing")
    if not match.stock:
        raise RuleError(f"the stock is empty: {say_turn(match)}")


def _quested(match: Match, event: Quested) -> None:
    _need_to_act(match, MatchPhase.OBTAIN, event.player, "Quest")
    _need_seat(match, event.other)
    if event.other == event.player:
        name = say_player(match.players, event.player)
        raise RuleError(f"{name} cannot Quest {name}: ask another player")
    if _all_lie(match, event.wanted):
        raise RuleError(
            f"nobody can hold {say_wanted(event.wanted)}, all lie on the table: ask for something else"
        )


def _all_lie(match: Match, wanted: Wanted) -> bool:
    return all(match.lying(card) >= match.limits.decks for card in DECK if wanted.matches(card))


def _card_taken(match: Match, event: CardTaken) -> None:
    _need_to_act(match, MatchPhase.TAKE, event.player, "taking")
    if event.card not in match.takes:
        raise RuleError(
            f"{say_the_card(event.card)} cannot be taken: choose {say_cards(match.takes, last='or')}"
        )


def _card_shown(match: Match, event: CardShown) -> None:
    _need_seat(match, event.player)
    if match.phase is MatchPhase.SHOW:
        _need_to_act(match, MatchPhase.SHOW, event.player, "showing")
        _card_of_quest(match, event.card)
    elif match.may_show is None:
        raise RuleError(f"no showing now: {say_turn(match)}")
    elif event.player != match.may_show:
        name = say_player(match.players, match.may_show)
        raise RuleError(f"only {name} may show that the No was a lie: {say_turn(match)}")
    elif event.card is None:
        raise RuleError(f"only a card can prove that the No was a lie: show it, or go on. {say_turn(match)}")
    else:
        _need_matching(match, match.quests[-1].wanted, event.card)


def _card_of_quest(match: Match, card: Card | None) -> None:
    quest = match.asked
    if card is None:
        if quest.yes:
            raise RuleError(f"a card was laid down: say which it is. {say_turn(match)}")
    elif quest.yes:
        _need_off_table(match, (card,))
    else:
        _need_matching(match, quest.wanted, card)


def _need_matching(match: Match, wanted: Wanted, card: Card) -> None:
    if not wanted.matches(card):
        raise RuleError(
            f"{say_the_card(card)} is not what was asked for: only {say_wanted(wanted)} proves the lie"
        )
    _need_off_table(match, (card,))


def _hand_shown(match: Match, event: HandShown) -> None:
    _need_to_act(match, MatchPhase.SHOW, event.player, "showing")
    name, held = say_player(match.players, event.player), match.cards[event.player]
    if match.asked.yes:
        raise RuleError(f"only the card laid down is turned over, not the hand. {say_turn(match)}")
    if len(event.cards) != held:
        raise RuleError(
            f"{name} holds {say_number_of_cards(held)}, but {len(event.cards)} came: give as many as are held"
        )
    _need_off_table(match, event.cards)


def _need_off_table(match: Match, cards: Cards) -> None:
    """Raise RuleError where a card cannot be in a hand: all of its kind lie on the table or are told here."""
    decks = match.limits.decks
    for card, number in Counter(cards).items():
        if number > decks:
            raise RuleError(
                f"{say_the_card(card)} comes {say_number(number)} times here, and there "
                f"{'is only one' if decks == 1 else 'are only two'}"
            )
        if match.lying(card) + number > decks:
            raise RuleError(f"{say_the_card(card)} lies on the table already: nobody can hold it")


def _need_may_meld(match: Match, seat: int, what: str, number: int) -> None:
    _need_seat(match, seat)
    if match.may_meld is None:
        raise RuleError(f"no {what} now: {say_turn(match)}")
    name = say_player(match.players, seat)
    if seat != match.may_meld:
        laying = say_player(match.players, match.may_meld)
        raise RuleError(f"it is not {name}'s turn to lay cards, only {laying} may: {say_turn(match)}")
    held = match.cards[seat]
    if number > held:
        raise RuleError(f"{name} holds {say_number_of_cards(held)} and cannot lay {say_number(number)}")


def _meld_laid(match: Match, event: MeldLaid) -> None:
    _need_may_meld(match, event.player, "meld", len(event.cards))
    _need_off_table(match, event.cards)
    meld_of(event.player, event.cards, match.limits)


def _hit_laid(match: Match, event: HitLaid) -> None:
    _need_may_meld(match, event.player, "hit", 1)
    if not 0 <= event.meld < len(match.melds):
        there = f"they are 0 to {len(match.melds) - 1}" if match.melds else "none lies there"
        raise RuleError(f"there is no meld {quoted(event.meld)} on the table: {there}")
    _need_off_table(match, (event.card,))
    with_hit(match.melds[event.meld], event.card, match.limits)


def _discarded(match: Match, event: Discarded) -> None:
    if match.phase is MatchPhase.GIVE and event.player == match.to_act:
        raise RuleError(f"after a card won in a Quest nothing is discarded: {say_turn(match)}")
    _need_to_act(match, MatchPhase.DISCARD, event.player, "discard")


def _card_given(match: Match, event: CardGiven) -> None:
    if match.phase is MatchPhase.DISCARD and event.player == match.to_act:
        raise RuleError(f"after a card drawn from the stock nothing is given: {say_turn(match)}")
    _need_to_act(match, MatchPhase.GIVE, event.player, "giving")


def _cards_swapped(match: Match, event: CardsSwapped) -> None:
    _need_seat(match, event.player)
    if match.may_swap is None:
        raise RuleError(f"no swap now: {say_turn(match)}")
    if event.player != match.may_swap:
        raise RuleError(f"only {say_player(match.players, match.may_swap)} may swap cards: {say_turn(match)}")
    held = match.cards[event.player]
    if not 1 <= event.count <= held:
        name = say_player(match.players, event.player)
        raise RuleError(f"{name} cannot swap {quoted(event.count)}: choose 1 to {held} of the cards held")


def _discards_shuffled(match: Match, event: DiscardsShuffled) -> None:
    if match.phase in (MatchPhase.HAND, MatchPhase.PLAY_OUT, MatchPhase.OVER):
        raise RuleError(f"no shuffling of discards now: {say_turn(match)}")
    if match.stock:
        raise RuleError(
            f"{say_number_of_cards(match.stock)} of the stock {'is' if match.stock == 1 else 'are'} left: "
            "the discards are shuffled once it is empty"
        )
    if not match.discards:
        raise RuleError(f"there are no discards to shuffle: {say_turn(match)}")


def _played_out(match: Match, event: PlayedOut) -> None:
    _need_seat(match, event.player)
    held = match.cards[event.player]
    if match.phase not in (MatchPhase.HAND, MatchPhase.OVER) and held:
        name = say_player(match.players, event.player)
        raise RuleError(f"{name} holds {say_number_of_cards(held)} and has not played out: {say_turn(match)}")
    _need_to_act(match, MatchPhase.PLAY_OUT, event.player, "playing out")


def corrected(match: Match, event: CardCorrected | CardsCorrected) -> tuple[Match, SeenEvent]:
    """The match before what was shown or laid, and that event corrected; RuleError where that cannot be."""
    if match.before_seen is None or match.seen is None:
        raise RuleError(
            f"only what was just shown or laid can be corrected, and that is past: {say_turn(match)}"
        )
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
    raise RuleError("the meld just laid has several cards: correct it with all of them")


def _with_cards(seen: SeenEvent, cards: Cards) -> SeenEvent:
    if isinstance(seen, CardShown | HandShown):
        return HandShown(seen.player, cards)
    if isinstance(seen, MeldLaid):
        return MeldLaid(seen.player, cards)
    raise RuleError("the hit just laid is one card: correct it with a card")

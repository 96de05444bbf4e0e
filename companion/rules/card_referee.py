"""The referee of the card table: folds events into a match."""

from __future__ import annotations

from dataclasses import replace

from companion.rules import card_events
from companion.rules.card_legal import check, corrected, foreign
from companion.rules.deck import Card
from companion.rules.events import Event, GameBegun, PlayerLeft
from companion.rules.fields import need_players
from companion.rules.liar_liar import (
    CARDS_EACH,
    CHIPS_EACH,
    LIAR_LIAR,
    POINTS_A_CHIP,
    MatchRules,
    meld_of,
    with_hit,
)
from companion.rules.match import (
    EFFECTS,
    HandPlayed,
    Match,
    MatchPhase,
    Outcome,
    Payer,
    Quest,
    changed,
    outcome_of_yes,
)
from companion.rules.refusals import Foreign, Refusal, RuleError


def begin(event: GameBegun) -> Match:
    """Raises RuleError for unfit players or options."""
    if event.rules != LIAR_LIAR.name:
        raise RuleError(Refusal.OTHER_RULES, rules=LIAR_LIAR.name)
    return begun(LIAR_LIAR.with_options(event.options), event)


def begun(ruleset: MatchRules, event: GameBegun) -> Match:
    """The match by ``ruleset``, whatever rules the event names."""
    need_players(ruleset.name, ruleset.most_players, event.players)
    if event.opener is not None:
        raise RuleError(Refusal.OPENER_OF_MATCH, rules=ruleset.name)
    if event.earlier:
        raise RuleError(Refusal.EARLIER, value=Foreign(event.earlier))
    none = (0,) * len(event.players)
    return Match(ruleset, event.players, MatchPhase.HAND, scores=none, chips=none, cards=none)


def apply(match: Match, event: card_events.CardEvent | Event) -> Match:
    """The match after one more event. Raises RuleError if forbidden. ``Undone`` is for ``GameRecord``."""
    if isinstance(event, card_events.CardCorrected | card_events.CardsCorrected):
        return apply(*corrected(match, event))
    check(match, event)
    before = match.but(before_seen=None, seen=None)
    after = _after(before, event)
    return after.but(before_seen=before, seen=event) if isinstance(event, card_events.SeenEvent) else after


def _after(match: Match, event: card_events.CardEvent | Event) -> Match:
    match event:
        case card_events.HandDealt():
            return _hand_dealt(match)
        case card_events.CardDrawn(player=player):
            drawn, stock = changed(match.cards, [(player, 1)]), match.stock - 1
            begun = _turn_begun(match)
            return begun.but(phase=MatchPhase.DISCARD, cards=drawn, stock=stock, may_meld=player)
        case card_events.Quested(player=player, other=other, wanted=wanted):
            quest = Quest(match.hand, player, other, wanted)
            return _turn_begun(match).but(phase=MatchPhase.ANSWER, to_act=other, quest=quest)
        case card_events.Answered(yes=yes):
            quest = replace(match.asked, yes=yes)
            return match.but(phase=MatchPhase.DECIDE, to_act=quest.asker, quest=quest)
        case card_events.Decided():
            return _decided(match, event)
        case card_events.CardShown():
            return _card_shown(match, event)
        case card_events.HandShown():
            return _hand_shown(match, event)
        case card_events.CardTaken():
            return _resolved(match.but(takes=()), Outcome.NO_LIE_CHALLENGED, event.card)
        case card_events.MeldLaid():
            return _meld_laid(match, event)
        case card_events.HitLaid():
            return _hit_laid(match, event)
        case card_events.Discarded(player=player):
            cards = changed(match.cards, [(player, -1)])
            return _turn_ended(match.but(cards=cards, discards=match.discards + 1))
        case card_events.CardGiven(player=player):
            return _turn_ended(match.but(cards=changed(match.cards, [(player, -1), (match.gives_to, 1)])))
        case card_events.CardsSwapped(count=count) if count <= match.stock:
            return match.but(may_swap=None, stock=match.stock - count, discards=match.discards + count)
        case card_events.CardsSwapped():
            return match.but(may_swap=None, stock=match.discards + match.stock, discards=0)
        case card_events.DiscardsShuffled():
            return match.but(stock=match.discards, discards=0)
        case card_events.PlayedOut():
            return _played_out(match, event)
        case PlayerLeft():
            return _left(match, event.player)
    raise foreign(match, event)


def _left(match: Match, seat: int) -> Match:
    """The present hand is void, with its Quests and chips."""
    none = (0,) * len(match.players)
    in_hand = match.phase is not MatchPhase.HAND
    after = match.but(
        phase=MatchPhase.HAND,
        left=tuple(sorted((*match.left, seat))),
        chips=none if in_hand else match.chips,
        cards=none,
        bank=0,
        hand=match.hand - 1 if in_hand else match.hand,
        stock=0,
        discards=0,
        melds=(),
        turn=None,
        to_act=None,
        quest=None,
        won=None,
        takes=(),
        may_meld=None,
        may_show=None,
        may_swap=None,
        quests=tuple(quest for quest in match.quests if not in_hand or quest.hand != match.hand),
    )
    return after if len(after.still_in) > 1 else after.but(phase=MatchPhase.OVER, winner=after.still_in[0])


def _hand_dealt(match: Match) -> Match:
    seats = len(match.still_in)
    begun = match.but(
        phase=MatchPhase.OBTAIN,
        chips=_to_each(match, CHIPS_EACH),
        cards=_to_each(match, CARDS_EACH),
        bank=0,
        hand=match.hand + 1,
        stock=match.limits.cards - CARDS_EACH * seats,
        discards=0,
        melds=(),
    )
    return begun.but(turn=begun.opener, to_act=begun.opener)


def _to_each(match: Match, number: int) -> tuple[int, ...]:
    return tuple(0 if seat in match.left else number for seat in range(len(match.players)))


def _turn_begun(match: Match) -> Match:
    return match.but(may_meld=None, may_show=None, may_swap=None)


def _decided(match: Match, event: card_events.Decided) -> Match:
    quest = replace(match.asked, challenged=event.challenge)
    if quest.yes or quest.challenged:
        return match.but(phase=MatchPhase.SHOW, to_act=quest.other, quest=quest)
    after = _resolved(match.but(quest=quest), Outcome.NO_ACCEPTED, None)
    return after.but(may_show=quest.other)


def _card_shown(match: Match, event: card_events.CardShown) -> Match:
    if match.phase is not MatchPhase.SHOW:
        return _lie_proved(match, event.card)
    quest, card = match.asked, event.card
    if card is None:
        return _resolved(match, Outcome.NO_TRUE_CHALLENGED, None)
    if quest.yes:
        return _resolved(match, outcome_of_yes(quest.wanted.matches(card), bool(quest.challenged)), card)
    return _resolved(match, Outcome.NO_LIE_CHALLENGED, card)


def _hand_shown(match: Match, event: card_events.HandShown) -> Match:
    matching = tuple(dict.fromkeys(card for card in event.cards if match.asked.wanted.matches(card)))
    if not matching:
        return _resolved(match, Outcome.NO_TRUE_CHALLENGED, None)
    if len(matching) == 1:
        return _resolved(match, Outcome.NO_LIE_CHALLENGED, matching[0])
    return match.but(phase=MatchPhase.TAKE, to_act=match.asked.asker, takes=matching)


def _lie_proved(match: Match, card: Card | None) -> Match:
    """An accepted No was a lie: the ended Quest gets its other outcome."""
    *earlier, quest = match.quests
    paid, ended = _paid(match, quest, Outcome.NO_LIE_ACCEPTED, card)
    return paid.but(quests=(*earlier, ended), quest=None, may_show=None)


def _resolved(match: Match, outcome: Outcome, card: Card | None) -> Match:
    effect, asker, other = EFFECTS[outcome], match.asked.asker, match.asked.other
    paid, quest = _paid(match, match.asked, outcome, card)
    after = paid.but(quests=(*match.quests, quest), quest=None)
    if effect.card_won:
        cards = changed(match.cards, [(asker, 1), (other, -1)])
        return after.but(phase=MatchPhase.GIVE, to_act=asker, cards=cards, won=card, may_meld=asker)
    ended = _turn_ended(after)
    return ended.but(may_meld=asker if effect.may_meld else None, may_swap=other if effect.may_swap else None)


def _paid(match: Match, quest: Quest, outcome: Outcome, card: Card | None) -> tuple[Match, Quest]:
    """A chip from hand to hand, or from the bank if the payer has none."""
    quest = replace(quest, outcome=outcome, card=card, chips=(0,) * len(match.players))
    payer = EFFECTS[outcome].payer
    if payer is Payer.NOBODY:
        return match, quest
    seats = (quest.asker, quest.other)
    debtor, creditor = seats if payer is Payer.ASKER else reversed(seats)
    bank = 0 if match.chips[debtor] else 1
    moves = [(creditor, 1), (debtor, bank - 1)]
    quest = replace(quest, chips=changed(quest.chips, moves), bank=bank)
    return match.but(chips=changed(match.chips, moves), bank=match.bank + bank), quest


def _turn_ended(match: Match) -> Match:
    following = match.from_seat((match.on_turn + 1) % len(match.players))
    after = match.but(phase=MatchPhase.OBTAIN, turn=following, to_act=following, won=None, may_meld=None)
    without = [seat for seat in match.still_in if not match.cards[seat]]
    return _awaits_playing_out(after, without[0]) if without else after


def _awaits_playing_out(match: Match, seat: int) -> Match:
    return match.but(
        phase=MatchPhase.PLAY_OUT, to_act=seat, won=None, may_meld=None, may_show=None, may_swap=None
    )


def _meld_laid(match: Match, event: card_events.MeldLaid) -> Match:
    meld = meld_of(event.player, event.cards, match.limits)
    return _played(match.but(melds=(*match.melds, meld)), event.player, event.cards)


def _hit_laid(match: Match, event: card_events.HitLaid) -> Match:
    melds = list(match.melds)
    melds[event.meld] = with_hit(melds[event.meld], event.card, match.limits)
    return _played(match.but(melds=tuple(melds)), event.player, (event.card,))


def _played(match: Match, seat: int, cards: tuple[Card, ...]) -> Match:
    """After a meld or hit: without cards the player has played out; with only the won card the turn ends."""
    won = None if match.won in cards else match.won
    after = match.but(cards=changed(match.cards, [(seat, -len(cards))]), won=won)
    if not after.cards[seat]:
        return _awaits_playing_out(after, seat)
    if after.phase is MatchPhase.GIVE and after.cards[seat] == 1 and won is not None:
        return _turn_ended(after).but(may_meld=seat)
    return after


def _played_out(match: Match, event: card_events.PlayedOut) -> Match:
    paying = [seat for seat, held in enumerate(match.chips) if held and seat != event.player]
    chips = changed(match.chips, [(event.player, len(paying)), *((seat, -1) for seat in paying)])
    scores = changed(match.scores, ((seat, POINTS_A_CHIP * held) for seat, held in enumerate(chips)))
    ended = HandPlayed(match.opener, event.player, chips, match.bank)
    winner = _winner(scores, match.ruleset.target, match.still_in)
    return match.but(
        phase=MatchPhase.HAND if winner is None else MatchPhase.OVER,
        chips=chips,
        scores=scores,
        turn=None,
        to_act=None,
        may_meld=None,
        hands=(*match.hands, ended),
        winner=winner,
    )


def _winner(scores: tuple[int, ...], target: int, still_in: tuple[int, ...]) -> int | None:
    """The seat with the highest score, if it reaches the target and is unique."""
    highest = max(scores[seat] for seat in still_in)
    best = [seat for seat in still_in if scores[seat] == highest]
    return best[0] if highest >= target and len(best) == 1 else None

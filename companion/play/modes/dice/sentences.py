"""Sentences of a dice game: what happens, what is missing, what undo takes back."""

from __future__ import annotations

from typing import assert_never

from companion import rules
from companion.core.reading import Doubt
from companion.play.modes.dice.hands import Hand, first_asked, settled, unsettled_dice
from companion.play.modes.dice.show_reroll import new_faces, shower
from companion.play.modes.dice.state import DiceTable, Moment
from companion.text import (
    as_sentence,
    say,
    say_all,
    say_bid,
    say_faces,
    say_list,
    say_news,
    say_opener,
    say_player,
    say_turn,
)


def say_doubt(doubt: Doubt) -> str:
    return say(f"doubt.{doubt.value}")


def say_dice_scene(table: DiceTable) -> str:
    match table.moment:
        case Moment.OPENING_ROLL | Moment.REVEAL | Moment.OVER:
            return _turn(table)
        case Moment.BIDDING:
            return _bidding(table)
        case Moment.SHOWING:
            return say_putting_out(table)
        case Moment.READING:
            return say("scene.reading")
        case Moment.CHECK:
            return _check(table)
        case Moment.VERDICT:
            return _verdict(table)
    assert_never(table.moment)


def _turn(table: DiceTable) -> str:
    latest = table.record.live_events[-1]
    if isinstance(latest, rules.OpeningRolled):
        return say_rolled(table.game, dict(latest.rolls))
    return say_all(say_news(latest, table.game), say_turn(table.game))


def _bidding(table: DiceTable) -> str:
    game = table.game
    if table.peeking is not None:
        return say("scene.bidding.peek", player=say_player(game.players, table.peeking))
    shown_last = isinstance(table.record.live_events[-1], rules.DiceShown)
    rerolling = say_rerolling(table) if shown_last else None
    return say_all(rerolling, _turn(table), _stacked(game), _warning(game))


def _stacked(game: rules.Game) -> str | None:
    """Before the first bid: the sheet's rule to reroll stacked dice, if it has one."""
    asks = game.bid is None and rules.STACKED_DICE not in game.ruleset.choices
    return say("bidding.stacked") if asks else None


def _warning(game: rules.Game) -> str | None:
    if not isinstance(game.bid, rules.BidMade) or game.bid.quantity <= game.dice_in_play:
        return None
    return say("scene.bidding.too_many", count=game.dice_in_play)


def _check(table: DiceTable) -> str:
    if table.correcting:
        return say("scene.check.correct")
    if table.show is not None and settled(table.hands):
        return say_shown_now(table)
    if table.show is not None and say_complaint(table, table.hands[0]):
        return say_what_is_missing(table)
    if settled(table.hands) and table.game.phase is rules.Phase.OPENING_ROLL:
        return say_rolled(table.game, {hand.seat: hand.faces[0] or 0 for hand in table.hands})
    if settled(table.hands):
        return say_all(_strays(table), say("scene.check.known"))
    asked = unsettled_dice(table.hands)
    if asked == 0:
        return say_what_is_missing(table)
    if not any(slot.doubts for hand in table.hands for slot in hand.slots):
        return say("scene.check.tap", count=asked)
    first = first_asked(table.hands)
    if first is not None and first.maybe_no_die:
        return say_all(_strays(table), say("check.is_it_a_die"))
    if first is not None and Doubt.SIDE_VIEW in first.doubts:
        return say_all(_strays(table), say("scene.too_flat"))
    return say_all(_strays(table), say("scene.check.unsure", count=asked))


def say_rolled(game: rules.Game, rolled: dict[int, int]) -> str:
    highest = max(rolled.values())
    level = [say_player(game.players, seat) for seat, face in rolled.items() if face == highest]
    face = say_faces((highest,), game.ruleset)
    if len(level) > 1:
        return say("roll.level", players=say_list(level), face=face)
    return say("roll.highest", player=level[0], face=face)


def _strays(table: DiceTable) -> str | None:
    strays = len(table.strays)
    return say("scene.check.strays", count=strays) if strays else None


def _verdict(table: DiceTable) -> str:
    game = table.game
    return say("scene.verdict.over") if game.phase is rules.Phase.OVER else say_opener(game.rounds[-1], game)


def say_complaint(table: DiceTable, hand: Hand) -> str | None:
    """None: the dice can be right."""
    name, ruleset = say_player(table.game.players, hand.seat), table.game.ruleset
    if table.show is not None:
        return say_show_complaint(hand, name, ruleset)
    if hand.too_many:
        return say("complaint.too_many", wanted=_say_wanted(table, hand, name), player=name)
    if hand.unseen:
        return say("complaint.missing", count=hand.unseen, wanted=_say_wanted(table, hand, name))
    if hand.shown_missing:
        return say_shown_missing(hand, name, ruleset)
    return None


def _say_wanted(table: DiceTable, hand: Hand, name: str) -> str:
    dice, seen = say_dice_number(hand.expected), len(hand.slots) - hand.missed
    rolling = table.game.phase is rules.Phase.OPENING_ROLL
    return say("complaint.roll" if rolling else "complaint.cup", player=name, dice=dice, seen=seen)


def say_what_is_missing(table: DiceTable) -> str:
    for hand in table.hands:
        complaint = say_complaint(table, hand)
        if complaint is not None:
            return say_all(complaint, say("show.look_again") if hand.shown_missing else None)
    return say("complaint.untapped", count=unsettled_dice(table.hands))


def say_dice_undo(table: DiceTable, last: rules.AnyEvent | None = None) -> str | None:
    """None: nothing. ``last``: instead of the latest event."""
    if table.earlier_hands or table.has_new_roll:
        return say("undo.tap")
    if table.correcting:
        return say("undo.correcting")
    if table.again is not None:
        return say("undo.taps")
    if table.show is not None:
        return say("undo.showing" if table.moment is Moment.SHOWING else "undo.shown")
    if table.may_cover_again:
        return say("undo.roll" if table.game.phase is rules.Phase.OPENING_ROLL else "undo.cups")
    if not table.record.may_undo:
        return None
    return say("undo.take_back", event=_named(last or table.record.live_events[-1], table.game))


def _named(event: rules.AnyEvent, game: rules.Game) -> str:
    """An event that can be taken back: "Bob's bid of six 6s"."""
    players = game.players
    match event:
        case rules.BidMade(player) | rules.TotalBid(player):
            bid = say_bid(event, game.ruleset)
            return say("event.bid", player=say_player(players, player), bid=bid)
        case rules.DiceShown(player, dice):
            faces = say_faces(dice, game.ruleset)
            return say("event.shown", player=say_player(players, player), faces=faces)
        case rules.Challenged(player):
            return say("event.challenge", player=say_player(players, player))
        case rules.ChallengedTogether():
            return say("event.challenge_together")
        case rules.SpotOnCalled(player):
            return say(f"exact_call.{game.ruleset.exact_call}.event", player=say_player(players, player))
        case rules.OpeningRolled():
            return say("event.opening_roll")
        case rules.RevealCorrected():
            return say("event.correction")
        case rules.PlayerLeft(player):
            return say("event.left", player=say_player(players, player))
        case rules.PlayerJoined(seat=seat) | rules.PlayerReturned(seat):
            return say("event.joined", player=say_player(players, seat))
        case rules.CupsRevealed():
            return say("event.reveal")
    raise AssertionError(f"{event} is never the latest that stands")


def say_dice_number(number: int) -> str:
    return say("dice.number", count=number)


def say_putting_out(table: DiceTable) -> str:
    name, dice = say_player(table.game.players, shower(table.game)), say_dice_number(table.showing.count)
    return say("show.slid" if table.showing.slid else "show.slide", player=name, dice=dice)


def say_shown_now(table: DiceTable) -> str:
    (hand,) = table.hands
    faces = say_faces(new_faces(hand), table.game.ruleset)
    return say("show.confirm", player=say_player(table.game.players, hand.seat), faces=faces)


def say_show_complaint(hand: Hand, name: str, ruleset: rules.RuleSet) -> str | None:
    """None: nothing is wrong."""
    before = len(hand.shown)
    wanted, seen = hand.expected - before, len(hand.slots) - hand.missed - before
    if hand.too_many or hand.unseen:
        dice = say("dice.number_more", count=wanted) if before else say_dice_number(wanted)
        seen = max(0, seen)
        return say("show.too_many" if hand.too_many else "show.missing", dice=dice, seen=seen)
    if hand.shown_missing:
        return say_shown_missing(hand, name, ruleset)
    return None


def say_shown_missing(hand: Hand, name: str, ruleset: rules.RuleSet) -> str:
    """Shown dice that are missing: "Ben showed a 5: none lies at Ben's place." """
    faces = sorted(set(hand.shown_missing))
    shown = say_faces([face for face in hand.shown if face in faces], ruleset)
    told = say("show.showed", player=name, faces=shown)
    if len(faces) > 1:
        missing = say_faces(hand.shown_missing, ruleset)
        return say("show.several_lacking", showed=told, player=name, faces=missing)
    lying = hand.faces.count(faces[0])
    if lying == 0:
        return say("show.none_lies", showed=told, player=name)
    return say("show.too_few_lie", count=lying, showed=told, player=name)


def say_shown(game: rules.Game) -> str | None:
    """What lies beside the cups: "Ann showed two 5s. Bob showed a star." """
    return say_all(*(_has_shown(game, seat, faces) for seat, faces in enumerate(game.shown) if faces)) or None


def _has_shown(game: rules.Game, seat: int, faces: rules.Dice) -> str:
    player, said = say_player(game.players, seat), say_faces(faces, game.ruleset)
    return as_sentence(say("show.showed", player=player, faces=said))


def say_rerolling(table: DiceTable) -> str:
    return say("show.rerolls", player=say_player(table.game.players, shower(table.game)))

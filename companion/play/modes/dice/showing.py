"""A game of dice as its screens draw it, scene by scene."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import assert_never

from companion import rules
from companion.core.frame import Frame
from companion.core.reading import Doubt, Expectation, LiftSeen, scaled
from companion.journal import Source
from companion.play.base.company import Company
from companion.play.base.views import Mark, PictureView, RuleBook, Surroundings, Tone, View, rematch
from companion.play.modes.dice import show_reroll, views
from companion.play.modes.dice.advice import advice_of
from companion.play.modes.dice.awards import award_views
from companion.play.modes.dice.hands import Hand, Slot, opening_roll_of, settled
from companion.play.modes.dice.practice import for_the_person, taken_back
from companion.play.modes.dice.sentences import (
    say_complaint,
    say_dice_scene,
    say_dice_undo,
    say_doubt,
    say_rolled,
    say_shown,
)
from companion.play.modes.dice.state import DiceTable, Moment, expected_dice
from companion.text import (
    as_sentence,
    reason_if,
    say,
    say_all,
    say_bid,
    say_call,
    say_count,
    say_different,
    say_farewell,
    say_legal,
    say_lie,
    say_list,
    say_losses,
    say_player,
    say_so_far,
    say_turn,
)


def lift_view(table: DiceTable) -> views.LiftView | None:
    """None: no lift is watched."""
    if table.cups is None:
        return None
    expected = expected_dice(table.game)
    if table.cups.turns:
        return _in_turn(table, table.cups, expected)
    title = say("lift.lift" if _covered(table.cups, expected) else "lift.up")
    return views.LiftView(title, _said(table, table.cups, expected), table.cups.late)


def _in_turn(table: DiceTable, seen: LiftSeen, expected: Expectation) -> views.LiftView:
    names, first, last = table.game.players, seen.turns[0], seen.turns[-1]
    title = say("lift.next", player=say_player(names, first))
    is_last = say("lift.the_last") if first == last else say("lift.last", player=say_player(names, last))
    so_far = _so_far(table.game, seen)
    words = say_all(is_last, *_miscounted(table, seen, expected))
    return views.LiftView(title, words, seen.late, so_far, say_all(so_far, as_sentence(title)))


def _so_far(game: rules.Game, seen: LiftSeen) -> str:
    """Counts what is surely read, and shown dice; empty without any."""
    bid, hands = game.last_bid, tuple(map(_known, seen.hands, game.shown))
    if not any(hands):
        return ""
    worth = zip(hands, rules.matching(game, hands), strict=True)
    adds_up = isinstance(bid, rules.TotalBid)
    count = sum(face if adds_up else 1 for hand, counts in worth for face in compress(hand, counts))
    told = say_so_far(bid, count, game.ruleset)
    return as_sentence(say("lift.recounted", told=told) if seen.recounted else told)


def _known(read: rules.Dice, shown: rules.Dice) -> rules.Dice:
    return read or shown


def lift_marks(table: DiceTable, live: Frame) -> tuple[Mark, ...]:
    """A mark on each seen die, without its face, and later round missing ones.

    Boxes are in pixels of the live picture, which may be smaller than the frame read.
    """
    seen = table.cups
    if seen is None or seen.reading is None:
        return ()
    reading, scale = seen.reading, live.width / seen.reading.size[0]
    places = [(each.die.box, Tone.DOUBTED if each.doubts else Tone.READ, each.seat) for each in reading.dice]
    if seen.late:
        lacking = [each.seat for each in reading.doubts if each.doubt is Doubt.TOO_FEW]
        places += [(reading.places[seat], Tone.MISSING, seat) for seat in lacking]
    return tuple(Mark(scaled(box, scale), None, tone, seat, None) for box, tone, seat in places)


def _covered(seen: LiftSeen, expected: Expectation) -> list[int]:
    held = (seat for seat, dice in enumerate(expected.dice) if dice)
    return [seat for seat in held if seen.dice_at(seat) <= len(expected.shown[seat])]


def _said(table: DiceTable, seen: LiftSeen, expected: Expectation) -> str:
    names = table.game.players
    covered, said = _covered(seen, expected), list[str]()
    if len(covered) == sum(dice > 0 for dice in expected.dice):
        return say("lift.by_themselves")
    if covered:
        players = say_list(say_player(names, seat) for seat in covered)
        said.append(say("lift.covered", players=players))
    return say_all(*said, *_miscounted(table, seen, expected)) or _said_of_all(seen)


def _miscounted(table: DiceTable, seen: LiftSeen, expected: Expectation) -> list[str]:
    names, covered, said = table.game.players, _covered(seen, expected), list[str]()
    for seat, dice in enumerate(expected.dice):
        count = seen.dice_at(seat)
        if seat not in covered and count < dice:
            said.append(say("lift.seen", player=say_player(names, seat), seen=count, count=dice))
        elif count > dice:
            said.append(say("lift.too_many", player=say_player(names, seat), seen=count, held=dice))
    return said


def _said_of_all(seen: LiftSeen) -> str:
    doubted = 0 if seen.reading is None else sum(bool(each.doubts) for each in seen.reading.dice)
    return say("lift.again", count=doubted) if doubted else say("lift.hold_still")


Tones = tuple[tuple[Tone, ...], ...]
"""For each hand, for each of its slots."""


def tones_of(table: DiceTable) -> Tones:
    if table.ended is None or table.correcting:
        return tuple(tuple(_tone(slot) for slot in hand.slots) for hand in table.hands)
    counted = rules.matching(table.ended, table.ended.dice)
    return tuple(
        tuple(Tone.COUNTED if counts else Tone.IDLE for counts in counted[hand.seat]) for hand in table.hands
    )


def _tone(slot: Slot) -> Tone:
    if slot.source is Source.PLAYER:
        return Tone.TAPPED
    return Tone.READ if slot.settled else Tone.DOUBTED


def hand_views(table: DiceTable, tones: Tones) -> tuple[views.HandView, ...]:
    return tuple(_hand(table, hand, tones[index]) for index, hand in enumerate(table.hands))


def _hand(table: DiceTable, hand: Hand, tones: tuple[Tone, ...]) -> views.HandView:
    name = say_player(table.game.players, hand.seat)
    slots = tuple(_slot(slot, tone) for slot, tone in zip(hand.slots, tones, strict=True))
    return views.HandView(hand.seat, name, hand.expected, slots, say_complaint(table, hand))


def _slot(slot: Slot, tone: Tone) -> views.SlotView:
    asked = tone is Tone.DOUBTED and slot.doubts
    return views.SlotView(
        face=slot.face,
        tone=tone,
        doubt=say_doubt(slot.doubts[0]) if asked else None,
        box=None if slot.seen is None else slot.seen.box,
        maybe_no_die=tone is Tone.DOUBTED and slot.maybe_no_die,
    )


def read_picture(table: DiceTable, tones: Tones) -> PictureView | None:
    if table.picture is None:
        return None
    marks = [
        Mark(slot.seen.box, slot.face, tones[index][number], hand.seat, number)
        for index, hand in enumerate(table.hands)
        for number, slot in enumerate(hand.slots)
        if slot.seen is not None
    ]
    dice = (each.die for each in table.picture.strays)
    strays = (Mark(die.box, die.face, Tone.DOUBTED, None, None) for die in dice)
    return PictureView(table.picture.frame, (*marks, *strays), live=False)


def verdict_view(table: DiceTable, hands: tuple[views.HandView, ...]) -> views.VerdictView:
    ended, game = table.game.rounds[-1], table.game
    farewell = say_farewell(ended, game)
    losses = say_losses(ended, game.players, short=farewell is None)
    return views.VerdictView(
        headline=say_count(ended, game.ruleset),
        sentence=say_all(losses, farewell),
        lie=say_lie(ended, game.players, game.ruleset) or "",
        count=ended.count,
        quantity=ended.bid.claim,
        losses=ended.losses,
        hands=hands,
        called=as_sentence(say_call(ended, game.players, game.ruleset)),
        counted=_counted_hands(table),
        next_words=say("verdict.to_winner" if game.phase is rules.Phase.OVER else "verdict.next_round"),
        begins="" if game.phase is rules.Phase.OVER else say_turn(game),
        told=all(slot.source is Source.RECORD for hand in table.hands for slot in hand.slots),
    )


def _counted_hands(table: DiceTable) -> tuple[views.CountedHand, ...]:
    """Hands clockwise from the bidder's left, the bidder's own last."""
    ended = table.game.rounds[-1]
    counted, adds_up = rules.matching(ended, ended.dice), isinstance(ended.bid, rules.TotalBid)
    hands = (
        views.CountedHand(
            seat, tuple((face if adds_up else 1) * counts for face, counts in zip(dice, which, strict=True))
        )
        for seat, (dice, which) in enumerate(zip(ended.dice, counted, strict=True))
        if dice
    )
    return tuple(sorted(hands, key=lambda hand: (hand.seat - ended.bid.player - 1) % len(ended.dice)))


STAR_SIGN = "★"
NUMBERS_A_LAP = rules.SPACES_A_LAP - rules.STARS_A_LAP


def has_track(game: rules.Game) -> bool:
    return game.ruleset.raising is rules.Raising.TRACK and not game.tie_breaker


def track_view(game: rules.Game) -> views.TrackView:
    """At least two laps, from the red die's (or the first) to the last that a star bid may reach."""
    bid = dice_bid(game.bid)
    lap = 0 if bid is None else rules.space_of(bid, game.wild_face).position // rules.SPACES_A_LAP
    reached = (game.dice_in_play - 1) // rules.STARS_A_LAP
    laps = tuple(_lap(game, number) for number in range(lap, max(lap + 1, reached) + 1))
    lowest = None if bid is None else dice_bid(rules.lowest_raise(game))
    return views.TrackView(laps, None if lowest is None else (lowest.quantity, lowest.face))


def dice_bid(bid: rules.Bid | None) -> rules.BidMade | None:
    return None if isinstance(bid, rules.TotalBid) else bid


def _lap(game: rules.Game, number: int) -> tuple[views.SpaceView, ...]:
    far = (number * NUMBERS_A_LAP + 1) * 3 > game.dice_in_play * 2
    return tuple(_space(game, space, far) for space in rules.spaces(number))


def _space(game: rules.Game, space: rules.Space, far: bool) -> views.SpaceView:
    faces = rules.faces_on(game, space)
    bid, in_play, star = dice_bid(game.bid), game.dice_in_play, game.wild_face
    here = bid if bid is not None and rules.space_of(bid, star) == space else None
    highest = star if space.star else max(face for face in rules.FACES if face != star)
    return views.SpaceView(
        label=f"{STAR_SIGN}{space.quantity}" if space.star else str(space.quantity),
        quantity=space.quantity,
        star=space.star,
        faces=faces,
        die=None if here is None else here.face,
        why=None if faces else _why_not(game, space.quantity, highest),
        warning=say("space.too_many", count=in_play) if space.quantity > in_play else None,
        far=far,
    )


def pad_view(game: rules.Game) -> views.PadView:
    if game.tie_breaker:
        totals = rules.legal_totals(game)
        return views.PadView((), (totals[0], totals[-1]) if totals else None, None)
    lowest = dice_bid(rules.lowest_raise(game))
    faces = tuple(_pad_face(game, face) for face in rules.FACES)
    return views.PadView(
        faces, None, None if lowest is None else (lowest.quantity, lowest.face), game.dice_in_play
    )


def _pad_face(game: rules.Game, face: int) -> views.PadFace:
    quantities = rules.quantities_for(game, face)
    if quantities is not None:
        return views.PadFace(face, *quantities, why=None)
    quantity = 1 if game.bid is None else game.bid.claim
    return views.PadFace(face, None, None, _why_not(game, quantity, face))


def _why_not(game: rules.Game, quantity: int, face: int) -> str | None:
    return reason_if(rules.why_not(game, rules.BidMade(game.acting, quantity, face)))


def dice_view(table: DiceTable, around: Surroundings) -> View[views.DiceScene]:
    scene = dice_scene(table, around)
    thinks = scene.thinks if isinstance(scene, views.BiddingScene) else ""
    return View(
        number=table.number,
        scene=scene,
        message=thinks or say_dice_scene(table),
        fault=table.fault,
        caption=say_title(scene),
        picture=still_picture(table, scene) or _live(table, around),
        undo_words=say_dice_undo(table, None if around.own is None else taken_back(table)),
        advice=around.advice or advice_of(table),
        book=RuleBook(table.game.ruleset),
        company=None if table.correcting or around.own is not None else Company(table.game),
        practised=around.own is not None,
    )


def _live(table: DiceTable, around: Surroundings) -> PictureView | None:
    live = around.live if table.wants_live_picture else None
    if live is None:
        return None
    return PictureView(live, lift_marks(table, live), live=True, focus=around.place)


def dice_scene(table: DiceTable, around: Surroundings) -> views.DiceScene:
    game = _timed(game_view(table), around.times)
    match table.moment:
        case Moment.OPENING_ROLL:
            return views.OpeningRollScene(game, tuple(_rolled(table, seat) for seat in table.game.rolling))
        case Moment.BIDDING:
            scene = _bidding(game, table, around)
            return scene if around.own is None else for_the_person(scene, around.own)
        case Moment.SHOWING:
            return views.ShowingScene(game, _show(table, around))
        case Moment.REVEAL:
            return _reveal(game, table)
        case Moment.READING:
            return views.ReadingScene(game)
        case Moment.CHECK:
            return _check(game, table, around)
        case Moment.VERDICT:
            return _verdict(game, table)
        case Moment.OVER:
            return _over(game, table, around)
    assert_never(table.moment)


def _timed(game: views.GameView, times: tuple[str, ...]) -> views.GameView:
    if not times:
        return game
    timed = (replace(seat, time=time) for seat, time in zip(game.seats, times, strict=True))
    return replace(game, seats=tuple(timed))


def still_picture(table: DiceTable, scene: views.DiceScene) -> PictureView | None:
    if isinstance(scene, views.CheckScene | views.VerdictScene | views.OverScene):
        return read_picture(table, tones_of(table))
    return None


def say_title(scene: views.DiceScene) -> str:
    if not isinstance(scene, views.CheckScene):
        return say("title.round", rules=scene.game.rules_title, round=scene.game.round_number)
    if scene.show is not None:
        return say("title.show")
    left = len(scene.doubted)
    return say("title.to_look_at", count=left) if left else say("title.all_read")


def game_view(table: DiceTable) -> views.GameView:
    game, ended = table.game, table.ended
    bid = game.bid if ended is None else ended.bid
    return views.GameView(
        rules_title=game.ruleset.title,
        star_face=game.ruleset.star_face,
        round_number=max(1, len(game.rounds) + (ended is None and game.winner is None)),
        seats=tuple(_seat(table, seat) for seat in range(len(game.players))),
        bid=None if bid is None else say_bid(bid, game.ruleset),
        bid_face=bid.face if isinstance(bid, rules.BidMade) else None,
        bid_quantity=None if bid is None else bid.claim,
        bids=_bids(table),
        before=_before(table),
        banner=say_different(game) if ended is None else None,
        pots=None if game.chips is None else (game.round_pot, game.game_pot),
        shown_words=say_shown(game) if ended is None else None,
    )


def _bids(table: DiceTable) -> tuple[views.BidView, ...]:
    game, ended = table.game, table.ended
    count = game.bids if ended is None else ended.bids
    made = [event for event in table.record.live_events if isinstance(event, rules.BidMade | rules.TotalBid)]
    return tuple(views.BidView.of(bid, game.players) for bid in made[len(made) - count :])


def _before(table: DiceTable) -> str:
    game = table.game
    rounds = game.rounds if table.ended is None else game.rounds[:-1]
    if not rounds:
        return ""
    return say_all(say_count(rounds[-1], game.ruleset), say_losses(rounds[-1], game.players))


def _seat(table: DiceTable, seat: int) -> views.SeatView:
    game, ended = table.game, table.ended
    bid = game.bid if ended is None else ended.bid
    return views.SeatView(
        seat=seat,
        name=say_player(game.players, seat),
        dice=game.dice[seat],
        lost=game.lost[seat],
        shown=game.shown[seat],
        to_act=ended is None and seat == game.to_act,
        bidder=bid is not None and seat == bid.player,
        out=game.dice[seat] == 0,
        chips=None if game.chips is None else game.chips[seat],
        may_challenge=table.moment is Moment.BIDDING and seat in rules.may_challenge(game),
        lost_now=0 if ended is None else ended.losses[seat],
        left=seat in game.left,
    )


def _rolled(table: DiceTable, seat: int) -> views.HandView:
    face = dict(table.rolls).get(seat)
    slot = views.SlotView(face, Tone.DOUBTED if face is None else Tone.TAPPED, None, None)
    return views.HandView(seat, say_player(table.game.players, seat), 1, (slot,), None)


def _bidding(view: views.GameView, table: DiceTable, around: Surroundings) -> views.BiddingScene:
    game = table.game
    return views.BiddingScene(
        view,
        track=track_view(game) if has_track(game) else None,
        pad=None if has_track(game) else pad_view(game),
        legal=as_sentence(say_legal(game)),
        may_challenge=bool(rules.may_challenge(game)),
        several_may_challenge=game.ruleset.random_challenge and game.bid is not None,
        spot_on=_spot_on(game),
        show=_show(table, around) if rules.may_show(game) else None,
        may_peek=around.may_peek,
        may_correct=game.may_correct,
        peeking=table.peeking,
        said_next="" if table.peeking is None else say_dice_scene(replace(table, peeking=None)),
        shout=say(f"challenge.{game.ruleset.exact_call}"),
    )


def _reveal(view: views.GameView, table: DiceTable) -> views.RevealScene:
    called, word = table.game.called, table.game.ruleset.exact_call
    shout = say(f"exact_call.{word}" if called.call is rules.Call.SPOT_ON else f"challenge.{word}")
    return views.RevealScene(view, lift_view(table), called.caller, shout)


def _spot_on(game: rules.Game) -> views.SpotOnView | None:
    callers = rules.spot_on_callers(game)
    call = game.ruleset.exact_call
    return (
        views.SpotOnView(say(f"exact_call.{call}"), say(f"exact_call.{call}.who"), callers)
        if callers
        else None
    )


def _show(table: DiceTable, around: Surroundings) -> views.ShowView:
    game = table.game
    by = (
        views.ShowBy.HAND
        if around.camera is None
        else views.ShowBy.HOUSE
        if around.may_peek
        else views.ShowBy.CAMERA
    )
    seat = show_reroll.shower(game)
    begun = table.showing
    return views.ShowView(
        seat=seat,
        name=say_player(game.players, seat),
        most=rules.most_shown(game),
        by=by,
        count=begun.count,
        slid=bool(begun.slid),
        seen=show_reroll.seen_count(table),
    )


def _check(game: views.GameView, table: DiceTable, around: Surroundings) -> views.CheckScene:
    return views.CheckScene(
        game,
        hands=hand_views(table, tones_of(table)),
        may_accept=settled(table.hands),
        may_read_again=around.camera is not None and not table.correcting,
        may_enter_by_hand=not table.correcting and any(map(_cannot_be_right, table.hands)),
        show=_show(table, around) if table.show else None,
        said_next=_said_next(table),
    )


def _said_next(table: DiceTable) -> str:
    game = table.game
    if game.phase is rules.Phase.REVEAL:
        return as_sentence(say_call(game.called, game.players, game.ruleset))
    if table.correcting or not settled(table.hands):
        return ""
    event = show_reroll.event_of(table) if table.show is not None else opening_roll_of(table.hands)
    if rules.why_not(game, event):
        return ""
    if isinstance(event, rules.OpeningRolled):
        return say_rolled(game, dict(event.rolls))
    return say_turn(rules.apply(game, event))


def _cannot_be_right(hand: Hand) -> bool:
    return bool(hand.shown_missing) and any(slot.seen is not None for slot in hand.slots)


def _verdict(game: views.GameView, table: DiceTable) -> views.VerdictScene:
    hands = hand_views(table, tones_of(table))
    return views.VerdictScene(game, hands, verdict_view(table, hands), table.game.may_correct)


def _over(view: views.GameView, table: DiceTable, around: Surroundings) -> views.OverScene:
    game = table.game
    if game.winner is None:
        raise ValueError("a game that is over has a winner")
    by_roll = game.ruleset.first_opener is rules.FirstOpener.ROLL
    ended = None if table.ended is None else _verdict(view, table)
    return views.OverScene(
        view,
        () if ended is None else ended.hands,
        None if ended is None else ended.verdict,
        winner=say_player(game.players, game.winner),
        winner_seat=game.winner,
        rematch=rematch(table.record, None if by_roll else game.winner, around.fallen),
        souvenir=around.pages,
        may_correct=game.may_correct,
        awards=award_views(table),
        evening=around.evening,
    )

"""A game of dice as its screens draw it, scene by scene: everything on them is decided here."""

from __future__ import annotations

from typing import assert_never

from companion.play.base.company import Company
from companion.play.base.views import PictureView, RuleBook, Surroundings, Tone, View, rematch
from companion.play.modes.dice import show_reroll
from companion.play.modes.dice.advice import advice_of
from companion.play.modes.dice.bid_views import has_track, pad_view, track_view
from companion.play.modes.dice.hand_views import hand_views, read_picture, tones_of, verdict_view
from companion.play.modes.dice.hands import Hand, settled
from companion.play.modes.dice.lift_views import lift_marks, lift_view
from companion.play.modes.dice.sentences import say_dice_scene, say_dice_undo, say_shown
from companion.play.modes.dice.state import DiceTable, Moment
from companion.play.modes.dice.views import (
    BiddingScene,
    BidView,
    CheckScene,
    DiceScene,
    GameView,
    HandView,
    OpeningRollScene,
    OverScene,
    ReadingScene,
    RevealScene,
    SeatView,
    ShowBy,
    ShowingScene,
    ShowView,
    SlotView,
    SpotOnView,
    VerdictScene,
)
from companion.rules import (
    BidMade,
    FirstOpener,
    Game,
    Phase,
    TotalBid,
    may_challenge,
    may_show,
    most_shown,
    spot_on_callers,
)
from companion.text import (
    as_sentence,
    say,
    say_all,
    say_bid,
    say_call,
    say_count,
    say_different,
    say_legal,
    say_losses,
    say_player,
)


def dice_view(table: DiceTable, around: Surroundings) -> View[DiceScene]:
    """A game of dice on its screen."""
    scene = dice_scene(table, around)
    return View(
        number=table.number,
        scene=scene,
        message=say_dice_scene(table),
        fault=table.fault,
        caption=say_title(scene),
        picture=still_picture(table, scene) or _live(table, around),
        undo_words=say_dice_undo(table),
        advice=around.advice or advice_of(table),
        book=RuleBook(table.game.ruleset),
        company=Company(table.game),
    )


def _live(table: DiceTable, around: Surroundings) -> PictureView | None:
    live = around.live if table.wants_live_picture else None
    if live is None:
        return None
    return PictureView(live, lift_marks(table, live), live=True, focus=around.place)


def dice_scene(table: DiceTable, around: Surroundings) -> DiceScene:
    """What the table's moment shows of its game."""
    game = game_view(table)
    match table.moment:
        case Moment.OPENING_ROLL:
            return OpeningRollScene(game, tuple(_rolled(table, seat) for seat in table.game.rolling))
        case Moment.BIDDING:
            return _bidding(game, table, around)
        case Moment.SHOWING:
            return ShowingScene(game, _show(table, around))
        case Moment.REVEAL:
            return RevealScene(game, lift_view(table))
        case Moment.READING:
            return ReadingScene(game)
        case Moment.CHECK:
            return _check(game, table, around)
        case Moment.VERDICT:
            return _verdict(game, table)
        case Moment.OVER:
            return _over(game, table, around)
    assert_never(table.moment)


def still_picture(table: DiceTable, scene: DiceScene) -> PictureView | None:
    """The frame that was read, in the scenes that look back at it."""
    if isinstance(scene, CheckScene | VerdictScene | OverScene):
        return read_picture(table, tones_of(table))
    return None


def say_title(scene: DiceScene) -> str:
    """The game and its round; where players are asked about dice, how many."""
    if not isinstance(scene, CheckScene):
        return say("title.round", rules=scene.game.rules_title, round=scene.game.round_number)
    if scene.show is not None:
        return say("title.show")
    left = len(scene.doubted)
    return say("title.to_look_at", count=left) if left else say("title.all_read")


def game_view(table: DiceTable) -> GameView:
    """The game on the table as every scene of it shows it."""
    game, ended = table.game, table.ended
    bid = game.bid if ended is None else ended.bid
    return GameView(
        rules_title=game.ruleset.title,
        star_face=game.ruleset.star_face,
        round_number=max(1, len(game.rounds) + (ended is None and game.winner is None)),
        seats=tuple(_seat(table, seat) for seat in range(len(game.players))),
        bid=None if bid is None else say_bid(bid, game.ruleset),
        bid_face=bid.face if isinstance(bid, BidMade) else None,
        bid_quantity=None if bid is None else bid.claim,
        bids=_bids(table),
        before=_before(table),
        banner=say_different(game) if ended is None else None,
        pots=None if game.chips is None else (game.round_pot, game.game_pot),
        shown_words=say_shown(game) if ended is None else None,
    )


def _bids(table: DiceTable) -> tuple[BidView, ...]:
    """The bids of the round, the first one first."""
    game, ended = table.game, table.ended
    count = game.bids if ended is None else ended.bids
    made = [event for event in table.record.live_events if isinstance(event, BidMade | TotalBid)]
    return tuple(
        BidView(
            bid.player,
            say_player(game.players, bid.player),
            bid.claim,
            bid.face if isinstance(bid, BidMade) else None,
        )
        for bid in made[len(made) - count :]
    )


def _before(table: DiceTable) -> str:
    """How the round before this one ended: what was counted, who lost what."""
    game = table.game
    rounds = game.rounds if table.ended is None else game.rounds[:-1]
    if not rounds:
        return ""
    return say_all(say_count(rounds[-1], game.ruleset), say_losses(rounds[-1], game.players))


def _seat(table: DiceTable, seat: int) -> SeatView:
    game, ended = table.game, table.ended
    bid = game.bid if ended is None else ended.bid
    return SeatView(
        seat=seat,
        name=say_player(game.players, seat),
        dice=game.dice[seat],
        lost=game.lost[seat],
        shown=game.shown[seat],
        to_act=ended is None and seat == game.to_act,
        bidder=bid is not None and seat == bid.player,
        out=game.dice[seat] == 0,
        chips=None if game.chips is None else game.chips[seat],
        may_challenge=table.moment is Moment.BIDDING and seat in may_challenge(game),
        lost_now=0 if ended is None else ended.losses[seat],
        left=seat in game.left,
    )


def _rolled(table: DiceTable, seat: int) -> HandView:
    face = dict(table.rolls).get(seat)
    slot = SlotView(face, Tone.DOUBTED if face is None else Tone.TAPPED, None, None)
    return HandView(seat, say_player(table.game.players, seat), 1, (slot,), None)


def _bidding(view: GameView, table: DiceTable, around: Surroundings) -> BiddingScene:
    game = table.game
    return BiddingScene(
        view,
        track=track_view(game) if has_track(game) else None,
        pad=None if has_track(game) else pad_view(game),
        legal=as_sentence(say_legal(game)),
        may_challenge=bool(may_challenge(game)),
        several_may_challenge=game.ruleset.random_challenge and game.bid is not None,
        spot_on=_spot_on(game),
        show=_show(table, around) if may_show(game) else None,
        may_peek=around.may_peek,
        may_correct=game.may_correct,
        peeking=table.peeking,
        shout=say(f"challenge.{game.ruleset.exact_call}"),
    )


def _spot_on(game: Game) -> SpotOnView | None:
    callers = spot_on_callers(game)
    call = game.ruleset.exact_call
    return SpotOnView(say(f"exact_call.{call}"), say(f"exact_call.{call}.who"), callers) if callers else None


def _show(table: DiceTable, around: Surroundings) -> ShowView:
    game = table.game
    by = ShowBy.HAND if around.camera is None else ShowBy.HOUSE if around.may_peek else ShowBy.CAMERA
    seat = show_reroll.shower(game)
    begun = table.showing
    return ShowView(
        seat=seat,
        name=say_player(game.players, seat),
        most=most_shown(game),
        by=by,
        count=begun.count,
        slid=bool(begun.slid),
        seen=show_reroll.seen_count(table),
    )


def _check(game: GameView, table: DiceTable, around: Surroundings) -> CheckScene:
    return CheckScene(
        game,
        hands=hand_views(table, tones_of(table)),
        may_accept=settled(table.hands),
        may_read_again=around.camera is not None and not table.correcting,
        may_enter_by_hand=not table.correcting and any(map(_cannot_be_right, table.hands)),
        show=_show(table, around) if table.show else None,
        called=_called(table.game) if table.game.phase is Phase.REVEAL else "",
    )


def _called(game: Game) -> str:
    return as_sentence(say_call(game.called, game.players, game.ruleset))


def _cannot_be_right(hand: Hand) -> bool:
    """Whether the eye's reading of a hand lacks a die that was shown."""
    return bool(hand.shown_missing) and any(slot.seen is not None for slot in hand.slots)


def _verdict(game: GameView, table: DiceTable) -> VerdictScene:
    hands = hand_views(table, tones_of(table))
    return VerdictScene(game, hands, verdict_view(table, hands), table.game.may_correct)


def _over(view: GameView, table: DiceTable, around: Surroundings) -> OverScene:
    game = table.game
    if game.winner is None:
        raise ValueError("a game that is over has a winner")
    by_roll = game.ruleset.first_opener is FirstOpener.ROLL
    ended = None if table.ended is None else _verdict(view, table)
    return OverScene(
        view,
        () if ended is None else ended.hands,
        None if ended is None else ended.verdict,
        winner=say_player(game.players, game.winner),
        winner_seat=game.winner,
        rematch=rematch(table.record, None if by_roll else game.winner),
        souvenir=around.page,
        may_correct=game.may_correct,
    )

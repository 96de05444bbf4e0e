"""A game of dice as its screens draw it, scene by scene: everything on them is decided here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.play.dice import show_reroll
from companion.play.dice.bid_views import has_track, pad_view, track_view
from companion.play.dice.hand_views import hand_views, read_picture, tones_of, verdict_view
from companion.play.dice.hands import Hand, settled
from companion.play.dice.lift_views import lift_view
from companion.play.dice.show_words import say_shown
from companion.play.dice.views import BidView, ShowBy, ShowView, SpotOnView
from companion.play.table import Show, Surroundings, Table, rematch
from companion.play.views import HandView, Scene, SeatView, SlotView, TableView, Tone
from companion.rules import legal
from companion.rules.events import BidMade, TotalBid
from companion.rules.game import Game
from companion.rules.ruleset import FirstOpener
from companion.text.dice import say_bid, say_count, say_different, say_legal, say_losses
from companion.text.names import say_player
from companion.text.numbers import as_sentence, say_all
from companion.text.speech import say


def game_view(view: TableView, table: Table, around: Surroundings) -> TableView:
    """A view with the game on the table, and with what its scene shows."""
    scene = _SCENES.get(table.scene)
    played = _with_game(view, table)
    return played if scene is None else scene(played, table, around)


def _with_game(view: TableView, table: Table) -> TableView:
    game, ended = table.game, table.ended
    bid = game.bid if ended is None else ended.bid
    round_number = len(game.rounds) + (ended is None)
    return replace(
        view,
        rules_title=game.ruleset.title,
        caption=say("title.round", rules=game.ruleset.title, round=round_number),
        star_face=game.ruleset.star_face,
        round_number=round_number,
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


def _bids(table: Table) -> tuple[BidView, ...]:
    """The bids of the round, the first one first."""
    game, ended = table.game, table.ended
    count = game.bids if ended is None else ended.bids
    made = [event for event in table.played.live_events if isinstance(event, BidMade | TotalBid)]
    return tuple(
        BidView(
            bid.player,
            say_player(game.players, bid.player),
            bid.claim,
            bid.face if isinstance(bid, BidMade) else None,
        )
        for bid in made[len(made) - count :]
    )


def _before(table: Table) -> str:
    """How the round before this one ended: what was counted, who lost what."""
    game = table.game
    rounds = game.rounds if table.ended is None else game.rounds[:-1]
    if not rounds:
        return ""
    return say_all(say_count(rounds[-1], game.ruleset), say_losses(rounds[-1], game.players))


def _seat(table: Table, seat: int) -> SeatView:
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
        may_challenge=table.scene is Scene.BIDDING and seat in legal.may_challenge(game),
        lost_now=0 if ended is None else ended.losses[seat],
    )


def _opening_roll(view: TableView, table: Table, around: Surroundings) -> TableView:
    return replace(view, hands=tuple(_rolled(table, seat) for seat in table.game.rolling))


def _rolled(table: Table, seat: int) -> HandView:
    face = dict(table.rolls).get(seat)
    slot = SlotView(face, Tone.DOUBTED if face is None else Tone.TAPPED, None, None)
    return HandView(seat, say_player(table.game.players, seat), 1, (slot,), None)


def _bidding(view: TableView, table: Table, around: Surroundings) -> TableView:
    game = table.game
    return replace(
        view,
        track=track_view(game) if has_track(game) else None,
        pad=None if has_track(game) else pad_view(game),
        legal=as_sentence(say_legal(game)),
        may_challenge=bool(legal.may_challenge(game)),
        several_may_challenge=game.ruleset.random_challenge and game.bid is not None,
        spot_on=_spot_on(game),
        show=_show(table, around) if legal.may_show(game) else None,
        may_peek=around.may_peek,
        may_correct=game.may_correct,
    )


def _spot_on(game: Game) -> SpotOnView | None:
    callers = legal.spot_on_callers(game)
    call = game.ruleset.exact_call
    return SpotOnView(say(f"exact_call.{call}"), say(f"exact_call.{call}.who"), callers) if callers else None


def _show(table: Table, around: Surroundings) -> ShowView:
    game = table.game
    by = ShowBy.HAND if around.camera is None else ShowBy.HOUSE if around.may_peek else ShowBy.CAMERA
    seat = show_reroll.shower(game)
    begun = table.show or Show(0)
    return ShowView(
        seat=seat,
        name=say_player(game.players, seat),
        most=legal.most_shown(game),
        by=by,
        count=begun.count,
        slid=bool(begun.slid),
        seen=show_reroll.seen_count(table),
    )


def _reveal(view: TableView, table: Table, around: Surroundings) -> TableView:
    return replace(view, lift=lift_view(table))


def _showing(view: TableView, table: Table, around: Surroundings) -> TableView:
    return replace(view, show=_show(table, around))


def _check(view: TableView, table: Table, around: Surroundings) -> TableView:
    tones = tones_of(table)
    asked = replace(view, hands=hand_views(table, tones))
    left = len(asked.doubted)
    looked_at = say("title.to_look_at", count=left) if left else say("title.all_read")
    return replace(
        asked,
        caption=say("title.show") if table.show else looked_at,
        picture=read_picture(table, tones),
        may_accept=settled(table.hands),
        may_read_again=around.camera is not None and not table.correcting,
        may_enter_by_hand=not table.correcting and any(map(_cannot_be_right, table.hands)),
        show=_show(table, around) if table.show else None,
    )


def _cannot_be_right(hand: Hand) -> bool:
    """Whether the eye's reading of a hand lacks a die that was shown."""
    return bool(hand.shown_missing) and any(slot.seen is not None for slot in hand.slots)


def _verdict(view: TableView, table: Table, around: Surroundings) -> TableView:
    tones = tones_of(table)
    hands = hand_views(table, tones)
    return replace(
        view,
        hands=hands,
        picture=read_picture(table, tones),
        verdict=verdict_view(table, hands),
        may_correct=table.game.may_correct,
    )


def _over(view: TableView, table: Table, around: Surroundings) -> TableView:
    game, verdict = table.game, _verdict(view, table, around)
    if game.winner is None:
        return verdict
    by_roll = game.ruleset.first_opener is FirstOpener.ROLL
    again = rematch(table.played, None if by_roll else game.winner)
    winner = say_player(game.players, game.winner)
    return replace(verdict, winner=winner, winner_seat=game.winner, rematch=again, souvenir=around.page)


_SCENES: dict[Scene, Callable[[TableView, Table, Surroundings], TableView]] = {
    Scene.OPENING_ROLL: _opening_roll,
    Scene.BIDDING: _bidding,
    Scene.SHOWING: _showing,
    Scene.REVEAL: _reveal,
    Scene.CHECK: _check,
    Scene.VERDICT: _verdict,
    Scene.OVER: _over,
}

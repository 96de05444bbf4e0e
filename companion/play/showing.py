"""The screen's view of the table: everything it draws, decided here, for one moment."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.frame import Frame
from companion.play.advice.advice import advice_of
from companion.play.cards.card_table import CardTable
from companion.play.cards.showing import card_table_view, coarse
from companion.play.dice import show_reroll
from companion.play.dice.bid_views import has_track, pad_view, track_view
from companion.play.dice.hand_views import hand_views, read_picture, tones_of, verdict_view
from companion.play.dice.hands import Hand, settled
from companion.play.dice.lift_views import lift_marks, lift_view
from companion.play.dice.show_words import say_shown
from companion.play.first_screen import welcome_view
from companion.play.house_rules.mix_views import mix_view
from companion.play.sentences import say_scene, say_undo
from companion.play.setup.pages import calibration_picture, calibration_view
from companion.play.table import Show, Table
from companion.play.views import (
    AdviceView,
    HandView,
    PictureView,
    RematchView,
    Scene,
    SeatView,
    ShowBy,
    ShowView,
    SlotView,
    TableView,
    Tone,
)
from companion.reading import Box
from companion.rules import legal
from companion.rules.events import BidMade
from companion.rules.game import Game
from companion.rules.ruleset import FirstOpener
from companion.text.dice import say_bid, say_face, say_player
from companion.text.speech import say


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the house has round the table: a camera's name, cups to peek under, the newest picture.

    ``place`` is the part of the picture in which the dice of the seat that peeks lie. ``may_set_up``: its
    table can be set up for the camera. ``advice`` is what was noticed about the table's place. ``card_eye``:
    cards can be read. ``mark`` says of what kind the table is, all the time while a game is played.
    """

    camera: str | None = None
    may_peek: bool = False
    live: Frame | None = None
    place: Box | None = None
    may_set_up: bool = False
    advice: AdviceView | None = None
    card_eye: bool = False
    mark: str | None = None


LOOKING_SCENES = (Scene.CARD_LOOK, Scene.CARD_READING)
"""Where cards are about to lie open: the picture is too coarse there to read a card by."""
LIVE_SCENES = (Scene.OPENING_ROLL, Scene.SHOWING, Scene.REVEAL, Scene.READING, *LOOKING_SCENES)
"""Where dice lie, or are about to lie, open on the table, or cards."""


def wants_live_picture(table: Table) -> bool:
    """Whether this scene shows what the camera sees now."""
    return table.scene in LIVE_SCENES or table.peeking is not None


def view_of(table: Table, around: Surroundings) -> TableView:
    """The view of this table."""
    undo = say_undo(table)
    view = TableView(
        number=table.number,
        scene=table.scene,
        message=say_scene(table),
        fault=table.fault,
        picture=_live(table, around),
        may_undo=undo is not None,
        undo_words=undo,
        has_camera=around.camera is not None,
        peeking=table.peeking,
        mark=None if table.record is None and table.cards is None else around.mark,
    )
    if table.cards is not None:
        return _with_match(view, table.cards, around)
    if table.draft is not None:
        return replace(view, mix=mix_view(table.draft))
    if table.calibration is not None:
        page = calibration_view(table.calibration)
        return replace(view, calibration=page, picture=calibration_picture(table.calibration))
    if table.record is None:
        offered = welcome_view(table.saved, table.kept, around.camera, table.picked)
        return replace(view, welcome=replace(offered, may_set_up=around.may_set_up))
    played = replace(view, **_game_fields(table), **_SCENES.get(table.scene, _nothing)(table, around))
    return played if around.advice is None else replace(played, advice=around.advice)


def _with_match(view: TableView, cards: CardTable, around: Surroundings) -> TableView:
    match = cards.match
    drawn = card_table_view(cards, view.number, around.card_eye)
    shown = replace(view, rules_title=match.ruleset.title, cards=drawn)
    if match.winner is None:
        return shown
    begun = cards.record.live_events[0]
    again = RematchView(begun.rules, begun.players, begun.options, None)
    return replace(shown, winner=say_player(match.players, match.winner), rematch=again)


def _live(table: Table, around: Surroundings) -> PictureView | None:
    if around.live is None or not wants_live_picture(table):
        return None
    frame = coarse(around.live) if table.scene in LOOKING_SCENES else around.live
    return PictureView(frame, lift_marks(table, frame), live=True, focus=around.place)


Fields = dict[str, object]
"""Some of a TableView's fields by name."""


def _game_fields(table: Table) -> Fields:
    game, ended = table.game, table.ended
    bid = game.bid if ended is None else ended.bid
    return {
        "rules_title": game.ruleset.title,
        "has_stars": game.ruleset.has_stars,
        "round_number": len(game.rounds) + (ended is None),
        "seats": tuple(_seat(table, seat) for seat in range(len(game.players))),
        "bid": None if bid is None else say_bid(bid, game.ruleset),
        "bid_face": bid.face if isinstance(bid, BidMade) else None,
        "bid_quantity": None if bid is None else bid.claim,
        "banner": _banner(game) if ended is None else None,
        "pots": None if game.chips is None else (game.round_pot, game.game_pot),
        "shown_words": say_shown(game) if ended is None else None,
        "advice": advice_of(table),
    }


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


def _banner(game: Game) -> str | None:
    """What is different in this round."""
    if game.tie_breaker:
        return say("banner.tie_breaker")
    if not game.palafico or game.opener is None:
        return None
    owner = say_player(game.players, game.opener)
    if game.bid is None:
        return say("banner.palafico_opens", player=owner)
    return say("banner.palafico", player=owner, faces=say_face(game.bid.face, game.ruleset))


def _nothing(table: Table, around: Surroundings) -> Fields:
    return {}


def _opening_roll(table: Table, around: Surroundings) -> Fields:
    return {"hands": tuple(_rolled(table, seat) for seat in table.game.rolling)}


def _rolled(table: Table, seat: int) -> HandView:
    face = dict(table.rolls).get(seat)
    slot = SlotView(face, Tone.DOUBTED if face is None else Tone.TAPPED, None, None)
    return HandView(seat, say_player(table.game.players, seat), 1, (slot,), None)


def _bidding(table: Table, around: Surroundings) -> Fields:
    game = table.game
    return {
        "track": track_view(game) if has_track(game) else None,
        "pad": None if has_track(game) else pad_view(game),
        "may_challenge": bool(legal.may_challenge(game)),
        "several_may_challenge": game.ruleset.random_challenge and game.bid is not None,
        "may_spot_on": legal.may_spot_on(game),
        "show": _show(table, around) if legal.may_show(game) else None,
        "may_peek": around.may_peek,
        "may_correct": game.may_correct,
    }


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


def _reveal(table: Table, around: Surroundings) -> Fields:
    return {"lift": lift_view(table)}


def _showing(table: Table, around: Surroundings) -> Fields:
    return {"show": _show(table, around)}


def _check(table: Table, around: Surroundings) -> Fields:
    tones = tones_of(table)
    return {
        "hands": hand_views(table, tones),
        "picture": read_picture(table, tones),
        "may_accept": settled(table.hands),
        "may_read_again": around.camera is not None and not table.correcting,
        "may_enter_by_hand": not table.correcting and any(map(_cannot_be_right, table.hands)),
        "show": _show(table, around) if table.show else None,
    }


def _cannot_be_right(hand: Hand) -> bool:
    """Whether the eye's reading of a hand lacks a die that was shown."""
    return bool(hand.shown_missing) and any(slot.seen is not None for slot in hand.slots)


def _verdict(table: Table, around: Surroundings) -> Fields:
    tones = tones_of(table)
    hands = hand_views(table, tones)
    return {
        "hands": hands,
        "picture": read_picture(table, tones),
        "verdict": verdict_view(table, hands),
        "may_correct": table.game.may_correct,
    }


def _over(table: Table, around: Surroundings) -> Fields:
    return {
        **_verdict(table, around),
        "winner": say_player(table.game.players, table.game.winner),
        "rematch": _rematch(table),
    }


def _rematch(table: Table) -> RematchView:
    begun, opener = table.record.live_events[0], table.game.winner
    by_roll = table.game.ruleset.first_opener is FirstOpener.ROLL
    return RematchView(begun.rules, begun.players, begun.options, None if by_roll else opener)


_SCENES = {
    Scene.OPENING_ROLL: _opening_roll,
    Scene.BIDDING: _bidding,
    Scene.SHOWING: _showing,
    Scene.REVEAL: _reveal,
    Scene.CHECK: _check,
    Scene.VERDICT: _verdict,
    Scene.OVER: _over,
}

"""What README and docs show of the touchscreen: each picture's scenes, and a challenge as a film."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import cv2
import numpy as np
from kivy.core.window import WindowBase

from companion.core.frame import Frame
from companion.core.panel import Lamp, PanelLights
from companion.play.base.commands import CallChallenge
from companion.play.base.views import PictureView
from companion.play.modes.dice.sentences import say_rolled
from companion.play.modes.dice.views import ReadingScene
from companion.play.views import TableView
from companion.rules import BidMade, Challenged, CupsRevealed, Dice
from companion.simulator import SimulatedTable
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.stage import Stage
from tests.draw_pictures import unlike
from tests.made_views import changed
from tests.ui import calibration_samples as calibration
from tests.ui import card_samples
from tests.ui import sample_games as games
from tests.ui import sample_views as views
from tests.ui.fingers import TouchedTable, draw_frames
from tests.ui.sample_scene import SampleScene, of_each_hand
from tests.ui.test_desk_panel import Desk

WIDE = 800
NAMES = ("Ada", "Ben", "Cleo")
STEPS = 8
"""Frames drawn for one that is kept."""
FILM_ALIKE = 36.0
"""Grey levels: a film is packed tighter than a picture; another face or number is over 60."""
_SMALL = 560
"""Pixels: enough for a page of several pictures."""


def _thrown() -> tuple[tuple[Dice, ...], Frame, games.Seen]:
    """What lies under three cups at a simulated table, the cups on it, and the dice without them."""
    now = count(10**10, 10**9)
    table = SimulatedTable(3, 3, clock=lambda: next(now))
    table.deal((5, 5, 5), (), 3)
    covered = table.latest()
    table.lift()
    dice = sorted(table.dice_in_view(), key=lambda die: (die.seat, die.face))
    boxes = [[die.box for die in dice if die.seat == seat] for seat in range(len(NAMES))]
    return table.truth(), covered, (table.latest(), boxes)


_HANDS, _COVERED, _SEEN = _thrown()
_FACE = max(range(2, 7), key=lambda face: games.matching(_HANDS, face))
_BEGUN = games.begun(NAMES)
_BIDS = BidMade(0, 4, 2), BidMade(1, games.matching(_HANDS, _FACE) + 1, _FACE)
_CALLED = Challenged(2)


def _bid(count: int) -> TableView:
    return games.shown(games.going_on(_BEGUN, *_BIDS[:count]))


def _lifted() -> TableView:
    around = replace(games.AT_THE_SIMULATED_TABLE, live=_COVERED)
    return games.shown(games.going_on(_BEGUN, *_BIDS, _CALLED), around)


def _read() -> TableView:
    read = changed(_lifted(), scene=ReadingScene, picture=PictureView(_SEEN[0], (), True))
    return replace(read, message=say("scene.reading"))


def _judged() -> TableView:
    return games.told(True, _BEGUN, *_BIDS, _CALLED, CupsRevealed(_HANDS), seen=_SEEN)


def _call(stage: Stage) -> None:
    stage.answer(CallChallenge(stage.view.number, (2,)))


FILM = (
    (SampleScene("opening", _bid(0)), 0.8),
    (SampleScene("first_bid", _bid(1)), 1.6),
    (SampleScene("bidding", _bid(2)), 1.6),
    (SampleScene("shout", _bid(2), _call), 0.25),
    (SampleScene("lifted", _lifted()), 2.8),
    (SampleScene("reading", _read()), 0.8),
    (SampleScene("verdict", _judged()), 7.0),
)
"""A challenge, and for how many seconds each of its scenes is shown."""


def _owing() -> TableView:
    owes = say("owing.owes", player="Ben", dice=say("owing.dice", count=1), count=1)
    return views.advised(views.bidding(NAMES, bid=None), owes)


def _kept() -> TableView:
    kept = say("unpaid.still_has", player="Ben", count=1)
    told = of_each_hand(views.check(NAMES, {}), lambda each: {"expected": 4} if each.seat == 1 else {})
    return views.advised(told, kept)


def _rolled() -> TableView:
    """One die of each player is read; the second's is the highest."""
    rolled = {seat: hand[0] for seat, hand in enumerate(games.dealt(NAMES, 1))}
    told = views.check(NAMES, {}, dice=1, may_accept=True)
    return replace(told, message=say_rolled(games.going_on(_BEGUN).game, rolled))


def _scenes() -> dict[str, tuple[int, tuple[SampleScene, ...]]]:
    cards = dict((*card_samples.card_views(), *card_samples.eye_views()))
    set_up = (
        calibration.page(calibration.surveyed(calibration.board(5))),
        calibration.page(calibration.surveyed(calibration.touched(4))),
        calibration.page(calibration.surveyed(calibration.with_areas())),
        calibration.light(*calibration.GOOD),
    )
    one = {
        "bidding": (WIDE, _bid(2)),
        "verdict": (WIDE, _judged()),
        "check": (WIDE, views.check()),
        "cards_table": (_SMALL, cards["cards_obtain_melds"]),
        "cards_liar": (_SMALL, cards["cards_liar"]),
        "cards_meld": (_SMALL, cards["cards_meld"]),
        "cards_read": (_SMALL, cards["cards_read"]),
        "watch_owes": (_SMALL, _owing()),
        "watch_kept": (_SMALL, _kept()),
        "watch_roll": (_SMALL, _rolled()),
        "light": (WIDE, calibration.spoiled()),
    }
    shown = {name: (wide, (SampleScene(name, view),)) for name, (wide, view) in one.items()}
    return shown | {"set_up": (WIDE, tuple(SampleScene("set_up", view) for view in set_up))}


SCENES = _scenes()
"""By the picture's name: how wide it is, and what is on it; four scenes lie two by two."""


def drawn(name: str) -> np.ndarray:
    """BGR: a picture's scenes as they stand."""
    if name == "panel":
        return narrowed(_panel(), _SMALL)
    wide, scenes = SCENES[name]
    shots = [still(each) for each in scenes]
    if len(shots) > 1:
        rows = [np.hstack(shots[at : at + 2]) for at in range(0, len(shots), 2)]
        shots = [np.vstack(rows)]
    return narrowed(shots[0], wide)


def _panel() -> np.ndarray:
    """The desk panel under a bid: together they are taller than the window."""
    desk = Desk()
    try:
        desk.panel.show(PanelLights((Lamp.OFF, Lamp.TURN), ring=True))
        draw_frames()
        drawn = desk.root.export_as_image().texture
        rgba = np.frombuffer(drawn.pixels, np.uint8).reshape(drawn.height, drawn.width, 4)
        return np.ascontiguousarray(rgba[..., 2::-1])
    finally:
        desk.close()


def narrowed(shot: np.ndarray, wide: int) -> np.ndarray:
    """The same picture, so many pixels wide."""
    high = round(shot.shape[0] * wide / shot.shape[1])
    return cv2.resize(shot, (wide, high), interpolation=cv2.INTER_AREA)


def still(scene: SampleScene) -> np.ndarray:
    """BGR of the window with this scene, in which nothing moves."""
    THEME.motion = 0.0
    table = TouchedTable(800, 480)
    try:
        table.show(scene.view)
        if scene.then is not None:
            scene.then(table.stage)
            draw_frames()
        return window_of_now(table.window)
    finally:
        table.close()


def window_of_now(window: WindowBase) -> np.ndarray:
    """BGR of what the window shows."""
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    window.dispatch("on_draw")
    wide, high = window.size
    raw = glReadPixels(0, 0, wide, high, GL_RGB, GL_UNSIGNED_BYTE)
    return np.frombuffer(raw, np.uint8).reshape(high, wide, 3)[::-1, :, ::-1]


def missing_in(frames: list[np.ndarray]) -> list[str]:
    """The scenes of the challenge that stand in none of a film's pictures; the light of one never stands."""
    wide = frames[0].shape[1]
    stand = {scene.name: narrowed(still(scene), wide) for scene, _ in FILM if scene.name != "reading"}
    return [name for name, shown in stand.items() if min(unlike(each, shown) for each in frames) > FILM_ALIKE]


def filmed(frame_s: float) -> Iterator[np.ndarray]:
    """BGR: the challenge as it moves, a picture every so many seconds of a made clock."""
    from kivy.base import EventLoop
    from kivy.clock import Clock

    kept, now = (Clock.time, Clock._max_fps, THEME.motion), Clock.time()
    Clock.time, Clock._max_fps, THEME.motion = (lambda: now), 0, 1.0
    table = TouchedTable(800, 480)
    try:
        for number, (scene, seconds) in enumerate(FILM, start=1):
            if scene.then is None:
                table.stage.show(replace(scene.view, number=number))
            else:
                scene.then(table.stage)
            for _ in range(round(seconds / frame_s)):
                for _ in range(STEPS):
                    now += frame_s / STEPS
                    EventLoop.idle()
                yield window_of_now(table.window)
    finally:
        Clock.time, Clock._max_fps, THEME.motion = kept
        table.close()

"""No picture of cards is kept once their scene is over."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable

import pytest

from companion.core.frame import Frame
from companion.play.modes.cards.state import LookStage, Purpose
from companion.play.modes.cards.views import CardReadScene
from companion.play.views import TableView
from tests.ui import card_samples as samples
from tests.ui.fingers import TouchedTable, draw_frames


def offered() -> TableView:
    return samples.read(turning(), Purpose.SHOW, samples.TURNED)


def looked_at() -> TableView:
    return samples.before_camera(turning(), Purpose.SHOW, LookStage.AIMING, samples.TURNED)


def turning() -> object:
    return samples.match(samples.THREE, *samples.LAID[:4], *samples.quest_of(1))


def frame_of(view: TableView) -> Frame:
    """The one frame that the view holds."""
    if view.picture is not None:
        return view.picture.frame
    part = view.scene.offer if isinstance(view.scene, CardReadScene) else view.scene.sheet.doubt
    return part.crop.frame


@pytest.mark.slow
@pytest.mark.parametrize("scene", [samples.doubted, offered, looked_at])
def test_a_scene_of_cards_that_is_over_keeps_no_picture(
    open_table: Callable[..., TouchedTable], scene: Callable[[], TableView]
) -> None:
    table = open_table()
    view = scene()
    kept = weakref.ref(frame_of(view).pixels)
    table.show(view)
    del view
    assert kept() is not None
    table.show(samples.shown(samples.match(samples.THREE)))
    draw_frames()
    gc.collect()
    assert kept() is None

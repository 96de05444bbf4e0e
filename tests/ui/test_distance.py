"""Read from two metres on the official 7-inch display: how high capitals are drawn, in millimetres."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from fingers import TouchedTable, draw_frames
from kivy.core.text import Label as Letters
from kivy.uix.label import Label
from scenes import SampleScene, sample_scenes

from companion.play.views import Scene
from companion.ui.widgets.words import Words

pytestmark = pytest.mark.slow

MM_A_PIXEL = 0.19
"""The official 7-inch display: 800 × 480 pixels on 154 × 86 mm."""
LEAST_CAPITALS_MM = 8.0

Opened = Callable[..., TouchedTable]


def capitals_mm(words: Label) -> float:
    """How high this label's capitals are: rows with ink of an H in its letters."""
    letters = Letters(text="H", font_size=words.font_size, font_name=words.font_name, bold=words.bold)
    letters.refresh()
    width, height = letters.texture.size
    alpha = np.frombuffer(letters.texture.pixels, np.uint8).reshape(height, width, 4)[:, :, 3]
    return float((alpha.max(axis=1) > 127).sum()) * MM_A_PIXEL


def read_from_afar(table: TouchedTable) -> dict[str, Words]:
    """What must be read from two metres on the screen as it is."""
    screen, view = table.stage.screen, table.stage.view
    if view.scene is Scene.VERDICT:
        stamp = screen.ids.stamp
        return {"verdict": next(each for each in stamp.walk(restrict=True) if isinstance(each, Words))}
    panel = screen.panel.ids
    return {"turn": panel.turn} | ({"bid": panel.number} if view.bid else {})


FAR = [
    scene
    for scene in sample_scenes()
    if scene.view.scene is Scene.VERDICT or (scene.view.scene is Scene.BIDDING and scene.then is None)
]


@pytest.mark.parametrize("scene", FAR, ids=lambda scene: scene.name)
def test_turn_bid_and_verdict_have_capitals_of_eight_millimetres(
    scene: SampleScene, kept_table: Callable[..., TouchedTable]
) -> None:
    table = kept_table(800, 480)
    table.show(scene.view)
    draw_frames()
    low = {what: capitals_mm(words) for what, words in read_from_afar(table).items()}
    assert low
    assert {what: mm for what, mm in low.items() if mm < LEAST_CAPITALS_MM} == {}

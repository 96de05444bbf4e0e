"""Read from two metres on the official 7-inch display: how high capitals are drawn, in millimetres.

Nothing that matters is in letters under 18 px there; what may be smaller stands in ``SMALLER``, each for a
reason.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from fingers import TouchedTable, draw_frames, parents, shown
from kivy.core.text import Label as Letters
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from scenes import SampleScene, sample_scenes

from companion.play.views import Scene
from companion.ui.widgets.words import Words

pytestmark = pytest.mark.slow

MM_A_PIXEL = 0.19
"""The official 7-inch display: 800 × 480 pixels on 154 × 86 mm."""
LEAST_CAPITALS_MM = 8.0

LEAST_PX = 18

_LAYOUTS = (BoxLayout, FloatLayout, GridLayout)
SMALLER = {
    "Header.caption": (15, "which game and which round: nothing is decided by it"),
    "Header.mark": (12, "what kind of table it is, all through a game"),
    "Target.notice": (15, "a long fault: a touch shows it large"),
    "Header.message": (17, "what may be done after a card was won: three lines"),
    "SeatPlate": (13, "a long name beside chips or shown dice; who is on turn stands large in the middle"),
    "HandCard": (15, "what is wrong with a hand: the header says it, too"),
    "CardSeatPlate": (13, "fourteen players at cards"),
    "CountMark": (11, "fourteen players at cards"),
    "Key.words": (14, "fourteen names to choose from"),
    "GameCard": (15, "a long title of own rules"),
    "ChoiceKey": (16, "of which rules own ones begin: three lines"),
    "Surface": (17, "why cards are no meld: the longest sentence"),
    "FaceColumn": (17, "how many dice show a face or more: six sums side by side"),
    "CardDoubtRow": (16, "which card of a meld is asked about; the card stands beside it"),
    "GameLine": (15, "six long names of a kept game: read from where it is touched"),
    "PicturePage": (13, "setting a table up: read from where it is touched"),
}
"""What may be smaller by the widget it stands in: least pixels at 800 × 480, and why."""


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
    if scene.view.coach is None
    and (scene.view.scene is Scene.VERDICT or (scene.view.scene is Scene.BIDDING and scene.then is None))
]
"""The first game is played by one person, who sits at the screen."""


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


def place_of(words: Label) -> str:
    """The widget of ours that these words stand in, and their name there where they have one."""
    around = [each for each in parents(words) if each is not words]
    names = [name for each in around for name, child in each.ids.items() if child.__self__ is words]
    owner = next(each for each in around if type(each) not in _LAYOUTS)
    return ".".join((type(owner).__name__, *names[:1]))


@pytest.mark.parametrize("scene", sample_scenes(), ids=lambda scene: scene.name)
def test_what_matters_is_not_in_small_letters(
    scene: SampleScene, kept_table: Callable[..., TouchedTable]
) -> None:
    table = kept_table(800, 480)
    table.show(scene.view)
    if scene.then is not None:
        scene.then(table.stage)
    draw_frames()
    labels = [each for each in table.stage.walk(restrict=True) if isinstance(each, Label) and each.text]
    small = [each for each in labels if shown(each) and each.font_size < LEAST_PX]
    wrong = [
        (place_of(each), each.font_size, each.text)
        for each in small
        if each.font_size < SMALLER.get(place_of(each), (LEAST_PX, ""))[0]
    ]
    assert wrong == []

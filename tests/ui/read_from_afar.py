"""Read from two metres on the official 7-inch display: how high capitals are drawn, in millimetres.

Nothing that matters is in letters under 18 px there; what may be smaller stands in ``SMALLER``, each for a
reason.
"""

from __future__ import annotations

import numpy as np
from kivy.core.text import Label as Letters
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label

from companion.play.modes.dice.views import BiddingScene, VerdictScene
from companion.ui.widgets.box import BoxLayout
from companion.ui.widgets.words import Words
from tests.ui.fingers import TouchedTable, parents
from tests.ui.sample_scene import SampleScene

DISPLAY = (800, 480)
"""Pixels of the official 7-inch display, 154 × 86 mm."""
MM_A_PIXEL = 0.19
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
    "BidColumn": (15, "how often a face was bid, from a thousand on: the bars say it, too"),
    "CardDoubtRow": (16, "which card of a meld is asked about; the card stands beside it"),
    "GameLine": (15, "six long names of a kept game: read from where it is touched"),
}
"""What may be smaller by the widget it stands in: least pixels at 800 × 480, and why."""


def capitals_mm(words: Label) -> float:
    """How high this label's capitals are: rows with ink of an H in its letters."""
    letters = Letters(text="H", font_size=words.font_size, font_name=words.font_name, bold=words.bold)
    letters.refresh()
    width, height = letters.texture.size
    alpha = np.frombuffer(letters.texture.pixels, np.uint8).reshape(height, width, 4)[:, :, 3]
    return float((alpha.max(axis=1) > 127).sum()) * MM_A_PIXEL


def is_read_from_afar(scene: SampleScene) -> bool:
    """Whether turn, bid or verdict is to be read there. The first game is played by one, who sits near."""
    bids = scene.view.kind is BiddingScene and scene.then is None
    return scene.view.coach is None and (bids or scene.view.kind is VerdictScene)


def read_from_afar(table: TouchedTable) -> dict[str, Words]:
    """What must be read from two metres on the screen as it is."""
    screen, view = table.stage.screen, table.stage.view
    if view.kind is VerdictScene:
        stamp = screen.ids.stamp
        return {"verdict": next(each for each in stamp.walk(restrict=True) if isinstance(each, Words))}
    panel = screen.panel.ids
    return {"turn": panel.turn} | ({"bid": panel.number} if view.of(BiddingScene).scene.game.bid else {})


def low_capitals(table: TouchedTable) -> dict[str, float]:
    """What must be read from two metres and has capitals lower than 8 mm, and how high they are."""
    there = read_from_afar(table)
    assert there, "nothing to read"
    high = {what: capitals_mm(words) for what, words in there.items()}
    return {what: mm for what, mm in high.items() if mm < LEAST_CAPITALS_MM}


def place_of(words: Label) -> str:
    """The widget of ours that these words stand in, and their name there where they have one."""
    around = [each for each in parents(words) if each is not words]
    names = [name for each in around for name, child in each.ids.items() if child.__self__ is words]
    owner = next(each for each in around if type(each) not in _LAYOUTS)
    return ".".join((type(owner).__name__, *names[:1]))


def too_small_letters(labels: list[Label]) -> list[tuple[str, float, str]]:
    """Where letters are smaller than they may be there, how small, and what they say."""
    small = [(place_of(each), each.font_size, each.text) for each in labels if each.font_size < LEAST_PX]
    return [each for each in small if each[1] < SMALLER.get(each[0], (LEAST_PX, ""))[0]]

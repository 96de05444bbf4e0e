"""Names of sixteen letters at a table of twelve: cut after a whole letter on plates, whole where large."""

from __future__ import annotations

import re

import pytest
from kivy.factory import Factory
from kivy.graphics import Rectangle

from companion.core.lettering import letters_of
from companion.rules import RH, BidMade, Challenged, CupsRevealed, Event, GameBegun
from companion.text import use_language
from companion.ui.art.dice import MARGIN
from companion.ui.widgets.dice_row import DiceRow, SmallDie
from companion.ui.widgets.name_sheet import LONGEST_NAME
from companion.ui.widgets.words import ELLIPSIS, Words, written_width
from tests.ui import sample_games as games
from tests.ui.fingers import Opened, TouchedTable, box_of, draw_frames, shown
from tests.ui.perudo_scenes import perudo_scenes
from tests.ui.roster_scenes import played_before, seats_of
from tests.ui.sample_parts import TEN_NAMES
from tests.ui.twelve_scenes import RH_CHOICE

pytestmark = pytest.mark.slow

LETTER = "q\N{COMBINING DIAERESIS}"
"""There is no single sign for it."""
NAMES = (
    "Maximiliane-Luis", "Bartholomew Alex", "Anne-Catherine W", "Christopher Quin",
    "Wilhelmina Agnes", "Noëmi-Zoë-Aimée", "Friedrich-Wilhel", "Mary-Jane-Waters",
    "Hermengard Mohme", "Emmanuel Magnusm", "W" * LONGEST_NAME, "Magdalena-Johann",
)  # fmt: skip
SIZES = ((800, 480), (480, 800))
ROUND_END_PX = 4
LEAST_LETTERS, LEAST_PX = 4, 10
"""What is left of a name at least, beside the signs of a plate."""


def _twelve(*events: Event) -> tuple[Event, ...]:
    return GameBegun(RH.name, NAMES, (), 10), BidMade(10, 14, 4), *events


def names_on(table: TouchedTable) -> list[Words]:
    """Everything on the screen that says a name and nothing else."""
    every = (each for each in table.stage.screen.walk(restrict=True) if isinstance(each, Words))
    return [each for each in every if shown(each) and each.said in NAMES]


def check_cuts(words: list[Words]) -> None:
    for each in words:
        left, low, right, top = box_of(each)
        assert each.texture.width <= right - left + 1, each.said
        assert each.texture.height <= top - low + 1, each.said
        if each.text == each.said:
            continue
        assert each.text.endswith(ELLIPSIS), each.text
        kept = letters_of(each.text.removesuffix(ELLIPSIS))
        assert kept == letters_of(each.said)[: len(kept)], each.text
        assert len(kept) >= LEAST_LETTERS, each.text
        assert each.font_size >= LEAST_PX, each.text
        assert each.text[-2] not in " -'", "no ellipsis after what ends nothing"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_plates_cut_names_after_a_whole_letter_and_the_large_name_is_whole(
    size: tuple[int, int], kept_table: Opened
) -> None:
    table = kept_table(*size)
    table.show(games.shown(games.going_on(*_twelve())))
    words = names_on(table)
    assert {each.said for each in words} == set(NAMES)
    check_cuts(words)
    assert any(each.text != each.said for each in words), "twelve plates have no room for such names"
    turn = table.stage.screen.panel.ids.turn
    assert (turn.said, turn.text) == (NAMES[11], NAMES[11])
    *plates, largest = sorted(each.font_size for each in words)
    assert plates[-1] < largest == turn.font_size


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_hands_of_a_verdict_and_seats_do_so_too(size: tuple[int, int], kept_table: Opened) -> None:
    hands = tuple(tuple((seat + die) % 6 + 1 for die in range(6)) for seat in range(12))
    table = kept_table(*size)
    table.show(games.told(True, *_twelve(Challenged(11), CupsRevealed(hands))))
    words = names_on(table)
    assert {each.said for each in words} == set(NAMES)
    check_cuts(words)
    table.show(played_before(NAMES))
    seats_of(RH_CHOICE)(table.stage)
    draw_frames()
    words = names_on(table)
    assert {each.said for each in words} == set(NAMES)
    check_cuts(words)


@pytest.mark.parametrize("name", ["Maximiliane Alexandrina von Hohenzollern", NAMES[3], "W" * LONGEST_NAME])
def test_a_key_keeps_what_a_long_name_may_do(kept_table: Opened, name: str) -> None:
    table = kept_table()
    table.show(games.shown(games.going_on(games.begun((name, "Bob")), BidMade(0, 4, 5))))
    (words,) = (each for each in table.stage.screen.walk() if getattr(each, "cut_first", ""))
    assert words.said.startswith(name)
    assert words.text.endswith(" puts dice out")
    assert words.text[:4] == name[:4]
    assert words.texture.height <= words.height + 1


@pytest.mark.parametrize(
    ("language", "end"),
    [("en", ": beat five 5s, or challenge."), ("fr", "\u00a0: cinq 5. Monter ou douter\u00a0?")],
)
def test_a_name_wider_than_the_header_leaves_the_end_of_its_sentence(
    kept_table: Opened, language: str, end: str
) -> None:
    use_language(language)
    name, table = "W" * 34, kept_table(480, 800)
    table.show(games.shown(games.going_on(games.begun((name, "Bob")), BidMade(0, 4, 5), BidMade(1, 5, 5))))
    message = table.stage.header.ids.message
    assert message.text.startswith(name[:4])
    assert message.text.endswith(ELLIPSIS + end)
    assert message.texture.width <= message.width + 1


def test_on_a_square_display_names_are_whole_beside_the_dice_of_an_opening_roll(kept_table: Opened) -> None:
    (scene,) = (each for each in perudo_scenes() if each.name == "perudo_roll")
    table = kept_table(720, 720).show(scene.view)
    words = [each for each in table.stage.screen.walk() if isinstance(each, Words) and each.said in TEN_NAMES]
    assert [each.text for each in words] == [*TEN_NAMES]


@pytest.mark.parametrize("width", range(40, 200, 7))
def test_no_accent_is_cut_off_its_letter(width: int, kept_table: Opened) -> None:
    kept_table()
    words = Words(text=LETTER * 16, smallest=18, largest=18, most_lines=1)
    words.size = width, 40
    draw_frames()
    kept = re.sub(r"\[[^]]*]", "", words.text).removesuffix(ELLIPSIS)  # without the marks of fonts
    assert kept == LETTER * (len(kept) // 2)
    assert words.said == LETTER * 16


@pytest.mark.parametrize("count", [5, 10])
@pytest.mark.parametrize("wide", [40, 60, 90])
def test_a_number_in_place_of_dice_keeps_off_the_name_beside_it(count: int, wide: int) -> None:
    row = DiceRow(size=(wide, 25), most=22, align="right", x=100)
    row.show((SmallDie(),) * count, "yellow", 1)
    row._draw()
    drawn = [each for each in row._group.children if isinstance(each, Rectangle)]
    assert min(each.pos[0] for each in drawn) >= row.x - 22 * MARGIN * 2
    assert max(each.pos[0] + each.size[0] for each in drawn) <= row.right + 2


@pytest.mark.parametrize("loss", ["−2", "−10"])
def test_a_loss_has_room_in_its_badge(kept_table: Opened, loss: str) -> None:
    kept_table()
    badge = Factory.Badge()
    badge.text = loss
    assert badge.width >= written_width(loss, badge.children[0].largest) + 2 * ROUND_END_PX

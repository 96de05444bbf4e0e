"""Ten seats are told apart by colour and sign, also by somebody who lacks a kind of cone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import cos, sin, tau

import numpy as np
import pytest

from companion.core.seats import COLOURS, INK, SHAPES, Rgb, sign_of
from companion.play.views import TableView
from companion.ui.art.canvas import Picture
from companion.ui.art.cards import draw_badge, shape_distance
from companion.ui.widgets.camera_picture import CameraPicture, signs_beside
from companion.ui.widgets.seat_badge import SeatBadge
from companion.ui.widgets.words import BADGE_SHARE, SignedWords
from tests.ui import sample_views as views
from tests.ui.contact_sheets import SIGHTS, seen_by
from tests.ui.fingers import TouchedTable, all_shown, draw_frames, shown
from tests.ui.scenes import SampleScene, sample_scenes

SIDE = 22
"""Pixels of a badge on a player's plate at 800×480."""
ALIKE = 0.5
"""Common part of two signs, of what either covers, from which on their colours must tell them apart."""
LEAST_APART = 50
"""Levels of 255 in one channel at least, for whatever eyes."""
LEAST_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3."""
PAIRS = tuple(combinations(range(10), 2))


def filled(number: int) -> np.ndarray:
    picture = Picture(SIDE, SIDE, (0.0, 0.0, 0.0, 0.0))
    return shape_distance(SHAPES[number], picture.x / SIDE, picture.y / SIDE) < 0


def luminance(colour: Rgb) -> float:
    linear = (np.array(colour) / 255) ** 2.2
    return float(linear @ (0.2126, 0.7152, 0.0722))


def test_there_are_ten_colours_and_ten_signs_each_once() -> None:
    assert (len(set(COLOURS)), len({shape.name for shape in SHAPES})) == (10, 10)


def test_a_seat_keeps_its_sign_and_no_two_of_fourteen_have_the_same() -> None:
    signs = [sign_of(seat) for seat in range(14)]
    assert signs == [sign_of(seat) for seat in range(14)]
    assert len({(sign.colour, sign.shape.name) for sign in signs}) == 14


@pytest.mark.parametrize("sight", ["", *SIGHTS])
def test_two_seats_differ_in_their_signs_or_in_colours_that_everybody_sees(sight: str) -> None:
    for pair in PAIRS:
        one, other = map(filled, pair)
        if (one & other).sum() / (one | other).sum() >= ALIKE:
            patch = np.array([[COLOURS[at][::-1] for at in pair]], np.uint8)
            (first, second), *_ = seen_by(patch, sight).astype(int)
            assert np.abs(first - second).max() >= LEAST_APART, pair


@pytest.mark.parametrize("colour", COLOURS, ids=str)
def test_a_sign_stands_out_from_its_colour_for_everybody(colour: Rgb) -> None:
    for sight in ("", *SIGHTS):
        patch = np.array([[colour[::-1], INK[::-1]]], np.uint8)
        seen = [tuple(map(int, each[::-1])) for each in seen_by(patch, sight)[0]]
        light, dark = map(luminance, seen)
        assert (light + 0.05) / (dark + 0.05) > LEAST_CONTRAST, sight


def test_every_outline_stays_in_its_square() -> None:
    corners = [
        corner
        for shape in SHAPES
        for outline in (*shape.solid, *shape.holes)
        for point in outline
        for corner in point
    ]
    assert min(corners) >= 0
    assert max(corners) <= 1


def test_a_badge_is_round_and_has_both_colours() -> None:
    badge = draw_badge(sign_of(0), 64).pixels
    assert badge[0, 0, 3] == 0
    colours = {tuple(np.rint(pixel[:3] * 255).astype(int)) for pixel in badge[badge[..., 3] == 1]}
    assert {COLOURS[0], INK} <= colours


@pytest.mark.parametrize(
    ("view", "seats"),
    [
        (views.bidding(), [0, 1, 2]),
        (views.check(), [0, 1, 2]),
        (views.verdict(), [0, 1, 2]),
        (views.opening_roll(), [0, 1, 2, 3]),
        (views.over(), [0, 0, 1, 2]),
    ],
    ids=["plates", "hands", "verdict", "roll", "over"],
)
def test_each_player_has_the_badge_of_the_own_seat(
    view: TableView, seats: list[int], kept_table: Callable[..., TouchedTable]
) -> None:
    table = kept_table().show(view)
    badges = [each for each in table.stage.walk(restrict=True) if isinstance(each, SeatBadge)]
    assert sorted(int(each.seat) for each in badges if shown(each) and each.seat >= 0) == seats


def scene(name: str) -> SampleScene:
    return next(each for each in sample_scenes() if each.name == name)


def signed(table: TouchedTable) -> list[tuple[int, str]]:
    """Whose sign stands before which words, from the top."""
    found = [each for each in table.stage.walk(restrict=True) if isinstance(each, SignedWords)]
    seen = [each for each in found if shown(each) and each.text and each.seat >= 0]
    seen.sort(key=lambda each: -each.to_window(0, each.y)[1])
    return [(int(each.seat), each.said) for each in seen]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bidding", [(0, "Ann:"), (1, "Bob")]),
        ("perudo_bid", [(0, "Ann:"), (1, "Bob")]),
        ("twelve_bid", [(10, ":")]),  # two long names have no room side by side
        ("verdict", [(1, "Bob loses two dice.")]),
        ("bidding_bids", [(1, "Bartholomew"), (1, "Bartholomew"), (1, "Bartholomew")]),
        ("cards_liar_fourteen", [(0, "Ann"), (1, "Bob")]),
    ],
)
def test_the_sign_stands_before_whom_it_is_about(
    name: str, words: list[tuple[int, str]], kept_table: Callable[..., TouchedTable]
) -> None:
    drawn, table = scene(name), kept_table()
    table.show(drawn.view)
    if drawn.then is not None:
        drawn.then(table.stage)
        draw_frames()
    found = signed(table)
    assert [each for each in found if each in words] == words, found


def test_fourteen_at_cards_have_their_signs_too(kept_table: Callable[..., TouchedTable]) -> None:
    table = kept_table().show(scene("cards_liar_fourteen").view)
    plates = table.stage.screen.ids.seats.plates
    badges = [each for plate in plates for each in plate.walk(restrict=True) if isinstance(each, SeatBadge)]
    assert [int(each.seat) for each in badges if shown(each)] == list(range(14))
    assert min(each.width for each in badges) >= 12


@pytest.mark.parametrize("halign", ["left", "center", "right"])
@pytest.mark.parametrize("width", [90, 180, 400])
def test_a_badge_stands_left_of_its_words_in_their_box(
    halign: str, width: int, kept_table: Callable[..., TouchedTable]
) -> None:
    kept_table()
    words = SignedWords(text="Ann-Kathrin", seat=3, halign=halign, largest=30, most_lines=1)
    words.pos, words.size = (10, 10), (width, 60)
    draw_frames()
    left = words._badge.pos[0]
    right = left + words._badge.size[0]
    assert right - left == int(words.font_size * BADGE_SHARE) > 5
    pixels = np.frombuffer(words.texture.pixels, np.uint8).reshape(*reversed(words.texture.size), 4)
    inked = np.flatnonzero(pixels[:, :, 3].max(axis=0) > 40)
    begins, ends = (words.center_x - words.texture.width / 2 + inked[at] for at in (0, -1))
    assert words.x <= left
    assert right < begins < right + words.font_size / 2
    assert ends <= words.right


def test_a_badge_never_lies_upon_its_words_where_a_line_only_just_fits(
    kept_table: Callable[..., TouchedTable],
) -> None:
    kept_table()
    words = SignedWords(text="Bob loses two dice.", seat=1, largest=39, most_lines=2, size=(400, 92))
    for width in range(350, 390):
        words.width = width
        draw_frames(3)
        pixels = np.frombuffer(words.texture.pixels, np.uint8).reshape(*reversed(words.texture.size), 4)
        begins = np.flatnonzero(pixels[:, :, 3].max(axis=0) > 40)[0]
        right = words._badge.pos[0] + words._badge.size[0]
        assert right <= words.center_x - words.texture.width / 2 + begins, width


@pytest.mark.parametrize("players", range(2, 13))
@pytest.mark.parametrize("window", [(800, 480), (480, 800), (250, 150)], ids=str)
def test_no_sign_lies_over_dice_or_another_sign(players: int, window: tuple[int, int]) -> None:
    wide, high = window
    die = min(window) / 30
    dice = {
        seat: [
            (
                wide * (0.5 + 0.38 * cos(tau * seat / players)) + (at % 3 - 1) * die * 1.3,
                high * (0.5 + 0.36 * sin(tau * seat / players)) + (at // 3 - 0.5) * die * 1.3,
                die,
                die,
            )
            for at in range(6)
        ]
        for seat in range(players)
    }
    signs = signs_beside(dice, (0.0, 0.0, wide, high), min(26.0, die * 3))
    assert len(signs) == players
    boxes = [*signs.values(), *(each for hand in dice.values() for each in hand)]
    for at, sign in enumerate(signs.values()):
        assert 0 <= sign[0] <= sign[0] + sign[2] <= wide
        assert 0 <= sign[1] <= sign[1] + sign[3] <= high
        assert not [other for other in boxes[at + 1 :] if meet(sign, other)]


def meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(one[at] < other[at] + other[at + 2] and other[at] < one[at] + one[at + 2] for at in (0, 1))


PICTURED = [
    each
    for each in sample_scenes()
    if each.name in ("verdict_eight", "verdict_counting_eight", "twelve_verdict", "verdict_picture")
]


@pytest.mark.parametrize("scene", PICTURED, ids=lambda scene: scene.name)
@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
def test_in_a_crowds_picture_no_sign_lies_over_dice(
    kept_table: Callable[..., TouchedTable], scene: SampleScene, size: tuple[int, int]
) -> None:
    table = kept_table(*size).show(scene.view)
    (scene.then or (lambda stage: stage.screen.enlarge()))(table.stage)
    draw_frames()
    pictures = [each for each in all_shown(table.stage) if isinstance(each, CameraPicture) and each.signs]
    assert pictures
    for picture in pictures:
        dice = [picture.spot(mark.box) for mark in picture.picture.marks]
        assert not [(sign, die) for sign in picture.signs.values() for die in dice if meet(sign, die)]

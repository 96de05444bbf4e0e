"""What the composer makes: dice whose marks can be seen, clutter that fits on the table."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from PIL import ImageFont

from models.compose import prints
from models.compose.clutter import chip, glass, heap, trifle
from models.compose.grounds import TYPE_PX, ground_from, typeset
from models.compose.lookalikes import ALIKE, any_kind, any_trinket
from models.compose.make import COLOUR_APART, LUMINANCE_APART, any_make, lab_distance
from models.compose.paint import BACKGROUND, STAR, Sprite, luminance
from models.compose.prints import PIP_PLACES, domino, outlined_dice, pictured_dice, with_prints
from models.compose.scene import compose
from models.compose.sketch import sketched_die


def test_marks_of_every_make_can_be_told_from_the_body() -> None:
    rng = np.random.default_rng(1)
    for _ in range(400):
        make = any_make(rng)
        by_light = abs(luminance(make.mark) - luminance(make.body)) > LUMINANCE_APART
        by_colour = lab_distance(make.mark, make.body) > COLOUR_APART
        assert by_light or by_colour, (make.body, make.mark)


@pytest.mark.parametrize("top", range(1, 7))
def test_a_sketched_die_says_what_lies_up(top: int) -> None:
    rng = np.random.default_rng(top)
    starred, plain = (sketched_die(rng, any_make(rng, stars), top) for stars in (True, False))
    assert plain.label == top
    assert starred.label == (STAR if top == 1 else top)
    assert (plain.bgra[..., 3] > 128).mean() > 0.4


@pytest.mark.slow
def test_large_clutter_fits_on_a_table() -> None:
    rng = np.random.default_rng(4)
    board = Sprite(np.full((300, 300, 4), 255, np.uint8), BACKGROUND)
    for _ in range(20):
        ground = np.zeros((576, 768, 3), np.float32)
        picture, things = compose(rng, ground, lambda r: sketched_die(r, any_make(r), 3), 90.0, 3, [board])
        assert picture.shape == (576, 768, 3)
        assert all(0 <= thing.box[0] < thing.box[2] <= 768 for thing in things)


def test_a_ground_is_a_part_of_a_picture_whatever_its_shape() -> None:
    rng = np.random.default_rng(5)
    for tall, wide in ((60, 900), (900, 60), (576, 768)):
        picture = rng.integers(0, 256, (tall, wide, 3), dtype=np.uint8)
        assert ground_from(rng, picture, 576, 768).shape == (576, 768, 3)


def test_prints_lie_under_the_dice_and_are_none() -> None:
    rng = np.random.default_rng(7)
    bare = np.full((576, 768, 3), 100, np.float32)
    printed = with_prints(rng, bare, 40.0)
    assert (bare == 100).all(), "the ground that was given is left as it was"
    assert (abs(printed - 100).max(2) > 20).mean() > 0.01
    _, things = compose(rng, printed, lambda r: sketched_die(r, any_make(r), 3), 40.0, 4)
    assert {thing.label for thing in things} <= {-1, BACKGROUND, 3}, "threes, clutter, or too hidden to count"


@pytest.mark.slow
def test_dice_lie_on_the_prints_where_they_are_to() -> None:
    def share_on_prints(lie_there: bool) -> float:
        rng, on_print = np.random.default_rng(12), []
        for _ in range(6):
            outlines: list[np.ndarray] = []
            printed = with_prints(rng, np.full((576, 768, 3), 100, np.float32), 24.0, outlines)
            _, things = compose(rng, printed, _a_three, 24.0, 10, (), 0.0, outlines if lie_there else ())
            middles = [((t.box[0] + t.box[2]) / 2, (t.box[1] + t.box[3]) / 2) for t in things if t.label == 3]
            hulls = [outline.astype(np.float32) for outline in outlines]
            on_print += [any(cv2.pointPolygonTest(h, at, False) >= 0 for h in hulls) for at in middles]
        return float(np.mean(on_print))

    assert share_on_prints(True) > share_on_prints(False) + 0.3


@pytest.mark.slow
def test_a_domino_shows_its_side_as_a_tile_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def covered(thick_mm: tuple[float, float]) -> float:
        monkeypatch.setattr(prints, "PRINTS", (domino,))
        monkeypatch.setattr(prints, "THICK_MM", {domino: thick_mm})
        ground = np.full((576, 768, 3), 100, np.float32)
        pictures = [with_prints(np.random.default_rng(seed), ground, 40.0) for seed in range(6)]
        return float(np.mean([(abs(picture - 100).max(2) > 5).mean() for picture in pictures]))

    assert covered((9.0, 9.0)) > 1.05 * covered((0.0, 0.0))


def _a_three(rng: np.random.Generator) -> Sprite:
    return sketched_die(rng, any_make(rng), 3)


@pytest.mark.slow
def test_dice_that_are_to_touch_lie_together() -> None:
    def nearest(touching: float) -> float:
        rng = np.random.default_rng(11)
        ground = np.full((576, 768, 3), 120, np.float32)
        apart = []
        for _ in range(4):
            _, things = compose(rng, ground.copy(), _a_three, 30.0, 10, (), touching)
            boxes = np.array([thing.box for thing in things if thing.label == 3])
            middles = (boxes[:, :2] + boxes[:, 2:]) / 2
            between = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
            apart += np.sort(between, 1)[:, 1].tolist()
        return float(np.mean(apart))

    assert nearest(1.0) < 0.8 * nearest(0.0)


@pytest.mark.parametrize("draw", [trifle, heap, glass, chip])
def test_trifles_are_no_dice_and_no_two_alike(draw: Callable[[np.random.Generator], Sprite]) -> None:
    drawn = [draw(np.random.default_rng(seed)) for seed in range(12)]
    assert {sprite.label for sprite in drawn} == {BACKGROUND}
    assert len({sprite.bgra.tobytes() for sprite in drawn}) == len(drawn)
    for sprite in drawn:
        covered = sprite.bgra[..., 3] > 0
        assert covered.mean() > 0.05
        assert sprite.bgra[..., :3][covered].std() > 2, "lit from somewhere"


@pytest.mark.slow
def test_fewer_things_lie_about_where_a_bank_says_so() -> None:
    ground = np.full((576, 768, 3), 100, np.float32)
    for seed in range(8):
        _, bare = compose(np.random.default_rng(seed), ground.copy(), _a_three, 30.0, 4, clutter=1)
        assert {thing.label for thing in bare} <= {-1, 3}
    _, full = compose(np.random.default_rng(3), ground.copy(), _a_three, 30.0, 4, clutter=40)
    assert sum(thing.label == BACKGROUND for thing in full) > 6


def test_drawn_dice_show_what_real_ones_do() -> None:
    assert {face: len(places) for face, places in PIP_PLACES.items()} == {face: face for face in range(1, 7)}
    for places in PIP_PLACES.values():
        assert sorted(8 - place for place in places) == sorted(places), "the same from either end"
    sheets = [pictured_dice(np.random.default_rng(seed)) for seed in range(10)]
    assert all(sheet.std() > 5 for sheet in sheets)
    assert pictured_dice(np.random.default_rng(1)).tobytes() == sheets[1].tobytes()


def test_outlined_dice_are_lines_and_pips_on_the_paper() -> None:
    for seed in range(10):
        sheet = outlined_dice(np.random.default_rng(seed)).reshape(-1, 3)
        paper = sheet[0]
        inked = np.abs(sheet - paper).max(1) > 0.5 * np.abs(sheet - paper).max()
        assert np.abs(sheet - paper).max() > 20
        assert 0.005 < inked.mean() < 0.4, "lines and pips, no filled squares"


def test_lookalikes_of_one_kind_have_one_size_and_are_no_dice() -> None:
    for seed in range(60):
        draw = any_kind(np.random.default_rng(seed))
        (one, long), (other, same) = draw(np.random.default_rng(1)), draw(np.random.default_rng(2))
        assert one.label == other.label == BACKGROUND
        assert long == same
        assert (one.bgra[..., 3] > 200).mean() > 0.1


def test_an_oblong_with_pips_is_longer_than_a_die() -> None:
    for seed in range(200):
        tall, wide = any_trinket(np.random.default_rng(seed))(np.random.default_rng(0)).shape[:2]
        assert wide == tall or wide >= int(ALIKE * tall)


def test_a_leaflet_has_paper_and_letters_of_another_colour() -> None:
    for seed in range(6):
        leaflet = typeset(np.random.default_rng(seed), [ImageFont.load_default(TYPE_PX)], 120, 160, 30.0)
        assert leaflet.shape == (120, 160, 3)
        paper = np.median(leaflet.reshape(-1, 3), axis=0)
        written = np.abs(leaflet - paper).max(axis=2) > 10
        assert 0.02 < written.mean() < 0.6

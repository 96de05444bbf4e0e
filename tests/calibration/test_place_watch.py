"""A table watched through an evening: moved, said, set right, remembered for the next one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.calibration import Place, PlaceWatch, Profile, ProfileError, Setup, TableShelf, known_lens
from companion.calibration.errors import PlaneError
from companion.simulator import Scene
from companion.simulator.calibration_desk import Pose, moved, photographed
from tests.calibration.test_seats_and_areas import DEN

SIZE = (960, 540)
ALL = tuple(Place)


@cache
def scene() -> Scene:
    return Scene.made(11, SIZE, tilt_deg=12.0)


def bumped() -> Pose:
    return moved(scene().table, 25.0, -12.0)


@cache
def picture(bump: bool = False, cards: bool = True, seed: int = 99) -> np.ndarray:
    pose = bumped() if bump else scene().table
    return scene().table_picture(pose, () if cards else ALL, seed)


@cache
def other_table() -> np.ndarray:
    """Another table's wood, without cards."""
    other = Scene.made(12, SIZE, tilt_deg=12.0)
    return photographed([other._wood()], scene().optics, scene().table, scene().weather, 5)


@cache
def profile() -> Profile:
    """The table as a person sets it up, its true lens known."""
    setup = Setup.begin(SIZE, known_lens("webcam")).unmeasured()
    setup = replace(setup, optics=scene().optics).table_picture(picture())
    assert not setup.refused, setup.said
    return setup.seats_evenly(4).profile("den", DEN.made_at)


def looks(watch: PlaceWatch, pixels: np.ndarray, many: int = 3) -> str | None:
    for _ in range(many):
        watch.look(pixels)
    return watch.said


@pytest.mark.slow
def test_a_table_that_lies_still_says_nothing_and_its_background_is_remembered() -> None:
    watch = PlaceWatch(profile())
    assert watch.look(picture())
    assert not watch.look(picture(seed=98))
    assert (watch.said, watch.certain) == (None, True)
    assert watch.backdrop is not None


@pytest.mark.slow
@pytest.mark.parametrize("cards", [True, False], ids=["by its cards", "by its background"])
def test_a_bump_is_said_after_three_looks_and_mended_at_once(cards: bool) -> None:
    watch = PlaceWatch(profile())
    watch.look(picture())
    assert looks(watch, picture(bump=True, cards=cards), 2) is None
    assert not watch.certain
    said = looks(watch, picture(bump=True, cards=cards), 1)
    assert "the camera was bumped or the mat moved" in said
    assert watch.mendable
    watch.mend(picture(bump=True, cards=cards))
    assert (watch.said, watch.certain) == (None, True)
    truth = Pose(bumped().turn, bumped().origin_mm)
    corner = np.array([(300.0, 150.0)])
    here = cv2.projectPoints(np.array([(300.0, 150.0, 0.0)]), np.array(truth.turn), np.array(truth.origin_mm),
                             scene().optics.matrix, scene().optics.coefficients)[0].reshape(1, 2)  # fmt: skip
    found = watch.profile.plane.px_of(scene().true_mm(corner))
    assert np.linalg.norm(found - here) < 2.0
    assert watch.profile.seats == profile().seats
    assert looks(watch, picture(bump=True, cards=cards)) is None
    assert "bumped" in looks(watch, picture(cards=cards))


@pytest.mark.slow
def test_a_small_live_picture_is_enough() -> None:
    small = cv2.resize(picture(bump=True), (640, 360), interpolation=cv2.INTER_AREA)
    watch = PlaceWatch(profile())
    watch.look(cv2.resize(picture(), (640, 360), interpolation=cv2.INTER_AREA))
    assert "bumped" in looks(watch, small)
    watch.mend(picture(bump=True))
    assert watch.profile.plane.optics.size == SIZE
    assert looks(watch, small) is None


def test_a_reading_finds_a_bump_by_itself_and_is_not_certain() -> None:
    watch = PlaceWatch(profile())
    watch.look(picture())
    read = watch.at_reading(picture(bump=True))
    assert not watch.certain
    assert "bumped" in watch.said
    assert np.linalg.norm(read.plane.px_of(np.zeros((1, 2))) - profile().plane.px_of(np.zeros((1, 2)))) > 8
    assert watch.at_reading(picture()) == profile()
    assert (watch.certain, watch.said) == (True, None)


@pytest.mark.slow
def test_hands_over_everything_are_no_alarm() -> None:
    watch = PlaceWatch(profile())
    watch.look(picture())
    assert looks(watch, np.full((540, 960, 3), 90, np.uint8), 10) is None
    assert watch.certain
    assert "clear the table's corners" in looks(watch, np.full((540, 960, 3), 90, np.uint8), 10)


@pytest.mark.slow
def test_another_table_than_the_chosen_one_is_said_and_nothing_is_certain() -> None:
    watch = PlaceWatch(profile())
    said = looks(watch, other_table())
    assert said.startswith("the picture does not show the table “den”")
    assert (watch.certain, watch.mendable) == (False, False)
    with pytest.raises(PlaneError, match="neither corner marks nor"):
        watch.mend(other_table())
    remembered = PlaceWatch(profile())
    remembered.look(picture())
    touched = replace(profile(), marks=(), found_by=DEN.found_by)
    by_background = PlaceWatch(touched, remembered.backdrop)
    assert "does not show the table “den”" in looks(by_background, other_table())
    assert looks(by_background, picture(cards=False)) is None
    assert by_background.certain


@pytest.mark.slow
def test_cards_that_lie_otherwise_are_another_tables() -> None:
    other = Scene.made(13, SIZE, tilt_deg=12.0)
    swapped = photographed([*_layers(other)], scene().optics, scene().table, scene().weather, 5)
    watch = PlaceWatch(profile())
    said = looks(watch, swapped)
    assert said is not None
    assert not watch.certain or "mark" in said


def _layers(scene_: Scene) -> list:
    from companion.simulator.calibration_desk import mark_drawn

    return [scene_._wood(), *(mark_drawn(each.place, each.middle_mm, each.turn_deg) for each in scene_.marks)]


def test_a_plain_table_without_cards_cannot_be_watched_and_is_left_alone() -> None:
    touched = replace(profile(), marks=(), found_by=DEN.found_by)
    watch = PlaceWatch(touched)
    assert looks(watch, np.full((540, 960, 3), 140, np.uint8), 30) is None
    assert watch.certain


def test_pictures_of_another_shape_are_refused_with_the_reason() -> None:
    watch = PlaceWatch(profile())
    assert "another shape" in looks(watch, np.zeros((480, 640, 3), np.uint8), 1)
    assert (watch.certain, watch.mendable) == (False, False)
    with pytest.raises(ProfileError, match="another shape"):
        watch.at_reading(np.zeros((480, 640, 3), np.uint8))
    watch.look(picture())
    assert (watch.said, watch.certain) == (None, True)


@pytest.mark.slow
def test_the_background_and_the_last_table_are_kept(tmp_path: Path) -> None:
    shelf, watch = TableShelf(tmp_path), PlaceWatch(profile())
    watch.look(picture())
    shelf.save(watch.profile, watch.backdrop)
    shelf.use("den")
    again = TableShelf(tmp_path)
    assert again.last_used() == "den"
    kept = again.backdrop_of(profile())
    assert kept is not None
    assert np.array_equal(kept.grey, watch.backdrop.grey)
    assert "bumped" in looks(PlaceWatch(profile(), kept), picture(bump=True, cards=False))
    shelf.save(profile())
    assert again.backdrop_of(profile()) is None
    shelf.remove("den")
    assert [each.name for each in tmp_path.iterdir()] == ["last-used.txt"]


def test_a_background_that_is_none_is_left_out(tmp_path: Path) -> None:
    shelf = TableShelf(tmp_path)
    path = shelf.save(profile())
    for content in (b"", b"no picture", cv2.imencode(".png", np.zeros((5, 5), np.uint8))[1].tobytes()):
        path.with_suffix(".png").write_bytes(content)
        assert shelf.backdrop_of(profile()) is None
    assert TableShelf(tmp_path / "nowhere").last_used() is None

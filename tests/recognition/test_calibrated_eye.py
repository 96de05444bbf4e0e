"""The eye at a table that was set up: seats and areas through a bent lens, sizes, and doubts after a bump."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from companion.calibration import AreaKind, PlaceWatch, Profile, ProfileError, TableSeats
from companion.core.frame import Frame
from companion.core.reading import Box, Doubt, Expectation, PhotoReading, ReadDie
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import CalibratedEye, of_expected_size
from companion.simulator import SimulatedTable
from tests.recognition.through_a_lens import FIELD_MM, SIZE, CameraOnAStand, plane_seen, profile_of

DICE = 5


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye()


@dataclass
class Steady:
    """A table that lies where it did."""

    profile: Profile
    certain: bool = True

    def at_reading(self, pixels: np.ndarray) -> Profile:
        return self.profile


@cache
def lifted(players: int) -> SimulatedTable:
    """A table with its cups up, dice on the Lost Dice Squares and the red die on a space."""
    table = SimulatedTable(players, seed=players)
    table.lost((1,) * players)
    table.deal((DICE,) * players, (), players)
    table.bid(3, 5)
    table.lift()
    return table


def expected(players: int) -> Expectation:
    return Expectation((DICE,) * players, ((),) * players)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "tilt"), [(2, 0.2), (3, 0.3), (4, 0.4), (5, 0.5), (6, 0.55)])
def test_seats_come_right_out_of_a_tilted_picture_and_no_die_on_the_board_is_counted(
    players: int, tilt: float, eye: Eye
) -> None:
    table, plane = lifted(players), plane_seen(tilt, 4.0 * players)
    frame = CameraOnAStand(table, plane, cards=False).capture(0)
    reading = CalibratedEye(eye, Steady(profile_of(plane, players))).read_table([frame], expected(players))
    assert not reading.doubts
    assert len(reading.dice) == DICE * players
    for seat, true in enumerate(table.truth()):
        read = Counter(face for face in reading.faces_of(seat) if face is not None)
        assert not read - Counter(true), f"seat {seat}: a face is told that does not lie there"
    assert sum(die.die.face is not None for die in reading.dice) >= 0.9 * DICE * players


@pytest.mark.slow
def test_after_a_bump_every_die_is_asked_about_until_the_table_is_set_right(eye: Eye) -> None:
    table, plane = lifted(4), plane_seen()
    camera = CameraOnAStand(table, plane)
    place = PlaceWatch(profile_of(plane, 4))
    reader = CalibratedEye(eye, place)
    assert reader.read_table([camera.capture(0)], expected(4)).certain
    camera.plane = plane_seen(0.33, 22.0, -9.0)
    bumped = reader.read_table([camera.capture(0)], expected(4))
    assert {die.doubts[-1] for die in bumped.dice} == {Doubt.UNPLACED}
    assert not bumped.doubts, "where the table lies now is known, so the seats are told by that"
    place.mend(camera.capture(0).pixels)
    assert reader.read_table([camera.capture(0)], expected(4)).certain


def test_how_flat_dice_look_is_kept_until_the_table_lies_elsewhere(eye: Eye) -> None:
    table, plane = lifted(4), plane_seen()
    place, known = Steady(profile_of(plane, 4)), CameraMemory()
    reader, frame = CalibratedEye(eye, place, known), CameraOnAStand(table, plane).capture(0)
    reader.read_table([frame], expected(4))
    kept = len(known)
    assert kept >= 4 * DICE
    reader.read_table([frame], expected(4))
    assert len(known) == kept, "the same dice"
    place.certain = False
    reader.read_table([frame], expected(4))
    assert len(known) == 0


def test_frames_are_needed_and_must_have_the_profiles_shape(eye: Eye) -> None:
    reader = CalibratedEye(eye, PlaceWatch(profile_of(plane_seen(), 4)))
    with pytest.raises(ValueError, match="at least one frame"):
        reader.read_table([], expected(4))
    with pytest.raises(ProfileError, match="another shape"):
        reader.read_table([Frame(np.zeros((480, 640, 3), np.uint8), 1)], expected(4))


def test_under_a_camera_that_is_known_to_look_too_flat_no_face_is_told() -> None:
    class Told:
        def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
            return PhotoReading(SIZE, (ReadDie((x - 20, y - 20, x + 20, y + 20), 4, False, 0.99),))

    frame = Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), 1)
    for tilt, doubts in ((0.9, ()), (1.0, (Doubt.SIDE_VIEW,))):
        profile = profile_of(plane_seen(tilt), 4)
        x, y = (int(each) for each in profile.plane.px_of(np.array([(0.0, FIELD_MM[1] * 0.4)]), 8.0)[0])
        look = CalibratedEye(Told(), Steady(profile)).look([frame], expected(4))
        assert {die.die.doubts for die in look.dice} == {doubts}


def box_of(seats: TableSeats, at: tuple[float, float], share: float) -> Box:
    x, y = (int(each) for each in seats.profile.plane.px_of(np.array([at]), 8.0)[0])
    half = round(share * seats.die_box_px(x, y, SIZE)[0] / 2)
    return x - half, y - half, x + half, y + half


def test_things_of_quite_another_size_than_a_die_there_are_doubted() -> None:
    seats = TableSeats(profile_of(plane_seen(0.6), 4), 4)
    near, far = (0.0, FIELD_MM[1] * 0.4), (0.0, -FIELD_MM[1] * 0.4)
    sizes = {
        at: seats.die_box_px(*seats.profile.plane.px_of(np.array([at]), 8.0)[0], SIZE) for at in (near, far)
    }
    assert max(sizes[near][0], sizes[far][0]) > 1.05 * min(sizes[near][0], sizes[far][0])
    right = [ReadDie(box_of(seats, at, 1.1), 4, False, 0.99) for at in (near, far)]
    small = ReadDie(box_of(seats, (-100.0, 60.0), 0.4), 5, False, 0.99)
    large = ReadDie(box_of(seats, (100.0, 60.0), 2.6), 3, False, 0.99)
    speck = ReadDie(box_of(seats, (-100.0, -60.0), 0.3), None, None, 0.3, (Doubt.UNREAD,))
    heap = ReadDie(box_of(seats, (100.0, -60.0), 2.6), None, None, 0.3, (Doubt.STACKED,))
    held = of_expected_size(PhotoReading(SIZE, (*right, small, large, speck, heap)), seats)
    assert held.dice[:2] == tuple(right)
    assert [(die.face, die.doubts) for die in held.dice[2:]] == [
        (None, (Doubt.UNREAD,)), (None, (Doubt.UNREAD,)), (None, (Doubt.STACKED,)),
    ]  # fmt: skip


def test_a_corner_card_is_never_taken_for_a_die_in_play() -> None:
    profile = profile_of(plane_seen(), 4)
    seats = TableSeats(profile, 4)
    for card in profile.marks:
        at = profile.plane.px_of(np.array([card.middle_mm]), 8.0)[0]
        assert (seats.area_at(*at, SIZE), seats.seat_of(*at, SIZE)) == (AreaKind.OUT, None)
    beside = profile.plane.px_of(np.add([card.middle_mm], (-30.0, 0.0)), 8.0)[0]
    assert seats.area_at(*beside, SIZE) is None

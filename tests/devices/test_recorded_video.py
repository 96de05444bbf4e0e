"""A video as a camera: real files written and read by OpenCV."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.frame import CameraGone
from companion.devices import RecordedVideo
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS, grey

LEVELS = (20, 80, 140, 200)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Four frames, ten a second, each darker or lighter than the others."""
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in LEVELS:
        writer.write(grey(level))
    writer.release()
    return path


def level_of(pixels: np.ndarray) -> int:
    return min(LEVELS, key=lambda level: abs(level - float(pixels.mean())))


def test_each_capture_gives_the_next_frame_and_the_video_begins_anew(video: Path) -> None:
    camera = RecordedVideo(video, clock=ManualClock())
    assert camera.latest() is not None
    assert [level_of(camera.capture(0).pixels) for _ in range(6)] == [80, 140, 200, 20, 80, 140]


def test_a_video_whose_frames_would_take_gigabytes_is_refused_undecoded(tmp_path: Path) -> None:
    path = tmp_path / "huge.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (4800, 2704))
    writer.write(np.zeros((2704, 4800, 3), np.uint8))
    writer.release()
    with pytest.raises(CameraGone, match=r"huge\.avi has pictures of 4800×2704 pixels, the limit is 12 mill"):
        RecordedVideo(path, clock=ManualClock())


def test_a_video_that_may_not_begin_anew_ends_in_words(video: Path) -> None:
    camera = RecordedVideo(video, loop=False, clock=ManualClock())
    for _ in LEVELS[1:]:
        camera.capture(0)
    with pytest.raises(CameraGone, match=r"video table\.avi has ended"):
        camera.capture(0)
    assert level_of(camera.latest().pixels) == 200


def test_the_live_view_plays_at_the_rate_of_the_video(video: Path) -> None:
    clock = ManualClock()
    camera = RecordedVideo(video, clock=clock)
    assert level_of(camera.latest().pixels) == 20
    clock.go_on(99 * MS)
    assert level_of(camera.latest().pixels) == 20
    clock.go_on(1 * MS)
    assert level_of(camera.latest().pixels) == 80
    clock.go_on(200 * MS)
    assert level_of(camera.latest().pixels) == 200


def test_a_frame_counts_as_exposed_when_it_was_taken(video: Path) -> None:
    clock = ManualClock()
    camera = RecordedVideo(video, clock=clock)
    event_ns = clock()
    assert camera.capture(event_ns).exposed_at_ns > event_ns
    clock.go_on(500 * MS)
    assert camera.capture(event_ns).exposed_at_ns == clock()


def test_a_row_of_numbered_pictures_is_a_video_too(tmp_path: Path) -> None:
    for number, level in enumerate(LEVELS):
        cv2.imwrite(str(tmp_path / f"f{number:03d}.png"), grey(level))
    camera = RecordedVideo(tmp_path / "f%03d.png", clock=ManualClock())
    assert [level_of(camera.capture(0).pixels) for _ in range(4)] == [80, 140, 200, 20]


def test_what_is_no_video_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("not a video")
    with pytest.raises(CameraGone, match="has no video that can be read"):
        RecordedVideo(path)


def test_a_closed_video_shows_nothing(video: Path) -> None:
    camera = RecordedVideo(video, clock=ManualClock())
    camera.close()
    camera.close()
    assert camera.latest() is None
    with pytest.raises(CameraGone, match="has ended"):
        camera.capture(0)


def test_after_its_end_the_live_view_is_that_of_a_table_at_which_nothing_moves(video: Path) -> None:
    clock = ManualClock()
    camera = RecordedVideo(video, loop=False, clock=clock)
    seen = []
    for _ in range(6):
        clock.go_on(100 * MS)
        seen.append(camera.latest())
    assert [level_of(frame.pixels) for frame in seen] == [80, 140, 200, 200, 200, 200]
    assert all(later.exposed_at_ns > before.exposed_at_ns for before, later in pairwise(seen))

"""Looks that follow one another read each frame once."""

from __future__ import annotations

import weakref
from types import SimpleNamespace

import numpy as np

from companion.core.frame import Frame
from companion.core.reading import PhotoReading
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.table.table_eye import REMEMBERED, RecentEye

CAMERA = CameraMemory()


class CountingEye:
    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
        self.frames.append(frame)
        return PhotoReading((4, 4), ())


def frame() -> Frame:
    return Frame(np.zeros((4, 4, 3), np.uint8), 1)


def test_a_frame_is_read_once_for_one_size_of_dice() -> None:
    counting = CountingEye()
    eye, one = RecentEye(counting), frame()
    readings = [eye.read(one, None, CAMERA) for _ in range(3)]
    assert (len(counting.frames), readings[0] is readings[2]) == (1, True)
    eye.read(one, 24.0, CAMERA)
    assert len(counting.frames) == 2


def test_a_frame_that_nobody_holds_is_let_go() -> None:
    eye, one = RecentEye(SimpleNamespace(read=lambda *_: PhotoReading((4, 4), ()))), frame()
    pixels = weakref.ref(one.pixels)
    eye.read(one, None, CAMERA)
    del one
    assert pixels() is None


def test_only_the_last_few_frames_are_remembered() -> None:
    counting = CountingEye()
    eye, frames = RecentEye(counting), [frame() for _ in range(REMEMBERED + 1)]
    for each in (*frames, frames[0], frames[-1]):
        eye.read(each, None, CAMERA)
    assert counting.frames == [*frames, frames[0]]
    eye.forget()
    eye.read(frames[-1], None, CAMERA)
    assert counting.frames[-1] is frames[-1]

"""OpenCV's video capture, opened without messages, and the small part of it that the drivers need."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

import cv2
import numpy as np

from companion.core.frame import CameraGone
from companion.core.picture import LARGEST_AS_IT_IS
from companion.text import say

VideoSource = int | str
"""A device number (``/dev/videoN``), a file or an address."""

WANTED_SIZE = (1920, 1080)
"""The size asked of a USB camera; it gives the nearest it has."""
OPEN_TIMEOUT_MS, READ_TIMEOUT_MS = 4000, 2500
"""For files and streams: OpenCV's own limits (30 s) are longer than a table waits."""
LIMITS = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS)


class VideoCapture(Protocol):
    """The part of ``cv2.VideoCapture`` in use; a test's fake has this shape."""

    def isOpened(self) -> bool:
        """Whether the device or file could be opened."""
        ...

    def read(self) -> tuple[bool, np.ndarray | None]:
        """Next frame, uint8 (H, W, 3) BGR; ``(False, None)`` when there is none."""
        ...

    def get(self, prop: int) -> float:
        """A property; 0 where the source does not know it."""
        ...

    def set(self, prop: int, value: float) -> bool:
        """Ask for a property; False when refused."""
        ...

    def release(self) -> None: ...


OpenCapture = Callable[[VideoSource], VideoCapture]


def open_capture(source: VideoSource) -> VideoCapture:
    """Open a device, file or stream; the caller asks ``isOpened``. OpenCV's own messages are silenced."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    if isinstance(source, str):
        if "://" in source:
            return cv2.VideoCapture(source, cv2.CAP_FFMPEG, LIMITS)
        return cv2.VideoCapture(source)
    device = cv2.VideoCapture(source, cv2.CAP_V4L2)
    if device.isOpened():
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_SIZE[0])
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_SIZE[1])
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return device


def frame_rate(capture: VideoCapture, otherwise: float) -> float:
    """The frame rate that the source states; ``otherwise`` if that makes no sense."""
    stated = capture.get(cv2.CAP_PROP_FPS)
    return stated if 1.0 <= stated <= 240.0 else otherwise


def need_smaller(capture: VideoCapture, camera: str) -> None:
    """CameraGone where a file or stream promises more pixels than a frame may have; it is let go then.

    While it decodes, FFmpeg holds several frames: of 64 million pixels they took 1.4 GB.
    """
    width, height = (int(capture.get(each)) for each in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    if width * height > LARGEST_AS_IT_IS:
        capture.release()
        millions = LARGEST_AS_IT_IS // 1_000_000
        raise CameraGone(
            say("camera.pictures_too_large", camera=camera, width=width, height=height, millions=millions)
        )

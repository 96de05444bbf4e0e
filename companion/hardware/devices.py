"""What Linux says is plugged in: cameras, touch panels, the board itself. Opens no device."""

from __future__ import annotations

from pathlib import Path

from companion.text.speech import say

VIDEO = Path("/sys/class/video4linux")
MODEL = Path("/proc/device-tree/model")
INPUTS = Path("/proc/bus/input/devices")
MULTI_TOUCH_X = 0x35
"""Linux's number of the axis ABS_MT_POSITION_X, which every touch panel has."""
WORD_BITS = 64
NOT_A_CAMERA = ("bcm2835", "rpi-", "rpivid", "pispbe", "rp1-cfe", "unicam", "hevc")
"""Beginnings of names under which a Pi lists its own codecs and its camera socket as video devices."""


def camera_numbers(folder: Path = VIDEO) -> tuple[int, ...]:
    """Numbers of ``/dev/videoN`` that are USB cameras, lowest first; empty where Linux lists none.

    A webcam has further devices for its metadata, with an ``index`` above 0; those are left out.
    """
    found = []
    for device in folder.glob("video*") if folder.is_dir() else ():
        number, name = device.name.removeprefix("video"), _text(device / "name")
        if number.isdigit() and _text(device / "index") in ("0", "") and not name.startswith(NOT_A_CAMERA):
            found.append(int(number))
    return tuple(sorted(found))


def board_model(path: Path = MODEL) -> str | None:
    """The board's name, such as "Raspberry Pi 5 Model B"; ``None`` where Linux names none."""
    return _text(path) or None


def touch_panels(path: Path = INPUTS) -> tuple[str, ...]:
    """Names of the touch panels; empty if there is none or Linux does not say."""
    names = []
    for block in _text(path).split("\n\n"):
        lines = dict(line[3:].split("=", 1) for line in block.splitlines() if "=" in line)
        if _has_bit(lines.get("ABS", "").split(), MULTI_TOUCH_X):
            names.append(lines.get("Name", "").strip('"') or say("touch_panel.nameless"))
    return tuple(names)


def _has_bit(words: list[str], bit: int) -> bool:
    """Whether a bit is set in hexadecimal words, the lowest word last."""
    place, within = divmod(bit, WORD_BITS)
    return place < len(words) and bool(int(words[-1 - place], 16) >> within & 1)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""

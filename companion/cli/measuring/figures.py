"""The figures of a real table that a stranger sends (``cups-up doctor --report``).

Each line is "name: value", always in English, with nothing personal. Of a fault it has only the class, for a
sentence may name a path or an address.
"""

from __future__ import annotations

import json
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cli.measuring.this_machine import (
    ROOT,
    Line,
    board,
    heat,
    lack,
    memory,
    python_words,
    resident,
    said,
    software,
)
from companion.cli.wiring.cameras import SIMULATED, SIMULATED_PI, Opened, open_camera
from companion.cli.wiring.findings import State, examine_display
from companion.core.frame import Camera, CameraGone, Frame
from companion.core.on_disk import text_in
from companion.core.reading import PhotoReading, WeightsError
from companion.devices import camera_numbers, touch_panels
from companion.recognition.pipeline.eye import Eye
from companion.simulator import SpritesMissing, dice_apart

TITLE = (
    "Cups Up: figures of a real table, made by 'cups-up doctor --report'.",
    "Plain text in English for the maintainers. No picture, no name, no address, no serial number.",
)
MINUTE_S, CAMERA_S = 60.0, 5.0
"""How long is read, and how long each kind of picture is taken."""
READINGS = 10
DICE, SIZE = (15, 48), (2304, 1296)
"""Dice per frame of this width and height: a Pi camera's, as in ``cups-up bench``."""
CHILD_S = 180.0
"""Limit for a process that opens a window or the camera, on the slowest board."""
MOST_MODES = 24
LOOK_S = 0.002
TOUCH = "from companion.cli.measuring.whole_app import touched; sys.exit(touched())"
MODES = "from companion.devices.cameras.drivers.pi import sensor_modes; print('\\n'.join(sensor_modes()))"
_V4L2 = re.compile(r"'(\w{4})'|Size: \w+ (\d+x\d+)|\(([\d.]+) fps\)")
Clock = Callable[[], float]
Progress = Callable[[int], None]


def lines(
    choice: str,
    environment: Mapping[str, str],
    minute_s: float = MINUTE_S,
    progress: Progress = lambda _: None,
    root: Path = ROOT,
) -> Iterator[Line]:
    """``progress`` gets the seconds passed."""
    yield from software()
    yield from board(root)
    yield from memory(root)
    opened = open_camera(choice)
    kind = kind_of(choice, opened)
    yield "camera", kind
    if opened.camera is not None:
        opened.camera.close()
    yield from modes(kind)
    try:
        yield from readings(choice, kind, minute_s, progress, root)
    except (WeightsError, SpritesMissing) as fault:
        yield "readings", lack(named(fault))
    yield from display(environment, root)
    yield from touches(environment)


def named(fault: BaseException) -> str:
    """The classes of a fault and of its causes."""
    cause = fault.__cause__
    return type(fault).__name__ if cause is None else f"{type(fault).__name__} from {type(cause).__name__}"


def kind_of(choice: str, opened: Opened) -> str:
    """The sort of camera; never its address or path."""
    if opened.camera is None:
        return "none" if choice == "none" else lack("it did not open")
    if opened.cups is not None:
        return (
            "the simulated table"
            if choice in (SIMULATED, SIMULATED_PI)
            else "none found: the simulated table"
        )
    return opened.kind


def modes(kind: str, video: Path = Path("/sys/class/video4linux")) -> Iterator[Line]:
    """The camera's sizes and rates; it must not be in use."""
    if kind == "pi":
        name, *told = said(python_words(MODES), CHILD_S).splitlines() or [lack("picamera2 does not say")]
        yield "sensor", name
    elif kind == "usb":
        number = next(iter(camera_numbers(video)), 0)
        yield "sensor", text_in(video / f"video{number}" / "name") or lack("Linux names none")
        told = usb_modes(said(("v4l2-ctl", "-d", f"/dev/video{number}", "--list-formats-ext"), CHILD_S))
    else:
        return
    if not told:
        yield "camera mode", lack("picamera2 lists none" if kind == "pi" else "v4l2-ctl lists none")
    yield from (("camera mode", each) for each in told[:MOST_MODES])


def usb_modes(listed: str) -> list[str]:
    """``v4l2-ctl --list-formats-ext`` in short lines, such as "MJPG 1280x720 at 30.000, 15.000/s"."""
    told: list[tuple[str, list[str]]] = []
    form = "?"
    for found in _V4L2.finditer(listed):
        form = found[1] or form
        if found[2]:
            told.append((f"{form} {found[2]}", []))
        elif found[3] and told:
            told[-1][1].append(found[3])
    return [f"{mode} at {', '.join(rates)}/s" if rates else mode for mode, rates in told]


def readings(
    choice: str, kind: str, minute_s: float, progress: Progress, root: Path = ROOT
) -> Iterator[Line]:
    """Readings of the camera's pictures, of rendered tables, then for a minute."""
    eye = Eye()
    camera = open_camera(choice).camera
    if camera is not None:
        try:
            yield from rates(camera, CAMERA_S)
            newest = Newest(camera)
            yield from ten_readings(f"camera ({kind})", newest.frame, eye.read)
        except CameraGone as gone:
            yield "camera pictures", lack(named(gone))
        finally:
            camera.close()
    frames = {dice: dice_apart(dice, SIZE) for dice in DICE}
    for dice, frame in frames.items():
        # mypy cannot tell the type of a default of a lambda.
        yield from ten_readings(f"{dice} dice", lambda frame=frame: frame, eye.read)  # type: ignore[misc]
    yield from minute_of_reading(lambda: eye.read(frames[DICE[0]]), minute_s, progress, lambda: heat(root))
    yield from resident(root)


@dataclass(frozen=True, slots=True)
class Newest:
    camera: Camera

    def frame(self) -> Frame:
        """Raises ``CameraGone``."""
        return self.camera.capture(time.monotonic_ns())


def rates(camera: Camera, seconds: float, clock: Clock = time.monotonic) -> Iterator[Line]:
    """Sizes, and the true frame rate. Raises ``CameraGone``."""
    began = clock()
    frame = camera.capture(0)
    yield "first picture ms", f"{1000 * (clock() - began):.0f}"
    yield "picture to read", f"{frame.width}x{frame.height}"
    began, taken = clock(), 0
    while clock() - began < seconds or not taken:
        frame, taken = camera.capture(frame.exposed_at_ns), taken + 1
    yield "pictures to read a second", f"{taken / max(clock() - began, 1e-9):.1f}"
    yield from _live_rate(camera, seconds, clock)


def _live_rate(camera: Camera, seconds: float, clock: Clock) -> Iterator[Line]:
    began, seen, size = clock(), set[int](), ""
    while clock() - began < seconds:
        frame = camera.latest()
        if frame is not None:
            seen.add(frame.exposed_at_ns)
            size = f"{frame.width}x{frame.height}"
        time.sleep(LOOK_S)
    yield "picture to watch", size or lack("none came")
    yield "pictures to watch a second", f"{len(seen) / max(clock() - began, 1e-9):.1f}"


def ten_readings(
    what: str, picture: Callable[[], Frame], read: Callable[[Frame], PhotoReading]
) -> Iterator[Line]:
    """Milliseconds of each stage; the first, cold reading is listed apart."""
    first = read(picture())
    yield f"{what}, first reading ms", f"{dict(first.ms).get('total', 0.0):.1f}"
    took: dict[str, list[float]] = defaultdict(list)
    told = []
    for _ in range(READINGS):
        began = time.perf_counter()
        frame = picture()
        took["picture"].append(1000 * (time.perf_counter() - began))
        reading = read(frame)
        told.append(sum(not die.doubts for die in reading.dice))
        for stage, ms in reading.ms:
            took[stage].append(ms)
    for stage, each in took.items():
        yield f"{what}, {stage} ms", f"median {statistics.median(each):.1f}, worst {max(each):.1f}"
    yield f"{what}, told without a doubt", f"{min(told)} to {max(told)}"


def minute_of_reading(
    read: Callable[[], object],
    seconds: float,
    progress: Progress,
    hot: Callable[[], tuple[Line, ...]],
    clock: Clock = time.monotonic,
) -> Iterator[Line]:
    """Heat and throttling, and whether readings become slower."""
    yield from ((f"{name}, before", value) for name, value in hot())
    began, took = clock(), list[float]()
    while clock() - began < seconds or not took:
        started = clock()
        read()
        took.append(1000 * (clock() - started))
        progress(int(clock() - began))
    yield "seconds of reading", f"{clock() - began:.0f}"
    yield "readings", str(len(took))
    for name, each in (("first", took[:READINGS]), ("last", took[-READINGS:])):
        yield f"{name} readings ms", f"median {statistics.median(each):.1f}, worst {max(each):.1f}"
    yield from ((f"{name}, after", value) for name, value in hot())


def display(environment: Mapping[str, str], root: Path = ROOT) -> Iterator[Line]:
    cards = sorted((root / "sys/class/drm").glob("card?"))
    drivers = [(card / "device/driver").resolve().name for card in cards if (card / "device/driver").exists()]
    yield "display drivers of linux", ", ".join(drivers) or lack("none is listed")
    yield "SDL_VIDEODRIVER", environment.get("SDL_VIDEODRIVER") or "not set"
    servers = (("Wayland", "WAYLAND_DISPLAY"), ("X11", "DISPLAY"))
    yield "display server", ", ".join(name for name, each in servers if environment.get(each)) or "none"
    yield "touch panels", ", ".join(touch_panels(root / "proc/bus/input/devices")) or "none"


def touches(
    environment: Mapping[str, str], started: Callable[[list[str], float, Mapping[str, str]], str] = said
) -> Iterator[Line]:
    """Times from a press to the next painted frame, in the app's own window."""
    there = examine_display(environment).state is State.OK or bool(environment.get("SDL_VIDEODRIVER"))
    yield "window", "on the display" if there else "none: drawn in memory"
    child = dict(environment) if there else {**environment, "SDL_VIDEODRIVER": "offscreen"}
    told = _object(started(python_words(TOUCH), CHILD_S, child))
    if told is None:
        yield "touch ms", lack("the app's window did not open or draw")
        return
    ms = [float(each) for each in told["ms"]]
    yield "renderer", str(told["renderer"])
    yield "opengl", str(told["opengl"])
    yield "window size", str(told["window"])
    yield "touch ms", f"median {statistics.median(ms):.1f}, worst {max(ms):.1f} of {len(ms)}"


def _object(printed: str) -> dict[str, Any] | None:
    """The JSON object of the last line; Kivy and drivers may print lines before it."""
    try:
        told = json.loads(printed.rpartition("\n")[2])
    except ValueError:
        return None
    return told if isinstance(told, dict) and {"ms", "renderer", "opengl", "window"} <= set(told) else None

"""The examinations of ``cups-up doctor``: each looks at one thing."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from companion import devices
from companion.calibration import Settling, examine, wrong
from companion.cli.wiring.cameras import Opened, open_camera
from companion.cli.wiring.findings import Finding, State, examine_display
from companion.cli.wiring.settings import VOICES
from companion.core.frame import NS_PER_S, Camera, CameraGone, Clock, Frame
from companion.core.on_disk import AssetMissing, shown_name
from companion.core.reading import WeightsError
from companion.journal import default_folder
from companion.share.voice import Engine, SystemPlayer, engine_for
from companion.share.web import Listening, listening
from companion.text import say, say_os_fault, spoken

FRAMES = 12
"""Enough pictures to find a beat of the mains."""
SETTLES_IN_S = 4.0
"""How long a newly opened camera may settle: cameras of Pis and webcams need one to two seconds."""


def examine_light(
    choice: str, opener: Callable[[str], Opened] = open_camera, clock: Clock = time.monotonic_ns
) -> Finding:
    opened = opener(choice)
    if opened.camera is None:
        return Finding("light", State.LACK, say("doctor.light.no_camera"), say("doctor.nothing"))
    try:
        frames = settled_frames(opened.camera, clock)
    except CameraGone as gone:
        return Finding("light", State.LACK, str(gone), say("doctor.camera.check"))
    finally:
        opened.camera.close()
    found = wrong(examine(frames))
    if not found:
        return Finding("light", State.OK, say("doctor.light.good"))
    sentence = "; ".join(check.sentence for check in found)
    return Finding("light", State.LACK, sentence, "; ".join(check.remedy or "" for check in found))


def settled_frames(camera: Camera, clock: Clock) -> tuple[Frame, ...]:
    """When exposure and colours are at rest, or after four seconds. Raises ``CameraGone``."""
    give_up_ns = clock() + int(SETTLES_IN_S * NS_PER_S)
    frames: tuple[Frame, ...] = ()
    settling = Settling()
    while not (settling.settled and len(frames) == FRAMES) and clock() < give_up_ns:
        frame = camera.capture(frames[-1].exposed_at_ns if frames else 0)
        frames = (*frames, frame)[-FRAMES:]
        settling = settling.see(frame)
    return frames or (camera.capture(0),)


Examination = Callable[[], Finding]
OLDEST_PYTHON, NEWEST_WITH_SCREEN, NEWEST_PYTHON = (3, 11), (3, 13), (3, 14)
MB = 1_000_000
LEAST_FREE_DISK_MB = 100
"""A journal grows by some kilobytes a game; below this the system itself has trouble."""
LEAST_MEMORY_MB = 250
"""What the whole app may take at the table (issue 6's limit)."""


def examinations(camera: str, environment: Mapping[str, str]) -> tuple[Examination, ...]:
    return (
        partial(examine_camera, camera),
        partial(examine_light, camera),
        examine_pins,
        partial(examine_panel, default_folder(environment)),
        partial(examine_display, environment),
        examine_touch,
        examine_model,
        partial(examine_disk, default_folder(environment)),
        examine_python,
        examine_memory,
        examine_listening,
        partial(examine_voice, default_folder(environment) / VOICES),
    )


def examine_camera(
    choice: str,
    opener: Callable[[str], Opened] = open_camera,
    names: Callable[[], Iterable[str]] = devices.plugged_in,
) -> Finding:
    """Takes one picture, and names the cameras that drivers find."""
    found, there = _camera_found(choice, opener), tuple(names())
    if not there:
        return found
    named = ", ".join(map(shown_name, there))
    return replace(found, sentence=say("doctor.camera.names", camera=found.sentence, names=named))


def _camera_found(choice: str, opener: Callable[[str], Opened]) -> Finding:
    opened = opener(choice)
    if opened.camera is None:
        asked = choice != "none"
        remedy = say("doctor.camera.another")
        return Finding("camera", State.FAULT if asked else State.LACK, opened.why, remedy)
    try:
        frame = opened.camera.capture(0)
    except CameraGone as gone:
        return Finding("camera", State.FAULT, str(gone), say("doctor.camera.check"))
    finally:
        opened.camera.close()
    sentence = say("doctor.camera.there", camera=opened.sentence, width=frame.width, height=frame.height)
    if opened.cannot:
        sentence = say("doctor.camera.but", camera=sentence, cannot=opened.cannot)
    if opened.cups is not None and choice == "auto":
        return Finding("camera", State.LACK, sentence, say("doctor.camera.plug_in"))
    return Finding("camera", State.OK, sentence)


def examine_pins(
    board: Callable[[], str | None] = devices.board_model, library: Callable[[], str] = devices.pin_library
) -> Finding:
    model = board()
    if model is None or "Raspberry Pi" not in model:
        sentence = say("doctor.pins.no_pi", machine=model) if model else say("doctor.pins.unknown")
        return Finding("pins", State.LACK, sentence, say("doctor.pins.nothing"))
    try:
        return Finding("pins", State.OK, say("doctor.pins.there", machine=model, library=library()))
    except devices.PinsMissing as missing:
        sentence = say("doctor.pins.missing", machine=model, fault=str(missing))
        return Finding("pins", State.LACK, sentence, say("doctor.by_touch"))


def examine_panel(folder: Path) -> Finding:
    """Checks only the file; ``cups-up panel`` tries the parts."""
    path = folder / devices.FILE_NAME
    if not path.exists():
        sentence = say("doctor.panel.none", path=str(path))
        return Finding("panel", State.LACK, sentence, say("doctor.panel.write"))
    try:
        wiring = devices.read_wiring(path)
    except devices.WiringError as fault:
        return Finding("panel", State.LACK, str(fault), say("doctor.panel.mend"))
    pins = sum(1 for _ in wiring.uses())
    return Finding("panel", State.OK, say("doctor.panel.there", path=str(path), count=pins))


def examine_touch(panels: Callable[[], tuple[str, ...]] = devices.touch_panels) -> Finding:
    found = panels()
    if found:
        return Finding("touch", State.OK, ", ".join(found))
    return Finding("touch", State.LACK, say("doctor.touch.none"), say("doctor.touch.connect"))


def _load_eye() -> None:
    from companion.recognition.networks.weights import load_weights

    load_weights()


def examine_model(load: Callable[[], object] = _load_eye) -> Finding:
    try:
        load()
    except ImportError as error:
        sentence = say("doctor.model.no_start", fault=str(error))
        return Finding("model", State.FAULT, sentence, say("doctor.model.set_up"))
    except (WeightsError, AssetMissing) as error:
        return Finding("model", State.FAULT, str(error), say("doctor.model.by_hand"))
    return Finding("model", State.OK, say("doctor.model.there"))


def examine_disk(
    folder: Path, free_bytes: Callable[[Path], int] = lambda there: shutil.disk_usage(there).free
) -> Finding:
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    try:
        with tempfile.TemporaryFile(dir=there):
            free_mb = free_bytes(there) // MB
    except OSError as error:
        sentence = say("doctor.disk.no_writing", folder=str(folder), fault=say_os_fault(error))
        return Finding("disk", State.FAULT, sentence, say("doctor.disk.make_writable"))
    if free_mb < LEAST_FREE_DISK_MB:
        sentence = say("doctor.disk.full", mb=free_mb, folder=str(folder))
        return Finding("disk", State.FAULT, sentence, say("doctor.disk.delete"))
    return Finding("disk", State.OK, say("doctor.disk.there", folder=str(folder), mb=free_mb))


def examine_python(version: tuple[int, int] = sys.version_info[:2]) -> Finding:
    name = "Python " + ".".join(map(str, version))
    if OLDEST_PYTHON <= version <= NEWEST_WITH_SCREEN:
        return Finding("python", State.OK, name)
    if NEWEST_WITH_SCREEN < version <= NEWEST_PYTHON:
        sentence = say("doctor.python.no_screen", python=name)
        return Finding("python", State.LACK, sentence, say("doctor.python.use"))
    return Finding("python", State.FAULT, say("doctor.python.other", python=name), say("doctor.python.use"))


def examine_memory(path: Path = Path("/proc/meminfo")) -> Finding:
    try:
        _, _, after = path.read_text(encoding="ascii").partition("MemAvailable:")
        free_mb = int(after.split()[0]) * 1024 // MB
    except (OSError, IndexError, ValueError):
        return Finding("memory", State.LACK, say("doctor.memory.unknown"), say("doctor.nothing"))
    if free_mb < LEAST_MEMORY_MB:
        sentence = say("doctor.memory.full", mb=free_mb)
        return Finding("memory", State.LACK, sentence, say("doctor.memory.close"))
    return Finding("memory", State.OK, say("doctor.memory.there", mb=free_mb, count=os.cpu_count() or 1))


def examine_listening(found: Callable[[], tuple[Listening, ...]] = listening) -> Finding:
    places = [
        say(f"doctor.listener.{each.listener.value}", place=each.place, number=each.process)
        for each in found()
    ]
    sentence = say("doctor.listens.there", places="; ".join(places)) if places else say("doctor.listens.none")
    return Finding("listens", State.OK, sentence)


NO_SOUND_CARDS = "no soundcards"
"""ALSA's line without a sound card (proc(5))."""


def examine_voice(
    voices: Path,
    engine: Callable[[str, Path], Engine | None] = engine_for,
    player: Callable[[], str | None] = lambda: SystemPlayer().name,
    cards: Path = Path("/proc/asound/cards"),
) -> Finding:
    """It needs an engine, its voice file, a player program and a sound card."""
    found = engine(spoken().language, voices)
    if found is None:
        return Finding("voice", State.LACK, say("doctor.voice.no_engine"), say("doctor.voice.install"))
    plays = player()
    if plays is None:
        return Finding("voice", State.LACK, say("voice.no_player"), say("doctor.voice.install"))
    try:
        has_card = NO_SOUND_CARDS not in cards.read_text(encoding="utf-8", errors="replace")
    except OSError:
        has_card = False
    if not has_card:
        sentence = say("doctor.voice.no_card", engine=found.name)
        return Finding("voice", State.LACK, sentence, say("doctor.voice.connect"))
    return Finding("voice", State.OK, say("doctor.voice.there", engine=found.name, player=plays))

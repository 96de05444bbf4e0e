"""The examination of the light by ``companion doctor``: a second of the camera's pictures, in one finding."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.calibration.light import examine, wrong
from companion.calibration.light_settling import Settling
from companion.commands.finding import Finding, State
from companion.frame import CameraGone, Frame
from companion.hardware.cameras.port import Clock, TableCamera
from companion.hardware.choose import Opened, open_camera

FRAMES = 12
"""Pictures that are judged together: enough to tell a beat of the mains by."""
SETTLES_IN_S = 4.0
"""How long a camera that was just opened may take to settle: those of Pis and webcams need one to two."""
NS_PER_S = 1_000_000_000


def examine_light(
    choice: str, opener: Callable[[str], Opened] = open_camera, clock: Clock = time.monotonic_ns
) -> Finding:
    """What is wrong with the light over the table, and what to do."""
    opened = opener(choice)
    if opened.camera is None:
        return Finding("light", State.LACK, "without a camera there is no light to judge", "nothing to do")
    try:
        frames = settled_frames(opened.camera, clock)
    except CameraGone as gone:
        return Finding("light", State.LACK, str(gone), "check the camera, then ask the doctor again")
    finally:
        opened.camera.close()
    found = wrong(examine(frames))
    if not found:
        return Finding("light", State.OK, "sharp, bright and even, without glare and flicker")
    sentence = "; ".join(check.sentence for check in found)
    return Finding("light", State.LACK, sentence, "; ".join(check.remedy or "" for check in found))


def settled_frames(camera: TableCamera, clock: Clock) -> tuple[Frame, ...]:
    """The newest pictures once exposure and colours are at rest, or after four seconds as they are.

    Raises ``CameraGone``.
    """
    give_up_ns = clock() + int(SETTLES_IN_S * NS_PER_S)
    frames: tuple[Frame, ...] = ()
    settling = Settling()
    while not (settling.settled and len(frames) == FRAMES) and clock() < give_up_ns:
        frame = camera.capture(frames[-1].exposed_at_ns if frames else 0)
        frames = (*frames, frame)[-FRAMES:]
        settling = settling.see(frame)
    return frames or (camera.capture(0),)

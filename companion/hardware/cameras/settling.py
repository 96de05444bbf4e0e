"""Exposure, gain, white balance and focus: left alone until they are steady, then locked. Pure.

Works on the metadata that libcamera gives with every frame; controls that a sensor lacks are left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Any

NS_PER_S = 1_000_000_000
STEADY_FRAMES = 10
"""A third of a second at 30 frames a second: the automatics change every few frames until they are done."""
STEADY_SHARE = 0.03
"""Brightness and colours that vary by less count as steady (chosen, not measured on a sensor)."""
LONGEST_NS = 6 * NS_PER_S
"""After this time everything is locked as it is: with a lamp that flickers it never settles."""
LIGHT_FACTOR = 1.5
"""If the picture's median is this many times brighter or darker than at the lock, everything settles anew.
Hands and cups on a third of the picture do not move the median so far."""
LIGHT_CHANGED_NS = 3 * NS_PER_S
"""For this long without a break, so that a shadow is not enough."""
AUTO, MANUAL, START = 1, 0, 0
"""libcamera's AfModeAuto, AfModeManual, AfTriggerStart."""
FOCUS_DONE = (2, 3)
"""libcamera's AfStateFocused and AfStateFailed."""
CM_PER_M = 100.0

Metadata = dict[str, Any]
Controls = dict[str, Any]


class Settling:
    """What to ask of the camera as its frames come. ``known``: names of its controls."""

    def __init__(self, known: Collection[str], began_ns: int, focus_cm: float | None = None) -> None:
        """``focus_cm``: distance from lens to table for a fixed focus; ``None`` for autofocus."""
        self._known, self._focus_cm = known, focus_cm
        self._recent: deque[tuple[float, ...]] = deque(maxlen=STEADY_FRAMES)
        self._begin(began_ns)

    def _begin(self, now_ns: int) -> None:
        self._recent.clear()
        self._began_ns = now_ns
        self.locked = False
        self._locked_light: float | None = None
        self._other_since_ns: int | None = None

    def at_start(self) -> Controls:
        """What to ask for before the first frame: everything automatic, and a search for focus."""
        wanted: Controls = {"AeEnable": True, "AwbEnable": True}
        if self._focus_cm is not None:
            wanted |= {"AfMode": MANUAL, "LensPosition": CM_PER_M / self._focus_cm}
        else:
            wanted |= {"AfMode": AUTO, "AfTrigger": START}
        return self._had(wanted)

    def follow(self, metadata: Metadata, now_ns: int) -> Controls:
        """What to ask for after a frame: nothing, or once the lock."""
        if self.locked:
            return {}
        self._recent.append(_measures(metadata))
        if not (self._is_steady(metadata) or now_ns - self._began_ns >= LONGEST_NS):
            return {}
        self.locked = True
        return self._lock(metadata)

    def light(self, level: float, now_ns: int) -> Controls:
        """``level``: the picture's median brightness, 0-255. If the light has changed, all begins anew."""
        if not self.locked:
            return {}
        if self._locked_light is None:
            self._locked_light = max(level, 1.0)
            return {}
        ratio = max(level, 1.0) / self._locked_light
        if 1 / LIGHT_FACTOR < ratio < LIGHT_FACTOR:
            self._other_since_ns = None
            return {}
        if self._other_since_ns is None:
            self._other_since_ns = now_ns
        if now_ns - self._other_since_ns < LIGHT_CHANGED_NS:
            return {}
        self._begin(now_ns)
        return self.at_start()

    def _is_steady(self, metadata: Metadata) -> bool:
        if len(self._recent) < STEADY_FRAMES:
            return False
        if self._looks_for_focus and metadata.get("AfState") not in FOCUS_DONE:
            return False
        return all(
            max(each) - min(each) <= STEADY_SHARE * max(each) for each in zip(*self._recent, strict=True)
        )

    @property
    def _looks_for_focus(self) -> bool:
        return self._focus_cm is None and "AfMode" in self._known

    def _lock(self, metadata: Metadata) -> Controls:
        kept = {
            name: metadata[name]
            for name in ("ExposureTime", "AnalogueGain", "ColourGains")
            if name in metadata
        }
        wanted: Controls = {}
        if "ExposureTime" in kept and "AnalogueGain" in kept:
            wanted |= {
                "AeEnable": False,
                "ExposureTime": kept["ExposureTime"],
                "AnalogueGain": kept["AnalogueGain"],
            }
        if "ColourGains" in kept:
            wanted |= {"AwbEnable": False, "ColourGains": kept["ColourGains"]}
        if self._looks_for_focus and "LensPosition" in metadata:
            wanted |= {"AfMode": MANUAL, "LensPosition": metadata["LensPosition"]}
        return self._had(wanted)

    def _had(self, wanted: Controls) -> Controls:
        return {name: value for name, value in wanted.items() if name in self._known}


def _measures(metadata: Metadata) -> tuple[float, ...]:
    """What must be steady: the exposure's brightness and the two colour gains, if there are any."""
    red, blue = metadata.get("ColourGains", (1.0, 1.0))
    light = float(metadata.get("ExposureTime", 1)) * float(metadata.get("AnalogueGain", 1.0))
    return light, float(red), float(blue)

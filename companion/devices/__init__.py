"""Devices at the table: cameras, a Pi's buttons and lamps, the display.

Drivers use ``Driver`` and ``Source``; whoever opens cameras uses ``Cameras``. Names are imported
on first use: the command line starts without OpenCV.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.devices.cameras.drivers.pi import PI_SIZE, PI_SMALL_SIZE, board_model, sensor_modes
    from companion.devices.cameras.drivers.recorded import RecordedVideo
    from companion.devices.cameras.drivers.usb import VideoCapture, camera_numbers, open_capture
    from companion.devices.cameras.port import NS_PER_S, Clock, Driver, Source, monotonic_clock
    from companion.devices.cameras.registry import AUTO, Cameras, is_live, plugged_in
    from companion.devices.cameras.supervisor import (
        SEARCH_EVERY_S,
        Supervisor,
        answering_in_time,
        close_in_time,
        searching,
    )
    from companion.devices.display import Backlight, find_backlight, touch_panels
    from companion.devices.panel.pin_panel import (
        NamedFault,
        OpenedPanel,
        PinPanel,
        PinsMissing,
        open_panel,
        pin_library,
    )
    from companion.devices.panel.wiring import EXAMPLE, FILE_NAME, Wiring, WiringError, read_wiring, wiring_of
else:
    __getattr__ = lazily(
        __name__,
        {
            "cameras.drivers.pi": "PI_SIZE PI_SMALL_SIZE board_model sensor_modes",
            "cameras.drivers.recorded": "RecordedVideo",
            "cameras.drivers.usb": "VideoCapture camera_numbers open_capture",
            "cameras.port": "Clock Driver NS_PER_S Source monotonic_clock",
            "cameras.registry": "AUTO Cameras is_live plugged_in",
            "cameras.supervisor": "SEARCH_EVERY_S Supervisor answering_in_time close_in_time searching",
            "display": "Backlight find_backlight touch_panels",
            "panel.pin_panel": "NamedFault OpenedPanel PinPanel PinsMissing open_panel pin_library",
            "panel.wiring": "EXAMPLE FILE_NAME Wiring WiringError read_wiring wiring_of",
        },
    )


__all__ = [
    "AUTO",
    "EXAMPLE",
    "FILE_NAME",
    "NS_PER_S",
    "PI_SIZE",
    "PI_SMALL_SIZE",
    "SEARCH_EVERY_S",
    "Backlight",
    "Cameras",
    "Clock",
    "Driver",
    "NamedFault",
    "OpenedPanel",
    "PinPanel",
    "PinsMissing",
    "RecordedVideo",
    "Source",
    "Supervisor",
    "VideoCapture",
    "Wiring",
    "WiringError",
    "answering_in_time",
    "board_model",
    "camera_numbers",
    "close_in_time",
    "find_backlight",
    "is_live",
    "monotonic_clock",
    "open_capture",
    "open_panel",
    "pin_library",
    "plugged_in",
    "read_wiring",
    "searching",
    "sensor_modes",
    "touch_panels",
    "wiring_of",
]

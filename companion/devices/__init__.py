"""Devices at the table: cameras, a Pi's buttons and lamps, the display.

Drivers use ``Driver`` and ``Source``; whoever opens cameras uses ``Cameras``. Names are imported
on first use: the command line starts without OpenCV.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.devices.cameras.drivers.pi import PI_SIZE as PI_SIZE
    from companion.devices.cameras.drivers.pi import PI_SMALL_SIZE as PI_SMALL_SIZE
    from companion.devices.cameras.drivers.pi import board_model as board_model
    from companion.devices.cameras.drivers.pi import sensor_modes as sensor_modes
    from companion.devices.cameras.drivers.recorded import RecordedVideo as RecordedVideo
    from companion.devices.cameras.drivers.usb import VideoCapture as VideoCapture
    from companion.devices.cameras.drivers.usb import camera_numbers as camera_numbers
    from companion.devices.cameras.drivers.usb import open_capture as open_capture
    from companion.devices.cameras.port import Driver as Driver
    from companion.devices.cameras.port import Source as Source
    from companion.devices.cameras.registry import AUTO as AUTO
    from companion.devices.cameras.registry import Cameras as Cameras
    from companion.devices.cameras.registry import is_live as is_live
    from companion.devices.cameras.registry import plugged_in as plugged_in
    from companion.devices.cameras.supervisor import SEARCH_EVERY_S as SEARCH_EVERY_S
    from companion.devices.cameras.supervisor import Supervisor as Supervisor
    from companion.devices.cameras.supervisor import answering_in_time as answering_in_time
    from companion.devices.cameras.supervisor import close_in_time as close_in_time
    from companion.devices.cameras.supervisor import searching as searching
    from companion.devices.display import Backlight as Backlight
    from companion.devices.display import find_backlight as find_backlight
    from companion.devices.display import touch_panels as touch_panels
    from companion.devices.panel.pin_panel import NamedFault as NamedFault
    from companion.devices.panel.pin_panel import OpenedPanel as OpenedPanel
    from companion.devices.panel.pin_panel import PinPanel as PinPanel
    from companion.devices.panel.pin_panel import PinsMissing as PinsMissing
    from companion.devices.panel.pin_panel import open_panel as open_panel
    from companion.devices.panel.pin_panel import pin_library as pin_library
    from companion.devices.panel.wiring import EXAMPLE as EXAMPLE
    from companion.devices.panel.wiring import FILE_NAME as FILE_NAME
    from companion.devices.panel.wiring import Wiring as Wiring
    from companion.devices.panel.wiring import WiringError as WiringError
    from companion.devices.panel.wiring import read_wiring as read_wiring
    from companion.devices.panel.wiring import wiring_of as wiring_of
else:
    __getattr__, __all__ = lazily(__name__, __file__)

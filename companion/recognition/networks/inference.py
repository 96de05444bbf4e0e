"""ONNX Runtime with its telemetry off; every user imports it from here.

Since 1.31 its import alone writes a device's number, and an event with the interpreter's path, to
``~/.cache/Microsoft`` and looks up the host that collects such events. Only a switch set before prevents
that, so this module sets it when it is imported.
"""

from __future__ import annotations

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

onnxruntime.disable_telemetry_events()

__all__ = ["onnxruntime"]

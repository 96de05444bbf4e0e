"""ONNX Runtime with its telemetry off. Whoever needs it imports it from here, and nothing is sent.

Since 1.31 it sends telemetry unless told otherwise. Its import alone writes a device's number, and an event
with the interpreter's path, to ``~/.cache/Microsoft`` and looks up the host that collects such events. Only a
switch that is set before the import prevents that: so this one module does something on import.
"""

from __future__ import annotations

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

onnxruntime.disable_telemetry_events()

__all__ = ["onnxruntime"]

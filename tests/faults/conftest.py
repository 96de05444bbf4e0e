"""The campaigns are modules of their own, run by command too: ``python -m tests.faults.NAME``."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[2])
if ROOT not in sys.path:
    sys.path.append(ROOT)

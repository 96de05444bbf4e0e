"""Code of the app in a Python of its own, whatever lies in the working directory or in PYTHONPATH."""

from __future__ import annotations

import sys
from pathlib import Path

_ABOVE_PACKAGE = Path(__file__).resolve().parents[3]


def python_words(code: str) -> list[str]:
    """The words of a command that runs ``code`` isolated; ``companion`` is the one that runs here."""
    return [sys.executable, "-I", "-c", f"import sys; sys.path.append({str(_ABOVE_PACKAGE)!r}); {code}"]

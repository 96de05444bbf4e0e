"""Each widget's layout stands in a .kv file beside its module."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder


def load_layout(module_file: str) -> None:
    """Load the .kv file of the module whose ``__file__`` is given."""
    Builder.load_file(str(Path(module_file).with_suffix(".kv")))

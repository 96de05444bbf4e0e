"""Writes a page of every name that others may use, with its types: ``./run docs [FOLDER]``."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pdoc

ROOMS = ("rules", "players", "journal", "text", "recognition")
"""Those whose names docs/library.md promises."""


def main() -> None:
    """A room gives its names only when they are asked for, and pdoc does not ask."""
    names = [f"companion.{room}" for room in ROOMS]
    for name in names:
        module = import_module(name)
        vars(module).update({each: getattr(module, each) for each in module.__all__})
    pdoc.render.configure(docformat="restructuredtext", show_source=False)
    pdoc.pdoc(*names, output_directory=Path(sys.argv[1]))


if __name__ == "__main__":
    main()

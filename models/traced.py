"""Whole path-traced tables on disk (``models/render/tables.py``) and the truth about their dice."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from models.compose.scene import Thing
from models.compose.sketch import STEEP_DEG
from models.compose.sprite import BACKGROUND, STAR

HIDDEN_ABOVE = 0.15
"""A traced die of which more is hidden may be asked about: it is not counted among the dice to be read."""


def traced_option(parser: argparse.ArgumentParser) -> None:
    """The option that says where such tables lie: as many folders as wanted."""
    parser.add_argument(
        "--traced", type=Path, nargs="*", default=(), help="folders of whole path-traced tables"
    )


def traced_tables(folders: Iterable[Path]) -> list[tuple[Path, list[Thing]]]:
    """The tables of some folders: picture and dice."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))]
    return [(path.with_suffix(".jpg"), traced_things(path)) for path in paths]


def traced_things(path: Path) -> list[Thing]:
    """The truth about the dice of one table (NNNN.json)."""
    return [_traced_thing(die) for die in json.loads(path.read_text())["dice"]]


def _traced_thing(die: dict) -> Thing:
    label = BACKGROUND if die["face"] is None else STAR if die["star"] else die["face"]
    hidden = die["hidden"] > HIDDEN_ABOVE or bool(die["cut_off"])
    turns = die["view_tilt_deg"] <= STEEP_DEG
    return Thing(tuple(die["box"]), label, die["kind"] == "cocked", die["kind"] == "stacked", hidden, turns)

"""The taught set of dice that a command reads with."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion.card_reading import Deck
from companion.journal.home import default_folder
from companion.reading import WildMark
from companion.recognition.eye import Eye
from companion.recognition.taught.shelf import FOLDER_NAME, SetShelf
from companion.recognition.taught.taught_eye import TaughtEye
from companion.text.speech import say


def add_set(parser: argparse.ArgumentParser) -> None:
    """The option that names a taught set."""
    parser.add_argument("--set", metavar="NAME", help=say("arg.set"))


def add_wild(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """The option that says what the dice have in the place of the wild face."""
    choices = [each.value for each in WildMark]
    parser.add_argument("--wild", choices=choices, default=default, help=say("arg.wild"))


def add_deck(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """The option that says which letters the cards have."""
    choices = [each.value for each in Deck]
    parser.add_argument("--deck", choices=choices, default=default, help=say("arg.deck"))


def shelf_here(home: Path | None = None) -> SetShelf:
    """The shelf of taught sets in a table's home, by default the usual one."""
    return SetShelf((home or default_folder(os.environ)) / FOLDER_NAME)


def eye_for(name: str | None, home: Path | None = None) -> Eye:
    """The eye for that taught set, for ordinary dice without a name.

    Raises ``WeightsError``, and ``TeachError`` when there is no such set or it cannot be read.
    """
    return Eye() if name is None else TaughtEye(shelf_here(home).load(name))

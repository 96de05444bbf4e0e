"""The taught set of dice that a command reads with."""

from __future__ import annotations

import os
from pathlib import Path

from companion.journal import default_folder
from companion.recognition.pipeline.eye import Eye
from companion.recognition.taught.dice_set import FOLDER_NAME, SetShelf
from companion.recognition.taught.taught_eye import TaughtEye


def set_shelf(home: Path | None = None) -> SetShelf:
    return SetShelf((home or default_folder(os.environ)) / FOLDER_NAME)


def eye_for(name: str | None, home: Path | None = None) -> Eye:
    """``None``: ordinary dice. Raises ``WeightsError``, and ``TeachError`` for a missing or unreadable
    set.
    """
    return Eye() if name is None else TaughtEye(set_shelf(home).load(name))

"""Where taught sets stand: one file each in a folder."""

from __future__ import annotations

import os
from pathlib import Path

from companion.on_disk import NotRead, read_ordinary, settle, shown_name, write_whole
from companion.recognition.errors import TeachError
from companion.recognition.taught.dice_set import DiceSet, checked_name
from companion.recognition.taught.set_file import LARGEST_FILE, NotASet, packed, set_of
from companion.text.speech import say

FOLDER_NAME = "sets"
"""The folder in the home of a table."""
SUFFIX = ".zip"


class SetShelf:
    """The taught sets in one folder. Nothing is made before the first ``save``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Names of the sets there, sorted; TeachError when the folder cannot be read."""
        try:
            found = os.listdir(self._folder)
        except FileNotFoundError:
            return []
        except OSError as fault:
            sentence = say("taught.no_folder", folder=shown_name(self._folder), why=_why(fault))
            raise TeachError(sentence) from None
        sets = (name for name in found if name.endswith(SUFFIX) and name[0] != ".")
        return sorted(name.removesuffix(SUFFIX) for name in sets)

    def load(self, name: str) -> DiceSet:
        """The set of this name; TeachError when there is none, or its file is not what was written."""
        path = self._path(name)
        if not os.path.lexists(path):
            there = ", ".join(self.names()) or say("taught.none_yet")
            raise TeachError(say("taught.unknown", name=repr(name), sets=there))
        try:
            return set_of(name, read_ordinary(path, LARGEST_FILE))
        except NotRead as fault:
            raise TeachError(say("taught.unread", file=shown_name(path), fault=str(fault))) from None
        except NotASet:
            raise TeachError(say("taught.altered", file=shown_name(path), name=name)) from None

    def save(self, dice_set: DiceSet) -> Path:
        """Write the set, over one of its name; on disk when this returns. TeachError: all is as before."""
        path = self._path(dice_set.name)
        try:
            write_whole(path, packed(dice_set))
        except OSError as fault:
            raise TeachError(say("taught.unwritten", file=str(path), why=_why(fault))) from None
        return path

    def forget(self, name: str) -> None:
        """Delete the set; TeachError when there is none or it stays."""
        path = self._path(name)
        try:
            path.unlink()
            settle(self._folder)
        except FileNotFoundError:
            there = ", ".join(self.names()) or say("taught.none_yet")
            raise TeachError(say("taught.unknown", name=repr(name), sets=there)) from None
        except OSError as fault:
            raise TeachError(say("taught.stays", file=str(path), why=_why(fault))) from None

    def _path(self, name: str) -> Path:
        return self._folder / f"{checked_name(name)}{SUFFIX}"


def _why(fault: OSError) -> str:
    return fault.strerror or str(fault)

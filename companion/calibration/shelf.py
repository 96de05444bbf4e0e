"""Keeps the profiles of a household's tables: one TOML file each, written whole or not at all.

A profile may have a picture of its background, to notice a shift. A note says which table was used last.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import cv2

from companion.calibration.backdrop import WIDTH_PX, Backdrop
from companion.calibration.errors import PlaneError, ProfileError, ShelfError
from companion.calibration.profile import LONGEST_NAME, Profile, key_of
from companion.calibration.profile_text import profile_of, text_of
from companion.core.on_disk import NotRead, read_ordinary, settle, shown_name, write_whole
from companion.core.picture import Kind, PictureError, header_of, pixels_of
from companion.text import say

FOLDER_NAME = "tables"
"""The folder in the app's home."""
SUFFIX = ".toml"
BACKGROUND = ".png"
DICE = ".dice.json"
"""Ends the file, beside a profile, with what the dice of that table have taught."""
LAST_USED = "last-used.txt"
"""The file with the name of the table that was used last."""
LARGEST_FILE = 65_536
"""Bytes: thirty times a profile. Whatever is larger was not written here."""
LARGEST_BACKGROUND = 2_000_000
"""Bytes: a background is grey and 640 px wide."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The profiles by name, and a sentence for each file that holds none."""

    profiles: tuple[Profile, ...]
    faults: tuple[str, ...] = ()

    def named(self, name: str) -> Profile | None:
        """The table with this name, whatever its capitals."""
        return next((each for each in self.profiles if key_of(each.name) == key_of(name)), None)


class TableShelf:
    """The profiles in one folder, read anew each time. Nothing is made before the first ``save``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> Tables:
        """All profiles, by name; ``ShelfError`` when the folder cannot be read."""
        found, faults = self._look()
        return Tables(tuple(found[key][0] for key in sorted(found)), tuple(faults))

    def save(self, profile: Profile, backdrop: Backdrop | None = None) -> Path:
        """Write the profile over the one with its name, and give its file.

        It is on disk when this returns. Raises ``ShelfError`` if it cannot be written: the last good one
        stays. The background of an earlier place is deleted, because it would show a false shift.
        """
        key = key_of(profile.name)
        found, _ = self._look()
        path = found[key][1] if key in found else self._free_path(profile.name)
        background = path.with_suffix(BACKGROUND)
        _delete(background)
        _write(path, text_of(profile).encode("utf-8"))
        if backdrop is not None:
            _write(background, cv2.imencode(BACKGROUND, backdrop.grey)[1].tobytes())
        return path

    def backdrop_of(self, profile: Profile) -> Backdrop | None:
        """The background that was remembered with a profile; ``None`` if there is no usable one."""
        found, _ = self._look()
        if key_of(profile.name) not in found:
            return None
        try:
            raw = read_ordinary(found[key_of(profile.name)][1].with_suffix(BACKGROUND), LARGEST_BACKGROUND)
            header = header_of(raw, (Kind.PNG,))
            if header.width != WIDTH_PX:
                return None
            grey = cv2.cvtColor(pixels_of(raw, header), cv2.COLOR_BGR2GRAY)
        except (NotRead, PictureError):
            return None
        try:
            return Backdrop.of(grey, profile.plane)
        except PlaneError:
            return None

    def dice_file_of(self, name: str) -> Path | None:
        """Where that table's dice are kept, whether or not they are; ``None`` if there is no such table.

        Raises ``ShelfError`` when the folder cannot be read.
        """
        found, _ = self._look()
        return found[key_of(name)][1].with_suffix(DICE) if key_of(name) in found else None

    def use(self, name: str) -> None:
        """Note the table in use. Raises ``ShelfError`` if it cannot be written."""
        _write(self._folder / LAST_USED, (name + "\n").encode("utf-8"))

    def last_used(self) -> str | None:
        """The noted name of the table that was used last; its profile may be gone."""
        try:
            raw = read_ordinary(self._folder / LAST_USED, LARGEST_FILE)
            return raw.decode("utf-8").partition("\n")[0].strip() or None
        except (NotRead, UnicodeDecodeError):
            return None

    def remove(self, name: str) -> None:
        """Delete the table's profile, if there is one, and what is kept beside it."""
        found, _ = self._look()
        if key_of(name) not in found:
            return
        path = found[key_of(name)][1]
        for beside in (BACKGROUND, DICE):
            _delete(path.with_suffix(beside))
        _delete(path)
        try:
            settle(self._folder)
        except OSError as fault:
            raise ShelfError(say("profile.stays", file=str(path), why=_why(fault))) from None

    def _look(self) -> tuple[dict[str, tuple[Profile, Path]], list[str]]:
        found: dict[str, tuple[Profile, Path]] = {}
        faults = []
        for path in self._files():
            try:
                profile = read_profile(path)
            except ProfileError as fault:
                faults.append(say("profile.left_out", file=shown_name(path.name), why=str(fault)))
                continue
            key = key_of(profile.name)
            if key in found:
                twin = shown_name(found[key][1].name)
                here = shown_name(path.name)
                faults.append(say("profile.twin", file=here, twin=twin))
                continue
            found[key] = profile, path
        return found, faults

    def _files(self) -> list[Path]:
        try:
            names = sorted(os.listdir(self._folder))
        except FileNotFoundError:
            return []
        except OSError as fault:
            raise ShelfError(say("profile.no_folder", folder=str(self._folder), why=_why(fault))) from None
        return [self._folder / each for each in names if each.endswith(SUFFIX) and not each.startswith(".")]

    def _free_path(self, name: str) -> Path:
        """A new file for this name; no file with this path exists, not even an unreadable one."""
        words = "".join(each if each.isalnum() else " " for each in key_of(name)).split()
        stem = "-".join(words)[:LONGEST_NAME] or "table"
        first = self._folder / f"{stem}{SUFFIX}"
        if not os.path.lexists(first):
            return first
        others = (self._folder / f"{stem}-{number}{SUFFIX}" for number in count(2))
        return next(path for path in others if not os.path.lexists(path))


def read_profile(path: Path) -> Profile:
    """The profile in a file. Raises ``ProfileError`` for any other file."""
    try:
        return profile_of(read_ordinary(path, LARGEST_FILE).decode("utf-8-sig"))
    except NotRead as fault:
        raise ProfileError(say("file.it", fault=str(fault))) from None
    except UnicodeDecodeError:
        raise ProfileError(say("file.not_utf8")) from None


def _why(fault: OSError) -> str:
    return fault.strerror or str(fault)


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise ShelfError(say("profile.file_stays", file=str(path), why=_why(fault))) from None


def _write(path: Path, content: bytes) -> None:
    try:
        write_whole(path, content)
    except OSError as fault:
        raise ShelfError(say("profile.unwritten", file=str(path), why=_why(fault))) from None

"""Keeps a table's house rules: one file each in a folder, written whole or not at all."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from companion.journal.errors import HouseRulesError, RecordError
from companion.journal.house_rules import HouseRules, key_of, rules_of, text_of
from companion.on_disk import NotRead, read_ordinary, settle, shown_name, write_whole
from companion.rules.errors import RulesError
from companion.text.refusals import reason_of
from companion.text.speech import say

FOLDER_NAME = "house-rules"
"""The folder in the home of a table."""
SUFFIX = ".toml"
LARGEST_FILE = 65_536
"""Bytes: 40 times a full set of switches. A larger file is not ours."""
_LONGEST_STEM = 40
"""Characters of a file's name before its suffix; as many as a title may have."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The sets by title, and a sentence for each file that holds none."""

    rules: tuple[HouseRules, ...]
    faults: tuple[str, ...] = ()

    def named(self, title: str) -> HouseRules | None:
        """The set with this title, without regard to capitals."""
        return next((each for each in self.rules if each.key == key_of(title)), None)


class HouseShelf:
    """The house rules in one folder, read each time: people may edit, copy and delete the files.

    A foreign file is named and left alone. Nothing is made before the first ``save``.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> Kept:
        """All sets that can be played, sorted by title; HouseRulesError when the folder cannot be read."""
        found, faults = self._look()
        rules = sorted((rules for rules, _ in found.values()), key=lambda each: each.key)
        return Kept(tuple(rules), tuple(faults))

    def save(self, rules: HouseRules, instead_of: str | None = None) -> None:
        """Write the set, over the one that has its title already; then remove the one of the title
        ``instead_of``, which it replaces under a new name.

        On disk when this returns. HouseRulesError when it cannot be written: all is then as before.
        """
        found, _ = self._look()
        path = found[rules.key][1] if rules.key in found else self._free_path(rules.title)
        self._write(path, text_of(rules))
        if instead_of is not None and key_of(instead_of) != rules.key:
            self.remove(instead_of)

    def remove(self, title: str) -> None:
        """Delete the set of this title, if there is one. Raises HouseRulesError if that fails."""
        found, _ = self._look()
        if key_of(title) not in found:
            return
        path = found[key_of(title)][1]
        try:
            path.unlink(missing_ok=True)
            settle(self._folder)
        except OSError as fault:
            raise HouseRulesError(say("house_file.stays", file=str(path), why=_why(fault))) from None

    def _look(self) -> tuple[dict[str, tuple[HouseRules, Path]], list[str]]:
        """The sets with their files by key, and what is wrong with the other files."""
        found: dict[str, tuple[HouseRules, Path]] = {}
        faults = []
        for path in self._files():
            try:
                rules = _read(path)
            except (RecordError, RulesError) as fault:
                faults.append(say("house_file.left_out", file=_name(path), why=reason_of(fault)))
                continue
            if rules.key in found:
                twin = _name(found[rules.key][1])
                faults.append(say("house_file.twin", file=_name(path), twin=twin))
                continue
            found[rules.key] = rules, path
        return found, faults

    def _files(self) -> list[Path]:
        try:
            with os.scandir(self._folder) as entries:
                names = [each.name for each in entries]
        except FileNotFoundError:
            return []
        except OSError as fault:
            raise HouseRulesError(
                say("house_file.no_folder", folder=str(self._folder), why=_why(fault))
            ) from None
        ours = (name for name in names if name.endswith(SUFFIX) and not name.startswith("."))
        return [self._folder / name for name in sorted(ours)]

    def _free_path(self, title: str) -> Path:
        """A new file for this title; no file with this path exists, not even an unreadable one."""
        return next(path for path in self._paths(title) if not os.path.lexists(path))

    def _paths(self, title: str) -> Iterator[Path]:
        plain = unicodedata.normalize("NFC", title).casefold()
        words = "".join(each if each.isalnum() else " " for each in plain).split()
        stem = "-".join(words)[:_LONGEST_STEM].strip("-") or FOLDER_NAME
        yield self._folder / f"{stem}{SUFFIX}"
        for number in count(2):
            yield self._folder / f"{stem}-{number}{SUFFIX}"

    def _write(self, path: Path, text: str) -> None:
        try:
            write_whole(path, text.encode("utf-8"))
        except OSError as fault:
            raise HouseRulesError(say("house_file.unwritten", file=str(path), why=_why(fault))) from None


def _read(path: Path) -> HouseRules:
    try:
        return rules_of(read_ordinary(path, LARGEST_FILE).decode("utf-8-sig"))
    except NotRead as fault:
        raise RecordError(say("file.it", fault=str(fault))) from None
    except UnicodeDecodeError:
        raise RecordError(say("file.not_utf8")) from None


def _name(path: Path) -> str:
    return shown_name(path.name)


def _why(fault: OSError) -> str:
    return fault.strerror or str(fault)

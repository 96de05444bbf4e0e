"""A table's house rules under their name, and the text of the file in which they are kept.

The file is TOML that people can edit: it has every switch, with the other values in a comment.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from companion.core.on_disk import NotRead, read_ordinary, settle, shown_name, write_whole
from companion.core.toml_text import NotToml, toml_of
from companion.journal.errors import HouseRulesError, RecordError
from companion.rules import (
    HOUSE,
    RULESETS,
    SWITCHES,
    TITLE,
    Foreign,
    Option,
    OptionValue,
    Refusal,
    RuleError,
    RulesError,
    RuleSet,
    Switches,
    house_rules,
    one_form,
    switches_of,
)
from companion.text import long_label_of, quoted, reason_of, say, say_needs

FORMAT = 1
"""The version of the file that is written and read here."""
_KEYS = ("format", "title", "switches")
_VALUE_COLUMN = 36
"""The column of the other values: behind the longest switch with its value."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A mix of switches that can be played. ``switches`` holds every one but the title, as the record does.

    Raises RuleError if the title is empty or a published game's, or if switches contradict each other.
    """

    title: str
    switches: Switches

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", TITLE.short_name(self.title))
        published = {
            title_key(name) for each in (*RULESETS.values(), HOUSE) for name in (each.name, each.title)
        }
        if self.key in published:
            raise RuleError(Refusal.TITLE_TAKEN, title=Foreign(self.title))
        complete = switches_of(house_rules(self.switches, new=True))
        object.__setattr__(self, "switches", complete)

    @property
    def key(self) -> str:
        """The key of the title: capitals and spaces make no difference."""
        return title_key(self.title)

    @property
    def options(self) -> Switches:
        """The options of the game line: the title and every switch, so that the game keeps them for good."""
        return ((TITLE.name, self.title), *self.switches)

    @property
    def ruleset(self) -> RuleSet:
        """The rules as the referee reads them."""
        return house_rules(self.options)


def title_key(title: str) -> str:
    """A title without regard to capitals and spaces, and in one form."""
    return " ".join(one_form(title).casefold().split())


def text_of(rules: HouseRules) -> str:
    options = {each.name: each for each in SWITCHES}
    lines = [_line(options[name], value, rules.ruleset) for name, value in rules.switches]
    head = f"# {say('house_file.head')}\nformat = {FORMAT}\ntitle = {_value(rules.title)}\n\n[switches]\n"
    return head + "\n".join(lines) + "\n"


def rules_of(text: str) -> HouseRules:
    """The house rules in a file's text; a missing switch is as in the common house game.

    Raises RecordError for any other text, and RuleError for rules that cannot be played.
    """
    try:
        fields = toml_of(text)
    except NotToml as fault:
        raise RecordError(say("toml.not_toml", why=str(fault))) from None
    unknown = [name for name in fields if name not in _KEYS]
    if "format" not in fields:
        raise RecordError(say("house_file.no_format"))
    _need_format(fields["format"])
    if unknown:
        raise RecordError(say("house_file.unknown_key", key=quoted(unknown[0]), known=", ".join(_KEYS)))
    switches = fields.get("switches", {})
    if "title" not in fields or type(switches) is not dict:
        raise RecordError(say("house_file.incomplete"))
    if TITLE.name in switches:
        raise RecordError(say("house_file.title_inside"))
    return HouseRules(TITLE.short_name(fields["title"]), tuple(switches.items()))


def _need_format(written: object) -> None:
    if type(written) is int and written > FORMAT:
        raise RecordError(say("house_file.newer", written=quoted(written)))
    if type(written) is not int or written != FORMAT:
        raise RecordError(say("record.format", written=quoted(written), known=FORMAT))


def _line(option: Option, value: OptionValue, ruleset: RuleSet) -> str:
    written = f"{option.name} = {_value(value)}"
    told = say_needs(f"{long_label_of(option.name, ruleset)}: {_others(option)}", option.name)
    return f"{written:{_VALUE_COLUMN}}# {told}"


def _others(option: Option) -> str:
    if type(option.values[0]) is int:
        return say("house_file.range", lowest=option.values[0], highest=option.values[-1])
    listed, *others = map(_value, option.values)
    for other in others:
        listed = say("list.or", list=listed, item=other)
    return listed


def _value(value: OptionValue) -> str:
    """Printable text, whole numbers, true and false are the same in TOML and JSON."""
    return json.dumps(value, ensure_ascii=False)


HOUSE_RULES_FOLDER = "house-rules"
"""The folder in the home of a table."""
SUFFIX = ".toml"
LARGEST_FILE = 65_536
"""Bytes: 40 times a full set of switches. A larger file is not ours."""
_LONGEST_STEM = 40
"""Characters of a file's name before its suffix; as many as a title may have."""


@dataclass(frozen=True, slots=True)
class KeptHouseRules:
    """The sets by title, and a sentence for each file that holds none."""

    rules: tuple[HouseRules, ...]
    faults: tuple[str, ...] = ()

    def named(self, title: str) -> HouseRules | None:
        """The set with this title, without regard to capitals."""
        return next((each for each in self.rules if each.key == title_key(title)), None)


class HouseShelf:
    """The house rules in one folder, read each time: people may edit, copy and delete the files.

    A foreign file is named and left alone. Nothing is made before the first ``save``.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> KeptHouseRules:
        """All sets that can be played, sorted by title; HouseRulesError when the folder cannot be read."""
        found, faults = self._look()
        rules = sorted((rules for rules, _ in found.values()), key=lambda each: each.key)
        return KeptHouseRules(tuple(rules), tuple(faults))

    def save(self, rules: HouseRules, instead_of: str | None = None) -> None:
        """Write the set, over the one that has its title already; then remove the one of the title
        ``instead_of``, which it replaces under a new name.

        On disk when this returns. HouseRulesError when it cannot be written: all is then as before.
        """
        found, _ = self._look()
        path = found[rules.key][1] if rules.key in found else self._free_path(rules.title)
        self._write(path, text_of(rules))
        if instead_of is not None and title_key(instead_of) != rules.key:
            self.remove(instead_of)

    def remove(self, title: str) -> None:
        """Delete the set of this title, if there is one. Raises HouseRulesError if that fails."""
        found, _ = self._look()
        if title_key(title) not in found:
            return
        path = found[title_key(title)][1]
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
        words = "".join(each if each.isalnum() else " " for each in title_key(title)).split()
        stem = "-".join(words)[:_LONGEST_STEM].strip("-") or HOUSE_RULES_FOLDER
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

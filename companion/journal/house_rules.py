"""Named house rules, and the text of their file.

TOML for people to edit: every switch, with the other values in a comment.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion import rules
from companion.core.on_disk import (
    NotRead,
    NotToml,
    free_path,
    names_in,
    read_ordinary,
    settle,
    shown_name,
    toml_of,
    write_whole,
)
from companion.journal.errors import HouseRulesError, RecordError
from companion.text import long_label_of, quoted, reason_of, say, say_needs, say_os_fault

FORMAT = 1
"""The file's version."""
_KEYS = ("format", "title", "switches")
_VALUE_COLUMN = 36
"""Column of the comment, beyond the longest switch with its value."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """``switches``: all but the title, as in the record.

    Raises RuleError for an empty or published title, or clashing switches.
    """

    title: str
    switches: rules.Switches

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", rules.TITLE.short_name(self.title))
        published = {
            title_key(name)
            for each in (*rules.RULESETS.values(), rules.HOUSE)
            for name in (each.name, each.title)
        }
        if self.key in published:
            raise rules.RuleError(rules.Refusal.TITLE_TAKEN, title=rules.Foreign(self.title))
        complete = rules.switches_of(rules.house_rules(self.switches, new=True))
        object.__setattr__(self, "switches", complete)

    @property
    def key(self) -> str:
        return title_key(self.title)

    @property
    def options(self) -> rules.Switches:
        """The title and every switch: later defaults do not change a game."""
        return ((rules.TITLE.name, self.title), *self.switches)

    @property
    def ruleset(self) -> rules.RuleSet:
        return rules.house_rules(self.options)


def title_key(title: str) -> str:
    """The title without regard to capitals and spaces, in one form."""
    return " ".join(rules.one_form(title).casefold().split())


def text_of(house: HouseRules) -> str:
    options = {each.name: each for each in rules.SWITCHES}
    lines = [_line(options[name], value, house.ruleset) for name, value in house.switches]
    head = f"# {say('house_file.head')}\nformat = {FORMAT}\ntitle = {_value(house.title)}\n\n[switches]\n"
    return head + "\n".join(lines) + "\n"


def rules_of(text: str) -> HouseRules:
    """The rules in a file's text; a missing switch is as in ``HOUSE``.

    Raises RecordError for any other text, RuleError for unplayable rules.
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
    if rules.TITLE.name in switches:
        raise RecordError(say("house_file.title_inside"))
    return HouseRules(rules.TITLE.short_name(fields["title"]), tuple(switches.items()))


def _need_format(written: object) -> None:
    if type(written) is int and written > FORMAT:
        raise RecordError(say("house_file.newer", written=quoted(written)))
    if type(written) is not int or written != FORMAT:
        raise RecordError(say("record.format", written=quoted(written), known=FORMAT))


def _line(option: rules.Option, value: rules.OptionValue, ruleset: rules.RuleSet) -> str:
    written = f"{option.name} = {_value(value)}"
    told = say_needs(f"{long_label_of(option.name, ruleset)}: {_others(option)}", option.name)
    return f"{written:{_VALUE_COLUMN}}# {told}"


def _others(option: rules.Option) -> str:
    if type(option.values[0]) is int:
        return say("house_file.range", lowest=option.values[0], highest=option.values[-1])
    listed, *others = map(_value, option.values)
    for other in others:
        listed = say("list.or", list=listed, item=other)
    return listed


def _value(value: rules.OptionValue) -> str:
    """The value in TOML, as in JSON."""
    return json.dumps(value, ensure_ascii=False)


HOUSE_RULES_FOLDER = "house-rules"
"""In the table's home."""
SUFFIX = ".toml"
DRAFT = "draft.json"
"""Switches that are being mixed; it lies beside the saved sets."""
LARGEST_FILE = 65_536
"""Bytes: 40 times a full set of switches. A larger file is not ours."""


@dataclass(frozen=True, slots=True)
class KeptHouseRules:
    """Sets by title, and a sentence for each unusable file."""

    rules: tuple[HouseRules, ...]
    faults: tuple[str, ...] = ()

    def named(self, title: str) -> HouseRules | None:
        """Ignores capitals."""
        return next((each for each in self.rules if each.key == title_key(title)), None)


class HouseShelf:
    """One folder, made by the first ``save``; people may edit, copy and delete the files.

    A foreign file is named and left alone.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> KeptHouseRules:
        """Raises HouseRulesError if the folder cannot be read."""
        found, faults = self._look()
        house = sorted((house for house, _ in found.values()), key=lambda each: each.key)
        return KeptHouseRules(tuple(house), tuple(faults))

    def save(self, house: HouseRules, instead_of: str | None = None) -> None:
        """Overwrites, then removes ``instead_of``; on disk on return. After HouseRulesError nothing has
        changed.
        """
        found, _ = self._look()
        known = found.get(house.key)
        path = known[1] if known else free_path(self._folder, house.key, SUFFIX, HOUSE_RULES_FOLDER)
        try:
            write_whole(path, text_of(house).encode("utf-8"))
        except OSError as fault:
            told = say("house_file.unwritten", file=str(path), why=say_os_fault(fault))
            raise HouseRulesError(told) from None
        if instead_of is not None and title_key(instead_of) != house.key:
            self.remove(instead_of)

    def remove(self, title: str) -> None:
        """Raises HouseRulesError."""
        found, _ = self._look()
        if title_key(title) not in found:
            return
        path = found[title_key(title)][1]
        try:
            path.unlink(missing_ok=True)
            settle(self._folder)
        except OSError as fault:
            raise HouseRulesError(say("house_file.stays", file=str(path), why=say_os_fault(fault))) from None

    def keep_draft(self, text: str | None) -> None:
        """Keeps what is being mixed over a kill; None: nothing is. A disk that takes none holds nobody up."""
        path = self._folder / DRAFT
        with suppress(OSError):
            if text is None:
                path.unlink(missing_ok=True)
            else:
                write_whole(path, text.encode("utf-8"))

    def draft(self) -> str | None:
        with suppress(NotRead, UnicodeDecodeError):
            return read_ordinary(self._folder / DRAFT, LARGEST_FILE).decode("utf-8")
        return None

    def _look(self) -> tuple[dict[str, tuple[HouseRules, Path]], list[str]]:
        found: dict[str, tuple[HouseRules, Path]] = {}
        faults = []
        for path in self._files():
            try:
                house = _read(path)
            except (RecordError, rules.RulesError) as fault:
                faults.append(say("house_file.left_out", file=_name(path), why=reason_of(fault)))
                continue
            if house.key in found:
                twin = _name(found[house.key][1])
                faults.append(say("house_file.twin", file=_name(path), twin=twin))
                continue
            found[house.key] = house, path
        return found, faults

    def _files(self) -> list[Path]:
        try:
            return [self._folder / name for name in names_in(self._folder, SUFFIX)]
        except OSError as fault:
            told = say("house_file.no_folder", folder=str(self._folder), why=say_os_fault(fault))
            raise HouseRulesError(told) from None


def _read(path: Path) -> HouseRules:
    try:
        return rules_of(read_ordinary(path, LARGEST_FILE).decode("utf-8-sig"))
    except NotRead as fault:
        raise RecordError(say("file.it", fault=str(fault))) from None
    except UnicodeDecodeError:
        raise RecordError(say("file.not_utf8")) from None


def _name(path: Path) -> str:
    return shown_name(path.name)

"""A table's house rules under their name, and the text of the file in which they are kept.

The file is TOML that people can edit: it has every switch, with the other values in a comment.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from companion.journal.errors import RecordError
from companion.rules.errors import Foreign, RuleError
from companion.rules.events import OptionValue
from companion.rules.house import HOUSE, SWITCHES, TITLE, Switches, house_rules, switches_of
from companion.rules.refusal import Refusal
from companion.rules.ruleset import RULESETS, Option, RuleSet
from companion.text.foreign import quoted
from companion.text.speech import say
from companion.text.switches import long_label_of
from companion.toml_text import NotToml, toml_of

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
        TITLE.short_name(self.title)
        published = {key_of(name) for each in (*RULESETS.values(), HOUSE) for name in (each.name, each.title)}
        if self.key in published:
            raise RuleError(Refusal.TITLE_TAKEN, title=Foreign(self.title))
        complete = switches_of(house_rules(self.switches))
        object.__setattr__(self, "switches", complete)

    @property
    def key(self) -> str:
        """The key of the title: capitals and spaces make no difference."""
        return key_of(self.title)

    @property
    def options(self) -> Switches:
        """The options of the game line: the title and every switch, so that the game keeps them for good."""
        return ((TITLE.name, self.title), *self.switches)

    @property
    def ruleset(self) -> RuleSet:
        """The rules as the referee reads them."""
        return house_rules(self.options)


def key_of(title: str) -> str:
    """A title without regard to capitals and spaces."""
    return " ".join(title.casefold().split())


def text_of(rules: HouseRules) -> str:
    """The whole file."""
    options = {each.name: each for each in SWITCHES}
    lines = [_line(options[name], value) for name, value in rules.switches]
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


def _line(option: Option, value: OptionValue) -> str:
    written = f"{option.name} = {_value(value)}"
    return f"{written:{_VALUE_COLUMN}}# {long_label_of(option.name)}: {_others(option)}"


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

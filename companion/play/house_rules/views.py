"""What the screen shows while a table mixes its house rules: values that widgets draw as given."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.events import OptionValue
from companion.text.speech import say


@dataclass(frozen=True, slots=True)
class SettingView:
    """A value that a switch may have: ``words`` for a key, ``meaning`` in a sentence."""

    value: OptionValue
    words: str
    meaning: str


@dataclass(frozen=True, slots=True)
class SwitchView:
    """One switch: what it is called, what it may be, what it is now. ``clashes``: another contradicts it."""

    name: str
    title: str
    settings: tuple[SettingView, ...]
    now: SettingView
    clashes: bool

    @property
    def flips(self) -> bool:
        """Whether a touch goes to the only other value, with no need to choose."""
        return len(self.settings) == 2


@dataclass(frozen=True, slots=True)
class SwitchGroupView:
    """Switches that belong together, under a heading."""

    heading: str
    switches: tuple[SwitchView, ...]

    @property
    def clashes(self) -> bool:
        """Whether one of them is contradicted."""
        return any(each.clashes for each in self.switches)


@dataclass(frozen=True, slots=True)
class WayOutView:
    """A touch that ends a contradiction: the switch to set, and its words on the key."""

    name: str
    value: OptionValue
    words: str


@dataclass(frozen=True, slots=True)
class ClashView:
    """Two switches that contradict each other, in a sentence that says what to do, and touches that do it."""

    sentence: str
    ways: tuple[WayOutView, ...]


@dataclass(frozen=True, slots=True)
class SaveAnswerView:
    """An answer to a question before saving: the fields of the SaveHouseRules that gives it."""

    words: str
    title: str
    replace: bool
    keep: bool | None


@dataclass(frozen=True, slots=True)
class SaveQuestionView:
    """What has to be asked before anything is written over or renamed."""

    sentence: str
    answers: tuple[SaveAnswerView, ...]


@dataclass(frozen=True, slots=True)
class MixView:
    """The mixing of house rules. ``title`` is that of the saved set that is changed, ``None`` for a new one.

    ``origin`` says what they began from. ``may_save`` is False while switches contradict each other.
    ``longest_title`` counts characters; ``told`` says the rules as they stand in a few words.
    """

    title: str | None
    origin: str
    groups: tuple[SwitchGroupView, ...]
    clashes: tuple[ClashView, ...]
    may_save: bool
    changed: bool
    longest_title: int
    told: str = ""
    question: SaveQuestionView | None = None

    @property
    def caption(self) -> str:
        """Which rules these are."""
        return say("title.house_rules", rules=self.title or say("title.from", rules=self.origin))


@dataclass(frozen=True, slots=True)
class BeginningView:
    """A game whose switches house rules may begin from: ``rules`` for MixHouseRules, and its words."""

    rules: str
    title: str
    line: str

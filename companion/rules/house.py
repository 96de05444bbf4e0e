"""House rules: a table's own mix of the same switches, and the way every game finds its rule set.

In a record a house game is written as ``"rules": "house"``, its ``options`` being the switches below;
a switch left out has the value of ``HOUSE``. ``title`` is the name under which the table saved its
mix. Two to eight players. ``opener`` is required with ``"first_opener": "table"`` and must be left out
with ``"roll"``. For instance a table that plays on the track, loses one die at a time and calls spot on:

    {"event": "game", "format": 1, "rules": "house", "players": ["Ann", "Bob"], "opener": 0,
     "options": {"title": "Friday table", "raising": "track", "spot_on": "win-back"}}

Choices of ours: where several players lose at once, the challenger is the one who opens next under
"loser opens"; a spot-on call wrongly made always costs one die.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from companion.rules.cards.liar_liar import LIAR_LIAR
from companion.rules.errors import RuleError, quoted
from companion.rules.events import OptionValue
from companion.rules.ruleset import (
    CHIPS,
    DICE,
    MILTON_BRADLEY,
    RANDOM_CHALLENGE,
    RULESETS,
    SPOT_ON,
    TIE_BREAKER,
    Exact,
    FirstOpener,
    Loss,
    NextOpener,
    Option,
    Raising,
    RuleSet,
    SpotOn,
)


def _choice(field: str, kind: type[Enum], label: str) -> Option:
    return Option(field, field, tuple(each.value for each in kind), label, kind)


def _switch(field: str, label: str) -> Option:
    return Option(field, field, (False, True), label)


Switches = tuple[tuple[str, OptionValue], ...]
"""Switches with their values, by name, as the record writes them."""

TITLE = Option("title", "title", (), "Name of these house rules")

SWITCHES = (
    TITLE,
    DICE,
    _choice("first_opener", FirstOpener, "Who opens the game"),
    _choice("next_opener", NextOpener, "Who opens the next round"),
    _choice("raising", Raising, "What raises a bid"),
    _switch("ones_wild", "Ones are wild"),
    _switch("ones_open", "A round may be opened on ones"),
    _switch("capped", "No bid on more dice than are in play"),
    _choice("loss", Loss, "Dice lost in a challenge"),
    _choice("exact", Exact, "When the bid is exactly right"),
    _switch("palafico", "Palafico rounds"),
    _switch("show_reroll", "Show and reroll"),
    RANDOM_CHALLENGE,
    SPOT_ON,
    TIE_BREAKER,
    CHIPS,
)
"""Every switch of a house game, in the order in which a screen asks for them."""

HOUSE = RuleSet(
    name="house",
    title="House rules",
    most_players=8,
    dice=5,
    first_opener=FirstOpener.TABLE,
    raising=Raising.QUANTITY_FIRST,
    loss=Loss.ONE,
    exact=Exact.BID_HOLDS,
    next_opener=NextOpener.LOSER,
    ones_wild=True,
    options=SWITCHES,
    choices=(
        "Where several players lose dice at once, the challenger counts as the loser who opens next.",
        "A wrong spot-on call costs one die, also where a lost challenge costs the difference.",
    ),
)
"""The house game with no switch touched."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two switches that cannot both hold as they stand.

    ``why`` says what is wrong with them, ``advice`` what to do in the words of the record, and ``ways`` the
    same as switches to set (name, value): any one of them ends the clash.
    """

    switches: tuple[str, str]
    holds: Callable[[RuleSet], bool]
    why: str
    advice: str
    ways: tuple[tuple[str, OptionValue], ...]

    @property
    def sentence(self) -> str:
        """What is wrong and what to do, in the words of the record."""
        return f"{self.why}: {self.advice}"


CLASHES = (
    Clash(
        ("raising", "ones_wild"),
        lambda r: r.raising is Raising.TRACK and not r.ones_wild,
        "the track's star spaces stand for wild ones",
        "switch ones_wild on, or raise without the track",
        (("ones_wild", True), ("raising", "quantity-first")),
    ),
    Clash(
        ("raising", "palafico"),
        lambda r: r.raising is Raising.TRACK and r.palafico,
        "a Palafico round keeps its face, the track does not",
        "switch palafico off, or leave the track",
        (("palafico", False), ("raising", "quantity-first")),
    ),
    Clash(
        ("ones_wild", "ones_open"),
        lambda r: not r.ones_wild and not r.ones_open,
        "with nothing wild a bid on ones is like any other",
        "switch ones_open on, or ones_wild on",
        (("ones_open", True), ("ones_wild", True)),
    ),
    Clash(
        ("loss", "exact"),
        lambda r: r.loss is Loss.DIFFERENCE and r.exact is Exact.BID_HOLDS,
        "an exact bid has no difference, so nobody would lose a die",
        'choose "exact": "all-but-bidder", or "loss": "one"',
        (("exact", "all-but-bidder"), ("loss", "one")),
    ),
    Clash(
        ("palafico", "exact"),
        lambda r: r.palafico and r.exact is Exact.ALL_BUT_BIDDER,
        "a Palafico round is one player's, but all may come down to one die at once",
        'choose "exact": "bid-holds", or switch palafico off',
        (("exact", "bid-holds"), ("palafico", False)),
    ),
    Clash(
        ("palafico", "spot_on"),
        lambda r: r.palafico and r.spot_on is SpotOn.OTHERS_LOSE,
        "a Palafico round is one player's, but the others may come down to one die at once",
        "choose another reward for spot on, or switch palafico off",
        (("spot_on", "win-back"), ("palafico", False)),
    ),
    Clash(
        ("show_reroll", "dice"),
        lambda r: r.show_reroll and r.dice == 1,
        "with one die each there is nothing to show",
        "switch show_reroll off, or start with more dice",
        (("show_reroll", False), ("dice", 2)),
    ),
)
"""Every pair of switches that can contradict each other."""


def clashes(ruleset: RuleSet) -> tuple[Clash, ...]:
    """The clashes in this rule set; none for rules that can be played."""
    return tuple(clash for clash in CLASHES if clash.holds(ruleset))


def contradictions(ruleset: RuleSet) -> tuple[str, ...]:
    """Every pair of switches that cannot both hold, a sentence each; none for rules that can be played."""
    return tuple(clash.sentence for clash in clashes(ruleset))


def switches_of(ruleset: RuleSet) -> Switches:
    """Every switch but the title as this rule set has it, in the words of the record."""
    options = (each for each in SWITCHES if each is not TITLE)
    return tuple((each.name, _written(getattr(ruleset, each.field))) for each in options)


def _written(value: OptionValue | Enum | None) -> OptionValue:
    if value is None:
        return False
    return str(value.value) if isinstance(value, Enum) else value


def house_rules(options: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
    """The rule set of a table's switches; RuleError names every contradiction in one sentence.

    Who bids on the track plays with its dice: face 1 is a star there.
    """
    ruleset = HOUSE.with_options(options)
    wrong = contradictions(ruleset)
    if wrong:
        raise RuleError(f"these house rules contradict themselves: {'; '.join(wrong)}")
    return replace(ruleset, ace=MILTON_BRADLEY.ace) if ruleset.raising is Raising.TRACK else ruleset


def ruleset_of(name: str, options: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
    """The rule set of a game line: one of the four with its options, or the table's own."""
    if name == HOUSE.name:
        return house_rules(options)
    if name not in RULESETS:
        known = ", ".join((*RULESETS, HOUSE.name))
        raise RuleError(f"there are no rules called {quoted(name)}: choose {known} or {LIAR_LIAR.name}")
    return RULESETS[name].with_options(options)

"""House rules: a table's own mix of the same switches, and the way every game finds its rule set.

In a record a house game is written as ``"rules": "house"``, its ``options`` being the switches below;
a switch left out has the value of ``HOUSE``. ``title`` is the name under which the table saved its
mix. Two to twelve players, as far as their dice suffice. ``opener`` is required with
``"first_opener": "table"`` and must be left out with ``"roll"``. For instance a table that
plays on the track, loses one die at a time and calls spot on:

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
from companion.rules.errors import Foreign, RuleError
from companion.rules.events import OptionValue
from companion.rules.refusal import Refusal
from companion.rules.ruleset import (
    CALZA,
    CHIPS,
    DICE,
    MILTON_BRADLEY,
    ONES_OPEN,
    RANDOM_CHALLENGE,
    RULESETS,
    SPOT_ON_ANYONE,
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


def _choice(field: str, kind: type[Enum]) -> Option:
    return Option(field, field, tuple(each.value for each in kind), kind)


def _switch(field: str) -> Option:
    return Option(field, field, (False, True))


Switches = tuple[tuple[str, OptionValue], ...]
"""Switches with their values, by name, as the record writes them."""

TITLE = Option("title", "title", ())

SWITCHES = (
    TITLE,
    DICE,
    _choice("first_opener", FirstOpener),
    _choice("next_opener", NextOpener),
    _choice("raising", Raising),
    _switch("ones_wild"),
    ONES_OPEN,
    _switch("capped"),
    _switch("star_six"),
    _choice("loss", Loss),
    _choice("exact", Exact),
    _switch("palafico"),
    _switch("palafico_once"),
    _switch("palafico_faces"),
    _switch("show_reroll"),
    RANDOM_CHALLENGE,
    CALZA,
    SPOT_ON_ANYONE,
    _switch("spot_on_in_palafico"),
    _switch("spot_on_with_two"),
    TIE_BREAKER,
    CHIPS,
)
"""Every switch of a house game, in the order in which a screen asks for them."""

HOUSE = RuleSet(
    name="house",
    title="House rules",
    most_players=12,
    dice=5,
    first_opener=FirstOpener.TABLE,
    raising=Raising.QUANTITY_FIRST,
    loss=Loss.ONE,
    exact=Exact.BID_HOLDS,
    next_opener=NextOpener.LOSER,
    ones_wild=True,
    options=SWITCHES,
    choices=("challenger_opens", "spot_on_costs_one"),
)
"""The house game with no switch touched."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two switches that cannot both hold as they stand.

    ``ways`` are switches to set (name, value): any one of them ends the clash. ``of`` tells two clashes of
    the same switches apart.
    """

    switches: tuple[str, str]
    holds: Callable[[RuleSet], bool]
    ways: tuple[tuple[str, OptionValue], ...]
    of: str = ""

    @property
    def name(self) -> str:
        """The pair as one word: "loss_exact"."""
        return "_".join((*self.switches, self.of) if self.of else self.switches)


_OTHERS_LOSE = (SpotOn.OTHERS_LOSE, SpotOn.EVERYBODY_ELSE)

CLASHES = (
    Clash(
        ("raising", "ones_wild"),
        lambda r: r.raising is Raising.TRACK and not r.ones_wild,
        (("ones_wild", True), ("raising", "quantity-first")),
    ),
    Clash(
        ("raising", "ones_wild"),
        lambda r: r.raising is Raising.HALVED and not r.ones_wild,
        (("ones_wild", True), ("raising", "quantity-first")),
        "halved",
    ),
    Clash(
        ("raising", "palafico"),
        lambda r: r.raising is Raising.TRACK and r.palafico,
        (("palafico", False), ("raising", "quantity-first")),
    ),
    Clash(
        ("ones_wild", "ones_open"),
        lambda r: not r.ones_wild and not r.ones_open,
        (("ones_open", True), ("ones_wild", True)),
    ),
    Clash(
        ("loss", "exact"),
        lambda r: r.loss is Loss.DIFFERENCE and r.exact is Exact.BID_HOLDS,
        (("exact", "all-but-bidder"), ("loss", "one")),
    ),
    Clash(
        ("palafico", "exact"),
        lambda r: r.palafico and not r.palafico_once and r.exact is Exact.ALL_BUT_BIDDER,
        (("exact", "bid-holds"), ("palafico", False)),
    ),
    Clash(
        ("palafico", "spot_on"),
        lambda r: r.palafico and not r.palafico_once and r.spot_on in _OTHERS_LOSE,
        (("spot_on", "win-back"), ("palafico", False)),
    ),
    Clash(
        ("show_reroll", "dice"),
        lambda r: r.show_reroll and r.dice == 1,
        (("show_reroll", False), ("dice", 2)),
    ),
)
"""Every pair of switches that can contradict each other."""


def clashes(ruleset: RuleSet) -> tuple[Clash, ...]:
    """The clashes in this rule set; none for rules that can be played."""
    return tuple(clash for clash in CLASHES if clash.holds(ruleset))


_NEEDS: dict[str, Callable[[RuleSet], bool]] = {
    "ones_open": lambda r: r.ones_wild,
    "star_six": lambda r: r.ones_wild,
    "palafico_once": lambda r: r.palafico,
    "palafico_faces": lambda r: r.palafico,
    "spot_on_anyone": lambda r: r.spot_on is not None,
    "spot_on_in_palafico": lambda r: r.spot_on is not None and r.palafico,
    "spot_on_with_two": lambda r: r.spot_on is not None,
}
"""Switches that change nothing in a game unless others are on."""


def matters(name: str, ruleset: RuleSet) -> bool:
    """Whether a game by these rules would be another one with this switch set otherwise."""
    return name not in _NEEDS or _NEEDS[name](ruleset)


def switches_of(ruleset: RuleSet) -> Switches:
    """Every switch but the title as this rule set has it, in the words of the record."""
    options = (each for each in SWITCHES if each is not TITLE)
    return tuple((each.name, _written(getattr(ruleset, each.field))) for each in options)


def _written(value: OptionValue | Enum | None) -> OptionValue:
    if value is None:
        return False
    return str(value.value) if isinstance(value, Enum) else value


def house_rules(options: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
    """The rule set of a table's switches; RuleError names every clash.

    Who bids on the track plays with its dice: the wild face is a star there, and so it is on the six.
    """
    ruleset = HOUSE.with_options(options)
    wrong = clashes(ruleset)
    if wrong:
        raise RuleError(Refusal.HOUSE_RULES_CLASH, clashes=wrong)
    starred = ruleset.raising is Raising.TRACK or ruleset.star_six
    return replace(ruleset, ace=MILTON_BRADLEY.ace) if starred else ruleset


def ruleset_of(name: str, options: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
    """The rule set of a game line: a published one with its options, or the table's own."""
    if name == HOUSE.name:
        return house_rules(options)
    if name not in RULESETS:
        known = ", ".join((*RULESETS, HOUSE.name))
        raise RuleError(Refusal.NO_SUCH_RULES, rules=Foreign(name), known=known, last=LIAR_LIAR.name)
    return RULESETS[name].with_options(options)

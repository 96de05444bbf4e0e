"""House rules: a table's mix of the published switches; and every game's rule set.

In a record ``"rules": "house"`` with ``options``; a missing switch is as in ``HOUSE``. ``title``: the name
under which the table saved its mix. Two to twelve players. ``opener`` is required with
``"first_opener": "table"`` and forbidden with ``"roll"``. For instance a table on the track, with spot on:

    {"event": "game", "format": 1, "rules": "house", "players": ["Ann", "Bob"], "opener": 0,
     "options": {"title": "Friday table", "raising": "track", "spot_on": "win-back"}}

``mixed`` names our choices.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from companion.rules.events import OptionValue
from companion.rules.liar_liar import LIAR_LIAR
from companion.rules.refusals import Foreign, Refusal, RuleError
from companion.rules.ruleset import (
    CALZA,
    DICE,
    HOUSE,
    MILTON_BRADLEY,
    RULESETS,
    SWITCHES,
    TITLE,
    Exact,
    Loss,
    NextOpener,
    Raising,
    RuleSet,
    SpotOn,
)


class WildBids(Enum):
    """When the wild face may be bid: in every round, in a Palafico round only, or never."""

    SOMETIMES = "sometimes"
    IN_PALAFICO = "palafico"
    NEVER = "never"


Switches = tuple[tuple[str, OptionValue], ...]
"""Each switch's name in the record, and its value."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Two switches whose values exclude each other.

    ``ways``: switches to set (name, value); any one ends the clash. ``of``: distinguishes clashes of the same
    switches. ``idle``: one of them can never act; a game begun so is still refereed.
    """

    switches: tuple[str, str]
    holds: Callable[[RuleSet], bool]
    ways: tuple[tuple[str, OptionValue], ...]
    of: str = ""
    idle: bool = False

    @property
    def name(self) -> str:
        """Such as "loss_exact"."""
        return "_".join((*self.switches, self.of) if self.of else self.switches)


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
        ("show_reroll", "dice"),
        lambda r: r.show_reroll and r.dice == 1,
        (("show_reroll", False), ("dice", 2)),
    ),
    Clash(
        ("palafico", "dice"),
        lambda r: r.palafico and r.dice == 1,
        (("palafico", False), ("dice", 2)),
        idle=True,
    ),
    Clash(
        ("spot_on", "dice"),
        lambda r: r.spot_on is SpotOn.WIN_BACK and r.dice == 1,
        (("spot_on", "nothing"), ("dice", 2)),
        idle=True,
    ),
)
"""Every pair of switches that can contradict each other."""


def clashes(ruleset: RuleSet) -> tuple[Clash, ...]:
    return tuple(clash for clash in CLASHES if clash.holds(ruleset))


Need = tuple[str, tuple[OptionValue, ...]]
"""A switch, and its required values."""

_CALLED = tuple(value for value in CALZA.values if value)
NEEDS: dict[str, tuple[Need, ...]] = {
    "ones_open": (("ones_wild", (True,)),),
    "loss": (("dice", DICE.values[1:]),),
    "palafico_once": (("palafico", (True,)), ("spot_on", (SpotOn.WIN_BACK.value,))),
    "palafico_faces": (("palafico", (True,)),),
    "spot_on_anyone": (("spot_on", _CALLED),),
    "spot_on_in_palafico": (("palafico", (True,)), ("spot_on", _CALLED)),
    "spot_on_with_two": (("spot_on", _CALLED),),
}
"""Switches that act only with certain others. For instance, with one die each every loss is that die, and a
player comes down to one die twice only after winning one back."""


def matters(name: str, ruleset: RuleSet) -> bool:
    """Whether another value of this switch would change the game."""
    return _acts(name, dict(switches_of(ruleset)))


def what_matters(ruleset: RuleSet) -> Switches:
    now = dict(switches_of(ruleset))
    return tuple((name, value) for name, value in now.items() if _acts(name, now))


def _acts(name: str, now: Mapping[str, OptionValue]) -> bool:
    return all(now[other] in values for other, values in NEEDS.get(name, ()))


def wild_bids(ruleset: RuleSet) -> WildBids:
    low = ruleset.wild_face == 1 and ruleset.raising in (Raising.STRICT, Raising.FACE_FIRST)
    if ruleset.ones_open or not low:
        return WildBids.SOMETIMES
    return WildBids.IN_PALAFICO if ruleset.palafico else WildBids.NEVER


def switches_of(ruleset: RuleSet) -> Switches:
    """Every switch but the title, as in the record."""
    options = (each for each in SWITCHES if each is not TITLE)
    return tuple((each.name, each.value_in(ruleset)) for each in options)


def options_of(ruleset: RuleSet) -> Switches:
    """Options that turn the published rules, or ``HOUSE``, into these."""
    published = RULESETS.get(ruleset.name, HOUSE)
    return tuple(
        (each.name, each.value_in(ruleset))
        for each in ruleset.options
        if each.value_in(ruleset) != each.value_in(published)
    )


def _several_lose(ruleset: RuleSet) -> bool:
    others = (SpotOn.OTHERS_LOSE, SpotOn.EVERYBODY_ELSE)
    return ruleset.exact is Exact.ALL_BUT_BIDDER or ruleset.spot_on in others


CHOICES: dict[str, Callable[[RuleSet], bool]] = {
    "shows_again": lambda r: r.show_reroll,
    "challenger_opens": lambda r: r.exact is Exact.ALL_BUT_BIDDER and r.next_opener is not NextOpener.WINNER,
    "no_bidder_left": lambda r: r.next_opener is NextOpener.LOSER_OR_BIDDER,
    "nearest_caller": lambda r: r.random_challenge,
    "calza_first": lambda r: r.spot_on is not None and r.spot_on_anyone,
    "spot_on_costs_one": lambda r: r.spot_on is not None and r.loss is Loss.DIFFERENCE,
    "palafico_one_round": lambda r: r.palafico,
    "palafico_together": lambda r: r.palafico and _several_lose(r),
    "palafico_faces_raise": lambda r: r.palafico and r.palafico_faces,
    "tie_breaker_spot_on": lambda r: r.tie_breaker and r.spot_on is not None and r.spot_on_with_two,
    "chips_short": lambda r: r.chips,
}
"""Our choices in house games, and in which of them each applies."""


def mixed(options: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
    """The rule set of a table's switches, playable or not, with our choices.

    On the track, or on the six, the wild face is called a star.
    """
    ruleset = HOUSE.with_options(options)
    starred = ruleset.raising is Raising.TRACK or ruleset.star_six
    choices = tuple(choice for choice, applies in CHOICES.items() if applies(ruleset))
    return replace(ruleset, ace=MILTON_BRADLEY.ace if starred else HOUSE.ace, choices=choices)


def house_rules(options: tuple[tuple[str, OptionValue], ...], *, new: bool = False) -> RuleSet:
    """The rule set of a table's switches. Raises RuleError with every clash.

    ``new``: a switch that can never act is a clash, too; older games may have one.
    """
    ruleset = mixed(options)
    wrong = tuple(clash for clash in clashes(ruleset) if new or not clash.idle)
    if wrong:
        raise RuleError(Refusal.HOUSE_RULES_CLASH, clashes=wrong)
    return ruleset


def ruleset_of(name: str, options: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
    """The rule set of a game line: a published one with options, or the table's own."""
    if name == HOUSE.name:
        return house_rules(options)
    if name not in RULESETS:
        known = ", ".join((*RULESETS, HOUSE.name))
        raise RuleError(Refusal.NO_SUCH_RULES, rules=Foreign(name), known=known, last=LIAR_LIAR.name)
    return RULESETS[name].with_options(options)

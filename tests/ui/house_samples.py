"""Views of house rules: being mixed, in contradiction, saved beside the published games."""

from __future__ import annotations

from dataclasses import replace

from companion.journal import HouseRules, KeptHouseRules
from companion.play.base.commands import MixHouseRules, SaveHouseRules, SetSwitch
from companion.play.base.views import Surroundings, View
from companion.play.modes.house_rules.state import Draft, MixingTable, SaveQuestion, begun, switched
from companion.play.modes.welcome.mode import welcome_view
from companion.play.modes.welcome.views import RulesChoice, WelcomeScene
from companion.play.table import view_of
from companion.play.views import TableView
from companion.rules import RULESETS, OptionValue, switches_of

LONGEST = "The rules of the Konstantina tournament"
TITLES = ("Friday table", LONGEST, "Our house", "Quick game")
EVERYTHING: tuple[tuple[str, OptionValue], ...] = (
    ("dice", 6),
    ("chips", True),
    ("next_opener", "loser-or-bidder"),
    ("first_opener", "roll"),
    ("raising", "quantity-first"),
    ("ones_open", False),
    ("capped", True),
    ("loss", "difference"),
    ("exact", "all-but-bidder"),
    ("random_challenge", True),
    ("spot_on", "others-lose"),
    ("show_reroll", True),
    ("tie_breaker", True),
)
"""As many switches away from the common game as go together."""


def draft(rules: str = "house", title: str | None = None, **switches: OptionValue) -> Draft:
    """Switches as a table has set them, one by one."""
    mixed = begun(MixHouseRules(0, rules))
    for name, value in switches.items():
        mixed = switched(mixed, SetSwitch(0, name, value))
    return replace(mixed, title=title)


def mixing(rules: str = "house", title: str | None = None, **switches: OptionValue) -> TableView:
    """The screen on which these are mixed."""
    return view_of(MixingTable(50, draft(rules, title, **switches)), Surroundings())


def asked(over: bool, number: int = 50) -> TableView:
    """A save that waits for an answer."""
    asking = SaveQuestion(SaveHouseRules(0, LONGEST), over)
    waiting = replace(draft(title="Friday table", dice=3), question=asking)
    return view_of(MixingTable(number, waiting), Surroundings())


def kept(count: int = len(TITLES)) -> tuple[HouseRules, ...]:
    """So many saved sets, each from another game; the second with all switches set and the longest title."""
    games = list(RULESETS.values())
    mixes = (switches_of(games[0]), EVERYTHING, switches_of(games[2]), (("dice", 2),))
    return tuple(HouseRules(*each) for each in list(zip(TITLES, mixes, strict=True))[:count])


def welcome(count: int = len(TITLES), picked: str | None = None) -> TableView:
    """The first screen of a table with so many house rules."""
    offered = welcome_view((), KeptHouseRules(kept(count)), "USB camera 0", picked)
    return View(1, offered, "Who's playing? Start a game.")


def house_choice(at: int) -> RulesChoice:
    """One of the saved sets as the first screen offers it."""
    return welcome().of(WelcomeScene).scene.choices[at]

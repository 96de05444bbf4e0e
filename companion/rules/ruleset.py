"""A rule set as data: what raises, what counts, who loses what, who opens next. One referee reads it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from companion.rules.errors import RuleError, quoted
from companion.rules.events import OptionValue


class FirstOpener(Enum):
    """Who makes the game's first bid."""

    TABLE = "table"
    ROLL = "roll"


class Raising(Enum):
    """Which bids stand above the last one."""

    TRACK = "track"
    QUANTITY_FIRST = "quantity-first"
    STRICT = "strict"
    FACE_FIRST = "face-first"


class Loss(Enum):
    """How many dice a lost challenge costs."""

    ONE = "one"
    DIFFERENCE = "difference"


class Exact(Enum):
    """What happens when the count meets the bid exactly."""

    BID_HOLDS = "bid-holds"
    ALL_BUT_BIDDER = "all-but-bidder"


class NextOpener(Enum):
    """Who opens the next round."""

    WINNER = "winner"
    LOSER = "loser"
    LOSER_OR_BIDDER = "loser-or-bidder"


class SpotOn(Enum):
    """What a right spot-on call brings."""

    NOTHING = "nothing"
    WIN_BACK = "win-back"
    OTHERS_LOSE = "others-lose"


LONGEST_TITLE = 40
"""Characters in the name of a table's house rules: what fits on one line of the smallest screen."""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch that a table may set: its name in the record, the field it sets, the values it may have.

    No values at all stand for any short name. ``label`` is for screens.
    """

    name: str
    field: str
    values: tuple[OptionValue, ...]
    label: str
    kind: type[Enum] | None = None

    def field_value(self, value: object) -> object:
        """The value as the rule set holds it; a RuleError names the values that would be legal."""
        if not self.values:
            return self.short_name(value)
        if not any(type(value) is type(legal) and value == legal for legal in self.values):
            raise RuleError(f"option {self.name} cannot be {quoted(value)}: choose {self._choice()}")
        if isinstance(value, str) and self.kind is not None:
            return self.kind(value)
        return None if self.kind is not None else value

    def short_name(self, value: object) -> str:
        """The value of an option that takes any short name; RuleError for anything else."""
        if type(value) is str and value.isprintable() and len(value) <= LONGEST_TITLE and value.strip():
            return value
        raise RuleError(
            f"option {self.name} cannot be {quoted(value)}: give it 1 to {LONGEST_TITLE} characters"
        )

    def _choice(self) -> str:
        if self.values and type(self.values[0]) is int:
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return " or ".join(quoted(value) for value in self.values)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Everything in which one table's game differs from another's.

    ``dice`` are those each player starts with. ``ones_open`` allows an opening bid on face 1,
    ``capped`` limits a quantity to the dice in play. ``ace`` is the word for face 1.
    ``choices`` are the points on which the published rules are silent and this table follows ours.
    """

    name: str
    title: str
    most_players: int
    dice: int
    first_opener: FirstOpener
    raising: Raising
    loss: Loss
    exact: Exact
    next_opener: NextOpener
    ones_wild: bool
    ones_open: bool = True
    capped: bool = False
    palafico: bool = False
    show_reroll: bool = False
    chips: bool = False
    random_challenge: bool = False
    spot_on: SpotOn | None = None
    tie_breaker: bool = False
    ace: str = "one"
    options: tuple[Option, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def has_stars(self) -> bool:
        """Whether this game's dice have a star in the place of the one."""
        return self.ace == "star"

    def dice_lost(self, claim: int, count: int) -> int:
        """How many dice the loser of a challenge owes; nobody gives more than they hold."""
        return abs(count - claim) if self.loss is Loss.DIFFERENCE else 1

    def with_options(self, options: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
        """This rule set with a table's options switched; RuleError for an unknown one or a wrong value."""
        offered = {option.name: option for option in self.options}
        changes: dict[str, Any] = {}  # fields of different types, by name; an option checks its own value
        for name, value in options:
            if name not in offered:
                raise RuleError(
                    f"{self.name} has no option {quoted(name)}: it has {', '.join(offered) or 'none'}"
                )
            option = offered[name]
            if option.field in changes:
                raise RuleError(f"option {name} is given twice: give it once")
            changes[option.field] = option.field_value(value)
        return replace(self, **changes) if changes else self


STACKED_DICE = "Dice that lie on each other are rolled again by their player before the bidding."
"""Only the rh sheet says so; where a sheet is silent it is a choice of ours."""

DICE = Option("dice", "dice", tuple(range(1, 11)), "Dice each at the start")
CHIPS = Option("chips", "chips", (False, True), "Play for chips")
RANDOM_CHALLENGE = Option("random_challenge", "random_challenge", (False, True), "Anyone may challenge")
ACES_WILD = Option("aces_wild", "ones_wild", (False, True), "Aces are wild")
TIE_BREAKER = Option("tie_breaker", "tie_breaker", (False, True), "Bid on the sum of the last two dice")
SPOT_ON = Option(
    "spot_on", "spot_on", (False, "nothing", "win-back", "others-lose"), "Call a bid exactly right", SpotOn
)

MILTON_BRADLEY = RuleSet(
    name="milton-bradley",
    title="Milton Bradley, 1987",
    most_players=6,
    dice=5,
    first_opener=FirstOpener.TABLE,
    raising=Raising.TRACK,
    loss=Loss.DIFFERENCE,
    exact=Exact.ALL_BUT_BIDDER,
    next_opener=NextOpener.WINNER,
    ones_wild=True,
    show_reroll=True,
    ace="star",
    options=(DICE, CHIPS),
    choices=(
        STACKED_DICE,
        "Chips: who cannot pay both stakes puts what they have into the round pot first, and plays on.",
        "A player may show again after a later bid of theirs in the same round; shown dice add up.",
    ),
)

FRONT_PORCH = RuleSet(
    name="front-porch",
    title="Front Porch Classics",
    most_players=4,
    dice=5,
    first_opener=FirstOpener.ROLL,
    raising=Raising.QUANTITY_FIRST,
    loss=Loss.ONE,
    exact=Exact.BID_HOLDS,
    next_opener=NextOpener.LOSER,
    ones_wild=True,
    ones_open=False,
    palafico=True,
    options=(DICE,),
    choices=(
        STACKED_DICE,
        "Opening roll: those tied for the highest roll again.",
        "When raising, ones are the lowest face, and a bid on ones counts ones only.",
        "A quantity may be any number from 1 up, even more dice than are in play.",
        "A Palafico round belongs to who has just come down to one die, and lasts that one round; "
        "who starts the game with one die has not come down to it.",
        "In a Palafico round only a larger quantity of the opening face raises.",
    ),
)

CARDINAL = RuleSet(
    name="cardinal",
    title="Cardinal",
    most_players=4,
    dice=5,
    first_opener=FirstOpener.ROLL,
    raising=Raising.STRICT,
    loss=Loss.ONE,
    exact=Exact.BID_HOLDS,
    next_opener=NextOpener.LOSER,
    ones_wild=True,
    options=(DICE,),
    choices=(
        STACKED_DICE,
        "Opening roll: those tied for the highest roll again.",
        "A raise lowers neither the quantity nor the face.",
        "Opening on ones is allowed; a bid on ones counts ones only, and one is the lowest face.",
        "A quantity may be any number from 1 up, even more dice than are in play.",
        "If losing the die puts a player out, the next player still in to their left opens.",
    ),
)

RH = RuleSet(
    name="rh",
    title="RH common hand",
    most_players=8,
    dice=6,
    first_opener=FirstOpener.TABLE,
    raising=Raising.FACE_FIRST,
    loss=Loss.ONE,
    exact=Exact.BID_HOLDS,
    next_opener=NextOpener.LOSER_OR_BIDDER,
    ones_wild=False,
    capped=True,
    ace="ace",
    options=(DICE, RANDOM_CHALLENGE, SPOT_ON, ACES_WILD, TIE_BREAKER),
    choices=(
        "Two to eight players.",
        "A die found lying on another when the cups are lifted: the table rules what it shows.",
        "If the loser is out and nobody else who bid that round is still in, "
        "the next player still in to the loser's left opens.",
        "Several challenges at once: seats of players who are out are skipped in counting; "
        "of two callers equally far from the bidder, the one reached going clockwise counts.",
        "Spot on may be called only on one's own turn; who calls it rightly opens the next round, "
        "and wins back one die at most.",
        "Aces wild: a bid on aces counts aces only, and the ace is the lowest face.",
        "Tie breaker: when switched on, every round that begins with two players of one die each "
        "is bid on the sum; an ace counts one there, also when aces are wild.",
        "Spot on in a tie breaker is right when the sum equals the total.",
    ),
)

RULESETS: dict[str, RuleSet] = {each.name: each for each in (MILTON_BRADLEY, FRONT_PORCH, CARDINAL, RH)}
"""The four published games by name."""

"""A rule set as data: raises, counts, losses, openers. One referee reads it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from companion.rules.events import OptionValue
from companion.rules.fields import one_form
from companion.rules.refusals import Choice, Foreign, Refusal, RuleError


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
    HALVED = "halved"
    """As ``QUANTITY_FIRST``, but half as many of the wild face raise, and twice as many plus one raise
    back."""


class Loss(Enum):
    """Dice lost by a wrong challenge or bid."""

    ONE = "one"
    DIFFERENCE = "difference"


class Exact(Enum):
    """What happens when the count equals the bid."""

    BID_HOLDS = "bid-holds"
    ALL_BUT_BIDDER = "all-but-bidder"
    CHALLENGER = "challenger"


class NextOpener(Enum):
    """Who opens the next round."""

    WINNER = "winner"
    LOSER = "loser"
    LOSER_OR_BIDDER = "loser-or-bidder"


class SpotOn(Enum):
    """What a right spot on brings."""

    NOTHING = "nothing"
    WIN_BACK = "win-back"
    OTHERS_LOSE = "others-lose"
    EVERYBODY_ELSE = "everybody-else"
    """As ``OTHERS_LOSE``, and the bidder loses one too."""


LONGEST_TITLE = 40
"""Characters of a title of house rules: one line of the smallest screen."""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch: its name in the record, its field of ``RuleSet``, its values; none: any short name."""

    name: str
    field: str
    values: tuple[OptionValue, ...]
    kind: type[Enum] | None = None

    def value_in(self, ruleset: RuleSet) -> OptionValue:
        """The value in these rules, as in a record."""
        value: OptionValue | Enum | None = getattr(ruleset, self.field)
        if value is None:
            return False
        return str(value.value) if isinstance(value, Enum) else value

    def field_value(self, value: object) -> object:
        """The field's value. Raises RuleError, which names the legal values."""
        if not self.values:
            return self.short_name(value)
        if not any(type(value) is type(legal) and value == legal for legal in self.values):
            raise self._illegal(value)
        if isinstance(value, str) and self.kind is not None:
            return self.kind(value)
        return None if self.kind is not None else value

    def short_name(self, value: object) -> str:
        """The name in its one form. Raises RuleError for an empty, long or unprintable one."""
        name = one_form(value) if type(value) is str else ""
        if name.isprintable() and 0 < len(name) <= LONGEST_TITLE:
            return name
        raise RuleError(Refusal.OPTION_NAME, option=self.name, value=Foreign(value), longest=LONGEST_TITLE)

    def _illegal(self, value: object) -> RuleError:
        asked, lowest, highest = Foreign(value), self.values[0], self.values[-1]
        if type(lowest) is int:
            return RuleError(
                Refusal.OPTION_NUMBER, option=self.name, value=asked, lowest=lowest, highest=highest
            )
        choice = Choice(tuple(map(Foreign, self.values)))
        return RuleError(Refusal.OPTION_VALUE, option=self.name, value=asked, values=choice)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One table's game as data.

    ``dice``: at the start. ``star_six``: the wild face is in the place of the six, the one is a one;
    ``ones_wild`` and ``ones_open`` then mean that face. ``ones_open``: opening bids on the wild face.
    ``capped``: quantities up to the dice in play. ``ace``: the word for the wild face, ``exact_call`` for
    spot on. ``palafico_once``: one Palafico round a player and game; ``palafico_faces``: in it a player with
    one die may change the face. ``spot_on_anyone``: all but the bidder may call it; ``spot_on_in_palafico``,
    ``spot_on_with_two``: also then. ``choices``: our answers where the published rules are silent, by the
    catalogues' keys.
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
    palafico_once: bool = False
    palafico_faces: bool = False
    show_reroll: bool = False
    chips: bool = False
    random_challenge: bool = False
    spot_on: SpotOn | None = None
    spot_on_anyone: bool = False
    spot_on_in_palafico: bool = True
    spot_on_with_two: bool = True
    tie_breaker: bool = False
    star_six: bool = False
    ace: str = "one"
    exact_call: str = "spot_on"
    options: tuple[Option, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def star_face(self) -> int:
        """The face replaced by a star, 1 or 6; 0 without stars."""
        return self.wild_face if self.ace == "star" else 0

    @property
    def wild_face(self) -> int:
        """The star or the one; 6 on dice with the star in the place of the six."""
        return 6 if self.star_six else 1

    def dice_lost(self, claim: int, count: int) -> int:
        """Dice that the call's loser owes, even if more than held."""
        return abs(count - claim) if self.loss is Loss.DIFFERENCE else 1

    def with_options(self, options: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
        """Raises RuleError for an unknown option or a wrong value."""
        offered = {option.name: option for option in self.options}
        changes: dict[str, Any] = {}  # fields of different types, by name; an option checks its own value
        for name, value in options:
            if name not in offered:
                raise RuleError(
                    Refusal.NO_SUCH_OPTION,
                    rules=self.name,
                    option=Foreign(name),
                    options=", ".join(offered),
                )
            option = offered[name]
            if option.field in changes:
                raise RuleError(Refusal.OPTION_TWICE, option=name)
            changes[option.field] = option.field_value(value)
        return replace(self, **changes) if changes else self


STACKED_DICE = "stacked_dice"
"""Dice that lie on each other are rolled again. Only the rh sheet says so; elsewhere it is our choice."""


def _choice(field: str, kind: type[Enum]) -> Option:
    return Option(field, field, tuple(each.value for each in kind), kind)


def _switch(field: str) -> Option:
    return Option(field, field, (False, True))


DICE = Option("dice", "dice", tuple(range(1, 11)))
CHIPS = _switch("chips")
RANDOM_CHALLENGE = _switch("random_challenge")
ACES_WILD = Option("aces_wild", "ones_wild", (False, True))
TIE_BREAKER = _switch("tie_breaker")
SPOT_ON = Option("spot_on", "spot_on", (False, "nothing", "win-back", "others-lose"), SpotOn)
CALZA = Option("spot_on", "spot_on", (*SPOT_ON.values, "everybody-else"), SpotOn)
SPOT_ON_ANYONE = _switch("spot_on_anyone")
ONES_OPEN = _switch("ones_open")
BLUFF_EXACT = Option("exact", "exact", ("all-but-bidder", "challenger"), Exact)

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
        "chips_short",
        "shows_again",
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
        "tied_roll_again",
        "ones_lowest",
        "any_quantity",
        "palafico_one_round",
        "palafico_raises",
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
        "tied_roll_again",
        "raise_lowers_neither",
        "opening_on_ones",
        "any_quantity",
        "left_opens",
    ),
)

RH = RuleSet(
    name="rh",
    title="RH common hand",
    most_players=12,
    dice=6,
    first_opener=FirstOpener.TABLE,
    raising=Raising.FACE_FIRST,
    loss=Loss.ONE,
    exact=Exact.BID_HOLDS,
    next_opener=NextOpener.LOSER_OR_BIDDER,
    ones_wild=False,
    capped=True,
    options=(DICE, RANDOM_CHALLENGE, SPOT_ON, ACES_WILD, TIE_BREAKER),
    choices=(
        "two_to_twelve",
        "stacked_at_reveal",
        "no_bidder_left",
        "nearest_caller",
        "spot_on_own_turn",
        "aces_lowest",
        "tie_breaker_every_round",
        "tie_breaker_spot_on",
    ),
)

PERUDO = RuleSet(
    name="perudo",
    title="Perudo",
    most_players=10,
    dice=5,
    first_opener=FirstOpener.ROLL,
    raising=Raising.HALVED,
    loss=Loss.ONE,
    exact=Exact.BID_HOLDS,
    next_opener=NextOpener.LOSER,
    ones_wild=True,
    ones_open=False,
    palafico=True,
    palafico_once=True,
    palafico_faces=True,
    spot_on=SpotOn.WIN_BACK,
    spot_on_anyone=True,
    spot_on_in_palafico=False,
    spot_on_with_two=False,
    exact_call="calza",
    options=(DICE, ONES_OPEN, CALZA, SPOT_ON_ANYONE),
    choices=(
        STACKED_DICE,
        "tied_roll_again",
        "perudo_raises",
        "any_quantity",
        "palafico_faces_raise",
        "palafico_three",
        "palafico_together",
        "calza_opens",
        "calza_first",
        "left_opens",
    ),
)
"""Dudo as the boxed game is played; spot on is its *calza*, the challenge its *dudo*."""

BLUFF = replace(
    MILTON_BRADLEY,
    name="bluff",
    title="Bluff",
    star_six=True,
    options=(DICE, BLUFF_EXACT),
    choices=(
        STACKED_DICE,
        "bluff_track",
        "bluff_winner_opens",
        "shows_again",
    ),
)
"""Milton Bradley's game with the star in the place of the six; the one is an ordinary face."""

RULESETS: dict[str, RuleSet] = {
    each.name: each for each in (MILTON_BRADLEY, FRONT_PORCH, CARDINAL, RH, PERUDO, BLUFF)
}
"""The published games by name."""


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
"""All switches, in the order of records and files; ``GROUPS`` in ``companion.text`` has the screen's."""

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
)
"""The house game with no switch touched."""

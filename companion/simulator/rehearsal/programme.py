"""An evening's game, players, options and habits, from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.players import NAMES
from companion.rules import (
    DICE,
    HOUSE,
    LIAR_LIAR,
    RULESETS,
    SWITCHES,
    TITLE,
    FirstOpener,
    GameBegun,
    GameRecord,
    Option,
    OptionValue,
    RuleError,
    RuleSet,
    Switches,
)
from companion.simulator import Trouble

PUBLISHED = tuple(RULESETS)
TURNS = (*PUBLISHED, HOUSE.name, *PUBLISHED, LIAR_LIAR.name)
"""The games of successive evenings: each published one twice, house rules and cards once."""
ON_SCREEN = (*PUBLISHED, LIAR_LIAR.name)
"""Games that start on the screen without mixed rules."""
GAMES = (*PUBLISHED, HOUSE.name, LIAR_LIAR.name)
MOST_DICE = 6
"""Most dice each: as in the published games."""
USUAL_DICE = 0.5
"""How often a game has its sheet's dice."""
SWITCHED = 0.3
"""How often an option differs from the sheet [choice]."""
SLOW = 0.2
"""How often people take long to answer [choice]."""
CARD_TARGET = 30
"""Points: a hand or two."""
MOST_AT_CARDS = 5
COMPANY = 4
"""One evening in this many has somebody who leaves or joins [choice]."""


@dataclass(frozen=True, slots=True)
class Programme:
    """``rounds``: most reveals; 0: the whole game. ``slow``: people answer late. ``trouble``: with dice.
    ``cuts``: the power may fail. ``company``: people leave or join.
    """

    seed: int
    rules: str
    players: tuple[str, ...]
    options: Switches
    opener: int | None
    rounds: int = 0
    slow: bool = False
    trouble: Trouble = Trouble.NONE
    cuts: bool = True
    company: bool = False

    @property
    def has_cards(self) -> bool:
        return self.rules == LIAR_LIAR.name


def programme_of(
    seed: int,
    rules: str | None = None,
    rounds: int = 0,
    as_published: bool = False,
    players: int | None = None,
) -> Programme:
    """``None``: ``rules`` in turn, ``players`` by chance. ``as_published``: no options."""
    luck = Random(f"programme {seed}")
    turns = ON_SCREEN if as_published else TURNS
    name = rules or turns[seed % len(turns)]
    slow = luck.random() < SLOW
    if name == LIAR_LIAR.name:
        names = _seated(players, MOST_AT_CARDS, luck)
        return Programme(seed, name, names, (("target", CARD_TARGET),), None, rounds, slow, cuts=False)
    ruleset = HOUSE if name == HOUSE.name else RULESETS[name]
    names = _seated(players, ruleset.most_players, luck)
    if as_published:
        opener = 0 if ruleset.first_opener is FirstOpener.TABLE else None
        return Programme(seed, name, names, (), opener, rounds, slow)
    options, opener = _played(ruleset, names, luck)
    company = seed % COMPANY == COMPANY - 1
    return Programme(seed, name, names, options, opener, rounds, slow, company=company)


def _seated(wanted: int | None, most: int, luck: Random) -> tuple[str, ...]:
    count = luck.randint(2, most)
    return NAMES[: count if wanted is None else min(wanted, most)]


def _played(ruleset: RuleSet, players: tuple[str, ...], luck: Random) -> tuple[Switches, int | None]:
    offered = SWITCHES if ruleset is HOUSE else ruleset.options
    while True:
        options = tuple(_switched(ruleset, [each for each in offered if each is not TITLE], luck))
        by_table = dict(options).get("first_opener", ruleset.first_opener.value) == FirstOpener.TABLE.value
        opener = luck.randrange(len(players)) if by_table else None
        try:
            GameRecord.begin(GameBegun(ruleset.name, players, options, opener))
        except RuleError:
            continue
        return options, opener


def _switched(ruleset: RuleSet, offered: list[Option], luck: Random) -> list[tuple[str, OptionValue]]:
    options: list[tuple[str, OptionValue]] = []
    for option in offered:
        if option is DICE and luck.random() >= USUAL_DICE:
            options.append((DICE.name, luck.randint(1, MOST_DICE)))
        elif option is not DICE and luck.random() < SWITCHED:
            options.append((option.name, luck.choice(option.values)))
    return options

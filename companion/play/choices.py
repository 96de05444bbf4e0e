"""The first screen: which games may be begun, by published or by house rules, and which gone on with."""

from __future__ import annotations

from enum import Enum

from companion.journal.house_rules import HouseRules
from companion.journal.house_shelf import Kept
from companion.journal.saved_game import SavedGame
from companion.play.cards.choices import card_choice
from companion.play.mix_views import beginnings, say_all, say_line
from companion.play.sentences import NO_CAMERA, say_saved
from companion.play.views import RulesChoice, SavedGameView, WelcomeView
from companion.rules.ruleset import RULESETS, FirstOpener, Option, RuleSet

FEWEST_PLAYERS = 2
"""All four rule sheets."""


LINES = {
    "milton-bradley": "Wild stars, a track to bid on, and you lose as many dice as you were off.",
    "front-porch": "Ones are wild; who comes down to one die gets a Palafico round.",
    "cardinal": "Ones are wild; a raise never lowers the number or the face.",
    "rh": "Six dice, nothing wild, and a higher face beats any number.",
}
"""What is special about each game, in one sentence."""
STAR = "star"
"""What face 1 is called where it is drawn as a star."""


def has_stars(ruleset: RuleSet) -> bool:
    """Whether this game's dice have a star in the place of the one."""
    return ruleset.ace == STAR


def welcome_view(
    saved: tuple[SavedGame, ...], kept: Kept | None, camera: str | None, picked: str | None = None
) -> WelcomeView:
    """What the first screen offers: the table's own house rules before the published games.

    ``kept`` is ``None`` where no house rules are kept; ``camera`` is the name of the one over the table.
    """
    house = () if kept is None else kept.rules
    chosen = None if kept is None or picked is None else kept.named(picked)
    return WelcomeView(
        choices=(*map(_house_choice, house), *map(_choice, RULESETS.values()), card_choice()),
        saved=tuple(SavedGameView(game.id, say_saved(game), game.over) for game in saved),
        camera=camera or NO_CAMERA,
        beginnings=() if kept is None else beginnings(),
        picked=None if chosen is None else chosen.title,
    )


def _house_choice(rules: HouseRules) -> RulesChoice:
    ruleset = rules.ruleset
    return RulesChoice(
        name=ruleset.name,
        title=rules.title,
        fewest=FEWEST_PLAYERS,
        most=ruleset.most_players,
        names_opener=ruleset.first_opener is FirstOpener.TABLE,
        options=(),
        line=say_line(rules.switches),
        has_stars=has_stars(ruleset),
        switches=rules.options,
        told=say_all(rules.switches),
        saved_as=rules.title,
    )


def _choice(ruleset: RuleSet) -> RulesChoice:
    return RulesChoice(
        name=ruleset.name,
        title=ruleset.title,
        fewest=FEWEST_PLAYERS,
        most=ruleset.most_players,
        names_opener=ruleset.first_opener is FirstOpener.TABLE,
        options=tuple(
            (each.name, each.label, each.values, _default(ruleset, each)) for each in ruleset.options
        ),
        line=LINES[ruleset.name],
        has_stars=has_stars(ruleset),
    )


def _default(ruleset: RuleSet, option: Option) -> object:
    """The option's value in the game as published, written as the record writes it."""
    value = getattr(ruleset, option.field)
    if value is None:
        return False
    return value.value if isinstance(value, Enum) else value

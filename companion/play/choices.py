"""The first screen: which games may be begun, which gone on with."""

from __future__ import annotations

from enum import Enum

from companion.journal.saved_game import SavedGame
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


def welcome_view(saved: tuple[SavedGame, ...], camera: str | None) -> WelcomeView:
    """What the first screen offers; ``camera`` is the name of the one over the table."""
    return WelcomeView(
        choices=tuple(_choice(ruleset) for ruleset in RULESETS.values()),
        saved=tuple(SavedGameView(game.id, say_saved(game), game.over) for game in saved),
        camera=camera or NO_CAMERA,
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

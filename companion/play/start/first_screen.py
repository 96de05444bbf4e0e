"""The first screen: which games may be begun, by published or by house rules, and which gone on with."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from companion.journal.errors import HouseRulesError, StoreError
from companion.journal.house_rules import HouseRules
from companion.journal.house_shelf import Kept
from companion.journal.saved_game import SavedGame
from companion.play.house_rules.mix_views import beginnings, say_all, say_line
from companion.play.house_rules.mixer import Mixer
from companion.play.ports import Journal
from companion.play.sentences import say_saved
from companion.play.start.roster import ROSTER_GAMES, roster_of
from companion.play.start.views import RulesChoice, SavedGameView, WelcomeView
from companion.play.table import Table, welcome
from companion.rules.cards.liar_liar import LIAR_LIAR, RUN_HIT_ONCE, TARGETS_BY_TOUCH
from companion.rules.events import GameBegun, OptionValue
from companion.rules.ruleset import RULESETS, FirstOpener, Option, RuleSet
from companion.text.numbers import as_sentence
from companion.text.speech import say
from companion.text.switches import long_label_of

SAVED_GAMES_SHOWN = 8
"""Games offered on the first screen: what fits on the smallest one."""
FEWEST_PLAYERS = 2
"""Every rule sheet of a dice game."""
FEWEST_CARD_PLAYERS = 2
"""Of whom one asks the other."""


def first_screen(number: int, journal: Journal, mixer: Mixer) -> Table:
    """The table without a game, with what is saved; what cannot be read is told and left out."""
    saved: tuple[SavedGame, ...] = ()
    begun: tuple[GameBegun, ...] = ()
    kept, faults = mixer.nothing_kept, list[str]()
    try:
        begun = journal.beginnings(ROSTER_GAMES)
        listed = journal.games(SAVED_GAMES_SHOWN)
        saved = tuple(game for game in listed if game.goes_on_as is None)
    except StoreError as fault:
        faults.append(as_sentence(str(fault)))
    try:
        kept = mixer.kept()
    except HouseRulesError as fault:
        faults.append(as_sentence(str(fault)))
    else:
        faults += kept.faults if kept is not None else ()
    return replace(welcome(number, saved, " ".join(faults) or None), kept=kept, begun=begun)


def welcome_view(
    saved: tuple[SavedGame, ...],
    kept: Kept | None,
    camera: str | None,
    picked: str | None = None,
    begun: tuple[GameBegun, ...] = (),
) -> WelcomeView:
    """What the first screen offers: the table's own house rules before the published games.

    ``kept`` is ``None`` where no house rules are kept; ``camera`` is the name of the one over the table;
    ``begun`` are the newest games' first lines.
    """
    house = () if kept is None else kept.rules
    chosen = None if kept is None or picked is None else kept.named(picked)
    return WelcomeView(
        choices=(*map(_house_choice, house), *map(_choice, RULESETS.values()), _card_choice()),
        saved=tuple(SavedGameView(game.id, say_saved(game), game.over) for game in saved),
        camera=camera or say("camera.none"),
        beginnings=() if kept is None else beginnings(),
        picked=None if chosen is None else chosen.title,
        roster=roster_of(begun),
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
        star_face=ruleset.star_face,
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
            (each.name, long_label_of(each.name), each.values, _default(ruleset, each))
            for each in ruleset.options
        ),
        line=say(f"game.{ruleset.name}"),
        star_face=ruleset.star_face,
    )


def _default(ruleset: RuleSet, option: Option) -> OptionValue:
    """The option's value in the game as published, written as the record writes it."""
    value: OptionValue | Enum | None = getattr(ruleset, option.field)
    if value is None:
        return False
    return str(value.value) if isinstance(value, Enum) else value


def _card_choice() -> RulesChoice:
    """The card game, to be begun from the first screen."""
    return RulesChoice(
        name=LIAR_LIAR.name,
        title=LIAR_LIAR.title,
        fewest=FEWEST_CARD_PLAYERS,
        most=LIAR_LIAR.most_players,
        names_opener=False,
        options=(
            ("target", say("choice_page.target"), TARGETS_BY_TOUCH, LIAR_LIAR.target),
            (RUN_HIT_ONCE.name, say("choice_page.run_hit_once"), RUN_HIT_ONCE.values, True),
        ),
        line=say("game.liar-liar"),
        has_cards=True,
        opening=say("choice_page.first_begins"),
    )

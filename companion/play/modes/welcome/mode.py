"""The first screen: which games may be begun, by published or by house rules, and which gone on with."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from enum import Enum
from itertools import product

from companion.core.frame import CameraGone, Frame
from companion.journal import NOBODY, HouseRules, HouseRulesError, KeptHouseRules, SavedGame, StoreError
from companion.play.base.commands import ShowSeats
from companion.play.base.ports import Camera, ClubRound, Journal, TablePlace
from companion.play.base.views import FEWEST_PLAYERS, RematchView
from companion.play.modes.house_rules.mode import Mixer
from companion.play.modes.house_rules.views import beginnings, say_all, say_line
from companion.play.modes.welcome.views import (
    NOBODY_YET,
    LastTableView,
    RosterView,
    RulesChoice,
    SavedGameView,
    WelcomeScene,
)
from companion.play.sentences import say_saved
from companion.play.table import Moment, SeatsAsked, Table, welcome
from companion.rules import (
    LIAR_LIAR,
    RULESETS,
    RUN_HIT_ONCE,
    TARGETS_BY_TOUCH,
    FirstOpener,
    GameBegun,
    Option,
    OptionValue,
    RuleError,
    RulesError,
    RuleSet,
    begin,
)
from companion.text import as_sentence, is_written, long_label_of, say, say_list, say_player

ROSTER_GAMES = 60
"""Games whose players are offered again: more than most tables play in a winter."""
ROSTER_NAMES = 24
"""Names that are offered; who has not played for so long is typed again."""


def roster_of(begun: tuple[GameBegun, ...], club_round: ClubRound | None = None) -> RosterView:
    """The players of these games, the last begun first, and before them those whom a club has seated here.

    A forgotten name is offered nowhere, nor one that the screen cannot write.
    """
    called = None if club_round is None else _called_table(club_round, begun)
    tables = [each.players for each in begun]
    if club_round is not None and called is not None:
        tables.insert(0, club_round.players)
    if not tables:
        return NOBODY_YET
    names = dict.fromkeys(name for players in tables for name in players if _may_be_offered(name))
    seated = tuple(name for name in dict.fromkeys(tables[0]) if name in names)
    return RosterView(seated, tuple(names)[:ROSTER_NAMES], called or _last_table(begun[0]))


def _may_be_offered(name: str) -> bool:
    return name != NOBODY and is_written(name)


def _last_table(last: GameBegun) -> LastTableView | None:
    """The same game once more; ``None`` where a name was forgotten, or the rules have changed since."""
    if NOBODY in last.players or not all(map(str.isprintable, last.players)):
        return None
    try:
        rules = begin(last).ruleset.title
    except RulesError:
        return None
    again = RematchView(last.rules, last.players, last.options, last.opener)
    return LastTableView(say("home.same_table"), _say_table(last.players, rules), again)


def _say_table(players: tuple[str, ...], rules: str) -> str:
    listed = say_list(say_player(players, seat) for seat in range(len(players)))
    return say("home.same_table_line", players=listed, rules=rules)


def _called_table(called: ClubRound, begun: tuple[GameBegun, ...]) -> LastTableView | None:
    """The club's players at the last game's rules, else at the first published ones that take so many."""
    if not all(map(_may_be_offered, called.players)):
        return None
    rules = [(each.rules, each.options) for each in begun[:1]] + [(name, ()) for name in RULESETS]
    for (name, options), opener in product(rules, (0, None)):
        with suppress(RuleError):
            first = GameBegun(name, called.players, options, opener)
            title = say("home.club_round", number=called.number)
            line = _say_table(called.players, begin(first).ruleset.title)
            return LastTableView(title, line, RematchView(name, called.players, options, opener))
    return None


SAVED_GAMES_SHOWN = 8
"""Games offered on the first screen: what fits on the smallest one."""
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
    kept: KeptHouseRules | None,
    camera: str | None,
    picked: str | None = None,
    begun: tuple[GameBegun, ...] = (),
    club_round: ClubRound | None = None,
) -> WelcomeScene:
    """What the first screen offers: the table's own house rules before the published games.

    ``kept`` is ``None`` where no house rules are kept; ``camera`` is the name of the one over the table;
    ``begun`` are the newest games' first lines. ``club_round`` is whom a club has seated here.
    """
    house = () if kept is None else kept.rules
    chosen = None if kept is None or picked is None else kept.named(picked)
    return WelcomeScene(
        choices=(*map(_house_choice, house), *map(_choice, RULESETS.values()), _card_choice()),
        saved=tuple(SavedGameView(each.id, say_saved(each), each.over, _title(each)) for each in saved),
        camera=camera or say("camera.none"),
        beginnings=() if kept is None else beginnings(),
        picked=None if chosen is None else chosen.title,
        roster=roster_of(begun, club_round),
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
            (each.name, long_label_of(each.name, ruleset), each.values, _default(ruleset, each))
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


class SeatsDesk:
    """Takes the newest picture that is there and waits for none; without one the seats are drawn."""

    def __init__(self, camera: Camera | None, place: TablePlace | None) -> None:
        self._camera, self._place = camera, place
        self._newest: Frame | None = None

    def take(self, table: Table, command: ShowSeats) -> Table:
        """The table once the seats are asked about, or no more.

        It keeps its number: what is touched meanwhile was touched on this very page.
        """
        shown = command.on and table.scene is Moment.WELCOME
        return replace(table, seats_asked=SeatsAsked() if shown else None)

    def wants(self, table: Table) -> bool:
        """Whether live pictures are wanted."""
        there = self._camera is not None and self._place is not None
        return there and table.scene is Moment.WELCOME and table.seats_asked is not None

    def follow(self, table: Table) -> Table:
        """What the newest picture brings; a camera that is gone takes the picture away again."""
        assert self._camera is not None
        assert self._place is not None
        try:
            live = self._camera.latest()
        except CameraGone:
            return replace(table, seats_asked=None)
        if live is None or live is self._newest:
            return table
        self._newest = live
        return replace(table, seats_asked=SeatsAsked(self._place.above(live)))


def _title(saved: SavedGame) -> str:
    return "" if saved.game is None else saved.game.ruleset.title

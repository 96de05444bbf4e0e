"""The first screen: games to begin, by published or house rules, and games to go on with."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import product

from companion import rules
from companion.core.frame import Camera, CameraGone, Frame
from companion.journal import (
    NOBODY,
    HouseRules,
    HouseRulesError,
    KeptHouseRules,
    SavedGame,
    Store,
    StoreError,
)
from companion.play.base.commands import ShowSeats
from companion.play.base.ports import ClubRound, TablePlace
from companion.play.base.views import PictureView, RematchView, Surroundings, View
from companion.play.modes.dice.practice import NEWCOMER, company_for
from companion.play.modes.house_rules.mode import Mixer
from companion.play.modes.house_rules.views import beginnings, say_all, say_line
from companion.play.modes.welcome.state import SeatsAsked, WelcomeTable
from companion.play.modes.welcome.views import (
    NOBODY_YET,
    LastTableView,
    PartnersView,
    RosterView,
    RulesChoice,
    SavedGameView,
    WelcomeScene,
)
from companion.text import as_sentence, is_written, long_label_of, say, say_list, say_player, say_standing

ROSTER_GAMES = 60
"""Games whose players are offered again: more than most tables play in a winter."""
ROSTER_NAMES = 24
"""Names offered; others are typed again."""


def roster_of(begun: tuple[rules.GameBegun, ...], club_round: ClubRound | None = None) -> RosterView:
    """Players of these games, last begun first, after those whom a club seated here.

    Forgotten names, and names that the screen cannot write, are left out.
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


def _last_table(last: rules.GameBegun) -> LastTableView | None:
    """The same game again; None if a name was forgotten or the rules have changed."""
    if NOBODY in last.players or not all(map(str.isprintable, last.players)):
        return None
    try:
        title = rules.begin(last).ruleset.title
    except rules.RulesError:
        return None
    again = RematchView(last.rules, last.players, last.options, last.opener, last.earlier)
    return LastTableView(say("home.same_table"), _say_table(last.players, title), again)


def _say_table(players: tuple[str, ...], title: str) -> str:
    listed = say_list(say_player(players, seat) for seat in range(len(players)))
    return say("home.same_table_line", players=listed, rules=title)


def _called_table(called: ClubRound, begun: tuple[rules.GameBegun, ...]) -> LastTableView | None:
    """The club's players by the last game's rules, else by the first published ones for that many."""
    if not all(map(_may_be_offered, called.players)):
        return None
    games = [(each.rules, each.options) for each in begun[:1]] + [(name, ()) for name in rules.RULESETS]
    for (name, options), opener in product(games, (0, None)):
        with suppress(rules.RuleError):
            first = rules.GameBegun(name, called.players, options, opener)
            title = say("home.club_round", number=called.number)
            line = _say_table(called.players, rules.begin(first).ruleset.title)
            return LastTableView(title, line, RematchView(name, called.players, options, opener))
    return None


SAVED_GAMES_SHOWN = 8
"""Games that fit on the smallest first screen."""
FEWEST_CARD_PLAYERS = 2
"""One asks the other."""


def first_screen(number: int, journal: Store, mixer: Mixer, picked: str | None = None) -> WelcomeTable:
    """The first screen's table; what cannot be read is named and left out.

    ``picked``: title of house rules just saved.
    """
    saved: tuple[SavedGame, ...] = ()
    begun: tuple[rules.GameBegun, ...] = ()
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
    return WelcomeTable(number, saved, kept, picked, begun, fault=" ".join(faults) or None)


def welcome_view(
    saved: tuple[SavedGame, ...],
    kept: KeptHouseRules | None,
    camera: str | None,
    picked: str | None = None,
    begun: tuple[rules.GameBegun, ...] = (),
    club_round: ClubRound | None = None,
) -> WelcomeScene:
    """House rules come before published games; ``kept`` None: none are kept. ``camera``: name of the one over
    the table.
    """
    house = () if kept is None else kept.rules
    chosen = None if kept is None or picked is None else kept.named(picked)
    return WelcomeScene(
        choices=(*map(_house_choice, house), *_published(), _card_choice()),
        saved=tuple(map(_saved_view, saved)),
        camera=camera or say("camera.none"),
        beginnings=() if kept is None else beginnings(),
        picked=None if chosen is None else chosen.title,
        roster=roster_of(begun, club_round),
    )


def welcome_screen(table: WelcomeTable, around: Surroundings) -> View[WelcomeScene]:
    offered = welcome_view(
        table.saved, table.kept, around.camera, table.picked, table.begun, around.club_round
    )
    offered = replace(
        offered,
        may_set_up=around.may_set_up,
        may_count=around.may_count,
        table=around.table or "",
        partners=partners_for(offered.roster.seated) if around.may_practise else (),
    )
    above = None if table.seats_asked is None else table.seats_asked.above
    picture = None if above is None else PictureView(above, (), live=True)
    return View(table.number, offered, say_welcome(table), table.fault, picture=picture)


def partners_for(seated: tuple[str, ...]) -> tuple[PartnersView, ...]:
    person = next(iter(seated), NEWCOMER)
    company = company_for(person)
    names = tuple(each.name for each in company)
    return tuple(
        PartnersView(
            say("practice.with", players=say_list(names[:many])),
            say(f"practice.manner.{company[many - 1].manner}", player=names[many - 1]),
            (person, *names[:many]),
        )
        for many in range(1, len(names) + 1)
    )


def say_welcome(table: WelcomeTable) -> str:
    return say("scene.welcome.saved" if table.saved else "scene.welcome")


def _house_choice(house: HouseRules) -> RulesChoice:
    return replace(
        _choice(replace(house.ruleset, options=()), say_line(house.switches)),
        title=house.title,
        switches=house.options,
        told=say_all(house.switches),
        saved_as=house.title,
    )


def _published() -> tuple[RulesChoice, ...]:
    return tuple(_choice(each, say(f"game.{each.name}")) for each in rules.RULESETS.values())


def _choice(ruleset: rules.RuleSet, line: str) -> RulesChoice:
    return RulesChoice(
        name=ruleset.name,
        title=ruleset.title,
        fewest=rules.FEWEST_PLAYERS,
        most=ruleset.most_players,
        names_opener=ruleset.first_opener is rules.FirstOpener.TABLE,
        opening=say("choice_page.highest_opens"),
        options=tuple(
            (each.name, long_label_of(each.name, ruleset), each.values, each.value_in(ruleset))
            for each in ruleset.options
        ),
        line=line,
        star_face=ruleset.star_face,
    )


def _card_choice() -> RulesChoice:
    return RulesChoice(
        name=rules.LIAR_LIAR.name,
        title=rules.LIAR_LIAR.title,
        fewest=FEWEST_CARD_PLAYERS,
        most=rules.LIAR_LIAR.most_players,
        names_opener=False,
        options=(
            ("target", say("choice_page.target"), rules.TARGETS_BY_TOUCH, rules.LIAR_LIAR.target),
            (rules.RUN_HIT_ONCE.name, say("choice_page.run_hit_once"), rules.RUN_HIT_ONCE.values, True),
        ),
        line=say("game.liar-liar"),
        has_cards=True,
        opening=say("choice_page.first_begins"),
    )


class SeatsMode:
    """Uses the newest picture without waiting; without one the seats are drawn."""

    def __init__(self, camera: Camera | None, place: TablePlace | None) -> None:
        self._camera, self._place = camera, place
        self._newest: Frame | None = None

    def take(self, table: WelcomeTable, command: ShowSeats) -> WelcomeTable:
        """Open or close the seats page. The number stays: touches meanwhile meant this page."""
        return replace(table, seats_asked=SeatsAsked() if command.on else None)

    def wants(self, table: WelcomeTable) -> bool:
        there = self._camera is not None and self._place is not None
        return there and table.seats_asked is not None

    def follow(self, table: WelcomeTable) -> WelcomeTable:
        if self._camera is None or self._place is None:
            return table
        try:
            live = self._camera.latest()
        except CameraGone:
            return replace(table, seats_asked=None)
        if live is None or live is self._newest:
            return table
        self._newest = live
        return replace(table, seats_asked=SeatsAsked(self._place.above(live)))


def _saved_view(saved: SavedGame) -> SavedGameView:
    title = "" if saved.game is None else saved.game.ruleset.title
    day = saved.begun_at.astimezone().strftime("%Y-%m-%d %H:%M")
    return SavedGameView(saved.id, say_saved(saved), saved.over, title, day)


def say_saved(saved: SavedGame) -> str:
    """A saved game in one line: "Ann, Bob and Cy: round 4, Bob to bid"."""
    if saved.game is None:
        return saved.fault or say("saved.damaged", game=saved.id)
    game = saved.game
    standing = say_standing(game) if isinstance(game, rules.Match) else _standing(game)
    players = say_list(say_player(game.players, seat) for seat in range(len(game.players)))
    line = say("saved.line", players=players, standing=standing)
    if saved.fault is None:
        return line
    if saved.goes_on_as is not None:
        return say("saved.goes_on", line=line, event=saved.events, game=saved.goes_on_as)
    return say("saved.can_go_on", line=line, event=saved.events)


def _standing(game: rules.Game) -> str:
    if game.winner is not None:
        return say("standing.over", player=say_player(game.players, game.winner))
    if game.phase is rules.Phase.OPENING_ROLL:
        return say("saved.opening_roll")
    number = len(game.rounds) + 1
    if game.phase is rules.Phase.REVEAL:
        return say("saved.reveal", round=number)
    return say("saved.bidding", round=number, player=say_player(game.players, game.acting))

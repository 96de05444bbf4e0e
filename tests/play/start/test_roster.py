"""Who played before is there again after a restart; who was forgotten is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import NOBODY
from companion.play.base.commands import LeaveGame, NewGame
from companion.play.base.ports import ClubRound
from companion.play.base.views import RematchView
from companion.play.modes.welcome.mode import roster_of
from companion.play.modes.welcome.views import LastTableView, RosterView
from companion.rules import HOUSE, GameBegun
from tests.play.evening import Evening

Restart = Callable[[], Evening]


@pytest.fixture
def restart(tmp_path: Path) -> Restart:
    """A new start of the app on the same journal; what ran before is closed."""
    evenings: list[Evening] = []

    def started() -> Evening:
        if evenings:
            evenings[-1].close()
        evenings.append(Evening(tmp_path / "journal.sqlite"))
        return evenings[-1]

    return started


def play(evening: Evening, rules: str, *names: str, opener: int | None = None, **options: object) -> None:
    evening.do(NewGame, rules=rules, players=names, options=tuple(options.items()), opener=opener)
    evening.do(LeaveGame)


def roster(evening: Evening) -> RosterView:
    assert evening.view.kind is not None
    return evening.view.scene.roster


def last_table(evening: Evening) -> LastTableView:
    last = roster(evening).last
    assert last is not None
    return last


def test_before_the_first_game_nobody_is_offered(restart: Restart) -> None:
    assert roster(restart()) == RosterView((), (), None)


def test_after_a_restart_the_last_players_are_there_and_earlier_ones_after_them(restart: Restart) -> None:
    evening = restart()
    play(evening, "cardinal", "Eve", "Ann", "Dan")
    play(evening, "milton-bradley", "Cy", "Ann", "Bob", opener=1)
    found = roster(restart())
    assert (found.seated, found.names) == (("Cy", "Ann", "Bob"), ("Cy", "Ann", "Bob", "Eve", "Dan"))


def test_after_a_restart_the_last_table_begins_again_as_it_was(restart: Restart) -> None:
    play(restart(), "rh", "Ann", "Bob", "Cy", opener=2, dice=4, spot_on="win-back")
    evening = restart()
    last = last_table(evening)
    assert last.line == "Ann, Bob and Cy: RH common hand"
    evening.controller.take(last.again.begun(evening.view.number))
    assert [seat.name for seat in evening.view.scene.game.seats] == ["Ann", "Bob", "Cy"]
    assert [(seat.dice, seat.to_act) for seat in evening.view.scene.game.seats] == [
        (4, False),
        (4, False),
        (4, True),
    ]


def test_the_last_table_of_house_rules_is_named_as_the_table_named_them(restart: Restart) -> None:
    play(restart(), HOUSE.name, "Ann", "Bob", opener=0, title="Friday table", dice=4)
    evening = restart()
    last = last_table(evening)
    assert last.line == "Ann and Bob: Friday table"
    evening.controller.take(last.again.begun(evening.view.number))
    assert evening.view.scene.game.rules_title == "Friday table"


def test_whom_a_club_has_seated_begin_by_one_touch_at_the_last_rules_or_at_any_that_take_so_many() -> None:
    ida = ("Ida", "Jon", "Kim", "Lou")
    last = (GameBegun("rh", ("Ann", "Ben"), (("dice", 4),), 1), GameBegun("cardinal", ("Eve", "Dan")))
    found = roster_of(last, ClubRound(2, ida))
    assert found.seated == ida
    assert found.names == (*ida, "Ann", "Ben", "Eve", "Dan")
    assert found.last == LastTableView(
        "Round 2 here", "Ida, Jon, Kim and Lou: RH common hand", RematchView("rh", ida, (("dice", 4),), 0)
    )
    new = roster_of((), ClubRound(1, ida))
    assert new.last is not None
    assert new.last.line == "Ida, Jon, Kim and Lou: Milton Bradley, 1987"
    eight = tuple("ABCDEFGH")
    full = roster_of((GameBegun("cardinal", ("Eve", "Dan")),), ClubRound(3, eight))
    assert full.last is not None
    assert full.last.again.rules == "rh"
    assert roster_of(last, ClubRound(2, ("Ida", NOBODY))) == roster_of(last)


def test_a_forgotten_name_is_not_offered_and_its_table_cannot_be_had_again(restart: Restart) -> None:
    evening = restart()
    play(evening, "cardinal", "Ann", "Bob", "Cy")
    evening.store.forget_player("Bob")
    assert roster(restart()) == RosterView(("Ann", "Cy"), ("Ann", "Cy"), None)


def test_players_of_a_forgotten_game_are_not_offered(restart: Restart) -> None:
    evening = restart()
    play(evening, "cardinal", "Ann", "Bob")
    play(evening, "cardinal", "Eve", "Fay")
    evening.store.forget_game(2)
    found = roster(restart())
    assert (found.seated, found.names) == (("Ann", "Bob"), ("Ann", "Bob"))


def test_a_damaged_first_line_costs_only_its_own_names(restart: Restart) -> None:
    evening = restart()
    play(evening, "cardinal", "Ann", "Bob")
    play(evening, "cardinal", "Eve", "Fay")
    connection = evening.store._connection
    connection.execute("DROP TRIGGER event_stays")
    connection.execute("UPDATE event SET line = 'no line' WHERE game_id = 2 AND number = 1")
    assert roster(restart()).names == ("Ann", "Bob")

"""A clock for each player runs in their turns alone, and its fall means what the table decided."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.settings import Fall, Settings
from companion.play.base.commands import (
    CallChallenge,
    NewGame,
    PlaceBid,
    PlayerJoins,
    PlayerLeaves,
    PlayerReturns,
    ResumeGame,
    Undo,
)
from companion.play.modes.dice.views import BiddingScene, OverScene, RevealScene
from companion.play.overlays.views import BackToTable, PauseTable
from companion.play.tables import Services
from companion.play.views import TableView
from companion.rules import BidMade, Challenged, Event, Options, PlayerLeft, TotalBid
from companion.text import say
from tests.play.driven import Driven
from tests.play.evening import NAMES, FaultyStore, now
from tests.play.keeper import Keeper

NS_PER_S = 1_000_000_000


def with_clocks(fall: Fall, minutes: int = 5) -> Keeper:
    return Keeper(Settings(clock_min=minutes, fall=fall))


class Table(Driven):
    def __init__(
        self,
        folder: Path,
        keeper: Keeper,
        goes_on: bool = False,
        rules: str = "milton-bradley",
        options: Options = (),
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.ns, self.keeper = 0, keeper
        super().__init__(Services(FaultyStore(folder / "games", now), lambda: self.ns, settings=keeper))
        if goes_on:
            self.do(ResumeGame, game_id=1)
        else:
            players = NAMES[:2] if dict(options).get("tie_breaker") else NAMES
            self.do(NewGame, rules=rules, players=players, options=options, opener=0)

    @property
    def times(self) -> list[str]:
        return [seat.time for seat in self.view.scene.game.seats]

    def after(self, seconds: float) -> TableView:
        self.ns += round(seconds * NS_PER_S)
        self.controller.idle()
        return self.view


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[object]:
    tables: list[Table] = []

    def begin(fall: Fall = Fall.WARN, minutes: int = 5) -> Table:
        tables.append(Table(tmp_path, with_clocks(fall, minutes)))
        return tables[-1]

    yield begin
    for each in tables:
        each.store.close()


def test_a_clock_runs_in_its_players_turns_alone_and_is_shown_second_by_second(sit) -> None:
    table = sit()
    assert table.times == ["5:00", "5:00", "5:00"]
    assert table.controller.wait_s == 1.0
    table.after(61.5)
    assert table.times == ["3:59", "5:00", "5:00"]
    assert table.controller.wait_s == 0.5
    table.do(PlaceBid, quantity=3, face=4)
    table.after(10)
    assert table.times == ["3:59", "4:50", "5:00"]
    table.do(CallChallenge, players=(1,))
    assert table.controller.wait_s is None
    table.after(600)
    assert [seat.time for seat in table.view.scene.game.seats] == ["3:59", "4:50", "5:00"]


def test_without_the_setting_there_are_no_clocks(sit) -> None:
    table = sit(minutes=0)
    assert table.times == ["", "", ""]
    assert table.controller.wait_s is None


def test_nothing_runs_during_a_pause_and_undo_gives_no_time_back(sit) -> None:
    table = sit()
    table.after(30)
    table.do(PauseTable)
    table.ns += 600 * NS_PER_S
    table.do(BackToTable)
    assert table.times == ["4:30", "5:00", "5:00"]
    table.do(PlaceBid, quantity=3, face=4)
    table.after(60)
    table.do(Undo)
    assert table.times == ["4:30", "4:00", "5:00"]


def test_where_it_only_warns_it_says_so_once_and_play_goes_on(sit) -> None:
    table = sit()
    view = table.after(301)
    assert view.fault == f"{say('clock.warn', player='Ann')}."
    assert table.times[0] == "0:00"
    assert table.controller.wait_s is None
    assert len(table.store.load(1).events) == 1
    view = table.do(PlaceBid, quantity=3, face=4)
    assert (view.fault, table.times) == (None, ["0:00", "5:00", "5:00"])


def test_where_the_app_moves_it_opens_low_then_challenges_and_later_turns_have_15_seconds(sit) -> None:
    table = sit(Fall.MOVE)
    view = table.after(301)
    assert view.fault == f"{say('clock.move', player='Ann')}."
    assert [(each.quantity, each.face) for each in view.scene.game.bids] == [(1, 2)]
    table.do(PlaceBid, quantity=4, face=4)
    table.do(PlaceBid, quantity=5, face=4)
    assert table.times[0] == "0:15"
    view = table.after(16)
    assert view.kind is RevealScene
    assert table.store.load(1).events[-1] == Challenged(0)


def test_in_a_tie_breaker_the_app_opens_with_the_lowest_total(tmp_path: Path) -> None:
    table = Table(tmp_path, with_clocks(Fall.MOVE), rules="rh", options=(("dice", 1), ("tie_breaker", True)))
    assert table.after(301).fault == f"{say('clock.move', player='Ann')}."
    assert table.store.load(1).events[-1] == TotalBid(0, 2)
    table.store.close()


@pytest.mark.parametrize(("fall", "event"), [(Fall.OUT, PlayerLeft(0)), (Fall.MOVE, BidMade(0, 1, 2))])
def test_a_fall_that_a_full_disk_kept_out_of_the_record_comes_again(fall: Fall, event: Event, sit) -> None:
    table = sit(fall)
    table.store.full = True
    assert "full" in table.after(301).fault
    assert (table.store.load(1).length, table.times[0]) == (1, "0:15")
    assert "full" in table.after(16).fault
    table.store.full = False
    table.after(16)
    assert table.store.load(1).events[-1] == event


@pytest.mark.parametrize(("fall", "event"), [(Fall.OUT, PlayerLeft(0)), (Fall.MOVE, BidMade(0, 1, 2))])
def test_no_bid_goes_in_before_a_fall_that_a_full_disk_kept_out(fall: Fall, event: Event, sit) -> None:
    table = sit(fall)
    table.store.full = True
    assert "full" in table.after(301).fault
    assert "full" in table.do(PlaceBid, quantity=9, face=4).fault
    table.store.full = False
    said = say("clock.out" if fall is Fall.OUT else "clock.move", player="Ann")
    assert table.do(PlaceBid, quantity=9, face=4).fault == f"{said}."
    assert table.store.load(1).events[1:] == (event,)
    assert table.do(PlaceBid, quantity=9, face=4).fault is None
    assert table.store.load(1).events[1:] == (event, BidMade(1, 9, 4))


def test_a_fall_that_only_warns_now_lets_the_bid_in(sit) -> None:
    table = sit(Fall.OUT)
    table.store.full = True
    table.after(301)
    table.store.full, table.keeper.now = False, Settings(clock_min=5, fall=Fall.WARN)
    assert table.do(PlaceBid, quantity=9, face=4).fault is None
    assert table.store.load(1).events[1:] == (BidMade(0, 9, 4),)


@pytest.mark.parametrize(("fall", "event"), [(Fall.OUT, PlayerLeft(0)), (Fall.MOVE, BidMade(0, 1, 2))])
def test_a_fall_comes_again_where_the_app_was_killed_before_its_event(
    fall: Fall, event: Event, sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(fall)
    with monkeypatch.context() as killing:
        killing.setattr(table.store, "append", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            table.after(301)
    later = killed(table, tmp_path / "later")
    assert later.times == ["0:15", "5:00", "5:00"]
    later.after(16)
    assert later.store.load(1).events[-1] == event
    later.store.close()
    hurried = killed(table, tmp_path / "hurried")
    said = say("clock.out" if fall is Fall.OUT else "clock.move", player="Ann")
    assert hurried.do(PlaceBid, quantity=9, face=4).fault == f"{said}."
    assert hurried.store.load(1).events[1:] == (event,)
    hurried.store.close()


def test_whose_time_was_up_under_a_warning_alone_has_15_seconds_once_a_fall_means_more(sit) -> None:
    table = sit(Fall.WARN)
    table.after(301)
    table.keeper.now = Settings(clock_min=5, fall=Fall.OUT)
    table.do(PauseTable)
    table.do(BackToTable)
    assert table.times[0] == "0:15"
    table.after(16)
    assert table.view.scene.game.seats[0].left


def test_where_the_player_is_out_the_record_says_so(sit) -> None:
    table = sit(Fall.OUT)
    view = table.after(301)
    assert view.fault == f"{say('clock.out', player='Ann')}."
    assert table.store.load(1).events[-1] == PlayerLeft(0)
    assert view.kind is BiddingScene
    assert view.scene.game.seats[0].left


def killed(table: Table, folder: Path) -> Table:
    """The app was killed: another one finds what is on the disk, and goes on."""
    shutil.copytree(table.folder, folder)
    return Table(folder, table.keeper, goes_on=True)


def test_a_killed_app_goes_on_with_the_times_of_a_few_seconds_ago(sit, tmp_path: Path) -> None:
    table = sit()
    for _ in range(64):
        table.after(1)
    table.do(PlaceBid, quantity=1, face=2)
    for _ in range(13):
        table.after(1)
    assert table.times == ["3:56", "4:47", "5:00"]
    later = killed(table, tmp_path / "later")
    assert later.times == ["3:56", "4:49", "5:00"]
    assert later.view.scene.game.seats[1].to_act
    later.after(61)
    assert later.times == ["3:56", "3:48", "5:00"]
    later.store.close()


def test_each_player_keeps_the_clock_when_somebody_sits_down_between_them(sit, tmp_path: Path) -> None:
    table = sit(Fall.OUT)
    table.after(60)
    table.do(PlaceBid, quantity=1, face=2)
    table.after(301)
    assert (table.times, table.view.scene.game.seats[1].left) == (["4:00", "0:00", "5:00"], True)
    table.do(PlayerJoins, name="Dee", seat=1, dice=5)
    assert table.times == ["4:00", "5:00", "0:00", "5:00"]
    table.do(PlaceBid, quantity=1, face=2)
    table.after(20)
    table.do(PlaceBid, quantity=1, face=3)
    later = killed(table, tmp_path / "later")
    assert later.times == ["4:00", "4:40", "0:00", "5:00"]
    later.store.close()
    table.after(301)
    assert [seat.name for seat in table.view.scene.game.seats if seat.left] == ["Bob", "Cy"]
    for _ in range(4):
        table.do(Undo)
    assert table.times == ["4:00", "0:00", "5:00"]
    table.do(Undo)
    table.do(Undo)
    assert table.times == ["4:00", "5:00", "5:00"]


def test_who_was_out_by_the_clock_and_comes_back_gets_the_time_of_a_newcomer(sit, tmp_path: Path) -> None:
    table = sit(Fall.OUT)
    table.after(301)
    table.do(PlaceBid, quantity=1, face=2)
    table.after(20)
    table.do(Undo)
    assert table.times == ["0:00", "5:00", "4:40"]
    table.do(PlayerReturns, player=0, dice=5)
    assert table.times == ["5:00", "5:00", "4:40"]
    later = killed(table, tmp_path / "later")
    for each in (table, later):
        each.do(PlaceBid, quantity=1, face=2)
        each.do(PlaceBid, quantity=1, face=3)
        each.after(30)
        assert each.times == ["4:30", "5:00", "4:40"]
    later.store.close()
    table.after(271)
    assert table.view.scene.game.seats[0].left


@pytest.mark.parametrize("over_a_kill", [False, True])
def test_who_was_out_by_the_clock_has_the_full_time_after_undo(over_a_kill, sit, tmp_path: Path) -> None:
    table = sit(Fall.OUT)
    table.after(301)
    table.do(PlaceBid, quantity=1, face=2)
    table.after(20)
    if over_a_kill:
        table.store.close()
        table = Table(table.folder, table.keeper, goes_on=True)
    table.do(Undo)
    assert table.times == ["0:00", "5:00", "4:40"]
    table.do(Undo)
    assert table.times == ["5:00", "5:00", "4:40"]
    assert table.view.scene.game.seats[0].to_act
    table.after(60)
    assert table.times == ["4:00", "5:00", "4:40"]
    table.after(241)
    assert table.view.scene.game.seats[0].left


def test_the_last_but_one_falls_and_undo_goes_on_with_the_full_time(sit) -> None:
    table = sit(Fall.OUT)
    table.do(PlayerLeaves, player=2)
    assert table.after(301).kind is OverScene
    table.do(Undo)
    assert table.times == ["5:00", "5:00", "5:00"]


def test_who_joins_after_a_join_was_undone_has_the_full_time(sit) -> None:
    table = sit()
    table.do(PlayerJoins, name="Dee", seat=1, dice=5)
    table.do(PlaceBid, quantity=1, face=2)
    table.after(60)
    assert table.times == ["5:00", "4:00", "5:00", "5:00"]
    table.do(Undo)
    table.do(Undo)
    table.do(PlayerJoins, name="Eve", seat=3, dice=5)
    assert table.times == ["5:00"] * 4


def test_who_leaves_with_time_left_and_comes_back_has_that_time(sit) -> None:
    table = sit()
    table.after(60)
    table.do(PlayerLeaves, player=0)
    table.do(PlayerReturns, player=0, dice=5)
    assert table.times == ["4:00", "5:00", "5:00"]


def test_a_clock_that_has_fallen_stays_fallen(sit, tmp_path: Path) -> None:
    table = sit(Fall.WARN, minutes=1)
    table.after(60)
    assert table.times[0] == "0:00"
    later = killed(table, tmp_path / "later")
    assert later.times == ["0:00", "1:00", "1:00"]
    assert not later.controller._now.clocks.runs
    later.store.close()


def test_times_that_stand_are_kept_at_once(sit, tmp_path: Path) -> None:
    table = sit()
    table.after(2)
    table.do(PlaceBid, quantity=1, face=2)
    table.after(1)
    table.do(CallChallenge, players=(1,))
    later = killed(table, tmp_path / "later")
    later.do(Undo)
    assert later.times == ["4:58", "4:59", "5:00"]
    later.store.close()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"minutes": 5}', '{"minutes": 5, "left_ns": [["x", 2]], "fallen": []}']
)
def test_times_that_cannot_be_read_begin_anew(text: str, sit, tmp_path: Path) -> None:
    table = sit()
    table.after(60)
    table.store.keep_clocks(1, text)
    later = killed(table, tmp_path / "later")
    assert later.times == ["5:00", "5:00", "5:00"]
    later.store.close()


def test_another_number_of_minutes_begins_the_times_anew(sit, tmp_path: Path) -> None:
    table = sit()
    table.after(60)
    table.keeper.now = Settings(clock_min=10)
    later = killed(table, tmp_path / "later")
    assert later.times == ["10:00", "10:00", "10:00"]
    later.store.close()

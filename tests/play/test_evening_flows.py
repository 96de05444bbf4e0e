"""Touches that were made in an evening's flow where two features meet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.core.settings import Fall
from companion.play.base.commands import (
    BeginShow,
    EnterRoll,
    HurryPartner,
    LeaveGame,
    NewGame,
    NextRound,
    PlaceBid,
    PlayerJoins,
    PlayerLeaves,
    RemoveDie,
    ResumeGame,
    SetFace,
    Undo,
)
from companion.play.modes.cards.views import CardsOverScene, CardsScene
from companion.play.modes.dice.practice import PERSON
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OverScene,
    RevealScene,
    ShowingScene,
    VerdictScene,
)
from companion.rules import BidMade, SpotOnCalled
from tests.play import test_player_clocks as clocks
from tests.play.evening import Evening
from tests.play.test_player_clocks import with_clocks
from tests.play.test_practice import Table, play_one

SitDown = Callable[..., Evening]


@pytest.mark.parametrize("players", [2, 3])
def test_a_match_that_the_others_left_can_be_played_again(evening: Evening, players: int) -> None:
    names = ("Ann", "Bob", "Cy")[:players]
    evening.do(NewGame, rules="liar-liar", players=names, options=(), opener=None)
    for seat in range(1, players):
        evening.do(PlayerLeaves, player=seat)
    assert evening.view.kind is CardsOverScene
    evening.controller.take(evening.view.scene.rematch.begun(evening.view.number))
    assert (evening.view.kind, evening.view.fault) == (CardsScene, None)


def sit_with_a_latecomer(evening: Evening) -> None:
    """Four with a die each; when Ann is out, Ed joins."""
    names = ("Ann", "Bob", "Cy", "Di")
    evening.do(NewGame, rules="front-porch", players=names, options=(("dice", 1),), opener=None)
    for seat, face in enumerate((6, 1, 2, 3)):
        evening.do(EnterRoll, seat=seat, face=face)
    lose_a_die(evening)
    evening.do(PlayerJoins, name="Ed", seat=4, dice=1)


def lose_a_die(evening: Evening) -> None:
    """Who opens bids too much."""
    evening.bid(6, 6)
    evening.challenge(evening.controller._now.table.game.acting)
    evening.enter_all(2)
    evening.do(NextRound)


def test_no_game_is_offered_again_that_has_no_place_for_all(evening: Evening) -> None:
    sit_with_a_latecomer(evening)
    while evening.view.kind is not OverScene:
        lose_a_die(evening)
    again = evening.view.scene.rematch
    assert again.players == ("Ann", "Bob", "Cy", "Di", "Ed")
    assert not again.fits


def test_who_is_out_by_the_clock_plays_the_next_game(tmp_path: Path) -> None:
    table = clocks.Table(tmp_path, with_clocks(Fall.OUT))
    table.after(301)
    table.do(PlayerLeaves, player=1)
    assert table.view.kind is OverScene
    again = table.view.scene.rematch
    assert again.players == ("Ann", "Cy"), "Bob has left, Ann's time was up"
    table.controller.take(again.begun(table.view.number))
    assert [seat.name for seat in table.view.scene.game.seats] == ["Ann", "Cy"]
    table.store.close()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def to_a_partners_turn_with_calza(table: Table) -> None:
    while not (
        isinstance(table.view.scene, BiddingScene)
        and table.view.scene.thinks
        and table.view.scene.spot_on is not None
    ):
        play_one(table)


def test_the_person_calls_calza_out_of_turn_and_no_partner_moves_instead(table: Table) -> None:
    table.practise("perudo")
    to_a_partners_turn_with_calza(table)
    (key,) = table.view.scene.calls(table.view.number)
    table.controller.take(key.command)
    assert table.view.kind is RevealScene
    assert table.controller._now.table.record.events[-1] == SpotOnCalled(PERSON)
    bids = table.controller._now.table.game.bids
    table.do(Undo)
    assert table.view.kind is BiddingScene
    assert table.controller._now.table.game.bids == bids, "only the call is taken back"


def test_who_thinks_better_of_showing_keeps_the_bid(table: Table) -> None:
    table.practise("milton-bradley")
    table.bid()
    table.do(BeginShow, count=1, faces=table.cups.hand(PERSON)[:1])
    assert (table.view.kind, table.view.undo_words) == (ShowingScene, "show no dice")
    table.do(Undo)
    assert isinstance(table.controller._now.table.record.live_events[-1], BidMade)


def test_a_partner_waits_while_the_person_may_put_dice_out(table: Table) -> None:
    table.practise("milton-bradley")
    table.bid()
    assert table.view.scene.show is not None
    assert table.controller.wait_s > 5
    table.pass_time(5)
    assert table.view.scene.show is not None


@pytest.mark.parametrize("fall", [Fall.MOVE, Fall.OUT])
def test_no_clock_of_the_game_before_falls_in_practice(tmp_path: Path, fall: Fall) -> None:
    table = Table(tmp_path, with_clocks(fall))
    table.do(NewGame, rules="milton-bradley", players=("Ann", "Bob", "Cy"), options=(), opener=0)
    table.do(PlaceBid, quantity=2, face=3)
    table.pass_time(301)
    table.do(LeaveGame)
    table.practise("milton-bradley")
    table.do(PlaceBid, quantity=1, face=2)
    table.do(HurryPartner)
    assert table.view.fault is None


def test_practice_offers_no_page_of_another_game(table: Table) -> None:
    table.do(NewGame, rules="milton-bradley", players=("Ann", "Bob"), options=(), opener=0)
    table.do(PlayerLeaves, player=0)
    table.controller.offer_souvenir(1, (Frame(np.zeros((4, 4, 3), np.uint8), 0),))
    assert table.view.scene.souvenir
    table.do(LeaveGame)
    table.practise("milton-bradley", ("Kim", "Ada"))
    while table.view.kind is not OverScene:
        play_one(table)
    assert table.view.scene.souvenir == ()


def test_a_die_too_many_can_be_taken_away_after_a_restart(sit_down: SitDown) -> None:
    evening = sit_down()
    evening.begin(players=2, dice=3)
    evening.bid(2, 5)
    evening.challenge(1)
    evening.lift((5, 5, 2, 4), (None, 1, 2))
    before = evening.do(SetFace, seat=1, slot=0, face=3).message
    evening = sit_down(with_camera=False)
    evening.do(ResumeGame, game_id=1)
    assert (evening.view.kind, evening.view.message) == (CheckScene, before)
    evening.do(RemoveDie, seat=0, slot=3)
    evening.controller.take(evening.view.scene.next_key(evening.view.number).command)
    assert evening.view.kind is VerdictScene

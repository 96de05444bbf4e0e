"""Practice by touches: one person and partners by program, from the first screen to the winner."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.table_opened import practice_evening
from companion.journal import HOUSE_RULES_FOLDER, HouseRules, HouseShelf, Store
from companion.play.modes.dice.views import BiddingScene, OverScene, RevealScene, VerdictScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import TableView
from companion.rules import RULESETS, switches_of
from companion.text import say
from companion.ui.art.theme import THEME
from tests.awaited_time import AwaitedTime
from tests.ui.touched_evening import ACTIONS, TouchedEvening, bid

pytestmark = pytest.mark.slow

FEW_DICE = "Few dice"
"""Milton Bradley's game with two dice each: the way to the winner has few rounds."""


@contextmanager
def practising(folder: Path, game: str, partners: str) -> Iterator[TouchedEvening]:
    """Practice begun on the first screen of a table without a camera, its cups seen as they go up."""
    (folder / "practice").mkdir()
    time = AwaitedTime()
    evening = Evening(
        folder / "games.sqlite",
        Opened(None, None, "no camera"),
        None,
        clock=time.clock,
        inbox=time,
        practice=lambda: practice_evening(folder / "practice", seed=7, clock=time.clock),
    )
    with session_of(evening) as session:
        touched = TouchedEvening(session, None, time=time)
        try:
            touched.picture("practise")
            touched.fingers.tap_words(say("home.practise"))
            touched.fingers.tap_words(game)
            touched.picture("partners")
            touched.touch(say("practice.with", players=partners), lambda view: view.practised)
            yield touched
        finally:
            touched.close()


def bid_or_challenge(evening: TouchedEvening) -> None:
    """Challenge from a third of the dice on, else the next bid by one touch."""
    game, screen = evening.view.scene.game, evening.screen
    if 3 * (game.bid_quantity or 0) > game.in_play and evening.view.scene.may_challenge:
        evening.touch(screen.ids.challenge)
    elif evening.view.scene.pad is not None:
        evening.touch(screen.pad.ids.bid)
    elif game.bid is not None:
        evening.touch(screen.raise_key)
    else:
        bid(evening, 1, 2)


def own_turn(view: TableView) -> bool:
    return view.scene.game.seats[0].to_act


def play_on(evening: TouchedEvening) -> None:
    """One touch: a partner who thinks is hurried, the person bids or challenges, the verdict is read.

    Later lifts are not waited for: the person says that the cups are up.
    """
    scene = evening.view.scene
    match scene:
        case BiddingScene() if scene.thinks:
            evening.picture("partner_thinks")
            shown = evening.screen
            evening.touch(shown.pad.ids.bid if scene.pad is not None else shown.raise_key)
        case RevealScene() if scene.game.round_number == 1:
            evening.picture("practice_cups_up")
            evening.wait_for(lambda view: view.kind is not RevealScene)
        case VerdictScene():
            evening.picture("practice_verdict")
            evening.touch(evening.screen.ids.next)
        case BiddingScene():
            evening.picture("own_turn")
            bid_or_challenge(evening)
        case _:
            ACTIONS[evening.view.kind](evening)


def test_a_game_with_three_partners_is_played_to_its_end_and_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(THEME, "motion", 0.0)
    two_each = RULESETS["milton-bradley"].with_options((("dice", 2),))
    HouseShelf(tmp_path / HOUSE_RULES_FOLDER).save(HouseRules(FEW_DICE, switches_of(two_each)))
    with practising(tmp_path, FEW_DICE, "Ada, Ben and Cleo") as evening:
        assert [seat.name for seat in evening.view.scene.game.seats] == ["Kim", "Ada", "Ben", "Cleo"]
        assert evening.view.mark == say("mark.practice")
        while evening.view.kind is not OverScene:
            play_on(evening)
        assert evening.view.scene.winner in ("Kim", "Ada", "Ben", "Cleo")
        evening.picture("practice_over")
        evening.touch(evening.fingers.stage.ids.header.ids.leading, lambda view: True)
        evening.touch(say("menu.leave"), lambda view: view.kind is WelcomeScene)
        assert evening.view.scene.saved == ()
    with Store(tmp_path / "games.sqlite", now=None, writing=False) as kept:
        assert kept.games(9) == ()


def test_a_partner_moves_without_a_touch_and_undo_goes_back_to_the_persons_own_bid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(THEME, "motion", 0.0)
    with practising(tmp_path, "Front Porch Classics", "Ada") as evening:
        while evening.view.kind is not BiddingScene:
            play_on(evening)
        evening.wait_for(own_turn)
        own = evening.view.scene.game.seats[0].own
        assert len(own) == 5, "the person sees all own dice"
        assert all(seat.own == () for seat in evening.view.scene.game.seats[1:])
        bid_or_challenge(evening)
        evening.wait_for(lambda view: view.kind is not BiddingScene or own_turn(view))
        evening.fingers.tap(evening.fingers.stage.ids.header.ids.undo)
        evening.touch("Undo", lambda view: view.kind is BiddingScene and own_turn(view))
        assert evening.view.scene.game.seats[0].own == own

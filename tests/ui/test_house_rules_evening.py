"""House rules by touches on the real screen: mixed, saved, played, and still there after a restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import HOUSE_RULES_FOLDER, HouseShelf
from companion.play.modes.dice.views import BiddingScene, OverScene
from companion.play.modes.house_rules.views import HouseRulesScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import TableView
from companion.rules import Raising
from companion.rules.ruleset import Exact, Loss
from tests.cli.test_demo import TellingEye
from tests.ui.touched_evening import ACTIONS, PLAYERS, TouchedEvening, evening_at

pytestmark = pytest.mark.slow

TITLE = "The Barn"


def mixing(view: TableView) -> bool:
    return view.kind is HouseRulesScene


def mix_from_milton_bradley(evening: TouchedEvening) -> None:
    """The track, but two dice each; a Palafico round contradicts the track and is taken back by a touch."""
    evening.fingers.tap_words("New game")
    evening.fingers.tap_words("Mix house rules")
    evening.touch("Milton Bradley, 1987", mixing)
    evening.picture("house_rules")
    evening.fingers.tap_words("Dice each")
    evening.touch("2")
    evening.fingers.tap_words("Palafico")
    evening.touch("Palafico rounds", lambda view: len(view.scene.clashes) == 1)
    evening.picture("house_rules_contradict")
    evening.touch("Palafico rounds: No", lambda view: not view.scene.clashes)


def save_by_name(evening: TouchedEvening) -> None:
    evening.fingers.tap_words("Save")
    for letter in TITLE.upper():
        evening.fingers.tap_words("space" if letter == " " else letter)
    evening.picture("house_rules_name")
    evening.touch("Done", lambda view: view.kind is WelcomeScene)
    evening.picture("house_rules_saved")


def play_a_round(evening: TouchedEvening) -> None:
    evening.touch("Start", lambda view: view.kind is BiddingScene)
    assert evening.view.scene.game.rules_title == TITLE
    assert [(seat.name, seat.dice) for seat in evening.view.scene.game.seats] == [
        (name, 2) for name in PLAYERS
    ]
    while evening.view.scene.game.round_number == 1 and evening.view.kind is not OverScene:
        ACTIONS[evening.view.kind](evening)


def test_house_rules_are_mixed_saved_played_and_there_after_a_restart(tmp_path: Path) -> None:
    with evening_at(tmp_path, eye_at=TellingEye) as evening:
        mix_from_milton_bradley(evening)
        save_by_name(evening)
        play_a_round(evening)
        assert evening.view.scene.track is not None
    (kept,) = HouseShelf(tmp_path / HOUSE_RULES_FOLDER).read().rules
    rules = kept.ruleset
    assert (rules.title, rules.dice, rules.raising) == (TITLE, 2, Raising.TRACK)
    assert (rules.loss, rules.exact, rules.palafico) == (Loss.DIFFERENCE, Exact.ALL_BUT_BIDDER, False)
    with evening_at(tmp_path, eye_at=TellingEye) as evening:
        assert "Continue" in evening.fingers.words()
        evening.fingers.tap_words("New game")
        evening.fingers.tap_words(TITLE)
        evening.touch("Start", lambda view: view.kind is BiddingScene)
        assert (evening.view.scene.game.rules_title, evening.view.scene.game.round_number) == (TITLE, 1)

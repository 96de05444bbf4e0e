"""Scenes of the modes: a closed union, so that a match forgets none."""

from __future__ import annotations

from typing import assert_never

from companion.play.modes.cards.views import (
    CardLookScene,
    CardReadingScene,
    CardReadScene,
    CardScene,
    CardSheetScene,
    CardsOverScene,
    CardsScene,
)
from companion.play.modes.counting.views import CountingScene
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    DiceScene,
    OpeningRollScene,
    OverScene,
    ReadingScene,
    RevealScene,
    ShowingScene,
    VerdictScene,
)
from companion.play.modes.house_rules.views import HouseRulesScene
from companion.play.modes.setup.views import CalibrationScene
from companion.play.modes.welcome.views import WelcomeScene

ModeScene = WelcomeScene | HouseRulesScene | CalibrationScene | CountingScene | DiceScene | CardScene


def is_played(scene: ModeScene) -> bool:
    match scene:
        case WelcomeScene() | HouseRulesScene() | CalibrationScene() | CountingScene():
            return False
        case OverScene() | CardsOverScene():
            return False
        case (
            OpeningRollScene()
            | BiddingScene()
            | ShowingScene()
            | RevealScene()
            | ReadingScene()
            | CheckScene()
            | VerdictScene()
        ):
            return True
        case CardsScene() | CardSheetScene() | CardLookScene() | CardReadingScene() | CardReadScene():
            return scene.cards.winner is None
    assert_never(scene)

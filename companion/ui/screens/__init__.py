"""One screen for each scene."""

from typing import Any, assert_never

from companion.play.modes.cards.views import (
    CardLookScene,
    CardReadingScene,
    CardReadScene,
    CardSheetScene,
    CardsOverScene,
    CardsScene,
)
from companion.play.modes.counting.views import CountingScene
from companion.play.modes.dice import views
from companion.play.modes.history.views import FiguresScene, HistoryScene, StoryScene
from companion.play.modes.house_rules.views import HouseRulesScene
from companion.play.modes.setup.views import CalibrationScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.views import JournalScene, LanguageScene, LockScene, PauseScene, SettingsScene
from companion.play.views import Scene, TableView
from companion.ui.screens.cards.card_sheet import CardLookScreen, CardReadScreen, CardSheetScreen
from companion.ui.screens.cards.card_table import CardsOverScreen, CardTableScreen
from companion.ui.screens.counting import CountRollsScreen
from companion.ui.screens.dice.bidding import BiddingScreen
from companion.ui.screens.dice.check import CheckScreen
from companion.ui.screens.dice.reveal import (
    OpeningRollScreen,
    ReadTableScreen,
    RevealScreen,
    SlideOutScreen,
)
from companion.ui.screens.dice.verdict import OverScreen, VerdictScreen
from companion.ui.screens.history import FiguresScreen, GamesScreen, StoryScreen
from companion.ui.screens.house_rules import HouseRulesScreen
from companion.ui.screens.settings import (
    JournalScreen,
    LanguageScreen,
    LockScreen,
    PauseScreen,
    SettingsScreen,
)
from companion.ui.screens.setup.calibrate import CalibrateScreen
from companion.ui.screens.welcome.welcome import WelcomeScreen
from companion.ui.widgets.screen import Screen


def screen_for(scene: Scene) -> type[Screen[Any]]:
    match scene:
        case JournalScene():
            return JournalScreen
        case LanguageScene():
            return LanguageScreen
        case SettingsScene():
            return SettingsScreen
        case HistoryScene():
            return GamesScreen
        case StoryScene():
            return StoryScreen
        case FiguresScene():
            return FiguresScreen
        case PauseScene():
            return PauseScreen
        case LockScene():
            return LockScreen
        case WelcomeScene():
            return WelcomeScreen
        case HouseRulesScene():
            return HouseRulesScreen
        case CalibrationScene():
            return CalibrateScreen
        case CountingScene():
            return CountRollsScreen
        case views.OpeningRollScene():
            return OpeningRollScreen
        case views.BiddingScene():
            return BiddingScreen
        case views.ShowingScene():
            return SlideOutScreen
        case views.RevealScene():
            return RevealScreen
        case views.ReadingScene():
            return ReadTableScreen
        case views.CheckScene():
            return CheckScreen
        case views.VerdictScene():
            return VerdictScreen
        case views.OverScene():
            return OverScreen
        case CardsScene():
            return CardTableScreen
        case CardSheetScene():
            return CardSheetScreen
        case CardLookScene() | CardReadingScene():
            return CardLookScreen
        case CardReadScene():
            return CardReadScreen
        case CardsOverScene():
            return CardsOverScreen
    assert_never(scene)


_DICE = (BiddingScreen, RevealScreen, VerdictScreen, CheckScreen, ReadTableScreen)
_CARDS = (CardTableScreen, CardSheetScreen, CardLookScreen, CardReadScreen)
_PAGES = (SettingsScreen, GamesScreen, PauseScreen)


def coming(view: TableView, cleared: tuple[type[Screen[Any]], ...] = ()) -> tuple[type[Screen[Any]], ...]:
    """Screens that may come next, likeliest first; none while something moves: nobody pauses to think.

    ``cleared``: those that were there before a setting changed them all.
    """
    match view.scene:
        case SettingsScene():
            return cleared
        case CardsScene():
            return _CARDS
        case views.BiddingScene():
            return _DICE + _PAGES
        case views.RevealScene() if not view.has_camera:
            return CheckScreen, VerdictScreen
        case WelcomeScene() | LanguageScene():
            return _DICE[:1] + _PAGES
    return ()

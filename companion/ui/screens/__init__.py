"""One screen a scene of the table."""

from companion.play.views import Scene
from companion.ui.screens.bidding.bidding import BiddingScreen
from companion.ui.screens.cards.card_look import CardLookScreen
from companion.ui.screens.cards.card_read import CardReadScreen
from companion.ui.screens.cards.card_sheet import CardSheetScreen
from companion.ui.screens.cards.card_table import CardTableScreen
from companion.ui.screens.cards.cards_over import CardsOverScreen
from companion.ui.screens.counting.count_rolls import CountRollsScreen
from companion.ui.screens.history.figures import FiguresScreen
from companion.ui.screens.history.games import GamesScreen
from companion.ui.screens.history.story import StoryScreen
from companion.ui.screens.house_rules.house_rules import HouseRulesScreen
from companion.ui.screens.journal import JournalScreen
from companion.ui.screens.reading.check import CheckScreen
from companion.ui.screens.reading.opening_roll import OpeningRollScreen
from companion.ui.screens.reading.read_table import ReadTableScreen
from companion.ui.screens.reading.reveal import RevealScreen
from companion.ui.screens.reading.slide_out import SlideOutScreen
from companion.ui.screens.screen import Screen
from companion.ui.screens.settings.lock import LockScreen
from companion.ui.screens.settings.pause import PauseScreen
from companion.ui.screens.settings.settings import LanguageScreen, SettingsScreen
from companion.ui.screens.setup.calibrate import CalibrateScreen
from companion.ui.screens.verdict.over import OverScreen
from companion.ui.screens.verdict.verdict import VerdictScreen
from companion.ui.screens.welcome.welcome import WelcomeScreen

SCREENS: dict[Scene, type[Screen]] = {
    Scene.JOURNAL: JournalScreen,
    Scene.LANGUAGE: LanguageScreen,
    Scene.SETTINGS: SettingsScreen,
    Scene.HISTORY: GamesScreen,
    Scene.STORY: StoryScreen,
    Scene.FIGURES: FiguresScreen,
    Scene.PAUSE: PauseScreen,
    Scene.LOCK: LockScreen,
    Scene.WELCOME: WelcomeScreen,
    Scene.HOUSE_RULES: HouseRulesScreen,
    Scene.CALIBRATION: CalibrateScreen,
    Scene.COUNTING: CountRollsScreen,
    Scene.OPENING_ROLL: OpeningRollScreen,
    Scene.BIDDING: BiddingScreen,
    Scene.SHOWING: SlideOutScreen,
    Scene.REVEAL: RevealScreen,
    Scene.READING: ReadTableScreen,
    Scene.CHECK: CheckScreen,
    Scene.VERDICT: VerdictScreen,
    Scene.OVER: OverScreen,
    Scene.CARDS: CardTableScreen,
    Scene.CARD_SHEET: CardSheetScreen,
    Scene.CARD_LOOK: CardLookScreen,
    Scene.CARD_READING: CardLookScreen,
    Scene.CARD_READ: CardReadScreen,
    Scene.CARDS_OVER: CardsOverScreen,
}

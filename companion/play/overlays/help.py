"""Which help belongs to a view."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from companion.play.base.views import RuleBook, View
from companion.play.modes.cards.views import (
    CardLookScene,
    CardReadingScene,
    CardReadScene,
    CardSheetScene,
    CardsOverScene,
    CardsScene,
)
from companion.play.modes.counting.views import CountingScene
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    ReadingScene,
    RevealScene,
    ShowingScene,
    VerdictScene,
)
from companion.play.modes.history.views import FiguresScene, HistoryScene, StoryScene
from companion.play.modes.house_rules.views import HouseRulesScene
from companion.play.modes.scenes import ModeScene
from companion.play.modes.setup.views import CalibrationScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.views import (
    JournalScene,
    LanguageScene,
    LockScene,
    OverlayScene,
    PauseScene,
    SettingsScene,
)
from companion.text import say


class Topic(Enum):
    APP = "app"
    LANGUAGE = "language"
    GAMES = "games"
    PLAYERS = "players"
    SETTINGS = "settings"
    PAUSE = "pause"
    HOUSE_RULES = "house_rules"
    SETUP = "setup"
    COUNTING = "counting"
    JOURNAL = "journal"
    HISTORY = "history"
    OPENING = "opening"
    TRACK = "track"
    PAD = "pad"
    SHOWING = "showing"
    REVEAL = "reveal"
    CHECK = "check"
    VERDICT = "verdict"
    OVER = "over"
    CARDS = "cards"
    CARD_LOOK = "card_look"


@dataclass(frozen=True, slots=True)
class HelpView:
    """Help on one topic; ``books``: rules of this game, or of each that may be chosen."""

    topic: Topic
    books: tuple[RuleBook, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(say(f"here.{self.topic.value}").splitlines())


def topic_of(scene: ModeScene | OverlayScene) -> Topic:
    match scene:
        case JournalScene():
            return Topic.JOURNAL
        case LanguageScene():
            return Topic.LANGUAGE
        case SettingsScene() | LockScene():
            return Topic.SETTINGS
        case HistoryScene() | StoryScene() | FiguresScene():
            return Topic.HISTORY
        case PauseScene():
            return Topic.PAUSE
        case WelcomeScene():
            return Topic.APP
        case HouseRulesScene():
            return Topic.HOUSE_RULES
        case CalibrationScene():
            return Topic.SETUP
        case CountingScene():
            return Topic.COUNTING
        case OpeningRollScene():
            return Topic.OPENING
        case BiddingScene():
            return Topic.TRACK if scene.pad is None else Topic.PAD
        case ShowingScene():
            return Topic.SHOWING
        case RevealScene() | ReadingScene():
            return Topic.REVEAL
        case CheckScene():
            return Topic.CHECK
        case VerdictScene():
            return Topic.VERDICT
        case OverScene() | CardsOverScene():
            return Topic.OVER
        case CardsScene() | CardSheetScene():
            return Topic.CARDS
        case CardLookScene() | CardReadingScene() | CardReadScene():
            return Topic.CARD_LOOK
    assert_never(scene)


def help_of(view: View[ModeScene | OverlayScene]) -> HelpView:
    return HelpView(topic_of(view.scene), () if view.book is None else (view.book,))


def help_with_games(view: View[ModeScene | OverlayScene]) -> HelpView:
    choices = view.scene.choices if isinstance(view.scene, WelcomeScene) else ()
    return HelpView(Topic.GAMES, tuple(choice.book() for choice in choices))


def help_with_players(book: RuleBook) -> HelpView:
    return HelpView(Topic.PLAYERS, (book,))

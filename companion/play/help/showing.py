"""Which help belongs to a view."""

from __future__ import annotations

from companion.play.help.views import HelpView, RuleBook, Topic
from companion.play.views import Scene, TableView

_TOPICS: dict[Scene, Topic] = {
    Scene.JOURNAL: Topic.JOURNAL,
    Scene.LANGUAGE: Topic.SETTINGS,
    Scene.SETTINGS: Topic.SETTINGS,
    Scene.LOCK: Topic.SETTINGS,
    Scene.HISTORY: Topic.HISTORY,
    Scene.STORY: Topic.HISTORY,
    Scene.FIGURES: Topic.HISTORY,
    Scene.PAUSE: Topic.PAUSE,
    Scene.WELCOME: Topic.APP,
    Scene.HOUSE_RULES: Topic.HOUSE_RULES,
    Scene.CALIBRATION: Topic.SETUP,
    Scene.COUNTING: Topic.COUNTING,
    Scene.OPENING_ROLL: Topic.OPENING,
    Scene.BIDDING: Topic.TRACK,
    Scene.SHOWING: Topic.SHOWING,
    Scene.REVEAL: Topic.REVEAL,
    Scene.READING: Topic.REVEAL,
    Scene.CHECK: Topic.CHECK,
    Scene.VERDICT: Topic.VERDICT,
    Scene.OVER: Topic.OVER,
    Scene.CARDS: Topic.CARDS,
    Scene.CARD_SHEET: Topic.CARDS,
    Scene.CARD_LOOK: Topic.CARD_LOOK,
    Scene.CARD_READING: Topic.CARD_LOOK,
    Scene.CARD_READ: Topic.CARD_LOOK,
    Scene.CARDS_OVER: Topic.OVER,
}


def help_of(view: TableView) -> HelpView:
    """What "?" shows on this view."""
    topic = Topic.PAD if view.pad is not None else _TOPICS[view.scene]
    return HelpView(topic, () if view.book is None else (view.book,))


def help_with_games(view: TableView) -> HelpView:
    """What "?" shows while a game is chosen: the rules of each."""
    choices = () if view.welcome is None else view.welcome.choices
    return HelpView(Topic.GAMES, tuple(choice.book() for choice in choices))


def help_with_players(book: RuleBook) -> HelpView:
    """What "?" shows while a game is set up."""
    return HelpView(Topic.PLAYERS, (book,))

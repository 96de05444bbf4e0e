"""What a screen can show: scenes of all modes and overlays, a closed union."""

from __future__ import annotations

from companion.play.base.views import HelpView, RuleBook, Topic, View
from companion.play.modes.cards.views import CardScene, CardSeatView
from companion.play.modes.counting.views import CountingScene
from companion.play.modes.dice import views
from companion.play.modes.history.views import StoryScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.views import ModeScene, OverlayScene

Scene = ModeScene | OverlayScene
TableView = View[Scene]
"""One moment of the table, in any scene."""


def game_of(scene: Scene) -> views.GameView | None:
    return scene.game if isinstance(scene, views.DiceScene) else None


def star_face_of(scene: Scene) -> int:
    match scene:
        case CountingScene() | StoryScene():
            return scene.star_face
    game = game_of(scene)
    return 0 if game is None else game.star_face


def seated(scene: Scene) -> tuple[views.SeatView, ...] | tuple[CardSeatView, ...]:
    if isinstance(scene, views.DiceScene):
        return scene.game.seats
    return scene.cards.seats if isinstance(scene, CardScene) else ()


def hands_of(scene: Scene) -> tuple[views.HandView, ...]:
    shows = views.OpeningRollScene | views.CheckScene | views.VerdictScene | views.OverScene
    return scene.hands if isinstance(scene, shows) else ()


def title_of(scene: Scene) -> str:
    if isinstance(scene, CardScene):
        return scene.cards.rules_title
    game = game_of(scene)
    return "" if game is None else game.rules_title


def may_correct(scene: Scene) -> bool:
    return isinstance(scene, views.BiddingScene | views.VerdictScene | views.OverScene) and scene.may_correct


def help_of(view: TableView) -> HelpView:
    return HelpView(view.scene.topic, () if view.book is None else (view.book,))


def help_with_games(view: TableView) -> HelpView:
    choices = view.scene.choices if isinstance(view.scene, WelcomeScene) else ()
    return HelpView(Topic.GAMES, tuple(choice.book() for choice in choices))


def help_with_players(book: RuleBook) -> HelpView:
    return HelpView(Topic.PLAYERS, (book,))

"""A kept game round by round: the bids, the picture of the reveal or the dice, and what came of it."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, StringProperty

from companion.play.base.views import PictureView, Tone, View
from companion.play.modes.dice.views import VerdictView
from companion.play.modes.history.commands import BackToGames, ForgetGame, OpenSouvenir, TurnToRound
from companion.play.modes.history.views import StoryScene
from companion.play.views import TableView
from companion.text import say
from companion.ui.screens.dice.bids import BidRows
from companion.ui.screens.dice.strips_board import StripsBoard
from companion.ui.screens.dice.timeline import Moment
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import PictureSheet, Question

load_layout(__file__)


class PageSheet(PictureSheet):
    """The souvenir; it stands as long as the view with which it came."""

    def __init__(self, came_with: int, picture: PictureView, star_face: int) -> None:
        self._came_with = came_with
        super().__init__(picture, star_face)

    def follow(self, view: TableView, moved: bool) -> None:
        """Another view, and another page of the past."""
        if view.number != self._came_with:
            self.close()


class StoryScreen(Screen[StoryScene]):
    """Turns from round to round."""

    leading = "back"
    told = StringProperty("")
    has_before = BooleanProperty(False)
    has_next = BooleanProperty(False)
    may_draw = BooleanProperty(False)
    pictured = BooleanProperty(False)
    has_dice = BooleanProperty(False)

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._souvenir: PictureView | None = None

    @property
    def _story(self) -> StoryScene:
        return self.table.view.of(StoryScene).scene

    def show(self, view: View[StoryScene]) -> None:
        """Draw the round; a page that was asked for is laid over it."""
        story = view.scene
        self.told = story.told
        self.has_before, self.has_next = story.at > 0, story.at + 1 < story.rounds
        self.may_draw = story.may_draw
        self.pictured = view.picture is not None
        self.has_dice = view.scene.verdict is not None and not self.pictured
        bids: BidRows = self.ids.bids
        hands: StripsBoard = self.ids.hands
        bids.show(view.scene.bids, view.scene.star_face, story.lines)
        self.ids.picture.show(view.picture, view.scene.star_face)
        hands.clear_widgets()
        if view.scene.verdict is not None and self.has_dice:
            hands.show(view.scene.verdict, view.scene.star_face)
            hands.tell(_after(view.scene.verdict))
        if view.scene.souvenir is not None and view.scene.souvenir is not self._souvenir:
            self.table.open(PageSheet(view.number, view.scene.souvenir, view.scene.star_face))
        self._souvenir = view.scene.souvenir

    def leave(self) -> None:
        """No page of this game is laid over another one."""
        self._souvenir = None

    def go_back(self) -> bool:
        """To the list."""
        self.table.send(BackToGames)
        return True

    def turn(self, by: int) -> None:
        """To another round."""
        self.table.send(TurnToRound, at=self._story.at + by)

    def enlarge(self) -> None:
        """The picture as large as the screen."""
        view = self.table.view.of(StoryScene)
        if view.picture is not None:
            self.table.open(PictureSheet(view.picture, view.scene.star_face))

    def draw(self) -> None:
        """Have the game's page drawn."""
        self.table.toast(say("past.drawing"))
        self.table.send(OpenSouvenir)

    def ask_forget(self) -> None:
        """Ask, then forget the game."""
        forget = partial(self.table.send, ForgetGame, game_id=self._story.game_id)
        self.table.open(
            Question(
                title=say("past.forget_game"),
                text=say("past.forget_game_line"),
                answers=((say("key.delete"), "key red", forget),),
                back=say("past.keep"),
            )
        )


def _after(verdict: VerdictView) -> Moment:
    """All dice counted, and what was lost told."""
    lit = {
        (hand.seat, slot): 1.0
        for hand in verdict.hands
        for slot, die in enumerate(hand.slots)
        if die.tone is Tone.COUNTED
    }
    done = frozenset(hand.seat for hand in verdict.hands)
    return Moment(verdict.count, None, None, 0.0, done, lit, 0.0, 1.0, 1.0, (), 0, True)

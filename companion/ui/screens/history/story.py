"""A kept game round by round: the bids, the picture of the reveal or the dice, and what came of it."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, StringProperty

from companion.play.history.commands import BackToGames, ForgetGame, OpenSouvenir, TurnToRound
from companion.play.history.views import StoryView
from companion.play.views import PictureView, TableView, Tone, VerdictView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.history.bids import BidRows
from companion.ui.screens.picture_sheet import PictureSheet
from companion.ui.screens.screen import Screen, StagePort
from companion.ui.screens.verdict.strips_board import StripsBoard
from companion.ui.screens.verdict.timeline import Moment
from companion.ui.widgets.sheet import Question

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


class StoryScreen(Screen):
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
    def _story(self) -> StoryView:
        return self.table.view.part(StoryView)

    def show(self, view: TableView) -> None:
        """Draw the round; a page that was asked for is laid over it."""
        story = view.part(StoryView)
        self.told = story.told
        self.has_before, self.has_next = story.at > 0, story.at + 1 < story.rounds
        self.may_draw = story.may_draw
        self.pictured = view.picture is not None
        self.has_dice = view.verdict is not None and not self.pictured
        bids: BidRows = self.ids.bids
        hands: StripsBoard = self.ids.hands
        bids.show(view.bids, view.star_face, story.lines)
        self.ids.picture.show(view.picture, view.star_face)
        hands.clear_widgets()
        if view.verdict is not None and self.has_dice:
            hands.show(view.verdict, view.star_face)
            hands.tell(_after(view.verdict))
        if view.souvenir is not None and view.souvenir is not self._souvenir:
            self.table.open(PageSheet(view.number, view.souvenir, view.star_face))
        self._souvenir = view.souvenir

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
        view = self.table.view
        if view.picture is not None:
            self.table.open(PictureSheet(view.picture, view.star_face))

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

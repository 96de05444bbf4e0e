"""Kept games, newest first; only the visible lines exist, and scrolling reuses them."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.play.base.views import PictureView, Tone, View
from companion.play.modes.dice.views import VerdictView
from companion.play.modes.history import views
from companion.play.overlays.views import BackToTable
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.screens.dice.bids import BidRows
from companion.ui.screens.dice.hands_board import StripsBoard
from companion.ui.screens.dice.timeline import Moment
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.even_rows import row_height
from companion.ui.widgets.name_sheet import NameSheet
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Choice, ChoiceSheet, PictureSheet, Question
from companion.ui.widgets.surface import Target

load_layout(__file__)

LINE_DP, LINE_UPRIGHT_DP = 64.0, 100.0
"""Height of a game's line; in portrait it has two rows of words."""


class GameLine(Target, BoxLayout):
    game_id = NumericProperty(0)
    when = StringProperty("")
    title = StringProperty("")
    players = StringProperty("")
    ended = StringProperty("")
    opened = ObjectProperty(None, allownone=True)
    tile = StringProperty("key line")

    def on_release(self) -> None:
        if self.opened is not None:
            self.opened(self.game_id)


class SearchSheet(NameSheet):
    def __init__(self, name: str, names: tuple[str, ...], table: StagePort, period: views.Period) -> None:
        self._known = names
        super().__init__(
            name,
            (),
            take=lambda wanted: table.send(views.FindGames, name=wanted, period=period),
            remove=(lambda: table.send(views.FindGames, name="", period=period)) if name else None,
        )

    def offered(self) -> list[str]:
        return [name for name in self._known if len(name) <= self.longest]


class GamesScreen(Screen[views.HistoryScene]):
    leading = "back"
    back = BackToTable
    name = StringProperty("")
    period = StringProperty("")
    told = StringProperty("")
    any_kept = BooleanProperty(True)
    """Of no game there is nothing to search or count."""
    line_height = NumericProperty(LINE_DP)

    def __init__(self, table: StagePort, **properties: object) -> None:
        self._rows: tuple[views.GameRow, ...] = ()
        super().__init__(table, **properties)
        self._asked_on: tuple[views.GameRow, ...] | None = None
        self.ids.games.bind(scroll_y=self._scrolled, height=self._scrolled)
        self.ids.games.bind(height=self._lay_out)
        THEME.tell(self, self._lay_out, "portrait", "scale")

    def enter(self, view: View[views.HistoryScene]) -> None:
        self._asked_on = None

    def show(self, view: View[views.HistoryScene]) -> None:
        games = view.scene
        period = say("past.when" if games.period is views.Period.ALL else f"past.period.{games.period.value}")
        if (self.name, self.period) != (games.name, period):
            self.ids.games.scroll_y = 1.0
        self.name, self.period, self.told = games.name, period, games.told
        self.any_kept = bool(games.rows or games.name) or games.period is not views.Period.ALL
        if games.rows != self._rows:
            self._rows = games.rows
            self.ids.games.data = [self._line(row) for row in games.rows]
            self._lay_out()
        self._scrolled()

    def search(self) -> None:
        games = self.view.scene
        self.table.open(SearchSheet(games.name, games.names, self.table, games.period))

    def open_figures(self) -> None:
        self.table.send(views.OpenFigures, name=self.view.scene.name)

    def ask_period(self) -> None:
        games = self.view.scene
        choices = tuple(
            Choice(
                say(f"past.period.{each.value}"),
                say(f"past.period_line.{each.value}"),
                partial(self.table.send, views.FindGames, name=games.name, period=each),
                chosen=each is games.period,
            )
            for each in views.Period
        )
        self.table.open(ChoiceSheet(choices, title=say("past.when")))

    def _line(self, row: views.GameRow) -> dict[str, object]:
        return {
            "game_id": row.game_id,
            "when": row.when,
            "title": row.title,
            "players": row.players,
            "ended": row.ended,
            "opened": self._open,
        }

    def _open(self, game_id: int) -> None:
        self.table.send(views.OpenGame, game_id=game_id)

    def _lay_out(self, *_: object) -> None:
        least = THEME.px(LINE_UPRIGHT_DP if THEME.portrait else LINE_DP)
        room = self.ids.games.height
        self.line_height = row_height(len(self._rows), room, THEME.gap_small, least, least)

    def _scrolled(self, *_: object) -> None:
        """Ask, once for these rows, how visible games ended."""
        first, last = self._seen()
        missing = [at for at in range(first, last) if not self._rows[at].ended]
        if missing and self._rows is not self._asked_on and self._rows == self.view.scene.rows:
            self._asked_on = self._rows
            self.table.send(views.LoadGames, at=missing[0])

    def _seen(self) -> tuple[int, int]:
        games = self.ids.games
        line = self.line_height + THEME.gap_small
        above = (1 - games.scroll_y) * max(0.0, line * len(self._rows) - games.height)
        first = max(0, min(int(above / line), len(self._rows)))
        return first, min(len(self._rows), first + int(games.height / line) + 2)


WORDS_ROOM, NAMES_ROOM = 2.1, 0.8
"""Width of the labels over that of a full bar, on a player's page and on the table's."""


class ShareBar(BoxLayout):
    """A labelled share; ``origin`` (0-1): where the bar begins.

    ``room``: width of the label against a bar of 1; the numbers get a part of it.
    """

    words = StringProperty("")
    share = NumericProperty(0.0)
    origin = NumericProperty(0.0)
    room = NumericProperty(1.0)
    told = StringProperty("")


class BidColumn(BoxLayout):
    face = NumericProperty(1)
    star = NumericProperty(0)
    bids = NumericProperty(0)
    share = NumericProperty(0.0)


class FiguresScreen(Screen[views.FiguresScene]):
    leading = "back"
    back = views.BackToGames
    lines = StringProperty("")
    has_before = BooleanProperty(False)
    has_next = BooleanProperty(False)
    has_faces = BooleanProperty(False)
    may_forget = BooleanProperty(False)

    def show(self, view: View[views.FiguresScene]) -> None:
        figures = view.scene
        self.lines = "\n".join(figures.lines)
        self.has_before, self.has_next = figures.at > 0, figures.at + 1 < figures.pages
        self.may_forget, self.has_faces = bool(figures.name), any(figures.faces) or figures.stars > 0
        bars, faces = self.ids.bars, self.ids.faces
        bars.clear_widgets()
        room = WORDS_ROOM if figures.name else NAMES_ROOM
        for bar in figures.bars:
            share, origin = bar.share, bar.origin
            bars.add_widget(ShareBar(words=bar.words, share=share, origin=origin, told=bar.told, room=room))
        faces.clear_widgets()
        most = max((1, *figures.faces, figures.stars))
        for face, bids in enumerate(figures.faces if self.has_faces else (), start=1):
            faces.add_widget(BidColumn(face=face, bids=bids, share=bids / most))
        if figures.stars:
            faces.add_widget(BidColumn(star=1, bids=figures.stars, share=figures.stars / most))

    def turn(self, by: int) -> None:
        self.table.send(views.TurnFigures, at=self.view.scene.at + by)

    def ask_forget(self) -> None:
        figures = self.view.scene
        forget = partial(self.table.send, views.ForgetPerson, name=figures.name)
        self.table.open(
            Question(
                title=say("past.forget_name", player=figures.title),
                text=say("past.forget_name_line"),
                answers=((say("past.forget"), "key red", forget),),
                back=say("past.keep_name"),
            )
        )


class StoryScreen(Screen[views.StoryScene]):
    leading = "back"
    back = views.BackToGames
    told = StringProperty("")
    has_before = BooleanProperty(False)
    has_next = BooleanProperty(False)
    may_draw = BooleanProperty(False)
    pictured = BooleanProperty(False)
    has_dice = BooleanProperty(False)

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._souvenir = tuple[PictureView, ...]()

    def show(self, view: View[views.StoryScene]) -> None:
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
            bid_face = story.bids[-1].face if story.bids else None
            hands.show(view.scene.verdict, view.scene.star_face, bid_face)
            hands.tell(_after(view.scene.verdict))
        if view.scene.souvenir and view.scene.souvenir is not self._souvenir:
            pages = PictureSheet(view.scene.star_face, *view.scene.souvenir)
            pages.came_with = view.number
            self.table.open(pages)
        self._souvenir = view.scene.souvenir

    def leave(self) -> None:
        self._souvenir = ()

    def turn(self, by: int) -> None:
        self.table.send(views.TurnToRound, at=self.view.scene.at + by)

    def draw(self) -> None:
        self.table.toast(say("past.drawing"))
        self.table.send(views.OpenSouvenir)

    def ask_forget(self) -> None:
        forget = partial(self.table.send, views.ForgetGame, game_id=self.view.scene.game_id)
        self.table.open(
            Question(
                title=say("past.forget_game"),
                text=say("past.forget_game_line"),
                answers=((say("key.delete"), "key red", forget),),
                back=say("past.keep"),
            )
        )


def _after(verdict: VerdictView) -> Moment:
    lit = {
        (hand.seat, slot): 1.0
        for hand in verdict.hands
        for slot, die in enumerate(hand.slots)
        if die.tone is Tone.COUNTED
    }
    done = frozenset(hand.seat for hand in verdict.hands)
    return Moment(verdict.count, None, None, 0.0, done, lit, 0.0, 1.0, 1.0, (), 0, True)

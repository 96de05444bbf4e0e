"""Any roll counted: the picture, each face's number, the die that is asked about, the rolls so far."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.play.base.commands import LeaveGame
from companion.play.base.views import PictureView, View
from companion.play.modes.counting import views
from companion.play.views import TableView
from companion.text import say
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import ALL_FACES, skin_of
from companion.ui.widgets.key import Key
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.surface import Surface

load_layout(__file__)


class FairnessBar(BoxLayout):
    face = NumericProperty(1)
    bar = NumericProperty(0.0)
    count = NumericProperty(0)


class FairnessSheet(Sheet):
    words = StringProperty("")

    def __init__(self, fairness: views.FairnessView, **properties: object) -> None:
        super().__init__(**properties)
        for face in range(1, 7):
            self.ids.bars.add_widget(FairnessBar(face=face))
        self._show(fairness)

    def follow(self, view: TableView, moved: bool) -> None:
        if not isinstance(view.scene, views.CountingScene):
            self.close()
        else:
            self._show(view.scene.fairness)

    def _show(self, fairness: views.FairnessView) -> None:
        self.words = fairness.words
        bars = zip(reversed(self.ids.bars.children), fairness.counts, fairness.bars, strict=True)
        for drawn, count, bar in bars:
            drawn.count, drawn.bar = count, bar


class FaceColumn(BoxLayout):
    face = ObjectProperty(1)
    star = NumericProperty(0)
    count = NumericProperty(0)
    higher = StringProperty("")
    brief = BooleanProperty(False)

    def show(self, counted: views.FaceCount, star: int, brief: bool) -> None:
        self.face, self.star, self.count, self.brief = counted.face, star, counted.count, brief
        between = 1 < counted.face < 6 and not brief
        higher = say("count.or_higher", face=counted.face, number=counted.or_higher) if between else ""
        self.higher = say("count.wild") if counted.wild and not brief else higher


class RollTally(Surface, BoxLayout):
    """A column for each face; above them which half of the picture, if halves are counted apart. ``brief``:
    numbers alone.
    """

    side = StringProperty("")

    def show(self, tally: views.TallyView, star: int, brief: bool) -> None:
        self.side = tally.side
        columns = self.ids.columns
        while len(columns.children) < len(tally.faces):
            columns.add_widget(FaceColumn())
        for column, counted in zip(reversed(columns.children), tally.faces, strict=True):
            column.show(counted, star, brief)


class RollKey(Key): ...


class CountRollsScreen(Screen[views.CountingScene]):
    leading = "back"
    back = LeaveGame
    asking = BooleanProperty(False)
    asking_face = BooleanProperty(False)
    """Ask for the face; else ask whether the thing is a die."""
    throws = BooleanProperty(False)
    wild = BooleanProperty(False)
    sides = BooleanProperty(False)
    may_drop = BooleanProperty(False)
    wild_words = StringProperty("")

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._thrown: int | None = None
        self.ids.faces.bind(on_face=lambda _picker, face: self._name(face))
        self.ids.faces.offer(ALL_FACES)

    def enter(self, view: View[views.CountingScene]) -> None:
        self._thrown = None

    def show(self, view: View[views.CountingScene]) -> None:
        count = view.scene
        self.ids.picture.show(view.picture, count.star_face)
        self.wild_words, self.ids.faces.star = count.wild_words, count.star_face
        self.ids.faces.skin = skin_of(count.star_face)
        self.throws = count.throw is not None
        if count.throw is not None:
            self._offer_throw(count.throw.dice, count.most_thrown)
        self.wild, self.sides, self.may_drop = count.is_wild, count.has_sides, count.drop is not None
        self._show_tallies(count)
        self._ask(count.asked, view.picture)
        self._list(count.rolls)

    def _offer_throw(self, thrown: int, most: int) -> None:
        """The number of the last throw; one chosen since stays while live pictures come."""
        self.ids.dice.set_bounds(1, most)
        if thrown != self._thrown:
            self._thrown = self.ids.dice.value = thrown

    def throw(self) -> None:
        self.table.send(views.ThrowDice, dice=int(self.ids.dice.value))

    def turn_wild(self) -> None:
        self.table.answer(self.view.scene.wild)

    def turn_sides(self) -> None:
        self.table.answer(self.view.scene.sides)

    def drop(self) -> None:
        if self.view.scene.drop is not None:
            self.table.answer(self.view.scene.drop)

    def keep_die(self) -> None:
        self.table.send(views.KeepDie)

    def no_die(self) -> None:
        self._name(None)

    def open_fairness(self) -> None:
        self.table.open(FairnessSheet(self.view.scene.fairness))

    def _name(self, face: int | None) -> None:
        self.table.send(views.NameDie, face=face)

    def _show_tallies(self, count: views.CountingScene) -> None:
        box = self.ids.tallies
        if len(box.children) != len(count.tallies):
            box.clear_widgets()
            for _ in count.tallies:
                box.add_widget(RollTally())
        for drawn, tally in zip(reversed(box.children), count.tallies, strict=True):
            drawn.show(tally, star=count.star_face, brief=count.asked is not None or len(count.tallies) > 1)

    def _ask(self, asked: views.AskedDie | None, picture: PictureView | None) -> None:
        self.asking = asked is not None
        self.asking_face = asked is not None and not asked.maybe_no_die
        self.ids.crop.show(
            *((None, None) if asked is None or picture is None else (picture.frame, asked.box))
        )

    def _list(self, rolls: tuple[views.RollLine, ...]) -> None:
        lines = self.ids.lines
        while len(lines.children) > len(rolls):
            lines.remove_widget(lines.children[0])
        while len(lines.children) < len(rolls):
            lines.add_widget(RollKey())
        for number, (drawn, line) in enumerate(zip(reversed(lines.children), rolls, strict=True)):
            drawn.text = say("count.line", number=len(rolls) - number, told=line.words)
            drawn.tile = "key chosen" if line.chosen else "key line"
            drawn.act = partial(self.table.answer, line.look)

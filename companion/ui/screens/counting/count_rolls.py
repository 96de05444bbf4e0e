"""Any roll counted: the picture, each face's number, the die that is asked about, the rolls so far."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.play.commands import LeaveGame
from companion.play.counting.commands import NameDie, ThrowDice
from companion.play.counting.views import AskedDie, CountView, RollLine
from companion.play.views import PictureView, TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.counting.fairness_sheet import FairnessSheet
from companion.ui.screens.counting.tally import RollTally
from companion.ui.screens.picture_sheet import PictureSheet
from companion.ui.screens.screen import Screen, StagePort
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.face_picker import ALL_FACES
from companion.ui.widgets.key import Key

load_layout(__file__)


class RollKey(Key):
    """One roll of the list; ``look`` is what its touch sends."""

    look = ObjectProperty(None, allownone=True)


class CountRollsScreen(Screen):
    """``asking`` is up while an unread die is asked about: its faces then stand in the list's place."""

    leading = "back"
    asking = BooleanProperty(False)
    throws = BooleanProperty(False)
    most_thrown = NumericProperty(1)
    wild = BooleanProperty(False)
    sides = BooleanProperty(False)
    may_drop = BooleanProperty(False)
    wild_words = StringProperty("")

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self.ids.faces.bind(on_face=lambda _picker, face: self._name(face))
        self.ids.faces.offer(ALL_FACES)

    def show(self, view: TableView) -> None:
        """Draw the roll that is looked at."""
        count = view.part(CountView)
        self.ids.picture.show(view.picture, count.star_face)
        self.wild_words, self.ids.faces.star = count.wild_words, count.star_face
        self.ids.faces.skin = skin_of(count.star_face)
        self.throws, self.most_thrown = count.throw is not None, max(1, count.most_thrown)
        if count.throw is not None:
            self.ids.dice.set_bounds(1, count.most_thrown)
            self.ids.dice.value = count.throw.dice
        self.wild, self.sides, self.may_drop = count.is_wild, count.has_sides, count.drop is not None
        self._show_tallies(count)
        self._ask(count.asked, view.picture)
        self._list(count.rolls)

    def go_back(self) -> bool:
        """Back to the first screen."""
        self.table.send(LeaveGame)
        return True

    def throw(self) -> None:
        """The app throws its own dice."""
        self.table.send(ThrowDice, dice=int(self.ids.dice.value))

    def turn_wild(self) -> None:
        """Ones count as every face, or do not."""
        self.table.answer(self._count.wild)

    def turn_sides(self) -> None:
        """The halves of the picture are counted apart, or together."""
        self.table.answer(self._count.sides)

    def drop(self) -> None:
        """The newest roll goes."""
        if self._count.drop is not None:
            self.table.answer(self._count.drop)

    def no_die(self) -> None:
        """What is asked about is no die."""
        self._name(None)

    def open_fairness(self) -> None:
        """All rolls together."""
        self.table.open(FairnessSheet(self._count.fairness))

    def enlarge(self) -> None:
        """The picture, as large as the screen."""
        if self.table.view.picture is not None:
            self.table.open(PictureSheet(self.table.view.picture, self._count.star_face))

    @property
    def _count(self) -> CountView:
        return self.table.view.part(CountView)

    def _name(self, face: int | None) -> None:
        self.table.send(NameDie, face=face)

    def _show_tallies(self, count: CountView) -> None:
        box = self.ids.tallies
        if len(box.children) != len(count.tallies):
            box.clear_widgets()
            for _ in count.tallies:
                box.add_widget(RollTally())
        for drawn, tally in zip(reversed(box.children), count.tallies, strict=True):
            drawn.show(tally, star=count.star_face, brief=count.asked is not None or len(count.tallies) > 1)

    def _ask(self, asked: AskedDie | None, picture: PictureView | None) -> None:
        self.asking = asked is not None
        self.ids.crop.show(
            *((None, None) if asked is None or picture is None else (picture.frame, asked.box))
        )

    def _list(self, rolls: tuple[RollLine, ...]) -> None:
        lines = self.ids.lines
        while len(lines.children) > len(rolls):
            lines.remove_widget(lines.children[0])
        while len(lines.children) < len(rolls):
            lines.add_widget(RollKey(on_release=self._look))
        for number, (drawn, line) in enumerate(zip(reversed(lines.children), rolls, strict=True)):
            drawn.text = say("count.line", number=len(rolls) - number, told=line.words)
            drawn.tile = "key chosen" if line.chosen else "key line"
            drawn.look = line.look

    def _look(self, key: RollKey) -> None:
        self.table.answer(key.look)

"""Show and reroll with a camera: the bidder slides dice out from under the cup, which stays down."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.play.commands import BeginShow, CupsAreUp, EnterByHand, Undo
from companion.play.dice.views import ShowView
from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen

load_layout(__file__)


class SlideOutScreen(Screen):
    """How many dice are shown, the live picture, and one big key when they lie out.

    ``settled``: the simulated table has put them out, so their number is not asked for.
    """

    who = StringProperty("")
    settled = BooleanProperty(False)

    def show(self, view: TableView) -> None:
        """Draw the live picture and the number."""
        show = view.part(ShowView)
        self.who, self.settled = say("slide_out.who", player=show.name), show.slid
        self.ids.picture.show(view.picture, view.star_face)
        stepper = self.ids.count
        stepper.set_bounds(1, show.most)
        stepper.value = show.count
        stepper.caption = say("slide_out.dice", count=show.count)

    def set_count(self, count: int) -> None:
        """Another number of dice is shown."""
        self.table.send(BeginShow, count=count)

    def dice_are_out(self) -> None:
        """Read what lies open."""
        self.table.send(CupsAreUp)

    def by_hand(self) -> None:
        """Tap the dice in."""
        self.table.send(EnterByHand)

    def show_none(self) -> None:
        """Back to the bidding; nothing was recorded."""
        self.table.send(Undo)

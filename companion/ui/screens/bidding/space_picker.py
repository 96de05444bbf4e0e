"""A space of the track was tapped: which face is bid there, and on which lap?"""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import SpaceView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.widgets.face_picker import FacePicker

load_layout(__file__)

FACES = (1, 2, 3, 4, 5, 6)


class LapRow(BoxLayout):
    """The faces that may be bid on the space on one lap; ``number`` is said where there are several laps."""

    number = StringProperty("")

    def __init__(self, space: SpaceView, star_face: int, **properties: object) -> None:
        self.space = space
        super().__init__(**properties)
        picker: FacePicker = self.ids.faces
        picker.skin, picker.star = "red", star_face
        picker.offer((face for face in FACES if (face == star_face) == space.star), space.faces)


class SpacePicker(BoxLayout):
    """Dice for each lap, one big key for a lone star space. Sends ``on_bid`` with quantity and face."""

    title = StringProperty("")
    confirm_words = StringProperty("")
    warning = StringProperty("")

    __events__ = ("on_bid", "on_unlit", "on_back")

    def __init__(self, **properties: object) -> None:
        self.rows: tuple[LapRow, ...] = ()
        super().__init__(**properties)

    def on_bid(self, quantity: int, face: int) -> None:
        """A bid was chosen."""

    def on_unlit(self, face: int) -> None:
        """A face was tapped that cannot be bid here."""

    def on_back(self) -> None:
        """The space was given up."""

    def show(self, offers: tuple[SpaceView, ...], star_face: int) -> None:
        """Ask for the face, on each lap that is offered."""
        first, several = offers[0], len(offers) > 1
        number, lone_star = first.quantity, first.star and not several
        alone = say("space.stars", count=number) if first.star else say("space.which_face", count=number)
        self.title = say("space.which_bid") if several else alone
        self.confirm_words = say("space.bid_stars", count=number) if lone_star else ""
        self.warning = first.warning or ""
        self.rows = tuple(
            LapRow(each, star_face, number=f"{each.quantity} ×" if several else "") for each in offers
        )
        self.ids.laps.clear_widgets()
        for row in self.rows:
            row.ids.faces.bind(
                on_face=lambda _picker, face, row=row: self.dispatch("on_bid", row.space.quantity, face),
                on_unlit=lambda _picker, face: self.dispatch("on_unlit", face),
            )
            self.ids.laps.add_widget(row)

    def confirm(self) -> None:
        """Bid the stars of the one space that is offered."""
        space = self.rows[0].space
        self.dispatch("on_bid", space.quantity, space.faces[0])

"""A space of the track was tapped: which face is bid there?"""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import SpaceView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.widgets.face_picker import FacePicker

load_layout(__file__)

FACES = (1, 2, 3, 4, 5, 6)


class SpacePicker(BoxLayout):
    """Dice for a number space, one big key for a star space. Sends ``on_bid`` with quantity and face."""

    title = StringProperty("")
    confirm_words = StringProperty("")
    warning = StringProperty("")
    star_space = BooleanProperty(False)
    star_face = NumericProperty(1)
    space = ObjectProperty(None, allownone=True)

    __events__ = ("on_bid", "on_unlit", "on_back")

    def on_bid(self, quantity: int, face: int) -> None:
        """A bid was chosen."""

    def on_unlit(self, face: int) -> None:
        """A face was tapped that cannot be bid here."""

    def on_back(self) -> None:
        """The space was given up."""

    def show(self, space: SpaceView, star_face: int) -> None:
        """Ask for the face."""
        self.space = space
        self.star_space, self.star_face = space.star, star_face
        number = space.quantity
        stars, face = say("space.stars", count=number), say("space.which_face", count=number)
        self.title = stars if space.star else face
        self.confirm_words = say("space.bid_stars", count=number)
        self.warning = space.warning or ""
        picker: FacePicker = self.ids.faces
        picker.skin, picker.star = "red", star_face
        picker.offer((face for face in FACES if (face == star_face) == space.star), space.faces)

    def choose(self, face: int) -> None:
        """Bid this face on the space."""
        self.dispatch("on_bid", self.space.quantity, face)

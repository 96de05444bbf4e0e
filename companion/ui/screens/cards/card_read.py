"""A card was read surely: it is shown large beside its picture, to be taken or corrected."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.core.frame import Frame
from companion.core.reading import Box
from companion.play.base.views import View
from companion.play.modes.cards.commands import CloseSheet
from companion.play.modes.cards.views import CardLookScene, CardReadingScene, CardReadScene, CropView
from companion.text import capital
from companion.ui.widgets.camera_picture import DieCrop
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.screen import Screen
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.surface import Target

load_layout(__file__)


class CardLookScreen(Screen[CardLookScene | CardReadingScene]):
    """The coarse live picture, what was asked for, and two keys; a light runs over it while it is read."""

    leading = "back"
    words = StringProperty("")
    reading = BooleanProperty(False)
    pictured = BooleanProperty(False)
    wanted = ObjectProperty(None, allownone=True)

    def enter(self, view: View[CardLookScene | CardReadingScene]) -> None:
        """A line of light runs over the picture that is read."""
        if view.scene.look.reading:
            self.ids.light.run()

    def leave(self) -> None:
        """The light rests."""
        self.ids.light.rest()

    def show(self, view: View[CardLookScene | CardReadingScene]) -> None:
        """Draw the picture and the keys."""
        look = view.scene.look
        self.words, self.reading, self.wanted = look.words, look.reading, look.wanted
        self.pictured = view.picture is not None
        self.ids.picture.show(view.picture, star_face=0)
        self.ids.acts.show(look.keys, self.table)

    def go_back(self) -> bool:
        """Look no longer."""
        self.table.send(CloseSheet)
        return True


CARD_ROOM = 0.14
"""Room shown round a card, as a part of its longer side: from one corner alone it is told only roughly where
the card ends (seen at composed tables)."""


def card_part(frame: Frame, box: Box) -> Box:
    """The part of a frame with a card and hardly anything beside it, which may be somebody's hand."""
    left, top, right, bottom = box
    room = round(max(right - left, bottom - top) * CARD_ROOM)
    return (
        max(0, left - room),
        max(0, top - room),
        min(frame.width, right + room),
        min(frame.height, bottom + room),
    )


class CropKey(Target, DieCrop):
    """A card to be touched, in its own proportions; ``sign`` says in its corner what a touch does."""

    sign = StringProperty("enlarge")

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "well")
        super().__init__(**properties)

    def part_of(self, frame: Frame, box: Box, aspect: float) -> Box:
        """The card, whatever the widget's aspect."""
        return card_part(frame, box)


class CropSheet(Sheet):
    """One card and nothing else of the table; a touch closes it."""

    def __init__(self, crop: CropView, **properties: object) -> None:
        super().__init__(**properties)
        self.ids.crop.show(crop.frame, crop.box)


class CardReadScreen(Screen[CardReadScene]):
    """The picture of the card, the card as it was read, and whether it is what was asked for."""

    leading = "back"
    card = ObjectProperty(None, allownone=True)
    wanted = ObjectProperty(None, allownone=True)
    read = StringProperty("")
    verdict = StringProperty("")
    fits = BooleanProperty(False)
    why = StringProperty("")

    def show(self, view: View[CardReadScene]) -> None:
        """Draw the card that is offered."""
        offer = view.scene.offer
        self.card, self.wanted = offer.card, offer.wanted
        self.read, self.verdict, self.fits = offer.read, offer.verdict, offer.fits
        why = offer.why or ""
        self.why = capital(why)
        self.ids.crop.show(offer.crop.frame, offer.crop.box)
        self.ids.acts.show(offer.keys, self.table)

    def enlarge(self) -> None:
        """Show the picture of the card as large as the screen."""
        self.table.open(CropSheet(self.table.view.of(CardReadScene).scene.offer.crop))

    def leave(self) -> None:
        """The picture is let go of."""
        self.ids.crop.show(None, None)
        self.ids.acts.show((), self.table)

    def go_back(self) -> bool:
        """Put the offer away; the card is still to be told."""
        self.table.answer(self.table.view.of(CardReadScene).scene.offer.close)
        return True

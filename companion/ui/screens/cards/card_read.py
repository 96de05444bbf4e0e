"""A card was read surely: it is shown large beside its picture, to be taken or corrected."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.play.cards.views import OfferView
from companion.play.views import TableView
from companion.text.numbers import capital
from companion.ui.layout_file import load_layout
from companion.ui.screens.cards.crop_sheet import CropSheet
from companion.ui.screens.screen import Screen

load_layout(__file__)


class CardReadScreen(Screen):
    """The picture of the card, the card as it was read, and whether it is what was asked for."""

    leading = "back"
    card = ObjectProperty(None, allownone=True)
    wanted = ObjectProperty(None, allownone=True)
    read = StringProperty("")
    verdict = StringProperty("")
    fits = BooleanProperty(False)
    why = StringProperty("")

    def show(self, view: TableView) -> None:
        """Draw the card that is offered."""
        offer = view.part(OfferView)
        self.card, self.wanted = offer.card, offer.wanted
        self.read, self.verdict, self.fits = offer.read, offer.verdict, offer.fits
        why = offer.why or ""
        self.why = capital(why)
        self.ids.crop.show(offer.crop.frame, offer.crop.box)
        self.ids.acts.show(offer.keys, self.table)

    def enlarge(self) -> None:
        """Show the picture of the card as large as the screen."""
        self.table.open(CropSheet(self.table.view.part(OfferView).crop))

    def leave(self) -> None:
        """The picture is let go of."""
        self.ids.crop.show(None, None)
        self.ids.acts.show((), self.table)

    def go_back(self) -> bool:
        """Put the offer away; the card is still to be told."""
        self.table.answer(self.table.view.part(OfferView).close)
        return True

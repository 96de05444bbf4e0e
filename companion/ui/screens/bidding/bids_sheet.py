"""What was bid in this round, in order: a touch on the bid that stands opens it."""

from __future__ import annotations

from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.history.bids import BidRows
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class BidsSheet(Sheet):
    """The round's bids, the newest last; another bid, and it is gone."""

    def __init__(self, view: TableView, **properties: object) -> None:
        super().__init__(title=say("bids.title"), **properties)
        bids: BidRows = self.ids.bids
        bids.show(view.bids, view.star_face)

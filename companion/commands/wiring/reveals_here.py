"""Pictures on the scoreboard (``--scoreboard-pictures``, *Settings*): a reveal's, once its verdict stands."""

from __future__ import annotations

import argparse

from companion.album.keeper import VerdictPictures, picture_of
from companion.album.proof import Proof
from companion.commands.wiring.scoreboard_here import SwitchedScoreboard
from companion.feed.happening import Happening
from companion.frame import Frame
from companion.play.views import TableView
from companion.scoreboard.picture import NO_PICTURE, Picture, picture_line
from companion.text.speech import say


def add_pictures(parser: argparse.ArgumentParser) -> None:
    """The option that this module answers for."""
    parser.add_argument("--scoreboard-pictures", action="store_true", help=say("arg.scoreboard_pictures"))


class RevealsOnBoard:
    """Fits ``companion.feed.happening.Follower``; ``show`` gets every view.

    The picture is that in which the eye read the dice of the verdict; no other leaves the table.
    """

    def __init__(self, board: SwitchedScoreboard, on: bool = False) -> None:
        self.on = on
        """Whether pictures are shown; else every one stays at the table."""
        self._board, self._pictures = board, VerdictPictures()
        self._newest: Happening | None = None
        self._page = board.url

    def switch(self, on: bool) -> None:
        """Show the picture of each verdict, that which stands included; or none any more, at once."""
        if self.on and not on:
            self._board.show_later(lambda: NO_PICTURE)
        self.on = on
        self._show_again()

    def told(self, happening: Happening) -> None:
        """Note which event the next verdict on the screen is of."""
        self._newest = happening
        self._pictures.told(happening)

    def show(self, view: TableView) -> None:
        """Hand on the picture of a verdict, once a page; it is made into a JPEG where nobody waits for it."""
        page = self._board.url
        if page != self._page:
            self._page = page
            self._show_again()
        found = self._pictures.of(view) if self.on and page is not None else None
        if found is not None:
            self._board.show_later(lambda: _line(*found))

    def _show_again(self) -> None:
        """Who looks at the page now has not seen the picture of the verdict that stands."""
        if self._newest is not None:
            self._pictures.told(self._newest)

    def close(self) -> None:
        """The scoreboard is closed by whoever opened it."""


def _line(frame: Frame, proof: Proof) -> str:
    return picture_line(Picture(proof.game, proof.number, picture_of(frame, proof).jpeg))

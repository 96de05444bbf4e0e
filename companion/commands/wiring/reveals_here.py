"""``--scoreboard-pictures``: each reveal's own picture for the scoreboard, once its verdict stands."""

from __future__ import annotations

import argparse

from companion.album.keeper import VerdictPictures, picture_of
from companion.album.proof import Proof
from companion.commands.wiring.scoreboard_here import SwitchedScoreboard
from companion.feed.happening import Happening
from companion.frame import Frame
from companion.play.views import TableView
from companion.scoreboard.picture import Picture, picture_line
from companion.text.speech import say


def add_pictures(parser: argparse.ArgumentParser) -> None:
    """The option that this module answers for."""
    parser.add_argument("--scoreboard-pictures", action="store_true", help=say("arg.scoreboard_pictures"))


class RevealsOnBoard:
    """Fits ``companion.feed.happening.Follower``; ``show`` gets every view.

    The picture is that in which the eye read the dice of the verdict; no other leaves the table.
    """

    def __init__(self, board: SwitchedScoreboard) -> None:
        self._board, self._pictures = board, VerdictPictures()

    def told(self, happening: Happening) -> None:
        """Note which event the next verdict on the screen is of."""
        self._pictures.told(happening)

    def show(self, view: TableView) -> None:
        """Hand on the picture of a verdict, once; it is made into a JPEG where nobody waits for it."""
        found = self._pictures.of(view)
        if found is not None:
            self._board.show_later(lambda: _line(*found))

    def close(self) -> None:
        """The scoreboard is closed by whoever opened it."""


def _line(frame: Frame, proof: Proof) -> str:
    return picture_line(Picture(proof.game, proof.number, picture_of(frame, proof).jpeg))

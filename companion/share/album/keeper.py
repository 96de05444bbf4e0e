"""Keeps a picture of each reveal: follows the game for its numbers, and the screen for what was read."""

from __future__ import annotations

import logging
import queue
import threading

import cv2

from companion.core.frame import Frame
from companion.play.base.views import PictureView, Tone
from companion.play.modes.dice.views import VerdictScene
from companion.play.views import TableView
from companion.rules import CupsRevealed, RevealCorrected
from companion.share.album.pictures import KeptPicture, PictureShelf, Proof, ProvenDie
from companion.share.feed import Happening

WIDEST_PX = 1280
"""Wider frames are shrunk: enough to see each pip, a tenth of a megabyte."""
JPEG_QUALITY = 85
MOST_WAITING = 4
"""Pictures that wait for a slow card; more than these are not kept."""
GOODBYE_S = 2.0

log = logging.getLogger(__name__)


class VerdictPictures:
    """Finds the picture of each verdict, once: the game says its number, the screen the rest."""

    def __init__(self) -> None:
        self._reveal: tuple[int, int] | None = None

    def on_event(self, happening: Happening) -> None:
        """Note which event the next verdict on the screen is of."""
        reveals = isinstance(happening.fresh[-1], CupsRevealed | RevealCorrected)
        self._reveal = (
            (happening.game_id, happening.number) if reveals and len(happening.fresh) == 1 else None
        )

    def of(self, view: TableView) -> tuple[Frame, Proof] | None:
        """The frame in which this view's verdict was read, and what it proves."""
        if self._reveal is None or view.kind is not VerdictScene or view.picture is None:
            return None
        (game, number), self._reveal = self._reveal, None
        return view.picture.frame, proof_of(game, number, view.picture)


class PictureKeeper:
    """Fits ``companion.share.feed.happening.Follower``; ``show`` gets every view. It holds up no touch."""

    def __init__(self, shelf: PictureShelf) -> None:
        """Pictures are kept as long as the shelf has room for any."""
        self._shelf, self._pictures = shelf, VerdictPictures()
        self._waiting: queue.Queue[tuple[Frame, Proof] | None] = queue.Queue(MOST_WAITING)
        self._writer = threading.Thread(target=self._write_all, name="album", daemon=True)
        self._writer.start()

    @property
    def most_bytes(self) -> int:
        """How much room all pictures may take, 0: none is kept. May be set at any time."""
        return self._shelf.most_bytes

    @most_bytes.setter
    def most_bytes(self, count: int) -> None:
        self._shelf.most_bytes = count

    def on_event(self, happening: Happening) -> None:
        """Note which event the next verdict on the screen is of."""
        self._pictures.on_event(happening)

    def show(self, view: TableView) -> None:
        """Keep the picture of a verdict, once."""
        found = self._pictures.of(view)
        if found is None or not self.most_bytes:
            return
        try:
            self._waiting.put_nowait(found)
        except queue.Full:
            proof = found[1]
            log.warning(
                "the picture of event %d of game %d is not kept: the disk is too slow",
                proof.number,
                proof.game,
            )

    def close(self) -> None:
        """Write what waits, for two seconds at most."""
        try:
            self._waiting.put_nowait(None)
        except queue.Full:
            return
        self._writer.join(GOODBYE_S)

    def _write_all(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            frame, proof = waiting
            try:
                self._shelf.keep(picture_of(frame, proof))
            except OSError as fault:
                log.warning("the picture of game %d is not kept: %s", proof.game, fault)


def proof_of(game: int, number: int, picture: PictureView) -> Proof:
    """What the picture of a verdict proves: each die of a hand that was found in it."""
    dice = (
        ProvenDie(mark.box, mark.face, mark.seat, mark.tone is Tone.COUNTED)
        for mark in picture.marks
        if mark.face is not None and mark.seat is not None
    )
    return Proof(game, number, tuple(dice))


def picture_of(frame: Frame, proof: Proof) -> KeptPicture:
    """The frame as a JPEG of at most 1280 pixels' width, and the proof with its boxes in that picture."""
    scale = min(1.0, WIDEST_PX / frame.width)
    size = round(frame.width * scale), round(frame.height * scale)
    small = cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA) if scale < 1 else frame.pixels
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    dice = tuple(ProvenDie(_scaled(die.box, scale), die.face, die.seat, die.counted) for die in proof.dice)
    return KeptPicture(jpeg.tobytes(), Proof(proof.game, proof.number, dice))


def _scaled(box: tuple[int, int, int, int], scale: float) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(side * scale) for side in box)
    return left, top, right, bottom

"""Draws a page for each won game in the background, and keeps it in a folder."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.on_disk import write_whole
from companion.core.reading import scaled
from companion.journal import StoreError
from companion.journal.statistics import is_of_dice, reveals
from companion.play.base.views import PictureView, Tone
from companion.play.modes.cards.views import CardsOverScene
from companion.play.modes.dice.views import OverScene, VerdictScene
from companion.play.views import TableView
from companion.rules import CupsRevealed, GameRecord, RevealCorrected
from companion.share.album.pictures import KeptPicture, PictureShelf, Proof, ProvenDie
from companion.share.album.souvenir import (
    MatchSouvenir,
    NightGame,
    PageWords,
    Souvenir,
    match_souvenir_of,
    night_page,
    of_one_night,
    page_words,
    souvenir_of,
)
from companion.share.feed import Happening

GOODBYE_S = 2.0
WON_SCENES = (OverScene, CardsOverScene)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ToKeep:
    game: int
    begun_at: datetime
    ended_at: datetime
    record: GameRecord


def write_souvenir(kept: ToKeep, pictures: PictureShelf, folder: Path) -> tuple[Path, Frame]:
    """Write the page as PNG and PDF; gives their path without suffix, and the page for a screen. Raises
    OSError.
    """
    souvenir, picture = _souvenir(kept, pictures)
    name = f"{kept.begun_at.astimezone():%Y-%m-%d}-game-{kept.game}"
    return _write(page_words(souvenir), folder / name, picture)


def write_night(games: Sequence[NightGame], folder: Path) -> tuple[Path, Frame]:
    """As ``write_souvenir``, of a whole night."""
    return _write(night_page(games), folder / f"{games[0].begun_at.astimezone():%Y-%m-%d-%H%M}-night")


def _write(told: PageWords, path: Path, picture: bytes | None = None) -> tuple[Path, Frame]:
    from companion.share.album.pages import (  # Pillow: 20 MB that only a page needs
        beside_code,
        page_of,
        pdf_of,
        png_of,
    )

    page = page_of(told, picture)
    write_whole(path.with_name(f"{path.name}.png"), png_of(page))
    write_whole(path.with_name(f"{path.name}.pdf"), pdf_of(page, told.title))
    shown = np.asarray(beside_code(page, told))
    return path, Frame(np.ascontiguousarray(shown[:, :, ::-1]), 0)


def _souvenir(kept: ToKeep, pictures: PictureShelf) -> tuple[Souvenir | MatchSouvenir, bytes | None]:
    events = kept.record.live_events
    if not is_of_dice(events):
        return match_souvenir_of(kept.game, kept.begun_at, kept.ended_at, events), None
    souvenir = souvenir_of(kept.game, kept.begun_at, kept.ended_at, kept.record)
    if souvenir.boldest is None:
        return souvenir, None
    number = reveals(kept.record.numbered_live_events)[souvenir.boldest.round - 1]
    found = pictures.find(kept.game, number)
    return souvenir, None if found is None else found.jpeg


class SouvenirKeeper:
    """A ``Follower``; ``show`` gets every view. It delays no touch."""

    def __init__(self, folder: Path, pictures: PictureShelf) -> None:
        """``on_made``, set at any time, gets a game's number and its pages, on another thread. ``ended_at``,
        too, gives when a game just won has ended.
        """
        self.on_made: Callable[[int, tuple[Frame, ...]], None] = lambda game, pages: None
        self.ended_at: Callable[[int], datetime] = lambda game: datetime.now(UTC)
        self._folder, self._pictures = folder, pictures
        self._won: tuple[Happening, datetime] | None = None
        self._night: dict[int, NightGame] = {}
        self._waiting: queue.SimpleQueue[tuple[Happening, datetime] | None] = queue.SimpleQueue()
        self._drawer = threading.Thread(target=self._draw_all, name="souvenir", daemon=True)
        self._drawer.start()

    def on_event(self, happening: Happening) -> None:
        won = happening.record.game.winner is not None and len(happening.fresh) == 1
        self._won = None
        with suppress(StoreError):  # the page can be made later
            self._won = (happening, self.ended_at(happening.game_id)) if won else None

    def show(self, view: TableView) -> None:
        """Draw the page once the winner is on the screen: the last picture is kept by then."""
        if self._won is not None and view.kind in WON_SCENES:
            self._waiting.put(self._won)
            self._won = None

    def close(self) -> None:
        self._waiting.put(None)
        self._drawer.join(GOODBYE_S)

    def _draw_all(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            try:
                self._draw(*waiting)
            except (OSError, ImportError) as fault:
                log.warning("the souvenir of game %d is not kept: %s", waiting[0].game_id, fault)

    def _draw(self, happening: Happening, ended_at: datetime) -> None:
        kept = ToKeep(happening.game_id, happening.begun_at, ended_at, happening.record)
        pages = [write_souvenir(kept, self._pictures, self._folder)[1]]
        game = self._night[kept.game] = NightGame(kept.begun_at, ended_at, kept.record)
        night = of_one_night([*self._night.values()], game)
        if len(night) > 1:
            pages.append(write_night(night, self._folder)[1])
        self.on_made(kept.game, tuple(pages))


WIDEST_PX = 1280
"""Wider frames are shrunk: each pip is visible, in a tenth of a megabyte."""
JPEG_QUALITY = 85
MOST_WAITING = 4
"""Pictures that wait for a slow card; further ones are dropped."""


class VerdictPictures:
    def __init__(self) -> None:
        self._reveal: tuple[int, int] | None = None

    def on_event(self, happening: Happening) -> None:
        reveals = isinstance(happening.fresh[-1], CupsRevealed | RevealCorrected)
        self._reveal = (
            (happening.game_id, happening.number) if reveals and len(happening.fresh) == 1 else None
        )

    def of(self, view: TableView) -> tuple[Frame, Proof] | None:
        if self._reveal is None or view.kind is not VerdictScene or view.picture is None:
            return None
        (game, number), self._reveal = self._reveal, None
        return view.picture.frame, proof_of(game, number, view.picture)


class PictureKeeper:
    """A ``Follower``; ``show`` gets every view. It delays no touch."""

    def __init__(self, shelf: PictureShelf) -> None:
        self._shelf, self._pictures = shelf, VerdictPictures()
        self._waiting: queue.Queue[tuple[Frame, Proof] | None] = queue.Queue(MOST_WAITING)
        self._writer = threading.Thread(target=self._write_all, name="album", daemon=True)
        self._writer.start()

    @property
    def most_bytes(self) -> int:
        """Space for all pictures, 0: keep none. May be set at any time."""
        return self._shelf.most_bytes

    @most_bytes.setter
    def most_bytes(self, count: int) -> None:
        self._shelf.most_bytes = count

    def on_event(self, happening: Happening) -> None:
        self._pictures.on_event(happening)

    def show(self, view: TableView) -> None:
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
    dice = (
        ProvenDie(mark.box, mark.face, mark.seat, mark.tone is Tone.COUNTED)
        for mark in picture.marks
        if mark.face is not None and mark.seat is not None
    )
    return Proof(game, number, tuple(dice))


def picture_of(frame: Frame, proof: Proof) -> KeptPicture:
    """A JPEG at most 1280 pixels wide, with the boxes in its pixels."""
    scale = min(1.0, WIDEST_PX / frame.width)
    dice = tuple(ProvenDie(scaled(die.box, scale), die.face, die.seat, die.counted) for die in proof.dice)
    return KeptPicture(jpeg_of(frame), Proof(proof.game, proof.number, dice))


def jpeg_of(frame: Frame, widest_px: int = WIDEST_PX) -> bytes:
    scale = min(1.0, widest_px / frame.width)
    size = round(frame.width * scale), round(frame.height * scale)
    small = cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA) if scale < 1 else frame.pixels
    _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg.tobytes()

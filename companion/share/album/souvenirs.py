"""Draws the page of each game that is won, beside the game, and keeps it in a folder."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from companion.core.frame import Frame
from companion.core.on_disk import write_whole
from companion.journal.statistics import is_of_dice, reveals
from companion.play.modes.cards.views import CardsOverScene
from companion.play.modes.dice.views import OverScene
from companion.play.views import TableView
from companion.rules import GameRecord
from companion.share.album.pictures import PictureShelf
from companion.share.album.souvenir import MatchSouvenir, Souvenir, match_souvenir_of, souvenir_of
from companion.share.album.words import told_page
from companion.share.feed import Happening

GOODBYE_S = 2.0
WON_SCENES = (OverScene, CardsOverScene)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ToKeep:
    """A game of which a page is kept: its number, when it began, when its newest event was, its record."""

    game: int
    begun_at: datetime
    ended_at: datetime
    record: GameRecord


def write_souvenir(kept: ToKeep, pictures: PictureShelf, folder: Path) -> tuple[Path, Frame]:
    """Draw the page of a game and write it as PNG and PDF; gives their path without its ending, and the
    page as a screen shows it. Raises OSError.
    """
    from companion.share.album.drawing import pdf_of, png_of
    from companion.share.album.pages import beside_code, page_of  # Pillow: 20 MB that only a page needs

    souvenir, picture = _souvenir(kept, pictures)
    told = told_page(souvenir)
    page = page_of(told, picture)
    path = folder / f"{kept.begun_at.astimezone():%Y-%m-%d}-game-{kept.game}"
    write_whole(path.with_name(f"{path.name}.png"), png_of(page))
    write_whole(path.with_name(f"{path.name}.pdf"), pdf_of(page, told.title))
    shown = np.asarray(beside_code(page, told))
    return path, Frame(np.ascontiguousarray(shown[:, :, ::-1]), 0)


def _souvenir(kept: ToKeep, pictures: PictureShelf) -> tuple[Souvenir | MatchSouvenir, bytes | None]:
    """The souvenir, and the boldest bid's picture where one was kept; of cards none is."""
    events = kept.record.live_events
    if not is_of_dice(events):
        return match_souvenir_of(kept.game, kept.begun_at, kept.ended_at, events), None
    souvenir = souvenir_of(kept.game, kept.begun_at, kept.ended_at, events)
    if souvenir.boldest is None:
        return souvenir, None
    number = reveals(kept.record.numbered_live_events)[souvenir.boldest.round - 1]
    found = pictures.find(kept.game, number)
    return souvenir, None if found is None else found.jpeg


class SouvenirKeeper:
    """Fits ``companion.share.feed.happening.Follower``; ``show`` gets every view. It holds up no touch."""

    def __init__(self, folder: Path, pictures: PictureShelf) -> None:
        """``on_made``, set at any time, gets the game's number and the page as a frame; on another thread."""
        self.on_made: Callable[[int, Frame], None] = lambda game, page: None
        self._folder, self._pictures = folder, pictures
        self._won: tuple[Happening, datetime] | None = None
        self._waiting: queue.SimpleQueue[tuple[Happening, datetime] | None] = queue.SimpleQueue()
        self._drawer = threading.Thread(target=self._draw_all, name="souvenir", daemon=True)
        self._drawer.start()

    def on_event(self, happening: Happening) -> None:
        """Note a game that is won."""
        won = happening.record.game.winner is not None and len(happening.fresh) == 1
        self._won = (happening, datetime.now(UTC)) if won else None

    def show(self, view: TableView) -> None:
        """Have the page drawn when the winner is on the screen: the last picture is kept by then."""
        if self._won is not None and view.kind in WON_SCENES:
            self._waiting.put(self._won)
            self._won = None

    def close(self) -> None:
        """Draw what waits, for two seconds at most."""
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
        _, shown = write_souvenir(kept, self._pictures, self._folder)
        self.on_made(kept.game, shown)

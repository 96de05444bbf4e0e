"""Draws the page of each game that is won, beside the game, and keeps it in a folder."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from companion.album.pictures import PictureShelf
from companion.album.souvenir import Souvenir, souvenir_of
from companion.album.words import say_title
from companion.feed.happening import Happening
from companion.frame import Frame
from companion.memory.rounds import reveals
from companion.on_disk import write_whole
from companion.play.views import Scene, TableView
from companion.rules.game import Game

GOODBYE_S = 2.0

log = logging.getLogger(__name__)


def write_souvenir(
    souvenir: Souvenir, numbers: tuple[int, ...], pictures: PictureShelf, folder: Path
) -> tuple[Path, Frame]:
    """Draw the page and write it as PNG and PDF; gives their path without its ending, and the
    page as a screen shows it.

    ``numbers`` are those of the rounds' reveals, by which the boldest bid's picture is found. Raises OSError.
    """
    from companion.album.page import (  # Pillow: 20 MB that only a page needs
        beside_code,
        page_of,
        pdf_of,
        png_of,
    )

    bold = souvenir.boldest
    kept = None if bold is None else pictures.find(souvenir.game, numbers[bold.round - 1])
    page = page_of(souvenir, None if kept is None else kept.jpeg)
    path = folder / f"{souvenir.begun_at.astimezone():%Y-%m-%d}-game-{souvenir.game}"
    write_whole(path.with_name(f"{path.name}.png"), png_of(page))
    write_whole(path.with_name(f"{path.name}.pdf"), pdf_of(page, say_title(souvenir)))
    shown = np.asarray(beside_code(page, souvenir))
    return path, Frame(np.ascontiguousarray(shown[:, :, ::-1]), 0)


class SouvenirKeeper:
    """Fits ``companion.feed.happening.Follower``; ``show`` gets every view. It holds up no touch."""

    def __init__(self, folder: Path, pictures: PictureShelf) -> None:
        """``on_made``, set at any time, gets the game's number and the page as a frame; on another thread."""
        self.on_made: Callable[[int, Frame], None] = lambda game, page: None
        self._folder, self._pictures = folder, pictures
        self._won: tuple[Happening, datetime] | None = None
        self._waiting: queue.SimpleQueue[tuple[Happening, datetime] | None] = queue.SimpleQueue()
        self._drawer = threading.Thread(target=self._draw_all, name="souvenir", daemon=True)
        self._drawer.start()

    def told(self, happening: Happening) -> None:
        """Note a game that is won."""
        game = happening.record.game
        won = isinstance(game, Game) and game.winner is not None and len(happening.fresh) == 1
        self._won = (happening, datetime.now(UTC)) if won else None

    def show(self, view: TableView) -> None:
        """Have the page drawn when the winner is on the screen: the last picture is kept by then."""
        if self._won is not None and view.scene is Scene.OVER:
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
        record = happening.record
        souvenir = souvenir_of(happening.game_id, happening.begun_at, ended_at, record.live_events)
        numbers = reveals(record.numbered_live_events)
        _, shown = write_souvenir(souvenir, numbers, self._pictures, self._folder)
        self.on_made(happening.game_id, shown)

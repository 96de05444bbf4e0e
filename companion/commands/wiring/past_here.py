"""The table's memory for the screen: the journal's games, and what lies beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

import cv2
import numpy as np

from companion.album.pictures import KeptPicture, PictureShelf
from companion.album.souvenirs import ToKeep, write_souvenir
from companion.commands.wiring.album_here import PICTURES, SOUVENIRS, forget_pictures, forget_souvenirs
from companion.frame import Frame
from companion.journal.errors import StoreError
from companion.journal.kept_games import KeptGame
from companion.journal.store import Store
from companion.journal.tallies import HeldTallies, TallyShelf
from companion.memory.counting_kept import counted_games, is_kept, tallies_of
from companion.memory.figures import CountedGame
from companion.memory.tally import GameTally
from companion.play.views import Mark, PictureView, Tone
from companion.rules.record import GameRecord
from companion.text.speech import say

AT_ONCE = 10
"""Games counted in one go: a touch waits for these at most."""


class PastHere:
    """Fits ``companion.play.history.ports.Past``, on the thread of the journal."""

    def __init__(self, journal: Store, path: Path) -> None:
        self._journal, self._path, self._home = journal, path, path.parent
        self._shelf = HeldTallies(TallyShelf(path))
        self._listed: tuple[KeptGame, ...] = ()
        self._uncounted: list[KeptGame] = []

    def today(self) -> date:
        """The day, where the table stands."""
        return datetime.now().astimezone().date()

    def games(self) -> tuple[KeptGame, ...]:
        """All kept games, the first begun first."""
        self._listed, kept = self._journal.kept_games(), self._shelf.read()
        self._uncounted = [game for game in self._listed if game.seal is not None and not is_kept(game, kept)]
        return self._listed

    def tallies(self, games: Sequence[KeptGame]) -> dict[int, GameTally]:
        """What is counted of these games, by their numbers."""
        return tallies_of(games, self._journal, self._shelf, self._listed)

    def count_ahead(self) -> bool:
        """Count some of the games that nobody has asked for yet, the newest first; whether any is left."""
        some = [self._uncounted.pop() for _ in range(min(AT_ONCE, len(self._uncounted)))]
        tallies_of(some, self._journal, self._shelf, self._listed)
        if not self._uncounted:
            self._shelf.save()
        return bool(self._uncounted)

    def counted(self) -> tuple[CountedGame, ...]:
        """All games of dice, with what is counted of them."""
        games = self._journal.kept_games()
        counted = counted_games(games, self._journal, self._shelf, games)
        self._shelf.save()
        return counted

    def record(self, game_id: int) -> GameRecord:
        """A game with its whole history, of a damaged one its good part."""
        return self._journal.good_part(game_id)[0]

    def picture(self, game_id: int, number: int) -> PictureView | None:
        """The picture of the reveal with this number in the record, with its marks, where one was kept."""
        kept = PictureShelf(self._home / PICTURES).find(game_id, number)
        return None if kept is None else picture_view(kept)

    def souvenir(self, game_id: int) -> PictureView:
        """The page of a game; it is also written, as ``companion souvenir`` writes it."""
        record = self._journal.good_part(game_id)[0]
        begun_at, ended_at = self._journal.begun_at(game_id), self._journal.ended_at(game_id)
        kept = ToKeep(game_id, begun_at, ended_at, record)
        pictures, folder = PictureShelf(self._home / PICTURES), self._home / SOUVENIRS
        try:
            _, page = write_souvenir(kept, pictures, folder)
        except OSError as fault:
            raise StoreError(say("souvenir.unwritten", reason=fault.strerror or str(fault))) from None
        return PictureView(page, (), live=False)

    def forget_game(self, game_id: int) -> None:
        """Take a game out of the journal, with all that was kept of it."""
        self._shelf.drop()
        self._journal.forget_game(game_id)
        forget_pictures(self._home, game_id)

    def forget_player(self, name: str) -> None:
        """Take a name out of every game and every page."""
        self._shelf.drop()
        self._journal.forget_player(name)
        forget_souvenirs(self._home)


def picture_view(kept: KeptPicture) -> PictureView | None:
    """A kept picture with a mark on each die that it proves; ``None`` where it cannot be decoded."""
    pixels = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        return None
    marks = tuple(
        Mark(die.box, die.face, Tone.COUNTED if die.counted else Tone.IDLE, die.seat, None)
        for die in kept.proof.dice
    )
    return PictureView(Frame(pixels, 0), marks, live=False)

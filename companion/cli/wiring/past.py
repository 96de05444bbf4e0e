"""Past games for the screen: the journal's games, and the pictures and pages beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

from companion.core.frame import Frame
from companion.core.picture import Kind, PictureError, header_of, pixels_of
from companion.journal import HeldTallies, KeptGame, Store, StoreError, TallyShelf
from companion.journal.statistics import CountedGame, GameTally, counted_games, is_kept, tallies_of
from companion.play.base.views import Mark, PictureView, Tone
from companion.rules import GameRecord
from companion.share.album import (
    KeptPicture,
    PictureKeeper,
    PictureShelf,
    SouvenirKeeper,
    ToKeep,
    write_souvenir,
)
from companion.text import say

PICTURES, SOUVENIRS = "pictures", "souvenirs"
"""The folders beside the journal."""


def keeper_of(home: Path) -> PictureKeeper:
    """The caller closes it."""
    return PictureKeeper(PictureShelf(home / PICTURES, 0))


def souvenirs_of(home: Path) -> SouvenirKeeper:
    """The caller closes it."""
    return SouvenirKeeper(home / SOUVENIRS, PictureShelf(home / PICTURES))


def forget_pictures(home: Path, game: int) -> None:
    PictureShelf(home / PICTURES).forget_game(game)
    _delete(home / SOUVENIRS, f"*-game-{game}.*")
    _delete(home / SOUVENIRS, "*-night.*")


def forget_souvenirs(home: Path) -> None:
    """They bear names, and can be made anew."""
    _delete(home / SOUVENIRS, "*-game-*.*")
    _delete(home / SOUVENIRS, "*-night.*")


def _delete(folder: Path, pattern: str) -> None:
    for path in folder.glob(pattern):
        if path.suffix in (".png", ".pdf"):
            path.unlink(missing_ok=True)


AT_ONCE = 10
"""Games counted at once: a touch waits for these at most."""


class KeptPast:
    """Runs on the journal's thread (``companion.play.modes.history.mode.Past``)."""

    def __init__(self, journal: Store, path: Path) -> None:
        self._journal, self._path, self._home = journal, path, path.parent
        self._shelf = HeldTallies(TallyShelf(path))
        self._listed: tuple[KeptGame, ...] = ()
        self._uncounted: list[KeptGame] = []

    def today(self) -> date:
        return datetime.now().astimezone().date()

    def games(self) -> tuple[KeptGame, ...]:
        self._listed, kept = self._journal.kept_games(), self._shelf.read()
        self._uncounted = [game for game in self._listed if game.seal is not None and not is_kept(game, kept)]
        return self._listed

    def tallies(self, games: Sequence[KeptGame]) -> dict[int, GameTally]:
        return tallies_of(games, self._journal, self._shelf, self._listed)

    def count_ahead(self) -> bool:
        """Newest first; gives whether any is left."""
        some = [self._uncounted.pop() for _ in range(min(AT_ONCE, len(self._uncounted)))]
        tallies_of(some, self._journal, self._shelf, self._listed)
        if not self._uncounted:
            self._shelf.save()
        return bool(self._uncounted)

    def counted(self) -> tuple[CountedGame, ...]:
        games = self._journal.kept_games()
        counted = counted_games(games, self._journal, self._shelf, games)
        self._shelf.save()
        return counted

    def record(self, game_id: int) -> GameRecord:
        return self._journal.good_part(game_id)[0]

    def picture(self, game_id: int, number: int) -> PictureView | None:
        kept = PictureShelf(self._home / PICTURES).find(game_id, number)
        return None if kept is None else picture_view(kept)

    def souvenir(self, game_id: int) -> PictureView:
        """Also writes the page, as ``cups-up souvenir`` does."""
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
        self._shelf.drop()
        self._journal.forget_game(game_id)
        forget_pictures(self._home, game_id)

    def forget_player(self, name: str) -> None:
        self._shelf.drop()
        self._journal.forget_player(name)
        forget_souvenirs(self._home)


def picture_view(kept: KeptPicture) -> PictureView | None:
    """Marks each die of its reveal; ``None`` if it cannot be decoded."""
    try:
        pixels = pixels_of(kept.jpeg, header_of(kept.jpeg, (Kind.JPEG,)))
    except PictureError:
        return None
    marks = tuple(
        Mark(die.box, die.face, Tone.COUNTED if die.counted else Tone.IDLE, die.seat, None)
        for die in kept.proof.dice
    )
    return PictureView(Frame(pixels, 0), marks, live=False)

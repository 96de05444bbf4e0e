"""Past games for the screen: the journal's games, and the pictures and pages beside it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path

from companion.core.frame import Frame
from companion.core.picture import Kind, PictureError, header_of, pixels_of
from companion.journal import KeptGame, Store, StoreError, TallyShelf
from companion.journal.statistics import CountedGame, GameTally, counted_games, is_kept, tallies_of
from companion.play.base.views import Mark, PictureView, Tone
from companion.play.modes.dice.awards import EVENING
from companion.rules import GameRecord
from companion.share import album
from companion.text import say, say_os_fault

PICTURES, SOUVENIRS = "pictures", "souvenirs"
"""The folders beside the journal."""


def forget_pictures(home: Path, game: int) -> None:
    album.PictureShelf(home / PICTURES).forget_game(game)
    _delete(home / SOUVENIRS, f"*-game-{game}.*")
    _delete(home / SOUVENIRS, "*-night.*")


def forget_souvenirs(home: Path) -> None:
    """Deletes the pages: they bear names, and can be made anew."""
    _delete(home / SOUVENIRS, "*-game-*.*")
    _delete(home / SOUVENIRS, "*-night.*")


def _delete(folder: Path, pattern: str) -> None:
    for path in folder.glob(pattern):
        if path.suffix in (".png", ".pdf"):
            path.unlink(missing_ok=True)


def to_keep(journal: Store, game_id: int) -> album.ToKeep:
    record, _ = journal.good_part(game_id)
    return album.ToKeep(game_id, journal.begun_at(game_id), journal.ended_at(game_id), record)


def night_of(journal: Store, game_id: int) -> tuple[album.NightGame, ...]:
    """This game and the won ones of its night."""
    begun_at = journal.begun_at(game_id)
    near = [each.id for each in journal.kept_games() if abs(each.begun_at - begun_at) <= EVENING]
    games = {each: to_keep(journal, each) for each in {game_id, *near}}
    won = {
        number: album.NightGame(each.begun_at, each.ended_at, each.record)
        for number, each in games.items()
        if number == game_id or each.record.game.winner is not None
    }
    return album.of_one_night([*won.values()], won[game_id])


AT_ONCE = 10
"""Games counted at once: a touch waits for these at most."""


class KeptPast:
    """Runs on the journal's thread (``companion.play.modes.history.mode.Past``)."""

    def __init__(self, journal: Store, path: Path) -> None:
        self._journal, self._home = journal, path.parent
        self._shelf = TallyShelf(path)
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
        """Counts some more games, newest first; gives whether any is left."""
        some = [self._uncounted.pop() for _ in range(min(AT_ONCE, len(self._uncounted)))]
        tallies_of(some, self._journal, self._shelf, self._listed)
        if not self._uncounted:
            self._shelf.save()
        return bool(self._uncounted)

    def counted(self) -> tuple[CountedGame, ...]:
        games = self._journal.kept_games()
        return counted_games(games, self._journal, self._shelf, games)

    def record(self, game_id: int) -> GameRecord:
        return self._journal.good_part(game_id)[0]

    def picture(self, game_id: int, number: int) -> PictureView | None:
        kept = album.PictureShelf(self._home / PICTURES).find(game_id, number)
        return None if kept is None else picture_view(kept)

    def souvenir(self, game_id: int) -> tuple[PictureView, ...]:
        """Also writes the pages, as ``cups-up souvenir`` does."""
        kept, night = to_keep(self._journal, game_id), night_of(self._journal, game_id)
        folder = self._home / SOUVENIRS
        try:
            pages = [album.write_souvenir(kept, album.PictureShelf(self._home / PICTURES), folder)[1]]
            if len(night) > 1:
                pages.append(album.write_night(night, folder)[1])
        except OSError as fault:
            raise StoreError(say("souvenir.unwritten", reason=say_os_fault(fault))) from None
        return tuple(PictureView(page, (), live=False) for page in pages)

    def forget_game(self, game_id: int) -> None:
        self._shelf.drop()
        self._journal.forget_game(game_id)
        forget_pictures(self._home, game_id)

    def forget_player(self, name: str) -> None:
        self._shelf.drop()
        self._journal.forget_player(name)
        forget_souvenirs(self._home)


def picture_view(kept: album.KeptPicture) -> PictureView | None:
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

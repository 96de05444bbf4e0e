"""The folder of pictures: one of each reveal, the oldest ones away when they are too many or too old."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.album.proof import Proof, proof_in
from companion.on_disk import NotRead, make_private_folder, read_ordinary

MB = 1_000_000
MOST_MB, MOST_DAYS = 500, 180
"""What a table keeps unless it says otherwise: some 4,000 pictures, half a year."""
LARGEST_PICTURE, LARGEST_PROOF = 40 * MB, MB // 10
DAY_S = 86_400
_NAME = re.compile(r"game-(\d+)-(\d+)\.(jpg|json)")


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A picture as it was kept: the bytes of a JPEG, and what it proves."""

    jpeg: bytes
    proof: Proof


class PictureShelf:
    """Pictures of reveals in a folder, within a budget of space and age. Raises OSError where a disk fails.

    It deletes nothing but its own files, by their names; no record is ever among them.
    """

    def __init__(
        self,
        folder: Path,
        most_bytes: int = MOST_MB * MB,
        most_days: float = MOST_DAYS,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.most_bytes = most_bytes
        self._folder, self._most_days, self._now = folder, most_days, now
        self._kept: dict[Path, tuple[float, int]] | None = None
        self._space = 0

    def keep(self, picture: KeptPicture) -> None:
        """Write a picture, then delete the oldest ones above the budget."""
        path, proof = self._path(picture.proof.game, picture.proof.number), picture.proof.text.encode()
        make_private_folder(self._folder)
        self._forget(path)
        path.with_suffix(".json").write_bytes(proof)
        path.write_bytes(picture.jpeg)
        self._remember(path, self._now(), len(picture.jpeg) + len(proof))
        self.prune()

    def prune(self) -> None:
        """Delete what is too old, and the oldest pictures while all together take too much space."""
        too_old = self._now() - self._most_days * DAY_S
        known = self._known()
        while known:
            oldest = next(iter(known))
            if self._space <= self.most_bytes and known[oldest][0] >= too_old:
                return
            self._delete(oldest)

    def find(self, game: int, number: int) -> KeptPicture | None:
        """The picture of this event; ``None`` where none was kept, or what is there is damaged."""
        path = self._path(game, number)
        try:
            told = read_ordinary(path.with_suffix(".json"), LARGEST_PROOF)
            jpeg = read_ordinary(path, LARGEST_PICTURE)
            proof = proof_in(told.decode())
        except (NotRead, ValueError):
            return None
        return KeptPicture(jpeg, proof) if (proof.game, proof.number) == (game, number) else None

    def forget_game(self, game: int) -> None:
        """Delete the pictures of a game."""
        for path in [each for each in self._known() if _game_of(each) == game]:
            self._delete(path)

    def _path(self, game: int, number: int) -> Path:
        return self._folder / f"game-{game:06d}-{number:05d}.jpg"

    def _known(self) -> dict[Path, tuple[float, int]]:
        """Each picture with its time and the bytes of both its files, the oldest first; looked up once."""
        if self._kept is None:
            self._kept = {}
            found = [
                _looked_up(path) for path in self._folder.glob("game-*.jpg") if _NAME.fullmatch(path.name)
            ]
            for at, path, size in sorted(found):
                self._remember(path, at, size)
        return self._kept

    def _remember(self, path: Path, at: float, size: int) -> None:
        self._known()[path] = at, size
        self._space += size

    def _forget(self, path: Path) -> None:
        self._space -= self._known().pop(path, (0.0, 0))[1]

    def _delete(self, path: Path) -> None:
        for each in (path, path.with_suffix(".json")):
            each.unlink(missing_ok=True)
        self._forget(path)


def _looked_up(path: Path) -> tuple[float, Path, int]:
    told, beside = path.stat(), path.with_suffix(".json")
    return told.st_mtime, path, told.st_size + (beside.stat().st_size if beside.exists() else 0)


def _game_of(path: Path) -> int:
    found = _NAME.fullmatch(path.name)
    return int(found[1]) if found else 0

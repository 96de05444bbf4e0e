"""The folder of pictures: one of each reveal, the oldest ones away when they take too much space."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.core.on_disk import NotRead, make_private_folder, read_ordinary

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class ProvenDie:
    """A die of the picture: its box (left, top, right, bottom in pixels), its face, its seat.

    ``counted``: it counted for the bid.
    """

    box: Box
    face: int
    seat: int
    counted: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """A reveal or correction by its number in the game's record (from 1), and the dice in its picture."""

    game: int
    number: int
    dice: tuple[ProvenDie, ...]

    @property
    def text(self) -> str:
        """The proof as one line of JSON."""
        return json.dumps(asdict(self))

    def faces_of(self, seat: int) -> tuple[int, ...]:
        """The faces of a seat's dice in the picture, from low to high."""
        return tuple(sorted(die.face for die in self.dice if die.seat == seat))


def proof_in(text: str) -> Proof:
    """The proof in a line of JSON. ValueError for any other text."""
    try:
        told = json.loads(text)
        dice = tuple(
            ProvenDie(_box(die["box"]), int(die["face"]), int(die["seat"]), bool(die["counted"]))
            for die in told["dice"]
        )
        return Proof(int(told["game"]), int(told["number"]), dice)
    except (KeyError, TypeError, RecursionError) as fault:
        raise ValueError(str(fault)) from None


def _box(told: list[object]) -> Box:
    left, top, right, bottom = (int(str(each)) for each in told)
    return left, top, right, bottom


MB = 1_000_000
MOST_MB = 500
"""What a table keeps unless it says otherwise: some 4,000 pictures."""
LARGEST_PICTURE, LARGEST_PROOF = 40 * MB, MB // 10
LATER_S = 0.001
"""So much later than the newest picture is one kept by a clock that was set back."""
_NAME = re.compile(r"game-(\d+)-(\d+)\.(jpg|json)")


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A picture as it was kept: the bytes of a JPEG, and what it proves."""

    jpeg: bytes
    proof: Proof


class PictureShelf:
    """Pictures of reveals in a folder, within a budget of space. Raises OSError where a disk fails.

    It deletes nothing but its own files, by their names; no record is ever among them. The files' times keep
    the order in which the pictures were made, also where the clock is set: nothing is deleted for its age.
    """

    def __init__(
        self,
        folder: Path,
        most_bytes: int = MOST_MB * MB,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.most_bytes = most_bytes
        self._folder, self._now = folder, now
        self._kept: dict[Path, tuple[float, int]] | None = None
        self._space = 0

    def keep(self, picture: KeptPicture) -> None:
        """Write a picture, then delete the oldest ones above the budget."""
        path, proof = self._path(picture.proof.game, picture.proof.number), picture.proof.text.encode()
        make_private_folder(self._folder)
        self._forget(path)
        path.with_suffix(".json").write_bytes(proof)
        path.write_bytes(picture.jpeg)
        at = max(self._now(), self._newest_at() + LATER_S)
        os.utime(path, (at, at))
        self._remember(path, at, len(picture.jpeg) + len(proof))
        self.prune()

    def prune(self) -> None:
        """Delete the oldest pictures while all together take too much space."""
        known = self._known()
        while known and self._space > self.most_bytes:
            self._delete(next(iter(known)))

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

    def _newest_at(self) -> float:
        known = self._known()
        return known[next(reversed(known))][0] if known else 0.0

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

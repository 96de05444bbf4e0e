"""A folder of reveals' pictures; the oldest go when space runs out."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.core.on_disk import NotRead, make_private_folder, read_ordinary
from companion.core.reading import Box


@dataclass(frozen=True, slots=True)
class ProvenDie:
    """A die in a picture: its box is left, top, right, bottom in pixels; ``counted``: for the bid."""

    box: Box
    face: int
    seat: int
    counted: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """A reveal or correction by its number in the record (from 1), and the dice in its picture."""

    game: int
    number: int
    dice: tuple[ProvenDie, ...]

    @property
    def text(self) -> str:
        return json.dumps(asdict(self))


def proof_in(text: str) -> Proof:
    """ValueError for any other text."""
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
"""Default limit: some 4,000 pictures."""
LARGEST_PICTURE, LARGEST_PROOF = 40 * MB, MB // 10
LATER_S = 0.001
"""If the clock was set back, a picture's time is this much later than the newest."""
_NAME = re.compile(r"game-(\d+)-(\d+)\.(jpg|json)")


@dataclass(frozen=True, slots=True)
class KeptPicture:
    jpeg: bytes
    proof: Proof


class PictureShelf:
    """Pictures of reveals in a folder, within a space limit. Raises OSError if a disk fails.

    It deletes only its own files, by name. File times keep the order of the pictures, even if the clock is
    set: age deletes nothing.
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
        known = self._known()
        while known and self._space > self.most_bytes:
            self._delete(next(iter(known)))

    def find(self, game: int, number: int) -> KeptPicture | None:
        """None if it was not kept, or is damaged."""
        path = self._path(game, number)
        try:
            told = read_ordinary(path.with_suffix(".json"), LARGEST_PROOF)
            jpeg = read_ordinary(path, LARGEST_PICTURE)
            proof = proof_in(told.decode())
        except (NotRead, ValueError):
            return None
        return KeptPicture(jpeg, proof) if (proof.game, proof.number) == (game, number) else None

    def forget_game(self, game: int) -> None:
        for path in [each for each in self._known() if _game_of(each) == game]:
            self._delete(path)

    def _path(self, game: int, number: int) -> Path:
        return self._folder / f"game-{game:06d}-{number:05d}.jpg"

    def _known(self) -> dict[Path, tuple[float, int]]:
        """Each picture with its time and the bytes of both files, oldest first; looked up once."""
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

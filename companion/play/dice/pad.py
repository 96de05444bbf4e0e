"""The bid pad of the games without a track: which quantities and faces may be bid together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PadFace:
    """What may be bid on a face: quantities from ``lowest`` to ``highest`` (None: no upper limit).

    ``lowest`` None: this face cannot be bid now, for the reason in ``why``.
    """

    face: int
    lowest: int | None
    highest: int | None
    why: str | None


@dataclass(frozen=True, slots=True)
class PadView:
    """The bid pad of the games without a track. ``totals``: lowest and highest sum in a tie breaker.

    ``in_play``: where there is no highest quantity, all up to so many are offered at once.
    """

    faces: tuple[PadFace, ...]
    totals: tuple[int, int] | None
    locked_face: int | None
    in_play: int = 0

    @property
    def endless(self) -> bool:
        """Whether there is no highest quantity."""
        return any(each.lowest is not None and each.highest is None for each in self.faces)

    @property
    def quantities(self) -> tuple[int, ...]:
        """What is offered at once, from the lowest that may be bid on any face."""
        if self.totals is not None:
            return tuple(range(self.totals[0], self.totals[1] + 1))
        lowest = [each.lowest for each in self.faces if each.lowest is not None]
        if not lowest:
            return ()
        highest = max(each.highest or 0 for each in self.faces)
        return tuple(range(min(lowest), max(highest, *lowest, self.in_play if self.endless else 0) + 1))

    def may_bid(self, quantity: int, face: int | None = None) -> bool:
        """Whether so many dice of this face may be bid; of any face where none is named."""
        if self.totals is not None:
            return self.totals[0] <= quantity <= self.totals[1]
        return any(
            each.lowest is not None
            and each.lowest <= quantity
            and (each.highest is None or quantity <= each.highest)
            for each in self.faces
            if face in (None, each.face)
        )

    def faces_for(self, quantity: int | None) -> tuple[int, ...]:
        """The faces that may be bid at this quantity; at any where none is named."""
        possible = (each.face for each in self.faces if each.lowest is not None)
        return tuple(face for face in possible if quantity is None or self.may_bid(quantity, face))

    def offer(self, quantity: int | None, face: int | None) -> tuple[int, int] | None:
        """The bid to offer with one touch where a quantity or a face was picked; a total has face 0."""
        if self.totals is not None:
            return (self.totals[0] if quantity is None else quantity), 0
        easiest = self.easiest
        if quantity is not None:
            faces = self.faces_for(quantity)
            kept = easiest is not None and easiest.face in faces
            return (quantity, easiest.face if kept and easiest is not None else faces[0]) if faces else None
        wanted = easiest if face is None else next(each for each in self.faces if each.face == face)
        return None if wanted is None or wanted.lowest is None else (wanted.lowest, wanted.face)

    @property
    def easiest(self) -> PadFace | None:
        """The face to offer first: the locked one, else the lowest of those with the lowest quantity."""
        possible = [each for each in self.faces if each.lowest is not None]
        locked = [each for each in possible if each.face == self.locked_face]
        return min(locked or possible, key=lambda each: (each.lowest, each.face), default=None)

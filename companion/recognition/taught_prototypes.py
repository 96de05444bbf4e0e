"""The faces of a taught set as prototypes: nearest one wins, if it is near and the second is not.

No training run: means, and one matrix in closed form that tells how much the signatures of one and the
same face vary (Fisher's discriminant, with a ridge). Where the limits lie the taught dice themselves say:
each is left out in turn, in every light, and read by the others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.recognition.errors import TeachError
from companion.recognition.taught_views import unit

FACES = 6
LEAST_DICE = 3
"""Dice a face that must be shown: one is left out and two more must still agree on what it is."""
RIDGE = 0.3
"""Share of the mean variance added to each direction: 0.1 and 1.0 read within one percent of it."""
WITHIN = 0.95
"""Share of the rightly read left-out looks whose distance the limit holds: one slipped box in twenty would
otherwise set it for all (0.99 read about as many dice right, and more wrong, on the sets of seed 5)."""
WRONG = 0.005
"""Share of wrong among the left-out looks that the margin may leave. On unseen frames of sets shown in
several lights it left 0, 0 and 0.8 % wrong (seed 5: pirates, poker, oddstars), 0.01 left 1.0, 0 and 1.7 %."""
FEW_LIGHTS_MARGIN = 0.5
"""Least margin when a face was shown in too few pictures: their light then looks like a part of the face, and
the left-out dice, lit alike, do not show it. The sets of seed 5 needed 0.31 to 0.62 in four lights."""
LEAST_RIGHT = 0.5
"""A face of which fewer left-out looks than this are nearest to itself is no face to play with."""


@dataclass(frozen=True, slots=True, eq=False)
class Prototypes:
    """Six faces: ``middle`` (D,), ``metric`` (D, D), ``faces`` (6, D); distances are 1 - cosine, 0-2.

    A die is read when its nearest face is within ``limit``, it is no stranger than ``strangest``, and the
    second face is farther by more than ``margin``, the share 1 - nearest / second. ``sureness`` is the chance
    that what is read is right, by Laplace's rule of succession over the left-out looks; ``told_share`` of
    them were read.
    """

    middle: np.ndarray
    metric: np.ndarray
    faces: np.ndarray
    limit: float = 2.0
    margin: float = 0.0
    sureness: float = 0.5
    told_share: float = 0.0
    strangest: float = np.inf

    def distances(self, signatures: np.ndarray) -> np.ndarray:
        """Distances (N, 6) of signatures (N, D) to the faces 1-6."""
        ours, theirs = (signatures - self.middle) @ self.metric, self.faces - self.middle
        length = np.sqrt(np.maximum(np.einsum("nd,nd->n", ours, signatures - self.middle), 1e-12))
        reach = np.sqrt(np.maximum(np.einsum("fd,de,fe->f", theirs, self.metric, theirs), 1e-12))
        return 1 - (ours @ theirs.T) / length[:, None] / reach[None]

    def strangeness(self, signatures: np.ndarray) -> np.ndarray:
        """How far signatures (N, D) lie from the nearest face, in what is usual within a face: float (N,).

        The cosine alone does not see it: ordinary pips may lie in a face's direction, but elsewhere.
        """
        apart = signatures[:, None] - self.faces[None]
        return np.einsum("nfd,nfd->nf", apart @ self.metric, apart).min(1)

    def told(self, signatures: np.ndarray) -> np.ndarray:
        """Which of the signatures (N, D) are read, bool (N,)."""
        distances = self.distances(signatures)
        near = (distances.min(1) <= self.limit) & (self.strangeness(signatures) <= self.strangest)
        return near & (margins_of(distances) > self.margin)


def margins_of(distances: np.ndarray) -> np.ndarray:
    """How much nearer the nearest face is than the second, 0-1, a row of distances (N, 6)."""
    first, second = np.sort(distances, 1)[:, :2].T
    return 1 - first / np.maximum(second, 1e-12)


def learned(looks: np.ndarray, faces: np.ndarray, few_lights: bool = False) -> Prototypes:
    """Prototypes from taught dice: ``looks`` (N, L, D) are signatures in L lights, ``faces`` (N,) 1-6.

    ``few_lights`` tells that some face was shown in too few pictures.
    Raises ``TeachError`` when a face is missing, is shown by too few dice, or looks like another one.
    """
    for face in range(1, FACES + 1):
        count = int((faces == face).sum())
        if count < LEAST_DICE:
            found = "no dice" if count == 0 else f"only {count} {'die' if count == 1 else 'dice'}"
            raise TeachError(f"{found} found with face {face}: show it at least {LEAST_DICE} times")
    looks = looks.astype(np.float64)
    rest = [_fitted(np.delete(looks, each, 0), np.delete(faces, each)) for each in range(len(looks))]
    left_out = np.stack([other.distances(own) for other, own in zip(rest, looks, strict=True)])
    strange = np.concatenate([other.strangeness(own) for other, own in zip(rest, looks, strict=True)])
    flat, owners = left_out.reshape(-1, FACES), np.repeat(faces, looks.shape[1])
    right = flat.argmin(1) + 1 == owners
    limit = float(np.quantile(flat[right].min(1), WITHIN)) if right.any() else 0.0
    strangest = float(np.quantile(strange[right], WITHIN)) if right.any() else 0.0
    near = (flat.min(1) <= limit) & (strange <= strangest)
    _refuse_twins(flat, owners)
    margin = max(_margin(margins_of(flat)[near], right[near]), FEW_LIGHTS_MARGIN if few_lights else 0.0)
    fitted = _fitted(looks, faces)
    told = right[near & (margins_of(flat) > margin)]
    sureness = (int(told.sum()) + 1) / (len(told) + 2)
    return replace(
        fitted,
        limit=limit,
        margin=margin,
        sureness=sureness,
        told_share=len(told) / len(flat),
        strangest=strangest,
    )


def _margin(margins: np.ndarray, right: np.ndarray) -> float:
    """The least margin beyond which at most ``WRONG`` of the looks are wrong; 1.0 where none is."""
    order = np.argsort(-margins, kind="stable")
    wrong = np.cumsum(~right[order]) / np.arange(1, len(order) + 1)
    fair = np.flatnonzero(wrong <= WRONG)
    if len(fair) == 0:
        return 1.0
    return float(margins[order[fair[-1] + 1]]) if fair[-1] + 1 < len(order) else 0.0


def _fitted(looks: np.ndarray, faces: np.ndarray) -> Prototypes:
    """Means a face and the inverse of what varies within them."""
    rows, owners = looks.reshape(-1, looks.shape[-1]), np.repeat(faces, looks.shape[1])
    means = np.stack([rows[owners == face].mean(0) for face in range(1, FACES + 1)])
    apart = rows - means[owners - 1]
    spread = apart.T @ apart / len(rows)
    ridge = max(RIDGE * float(np.trace(spread)) / len(spread), 1e-9)
    return Prototypes(means.mean(0), np.linalg.inv(spread + ridge * np.eye(len(spread))), means)


def _refuse_twins(distances: np.ndarray, owners: np.ndarray) -> None:
    for face in range(1, FACES + 1):
        nearest = distances[owners == face].argmin(1) + 1
        if (nearest == face).mean() >= LEAST_RIGHT:
            continue
        twin = int(np.bincount(nearest[nearest != face]).argmax())
        raise TeachError(
            f"faces {min(face, twin)} and {max(face, twin)} look the same to the eye:"
            " show them in more pictures, nearer and in better light, or play with other dice"
        )


def alike(signatures: np.ndarray, groups: int) -> np.ndarray:
    """Group numbers (N,) from 0, the largest group first: what looks alike, in at most that many groups.

    Pairs are merged by the mean cosine between their members (average linkage), most alike first.
    """
    rows = unit(signatures - signatures.mean(0))
    likeness = rows @ rows.T
    members = [[index] for index in range(len(rows))]
    while len(members) > groups:
        best = max(
            ((a, b) for a in range(len(members)) for b in range(a)),
            key=lambda pair: likeness[np.ix_(members[pair[0]], members[pair[1]])].mean(),
        )
        members[best[1]] += members.pop(best[0])
    numbers = np.empty(len(rows), int)
    for number, group in enumerate(sorted(members, key=len, reverse=True)):
        numbers[group] = number
    return numbers

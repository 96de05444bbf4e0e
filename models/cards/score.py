"""Compares read cards with the truth. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.core.reading import ReadCard
from companion.recognition.cards.judge import Corners, sure_of
from companion.recognition.cards.reader import PRINTED, CardThresholds
from models.cards.face import NO_RANK, NO_SUIT, RANKS, SUITS
from models.cards.table import READABLE, Corner

NEAR = 0.7
"""A detected index belongs to a true one within this share of its height."""

EDGE = 0.6
"""An index nearer to the picture's edge than this share of its height need not be read."""


@dataclass(slots=True)
class Score:
    """Counts of cards and corners. ``owed``: cards with a wholly visible index."""

    owed: int = 0
    right: int = 0
    abstained: int = 0
    missed: int = 0
    wrong: int = 0
    made_up: int = 0
    corners: int = 0
    located: int = 0
    corners_right: int = 0
    corners_wrong: int = 0
    confused: Counter[str] = field(default_factory=Counter)

    def shares(self) -> dict[str, float | int]:
        """Counts, and percentages of the owed cards."""
        owed = max(1, self.owed)
        return {
            "cards": self.owed,
            "right %": round(100 * self.right / owed, 2),
            "abstained %": round(100 * self.abstained / owed, 2),
            "missed %": round(100 * self.missed / owed, 2),
            "silently wrong": self.wrong,
            "no card told as one": self.made_up,
            "silently wrong %": round(100 * (self.wrong + self.made_up) / owed, 3),
            "corners": self.corners,
            "corners located %": round(100 * self.located / max(1, self.corners), 2),
            "corners right %": round(100 * self.corners_right / max(1, self.corners), 2),
            "corners wrong": self.corners_wrong,
        }


def code_of(corner: Corner) -> str:
    return RANKS[corner.rank] + SUITS[corner.suit]


def true_cards(corners: list[Corner]) -> dict[int, list[Corner]]:
    cards: dict[int, list[Corner]] = {}
    for corner in corners:
        cards.setdefault(corner.card, []).append(corner)
    return cards


def owed(corners: list[Corner], size: tuple[int, int]) -> str | None:
    """The code of a card with an index well inside the picture."""
    for corner in corners:
        edge = EDGE * corner.height
        inside = edge <= corner.x <= size[0] - edge and edge <= corner.y <= size[1] - edge
        if inside and corner.shown >= READABLE and 0 <= corner.rank < NO_RANK and 0 <= corner.suit < NO_SUIT:
            return code_of(corner)
    return None


def codes_near(corners: list[Corner]) -> set[str]:
    """Right codes of a card, however little of its print shows."""
    return {corner.printed for corner in corners if corner.printed}


def decks_in(cards: dict[int, list[Corner]]) -> int:
    """The number of its most frequent card."""
    counts = Counter(code for corners in cards.values() for code in codes_near(corners))
    return max(counts.values(), default=1)


def within(read: ReadCard, corners: list[Corner]) -> bool:
    """Whether an index lies where the card was read."""
    left, top, right, bottom = read.box
    return any(
        left - c.height <= c.x <= right + c.height and top - c.height <= c.y <= bottom + c.height
        for c in corners
    )


def compared(
    told_cards: Sequence[ReadCard], corners: list[Corner], size: tuple[int, int], score: Score
) -> list[str]:
    """Adds a picture of that width and height to ``score``; gives the faults in words.

    A card is right if it was read where one of its indices is. Another reading of an owed card is wrong; a
    reading of none is made up, unless a card that is not owed may be read so.
    """
    cards, told = true_cards(corners), list(told_cards)
    wanted = {card: code for card, each in cards.items() if (code := owed(each, size))}
    score.owed += len(wanted)
    for card, code in list(wanted.items()):
        if _taken(told, cards[card], code):
            score.right += 1
            del wanted[card]
    told = [read for read in told if not _known(read, cards)]
    faults = []
    for card, code in wanted.items():
        read = _taken(told, cards[card])
        if read is None:
            score.missed += 1
            faults.append(f"missed {code}")
        elif read.code is None:
            score.abstained += 1
            faults.append(f"asked {code}: {read.doubts[0].value}")
        else:
            score.wrong += 1
            score.confused[f"{code} as {read.code}"] += 1
            faults.append(f"WRONG {code} as {read.code}")
    made_up = [read for read in told if read.code is not None]
    score.made_up += len(made_up)
    return faults + [f"MADE UP {read.code} at {read.box}" for read in made_up]


def _taken(told: list[ReadCard], corners: list[Corner], code: str | None = None) -> ReadCard | None:
    """Removes the first card read there, with that code if one is given, from the list."""
    for read in told:
        if code in (None, read.code) and within(read, corners):
            told.remove(read)
            return read
    return None


def _known(read: ReadCard, cards: dict[int, list[Corner]]) -> bool:
    """A card there without a wholly visible index, or read a second time."""
    return read.code is not None and any(
        read.code in codes_near(corners) and within(read, corners) for corners in cards.values()
    )


def count_corners(
    look: Corners, trust: CardThresholds, corners: list[Corner], size: tuple[int, int], score: Score
) -> None:
    """Counts wholly visible indices: detected ones, and their own predictions."""
    sure, codes = sure_of(look.predictions, trust), look.predictions.cards.argmax(1)
    for corner in corners:
        edge = EDGE * corner.height
        inside = edge <= corner.x <= size[0] - edge and edge <= corner.y <= size[1] - edge
        if corner.shown < READABLE or corner.rank not in range(NO_RANK) or corner.suit not in range(NO_SUIT):
            continue
        if not inside:
            continue
        score.corners += 1
        off = [np.hypot(i.x - corner.x, i.y - corner.y) / corner.height for i in look.indices]
        nearest = int(np.argmin(off)) if off else -1
        if nearest < 0 or off[nearest] >= NEAR:
            continue
        score.located += 1
        if sure[nearest]:
            right = PRINTED[codes[nearest]] == code_of(corner)
            score.corners_right += right
            score.corners_wrong += not right

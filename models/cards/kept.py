"""Composed tables for the trainings: listed once, decoded once, kept."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from models.cards.bank import MADE, read_bank
from models.cards.table import Corner


class Pictures:
    """The pictures of some banks, drawn at random."""

    def __init__(self, banks: tuple[str, ...]) -> None:
        self.listed = [each for bank in banks for each in read_bank(MADE / bank)]
        if not self.listed:
            raise FileNotFoundError(
                f"no composed tables in {', '.join(banks)}: run python -m models.cards.bank first"
            )
        self._decoded: dict[Path, np.ndarray] = {}

    def drawn(self, rng: np.random.Generator) -> tuple[np.ndarray, list[Corner]]:
        """Any picture, uint8 (H, W, 3), and its corners."""
        return self.at(int(rng.integers(len(self.listed))))

    def at(self, place: int) -> tuple[np.ndarray, list[Corner]]:
        """The picture at a place of the list and its corners."""
        path, corners = self.listed[place]
        if path not in self._decoded:
            self._decoded[path] = cv2.imread(str(path), cv2.IMREAD_COLOR)
        return self._decoded[path], corners

"""What lies on a face, as numbers that are alike for one symbol, even one that the eye has never seen."""

from __future__ import annotations

import numpy as np

from companion.recognition.classify.crops import CROP_PX
from companion.recognition.weights import load_weights, open_session

DARK, LIGHT = 20.0, 235.0
"""Darkest and lightest of the middle of a crop after its light has been set right."""
TAILS_PERCENT = (3, 97)
SURELY_ORDINARY = -1.5
"""Up to this logit one look is enough; above it the mean over four quarter turns counts. Chosen."""
LEAST_SPAN = 12.0
"""Below that many grey levels between the two a crop is all but flat and its noise is not blown up."""


class SymbolReader:
    """Embeds crops of faces; one ONNX Runtime session."""

    def __init__(self, model: bytes, threads: int = 1) -> None:
        self._session = open_session(model, threads)

    def embed(self, crops: np.ndarray) -> np.ndarray:
        """Embeddings float64 (N, 128), of length 1, of crops uint8 (N, 64, 64, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return np.zeros((0, 0))
        return unit(self._session.run(["embeddings"], {"crops": crops})[0].astype(np.float64))

    def mark_logits(self, crops: np.ndarray) -> np.ndarray:
        """Logits (N,) of a mark that no ordinary die has, for crops uint8 (N, 64, 64, 3); N may be 0."""
        if len(crops) == 0:
            return np.zeros(0)
        lit = np.stack([evenly_lit(each) for each in crops])
        logits: np.ndarray = self._marks(lit)
        again = np.flatnonzero(logits > SURELY_ORDINARY)
        if len(again):
            turns = [self._marks(np.rot90(lit[again], quarter, (1, 2))) for quarter in (1, 2, 3)]
            logits[again] = np.mean([logits[again], *turns], 0)
        return logits

    def _marks(self, crops: np.ndarray) -> np.ndarray:
        (logits,) = self._session.run(["mark"], {"crops": np.ascontiguousarray(crops)})
        marks: np.ndarray = logits[:, 0]
        return marks


class SymbolsWhenNeeded:
    """The shipped symbol reader, opened when the first crop comes: many evenings need none."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._reader: SymbolReader | None = None

    def embed(self, crops: np.ndarray) -> np.ndarray:
        """As ``SymbolReader.embed``. Raises ``WeightsError`` when the weights are missing or altered."""
        if self._reader is None:
            self._reader = SymbolReader(load_weights().symbol_reader, self._threads)
        return self._reader.embed(crops)


def evenly_lit(crop: np.ndarray) -> np.ndarray:
    """The crop (64, 64, 3), its middle's brightness stretched to one range: taught by lamp, read by day."""
    edge = CROP_PX // 6
    low, high = np.percentile(crop[edge:-edge, edge:-edge].mean(2), TAILS_PERCENT)
    stretched = DARK + (LIGHT - DARK) * (crop.astype(np.float32) - low) / max(high - low, LEAST_SPAN)
    levelled: np.ndarray = stretched.clip(0, 255).astype(np.uint8)
    return levelled


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows (…, D) scaled to length 1; rows of zeros stay."""
    scaled: np.ndarray = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12)
    return scaled

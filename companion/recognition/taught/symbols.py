"""What lies on a face, as numbers that are alike for one symbol, even one that the eye has never seen."""

from __future__ import annotations

import numpy as np

from companion.recognition.weights import open_session


class SymbolReader:
    """Embeds crops of faces; one ONNX Runtime session."""

    def __init__(self, model: bytes, threads: int = 1) -> None:
        self._session = open_session(model, threads)

    def embed(self, crops: np.ndarray) -> np.ndarray:
        """Embeddings float64 (N, 128), of length 1, of crops uint8 (N, 64, 64, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return np.zeros((0, 0))
        return unit(self._session.run(None, {"crops": crops})[0].astype(np.float64))


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows (…, D) scaled to length 1; rows of zeros stay."""
    scaled: np.ndarray = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12)
    return scaled

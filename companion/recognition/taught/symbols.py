"""What lies on a face, as numbers that are alike for one symbol, even one that the eye has never seen."""

from __future__ import annotations

import numpy as np

from companion.recognition.weights import load_weights, open_session


class SymbolReader:
    """Embeds crops of faces; one ONNX Runtime session."""

    def __init__(self, model: bytes, threads: int = 1) -> None:
        self._session = open_session(model, threads)

    def embed(self, crops: np.ndarray) -> np.ndarray:
        """Embeddings float64 (N, 128), of length 1, of crops uint8 (N, 64, 64, 3) BGR; N may be 0."""
        if len(crops) == 0:
            return np.zeros((0, 0))
        return unit(self._session.run(None, {"crops": crops})[0].astype(np.float64))


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


def unit(rows: np.ndarray) -> np.ndarray:
    """Rows (…, D) scaled to length 1; rows of zeros stay."""
    scaled: np.ndarray = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-12)
    return scaled

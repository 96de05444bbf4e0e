"""What the networks are given: bytes in whole cells, or numbers between -1 and 1 with the channels first."""

import numpy as np
import pytest

from companion.recognition.detect.detector import PADDED_TO, PADDING, padded, preprocess, preprocess_frame


def test_pixels_become_numbers_about_zero_with_the_channels_first() -> None:
    pictures = np.random.default_rng(3).integers(0, 256, (2, 5, 7, 3), dtype=np.uint8)
    blob = preprocess(pictures)
    assert blob.shape == (2, 3, 5, 7)
    assert blob.dtype == np.float32
    np.testing.assert_allclose(blob, pictures.transpose(0, 3, 1, 2) / 128.0 - 1.0, atol=1e-6)


@pytest.mark.parametrize("size", [(1, 1), (16, 32), (33, 47), (20, 16)])
def test_frames_are_filled_up_with_grey_to_whole_cells(size: tuple[int, int]) -> None:
    frame = np.random.default_rng(5).integers(0, 256, (*size, 3), dtype=np.uint8)
    filled = padded(frame)
    for new, old in zip(filled.shape[:2], size, strict=True):
        assert new % PADDED_TO == 0
        assert 0 <= new - old < PADDED_TO
    np.testing.assert_array_equal(filled[: size[0], : size[1]], frame)
    assert (filled[size[0] :] == PADDING).all()
    assert (filled[:, size[1] :] == PADDING).all()
    np.testing.assert_allclose(preprocess_frame(frame)[0], filled.transpose(2, 0, 1) / 128.0 - 1.0, atol=1e-6)

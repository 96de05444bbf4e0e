"""What the networks are given: pixels between -1 and 1, channels first."""

import numpy as np

from companion.recognition.blob import blob_of


def test_pixels_become_numbers_about_zero_with_the_channels_first() -> None:
    pictures = np.random.default_rng(3).integers(0, 256, (2, 5, 7, 3), dtype=np.uint8)
    blob = blob_of(pictures)
    assert blob.shape == (2, 3, 5, 7)
    assert blob.dtype == np.float32
    np.testing.assert_allclose(blob, pictures.transpose(0, 3, 1, 2) / 128.0 - 1.0, atol=1e-6)

"""Grey looks: what differs in colour alone is light or dark in one of them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.classify.channel_tta import LUMINANCE, VIEWS, channel_views

SIDE = 64
PIP = np.hypot(*np.indices((SIDE, SIDE)) - SIDE / 2) < SIDE / 6


def crop_of(body: tuple[int, int, int], mark: tuple[int, int, int]) -> np.ndarray:
    """A pip of one colour on a body of another, blue, green and red, with a camera's noise."""
    crop = np.where(PIP[..., None], np.array(mark), np.array(body)).astype(float)
    noise = np.random.default_rng(1).normal(0, 3, crop.shape)
    return (crop + noise).clip(0, 255).astype(np.uint8)


def of_luminance(colour: tuple[float, float, float], wanted: float) -> tuple[int, ...]:
    """A colour made lighter or darker until it is as bright as wanted."""
    return tuple(np.round(np.array(colour) * wanted / (np.array(colour) @ LUMINANCE)).astype(int).tolist())


@pytest.mark.parametrize(
    ("body", "mark"),
    [((200, 60, 20), (20, 20, 150)), ((30, 120, 30), (40, 40, 160)), ((180, 40, 120), (30, 110, 10))],
)
def test_a_pip_as_bright_as_its_die_stands_out_in_some_look(body: tuple, mark: tuple) -> None:
    crop = crop_of(of_luminance(body, 70), of_luminance(mark, 70))
    bright = crop @ LUMINANCE
    assert abs(bright[PIP].mean() - bright[~PIP].mean()) < 8
    looks = channel_views(crop[None])[:, 0, ..., 0].astype(float)
    assert max(abs(look[PIP].mean() - look[~PIP].mean()) for look in looks) > 120


def test_looks_are_grey_and_each_crop_has_its_own() -> None:
    crops = np.stack([crop_of((200, 60, 20), (20, 20, 150)), crop_of((20, 20, 150), (200, 60, 20))])
    looks = channel_views(crops)
    assert looks.shape == (VIEWS, 2, SIDE, SIDE, 3)
    assert looks.dtype == np.uint8
    assert (looks == looks[..., :1]).all()
    for index in range(2):
        assert np.abs(looks[:, index].astype(int) - channel_views(crops[index : index + 1])[:, 0]).max() <= 1


def test_what_shows_nothing_is_not_stretched_to_black_and_white() -> None:
    even = np.full((1, SIDE, SIDE, 3), 120, np.uint8)
    even[0, ::2] += 1
    assert np.ptp(channel_views(even).astype(int), axis=(2, 3)).max() < 120

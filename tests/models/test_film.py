"""What a camera makes of light: pictures of bytes, spoiled but whole."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")
pytest.importorskip("numba")

import torch

from models.lessons.film import blurred, centred, filmed, jpeg, varied


def test_a_picture_has_whole_bytes_and_every_lesson_keeps_its_place() -> None:
    torch.manual_seed(1)
    light = torch.full((32, 3, 64, 64), 0.02)
    light[::2, 0] = 0.6
    shown = filmed(light)
    assert shown.shape == light.shape
    assert shown.min() >= 0
    assert shown.max() <= 1
    assert torch.allclose(shown * 255, (shown * 255).round(), atol=1e-3)
    blue = shown[:, 0].mean((1, 2)) - shown[:, 2].mean((1, 2))
    assert blue[::2].mean() > blue[1::2].mean() + 0.2


def test_the_same_seed_films_alike() -> None:
    light = torch.rand(16, 3, 64, 64, generator=torch.Generator().manual_seed(2))
    one, other = (torch.manual_seed(4) and filmed(light) for _ in range(2))
    assert one.equal(other)


def test_blur_keeps_the_brightness() -> None:
    spot = torch.zeros(1, 3, 64, 64)
    spot[:, :, 32, 32] = 1.0
    assert blurred(spot, 1.7).sum().item() == pytest.approx(3.0, abs=0.01)


def test_jpeg_of_less_quality_differs_more() -> None:
    picture = torch.rand(2, 3, 64, 64, generator=torch.Generator().manual_seed(3))
    picture[1] = picture[0]
    off = (jpeg(picture, torch.tensor([95.0, 10.0])) - picture).abs().mean((1, 2, 3))
    assert off[0] < 0.1 < off[1]


def test_crops_that_may_not_be_turned_stay_upright() -> None:
    torch.manual_seed(6)
    kept = torch.zeros(64, 3, 96, 96, dtype=torch.uint8)
    kept[:, :, :48] = 255
    light = varied(kept, torch.zeros(64, dtype=torch.bool), 1.5)
    assert (light[:, :, 4].mean((1, 2)) > light[:, :, -4].mean((1, 2)) + 0.5).all()
    turned = varied(kept, torch.ones(64, dtype=torch.bool), 1.5)
    assert (turned[:, :, 4].mean((1, 2)) < turned[:, :, -4].mean((1, 2))).any()


def test_the_middle_of_a_kept_crop_is_the_crop() -> None:
    kept = torch.zeros(1, 3, 96, 96, dtype=torch.uint8)
    kept[:, :, 16:80, 16:80] = 255
    assert centred(kept, 1.5).min().item() == 1.0

"""The light over the table: what spoils it is found where it is, and good light is left alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from calibration import light_spoiled as spoil
from companion.calibration import LightCheck, Settling, examine, wrong
from companion.calibration.light import (
    Flicker,
    FlickerPattern,
    Ground,
    Standing,
    Subject,
    edge_blur_px,
    evenness,
    find_flicker,
)
from companion.core.frame import Frame
from companion.simulator import SimulatedTable

SIZE = (640, 360)
S = 1_000_000_000
FRAME_S = 1 / 30
LIVE_S = 0.1373
"""Time between two live pictures, no whole number of beats of any mains."""
Spoil = Callable[[np.ndarray], np.ndarray]


@pytest.fixture(scope="module")
def good() -> dict[str, np.ndarray]:
    """Pictures of simulated tables in good light: wood and cloth, cups down and up."""
    found = {}
    for seed in (0, 4):
        table = SimulatedTable(4, seed, SIZE)
        table.deal((5, 5, 5, 5), (), seed)
        found[f"down {seed}"] = table.capture(0).pixels
        table.lift()
        found[f"up {seed}"] = table.capture(0).pixels
    return found


def sketch(seed: int = 3) -> np.ndarray:
    """Grey felt with light squares on it, dark dots on them: dice as a child draws them."""
    random = np.random.default_rng(seed)
    pixels = np.full((SIZE[1], SIZE[0], 3), 105.0)
    for _ in range(30):
        x, y = (int(random.integers(10, side - 40)) for side in SIZE)
        pixels[y : y + 24, x : x + 24] = 205
        pixels[y + 8 : y + 13, x + 8 : x + 13] = 30
    noisy = pixels + random.normal(0, 1.5, pixels.shape)
    return spoil.blurred(np.clip(noisy, 0, 255).astype(np.uint8), 0.5)


def series(pixels: Sequence[np.ndarray] | np.ndarray, many: int = 8, every_s: float = LIVE_S) -> list[Frame]:
    """One picture again and again, or several one after the other."""
    pictures = [pixels] * many if isinstance(pixels, np.ndarray) else list(pixels)
    return [Frame(each, S + round(at * every_s * S)) for at, each in enumerate(pictures)]


def found(pixels: np.ndarray) -> dict[Subject, LightCheck]:
    return {check.subject: check for check in wrong(examine(series(pixels)))}


@pytest.mark.slow
def test_good_light_is_left_alone(good: dict[str, np.ndarray]) -> None:
    for name, pixels in {**good, "sketch": sketch()}.items():
        checks = examine(series(pixels))
        assert [check.subject for check in checks] == list(Subject)
        assert [
            (check.subject, check.sentence) for check in checks if check.standing is not Standing.GOOD
        ] == [], name


@pytest.mark.parametrize(
    ("spoiled", "subject", "said", "remedy"),
    [
        (lambda pixels: spoil.darkened(pixels, 0.25), Subject.BRIGHTNESS, "too dark", "another lamp"),
        (lambda pixels: spoil.brightened(pixels, 2.6), Subject.BRIGHTNESS, "too bright", "dim the lamp"),
        (lambda pixels: spoil.blurred(pixels, 2.5), Subject.FOCUS, "not sharp", "turn the lens"),
        (lambda pixels: spoil.sloped(pixels, 2.6, 0.0), Subject.EVENNESS, "the right of", "at the right"),
        (lambda pixels: spoil.sloped(pixels, 2.6, 180.0), Subject.EVENNESS, "the left of", "at the left"),
        (lambda pixels: spoil.sloped(pixels, 2.6, 90.0), Subject.EVENNESS, "the bottom", "at the bottom"),
        (lambda pixels: spoil.sloped(pixels, 2.6, 225.0), Subject.EVENNESS, "upper left", "upper left"),
        (lambda pixels: spoil.mirroring(pixels, (150, 90), 24), Subject.GLARE, "in one place", "the lamp"),
    ],
)  # fmt: skip
def test_what_spoils_the_light_is_said_with_what_to_do(
    good: dict[str, np.ndarray], spoiled: Spoil, subject: Subject, said: str, remedy: str
) -> None:
    for name in ("down 0", "up 4"):
        check = found(spoiled(good[name]))[subject]
        assert said in check.sentence
        assert remedy in (check.remedy or "")


@pytest.mark.parametrize("spread", [0.0, 0.8])
def test_a_picture_that_is_hardly_soft_is_sharp(good: dict[str, np.ndarray], spread: float) -> None:
    pixels = good["up 0"] if not spread else spoil.blurred(good["up 0"], 0.6)
    assert Subject.FOCUS not in found(pixels)


def test_the_blur_of_an_edge_is_measured_whatever_its_contrast() -> None:
    for step in (60, 200):
        edge = np.full((200, 200), 30, np.uint8)
        edge[:, 100:] = 30 + step
        for spread in (1.0, 2.0, 3.0):
            measured = edge_blur_px(spoil.blurred(edge, spread))
            assert measured == pytest.approx(spread, rel=0.3)


def test_glare_is_pointed_at_and_only_on_the_table() -> None:
    pixels = spoil.mirroring(spoil.mirroring(sketch(), (150, 90), 24), (500, 300), 30)
    places = found(pixels)[Subject.GLARE].places
    assert len(places) == 2
    for (left, top, right, bottom), (x, y) in zip(places, ((500, 300), (150, 90)), strict=True):
        assert left < x < right
        assert top < y < bottom
        assert right - left < 90
    left_half = ((0, 0), (320, 0), (320, 360), (0, 360))
    checks = examine(series(pixels), field=left_half)
    (check,) = [each for each in checks if each.subject is Subject.GLARE]
    assert len(check.places) == 1
    assert check.places[0][2] < 320


def test_the_dark_side_is_pointed_at() -> None:
    (place,) = found(spoil.sloped(sketch(), 2.6, 0.0))[Subject.EVENNESS].places
    assert place == (SIZE[0] - SIZE[0] // 3, 0, SIZE[0], SIZE[1])


def test_how_uneven_the_light_is() -> None:
    flat = np.full((*SIZE[::-1], 3), 120, np.uint8)
    for times in (1.0, 1.5, 2.0, 3.0):
        slope = evenness(Ground.of(spoil.sloped(flat, times, 270.0)))
        assert slope.times == pytest.approx(times, rel=0.15)
    assert slope.dark_end == "top"
    assert evenness(Ground.of(np.zeros((*SIZE[::-1], 3), np.uint8))) is None


@pytest.mark.parametrize("mains", [50, 60])
@pytest.mark.parametrize("read_out_s", [1 / 60, 1 / 30])
def test_bands_that_move_name_the_mains(good: dict[str, np.ndarray], mains: int, read_out_s: float) -> None:
    banded = [
        spoil.banded(good["up 0"], 0.06, S * 1e-9 + at * LIVE_S, 2 * mains, read_out_s) for at in range(8)
    ]
    flicker = find_flicker(series(banded))
    assert flicker.seen is FlickerPattern.BANDS
    assert flicker.mains_hz == mains
    assert flicker.depth == pytest.approx(0.06, abs=0.02)
    (check,) = [each for each in examine(series(banded)) if each.subject is Subject.FLICKER]
    assert f"the mains of {mains} Hz" in check.sentence
    assert f"{mains} Hz" in check.remedy


@pytest.mark.parametrize("mains", [50, 60])
def test_pictures_that_beat_as_a_whole_name_the_mains(mains: int) -> None:
    beats = [spoil.banded(sketch(), 0.06, S * 1e-9 + at * LIVE_S, 2 * mains, 0.0) for at in range(12)]
    flicker = find_flicker(series(beats))
    assert (flicker.seen, flicker.mains_hz) == (FlickerPattern.BEATS, mains)
    assert flicker.depth == pytest.approx(0.06, abs=0.01)


@pytest.mark.parametrize("hz", [100, 120])
def test_deep_bands_show_in_one_picture(hz: int) -> None:
    flicker = find_flicker(series(spoil.banded(sketch(), 0.2, 0.004, hz, FRAME_S), many=1))
    assert flicker == Flicker(FlickerPattern.BANDS, flicker.depth)
    assert flicker.depth == pytest.approx(0.2, abs=0.06)


def test_a_hand_over_the_table_is_no_flicker() -> None:
    pictures = []
    for at in range(8):
        pixels = sketch()
        pixels[100:360, 60 * at : 60 * at + 110] = (120, 150, 190)
        pictures.append(pixels)
    assert find_flicker(series(pictures)) is None


def test_exposure_that_still_moves_is_not_settled() -> None:
    pixels = sketch()
    rising = [spoil.brightened(pixels, 0.6 + 0.06 * at) for at in range(8)]
    settling = Settling()
    for frame in series([*rising, *[rising[-1]] * 8]):
        settling = settling.see(frame)
        if frame.exposed_at_ns == S + round(7 * LIVE_S * S):
            assert (settling.settled, settling.sentence) == (False, "the camera's exposure still changes")
    assert settling.settled
    assert Subject.SETTLED in {check.subject for check in wrong(examine(series(rising)))}


def test_colours_that_still_move_are_not_settled() -> None:
    pixels = sketch()
    warmer = [
        np.clip(pixels * np.array([1 - 0.02 * at, 1, 1 + 0.02 * at]), 0, 255).astype(np.uint8)
        for at in range(8)
    ]
    settling = Settling()
    for frame in series(warmer):
        settling = settling.see(frame)
    assert (settling.settled, settling.sentence) == (False, "the camera's colours still change")


def test_a_hand_does_not_unsettle_the_camera() -> None:
    settling = Settling()
    for at in range(8):
        pixels = sketch()
        pixels[100:360, 60 * at : 60 * at + 110] = (120, 150, 190)
        settling = settling.see(Frame(pixels, S + round(at * LIVE_S * S)))
    assert settling.settled


def test_too_few_pictures_tell_nothing_of_time() -> None:
    pixels = sketch()
    frame = Frame(pixels, S)
    checks = {check.subject: check for check in examine([frame])}
    assert checks[Subject.SETTLED].standing is Standing.UNKNOWN
    assert "too few pictures" in checks[Subject.SETTLED].sentence
    settling = Settling().see(frame)
    assert settling.see(frame) is settling


def test_a_blank_picture_cannot_be_judged() -> None:
    checks = {check.subject: check for check in examine(series(np.full((*SIZE[::-1], 3), 2, np.uint8)))}
    assert checks[Subject.FOCUS].standing is Standing.UNKNOWN
    assert "cap" in checks[Subject.FOCUS].remedy
    assert checks[Subject.EVENNESS].standing is Standing.UNKNOWN
    assert checks[Subject.BRIGHTNESS].standing is Standing.WRONG


def test_a_larger_still_is_what_one_picture_shows() -> None:
    still = Frame(spoil.mirroring(np.repeat(np.repeat(sketch(), 2, 0), 2, 1), (900, 500), 60), S)
    (check,) = [each for each in examine(series(sketch()), still) if each.subject is Subject.GLARE]
    left, _, right, _ = check.places[0]
    assert left < 900 < right


def test_frames_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        examine([])
    with pytest.raises(ValueError, match="one size"):
        examine([Frame(sketch(), S), Frame(sketch()[:100], 2 * S)])
    with pytest.raises(ValueError, match="must say what to do"):
        LightCheck(Subject.GLARE, Standing.WRONG, "a lamp is mirrored")

"""Dice drawn in perspective without a path tracer: endless colours, pips, stars and tilts."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.compose.paint import Colour, any_colour, hsv, luminance, shaded, soft_noise
from models.compose.sprite import STAR, Sprite, trimmed

CANVAS_PX = 144
DIE_PX = 62.0
"""Edge of a die seen from straight above, in canvas pixels (before the cut-out is scaled)."""
OVERSAMPLING = 2
STEEP_DEG = 37.0
"""Beyond this the picture's up is needed to tell the top face (issue 4 asks for 35 degrees)."""
COCKED_FACING = 0.8
"""A leaning die is drawn as cocked only when no face looks at the camera more squarely than this
(cosine): else it cannot be told from a flat one."""
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Make:
    """How one kind of die is made; lengths in half edges of the die."""

    body: Colour
    mark: Colour
    one_mark: Colour
    rounding: float
    pip_radius: float
    pip_spread: float
    one_scale: float
    starred: bool
    star_radius: float
    star_waist: float
    clear: bool
    marbling: float
    gloss: float
    pip_ring: bool


def any_make(rng: np.random.Generator, starred: bool | None = None) -> Make:
    """A kind of die: colours that can be told apart, pips or stars of any usual size."""
    starred = bool(rng.random() < 0.3) if starred is None else starred
    body, mark = _colours(rng, starred)
    radius = rng.uniform(0.13, 0.24)
    return Make(
        body=body,
        mark=mark,
        one_mark=hsv(0.99, 0.9, 0.8) if rng.random() < 0.06 and not starred else mark,
        rounding=rng.uniform(0.04, 0.34),
        pip_radius=radius,
        pip_spread=rng.uniform(0.44, 0.58),
        one_scale=rng.uniform(1.2, 1.9) if rng.random() < 0.15 else 1.0,
        starred=starred,
        star_radius=rng.uniform(0.38, 0.85),
        star_waist=rng.choice([0.382, 0.382, rng.uniform(0.34, 0.6)]),
        clear=bool(rng.random() < 0.12),
        marbling=rng.uniform(0.2, 0.7) if rng.random() < 0.2 else 0.0,
        gloss=rng.uniform(0, 1) if rng.random() < 0.6 else 0.0,
        pip_ring=bool(rng.random() < 0.1),
    )


def _colours(rng: np.random.Generator, starred: bool) -> tuple[Colour, Colour]:
    kind = rng.random()
    if starred and kind < 0.6:
        body = hsv(rng.uniform(0.11, 0.17), rng.uniform(0.5, 1.0), rng.uniform(0.75, 1.0))
    elif kind < 0.35:
        body = hsv(rng.uniform(0.08, 0.16), rng.uniform(0, 0.25), rng.uniform(0.8, 1.0))
    elif kind < 0.45:
        body = hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.04, 0.2))
    elif kind < 0.6:
        body = hsv(rng.uniform(0.96, 1.03), rng.uniform(0.7, 1), rng.uniform(0.35, 0.9))
    else:
        body = any_colour(rng)
    for _ in range(20):
        draw = rng.random()
        light, dark = hsv(0.1, rng.uniform(0, 0.2), rng.uniform(0.85, 1)), hsv(0, 0, rng.uniform(0, 0.15))
        mark = dark if draw < 0.45 else light if draw < 0.85 else any_colour(rng)
        if abs(luminance(mark) - luminance(body)) > 60:
            return body, mark
    return body, (10.0, 10.0, 10.0) if luminance(body) > 110 else (245.0, 245.0, 245.0)


def _turn(axis: int, angle_deg: float) -> np.ndarray:
    angle = np.radians(angle_deg)
    cosine, sine = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    one, other = [(1, 2), (2, 0), (0, 1)][axis]
    matrix[one, one] = matrix[other, other] = cosine
    matrix[one, other], matrix[other, one] = -sine, sine
    return matrix


def _axes(rng: np.random.Generator) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Normal and two in-plane directions of the faces: top, bottom, then the four sides."""
    up = (np.array([0, 0, 1.0]), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))
    down = (np.array([0, 0, -1.0]), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))
    sides = []
    for quarter in range(4):
        turn = _turn(2, 90.0 * quarter)
        frame = (turn @ [1.0, 0, 0], turn @ [0, 1.0, 0], np.array([0, 0, 1.0]))
        sides.append((frame[0], frame[2], frame[1]) if rng.random() < 0.5 else frame)
    return [up, down, *sides]


def _faces(rng: np.random.Generator, top: int) -> list[int]:
    """Which number each of top, bottom and the four sides shows; opposite faces make seven."""
    rest = [one for one in (1, 2, 3) if one not in (top, 7 - top)]
    first, second = rng.permutation(rest)
    first, second = (7 - int(each) if rng.random() < 0.5 else int(each) for each in (first, second))
    return [top, 7 - top, first, second, 7 - first, 7 - second]


def star_points(radius: float, waist: float, turn: float) -> np.ndarray:
    """The ten corners of a five-pointed star, float (10, 2)."""
    angles = turn + np.arange(10) * np.pi / 5
    lengths = np.where(np.arange(10) % 2 == 0, radius, radius * waist)
    return np.stack([lengths * np.cos(angles), lengths * np.sin(angles)], 1)


def _marks(rng: np.random.Generator, make: Make, number: int) -> list[tuple[np.ndarray, Colour]]:
    """Outlines on a face, in half edges, with their colours."""
    if number == 1 and make.starred:
        return [(star_points(make.star_radius, make.star_waist, rng.uniform(0, 2 * np.pi)), make.mark)]
    circle = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    radius = make.pip_radius * (make.one_scale if number == 1 else 1.0)
    outline = radius * np.stack([np.cos(circle), np.sin(circle)], 1)
    colour = make.one_mark if number in (1, 4) else make.mark
    return [(outline + np.array(place) * make.pip_spread, colour) for place in PIPS[number]]


class _View:
    """A pinhole camera over the die: turns, tilts and projects its points to the canvas."""

    def __init__(
        self, rng: np.random.Generator, off_vertical_deg: float, tilt_deg: float, roll_deg: float
    ) -> None:
        tilt = _turn(2, rng.uniform(0, 360)) @ _turn(0, tilt_deg)
        lean = _turn(2, roll_deg) @ _turn(0, off_vertical_deg)
        self.turn = lean @ tilt @ _turn(2, rng.uniform(0, 360))
        self.distance = rng.uniform(7, 40)

    def points(self, model: np.ndarray) -> np.ndarray:
        """Canvas coordinates (N, 2) of points (N, 3) in half edges."""
        seen = model @ self.turn.T
        scale = DIE_PX / 2 * OVERSAMPLING * self.distance / (self.distance - seen[:, 2])
        middle = CANVAS_PX * OVERSAMPLING / 2
        return np.stack([middle + seen[:, 0] * scale, middle - seen[:, 1] * scale], 1)

    def faces_us(self, normal: np.ndarray) -> float:
        """How squarely a face looks at the camera; at most 0 when it is hidden."""
        seen = self.turn @ normal
        toward = np.array([0, 0, self.distance]) - seen
        return float(seen @ toward / np.linalg.norm(toward))


def _fill(canvas: np.ndarray, outline: np.ndarray, colour: Colour | float) -> None:
    fixed = np.round(outline * 16).astype(np.int32)
    cv2.fillPoly(canvas, [fixed], colour, cv2.LINE_AA, 4)


def _silhouette(view: _View, rounding: float) -> np.ndarray:
    inner = 1 - rounding
    corners = np.array([[x, y, z] for x in (-inner, inner) for y in (-inner, inner) for z in (-inner, inner)])
    hull = cv2.convexHull(view.points(corners).astype(np.float32))[:, 0]
    side = CANVAS_PX * OVERSAMPLING
    alpha = np.zeros((side, side), np.uint8)
    _fill(alpha, hull, 255)
    stroke = int(2 * rounding * DIE_PX / 2 * OVERSAMPLING)
    if stroke > 0:
        cv2.polylines(alpha, [np.round(hull * 16).astype(np.int32)], True, 255, stroke, cv2.LINE_AA, 4)
    return alpha


def _body(rng: np.random.Generator, make: Make, view: _View, frames: list, light: np.ndarray) -> np.ndarray:
    side = CANVAS_PX * OVERSAMPLING
    canvas = np.empty((side, side, 3), np.float32)
    canvas[:] = shaded(make.body, rng.uniform(0.75, 1.1))
    inner = 1 - make.rounding * rng.uniform(0.4, 1.0)
    ambient = rng.uniform(0.35, 0.7)
    for normal, along, across in frames:
        if view.faces_us(normal) <= 0:
            continue
        square = np.array(
            [normal + inner * (a * along + b * across) for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))]
        )
        lit = ambient + (1 - ambient) * max(0.0, float(normal @ light))
        _fill(canvas, view.points(square), shaded(make.body, lit * 1.1))
    return cv2.GaussianBlur(canvas, (0, 0), OVERSAMPLING * rng.uniform(0.5, 3.0))


def _draw_marks(
    rng: np.random.Generator,
    make: Make,
    view: _View,
    canvas: np.ndarray,
    frames: list,
    numbers: list[int],
    light: np.ndarray,
) -> None:
    ambient = rng.uniform(0.5, 0.8)
    for (normal, along, across), number in zip(frames, numbers, strict=True):
        if view.faces_us(normal) <= 0.04:
            continue
        lit = ambient + (1 - ambient) * max(0.0, float(normal @ light))
        for outline, colour in _marks(rng, make, number):
            place = normal + outline[:, :1] * along + outline[:, 1:] * across
            if make.pip_ring and number != 1:
                middle = place.mean(0)
                _fill(canvas, view.points(middle + (place - middle) * 1.25), shaded(make.body, 0.5))
            _fill(canvas, view.points(place), shaded(colour, lit))


def _finish(rng: np.random.Generator, make: Make, canvas: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    side = canvas.shape[0]
    if make.marbling:
        canvas *= 1 + make.marbling * (soft_noise(rng, side, side, rng.uniform(4, 14))[..., None] - 0.5)
    canvas *= 1 + 0.3 * (soft_noise(rng, side, side, 1.5)[..., None] - 0.5)
    if make.gloss:
        spot = np.zeros((side, side), np.float32)
        middle = side / 2 + rng.normal(0, DIE_PX * OVERSAMPLING * 0.35, 2)
        axes = rng.uniform(2, 14, 2) * OVERSAMPLING
        cv2.ellipse(spot, (middle.tolist(), axes.tolist(), rng.uniform(0, 180)), 1.0, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), OVERSAMPLING * rng.uniform(0.5, 3)) * make.gloss
        canvas += spot[..., None] * (250 - canvas)
    out = np.dstack(
        [canvas.clip(0, 255), alpha.astype(np.float32) * (rng.uniform(0.75, 0.95) if make.clear else 1)]
    )
    size = CANVAS_PX
    return cv2.resize(out, (size, size), interpolation=cv2.INTER_AREA).astype(np.uint8)


def sketched_die(
    rng: np.random.Generator, make: Make, top: int, cocked: bool = False, steep: bool | None = None
) -> Sprite:
    """A die of that make with face ``top`` up, seen from somewhere over the table.

    ``cocked`` leans it 20-45 degrees against something that is not drawn: its face is then no face.
    """
    steep = bool(rng.random() < 0.12) if steep is None else steep
    off_vertical = rng.uniform(STEEP_DEG, 55) if steep else abs(rng.normal(0, 18)) % STEEP_DEG
    roll = rng.uniform(-25, 25) if steep else rng.uniform(0, 360)
    view = _View(rng, -off_vertical, abs(rng.normal(0, 1.0)), roll)
    frames = _axes(rng)
    while cocked and max(view.faces_us(frame[0]) for frame in frames) > COCKED_FACING:
        view = _View(rng, rng.uniform(0, STEEP_DEG), rng.uniform(20, 45), rng.uniform(0, 360))
    numbers = _faces(rng, top)
    light = np.array([rng.normal(0, 0.5), rng.normal(0, 0.5), rng.uniform(0.5, 1.2)])
    light /= np.linalg.norm(light)
    canvas = _body(rng, make, view, frames, light)
    _draw_marks(rng, make, view, canvas, frames, numbers, light)
    bgra = trimmed(_finish(rng, make, canvas, _silhouette(view, make.rounding)))
    return Sprite(bgra, STAR if top == 1 and make.starred else top, cocked, not steep)

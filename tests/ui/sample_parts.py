"""Players, tracks, pads and a painted table: what the hand-made views of every scene are made from."""

from __future__ import annotations

from functools import cache

import numpy as np

from companion.core.frame import Frame
from companion.play.modes.dice.views import PadFace, PadView, SpaceView, TrackView
from companion.play.modes.welcome.mode import welcome_view
from companion.text import say
from companion.ui.art.canvas import Picture
from companion.ui.art.dice import IVORY, YELLOW, draw_die
from companion.ui.art.theme import colour

LONG_NAMES = ("Maximiliane", "Bartholomew", "Konstantina", "Alexandrine", "Christopher", "Wilhelmina")
SHORT_NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Finn", "Gus", "Hanna")
TEN_NAMES = (*SHORT_NAMES, "Ivy", "Johanna")
FRAME_SIZE = (1280, 720)
"""Width and height of the painted table in pixels."""
DIE_SIDE = 46

LONG_FAULT = say("camera.usb_trouble.gone", camera=say("camera.name.usb", number=0))

CHOICES = welcome_view((), None, None).choices
"""The published games as the first screen offers them."""


def spaces(lap: int) -> list[tuple[int, bool]]:
    """(quantity, star) of each space of a lap, in track order."""
    found: list[tuple[int, bool]] = []
    for number in range(1, 21):
        found.append((20 * lap + number, False))
        if number % 2:
            found.append((10 * lap + (number + 1) // 2, True))
    return found


def track(bid: tuple[int, int] | None) -> TrackView:
    """The first two laps with a bid (quantity, face) on them: all later spaces are lit."""
    order = [(lap, *space) for lap in (0, 1) for space in spaces(lap)]
    at = -1
    if bid is not None:
        at = next(
            i for i, (_, quantity, star) in enumerate(order) if (quantity, star) == (bid[0], bid[1] == 1)
        )
    stands = 0 if bid is None else bid[1]
    views = []
    for index, (_, quantity, star) in enumerate(order):
        faces: tuple[int, ...] = ((1,) if star else (2, 3, 4, 5, 6)) if index > at else ()
        if index == at and not star:
            faces = tuple(range(stands + 1, 7))
        why = None if faces else "Below the bid: move the red die clockwise to a later space."
        label = f"★{quantity}" if star else str(quantity)
        views.append(SpaceView(label, quantity, star, faces, stands if index == at else None, why))
    return TrackView((tuple(views[:30]), tuple(views[30:])))


def pad(lowest: int = 4, locked: int | None = None) -> PadView:
    """A pad after a bid of so many: higher faces at the same quantity, others one more."""
    faces = tuple(
        PadFace(face, None, None, f"Palafico: the face stays {locked}.")
        if locked is not None and face != locked
        else PadFace(face, lowest + (face < 4), 24, None)
        for face in range(1, 7)
    )
    lowest_face = locked or 4
    quantity = faces[lowest_face - 1].lowest
    assert quantity is not None
    return PadView(faces, None, (quantity, lowest_face))


@cache
def _die(face: int, star: bool) -> np.ndarray:
    return draw_die(DIE_SIDE, face, YELLOW if star else IVORY, star).pixels


@cache
def _table() -> np.ndarray:
    width, height = FRAME_SIZE
    picture = Picture(width, height, colour("#5B3A22"))
    stripes = (np.sin(picture.y / 9 + np.sin(picture.x / 160) * 2) + 1) / 2
    picture.paint(stripes * 0.35, colour("#3B2412"))
    return picture.pixels[..., 2::-1]


def _paste(ground: np.ndarray, face: int, left: int, top: int, star: bool) -> None:
    painted = _die(face, star)
    strength = painted[..., 3:]
    part = ground[top : top + DIE_SIDE, left : left + DIE_SIDE]
    part[:] = part * (1 - strength) + painted[..., 2::-1] * strength


@cache
def painted_table(
    hands: tuple[tuple[int, ...], ...], star: bool = True
) -> tuple[Frame, list[list[tuple[int, int, int, int]]]]:
    """A frame with the dice of each hand on a brown table, and their boxes; painted once for all tests."""
    (width, height), ground = FRAME_SIZE, _table().copy()
    boxes: list[list[tuple[int, int, int, int]]] = []
    for number, hand in enumerate(hands):
        turn = 2 * np.pi * number / len(hands) + np.pi / 2
        centre = (width / 2 + np.cos(turn) * width * 0.34, height / 2 + np.sin(turn) * height * 0.33)
        own = []
        for at, face in enumerate(hand):
            left = int(centre[0] + (at % 3 - 1) * DIE_SIDE * 1.35 - DIE_SIDE / 2 + 7 * (at // 3))
            top = int(centre[1] + (at // 3 - 0.5) * DIE_SIDE * 1.4 - DIE_SIDE / 2 + 3 * (at % 2))
            _paste(ground, face, left, top, star)
            own.append((left + 4, top + 4, left + DIE_SIDE - 4, top + DIE_SIDE - 4))
        boxes.append(own)
    pixels = (np.clip(ground, 0, 1) * 255).astype(np.uint8)
    pixels.setflags(write=False)
    return Frame(pixels, 0), boxes


def cups_table() -> Frame:
    """A frame of the empty table, for the live picture."""
    return painted_table(((),))[0]


DEALT = (
    (1, 5, 5, 2, 3, 4),
    (4, 5, 6, 1, 1, 2),
    (1, 5, 5, 6, 3, 3),
    (5, 3, 3, 4, 6, 6),
    (6, 6, 2, 1, 5, 4),
    (4, 4, 3, 2, 5, 1),
    (2, 6, 1, 3, 3, 5),
    (6, 4, 1, 1, 2, 2),
    (3, 2, 4, 4, 6, 1),
    (5, 1, 6, 2, 3, 4),
)
"""What lies under each cup; the first five, or all six."""

"""Players, tracks and pads: what the hand-made views of every scene are made from."""

from __future__ import annotations

from companion.play.modes.dice.views import PadFace, PadView, SpaceView, TrackView
from companion.play.modes.welcome.mode import welcome_view
from companion.text import as_sentence, say

LONG_NAMES = ("Maximiliane", "Bartholomew", "Konstantina", "Alexandrine", "Christopher", "Wilhelmina")
SHORT_NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Finn", "Gus", "Hanna")
TEN_NAMES = (*SHORT_NAMES, "Ivy", "Johanna")

LONG_FAULT = as_sentence(
    say(
        "camera.hung_because",
        why=say("camera.usb_trouble.unopened", camera=say("camera.name.usb", number=0)),
    )
)

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

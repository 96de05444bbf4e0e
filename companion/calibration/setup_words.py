"""Sentences for setting a table up."""

from __future__ import annotations

from companion.calibration.lens import MeasuredLens
from companion.calibration.table_plane import TablePlane
from companion.calibration.view import DIE_MM, SMALLEST_DIE_PX
from companion.text.speech import say


def next_table() -> str:
    """The table comes next."""
    return say("setting_up.next_table")


def next_seats() -> str:
    """The seats come next."""
    return say("setting_up.next_seats")


def next_areas() -> str:
    """What is not in play comes next."""
    return say("setting_up.next_areas")


def no_table() -> str:
    """The table is not found yet."""
    return say("setting_up.no_table")


def say_then(first: str, following: str) -> str:
    """What happened, and what to do next."""
    return say("setting_up.then", first=first, next=following)


def seats_words(many: int) -> str:
    """The number of seats, and what to do next."""
    return say("setting_up.seats", count=many) if many else next_seats()


def lens_words(lens: MeasuredLens) -> str:
    """How well the lens is known."""
    left = len(lens.left_out)
    if left:
        return say("lens.measured_without", count=left, pictures=lens.pictures, quality=lens.words)
    return say("lens.measured", pictures=lens.pictures, quality=lens.words)


def table_words(plane: TablePlane) -> str:
    """The table that was found, and the size of dice on it."""
    smallest, largest = plane.die_sides_px()
    figures = {
        "across": plane.size_mm[0],
        "deep": plane.size_mm[1],
        "height": plane.camera_height_mm,
        "tilt": plane.tilt_deg,
        "die": DIE_MM,
        "smallest": smallest,
        "largest": largest,
    }
    words = say("setting_up.found", **{name: f"{figure:.0f}" for name, figure in figures.items()})
    if smallest >= SMALLEST_DIE_PX:
        return words
    return say("setting_up.found_small", found=words, fewest=f"{SMALLEST_DIE_PX:.0f}")

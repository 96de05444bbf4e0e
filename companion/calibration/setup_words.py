"""Sentences for setting a table up."""

from __future__ import annotations

from companion.calibration.lens import MeasuredLens
from companion.calibration.table_plane import TablePlane
from companion.calibration.view import SMALLEST_DIE_PX
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
    """The table that was found, and whether dice on it look too small to be read well."""
    across, deep = (f"{side / 10:.0f}" for side in plane.size_mm)
    words = say("setting_up.found", across=across, deep=deep)
    if min(plane.die_sides_px()) >= SMALLEST_DIE_PX:
        return words
    return say("setting_up.found_small", found=words)

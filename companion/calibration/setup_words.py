"""Sentences for setting a table up."""

from __future__ import annotations

from companion.calibration.lens import MeasuredLens
from companion.calibration.table_plane import TablePlane
from companion.calibration.view import DIE_MM, SMALLEST_DIE_PX

TABLE_NEXT = "now the table: lay the corner marks A, B, C, D in its corners, or touch its four corners"

SEATS_NEXT = "now the seats: touch the table's edge before each player, clockwise, the near side's first"
AREAS_NEXT = "now what is not in play: the Lost Dice Squares, the bidding board, or other places; or go on"
NO_TABLE = "first find the table: by its corner marks, or by touching its corners"
NO_AREA = "first say which area it is"


def seats_words(many: int) -> str:
    """The number of seats, and what to do next."""
    if many == 0:
        return SEATS_NEXT
    return f"{many} {'seat' if many == 1 else 'seats'}; touch the next one clockwise, or go on"


def lens_words(lens: MeasuredLens) -> str:
    """How well the lens is known."""
    left = len(lens.left_out)
    without = (
        f", {left} {'picture that does' if left == 1 else 'pictures that do'} not fit left out"
        if left
        else ""
    )
    return f"the lens is measured from {lens.pictures} pictures{without}: {lens.words}"


def table_words(plane: TablePlane) -> str:
    """The table that was found, and the size of dice on it."""
    smallest, largest = plane.die_sides_px()
    words = (
        f"the table is {plane.size_mm[0]:.0f} × {plane.size_mm[1]:.0f} mm, the camera"
        f" {plane.camera_height_mm:.0f} mm above it and tilted by {plane.tilt_deg:.0f}°;"
        f" a {DIE_MM:.0f} mm die is {smallest:.0f} to {largest:.0f} px wide"
    )
    if smallest >= SMALLEST_DIE_PX:
        return words
    small = f"below {SMALLEST_DIE_PX:.0f} px dice are hard to read"
    return f"{words}: {small}, hang the camera lower or take larger pictures"

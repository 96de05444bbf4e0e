"""Where each number stands in the rows that the renderer reads: one row a thing, one a scene.

Lengths are in half edges of the die that the lesson is about; z is up, the table is z = 0. Colours are
linear light, red green blue, 0 to 1. Of what takes several columns the first is named.
"""

from __future__ import annotations

# --- a thing ---------------------------------------------------------------------------------------------
KIND = 0
MIDDLE, TURN = 1, 4
"""Its middle (3), and the 3×3 turn, row by row, from its own axes to the table's."""
HALVES, ROUND, BALL, FAR = 13, 16, 17, 18
"""Half sides (3), radius of the edges, radius of the ball that cuts off corners (0: none; of a disc: how many
pairs of holes), and how far any point is from the middle."""
BODY, SECOND, INK, ONE_INK = 19, 22, 25, 28
"""Colours (3 each): the body, what it is mixed with, the marks, a one's mark."""
MARBLE, GRAIN, GLOSS, DISH, CLEAR = 31, 32, 33, 34, 35
"""How much of the second colour, how fine; shine (above 1: metal); how deep pips are; how transparent."""
ALONG, ACROSS, PIP, ONE_PIP, RIM = 36, 37, 38, 39, 40
"""Where pips stand, their radius, a one's; and whether pips (of a disc: its edge) have rings."""
FACES, SPINS, MARK_SIZES, SEED = 41, 47, 53, 59
"""For each of six sides (+x -x +y -y +z -z): what is on it, its quarter turns, the size of a mark."""
THING_COLUMNS = 60

TOP, BOTTOM = 4, 5
"""The upper and lower sides of a box, counted from ``FACES``."""
DOMINO = 3.0
"""The ``RIM`` of a domino, whose upper side has the numbers ``FACES + TOP`` and ``FACES + BOTTOM``."""
MARKS_FROM = 100
"""What is on a side: 0 nothing, 1-6 so many pips, from here on the mark of that number."""

NOTHING, BOX, ELLIPSOID, DISC, ROD, EIGHT, TWELVE, TWENTY, FOUR, TEN = range(10)
"""Kinds; from ``EIGHT`` on solids of so many sides."""

# --- a scene ---------------------------------------------------------------------------------------------
CAMERA, RIGHT, UP, AHEAD = 0, 3, 6, 9
WINDOW, PX_X, PX_Y = 12, 14, 15
"""The crop's middle (2) and the size of its pixels, on a plane one length ahead of the camera."""
KEY, KEY_RGB, HARDNESS = 16, 19, 22
"""The brightest lamp: where it is, its light, and how sharp its shadows are."""
SKY, BOUNCE, FILL, FILL_RGB = 23, 26, 29, 32
"""Light from above and from below, and a second lamp without shadows."""
PANES, SHINE = (35, 43), 51
"""Two bright rectangles that glossy things mirror; and how much of the sky they mirror."""
PANE_HALVES, PANE_RGB = 3, 5
"""In a pane, after the way to it."""
GROUND, GROUND_RGB, GROUND_SECOND = 52, 53, 56
GROUND_SCALE, GROUND_COS, GROUND_SIN, GROUND_X, GROUND_Y = 59, 60, 61, 62, 63
GROUND_MUCH, GROUND_PICTURE, GROUND_SEED, GROUND_GLOSS = 64, 65, 66, 67
PRINTS, PRINT_COLUMNS, PRINTED = 68, 14, 3
"""Flat prints on the table: the first column, columns of each, how many."""
PRINT_COS, PRINT_SIN, PRINT_HALF, PRINT_CODE, PRINT_INK, PRINT_PAPER, PRINT_CORNER, PRINT_SPREAD = (
    2, 3, 4, 5, 6, 9, 12, 13,
)  # fmt: skip
"""In a print, after its middle (2). A negative red of the ink: a frame of it, too."""
UPPER = 111
"""Which side of the first thing is its upper face."""
SCENE_COLUMNS = 112

SPECKLED, WOOD, CLOTH, PICTURE, DOTS, SIGNS, CHECKS, STRIPES, SPACES = range(9)
"""Kinds of grounds."""

THINGS = 6
"""Things on each table, those that are not there among them; the first is what the lesson is about."""
MARK_PX = 48
PICTURE_PX = 256


def three(first: int) -> slice:
    """The three columns from one on: a place, a way or a colour."""
    return slice(first, first + 3)


TURNS = slice(TURN, TURN + 9)
SIDES_SHOW, SIDES_SPIN, SIDES_SIZE = (slice(first, first + 6) for first in (FACES, SPINS, MARK_SIZES))

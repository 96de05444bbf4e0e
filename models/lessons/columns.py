"""Columns of the renderer's rows: one row a thing, one a scene.

Lengths are in half edges of the lesson's die; z is up, the table is z = 0. Colours are linear light, RGB, 0
to 1. Constants name the first of several columns.
"""

from __future__ import annotations

# --- a thing ---------------------------------------------------------------------------------------------
KIND = 0
MIDDLE, TURN = 1, 4
"""Its middle (3), and the 3×3 rotation, row by row, from its own axes to the table's."""
HALVES, ROUND, BALL, FAR = 13, 16, 17, 18
"""Half sides (3), radius of the edges, radius of the ball that cuts off corners (0: none; of a disc: how
many pairs of holes), and the farthest point's distance from the middle."""
BODY, SECOND, INK, ONE_INK = 19, 22, 25, 28
"""Colours (3 each): the body, its second colour, the marks, a one's mark."""
MARBLE, GRAIN, GLOSS, DISH, CLEAR = 31, 32, 33, 34, 35
"""Share and fineness of the second colour; shine (above 1: metal); depth of pips; transparency."""
ALONG, ACROSS, PIP, ONE_PIP, RIM = 36, 37, 38, 39, 40
"""Places of pips, their radius, a one's; and whether pips (of a disc: its edge) have rings."""
FACES, SPINS, MARK_SIZES, SEED = 41, 47, 53, 59
"""For each side (+x -x +y -y +z -z): its content, quarter turns, and size of a mark."""
THING_COLUMNS = 60

TOP, BOTTOM = 4, 5
"""A box's upper and lower sides, counted from ``FACES``."""
DOMINO = 3.0
"""The ``RIM`` of a domino, whose upper side has the numbers ``FACES + TOP`` and ``FACES + BOTTOM``."""
MARKS_FROM = 100
"""A side's content: 0 nothing, 1-6 pips, from here on the mark of that number."""

NOTHING, BOX, ELLIPSOID, DISC, ROD, EIGHT, TWELVE, TWENTY, FOUR, TEN = range(10)
"""Kinds; from ``EIGHT`` on solids of so many sides."""

# --- a scene ---------------------------------------------------------------------------------------------
CAMERA, RIGHT, UP, AHEAD = 0, 3, 6, 9
WINDOW, PX_X, PX_Y = 12, 14, 15
"""The crop's middle (2) and pixel size, on a plane one length ahead of the camera."""
KEY, KEY_RGB, HARDNESS = 16, 19, 22
"""The brightest lamp: place, light, and sharpness of its shadows."""
SKY, BOUNCE, FILL, FILL_RGB = 23, 26, 29, 32
"""Light from above and from below, and a second lamp without shadows."""
PANES, SHINE = (35, 43), 51
"""Two bright rectangles for reflections, and the reflected share of the sky."""
PANE_HALVES, PANE_RGB = 3, 5
"""In a pane, after its direction."""
GROUND, GROUND_RGB, GROUND_SECOND = 52, 53, 56
GROUND_SCALE, GROUND_COS, GROUND_SIN, GROUND_X, GROUND_Y = 59, 60, 61, 62, 63
GROUND_MUCH, GROUND_PICTURE, GROUND_SEED, GROUND_GLOSS = 64, 65, 66, 67
PRINTS, PRINT_COLUMNS, PRINTED = 68, 14, 3
"""Flat prints: first column, columns of each, number."""
PRINT_COS, PRINT_SIN, PRINT_HALF, PRINT_CODE, PRINT_INK, PRINT_PAPER, PRINT_CORNER, PRINT_SPREAD = (
    2, 3, 4, 5, 6, 9, 12, 13,
)  # fmt: skip
"""In a print, after its middle (2). A negative red of the ink means a frame, too."""
UPPER = 111
"""Which side of the first thing is its upper face."""
SCENE_COLUMNS = 112

SPECKLED, WOOD, CLOTH, PICTURE, DOTS, SIGNS, CHECKS, STRIPES, SPACES = range(9)
"""Kinds of grounds."""

THINGS = 6
"""Things on each table, absent ones included; the first is the lesson's."""
MARK_PX = 48
PICTURE_PX = 256


def three(first: int) -> slice:
    """The columns of a place, a direction or a colour."""
    return slice(first, first + 3)


TURNS = slice(TURN, TURN + 9)
SIDES_SHOW, SIDES_SPIN, SIDES_SIZE = (slice(first, first + 6) for first in (FACES, SPINS, MARK_SIZES))

"""Seats and areas on the command line of ``companion calibrate``: pixels of the table's picture."""

from __future__ import annotations

import argparse
from collections.abc import Generator, Iterable, Iterator

import numpy as np

from companion.calibration.errors import ProfileError
from companion.calibration.seating import AreaKind, Point
from companion.calibration.setting_up import Setup
from companion.commands.terminal.arguments import whole_number
from companion.commands.terminal.outlet import tell
from companion.text.numbers import as_sentence
from companion.text.speech import say

SHOWN_PLAYERS = 4
"""Seats of the demonstration."""
SHOWN_BOARD = 0.35
"""Its board, as a share of the table's length and depth."""
MOST_PX = 100_000


def add_places(parser: argparse.ArgumentParser) -> None:
    """The options for seats and areas."""
    seats = parser.add_mutually_exclusive_group()
    seats.add_argument("--seats", type=_points, metavar="X,Y,…", help=say("arg.calibrate.seats"))
    number = whole_number(0, 99)
    seats.add_argument("--players", type=number, metavar="N", help=say("arg.calibrate.players"))
    kinds = ", ".join(kind.value for kind in AreaKind)
    parser.add_argument(
        "--area", nargs=2, action="append", default=[], metavar=("KIND", "X,Y,…"),
        help=say("arg.calibrate.area", kinds=kinds),
    )  # fmt: skip
    parser.add_argument("--again", metavar="NAME", help=say("arg.calibrate.again"))


def _points(text: str) -> tuple[Point, ...]:
    try:
        return points_of(text)
    except ProfileError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def points_of(text: str) -> tuple[Point, ...]:
    """Pairs of pixels with commas between. Raises ``ProfileError`` for other words."""
    try:
        values = [float(each) for each in text.replace(" ", "").split(",")]
    except ValueError:
        values = []
    if not values or len(values) % 2 or not all(0 <= value <= MOST_PX for value in values):
        raise ProfileError(say("given.no_places", given=repr(text)))
    return tuple(zip(values[::2], values[1::2], strict=True))


def with_places(args: argparse.Namespace, setup: Setup) -> Setup:
    """The setup with the seats and areas that are given; each step is printed.

    Raises ``ProfileError`` for what cannot be. Seats or areas that are not given stay as they are.
    """
    for step in _steps(args, setup):
        if step.refused:
            raise ProfileError(step.said)
        setup = step
    return setup


def _steps(args: argparse.Namespace, setup: Setup) -> Iterator[Setup]:
    if args.seats is not None:
        setup = setup.without_seats()
        for seat in args.seats:
            setup = setup.seat_touched(*seat)
            yield setup
    players = SHOWN_PLAYERS if args.simulated and not args.seats and args.players is None else args.players
    if players is not None:
        setup = setup.seats_evenly(players)
        yield setup
    if setup.seats:
        setup = setup.seats_done()
        yield setup
        tell(say("calibrate.seats", count=len(setup.seats)))
    areas = args.area or ([_shown_board(setup)] if args.simulated else [])
    if areas:
        while setup.areas:
            setup = setup.without_last_area()
    for kind, corners in areas:
        setup = yield from _area_steps(setup, _kind(kind), points_of(corners))
        tell(as_sentence(setup.said.partition(";")[0]))
    yield setup.areas_done()


def _area_steps(setup: Setup, kind: AreaKind, corners: Iterable[Point]) -> Generator[Setup, None, Setup]:
    """The steps of one area; the last one is given back as well."""
    setup = setup.area_begun(kind)
    yield setup
    for corner in corners:
        setup = setup.area_touched(*corner)
        yield setup
    closed = setup.area_closed()
    yield closed
    return closed


def _kind(word: str) -> AreaKind:
    kinds = {kind.value: kind for kind in AreaKind}
    if word not in kinds:
        raise ProfileError(say("given.no_area", kinds=", ".join(kinds), given=repr(word)))
    return kinds[word]


def _shown_board(setup: Setup) -> tuple[str, str]:
    """The demonstration's board in the middle of the table, as two touches."""
    assert setup.table is not None, "the table has been found"
    half = np.array(setup.table.plane.size_mm) / 2 * SHOWN_BOARD
    corners = setup.table.plane.px_of(np.array([-half, half]))
    return AreaKind.BOARD.value, ",".join(f"{each:.1f}" for each in corners.ravel())

"""The bidding track of milton-bradley: 30 spaces a lap, clockwise, without end.

Number spaces 1-20 with a star space between each pair: ``1 ★1 2 3 ★2 4 5 ★3 6 …``. The second lap
reads 21 for 1 and ★11 for ★1. Position 0 is the number 1 of the first lap.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.events import BidMade

SPACES_A_LAP, STARS_A_LAP = 30, 10
STAR = 1
"""The face of a star bid, where the star stands in the place of the one."""


@dataclass(frozen=True, slots=True)
class Space:
    """One space: its position from 0, the quantity it stands for, and whether it is a star space."""

    position: int
    quantity: int
    star: bool


def space_at(position: int) -> Space:
    """The space at a position from 0; positions of 30 and more lie on later laps."""
    if position < 0:
        raise ValueError(f"a position on the track counts from 0, got {position}")
    pair, place = divmod(position, 3)
    quantity = (2 * pair + 1, pair + 1, 2 * pair + 2)[place]
    return Space(position, quantity, star=place == 1)


def position_of(quantity: int, face: int, star: int = STAR) -> int:
    """Where the bid die stands for this bid: star bids on star spaces, all others on numbers.

    ``star`` is the face of a star bid: 6 on dice with the star in the place of the six.
    """
    if face == star:
        return 3 * (quantity - 1) + 1
    pair, second = divmod(quantity - 1, 2)
    return 3 * pair + 2 * second


def space_of(bid: BidMade, star: int = STAR) -> Space:
    """The space on which the bid die lies."""
    return space_at(position_of(bid.quantity, bid.face, star))


def spaces(lap: int) -> tuple[Space, ...]:
    """The 30 spaces of a lap; lap 0 reads 1-20 and ★1-★10."""
    return tuple(space_at(lap * SPACES_A_LAP + place) for place in range(SPACES_A_LAP))


def lowest_after(bid: BidMade, face: int, star: int = STAR) -> int:
    """The smallest quantity of ``face`` that stands above ``bid`` on the track."""
    if face == star:
        return (position_of(bid.quantity, bid.face, star) - 1) // 3 + 2
    if bid.face == star:
        return 2 * bid.quantity
    return bid.quantity if face > bid.face else bid.quantity + 1

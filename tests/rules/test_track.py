"""The bidding track of milton-bradley."""

from __future__ import annotations

import pytest

from companion.rules import BidMade, Space, raising, space_of, spaces
from companion.rules.raising import position_of, space_at


def said(space: Space) -> str:
    return f"★{space.quantity}" if space.star else str(space.quantity)


def test_the_first_lap_reads_as_on_the_board() -> None:
    expected = "1 ★1 2 3 ★2 4 5 ★3 6 7 ★4 8 9 ★5 10 11 ★6 12 13 ★7 14 15 ★8 16 17 ★9 18 19 ★10 20"
    assert " ".join(map(said, spaces(0))) == expected


def test_past_twenty_the_second_lap_reads_twenty_one_for_one_and_star_eleven_for_star_one() -> None:
    assert [said(space) for space in spaces(1)[:3]] == ["21", "★11", "22"]
    assert said(spaces(1)[-1]) == "40"


def test_a_bid_stands_on_the_space_of_its_quantity() -> None:
    for position in range(200):
        space = space_at(position)
        face = 1 if space.star else 4
        assert space_of(BidMade(0, space.quantity, face)) == space
        assert position_of(space.quantity, face) == position


@pytest.mark.parametrize("face", range(1, 7))
def test_the_lowest_raise_is_the_first_later_space_found_by_walking_the_track(face: int) -> None:
    for space in map(space_at, range(90)):
        for standing in (1,) if space.star else (2, 3, 4, 5, 6):
            bid = BidMade(0, space.quantity, standing)
            walked = next(
                later.quantity
                for later in map(space_at, range(space.position, space.position + 4))
                if later.star == (face == 1) and (later.position > space.position or face > standing != 1)
            )
            assert raising.lowest_after(bid, face) == walked, bid


def test_a_space_before_the_track_is_refused() -> None:
    with pytest.raises(ValueError, match="counts from 0, got -1"):
        space_at(-1)

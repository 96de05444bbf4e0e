"""The simulated table: dice put outside the cup, and many dice under larger cups."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.calibration import Seating, die_side_px
from companion.simulator import CupsError, SpriteSet
from tests.devices.laid_tables import SIZE, dealt, table_of


@pytest.fixture(scope="module")
def sprites() -> SpriteSet:
    return SpriteSet.load()


def test_showing_puts_dice_out_and_rolls_the_rest_again(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5))
    before = table.truth()
    put_out = before[1][:2]
    table.show(1, put_out, 8)
    after = table.truth()
    assert after[0] == before[0]
    assert len(after[1]) == 5
    assert not Counter(put_out) - Counter(after[1])
    assert tuple(sorted(die.face for die in table.dice_in_view())) == put_out


def test_dice_shown_before_stay_where_they_are(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5))
    table.show(0, table.truth()[0][:1], 8)
    first = table.dice_in_view()
    hidden = Counter(table.truth()[0]) - Counter(die.face for die in first)
    table.show(0, (next(iter(hidden)),), 9)
    assert set(first) < set(table.dice_in_view())
    assert len(table.dice_in_view()) == 2


def test_dice_that_are_not_there_cannot_be_shown(sprites: SpriteSet) -> None:
    table = dealt(sprites, (2, 2))
    absent = next(face for face in range(1, 7) if face not in table.truth()[0])
    before = table.truth()
    with pytest.raises(CupsError, match=rf"seat 0 has no hidden dice \[{absent}\]"):
        table.show(0, (absent,), 8)
    with pytest.raises(CupsError, match="keep at least one die"):
        table.show(0, before[0], 8)
    with pytest.raises(CupsError, match="at least one die"):
        table.show(0, (), 8)
    with pytest.raises(CupsError, match="no seat 4"):
        table.show(4, (1,), 8)
    assert table.truth() == before


@pytest.mark.parametrize("players", [2, 8])
def test_nine_of_ten_dice_find_room_beside_their_cup(sprites: SpriteSet, players: int) -> None:
    table, side = table_of(sprites, players, seed=players), die_side_px(SIZE)
    for deal in range(4):
        table.deal((10,) * players, ((1, 2, 3, 4, 5, 6, 1, 2, 3),) * players, deal)
        seen = [die for hand in table._hands for die in hand.shown]
        assert len(seen) == len(table.dice_in_view()) == 9 * players
        for die in seen:
            cup = table._seating.cup_centre(die.seat, SIZE)
            assert np.hypot(die.x - cup[0], die.y - cup[1]) > 3.2 * side
        apart = [np.hypot(a.x - b.x, a.y - b.y) for n, a in enumerate(seen) for b in seen[:n]]
        assert min(apart) > side


def test_more_than_six_dice_lie_under_larger_cups(sprites: SpriteSet) -> None:
    """The cup covers every die: ten of them reach further than a usual cup's mouth."""
    six, ten = dealt(sprites, (6, 6)), dealt(sprites, (10, 10))
    sizes = [[thing.scale for thing in table._things() if thing.sprite.kind == "cup"] for table in (six, ten)]
    assert sizes == [[1.0, 1.0], [1.28, 1.28]]
    ten.lift()
    lying, side = [die for hand in ten._hands for die in hand.hidden], die_side_px(SIZE)
    reach = [np.hypot(*np.subtract((d.x, d.y), Seating(2).cup_centre(d.seat, SIZE))) / side for d in lying]
    assert 1.9 < max(reach) <= 2.6


def test_lost_dice_lie_on_one_another_where_a_seat_has_no_square_left(sprites: SpriteSet) -> None:
    table = dealt(sprites, (3, 10))
    table.lost((7, 0))
    lost = [thing for thing in table._things() if thing.seat is None and thing.sprite.family == "wild"]
    assert [thing.raised_px > 0 for thing in lost] == [False] * 6 + [True]
    upper, lower = lost[-1], lost[0]
    assert np.hypot(upper.x - lower.x, upper.y - lower.y) < 0.2 * die_side_px(SIZE)

"""The simulated table: its pictures show its truth, at the seats that the reading will look at."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.calibration import Seating, board_of, die_side_px, space_centre
from companion.core.frame import CameraGone
from companion.core.reading import WildMark
from companion.simulator import CupsError, DiceKind, SimulatedTable, SpriteSet, SpritesMissing, Trouble
from companion.simulator.laying import extent_of
from companion.simulator.painting import space_label
from tests.clocks import ManualClock
from tests.devices.fake_devices import MS
from tests.devices.laid_tables import SIZE, counted, dealt, difference, table_of

pytestmark = pytest.mark.slow

TABLES = range(2, 9)
CROWDED = range(9, 13)


@pytest.fixture(scope="module")
def sprites() -> SpriteSet:
    return SpriteSet.load()


# What lies there


@pytest.mark.parametrize("players", TABLES)
def test_with_lifted_cups_every_die_of_the_truth_is_in_view_at_its_own_seat(
    sprites: SpriteSet, players: int
) -> None:
    seating = Seating(players)
    table = table_of(sprites, players, seed=players, dice=DiceKind.PLAIN)
    for deal in range(30):
        table.deal((6 if deal < 15 else 10,) * players, (), deal)
        table.lift()
        assert counted(table) == table.truth()
        for die in table.dice_in_view():
            left, top, right, bottom = die.box
            assert seating.seat_of((left + right) / 2, (top + bottom) / 2, SIZE) == die.seat
            corners = ((left, top), (right, top), (left, bottom), (right, bottom))
            assert not any(seating.ignored(x, y, SIZE) for x, y in corners)
            assert 0 < left < right < SIZE[0]
            assert 0 < top < bottom < SIZE[1]


@pytest.mark.parametrize("players", CROWDED)
@pytest.mark.parametrize("dice", [6, 10])
def test_more_than_eight_find_room_too(sprites: SpriteSet, players: int, dice: int) -> None:
    """Dice and cups; most players keep the lifted cup in hand."""
    seating, table = Seating(players), table_of(sprites, players, seed=players)
    table.lost((1, 2, 3, 4, 5, 6, *(1,) * (players - 6)))
    for deal in range(2):
        table.deal((dice,) * players, (), deal)
        cups = [extent_of(table._ground, each) for each in table._things() if each.sprite.kind == "cup"]
        assert len(cups) == players
        assert min(min(cup.left, cup.top) for cup in cups) >= 0
        assert max(cup.right for cup in cups) <= SIZE[0]
        table.lift()
        assert counted(table) == table.truth()
        for die in table.dice_in_view():
            left, top, right, bottom = die.box
            assert seating.seat_of((left + right) / 2, (top + bottom) / 2, SIZE) == die.seat


@pytest.mark.parametrize("players", TABLES)
def test_shown_dice_lie_at_their_seat_outside_the_cup_and_are_seen_while_it_is_down(
    sprites: SpriteSet, players: int
) -> None:
    seating, side = Seating(players), die_side_px(SIZE)
    table = table_of(sprites, players, seed=players)
    for deal in range(10):
        table.deal((5,) * players, ((1, 3, 3, 6),) * players, deal)
        seen = table.dice_in_view()
        assert Counter((die.seat, die.face) for die in seen) == Counter(
            (seat, face) for seat in range(players) for face in (1, 3, 3, 6)
        )
        for die in seen:
            x, y = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
            assert die.shown
            assert seating.seat_of(x, y, SIZE) == die.seat
            cup = seating.cup_centre(die.seat, SIZE)
            assert np.hypot(x - cup[0], y - cup[1]) > 2.9 * side


def test_while_cups_are_down_nothing_under_them_can_be_seen(sprites: SpriteSet) -> None:
    """Two different rolls give the very same picture: no peeking, not even by mistake."""
    one, other = dealt(sprites, (5, 5, 5), deal=1), dealt(sprites, (5, 5, 5), deal=2)
    assert one.truth() != other.truth()
    assert one.dice_in_view() == other.dice_in_view() == ()
    assert (one.latest().pixels == other.latest().pixels).all()


def test_lifting_draws_every_die_where_it_is_said_to_lie(sprites: SpriteSet) -> None:
    table, empty = dealt(sprites, (5, 5, 5, 5), seed=3), dealt(sprites, (0, 0, 0, 0), seed=3)
    table.lift()
    changed = difference(table.latest().pixels, empty.latest().pixels)
    for die in table.dice_in_view():
        left, top, right, bottom = die.box
        assert np.mean(changed[top + 4 : bottom - 4, left + 4 : right - 4] > 25) > 0.6


def test_dice_with_stars_are_yellow_and_plain_ones_are_not(sprites: SpriteSet) -> None:
    blue_share = {}
    for kind in DiceKind:
        table = dealt(sprites, (5, 5), seed=1, dice=kind)
        table.lift()
        pixels = table.latest().pixels
        patches = [
            pixels[d.box[1] : d.box[3], d.box[0] : d.box[2]].reshape(-1, 3) for d in table.dice_in_view()
        ]
        blue, _, red = np.percentile(np.concatenate(patches).astype(float), 75, axis=0)
        blue_share[kind] = blue / red
    assert blue_share[DiceKind.STARS] < 0.5 < 0.7 < blue_share[DiceKind.PLAIN]


def test_peeking_lifts_one_cup_for_its_player(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5, 5, 5))
    table.peek(2)
    assert {die.seat for die in table.dice_in_view()} == {2}
    table.peek(None)
    assert table.dice_in_view() == ()


def test_a_peek_that_ends_leaves_lifted_cups_up(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5))
    table.peek(0)
    table.lift()
    table.peek(None)
    assert counted(table) == table.truth()
    table.cover()
    assert table.dice_in_view() == ()


@pytest.mark.parametrize(
    ("dice", "shown"),
    [
        ((11, 5), ()),
        ((5, -1), ()),
        ((5, 2), ((), (1, 2, 3))),
        ((5, 5), ((), (7,))),
        ((5, 5), ((),)),
        ((5,), ()),
    ],
)
def test_a_deal_that_cannot_be_is_refused(sprites: SpriteSet, dice: tuple, shown: tuple) -> None:
    with pytest.raises(ValueError, match=r"seat|shown"):
        table_of(sprites).deal(dice, shown, 1)


# Seeds


def test_the_same_seeds_give_the_same_roll_and_the_same_pixels(sprites: SpriteSet) -> None:
    one, other = dealt(sprites, (5, 4, 3), seed=5), dealt(sprites, (5, 4, 3), seed=5)
    for table in (one, other):
        table.lift()
    assert one.truth() == other.truth()
    assert (one.capture(0).pixels == other.capture(0).pixels).all()


def test_another_deal_or_another_table_rolls_other_dice(sprites: SpriteSet) -> None:
    truths = {dealt(sprites, (5, 5, 5), seed=s, deal=d).truth() for s in range(3) for d in range(3)}
    assert len(truths) == 9


def test_dealing_again_with_the_same_seed_gives_the_same_dice(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5), deal=3)
    first = table.truth()
    table.deal((5, 5), (), 4)
    table.deal((5, 5), (), 3)
    assert table.truth() == first


# The board


def test_lost_dice_and_the_red_die_appear_on_the_board_and_nowhere_else(sprites: SpriteSet) -> None:
    table = dealt(sprites, (4, 3))
    bare = table.latest().pixels
    table.lost((1, 2))
    table.bid(13, 5)
    changed = difference(table.latest().pixels, bare) > 30
    board, shadow_px = board_of(SIZE), 0.8 * die_side_px(SIZE)
    ys, xs = np.nonzero(changed)
    assert len(ys) > 3 * 500
    assert all(board.distance(x, y) < shadow_px for x, y in zip(xs.tolist(), ys.tolist(), strict=True))


def test_the_red_die_stands_on_its_space(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5))
    for position in (0, 7, 10, 15, 22, 29):
        table.bid(position, 3)
        x, y = space_centre(position, SIZE)
        patch = table.latest().pixels[round(y) - 8 : round(y) + 8, round(x) - 8 : round(x) + 8].astype(int)
        redder = patch[..., 2] - patch[..., 1]
        assert np.median(redder) > 80


@pytest.mark.parametrize(("position", "face"), [(30, 1), (-1, 1), (0, 7), (0, 0)])
def test_the_red_die_cannot_stand_elsewhere(sprites: SpriteSet, position: int, face: int) -> None:
    with pytest.raises(CupsError, match="space 0-29"):
        table_of(sprites).bid(position, face)


def test_the_printed_track_is_the_one_of_the_rules() -> None:
    """1 ★1 2 3 ★2 4 5 ★3 6 7 ★4 8 … 19 ★10 20."""
    words = [f"★{number}" if star else str(number) for star, number in map(space_label, range(30))]
    assert words[:12] == ["1", "★1", "2", "3", "★2", "4", "5", "★3", "6", "7", "★4", "8"]
    assert words[-3:] == ["19", "★10", "20"]


def test_impossible_losses_are_refused(sprites: SpriteSet) -> None:
    for lost in ((11, 0), (-1, 0)):
        with pytest.raises(CupsError, match="0-10 dice"):
            dealt(sprites, (5, 5)).lost(lost)


def test_the_table_is_laid_anew_for_another_number_of_players(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5))
    table.lost((0, 0, 1))
    table.deal((5, 5, 4), (), 2)
    table.lift()
    assert [len(faces) for faces in table.truth()] == [5, 5, 4]
    assert counted(table) == table.truth()


def test_a_player_without_dice_has_no_cup(sprites: SpriteSet) -> None:
    out, still_in = dealt(sprites, (0, 5)), dealt(sprites, (5, 5))
    x, y = Seating(2).cup_centre(0, SIZE)
    here = (slice(int(y) - 20, int(y) + 20), slice(int(x) - 20, int(x) + 20))
    assert difference(out.latest().pixels[here], still_in.latest().pixels[here]).mean() > 40


def test_a_bird_stands_in_place_of_the_one_and_thrown_stars_have_no_track(sprites: SpriteSet) -> None:
    assert [die.family for die in (*sprites.dice("bird", 1), *sprites.dice("bird", 2))] == ["bird"] * 6 + [
        "ordinary"
    ] * 6
    table, starred = dealt(sprites, (5, 5), dice=DiceKind.PLAIN), dealt(sprites, (5, 5))
    before = table.capture(0).pixels
    table.use(WildMark.BIRD)
    table.deal((5, 5), ((), ()), 1)
    assert not np.array_equal(before, table.capture(0).pixels)
    with_track = starred.capture(0).pixels
    starred.without_board()
    assert np.abs(with_track.astype(int) - starred.capture(0).pixels).mean() > 1


def test_the_game_decides_on_stars_and_track(sprites: SpriteSet) -> None:
    table, plain = dealt(sprites, (5, 5)), dealt(sprites, (5, 5), dice=DiceKind.PLAIN)
    table.use(WildMark.ONE)
    table.deal((5, 5), (), 7)
    for each in (table, plain):
        each.lift()
    assert (table.latest().pixels == plain.latest().pixels).all()
    table.use(WildMark.STAR)
    table.deal((5, 5), (), 7)
    assert np.mean(difference(table.latest().pixels, plain.latest().pixels) > 40) > 0.03


def test_dice_stay_their_players_when_somebody_sits_down_between_them(sprites: SpriteSet) -> None:
    table = dealt(sprites, (3, 4, 5))
    before = table.truth()
    table.deal((3, 2, 4, 5), (), 7, order=(0, 2, 3, 1))
    assert (table.truth()[0], *table.truth()[2:]) == before
    assert len(table.truth()[1]) == 2


# The camera


def test_a_captured_frame_was_exposed_after_the_event(sprites: SpriteSet) -> None:
    clock = ManualClock()
    table = SimulatedTable(2, sprites=sprites, clock=clock)
    event_ns = clock()
    assert table.capture(event_ns).exposed_at_ns > event_ns
    clock.go_on(30 * MS)
    assert table.capture(event_ns).exposed_at_ns == clock()


def test_the_frame_after_lifting_shows_lifted_cups(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5))
    down = table.capture(0).pixels
    table.lift()
    assert np.mean(difference(table.capture(0).pixels, down) > 40) > 0.02


def test_frames_of_one_still_table_differ_only_in_noise(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5))
    table.lift()
    apart = difference(table.capture(0).pixels, table.capture(0).pixels)
    assert apart.any()
    assert np.percentile(apart, 99) < 25


@pytest.mark.parametrize("size", [(1920, 1080), (640, 480), (800, 480)])
def test_any_size_of_frame_works(sprites: SpriteSet, size: tuple[int, int]) -> None:
    table = dealt(sprites, (5, 5, 5, 5, 5, 5), size=size)
    table.lift()
    assert table.capture(0).pixels.shape == (size[1], size[0], 3)
    assert counted(table) == table.truth()


def test_a_closed_table_is_a_camera_that_is_gone(sprites: SpriteSet) -> None:
    table = table_of(sprites)
    table.close()
    table.close()
    with pytest.raises(CameraGone, match="simulated table was closed"):
        table.capture(0)


# Trouble on purpose


def test_touching_dice_really_touch(sprites: SpriteSet) -> None:
    for deal in range(4):
        table = dealt(sprites, (5, 5), deal=deal, trouble=Trouble.TOUCHING)
        calm = dealt(sprites, (5, 5), deal=deal)
        nearest = {name: _nearest(each) for name, each in (("touching", table), ("calm", calm))}
        side = die_side_px(SIZE)
        assert nearest["touching"] == pytest.approx(side, abs=1.0)
        assert nearest["calm"] > 1.1 * side
        assert table.truth() == calm.truth()


def _nearest(table: SimulatedTable) -> float:
    dice = [die for hand in table._hands for die in hand.hidden]
    return min(np.hypot(a.x - b.x, a.y - b.y) for n, a in enumerate(dice) for b in dice[:n])


def test_a_hidden_die_lies_under_another_one(sprites: SpriteSet) -> None:
    table = dealt(sprites, (5, 5), trouble=Trouble.HIDDEN)
    table.lift()
    assert counted(table) == table.truth()
    assert _nearest(table) < 0.5 * die_side_px(SIZE)


def test_cocked_dice_lean_where_there_are_pictures_of_them(sprites: SpriteSet) -> None:
    if not all(sprites.cocked(kind.value) for kind in DiceKind):
        with pytest.raises(SpritesMissing, match="cocked"):
            table_of(sprites, trouble=Trouble.COCKED)
        return
    table = dealt(sprites, (5, 5), trouble=Trouble.COCKED)
    table.lift()
    assert [die.cocked for die in table.dice_in_view()].count(True) == 1
    assert counted(table) == table.truth()


def test_a_cocked_die_counts_as_the_face_that_it_shows(sprites: SpriteSet) -> None:
    for deal_seed in range(12):
        table = table_of(sprites, trouble=Trouble.COCKED)
        table.deal((5, 5), (), deal_seed)
        laid = [die for hand in table._hands for die in hand.hidden if die.rendered.cocked]
        assert [die.face for die in laid] == [die.rendered.face for die in laid]


def test_the_place_of_a_seat_holds_its_dice_and_nobody_elses() -> None:
    table = SimulatedTable(players=3, seed=4)
    assert table.place(0) is None
    table.deal((5, 5, 5), ((), (), ()), 7)
    table.lift()
    for seat in range(3):
        left, top, right, bottom = table.place(seat)
        inside = {
            die.seat
            for die in table.dice_in_view()
            if left <= die.box[0] < die.box[2] <= right and top <= die.box[1] < die.box[3] <= bottom
        }
        assert inside == {seat}


# Cups


@pytest.mark.parametrize("dice", [5, 10])
@pytest.mark.parametrize("players", TABLES)
def test_cups_are_whole_in_the_picture_over_their_dice_and_aside(
    sprites: SpriteSet, players: int, dice: int
) -> None:
    for seed in range(4):
        table = table_of(sprites, players, seed)
        table.deal((dice,) * players, (), seed)
        for move in (table.cover, table.lift):
            move()
            for cup in (thing for thing in table._things() if thing.sprite.kind == "cup"):
                extent = extent_of(table._ground, cup)
                assert min(extent.left, extent.top) >= 0
                assert extent.right <= SIZE[0]
                assert extent.bottom <= SIZE[1]


@pytest.mark.parametrize("players", TABLES)
def test_most_cups_find_room_beside_their_dice(sprites: SpriteSet, players: int) -> None:
    """All of them at up to six seats, nine of ten at eight; the others stay in their players' hands."""
    standing = 0
    for seed in range(10):
        table = table_of(sprites, players, seed)
        table.deal((5,) * players, (), seed)
        table.lift()
        standing += sum(thing.sprite.kind == "cup" for thing in table._things())
    assert standing >= (10 if players <= 6 else 8.5) * players

"""Any likely bid is two touches away, and what the screen offers is legal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from companion.play.modes.dice.showing import has_track, pad_view, track_view
from companion.play.modes.dice.views import PadView, TrackView
from companion.rules import (
    RULESETS,
    BidMade,
    Game,
    GameBegun,
    OpeningRolled,
    Phase,
    RuleError,
    TotalBid,
    legal,
    replay,
)
from tests.rules.random_tables import NAMES, beginning, next_event

POSITIONS = 120
"""Of each game, at random."""
LIKELY = 2 / 3
"""On the track a later lap is a touch more where its numbers begin above this part of the dice in play."""
FACES = (1, 2, 3, 4, 5, 6)
BEYOND = 5
"""Where a game has no highest quantity, legal bids are looked at to so many above the dice in play."""


def positions(rules: str) -> Iterator[Game]:
    """Games of these rules in which somebody is to bid: openings, raises, last rounds."""
    for seed in range(1000):
        rng = Random(seed)
        try:
            record = replay((beginning(rng, rules),))
        except RuleError:
            continue  # switches that clash
        while record.game.phase is not Phase.OVER:
            if record.game.phase is Phase.BIDDING and rng.random() < 0.3:
                yield record.game
            record = record.apply(next_event(rng, record.game))


def legal_bids(game: Game) -> set[tuple[int, int]]:
    """Every legal bid; a total has face 0."""
    if game.tie_breaker:
        return {(total, 0) for total in legal.legal_totals(game)}
    most = game.dice_in_play + BEYOND
    return {
        (quantity, each.face)
        for each in legal.legal_bids(game)
        for quantity in range(each.lowest, (each.highest or max(each.lowest, most)) + 1)
    }


def on_the_pad(pad: PadView) -> dict[tuple[int, int], int]:
    """Touches for each bid that the pad offers: its yellow key; a quantity and a face.

    The last key, held, counts up to any quantity beyond the dice in play.
    """
    quantities = [*pad.quantities]
    if pad.endless:
        quantities += range(quantities[-1] + 1, quantities[-1] + 1 + BEYOND)
    if pad.totals is not None:
        touches = {(total, 0): 2 for total in quantities}
    else:
        touches = {(each, face): 2 for each in quantities for face in pad.faces_for(each)}
    ready = pad.offer(None, None)
    return touches | ({} if ready is None else {ready: 1})


def on_the_track(track: TrackView, star: int) -> dict[tuple[int, int], int]:
    """Touches for each bid on the lap that is shown first: the lowest raise's key; a space and a face."""
    assert star in FACES
    shown = track.first_lap
    touches = {
        (space.quantity, face): 2
        for place in range(len(track.laps[shown]))
        for space in track.offers(shown, place)
        for face in space.faces
    }
    return touches | ({} if track.lowest is None else {track.lowest: 1})


def check(game: Game) -> None:
    """Nothing illegal is offered; all bids, on the track all likely ones, take two touches.

    The lowest raise takes one.
    """
    bids = legal_bids(game)
    if has_track(game):
        track = track_view(game)
        touches = on_the_track(track, game.wild_face)
        wanted = {bid for bid in bids if bid[0] <= game.dice_in_play and not is_far(game, track, bid)}
    else:
        touches = on_the_pad(pad_view(game))
        wanted = {bid for bid in bids if bid[1] == 0 or bid[0] <= game.dice_in_play + BEYOND}
    assert wanted <= touches.keys()
    assert all(legal.why_not(game, made(game, bid)) is None for bid in touches)
    lowest = legal.lowest_raise(game)
    if lowest is not None:
        most_touches = 2 if has_track(game) and game.bid is None else 1
        assert touches[(lowest.claim, 0 if game.tie_breaker else lowest.face)] <= most_touches


def is_far(game: Game, track: TrackView, bid: tuple[int, int]) -> bool:
    """Whether a bid lies on a lap behind the one that is shown, whose numbers nobody would bid."""
    lap = (bid[0] - 1) // (10 if bid[1] == game.wild_face else 20)
    first = int(track.laps[0][0].label) // 20
    return lap > first + track.first_lap and lap * 20 + 1 > LIKELY * game.dice_in_play


def made(game: Game, bid: tuple[int, int]) -> BidMade | TotalBid:
    """The event of a touch."""
    quantity, face = bid
    return BidMade(game.acting, quantity, face) if face else TotalBid(game.acting, quantity)


@pytest.mark.parametrize("rules", [*RULESETS, "house"])
def test_any_legal_bid_takes_two_touches(rules: str) -> None:
    for game in islice(positions(rules), POSITIONS):
        check(game)


@pytest.mark.parametrize("bid", [None, (1, 2), (19, 6), (20, 6), (25, 3), (39, 6), (45, 4), (60, 6)])
def test_so_does_one_on_the_second_and_third_lap(bid: tuple[int, int] | None) -> None:
    begun = GameBegun("milton-bradley", NAMES[:6], (("dice", 10),), 0)
    game = replay((begun, *(() if bid is None else (BidMade(0, *bid),)))).game
    assert game.dice_in_play == 60
    check(game)


@pytest.mark.parametrize(
    ("rules", "bid", "lowest"),
    [
        ("front-porch", (4, 4), (4, 5)),
        ("cardinal", (4, 6), (5, 6)),
        ("rh", (4, 5), (5, 5)),
        ("rh", (18, 5), (1, 6)),
        ("perudo", (5, 4), (5, 5)),
        ("perudo", (5, 6), (6, 2)),
        ("perudo", (3, 1), (7, 2)),
    ],
)
def test_the_yellow_key_makes_the_next_bid_in_the_order_of_the_rules(
    rules: str, bid: tuple[int, int], lowest: tuple[int, int]
) -> None:
    if rules == "rh":
        events = (GameBegun(rules, NAMES[:3], (), 0),)
    else:
        events = (GameBegun(rules, NAMES[:3], (), None), OpeningRolled(((0, 6), (1, 2), (2, 3))))
    opened = (BidMade(0, 2, 2), BidMade(1, *bid)) if bid[1] == 1 else (BidMade(0, *bid),)
    assert pad_view(replay((*events, *opened)).game).offer(None, None) == lowest


def test_a_space_offers_later_laps_as_far_as_the_dice_in_play() -> None:
    begun = GameBegun("milton-bradley", NAMES[:6], (("dice", 10),), 0)
    track = track_view(replay((begun, BidMade(0, 17, 4))).game)
    offered = [[space.quantity for space in track.offers(0, place)] for place in (0, 24, 25)]
    assert offered == [[21], [17, 37], [9, 19]]


def test_with_few_dice_a_space_asks_nothing_and_stars_stand_between_their_own_numbers() -> None:
    game = replay((GameBegun("milton-bradley", NAMES[:3], (), 0), BidMade(0, 3, 4))).game
    track = track_view(game)
    assert [[space.label for space in track.offers(0, place)] for place in (0, 1, 7)] == [[], [], ["★3"]]
    assert not track.leads_on(1), "no number from 21 on with fifteen dice"

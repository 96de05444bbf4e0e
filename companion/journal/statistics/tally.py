"""One game's counts by seat, and each bid's chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from companion.journal.statistics.rounds import PlacedBid, PlayedGame, PlayedRound
from companion.rules import FACES, Bid, BidMade, Call, Dice, Round, TotalBid, chance_among, count


def chances(played: PlayedRound) -> tuple[float | None, ...]:
    """Each bid's chance, 0-1; ``None`` if the dice of that moment were not revealed.

    The maker knows their own dice and shown ones; others are fair. A bid before a later reroll is ``None``:
    its dice are gone.
    """
    ended = played.ended
    if ended is None:
        return (None,) * len(played.bids)
    rerolled = max((at for at, placed in enumerate(played.bids) if placed.put_out), default=-1)
    in_play = sum(played.held)
    return tuple(
        _chance(placed, ended, in_play) if at > rerolled else None for at, placed in enumerate(played.bids)
    )


def _chance(placed: PlacedBid, ended: Round, in_play: int) -> float:
    bid = placed.bid
    known = [ended.dice[bid.player]]
    if any(placed.shown):
        known += [faces for seat, faces in enumerate(placed.shown) if seat != bid.player]
    return chance_among(bid, known, in_play, ended.ones_wild, ended.wild_face)


BLUFF_BELOW = 0.5
"""A less likely bid, given its maker's dice, is a bluff: it was probably wrong."""
COUNTED = (
    "bids", "challenges", "challenges_right", "challenged", "bids_held", "spot_ons", "spot_ons_right",
    "dice_lost", "dice_won_back", "weighed", "true", "bluffs", "bluffs_caught",
)  # fmt: skip
"""A seat's counts; ``true``: weighed bids that came true."""

Told = list[object]


@dataclass(frozen=True, slots=True)
class WeighedBid:
    """``round`` from 1, ``chance`` 0-1."""

    round: int
    bid: Bid
    chance: float


@dataclass(slots=True)
class SeatTally:
    """``expected``: the sum of chances; ``boldest``: the least likely."""

    counts: Counter[str] = field(default_factory=Counter)
    faces: Counter[int] = field(default_factory=Counter)
    expected: float = 0.0
    boldest: WeighedBid | None = None


@dataclass(frozen=True, slots=True)
class GameTally:
    rounds: int
    winner: int | None
    seats: tuple[SeatTally, ...]

    @property
    def told(self) -> Told:
        """The tally as JSON, without names."""
        return [self.rounds, self.winner, [_told(seat) for seat in self.seats]]


def tally_of(game: PlayedGame) -> GameTally:
    seats = tuple(SeatTally() for _ in game.players)
    for number, played in enumerate(game.rounds, start=1):
        _count_round(seats, number, played)
    rounds = sum(played.ended is not None for played in game.rounds)
    return GameTally(rounds, game.winner, seats)


def tally_in(told: object) -> GameTally:
    """Raises ValueError for any other value."""
    rounds, winner, seats = _parts(told, 3)
    won_by = None if winner is None else _whole(winner)
    return GameTally(_whole(rounds), won_by, tuple(map(_seat_in, _parts(seats))))


def _told(seat: SeatTally) -> Told:
    bold = seat.boldest
    held: Told | None = None
    if bold is not None:
        held = [bold.round, bold.bid.player, bold.bid.claim, getattr(bold.bid, "face", None), bold.chance]
    counts, faces = [seat.counts[each] for each in COUNTED], [seat.faces[face] for face in FACES]
    return [counts, faces, seat.expected, held]


def _seat_in(told: object) -> SeatTally:
    counts, faces, expected, held = _parts(told, 4)
    counted = Counter(dict(zip(COUNTED, map(_whole, _parts(counts, len(COUNTED))), strict=True)))
    bids = dict(zip(FACES, map(_whole, _parts(faces, len(FACES))), strict=True))
    bold = None if held is None else _held_in(held)
    return SeatTally(
        counted, Counter({face: bid for face, bid in bids.items() if bid}), _share(expected), bold
    )


def _held_in(told: object) -> WeighedBid:
    number, player, claim, face, chance = _parts(told, 5)
    seat, claimed = _whole(player), _whole(claim)
    bid: Bid = TotalBid(seat, claimed) if face is None else BidMade(seat, claimed, _whole(face))
    return WeighedBid(_whole(number), bid, _share(chance))


def _parts(told: object, count: int | None = None) -> Told:
    if not isinstance(told, list) or count not in (None, len(told)):
        raise ValueError(f"must be a list of {count} parts, got {told!r}")
    return told


def _whole(told: object) -> int:
    if type(told) is not int:
        raise ValueError(f"must be a whole number, got {told!r}")
    return told


def _share(told: object) -> float:
    if not isinstance(told, float | int):
        raise ValueError(f"must be a number, got {told!r}")
    return float(told)


def _count_round(seats: Sequence[SeatTally], number: int, played: PlayedRound) -> None:
    for placed in played.bids:
        seat = seats[placed.bid.player]
        seat.counts["bids"] += 1
        if isinstance(placed.bid, BidMade):
            seat.faces[placed.bid.face] += 1
    if played.ended is None:
        return
    likely, lay = chances(played), tuple(chain.from_iterable(played.ended.dice))
    for placed, chance in zip(played.bids, likely, strict=True):
        if chance is not None:
            _weigh(seats[placed.bid.player], placed.bid, chance, lay, played.ended)
    _count_call(seats, played.ended)
    for seat, lost in zip(seats, played.ended.losses, strict=True):
        seat.counts["dice_lost" if lost > 0 else "dice_won_back"] += abs(lost)
    if likely[-1] is not None:
        _count_bold(seats, WeighedBid(number, played.ended.bid, likely[-1]), played.ended)


def _weigh(seat: SeatTally, bid: Bid, chance: float, lay: Dice, ended: Round) -> None:
    seat.counts["weighed"] += 1
    seat.expected += chance
    seat.counts["true"] += count(bid, (lay,), ended.ones_wild, ended.wild_face) >= bid.claim
    seat.counts["bluffs"] += chance < BLUFF_BELOW


def _count_call(seats: Sequence[SeatTally], ended: Round) -> None:
    caller, bidder = seats[ended.by], seats[ended.bid.player]
    if ended.call is Call.SPOT_ON:
        caller.counts["spot_ons"] += 1
        caller.counts["spot_ons_right"] += ended.winner == ended.by
        return
    caller.counts["challenges"] += 1
    caller.counts["challenges_right"] += ended.winner == ended.by
    bidder.counts["challenged"] += 1
    bidder.counts["bids_held"] += ended.winner == ended.bid.player


def _count_bold(seats: Sequence[SeatTally], bold: WeighedBid, ended: Round) -> None:
    if ended.call is not Call.CHALLENGE:
        return
    bidder = seats[ended.bid.player]
    if ended.winner != ended.bid.player:
        bidder.counts["bluffs_caught"] += bold.chance < BLUFF_BELOW
    elif bidder.boldest is None or bold.chance < bidder.boldest.chance:
        bidder.boldest = bold

"""The parts of the page, as values; each goes to the browsers as JSON."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DieShown:
    """A die that lies open, or that of a bid. ``name`` is the word for its face."""

    face: int
    name: str
    star: bool
    counted: bool = True


@dataclass(frozen=True, slots=True)
class BidShown:
    """A bid in words, and drawn: so many of a die; ``die`` is ``None`` where a total is bid."""

    seat: int
    who: str
    quantity: int
    die: DieShown | None
    words: str


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """A player's plate. ``held`` and ``lost`` are dice, none in a game of cards; ``note`` says them.

    ``shown`` are the dice put outside the cup in this round.
    """

    seat: int
    name: str
    held: int
    lost: int
    note: str
    on_turn: bool
    out: bool
    shown: tuple[DieShown, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """The newest verdict: who called, what was counted, who loses what; and everybody's dice by seat.

    ``lost`` are dice a seat, negative for one won back.
    """

    call: str
    headline: str
    losses: str
    dice: tuple[tuple[DieShown, ...], ...] = ()
    lost: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A place in the ranking, from 1; places may be shared."""

    place: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the page shows of a game. ``revealed``: the verdict stands, and its dice are on the table."""

    title: str
    turn: str
    players: tuple[PlayerShown, ...]
    bid: BidShown | None = None
    bids: tuple[BidShown, ...] = ()
    verdict: VerdictShown | None = None
    revealed: bool = False
    ranking: tuple[PlaceShown, ...] = ()

"""The lines of the dice games' record, all but the game line and undo, which every family has."""

from __future__ import annotations

from companion.journal.errors import RecordError
from companion.journal.lines import Fields, Line, tuples
from companion.rules.errors import quoted
from companion.rules.events import (
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    DiceShown,
    OpeningRolled,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
)

_MOST_SEAT_DIGITS = 3
"""Digits of a seat number as a key; no table has a thousand seats."""


def _read_rolls(fields: Fields) -> OpeningRolled:
    rolls = fields["rolls"]
    if type(rolls) is not dict:
        raise RecordError(f"rolls must be an object of seats and faces, not {quoted(rolls)}")
    return OpeningRolled(tuple(sorted((_seat(key), face) for key, face in rolls.items())))


def _seat(key: str) -> int:
    decimal = key.isascii() and key.isdigit() and len(key) <= _MOST_SEAT_DIGITS
    if not decimal or str(int(key)) != key:
        raise RecordError(f'a key of the rolls must be a seat number such as "0", not {quoted(key)}')
    return int(key)


def _write_rolls(event: OpeningRolled) -> Fields:
    return {"rolls": {str(seat): face for seat, face in event.rolls}}


DICE_LINES = (
    Line("opening_roll", OpeningRolled, ("rolls",), _read_rolls, _write_rolls),
    Line(
        "bid",
        BidMade,
        ("player", "quantity", "face"),
        lambda f: BidMade(f["player"], f["quantity"], f["face"]),
        lambda e: {"player": e.player, "quantity": e.quantity, "face": e.face},
    ),
    Line(
        "bid",
        TotalBid,
        ("player", "total"),
        lambda f: TotalBid(f["player"], f["total"]),
        lambda e: {"player": e.player, "total": e.total},
    ),
    Line(
        "show",
        DiceShown,
        ("player", "dice"),
        lambda f: DiceShown(f["player"], tuples(f["dice"])),
        lambda e: {"player": e.player, "dice": e.dice},
    ),
    Line(
        "challenge",
        Challenged,
        ("player",),
        lambda f: Challenged(f["player"]),
        lambda e: {"player": e.player},
    ),
    Line(
        "challenge",
        ChallengedTogether,
        ("players",),
        lambda f: ChallengedTogether(tuples(f["players"])),
        lambda e: {"players": e.players},
    ),
    Line(
        "spot_on",
        SpotOnCalled,
        ("player",),
        lambda f: SpotOnCalled(f["player"]),
        lambda e: {"player": e.player},
    ),
    Line(
        "reveal",
        CupsRevealed,
        ("dice",),
        lambda f: CupsRevealed(tuples(f["dice"])),
        lambda e: {"dice": e.dice},
    ),
    Line(
        "correct",
        RevealCorrected,
        ("reveal",),
        lambda f: RevealCorrected(tuples(f["reveal"])),
        lambda e: {"reveal": e.dice},
    ),
)

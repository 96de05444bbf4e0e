"""The lines of the dice games' record, except the game line and undo, which every family has."""

from __future__ import annotations

from companion.journal.errors import RecordError
from companion.journal.lines import Fields, line_for, player, tuples
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
from companion.rules.kinds import need_hands, need_whole, need_wholes
from companion.text.foreign import quoted
from companion.text.speech import say

_MOST_SEAT_DIGITS = 3
"""Digits of a seat number as a key; no table has a thousand seats."""


def _read_rolls(fields: Fields) -> OpeningRolled:
    rolls = fields["rolls"]
    if type(rolls) is not dict:
        raise RecordError(say("record.rolls", value=quoted(rolls)))
    return OpeningRolled(tuple(sorted((_seat(key), face) for key, face in rolls.items())))


def _seat(key: str) -> int:
    decimal = key.isascii() and key.isdigit() and len(key) <= _MOST_SEAT_DIGITS
    if not decimal or str(int(key)) != key:
        raise RecordError(say("record.roll_seat", value=quoted(key)))
    return int(key)


def _write_rolls(event: OpeningRolled) -> Fields:
    return {"rolls": {str(seat): face for seat, face in event.rolls}}


DICE_LINES = (
    line_for("opening_roll", OpeningRolled, ("rolls",), _read_rolls, _write_rolls),
    line_for(
        "bid",
        BidMade,
        ("player", "quantity", "face"),
        lambda f: BidMade(player(f), need_whole(f["quantity"], "quantity"), need_whole(f["face"], "face")),
        lambda e: {"player": e.player, "quantity": e.quantity, "face": e.face},
    ),
    line_for(
        "bid",
        TotalBid,
        ("player", "total"),
        lambda f: TotalBid(player(f), need_whole(f["total"], "total")),
        lambda e: {"player": e.player, "total": e.total},
    ),
    line_for(
        "show",
        DiceShown,
        ("player", "dice"),
        lambda f: DiceShown(player(f), need_wholes(tuples(f["dice"]), "dice")),
        lambda e: {"player": e.player, "dice": e.dice},
    ),
    line_for(
        "challenge",
        Challenged,
        ("player",),
        lambda f: Challenged(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "challenge",
        ChallengedTogether,
        ("players",),
        lambda f: ChallengedTogether(need_wholes(tuples(f["players"]), "players")),
        lambda e: {"players": e.players},
    ),
    line_for(
        "spot_on",
        SpotOnCalled,
        ("player",),
        lambda f: SpotOnCalled(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "reveal",
        CupsRevealed,
        ("dice",),
        lambda f: CupsRevealed(need_hands(tuples(f["dice"]), "dice")),
        lambda e: {"dice": e.dice},
    ),
    line_for(
        "correct",
        RevealCorrected,
        ("reveal",),
        lambda f: RevealCorrected(need_hands(tuples(f["reveal"]), "reveal")),
        lambda e: {"reveal": e.dice},
    ),
)

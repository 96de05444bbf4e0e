"""People in front of a recorded lift: they bid once, and challenge when the recording shows it."""

from __future__ import annotations

from companion.commands.demonstration.players import NAMES
from companion.play.commands import CallChallenge, PlaceBid
from companion.play.views import Scene, TableView
from companion.rehearsal.people import Deed, DicePeople
from companion.rehearsal.programme import Programme
from companion.rehearsal.recorded_lifts import RecordedLift, RecordedTable
from companion.rules.house import HOUSE
from companion.rules.ruleset import DICE


def programme_for(number: int, lift: RecordedLift) -> Programme:
    """A game of one round that fits the recording, with the simplest house rules."""
    options = ((DICE.name, len(lift.dice[0])),)
    return Programme(number, HOUSE.name, NAMES[: len(lift.dice)], options, 0, rounds=1, cuts=False)


class RecordedPeople(DicePeople):
    """The recording says when they challenge, and what their dice are."""

    def next_deed(self, view: TableView) -> Deed | None:
        """What people do on this view; ``None`` while they wait for the screen."""
        if view.scene is not Scene.BIDDING:
            return super().next_deed(view)
        game, table = self.game(), self.table
        if not isinstance(table, RecordedTable):
            raise TypeError("people of a recording sit at a recorded table")
        if game.bid is None:
            return Deed(table.frame_s, PlaceBid(view.number, 1, 2))
        if not table.challenge_is_due:
            return Deed(table.frame_s)
        return Deed(0.0, CallChallenge(view.number, (game.acting,)))

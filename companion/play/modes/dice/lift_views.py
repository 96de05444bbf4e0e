"""What the screen says and marks while cups are lifted: whose dice lie open, and what is still missing."""

from __future__ import annotations

from companion.core.frame import Frame
from companion.core.reading import Box, Doubt, Expectation, LiftSeen
from companion.play.base.views import Mark, Tone
from companion.play.modes.dice.state import DiceTable, expected_dice
from companion.play.modes.dice.views import LiftView
from companion.text import say, say_all, say_list, say_player


def lift_view(table: DiceTable) -> LiftView | None:
    """What is waited for; ``None`` where nobody looks out for lifted cups."""
    if table.cups is None:
        return None
    expected = expected_dice(table.game)
    title = say("lift.lift" if _covered(table.cups, expected) else "lift.up")
    return LiftView(title, _said(table, table.cups, expected), table.cups.late)


def lift_marks(table: DiceTable, live: Frame) -> tuple[Mark, ...]:
    """A mark on each die that was seen, no face told; and round what is missing, once that is late.

    The boxes are in pixels of the live picture, which may be smaller than the frame that was looked at.
    """
    seen = table.cups
    if seen is None or seen.reading is None:
        return ()
    reading, scale = seen.reading, live.width / seen.reading.size[0]
    places = [(each.die.box, Tone.DOUBTED if each.doubts else Tone.READ, each.seat) for each in reading.dice]
    if seen.late:
        lacking = [each.seat for each in reading.doubts if each.doubt is Doubt.TOO_FEW]
        places += [(reading.places[seat], Tone.MISSING, seat) for seat in lacking]
    return tuple(Mark(_scaled(box, scale), None, tone, seat, None) for box, tone, seat in places)


def _scaled(box: Box, scale: float) -> Box:
    left, top, right, bottom = (round(edge * scale) for edge in box)
    return left, top, right, bottom


def _covered(seen: LiftSeen, expected: Expectation) -> list[int]:
    """The seats of which nothing but shown dice lies open."""
    held = (seat for seat, dice in enumerate(expected.dice) if dice)
    return [seat for seat in held if seen.dice_at(seat) <= len(expected.shown[seat])]


def _said(table: DiceTable, seen: LiftSeen, expected: Expectation) -> str:
    names = table.game.players
    covered = _covered(seen, expected)
    if len(covered) == sum(dice > 0 for dice in expected.dice):
        return say("lift.by_themselves")
    said = []
    if covered:
        players = say_list(say_player(names, seat) for seat in covered)
        said.append(say("lift.covered", players=players))
    for seat, dice in enumerate(expected.dice):
        count = seen.dice_at(seat)
        if seat not in covered and count < dice:
            said.append(say("lift.seen", player=say_player(names, seat), seen=count, count=dice))
        elif count > dice:
            said.append(say("lift.too_many", player=say_player(names, seat), seen=count, held=dice))
    return say_all(*said) or _said_of_all(seen)


def _said_of_all(seen: LiftSeen) -> str:
    doubted = 0 if seen.reading is None else sum(bool(each.doubts) for each in seen.reading.dice)
    return say("lift.again", count=doubted) if doubted else say("lift.hold_still")

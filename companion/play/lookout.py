"""Looks at the table after a challenge, again and again, until every die that the game expects has been read.

From the challenge on nothing is secret: every cup is about to be lifted. That all cups are up, all hands gone
and all dice at rest nobody has to guess then: the dice themselves say so, where two looks show all of them.
While bids are made nothing is looked at. Where players are asked about dice and set them right on the table
instead of tapping, that is seen too.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.frame import Frame
from companion.play import show_reroll
from companion.play.exposures import FRAMES_A_READING, Frames
from companion.play.ports import Camera, TableEye, Watch
from companion.play.table import Table, expected_dice
from companion.play.views import Scene
from companion.reading import Expectation, LiftSeen

NS_PER_S = 1_000_000_000
LOOK_EVERY_S = 0.2
"""Two looks are so far apart: a die that tips over a last time has moved by then [choice]."""
LOOK_ANYWAY_S = 0.5
"""While something moves all along (a person beside the table, flickering light) a look comes so often."""
DOUBTED_S = 1.5
"""All dice lie open and one stays in doubt for so long: the players are asked [rehearsal]."""
HIDDEN_S = 6.0
"""Every cup is up and a die has not been seen for so long: it lies under another, or off the table. A hand
that rests over dice goes sooner [rehearsal]."""
COVERED_S = 20.0
"""All but some players' dice lie open, and for so long nothing has changed [choice]."""
LATE_S = 4.0
"""What is still missing after so long is pointed at, and the key grows."""
BEFORE_A_LIFT = (Scene.WELCOME, Scene.BIDDING)
"""Where a challenge comes from. Back from a reading only the key reads again, so that undo is not undone."""


@dataclass(slots=True)
class _Lift:
    """What was seen of one lift so far; ``counts`` are dice a seat, unchanged since ``since_ns``.

    ``moved``: something has moved since it began.
    """

    moved: bool = False
    since_ns: int | None = None
    looked_ns: int | None = None
    counts: tuple[int, ...] = ()
    frames: Frames = ()


class Lookout:
    """What has to be looked at between a challenge and its verdict; without watch or eye, nothing."""

    def __init__(self, watch: Watch | None, eye: TableEye | None, camera: Camera | None) -> None:
        self._watch = watch if eye is not None and camera is not None else None
        self._eye, self._camera = eye, camera
        self._lift = _Lift()

    def follow(self, before: Scene, table: Table) -> Table:
        """The table as it comes to stand; with ``cups`` where lifted cups are looked out for from now on."""
        if table.scene is Scene.REVEAL and before is Scene.REVEAL:
            return table
        self._lift = _Lift()
        begins = self._watch is not None and table.scene is Scene.REVEAL and before in BEFORE_A_LIFT
        return table.but(cups=LiftSeen() if begins else None)

    def wants(self, table: Table) -> bool:
        """Whether the table is to be looked at now."""
        return self._watch is not None and (table.cups is not None or _is_asked(table))

    def see(self, table: Table, live: Frame) -> tuple[Table, Frames]:
        """The table with what a live picture tells of the lift, and the frames to read for good, if any.

        Raises ``CameraGone`` where a camera with small live pictures gives no large one.
        """
        if not self.wants(table) or not self._is_due(table, live):
            return table, ()
        frame = self._camera.capture(live.exposed_at_ns) if self._camera.live_is_small else live
        lift, expected = self._lift, expected_now(table)
        reading = self._eye.look((frame,), expected)
        lift.looked_ns = frame.exposed_at_ns
        lift.frames = (*lift.frames, frame)[-FRAMES_A_READING:]
        counts = tuple(len(reading.faces_of(seat)) for seat in range(len(expected.dice)))
        if counts != lift.counts or lift.since_ns is None:
            lift.counts, lift.since_ns = counts, frame.exposed_at_ns
        waited_s = (frame.exposed_at_ns - lift.since_ns) / NS_PER_S
        if self._agree(lift.frames[-2:], expected):
            return table, lift.frames[-2:]
        if table.cups is None:
            return table, ()
        patience_s = patience(counts, expected)
        if patience_s is not None and waited_s >= patience_s:
            return table, lift.frames
        return table.but(cups=LiftSeen(reading, waited_s >= LATE_S)), ()

    def _is_due(self, table: Table, frame: Frame) -> bool:
        """Whether it is time for a look; where players are asked, only after something has moved."""
        still, looked_ns = self._watch.still(frame), self._lift.looked_ns
        self._lift.moved = self._lift.moved or not still
        if looked_ns is None:
            return self._lift.moved or table.cups is not None
        pause_s = LOOK_EVERY_S if still else LOOK_ANYWAY_S
        return frame.exposed_at_ns - looked_ns >= pause_s * NS_PER_S

    def _agree(self, frames: Frames, expected: Expectation) -> bool:
        """Whether two looks show every die, the same one at the same place, without any doubt."""
        return len(frames) == 2 and self._eye.look(frames, expected).certain


def expected_now(table: Table) -> Expectation:
    """What must lie open now: the dice being shown, those of the opening roll, or all in play."""
    return show_reroll.expected_open(table) if table.show else expected_dice(table.game)


def _is_asked(table: Table) -> bool:
    """Whether players are asked about dice that were read, and have not begun to tap."""
    read = table.scene is Scene.CHECK and table.picture is not None
    return read and not table.correcting and not table.earlier_hands


def patience(counts: tuple[int, ...], expected: Expectation) -> float | None:
    """For how many seconds such dice a seat may stay as they are before the players are asked.

    ``None``: as long as it takes, for no cup has been lifted yet.
    """
    held = [seat for seat, dice in enumerate(expected.dice) if dice]
    lifted = [seat for seat in held if counts[seat] > len(expected.shown[seat])]
    if not lifted:
        return None
    if len(lifted) < len(held):
        return COVERED_S
    return HIDDEN_S if any(counts[seat] < expected.dice[seat] for seat in held) else DOUBTED_S

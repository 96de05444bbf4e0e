"""Live pictures while nobody touches anything, and the frames of a reading."""

from __future__ import annotations

from dataclasses import replace

from companion.core.frame import NS_PER_S, Camera, CameraGone, Clock, Frame
from companion.core.reading import CardReading, TableReading
from companion.play.base.readings import Frames
from companion.play.modes.cards.state import CardsOnTable
from companion.play.modes.dice.lift_detector import MOST_ASKED, doubts_of
from companion.play.modes.dice.state import DiceTable
from companion.play.table import PlayedTable, is_being_read, wants_live_picture
from companion.play.tables import CurrentTable
from companion.text import as_sentence, say

LIVE_PERIOD_S = 0.125
"""Eight live pictures a second: smooth enough to place dice, light enough for a Pi."""
BESIDE_A_READING_S = 0.4
"""Seconds between live pictures during a reading: they take a slow machine's time [rehearsal in real
time]."""

NOW_AND_THEN_S = 0.5
"""Seconds between live pictures that nobody sees and no lift needs [choice]."""
ELSEWHERE_S = 0.25
"""Seconds between live pictures for viewers elsewhere: a stream shows what happens, and a Pi has time for the
game [choice]."""
STALE_S = 0.4
"""During a reading by touch the shown picture is replaced once it is this much older than the newest
[choice]."""
AGAIN_S = 1.0
"""Seconds until a camera that gave no picture is asked again [choice]."""
DRAWN_S = 0.4
"""Seconds until a touch's answer is surely on the screen; other work is done then [choice]."""


class Looking:
    """Takes one frame a turn for whatever waits for it at the current table."""

    def __init__(self, now: CurrentTable, clock: Clock) -> None:
        self._now, self._clock = now, clock
        self._touched_ns = 0
        self.failed = False
        """Looking failed: no live picture is wanted before the next touch."""
        self._missed: str | None = None
        """What was last said, if anything, of a camera that gives no picture; None: it gives some."""

    def go_on(self) -> None:
        """A touch: the camera is asked at once."""
        self.failed, self._missed, self._touched_ns = False, None, self._clock()

    def hear(self, news: str) -> None:
        self.failed = False
        if self._missed is not None:
            self._missed = as_sentence(news)

    @property
    def wait_s(self) -> float | None:
        """Seconds until the next frame is due; None: none is."""
        now = self._now
        if is_being_read(now.table):
            waits = now.at.exposures.settling or self._now.at.readings.is_busy
            return self._live_period_s if waits else 0.0
        if now.at.camera is None or self.failed:
            return None
        if self._wants_frames:
            return self._live_period_s
        if not self._is_seen_elsewhere:
            return None
        return ELSEWHERE_S if self._missed is None else AGAIN_S

    @property
    def _live_period_s(self) -> float:
        if self._missed is not None:
            return AGAIN_S
        if self._now.at.lifts.awaited:
            return 0.0
        if self._now.at.readings.is_busy or self._now.at.lifts.is_looking:
            return BESIDE_A_READING_S
        return LIVE_PERIOD_S if self._wants_all_frames else NOW_AND_THEN_S

    @property
    def _wants_frames(self) -> bool:
        table = self._now.table
        watched = isinstance(table, DiceTable) and self._now.at.dice.watchers.wants(table)
        return watched or self._wants_all_frames

    @property
    def _wants_all_frames(self) -> bool:
        table = self._now.table
        if isinstance(table, DiceTable) and self._now.at.lifts.wants(table):
            return True
        return self._now.at.follows(table) or wants_live_picture(table) or is_being_read(table)

    @property
    def _is_seen_elsewhere(self) -> bool:
        onlookers, opened = self._now.onlookers, self._now.opened
        return onlookers is not None and opened != 0 and onlookers.want(opened)

    def look(self) -> None:
        table, camera = self._now.table, self._now.at.camera
        if isinstance(table, PlayedTable) and table.is_being_read:
            self._take_for_reading(table)
        elif self._now.at.follows(table):
            self._follow()
        elif camera is not None and self._wants_frames:
            self._take_live(camera)
        elif camera is not None and self._is_seen_elsewhere:
            self._show_elsewhere(camera)

    def _follow(self) -> None:
        before = self._now.table
        try:
            self._now.table = self._now.at.follow(before)
        except CameraGone as gone:
            self._miss(str(gone))
            return
        if self._now.table is not before:
            self._find()
            self._now.publish()

    def _miss(self, reason: str | None) -> None:
        """``reason`` None: nobody needs the picture now."""
        self._missed = (self._missed or "") if reason is None else as_sentence(reason)
        if reason is not None and self._now.table.fault != self._missed:
            self._now.fault(reason)
            self._now.publish()

    def _find(self) -> bool:
        """There is a picture again: what was said of the camera goes. Gives whether it was said."""
        missed, self._missed = self._missed, None
        if not missed or self._now.table.fault != missed:
            return False
        self._now.table = replace(self._now.table, fault=None)
        return True

    def _take_live(self, camera: Camera) -> None:
        """A live picture for the screen and the lift detector; once all dice are seen, the verdict."""
        before, lifts = self._now.table, self._now.at.lifts
        if isinstance(before, DiceTable):
            self._now.table, frames = lifts.take_in(before)
            if frames:
                self._read_live(frames)
            if frames or lifts.votes:
                return
        try:
            frame = lifts.awaited or self._latest(camera)
            if frame is not None:
                self._see(frame, self._find() or self._now.table is not before)
        except CameraGone as gone:
            self._miss(str(gone) if wants_live_picture(self._now.table) else None)

    def _latest(self, camera: Camera) -> Frame | None:
        """None, too, for a picture from before the last touch, which a slow camera may give: it may show what
        is hidden now.
        """
        frame = camera.latest()
        return frame if frame is None or frame.exposed_at_ns >= self._touched_ns else None

    def _show_elsewhere(self, camera: Camera) -> None:
        onlookers = self._now.onlookers
        try:
            frame = self._latest(camera)
        except CameraGone:
            self._miss(None)
            return
        if frame is not None and onlookers is not None:
            self._missed = None
            onlookers.see(frame, self._now.opened)

    def _see(self, live: Frame, news: bool) -> None:
        self._now.at.exposures.follow(live)
        before, frames = self._now.table, Frames()
        if isinstance(before, DiceTable):
            table, moved = self._now.at.dice.watchers.see(before, live)
            self._now.table, frames = self._now.at.lifts.see(table, live)
            news |= moved or self._now.table is not before
        if frames:
            self._read_live(frames)
            return
        shown = self._now.live
        if wants_live_picture(self._now.table) and (shown is None or live.pixels is not shown.pixels):
            self._now.live, news = live, True
        if news:
            self._now.publish()

    def _read_live(self, frames: Frames) -> None:
        self._now.live = frames[-1]
        if isinstance(self._now.table, DiceTable):
            self._now.stand(self._now.at.dice.read(self._now.table, frames))
        self._now.publish()

    def _take_for_reading(self, table: PlayedTable) -> None:
        at, of_dice = self._now.at, isinstance(table, DiceTable)
        if at.readings.is_busy:
            self._take_in_reading(table)
            return
        try:
            before_what = say("exposure.cups" if of_dice else "exposure.touch")
            frames = at.exposures.take(before_what) if at.exposures.settled() else None
        except CameraGone as gone:
            self.reading_failed(table, str(gone))
            self._now.publish()
            return
        if frames is None:
            self._show(at.exposures.newest)
            return
        self._now.live = frames[-1]
        at.readings.begin(at.look(table, frames))
        self._take_in_reading(table)

    def _take_in_reading(self, table: PlayedTable) -> None:
        """Take other frames before asking players about many doubts."""
        at = self._now.at
        timed = at.readings.take()
        if timed is None:
            return
        match table, timed.reading:
            case DiceTable(), TableReading() as read:
                if doubts_of(read) > MOST_ASKED and at.exposures.begin_again():
                    return
                self._now.stand(at.dice.read(table, at.exposures.hand_over()))
            case CardsOnTable(), CardReading() as read:
                self._now.stand(at.cards.read(table, at.exposures.hand_over()[-1], read))
        self._now.publish()

    def _show(self, frame: Frame | None) -> None:
        shown = self._now.live
        if frame is None:
            return
        if shown is None or frame.exposed_at_ns - shown.exposed_at_ns >= STALE_S * NS_PER_S:
            self._now.live = frame
            self._now.publish()

    def reading_failed(self, table: PlayedTable, reason: str) -> None:
        match table:
            case DiceTable():
                self._now.stand(self._now.at.dice.reading_failed(table, reason))
            case CardsOnTable():
                self._now.stand(self._now.at.cards.reading_failed(table, reason))

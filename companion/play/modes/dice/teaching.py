"""What a game teaches the eye: journaled dice, and what undo took back.

Learning takes as long as reading, so it runs in the background after the screen was drawn.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

from companion.core.frame import Camera, CameraGone
from companion.core.reading import ConfirmedDie
from companion.journal import Source
from companion.play.base.ports import TableLearner
from companion.play.base.readings import LargePictures
from companion.play.modes.dice.hands import Hands, Slot
from companion.play.modes.dice.state import DiceTable, latest_event
from companion.play.modes.dice.steps import Step
from companion.rules import BidMade, CupsRevealed, Phase, RevealCorrected, TotalBid, Undone

REVEALS = CupsRevealed | RevealCorrected

log = logging.getLogger(__name__)


class Teaching:
    """Tells the learner of each journaled event; without a learner it does nothing."""

    def __init__(self, learner: TableLearner | None, camera: Camera | None, background: Executor) -> None:
        self._learner, self._camera, self._background = learner, camera, background
        self._large = LargePictures(camera)
        self._covered: bool | None = None
        """Whether cups cover all dice since an event whose picture is still to be learned; None: none is."""

    def follow(self, before: DiceTable, step: Step) -> None:
        """Called once the step's event is journaled; ``before``: the table on which it was made."""
        if not isinstance(step.event, BidMade | TotalBid):
            self.catch_up()
        if self._learner is None or step.event is None:
            return
        game = step.table.game
        match step.event:
            case CupsRevealed() | RevealCorrected():
                self._reveal(self._learner, before, step.table)
            case Undone() if latest_event(before.record, REVEALS):
                self._do(partial(self._learner.take_back, _lift_of(before)))
        if self.is_behind or game.phase is not Phase.REVEAL:  # a picture that is still to come is too late
            self._covered = isinstance(step.event, BidMade | TotalBid) and not any(game.shown)
            self._large.drop()

    @property
    def is_behind(self) -> bool:
        return self._learner is not None and self._covered is not None

    def catch_up(self) -> None:
        """Stays behind while the camera has no large picture yet."""
        if self._learner is None or self._covered is None:
            return
        try:
            live = self._camera.latest() if self._covered and self._camera is not None else None
            picture = None if live is None else self._large.of(live)
        except CameraGone:
            live = picture = None
        if picture is not None or live is None:
            self._covered = None
            self._do(partial(self._learner.before_lift, picture))

    def _do(self, lesson: Callable[[], None]) -> None:
        self._background.submit(_taught, lesson)

    def _reveal(self, learner: TableLearner, before: DiceTable, after: DiceTable) -> None:
        self._do(partial(learner.take_back, _lift_of(after)))
        if after.picture is not None:
            first = before.earlier_hands[0] if before.earlier_hands else before.hands
            dice = confirmed(first, after.hands)
            self._do(partial(learner.confirm, _lift_of(after), after.picture.frame, dice))


def _taught(lesson: Callable[[], None]) -> None:
    """A failed lesson is logged: the game goes on."""
    try:
        lesson()
    except Exception:  # any fault of any eye; nobody waits for the result
        log.exception("the eye has not learned from this lift")


def _lift_of(table: DiceTable) -> tuple[int, int]:
    return table.game_id, len(table.game.rounds)


def confirmed(first: Hands, last: Hands) -> tuple[ConfirmedDie, ...]:
    """What is known of each seen thing: journaled dice, and things that players called no dice."""
    dice = [_confirmed(slot) for hand in last for slot in hand.slots]
    kept = [die for die in dice if die is not None]
    boxes = {die.box for die in kept}
    gone = (slot.seen for hand in first for slot in hand.slots if slot.seen is not None)
    return (*kept, *(ConfirmedDie(die.box, None, by_player=True) for die in gone if die.box not in boxes))


def _confirmed(slot: Slot) -> ConfirmedDie | None:
    seen = slot.seen
    if seen is None or slot.face is None:
        return None
    by_player = slot.source is Source.PLAYER
    star = False if slot.face != 1 else None if by_player else seen.star
    return ConfirmedDie(seen.box, slot.face, star, by_player, learned=seen.learned)

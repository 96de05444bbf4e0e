"""What a game teaches the eye about its dice: what stands in the journal, and what undo took out of it."""

from __future__ import annotations

from companion.frame import CameraGone, Frame
from companion.journal.reading_note import Source
from companion.play.dice.hands import Hands, Slot
from companion.play.dice.steps import Step
from companion.play.ports import Camera, TableLearner
from companion.play.table import Table, latest_event
from companion.reading import ConfirmedDie
from companion.rules.events import BidMade, CupsRevealed, RevealCorrected, TotalBid, Undone

REVEALS = CupsRevealed | RevealCorrected


class Teaching:
    """Tells the learner of each event that was journaled; without one nobody learns."""

    def __init__(self, learner: TableLearner | None, camera: Camera | None) -> None:
        self._learner, self._camera = learner, camera

    def follow(self, before: Table, step: Step) -> None:
        """After an event of that step stands in the journal; ``before`` is the table that it was made on."""
        if self._learner is None or step.event is None:
            return
        match step.event:
            case CupsRevealed() | RevealCorrected():
                self._reveal(self._learner, before, step.table)
            case Undone() if before.record is not None and latest_event(before.record, REVEALS):
                self._learner.take_back(_lift_of(before))
        bid = isinstance(step.event, BidMade | TotalBid)
        self._learner.before_lift(self._live() if bid and not any(step.table.game.shown) else None)

    def _reveal(self, learner: TableLearner, before: Table, after: Table) -> None:
        learner.take_back(_lift_of(after))
        if after.picture is not None:
            first = before.earlier_hands[0] if before.earlier_hands else before.hands
            learner.confirm(_lift_of(after), after.picture.frame, confirmed(first, after.hands))

    def _live(self) -> Frame | None:
        """The table while cups stand on all dice: a picture that nobody reads."""
        try:
            return None if self._camera is None else self._camera.latest()
        except CameraGone:
            return None


def _lift_of(table: Table) -> tuple[int, int]:
    """A name for the latest lift of a game."""
    return table.game_id or 0, len(table.game.rounds)


def confirmed(first: Hands, last: Hands) -> tuple[ConfirmedDie, ...]:
    """What is known of the things that the eye saw: the dice as they went into the journal, and those of the
    ``first`` hands that players called no dice.
    """
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

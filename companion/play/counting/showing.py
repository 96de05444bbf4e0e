"""The counting screen's view, made from what is on the table."""

from __future__ import annotations

from companion.counting.fairness import RARE, UNUSUAL, Fairness, fairness_of
from companion.counting.roll import FACES, Roll
from companion.play.counting.commands import DropRoll, LookAtRoll, SetSides, SetWild, ThrowDice
from companion.play.counting.counting import CountedRoll, Counting
from companion.play.counting.seen_roll import is_read
from companion.play.counting.views import (
    AskedDie,
    CountView,
    FaceCount,
    FairnessView,
    RollLine,
    TallyView,
)
from companion.play.views import Mark, PictureView, Tone
from companion.text.counting import say_faces, say_tally
from companion.text.speech import say


def count_view(counting: Counting, number: int, most_thrown: int) -> CountView:
    """Everything but the picture."""
    shown = counting.shown
    return CountView(
        tallies=_tallies(shown, counting),
        rolls=_lines(counting, number),
        fairness=_fairness(fairness_of(each.roll for each in counting.rolls)),
        wild=SetWild(number, not counting.wild),
        sides=SetSides(number, not counting.sides),
        drop=DropRoll(number) if counting.rolls and counting.looked_at is None else None,
        asked=None if shown is None else _asked(shown),
        throw=None if counting.thrown is None else ThrowDice(number, counting.thrown),
        most_thrown=most_thrown,
    )


def count_picture(counting: Counting) -> PictureView | None:
    """The roll that is looked at with a mark on each die; the live picture where there is none of it."""
    shown = counting.shown
    if shown is None or shown.frame is None:
        return None if counting.live is None else PictureView(counting.live, (), live=True)
    named = {at for at, _ in shown.named}
    marks = []
    for at, die in enumerate(shown.seen.reading.dice):
        if is_read(die):
            marks.append(Mark(die.box, die.face, Tone.READ, None, at))
        elif at in named:
            marks.append(Mark(die.box, dict(shown.named)[at], Tone.TAPPED, None, at))
        else:
            marks.append(Mark(die.box, None, Tone.DOUBTED, None, at))
    return PictureView(shown.frame, tuple(marks), live=False)


def _tallies(shown: CountedRoll | None, counting: Counting) -> tuple[TallyView, ...]:
    nothing = Roll(())
    if not counting.sides:
        return (_tally(nothing if shown is None else shown.roll, counting.wild),)
    left, right = (nothing, nothing) if shown is None else shown.halves
    return (
        _tally(left, counting.wild, say("count.left")),
        _tally(right, counting.wild, say("count.right")),
    )


def _tally(roll: Roll, wild: bool, side: str = "") -> TallyView:
    ones = roll.counts[0] if wild else 0

    def counted(face: int) -> FaceCount:
        if face == 1:
            return FaceCount(1, roll.counts[0], len(roll.faces), wild)
        return FaceCount(face, roll.counts[face - 1] + ones, roll.at_least(face) + ones)

    return TallyView(tuple(map(counted, FACES)), say_tally(roll), side)


def _asked(shown: CountedRoll) -> AskedDie | None:
    if shown.asked is None or shown.frame is None:
        return None
    return AskedDie(shown.seen.reading.dice[shown.asked].box, say("count.asked", count=shown.roll.unread))


def _lines(counting: Counting, number: int) -> tuple[RollLine, ...]:
    newest = len(counting.rolls) - 1
    chosen = newest if counting.looked_at is None else counting.looked_at
    return tuple(
        RollLine(say_faces(each.roll), LookAtRoll(number, None if at == newest else at), at == chosen)
        for at, each in reversed(tuple(enumerate(counting.rolls)))
    )


def _fairness(fairness: Fairness) -> FairnessView:
    most = max(fairness.counts) or 1
    bars = tuple(count / most for count in fairness.counts)
    return FairnessView(fairness.counts, bars, _say_fairness(fairness))


def _say_fairness(fairness: Fairness) -> str:
    if not fairness.is_enough:
        return say("fairness.few", count=fairness.dice)
    figures = say("fairness.figures", chi=f"{fairness.chi_squared:.1f}", percent=f"{fairness.chance:.1%}")
    if fairness.chance >= UNUSUAL:
        return say("fairness.usual", figures=figures)
    return say("fairness.unusual" if fairness.chance >= RARE else "fairness.rare", figures=figures)

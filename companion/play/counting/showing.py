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
from companion.reading import WildMark
from companion.text.counting import say_faces, say_tally
from companion.text.numbers import say_decimal, say_percent
from companion.text.speech import say


def count_view(counting: Counting, number: int, most_thrown: int) -> CountView:
    """Everything but the picture."""
    shown = counting.shown
    return CountView(
        tallies=_tallies(shown, counting),
        rolls=_lines(counting, number),
        fairness=_fairness(fairness_of(each.rolled for each in counting.rolls)),
        wild=SetWild(number, not counting.wild),
        sides=SetSides(number, not counting.sides),
        drop=DropRoll(number) if counting.rolls and counting.looked_at is None else None,
        asked=None if shown is None else _asked(shown),
        throw=None if counting.thrown is None else ThrowDice(number, counting.thrown),
        most_thrown=most_thrown,
        wild_words=_say_wild(counting.mark),
        star_face=counting.star_face,
    )


def count_picture(counting: Counting) -> PictureView | None:
    """The roll that is looked at with a mark on each die; the live picture where there is none of it."""
    shown = counting.shown
    if shown is None or shown.frame is None:
        return None if counting.live is None else PictureView(counting.live, (), live=True)
    marks = (_mark(shown, at) for at in range(len(shown.seen.reading.dice)))
    return PictureView(shown.frame, tuple(marks), live=False)


def _mark(shown: CountedRoll, at: int) -> Mark:
    """The mark on a die: after a reroll those that were thrown shine, and those that were kept do not."""
    die, named, kept = shown.seen.reading.dice[at], dict(shown.named), shown.seen.kept
    read = is_read(die)
    if not read and at not in named:
        return Mark(die.box, None, Tone.DOUBTED, None, at)
    tone = Tone.READ if read else Tone.TAPPED
    if kept:
        tone = Tone.KEPT if at in kept else Tone.COUNTED
    return Mark(die.box, die.face if read else named[at], tone, None, at)


def _tallies(shown: CountedRoll | None, counting: Counting) -> tuple[TallyView, ...]:
    nothing, wild = Roll(()), counting.wild_face if counting.wild else None
    if not counting.sides:
        if shown is None:
            return (_tally(nothing, wild),)
        return (_tally(shown.roll, wild, kept=len(shown.seen.kept)),)
    left, right = (nothing, nothing) if shown is None else shown.halves
    return (
        _tally(left, wild, say("count.left")),
        _tally(right, wild, say("count.right")),
    )


def _tally(roll: Roll, wild: int | None, side: str = "", kept: int = 0) -> TallyView:
    """``wild`` is the face that counts as every other, ``None`` for none."""

    def counted(face: int) -> FaceCount:
        own = roll.counts[face - 1]
        if face == wild:
            return FaceCount(face, own, own if face == FACES[-1] else len(roll.faces), True)
        lower = roll.counts[wild - 1] if wild is not None and wild < face else 0
        beside = 0 if wild is None else roll.counts[wild - 1]
        return FaceCount(face, own + beside, roll.at_least(face) + lower)

    return TallyView(tuple(map(counted, FACES)), say_tally(roll, kept), side)


def _say_wild(mark: WildMark) -> str:
    if mark is WildMark.BIRD:
        return say("count.birds_wild")
    return say("count.stars_wild" if mark in (WildMark.STAR, WildMark.STAR_SIX) else "count.ones_wild")


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
    figures = say(
        "fairness.figures", chi=say_decimal(fairness.chi_squared), percent=say_percent(fairness.chance, 1)
    )
    if fairness.chance >= UNUSUAL:
        return say("fairness.usual", figures=figures)
    return say("fairness.unusual" if fairness.chance >= RARE else "fairness.rare", figures=figures)

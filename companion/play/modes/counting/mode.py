"""Counts any roll: follows the camera and carries out touches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from companion.core.frame import NS_PER_S, Camera, Frame
from companion.core.reading import PhotoReading, ReadDie, WildMark
from companion.play.base.commands import Refused
from companion.play.base.ports import RollEye, Watch
from companion.play.base.readings import FRAMES_A_READING, LargePictures, same_place
from companion.play.base.views import Mark, PictureView, Tone, View
from companion.play.modes.counting import state, views
from companion.play.modes.dice.lift_detector import LOOK_ANYWAY_S, LOOK_EVERY_S
from companion.rules import FACES, RARE, UNUSUAL, Fairness, Roll, fairness_of
from companion.text import say, say_decimal, say_percent, say_roll_faces

MOVING_S = 3.0
"""Dice that rest for this long are read although something moves beside them: a hand that picks dice up is
quicker [choice]."""
RESTLESS_S = 2.0
"""After this long without motion a roll is read although the looks differ; dice on which they differ are
unread [choice]."""


class RollLookout:
    def __init__(self, watch: Watch, eye: RollEye, camera: Camera) -> None:
        self._watch, self._eye, self._large = watch, eye, LargePictures(camera)
        self._rest: tuple[tuple[Frame, PhotoReading], ...] = ()
        self._recent: tuple[Frame, ...] = ()
        self._still_since_ns: int | None = None
        self._told: PhotoReading | None = None
        self._moved = True

    def see(self, live: Frame) -> state.SeenRoll | None:
        """A roll that has come to rest, given once; None without one.

        Raises ``CameraGone`` if small live pictures come without a large one.
        """
        still = self._watch.still(live)
        if not still:
            self._moved, self._still_since_ns = True, None
        elif self._still_since_ns is None:
            self._still_since_ns = live.exposed_at_ns
        if not (self._moved and self._is_due(live, still)):
            return None
        frame = self._large.of(live)
        if frame is None:
            return None
        reading = self._eye.look((frame,))
        if self._rest and not _same_places(self._rest[0][1], reading):
            self._rest = ()
        self._rest, self._recent = (*self._rest, (frame, reading)), (*self._recent, frame)[-FRAMES_A_READING:]
        return self._at_rest(frame) if self._lies(frame, still) else None

    def _is_due(self, live: Frame, still: bool) -> bool:
        if not self._recent:
            return True
        pause_s = LOOK_EVERY_S if still else LOOK_ANYWAY_S
        return _seconds(self._recent[-1], live) >= pause_s

    def _lies(self, frame: Frame, still: bool) -> bool:
        if len(self._rest) >= FRAMES_A_READING:
            return still or _seconds(self._rest[0][0], frame) >= MOVING_S
        since_ns = self._still_since_ns
        if since_ns is None or len(self._recent) < FRAMES_A_READING:
            return False
        restless = frame.exposed_at_ns - since_ns >= RESTLESS_S * NS_PER_S
        return restless and self._recent[0].exposed_at_ns >= since_ns

    def _at_rest(self, frame: Frame) -> state.SeenRoll | None:
        reading = self._eye.read_roll(self._recent)
        self._rest, self._moved = (), False
        if not _is_new(reading, self._told):
            return None
        reading, kept = state.with_kept(reading, self._told)
        self._told = reading
        return state.SeenRoll(state.roll_of(reading), frame, reading, kept)


def _seconds(before: Frame, after: Frame) -> float:
    return (after.exposed_at_ns - before.exposed_at_ns) / NS_PER_S


def _same_places(first: PhotoReading, now: PhotoReading) -> bool:
    if len(now.dice) != len(first.dice):
        return False
    return all(any(_may_be(die, other) for other in first.dice) for die in now.dice)


def _may_be(die: ReadDie, other: ReadDie) -> bool:
    """Whether two looks may show one die at rest; one look may abstain."""
    return same_place(die, other) and (die.face == other.face or None in (die.face, other.face))


def _is_new(reading: PhotoReading, told: PhotoReading | None) -> bool:
    """Whether a die is new or shows another face. An empty table is no roll."""
    before = () if told is None else told.dice
    return not all(any(state.may_be_same_die(die, other) for other in before) for die in reading.dice)


FIRST_THROW = 5
"""Dice of the simulated table's first throw."""


class Thrower(Protocol):
    @property
    def most(self) -> int: ...

    def throw(self, dice: int) -> None: ...


class CountingMode:
    """Counts what lies before one camera; ``throws``: the simulated table's dice, None at a real one."""

    def __init__(
        self,
        camera: Camera,
        eye: RollEye,
        watch: Callable[[], Watch],
        throws: Thrower | None = None,
        wild: Callable[[], WildMark] = lambda: WildMark.ANY,
    ) -> None:
        """``watch`` makes a fresh one; ``wild``: what the dice show in place of the wild face."""
        self._camera, self._eye, self._watch, self._throws, self._wild = camera, eye, watch, throws, wild
        self._lookout = RollLookout(watch(), eye, camera)

    @property
    def most_thrown(self) -> int:
        """0 at a real table."""
        return 0 if self._throws is None else self._throws.most

    def take(
        self, number: int, before: state.Counting | None, command: views.CountCommand
    ) -> state.CountingTable:
        """The table after a touch; ``before`` None: on the first screen. Refused for what no key asks."""
        if isinstance(command, views.CountRolls):
            self._lookout = RollLookout(self._watch(), self._eye, self._camera)
            begun = self._with_mark(state.Counting())
            begun = begun if self._throws is None else self._thrown(begun, FIRST_THROW)
            return state.CountingTable(number, begun)
        if before is None:
            raise Refused(say("count.none"))
        return state.CountingTable(number, self._after(self._with_mark(before), command))

    def follow(self, table: state.CountingTable) -> state.CountingTable:
        """Take the live picture, and a roll that has come to rest. Raises ``CameraGone``."""
        now, live = table.counting, self._camera.latest()
        if live is None or live is now.live:
            return table
        now = self._with_mark(now)
        seen = self._lookout.see(live)
        if seen is None:
            return replace(table, counting=replace(now, live=live))
        return state.CountingTable(table.number + 1, replace(now.with_roll(seen), live=live))

    def _after(self, now: state.Counting, command: views.CountCommand) -> state.Counting:
        match command:
            case views.ThrowDice(dice=dice):
                return self._thrown(now, dice)
            case views.NameDie(face=face) if now.shown is not None and now.shown.asked is not None:
                return now.with_shown(self._taught(now.shown, face))
            case views.KeepDie() if now.shown is not None and now.shown.asked is not None:
                return now.with_shown(now.shown.with_die())
            case views.DropRoll() if now.rolls:
                return replace(now, rolls=now.rolls[:-1], looked_at=None)
            case views.LookAtRoll(roll=roll) if roll is None or 0 <= roll < len(now.rolls):
                return replace(now, looked_at=roll)
            case views.SetWild(on=on):
                return replace(now, wild=on)
            case views.SetSides(on=on):
                return replace(now, sides=on)
            case _:
                raise Refused(say("count.no_roll"))

    def _with_mark(self, now: state.Counting) -> state.Counting:
        mark = self._wild()
        self._eye.have(mark)
        return now if mark is now.mark else replace(now, mark=mark)

    def _taught(self, shown: state.CountedRoll, face: int | None) -> state.CountedRoll:
        named, frame = shown.with_face(face), shown.frame
        if frame is None or face is None or not shown.asks_for_a_mark:
            return named
        self._eye.learn(frame, named.confirmed)
        faces = {die.box: die.face for die in self._eye.look((frame,)).dice}
        while named.asks_for_a_mark and (known := faces.get(named.asked_die.box)) is not None:
            named = named.with_face(known)
        return named

    def _thrown(self, now: state.Counting, dice: int) -> state.Counting:
        if self._throws is None or not 1 <= dice <= self._throws.most:
            raise Refused(say("count.not_thrown"))
        self._throws.throw(dice)
        return replace(now, thrown=dice, looked_at=None)


def counting_view(table: state.CountingTable, most_thrown: int) -> View[views.CountingScene]:
    now = table.counting
    counted, picture = count_view(now, table.number, most_thrown), count_picture(now)
    return View(table.number, counted, state.say_counting(now), table.fault, say("count.caption"), picture)


def count_view(counting: state.Counting, number: int, most_thrown: int) -> views.CountingScene:
    shown = counting.shown
    return views.CountingScene(
        tallies=_tallies(shown, counting),
        rolls=_lines(counting, number),
        fairness=_fairness(fairness_of(each.rolled for each in counting.rolls)),
        wild=views.SetWild(number, not counting.wild),
        sides=views.SetSides(number, not counting.sides),
        drop=views.DropRoll(number) if counting.rolls and counting.looked_at is None else None,
        asked=None if shown is None else _asked(shown),
        throw=None if counting.thrown is None else views.ThrowDice(number, counting.thrown),
        most_thrown=most_thrown,
        wild_words=_say_wild(counting.mark),
        star_face=counting.star_face,
    )


def count_picture(counting: state.Counting) -> PictureView | None:
    shown = counting.shown
    if shown is None or shown.frame is None:
        return None if counting.live is None else PictureView(counting.live, (), live=True)
    marks = (_mark(shown, at) for at in range(len(shown.seen.reading.dice)))
    return PictureView(shown.frame, tuple(marks), live=False)


def _mark(shown: state.CountedRoll, at: int) -> Mark:
    die, named, kept = shown.seen.reading.dice[at], dict(shown.named), shown.seen.kept
    read = state.is_read(die)
    if not read and at not in named:
        return Mark(die.box, None, Tone.DOUBTED, None, at)
    tone = Tone.READ if read else Tone.TAPPED
    if kept:
        tone = Tone.KEPT if at in kept else Tone.COUNTED
    return Mark(die.box, die.face if read else named[at], tone, None, at)


def _tallies(shown: state.CountedRoll | None, counting: state.Counting) -> tuple[views.TallyView, ...]:
    nothing, wild = Roll(()), counting.wild_face if counting.wild else None
    if not counting.sides:
        return (_tally(nothing if shown is None else shown.roll, wild),)
    left, right = (nothing, nothing) if shown is None else shown.halves
    return (
        _tally(left, wild, say("count.left")),
        _tally(right, wild, say("count.right")),
    )


def _tally(roll: Roll, wild: int | None, side: str = "") -> views.TallyView:
    """``wild``: the face that counts as every other, None for none."""

    def counted(face: int) -> views.FaceCount:
        own = roll.counts[face - 1]
        if face == wild:
            return views.FaceCount(face, own, own if face == FACES[-1] else len(roll.faces), True)
        lower = roll.counts[wild - 1] if wild is not None and wild < face else 0
        beside = 0 if wild is None else roll.counts[wild - 1]
        return views.FaceCount(face, own + beside, roll.at_least(face) + lower)

    return views.TallyView(tuple(map(counted, FACES)), side)


def _say_wild(mark: WildMark) -> str:
    if mark is WildMark.BIRD:
        return say("count.birds_wild")
    return say("count.stars_wild" if mark in (WildMark.STAR, WildMark.STAR_SIX) else "count.ones_wild")


def _asked(shown: state.CountedRoll) -> views.AskedDie | None:
    if shown.asked is None or shown.frame is None:
        return None
    return views.AskedDie(shown.asked_die.box, shown.asked_die.maybe_no_die)


def _lines(counting: state.Counting, number: int) -> tuple[views.RollLine, ...]:
    newest = len(counting.rolls) - 1
    chosen = newest if counting.looked_at is None else counting.looked_at
    return tuple(
        views.RollLine(
            say_roll_faces(each.roll), views.LookAtRoll(number, None if at == newest else at), at == chosen
        )
        for at, each in reversed(tuple(enumerate(counting.rolls)))
    )


def _fairness(fairness: Fairness) -> views.FairnessView:
    most = max(fairness.counts) or 1
    bars = tuple(count / most for count in fairness.counts)
    return views.FairnessView(fairness.counts, bars, _say_fairness(fairness))


def _say_fairness(fairness: Fairness) -> str:
    if not fairness.is_enough:
        return say("fairness.few", count=fairness.dice)
    figures = say(
        "fairness.figures", chi=say_decimal(fairness.chi_squared), percent=say_percent(fairness.chance, 1)
    )
    if fairness.chance >= UNUSUAL:
        return say("fairness.usual", figures=figures)
    return say("fairness.unusual" if fairness.chance >= RARE else "fairness.rare", figures=figures)

"""The table while rolls are counted, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.frame import Frame
from companion.core.reading import ConfirmedDie, Doubt, PhotoReading, ReadDie, WildMark
from companion.play.base.readings import same_place
from companion.rules import Roll
from companion.text import say, say_tally


@dataclass(frozen=True, slots=True)
class SeenRoll:
    """A roll with its picture and reading; ``kept``: dice that lie where they lay before, and were not
    thrown.
    """

    roll: Roll
    frame: Frame
    reading: PhotoReading
    kept: tuple[int, ...] = ()

    @property
    def rolled(self) -> Roll:
        dice = tuple(die for at, die in enumerate(self.reading.dice) if at not in self.kept)
        return roll_of(replace(self.reading, dice=dice))


def roll_of(reading: PhotoReading) -> Roll:
    """A doubtful die is unread."""
    read = [die for die in reading.dice if is_read(die)]
    return Roll(
        tuple(sorted(die.face for die in read if die.face is not None)),
        stars=sum(bool(die.star) for die in read),
        unread=len(reading.dice) - len(read),
    )


def is_read(die: ReadDie) -> bool:
    return die.face is not None and not die.doubts


LOOK = {Doubt.UNREAD, Doubt.UNKNOWN_MARK, Doubt.MAYBE_NO_DIE}
"""Doubts about a die's look, which stays the same while the die is untouched."""


def may_be_same_die(die: ReadDie, before: ReadDie) -> bool:
    """Whether this may be the same die, untouched; an unread one may have been set right."""
    return same_place(die, before) and die.face in (before.face, None)


def with_kept(reading: PhotoReading, told: PhotoReading | None) -> tuple[PhotoReading, tuple[int, ...]]:
    """The reading with untouched dice as they were told, and the indices of these."""
    if told is None:
        return reading, ()
    dice, kept = list(reading.dice), []
    for at, die in enumerate(reading.dice):
        before = next((each for each in told.dice if may_be_same_die(die, each)), None)
        if before is None:
            continue
        kept.append(at)
        if die.face is None and before.face is not None and set(die.doubts) <= LOOK and not before.doubts:
            dice[at] = replace(before, box=die.box, learned=die.learned)
    return replace(reading, dice=tuple(dice)), tuple(kept)


MOST_ROLLS = 200
"""Rolls in the list; older ones go [choice]."""
MOST_PICTURES = 8
"""The newest rolls keep their pictures: a frame is up to 6 MB."""


@dataclass(frozen=True, slots=True)
class CountedRoll:
    """A roll and what players said of its unread dice: (die's index, face; None: no die).

    ``frame`` is None once the roll is too old to keep it.
    """

    seen: SeenRoll
    frame: Frame | None
    named: tuple[tuple[int, int | None], ...] = ()

    @property
    def asked(self) -> int | None:
        known = {at for at, _ in self.named}
        unread = (at for at, die in enumerate(self.seen.reading.dice) if not is_read(die) and at not in known)
        return next(unread, None)

    @property
    def asked_die(self) -> ReadDie:
        """ValueError if nothing is asked."""
        if self.asked is None:
            raise ValueError("no die is asked about")
        return self.seen.reading.dice[self.asked]

    @property
    def asks_for_a_mark(self) -> bool:
        return self.asked is not None and self.asked_die.doubts == (Doubt.UNKNOWN_MARK,)

    @property
    def confirmed(self) -> tuple[ConfirmedDie, ...]:
        named = dict(self.named)
        read = (
            ConfirmedDie(die.box, die.face, die.star, learned=die.learned)
            for die in self.seen.reading.dice
            if is_read(die)
        )
        told = (
            ConfirmedDie(self.seen.reading.dice[at].box, face, None if face == 1 else False, by_player=True)
            for at, face in named.items()
        )
        return (*read, *told)

    @property
    def dice(self) -> tuple[tuple[ReadDie, int | None], ...]:
        """Each die with its face; None: not known yet. What is no die is left out."""
        named = dict(self.named)
        found = []
        for at, die in enumerate(self.seen.reading.dice):
            face = die.face if is_read(die) else named.get(at)
            if face is not None or at not in named:
                found.append((die, face))
        return tuple(found)

    @property
    def roll(self) -> Roll:
        return _roll(self.dice)

    @property
    def rolled(self) -> Roll:
        kept = {self.seen.reading.dice[at].box for at in self.seen.kept}
        return _roll(tuple(each for each in self.dice if each[0].box not in kept))

    @property
    def halves(self) -> tuple[Roll, Roll]:
        middle = self.seen.reading.size[0] / 2
        left = tuple(each for each in self.dice if (each[0].box[0] + each[0].box[2]) / 2 < middle)
        right = tuple(each for each in self.dice if each not in left)
        return _roll(left), _roll(right)

    def with_die(self) -> CountedRoll:
        """The thing asked about is a die."""
        reading, asked = self.seen.reading, self.asked_die
        dice = tuple(die.as_die() if die is asked else die for die in reading.dice)
        reading = replace(reading, dice=dice)
        return replace(self, seen=replace(self.seen, reading=reading, roll=roll_of(reading)))

    def with_face(self, face: int | None) -> CountedRoll:
        """The die asked about shows this face."""
        if self.asked is None:
            raise ValueError("no die is asked about")
        return replace(self, named=(*self.named, (self.asked, face)))

    def after(self, before: CountedRoll) -> CountedRoll:
        """This roll after ``before``: an untouched die stays what the players said of it."""
        then = [(before.seen.reading.dice[at], face) for at, face in before.named]
        kept = ((at, self.seen.reading.dice[at]) for at in self.seen.kept)
        named = (
            (at, next((each for each in then if may_be_same_die(die, each[0])), None)) for at, die in kept
        )
        return replace(self, named=tuple((at, told[1]) for at, told in named if told is not None))


def _roll(dice: tuple[tuple[ReadDie, int | None], ...]) -> Roll:
    known = [(die, face) for die, face in dice if face is not None]
    stars = sum(is_read(die) and bool(die.star) for die, _ in known)
    return Roll(tuple(sorted(face for _, face in known)), stars, unread=len(dice) - len(known))


@dataclass(frozen=True, slots=True)
class Counting:
    """All rolls, oldest first; ``looked_at``: the older one that is shown.

    ``sides``: halves are counted apart. ``thrown``: dice of the simulated table, None at a real one.
    ``mark``: what the dice show in place of the wild face.
    """

    rolls: tuple[CountedRoll, ...] = ()
    live: Frame | None = None
    looked_at: int | None = None
    wild: bool = False
    sides: bool = False
    thrown: int | None = None
    mark: WildMark = WildMark.ANY

    @property
    def wild_face(self) -> int:
        return 6 if self.mark is WildMark.STAR_SIX else 1

    @property
    def star_face(self) -> int:
        return {WildMark.STAR: 1, WildMark.STAR_SIX: 6}.get(self.mark, 0)

    @property
    def shown(self) -> CountedRoll | None:
        if not self.rolls:
            return None
        return self.rolls[-1 if self.looked_at is None else self.looked_at]

    def with_roll(self, seen: SeenRoll) -> Counting:
        """Replaces the last roll if only a die was set right."""
        before = self.rolls[:-1] if self.rolls and _is_same_throw(self.rolls[-1].seen, seen) else self.rolls
        new = CountedRoll(seen, seen.frame)
        if self.rolls:
            new = new.after(self.rolls[-1])
        if len(before) < len(self.rolls):
            new = replace(new, seen=replace(seen, kept=_still_kept(self.rolls[-1].seen, seen)))
        rolls = (*before, new)[-MOST_ROLLS:]
        old = len(rolls) - MOST_PICTURES
        kept = tuple(replace(each, frame=None) if at < old else each for at, each in enumerate(rolls))
        return replace(self, rolls=kept, looked_at=None)

    def with_shown(self, roll: CountedRoll) -> Counting:
        at = len(self.rolls) - 1 if self.looked_at is None else self.looked_at
        return replace(self, rolls=(*self.rolls[:at], roll, *self.rolls[at + 1 :]))


def _is_same_throw(before: SeenRoll, now: SeenRoll) -> bool:
    faces = {(die.box, die.face) for die in now.reading.dice}
    read = [die for die in before.reading.dice if is_read(die)]
    if before.roll.unread == 0 or now.roll.dice != before.roll.dice:
        return False
    return all(any(_near(die, box) and die.face == face for box, face in faces) for die in read)


def _still_kept(before: SeenRoll, now: SeenRoll) -> tuple[int, ...]:
    lay = [before.reading.dice[at] for at in before.kept]
    return tuple(at for at in now.kept if any(may_be_same_die(now.reading.dice[at], each) for each in lay))


def _near(die: ReadDie, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = die.box
    x, y = (left + right) / 2, (top + bottom) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def say_counting(counting: Counting) -> str:
    shown = counting.shown
    if shown is None:
        return say("count.throw" if counting.thrown is None else "count.thrown")
    if shown.asked is not None:
        if shown.asked_die.maybe_no_die:
            return say("check.is_it_a_die")
        if Doubt.SIDE_VIEW in shown.asked_die.doubts:
            return say("scene.too_flat")
        return say("count.asked", count=shown.roll.unread)
    return say_tally(shown.roll, len(shown.seen.kept))


@dataclass(frozen=True, slots=True)
class CountingTable:
    number: int
    counting: Counting
    fault: str | None = None

"""How well taught sets are read: drawn unusual dice, on unseen grounds and in unseen lights.

python -m models.evaluate_taught [--sets pirates,poker,oddstars,skullone] [--seeds 9]

Each set is taught from six frames, each of six dice with one face up (1 light), from twelve, two a face, and
from eighteen, three a face; then twelve unseen frames of eight dice are read. Seeds 5, 7 and 8 served to
choose the limits.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.core.frame import Frame
from companion.core.reading import TeachError
from companion.recognition.taught.lesson import Lesson, dice_shown
from companion.recognition.taught.taught_eye import SetEye, TaughtEye
from models.compose.scene import Thing
from models.compose.symbols import FACES
from models.compose.unusual import set_make, shoots_of, shot

READS, DICE = 12, 6
SAME = 0.5
"""A box belongs to a die if their middles are nearer than this share of the die's side."""
Shots = dict[str, tuple[np.ndarray, list[Thing]]]


def shots_of(name: str, seed: int, cast: bool = False) -> Shots:
    rng = np.random.default_rng(seed)
    make, shots = set_make(rng, name), {}
    for each, shoot in shoots_of(rng, READS, DICE).items():
        shots[each] = shot(rng, name, make, replace(shoot, cast=cast))
    return shots


def lesson_of(eye: SetEye, shots: Shots, lights: int) -> Lesson:
    """What ``cups-up teach`` finds in so many pictures of each face."""
    lesson = Lesson()
    for kind in ("teach", "again", "third")[:lights]:
        for face in range(1, 7):
            try:
                lesson.show(face, dice_shown(eye, Frame(shots[f"{kind}-{face}"][0], 0)))
            except TeachError:  # a picture in which nothing shows teaches nothing; the others may do
                continue
    return lesson


def _of(box: Sequence[float], things: Sequence[Thing]) -> Thing | None:
    for thing in things:
        right, down = ((thing.box[i] + thing.box[i + 2] - box[i] - box[i + 2]) / 2 for i in (0, 1))
        if np.hypot(right, down) < SAME * max(thing.box[2] - thing.box[0], thing.box[3] - thing.box[1]):
            return thing
    return None


def tally(eye: TaughtEye, shots: Shots) -> Counter[str]:
    """Dice right, asked, wrong, missed, and things read that are no dice."""
    counts: Counter[str] = Counter()
    for pixels, things in [shots[each] for each in shots if each.startswith("read")]:
        met = set()
        for die in eye.read(Frame(pixels, 0)).dice:
            thing = _of(die.box, things)
            if thing is None or id(thing) in met:
                counts["no die told" if die.face else "no die asked"] += 1
                continue
            met.add(id(thing))
            counts["asked" if die.face is None else "right" if die.face == thing.label else "wrong"] += 1
        counts["missed"] += len(things) - len(met)
        counts["dice"] += len(things)
    return counts


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one row a set and lesson."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", default=",".join(FACES))
    parser.add_argument("--seeds", default="9")
    parser.add_argument("--cast", action="store_true", help="cast dice instead of sketched ones")
    args = parser.parse_args(arguments)
    eye = SetEye()
    total: dict[int, Counter[str]] = {1: Counter(), 2: Counter(), 3: Counter()}
    columns = ("dice", "right", "asked", "missed", "wrong", "no die told", "no die asked")
    for name in args.sets.split(","):
        for seed in map(int, args.seeds.split(",")):
            shots = shots_of(name, seed, args.cast)
            for lights in (1, 2, 3):
                try:
                    dice_set = lesson_of(eye, shots, lights).ended(name)
                    counts = tally(TaughtEye(dice_set), shots)
                except TeachError as fault:
                    print(f"{name} {seed} {lights} lights: {fault}", flush=True)
                    continue
                total[lights] += counts
                told = ", ".join(f"{column} {counts[column]}" for column in columns)
                print(f"{name} {seed} {lights} lights: {told}", flush=True)
    for lights, counts in total.items():
        shares = ", ".join(
            f"{each} {100 * counts[each] / max(1, counts['dice']):.1f} %" for each in columns[1:]
        )
        print(f"all {lights} lights: {counts['dice']} dice: {shares}")


if __name__ == "__main__":
    main()

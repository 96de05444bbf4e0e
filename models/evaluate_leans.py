"""How many dice are doubted for leaning, cocked and flat ones: ``python -m models.evaluate_leans``.

Every picture is read once without that doubt; then the doubt is raised at each of some angles.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from tqdm import tqdm

from companion.hardware.simulated.shaking import Trouble
from companion.hardware.simulated.table import SimulatedTable
from companion.recognition.decide.cocked import mark_cocked
from companion.recognition.decide.faces import decide
from companion.recognition.decide.flat_dice import FlatDiceHistory
from companion.recognition.eye import Eye, rows_of
from companion.recognition.weights import load_weights
from models.compose.scene import Thing
from models.evaluate import listed_pictures, matched, picture_options

ANGLES_DEG = (10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 25.0)
PLAYERS, DICE = 4, 5


@dataclass(slots=True)
class Counts:
    """Dice told without the doubt, flat and cocked, and how many of them it strikes at each angle."""

    flat: int
    cocked: int
    flat_struck: np.ndarray
    cocked_struck: np.ndarray

    def row(self, source: str) -> str:
        """A line of the table."""
        struck = zip(self.flat_struck, self.cocked_struck, strict=True)
        shares = [f"{_share(flat, self.flat)}, {_share(cocked, self.cocked)}" for flat, cocked in struck]
        return " | ".join((f"| {source} | {self.flat} | {self.cocked}", *shares, ""))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def simulated(count: int, first_seed: int) -> Iterator[tuple[str, str, np.ndarray, list[Thing], bool]]:
    """Simulated tables with one cocked die each, as ``models.evaluate`` lists pictures."""
    for seed in range(first_seed, first_seed + count):
        table = SimulatedTable(PLAYERS, seed=seed, trouble=Trouble.COCKED, clock=lambda: 0)
        table.deal((DICE,) * PLAYERS, (), seed + 100)
        table.lift()
        things = [Thing(die.box, die.face or -1, die.cocked) for die in table.dice_in_view()]
        yield "simulated", str(seed), table.latest().pixels, things, False


def main() -> None:
    """Count doubted dice, flat and cocked, a source and an angle."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    picture_options(parser, only="byler")
    parser.add_argument("--simulated", type=int, default=0, help="so many simulated tables")
    parser.add_argument("--seed", type=int, default=0, help="of the first of them")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    eye = Eye(load_weights(args.weights))
    pictures = [*simulated(args.simulated, args.seed), *listed_pictures(args)]
    counts: dict[str, Counts] = {}
    for source, _, pixels, things, _ in tqdm(pictures, mininterval=5):
        none = np.zeros(len(ANGLES_DEG), int)
        count = counts.setdefault(source, Counts(0, 0, none, none.copy()))
        _add(count, eye, pixels, things)
    print("| source | flat | cocked |" + "".join(f" {angle:.0f}° |" for angle in ANGLES_DEG))
    print("\n".join(count.row(source) for source, count in counts.items()))
    print("of each: % of the flat dice told that are then doubted, % of the cocked ones")


def _add(count: Counts, eye: Eye, pixels: np.ndarray, things: list[Thing]) -> None:
    size = (pixels.shape[1], pixels.shape[0])
    scored = eye.score(pixels, eye.detect(pixels))
    dice, rows = decide(scored.detections, scored.predictions, size, eye.config), rows_of(scored, size)
    lying = {die.box: thing for die, thing in matched(dice, things) if thing is not None}
    told = [die for die in dice if die.face is not None and die.box in lying]
    flat = {die.box for die in told if lying[die.box].label > 0 and not lying[die.box].cocked}
    cocked = {die.box for die in told if lying[die.box].cocked}
    count.flat, count.cocked = count.flat + len(flat), count.cocked + len(cocked)
    for at, angle in enumerate(ANGLES_DEG):
        config = replace(eye.config, leaning=angle)
        after, _ = mark_cocked(dice, scored.normals, rows, size, config, FlatDiceHistory())
        struck = {die.box for die in after if die.face is None}
        count.flat_struck[at] += len(struck & flat)
        count.cocked_struck[at] += len(struck & cocked)


if __name__ == "__main__":
    main()

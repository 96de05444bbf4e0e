"""How soon and how surely lifted cups are seen: the table in docs/watching.md.

PYTHONPATH=. .venv/bin/python tests/recognition/measure_watching.py --seeds 20
"""

from __future__ import annotations

import argparse
import statistics
import time

import cv2
from lifts import frames_of, watched

from companion.calibration.seating import Seating
from companion.hardware.simulated import SpriteSet
from companion.hardware.simulated.lifting import NEVER_UP, Happening
from companion.recognition.watch import CupWatch

FIRST_SEED = 300
"""Seeds below were looked at while the watch was made."""


def main() -> None:
    """Print a row for each happening, then the time a frame takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, metavar="N", help="lifts of each kind")
    parser.add_argument("--first", type=int, default=FIRST_SEED, metavar="N", help="the first seed")
    parser.add_argument("--only", nargs="*", default=[each.value for each in Happening], metavar="KIND")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sprites, seeds = SpriteSet.load(), range(args.first, args.first + args.seeds)
    print("| what happens | lifts | too early | missed | median delay, frames | slowest |")
    print("|---|---|---|---|---|---|")
    for happening in map(Happening, args.only):
        print(_row(happening, sprites, seeds), flush=True)
    print(f"\none frame of 320x180: {_microseconds(sprites):.0f} µs of one core")


def _row(happening: Happening, sprites: SpriteSet, seeds: range) -> str:
    outcomes = {seed: watched(happening, seed, sprites) for seed in seeds}
    name = happening.value.replace("_", " ")
    if happening in NEVER_UP:
        wrong = [seed for seed, each in outcomes.items() if each.seen_up_s is not None]
        return f"| {name} | {len(outcomes)} | {_told(wrong)} | – | – | – |"
    early = [seed for seed, each in outcomes.items() if each.early]
    missed = [seed for seed, each in outcomes.items() if each.seen_up_s is None]
    delays = [
        each.delay_frames for each in outcomes.values() if each.seen_up_s is not None and not each.early
    ]
    middle, slowest = (statistics.median(delays), max(delays)) if delays else ("–", "–")
    return f"| {name} | {len(outcomes)} | {_told(early)} | {_told(missed)} | {middle} | {slowest} |"


def _told(seeds: list[int]) -> str:
    return f"{len(seeds)} (seeds {', '.join(map(str, seeds))})" if seeds else "0"


def _microseconds(sprites: SpriteSet) -> float:
    """CPU time of a frame while hands move and cups are compared, mean of a whole lift."""
    frames = [frame for _, _, frame in frames_of(Happening.ONE_BY_ONE, 1, sprites, 4)]
    watch = CupWatch(Seating.for_players)
    watch.expect((5,) * 4)
    watch.see(frames[0])
    began = time.process_time()
    for frame in frames:
        watch.see(frame)
    return 1e6 * (time.process_time() - began) / len(frames)


if __name__ == "__main__":
    main()

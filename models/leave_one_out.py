"""Every photographer held out in turn, then none: the runs behind the figures and the shipped weights.

``python -m models.leave_one_out classifier|halfway|measure --photos DIR --start RUN``: a training goes on
where it stopped. ``--reader`` says which reader of crops learns, ``halfway`` moves it back towards its start,
``measure`` exports, chooses thresholds and prints the table. The locators of the runs come from
``models.train_locator --without``. The thresholds of a run are chosen on the other photographers who labelled
all dice, each read by weights that did not learn from it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from functools import partial
from pathlib import Path

import cv2
import torch

from companion.recognition.eye import Eye
from companion.recognition.weights import load_weights
from models import train_classifier
from models.compose.bank import WORK
from models.compose.nature import pictures
from models.crop_examples import Mixture
from models.crop_sources import from_nature, from_photos, from_prints, from_tables, negatives_of
from models.photos import PARTLY_LABELLED, SOURCES, load_photos
from models.training import Course, learn

NOBODY = "nobody"
"""The run that holds out nobody: its weights are shipped."""
TOWARDS = 0.5
"""The second reader lies so far on the way from its start to what photographs taught it (Wortsman et al.,
2022, "Robust fine-tuning of zero-shot models"). On byler, held out, and on the bank ``held`` the middle read
more than either end, with as few silent errors."""
RATE = 1.5e-3
SILENT_BANKS = "valid,held"


def run_of(held_out: str, prefix: str) -> Path:
    """The folder of the run that holds out a photographer."""
    folder = WORK / "runs" / f"{prefix}without_{held_out}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def train_classifiers(args: argparse.Namespace) -> None:
    """The reader to ship, then one for each photographer held out; the crops are cut once for all."""
    miner = Eye(load_weights(args.miner))
    dice, others, mined = from_tables(args.banks, miner)
    made = [others, mined, from_nature(pictures(args.nature)[0], miner), from_prints(miner)]
    photos, real = {}, {}
    for source in SOURCES:
        taken = load_photos(args.photos, (source,))
        by_source, mistaken = from_photos(taken, miner)
        photos |= by_source
        real[source] = [negatives_of(taken), mistaken]
    for held_out in (NOBODY, *args.only):
        run = run_of(held_out, args.prefix)
        if (run / f"{args.reader}.pt").exists():
            continue
        start = WORK / "runs" / args.start / f"{args.reader}.pt"
        steps = args.steps * (1 + (held_out == NOBODY))
        seen = {name: crops for name, crops in photos.items() if name != held_out}
        no_dice = made + [each for name in seen for each in real[name]]
        course = Course(run, steps, train_classifier.BATCH, RATE, 0.01, 12, start)
        dice_seen = sum(map(len, seen.values()))
        print(f"{args.reader} without {held_out}: {dice_seen} photographed dice", flush=True)
        examples = partial(Mixture, seen, dice, no_dice)
        reader = train_classifier.READERS[args.reader]()
        learn(reader, args.reader, course, examples, train_classifier.loss_of)


def go_halfway(args: argparse.Namespace) -> None:
    """Put between its start and what it learned each run's reader, which is kept as ``READER.learned.pt``."""
    start = torch.load(WORK / "runs" / args.start / f"{args.reader}.pt", weights_only=True)
    for held_out in (NOBODY, *args.only):
        ended = run_of(held_out, args.prefix) / f"{args.reader}.pt"
        kept = ended.with_suffix(".learned.pt")
        if not kept.exists():
            ended.rename(kept)
        learned = torch.load(kept, weights_only=True)
        between = {
            name: torch.lerp(start[name], each, TOWARDS) if each.is_floating_point() else each
            for name, each in learned.items()
        }
        torch.save(between, ended)


def measure(args: argparse.Namespace) -> None:
    """Export all runs, choose each one's thresholds on the other photographers, and read the one held out."""
    runs = {held_out: run_of(held_out, args.prefix) for held_out in (*args.only, NOBODY)}
    for run in runs.values():
        _do("models.export", run.name, "--to", str(run))
    photos = ("--photos", str(args.photos))
    for held_out, run in runs.items():
        others = [each for each in args.only if each != held_out and each not in PARTLY_LABELLED]
        folds = [f"--fold={runs[each] / 'weights.json'}:{each}" for each in others]
        _do("models.calibrate", str(run / "weights.json"), "--banks", SILENT_BANKS, *photos, *folds)
    for held_out in args.only:
        weights = str(runs[held_out] / "weights.json")
        _do("models.evaluate", "--weights", weights, *photos, "--only", held_out)


def _do(module: str, *options: str) -> None:
    print(f"python -m {module} {' '.join(options)}", flush=True)
    subprocess.run([sys.executable, "-m", module, *options], check=True)


def main() -> None:
    """One part of leaving one out."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parts = {
        "classifier": train_classifiers,
        "halfway": go_halfway,
        "measure": measure,
    }
    parser.add_argument("part", choices=parts)
    parser.add_argument(
        "--photos", type=Path, required=True, help="folder of photographs with an index.jsonl"
    )
    parser.add_argument("--start", default="pre", help="run on made pictures alone to begin with")
    parser.add_argument("--prefix", default="", help="put before the names of the runs")
    parser.add_argument("--only", default=",".join(SOURCES), help="photographers to hold out")
    parser.add_argument("--banks", default="wild1,labels,traced", help="banks of composed tables")
    parser.add_argument("--nature", type=Path, default=None, help="folder of photographs of other things")
    parser.add_argument("--reader", choices=train_classifier.READERS, default="classifier")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--miner", type=Path, default=Path("models/weights.json"))
    parser.add_argument("--steps", type=int, default=1500, help="a run; twice as many for the one to ship")
    args = parser.parse_args()
    args.only, args.banks = tuple(args.only.split(",")), tuple(args.banks.split(","))
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    parts[args.part](args)


if __name__ == "__main__":
    main()

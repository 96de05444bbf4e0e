"""Train the classifier, resuming where it stopped.

``python -m models.train_classifier RUN --photos DIR [--without byler,…]``
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.utils.data import DataLoader
from tqdm import tqdm

from models.compose.bank import WORK
from models.crop_examples import Crops, Mixture, from_photos, from_tables, negatives_of
from models.nets import Classifier, parameters
from models.photos import SOURCES, load_photos

BATCH = 128
PEAK_RATE = 4e-3
DOUBT_WEIGHT = 0.5
SMOOTHING = 0.02


def loss_of(logits: Tensor, labels: Tensor, doubts: Tensor) -> Tensor:
    """Cross entropy of the face where it is to be learned, plus that of the doubts where they are known."""
    faces = F.cross_entropy(logits[:, :8], labels, ignore_index=-1, label_smoothing=SMOOTHING)
    known = doubts.ge(0).float()
    doubted = F.binary_cross_entropy_with_logits(logits[:, 8:], doubts.clamp(min=0), reduction="none")
    return faces + DOUBT_WEIGHT * (doubted * known).sum() / known.sum().clamp(min=1)


def material(
    photos_at: str, without: tuple[str, ...], banks: tuple[str, ...]
) -> tuple[dict, Crops, list[Crops]]:
    """Photographs' crops by source, composed dice, and negatives."""
    dice, others = from_tables(banks)
    if photos_at == "none":
        return {}, dice, [others]
    photos = load_photos(Path(photos_at), tuple(each for each in SOURCES if each not in without))
    return from_photos(photos), dice, [others, others, negatives_of(photos)]


def train(
    run: Path, parts: tuple[dict, Crops, list[Crops]], steps: int, seed: int, start: Path | None
) -> None:
    """Train for ``steps`` batches, a checkpoint every 500, and write ``classifier.pt``."""
    torch.manual_seed(seed)
    net = Classifier().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK_RATE, steps, pct_start=0.1)
    slowly = torch.optim.swa_utils.get_ema_multi_avg_fn(0.995)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=slowly, use_buffers=True)
    checkpoint, done = run / "classifier.resume.pt", 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=False)
        done = state["done"]
        for part, name in ((net, "net"), (optimiser, "optimiser"), (schedule, "schedule"), (mean, "mean")):
            part.load_state_dict(state[name])
    elif start:
        weights = torch.load(start, weights_only=True)
        net.load_state_dict(weights)
        mean.module.load_state_dict(weights)
    photos, dice, others = parts
    counts = [sum(map(len, photos.values())), len(dice), sum(map(len, others))]
    print(f"classifier: {parameters(net):,} parameters; crops of photos, tables, no dice: {counts}")
    mixture = Mixture(photos, dice, others, (steps - done) * BATCH, seed + done)
    loader = DataLoader(mixture, BATCH, num_workers=1, worker_init_fn=lambda _: cv2.setNumThreads(1))
    shown, smooth = tqdm(loader, initial=done, total=steps, mininterval=5), None
    for step, (crops, labels, doubts) in enumerate(shown, done + 1):
        loss = loss_of(net(crops.float().contiguous(memory_format=torch.channels_last))[0], labels, doubts)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        mean.update_parameters(net)
        smooth = loss.item() if smooth is None else 0.98 * smooth + 0.02 * loss.item()
        shown.set_postfix(loss=f"{smooth:.3f}", refresh=False)
        if step % 500 == 0:
            kept = {"net": net, "optimiser": optimiser, "schedule": schedule, "mean": mean}
            torch.save({"done": step} | {name: part.state_dict() for name, part in kept.items()}, checkpoint)
    torch.save(mean.module.state_dict(), run / "classifier.pt")


def main() -> None:
    """Train the classifier on crops of photographs and composed tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("run", help="name of the run: a folder under models/made/runs")
    parser.add_argument("--photos", default="none", help="folder of photographs with an index.jsonl, or none")
    parser.add_argument("--without", default="", help="photographers to hold out, by folder name")
    parser.add_argument("--banks", default="sketched", help="banks of composed tables")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--start", type=Path, default=None, help="weights to begin with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    run = WORK / "runs" / args.run
    run.mkdir(parents=True, exist_ok=True)
    parts = material(args.photos, tuple(args.without.split(",")), tuple(args.banks.split(",")))
    train(run, parts, args.steps, args.seed, args.start)


if __name__ == "__main__":
    main()

"""Train the locator, resuming where it stopped.

``python -m models.train_locator RUN --photos DIR [--without byler,…]``
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

from models.compose.bank import WORK, tables
from models.compose.scene import Thing
from models.locator_examples import Source, Windows
from models.nets import Locator, parameters
from models.photos import SOURCES, load_photos

BATCH = 16
PEAK_RATE = 5e-3
BOX_WEIGHT = 1.0
"""Of the size and offset loss beside the heat loss."""


def sources(
    photos_at: str, without: tuple[str, ...], banks: tuple[str, ...]
) -> tuple[list[Source], list[Source]]:
    """Photographs (each die a thing) and composed tables to train on."""
    photographs, kept = [], {}
    if photos_at != "none":
        allowed = tuple(each for each in SOURCES if each not in without)
        for photo in load_photos(Path(photos_at), allowed):
            things = tuple(Thing(box, face) for box, face in zip(photo.boxes, photo.faces, strict=True))
            photographs.append(Source(str(photo.path), things, photo.wholly_labelled, kept))
    listed = [each for bank in banks for each in tables(WORK / "tables" / bank)]
    composed = [Source(str(path), tuple(things), True, kept) for path, things in listed]
    return photographs, composed


def loss_of(answer: Tensor, truth: Tensor) -> Tensor:
    """Focal loss on the heat (CornerNet's form), plain distance on offset and log size near the centres."""
    heat, weight = truth[:, 0], truth[:, 5]
    chance = torch.sigmoid(answer[:, 0]).clamp(1e-4, 1 - 1e-4)
    centre = heat.ge(0.999).float()
    hit = centre * (1 - chance) ** 2 * torch.log(chance)
    miss = (1 - centre) * weight * (1 - heat) ** 4 * chance**2 * torch.log(1 - chance)
    count = centre.sum().clamp(min=1)
    near = truth[:, 6]
    far_off = F.smooth_l1_loss(answer[:, 1:3], truth[:, 1:3], reduction="none", beta=0.3).sum(1)
    wrong_size = F.smooth_l1_loss(answer[:, 3:5], truth[:, 3:5], reduction="none", beta=0.05).sum(1)
    boxes = ((far_off + wrong_size) * near).sum() / near.sum().clamp(min=1)
    return -(hit + miss).sum() / count + BOX_WEIGHT * boxes


def train(
    run: Path,
    photographs: list[Source],
    composed: list[Source],
    steps: int,
    seed: int,
    start: Path | None,
    workers: int,
) -> None:
    """Train for ``steps`` batches, a checkpoint every 500, and write ``locator.pt``."""
    torch.manual_seed(seed)
    net = Locator().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK_RATE, steps, pct_start=0.1)
    slowly = torch.optim.swa_utils.get_ema_multi_avg_fn(0.995)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=slowly, use_buffers=True)
    checkpoint, done = run / "locator.resume.pt", 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=False)
        done = state["done"]
        for part, name in ((net, "net"), (optimiser, "optimiser"), (schedule, "schedule"), (mean, "mean")):
            part.load_state_dict(state[name])
    elif start:
        weights = torch.load(start, weights_only=True)
        net.load_state_dict(weights)
        mean.module.load_state_dict(weights)
    print(f"locator: {parameters(net):,} parameters, {len(photographs)} photographs, {len(composed)} tables")
    windows = Windows(photographs, composed, (steps - done) * BATCH, seed + done)
    loader = DataLoader(windows, BATCH, num_workers=workers, worker_init_fn=lambda _: cv2.setNumThreads(1))
    shown, smooth = tqdm(loader, initial=done, total=steps, mininterval=5), None
    for step, (frames, truth) in enumerate(shown, done + 1):
        loss = loss_of(net(frames.float().contiguous(memory_format=torch.channels_last)), truth)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        mean.update_parameters(net)
        smooth = loss.item() if smooth is None else 0.98 * smooth + 0.02 * loss.item()
        shown.set_postfix(loss=f"{smooth:.3f}", refresh=False)
        if step % 500 == 0:
            parts = {"net": net, "optimiser": optimiser, "schedule": schedule, "mean": mean}
            torch.save({"done": step} | {name: part.state_dict() for name, part in parts.items()}, checkpoint)
    torch.save(mean.module.state_dict(), run / "locator.pt")


def main() -> None:
    """Train the locator on photographs and composed tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("run", help="name of the run: a folder under models/made/runs")
    parser.add_argument("--photos", default="none", help="folder of photographs with an index.jsonl, or none")
    parser.add_argument("--without", default="", help="photographers to hold out, by folder name")
    parser.add_argument("--banks", default="sketched", help="banks of composed tables")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--start", type=Path, default=None, help="weights to begin with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    run = WORK / "runs" / args.run
    run.mkdir(parents=True, exist_ok=True)
    photographs, composed = sources(args.photos, tuple(args.without.split(",")), tuple(args.banks.split(",")))
    train(run, photographs, composed, args.steps, args.seed, args.start, workers=1)


if __name__ == "__main__":
    main()

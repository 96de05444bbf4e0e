"""The detectors' training loop: checkpoints, a rate that rises and falls, averaged weights."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset
from tqdm import tqdm

from companion.recognition.detect.detector import MIDDLE, SCALE
from models.compose.bank import WORK

CHECKPOINT_EVERY = 500
WARM_UP = 0.1
"""Share of the steps in which the rate rises."""
MEMORY = 0.995
"""Decay of the averaged weights a step."""
MEASURED_ON, LEAST_SPREAD = 512, 1e-3
"""Examples that measure norms again; and the least variance of a divisor."""
LONGEST_STEP = 5.0
"""Gradients are clipped to this length."""
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


@dataclass(frozen=True, slots=True)
class Course:
    """Length, rates and start of training; ``half``: in 16-bit numbers (bfloat16)."""

    run: Path
    steps: int
    batch: int
    peak_rate: float
    weight_decay: float
    seed: int
    start: Path | None = None
    half: bool = False


def learn(
    net: nn.Module,
    name: str,
    course: Course,
    examples: Callable[[int, int], Dataset],
    loss_of: Callable[..., Tensor],
) -> None:
    """Writes ``name.pt`` into the run, resuming an earlier call.

    ``examples(count, seed)`` gives that many; ``loss_of(answer, *truths)`` is minimised. An example's first
    part is the input, uint8 (3, H, W).
    """
    torch.manual_seed(course.seed)
    net = net.to(DEVICE, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=course.peak_rate, weight_decay=course.weight_decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, course.peak_rate, course.steps, pct_start=WARM_UP
    )
    slowly = torch.optim.swa_utils.get_ema_multi_avg_fn(MEMORY)
    mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=slowly, use_buffers=True)
    parts = {"net": net, "optimiser": optimiser, "schedule": schedule, "mean": mean}
    checkpoint, done = course.run / f"{name}.resume.pt", 0
    if checkpoint.exists():
        state = torch.load(checkpoint, map_location=DEVICE, weights_only=False)
        done = state["done"]
        for key, part in parts.items():
            part.load_state_dict(state[key])
    elif course.start:
        net.load_state_dict(torch.load(course.start, map_location=DEVICE, weights_only=True))
        if norms := unmeasured(net):
            some = DataLoader(examples(MEASURED_ON, course.seed), MEASURED_ON)
            measure(net, norms, normalised(next(iter(some))[0]))
        mean.module.load_state_dict(net.state_dict())
    drawn = examples((course.steps - done) * course.batch, course.seed + done)
    workers = max(1, (os.cpu_count() or 1) - 1) if DEVICE.type == "cuda" else 1
    loader = DataLoader(drawn, course.batch, num_workers=workers, worker_init_fn=_one_thread)
    shown, smooth = tqdm(loader, initial=done, total=course.steps, mininterval=5), None
    for step, (pixels, *truths) in enumerate(shown, done + 1):
        with torch.autocast(DEVICE.type, torch.bfloat16, enabled=course.half):
            answer = net(normalised(pixels))
        there = [truth.to(DEVICE) for truth in truths]
        loss = loss_of(_whole(answer) if course.half else answer, *there)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), LONGEST_STEP)
        optimiser.step()
        schedule.step()
        mean.update_parameters(net)
        smooth = loss.item() if smooth is None else 0.98 * smooth + 0.02 * loss.item()
        shown.set_postfix(loss=f"{smooth:.3f}", refresh=False)
        if step % CHECKPOINT_EVERY == 0:
            torch.save({"done": step} | {key: part.state_dict() for key, part in parts.items()}, checkpoint)
    learned = {key: value.cpu() for key, value in mean.module.state_dict().items()}
    torch.save(learned, course.run / f"{name}.pt")


def _one_thread(_: int) -> None:
    cv2.setNumThreads(1)


def _whole(answer: Tensor | tuple[Tensor, ...]) -> Tensor | tuple[Tensor, ...]:
    return answer.float() if isinstance(answer, Tensor) else tuple(each.float() for each in answer)


def unmeasured(net: nn.Module) -> list[nn.BatchNorm2d]:
    """Norms folded into the convolutions before them."""
    norms = [part for part in net.modules() if isinstance(part, nn.BatchNorm2d)]
    return [norm for norm in norms if norm.running_mean.eq(0).all() and norm.running_var.eq(1).all()]


@torch.no_grad()
def measure(net: nn.Module, norms: Sequence[nn.BatchNorm2d], pixels: Tensor) -> None:
    """Measures norms again, scaled and shifted so that answers stay."""
    measured: dict[nn.BatchNorm2d, tuple[Tensor, Tensor]] = {}

    def listen(norm: nn.BatchNorm2d, inward: tuple[Tensor]) -> None:
        measured[norm] = inward[0].mean((0, 2, 3)), inward[0].var((0, 2, 3)) + LEAST_SPREAD

    hooks = [norm.register_forward_pre_hook(listen) for norm in norms]
    learning = net.training
    net.eval()(pixels)
    net.train(learning)
    for hook in hooks:
        hook.remove()
    for norm, (mean, spread) in measured.items():
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        norm.bias.add_(scale * (mean - norm.running_mean))
        norm.weight.copy_(scale * torch.sqrt(spread + norm.eps))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)


def normalised(pixels: Tensor) -> Tensor:
    """Converts uint8 (N, 3, H, W) to -1 to 1 (``recognition/detect``)."""
    return (pixels.to(DEVICE).float() * SCALE - MIDDLE * SCALE).contiguous(memory_format=torch.channels_last)


def course_options(parser: argparse.ArgumentParser, steps: int, peak_rate: float) -> None:
    parser.add_argument("run", help="name of the run: a folder under models/made/runs")
    source_options(parser)
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--rate", type=float, default=peak_rate, help="the highest learning rate")
    parser.add_argument("--start", type=Path, default=None, help="weights to begin with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--half", action="store_true", help="reckon in 16-bit numbers (bfloat16)")


def source_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--photos", default="none", help="folder of photographs with an index.jsonl, or none")
    parser.add_argument("--without", default="", help="photographers to hold out, by folder name")
    parser.add_argument("--banks", default="sketched", help="banks of composed tables")


def chosen_course(args: argparse.Namespace, batch: int, weight_decay: float) -> Course:
    """Reads the options; makes the run's folder and keeps to ``--threads``."""
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    run = WORK / "runs" / args.run
    run.mkdir(parents=True, exist_ok=True)
    return Course(run, args.steps, batch, args.rate, weight_decay, args.seed, args.start, args.half)

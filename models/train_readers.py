"""Train the classifier in both sizes: ``python -m models.train_readers RUN --photos DIR [--seconds S]``.

Lessons are drawn and rendered meanwhile, on the GPU if there is one. The small size learns from the large
one, too. Then both learn to compute with bytes, from their former selves, into the run ``--bytes``. A stopped
run goes on where it was. With ``--keep`` the answers of ``--start``, or of ``--kept``, stay where right.
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from companion.recognition.classify.classifier import FACES, OBJECTNESS
from models.byte_arithmetic import in_bytes, without_norms
from models.compose.bank import WORK
from models.export import HERE, NETS, RANGE_CROPS
from models.lessons.columns import MARKS_FROM
from models.lessons.lesson import Drawer
from models.lessons.packs import kept_packs
from models.lessons.pictures import (
    Material,
    Sources,
    Supply,
    drawn_lessons,
    held_lessons,
    kept_crops,
)
from models.lessons.renderer import Renderer
from models.nets import (
    DIE,
    FACE,
    KIND_OF_MARK,
    MARKS_WEIGH,
    MarkDirections,
    copied_loss,
    kept_loss,
    label_loss,
    parameters,
    told_anew,
)
from models.photos import MORE_SOURCES, SOURCES, load_photos
from models.training import DEVICE, LONGEST_STEP, MEASURED_ON, MEMORY, measure, unmeasured

SMALL, LARGE = "small_classifier", "large_classifier"
SIZES = (SMALL, LARGE)
SMALL_WEIGHS = 0.5
"""Weight of the lessons for the small size, besides the large one's answers."""
COPIED_SMALL = 0.3
"""Weight of the large one's faces and objectness for the small size, where former answers are kept."""
WARM_UP, LOWEST_RATE = 0.05, 0.003
"""Share of the steps in which the rate rises, and the last rate over the highest."""
WEIGHT_DECAY = 0.02
CHECKPOINT_EVERY, TOLD_EVERY = (2000 if DEVICE.type == "cuda" else 500), 100
LOGITS_WEIGH, BYTE_RATE = 0.05, 3e-4
"""In bytes: weight of logits besides probabilities; the highest rate."""
HELD_LESSONS = 512
RANGE_SETTERS = 1000
"""Pictures for setting the ranges of bytes (``models/quantise.py``)."""


@dataclass(frozen=True, slots=True)
class Course:
    """Amount of pictures, length and rates; ``seconds`` None: by ``steps``."""

    run: Path
    byte_run: Path
    steps: int
    seconds: float | None
    byte_share: float
    supply: Supply
    rate: float
    seed: int
    start: Path | None
    keep: float = 0.0
    kept: Path | None = None


class Clock:
    """Progress 0 to 1, by steps or by seconds."""

    def __init__(self, steps: int, seconds: float | None, step: int = 0, spent: float = 0.0) -> None:
        self._steps, self._seconds = max(1, steps), seconds
        self.step, self._began = step, time.monotonic() - spent

    @property
    def spent(self) -> float:
        return time.monotonic() - self._began

    @property
    def over(self) -> float:
        return self.spent / self._seconds if self._seconds else self.step / self._steps

    def rate(self, highest: float) -> float:
        """Rises, then falls along a cosine."""
        over = min(self.over, 1.0)
        rising = min(1.0, over / WARM_UP + 0.02)
        falling = 0.5 * (1 + math.cos(math.pi * max(0.0, over - WARM_UP) / (1 - WARM_UP)))
        return highest * rising * (falling + LOWEST_RATE)


class Training:
    """Trains both sizes with the marks' directions; kept in a checkpoint."""

    def __init__(self, course: Course, marks: int, shown: Tensor) -> None:
        """``shown``: pictures as networks take them; they measure unmeasured norms."""
        torch.manual_seed(course.seed)
        self.course = course
        self.nets = {name: NETS[name]().to(DEVICE, memory_format=torch.channels_last) for name in SIZES}
        if course.start:
            for name, net in self.nets.items():
                load(net, name, course.start)
                if norms := unmeasured(net):
                    measure(net, norms, shown)
        self.former = former_selves(course.kept or course.start) if course.start and course.keep else {}
        self.marks = MarkDirections(MARKS_FROM + marks).to(DEVICE)
        slowly = get_ema_multi_avg_fn(MEMORY)
        self.means = {
            name: AveragedModel(net, multi_avg_fn=slowly, use_buffers=True) for name, net in self.nets.items()
        }
        self.numbers = [each for part in (*self.nets.values(), self.marks) for each in part.parameters()]
        matrices = [each for each in self.numbers if each.ndim > 1]
        groups = [
            {"params": matrices, "weight_decay": WEIGHT_DECAY},
            {"params": [each for each in self.numbers if each.ndim <= 1], "weight_decay": 0.0},
        ]
        self.optimiser = torch.optim.AdamW(groups, lr=course.rate, fused=DEVICE.type == "cuda")
        self._records = DEVICE.type == "cuda"
        self._recorded: Recorded | None = None
        self.clock = Clock(course.steps, course.seconds)
        self._resume()

    @property
    def _checkpoint(self) -> Path:
        return self.course.run / "readers.resume.pt"

    def _parts(self) -> dict[str, nn.Module | torch.optim.Optimizer]:
        means = {f"mean {name}": mean for name, mean in self.means.items()}
        return {**self.nets, **means, "marks": self.marks, "optimiser": self.optimiser}

    def _resume(self) -> None:
        if self._checkpoint.exists():
            state = torch.load(self._checkpoint, map_location=DEVICE, weights_only=False)
            for name, part in self._parts().items():
                part.load_state_dict(state[name])
            self.clock = Clock(self.course.steps, self.course.seconds, state["step"], state["spent"])

    def keep(self) -> None:
        state = {name: part.state_dict() for name, part in self._parts().items()}
        torch.save(state | {"step": self.clock.step, "spent": self.clock.spent}, self._checkpoint)
        for name, mean in self.means.items():
            write_weights(mean.module, self.course.run / f"{name}.pt")

    def loss(self, pixels: Tensor, truths: Tensor) -> Tensor:
        with torch.autocast(DEVICE.type, torch.bfloat16, enabled=DEVICE.type == "cuda"):
            large, embeddings = self.nets[LARGE](pixels)
            (small,) = self.nets[SMALL](pixels)
            was = self.said_before(pixels)
        large, small = large.float(), small.float()
        loss = MARKS_WEIGH * self.marks.loss(embeddings, truths[:, KIND_OF_MARK])
        if not was:
            loss = loss + label_loss(large, truths) + SMALL_WEIGHS * label_loss(small, truths)
            return loss + copied_loss(small, large.detach())
        return loss + keeping_loss({LARGE: large, SMALL: small}, was, truths, self.course.keep)

    @torch.no_grad()
    def said_before(self, pixels: Tensor) -> dict[str, Tensor]:
        return {name: net(pixels)[0].float() for name, net in self.former.items()}

    def step(self, material: Material) -> Tensor:
        material.more(self.clock.step)
        batch = material.batch(self.course.supply.batch)
        if self._records:
            self._records, self._recorded = False, recorded(self.loss, batch, self.optimiser)
        loss = self._recorded(*batch) if self._recorded else backward(self.loss(*batch), self.optimiser)
        descend(self.optimiser, self.numbers, self.clock.rate(self.course.rate))
        for name, mean in self.means.items():
            mean.update_parameters(self.nets[name])
        self.clock.step += 1
        return loss

    def learn(self, material: Material, held: tuple[Tensor, Tensor]) -> dict[str, nn.Module]:
        """Trains to the end; gives the averaged networks, also written into the run."""
        if self.clock.over < 1:
            self.step(material)
        with own_stream(), material.in_the_background():
            while self.clock.over < 1:
                loss = self.step(material)
                if self.clock.step % TOLD_EVERY == 0:
                    told(f"step {self.clock.step}, {self.clock.spent:.0f} s: loss {loss.item():.3f}")
                if self.clock.step % CHECKPOINT_EVERY == 0:
                    self.keep()
                    told_of(self.means, held)
        self.keep()
        learned = {name: mean.module.eval() for name, mean in self.means.items()}
        told_of(learned, held)
        return learned


def load(net: nn.Module, name: str, run: Path) -> nn.Module:
    net.load_state_dict(torch.load(run / f"{name}.pt", map_location=DEVICE, weights_only=True))
    return net


def former_selves(run: Path) -> dict[str, nn.Module]:
    """As a run ended: what these answer is to be kept."""
    return {
        name: without_norms(load(NETS[name](), name, run)).eval().requires_grad_(False).to(DEVICE)
        for name in SIZES
    }


def keeping_loss(answers: dict[str, Tensor], was: dict[str, Tensor], truths: Tensor, keep: float) -> Tensor:
    """Labels, and the former answers where they are right; the small size also learns from the large one."""
    told = told_anew(truths)
    loss = sum(
        label_loss(each, told) + keep * kept_loss(each, was[name], told) for name, each in answers.items()
    )
    small, large = answers[SMALL], answers[LARGE].detach()
    likely = F.log_softmax(large[:, FACES], 1)
    faces = F.kl_div(F.log_softmax(small[:, FACES], 1), likely, log_target=True, reduction="batchmean")
    die = F.binary_cross_entropy_with_logits(small[:, OBJECTNESS], torch.sigmoid(large[:, OBJECTNESS]))
    return loss + COPIED_SMALL * (faces + die)


@contextmanager
def own_stream() -> Iterator[None]:
    """On a GPU, work here does not wait for lessons that are filmed meanwhile."""
    if DEVICE.type != "cuda":
        yield
        return
    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        yield
    torch.cuda.synchronize()


class Recorded:
    """A loss and its gradients as one GPU graph: the processor is free for lessons."""

    def __init__(
        self, loss: Callable[..., Tensor], batch: tuple[Tensor, Tensor], optimiser: torch.optim.Optimizer
    ) -> None:
        self._batch = tuple(each.clone(memory_format=torch.preserve_format) for each in batch)
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(3):
                backward(loss(*self._batch), optimiser)
        torch.cuda.current_stream().wait_stream(aside)
        optimiser.zero_grad(set_to_none=True)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._loss = loss(*self._batch)
            self._loss.backward()

    def __call__(self, *batch: Tensor) -> Tensor:
        for mine, given in zip(self._batch, batch, strict=True):
            mine.copy_(given)
        self._graph.replay()
        return self._loss


def recorded(
    loss: Callable[..., Tensor], batch: tuple[Tensor, Tensor], optimiser: torch.optim.Optimizer
) -> Recorded | None:
    """``None`` if this GPU cannot record one."""
    try:
        return Recorded(loss, batch, optimiser)
    except RuntimeError as failed:
        told(f"each step is told anew: {failed}")
        return None


def backward(loss: Tensor, optimiser: torch.optim.Optimizer) -> Tensor:
    """Leaves only this loss's gradients in the parameters."""
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    return loss.detach()


def descend(optimiser: torch.optim.Optimizer, numbers: list[nn.Parameter], rate: float) -> None:
    for group in optimiser.param_groups:
        group["lr"] = rate
    torch.nn.utils.clip_grad_norm_(numbers, LONGEST_STEP)
    optimiser.step()


def write_weights(net: nn.Module, path: Path) -> None:
    torch.save({key: value.cpu() for key, value in net.state_dict().items()}, path)


def learn_bytes(
    learned: dict[str, nn.Module],
    material: Material,
    course: Course,
    former: dict[str, nn.Module] | None = None,
) -> dict[str, nn.Module]:
    """QAT of both sizes, into the run of bytes."""
    teachers = {
        name: without_norms(copy.deepcopy(net)).eval().requires_grad_(False).to(DEVICE)
        for name, net in learned.items()
    }
    pupils = {
        name: in_bytes(copy.deepcopy(net).requires_grad_(True)).train().to(DEVICE)
        for name, net in teachers.items()
    }
    slowly = get_ema_multi_avg_fn(1 - 2 * (1 - MEMORY))
    means = {name: AveragedModel(net, multi_avg_fn=slowly) for name, net in pupils.items()}
    numbers = [each for net in pupils.values() for each in net.parameters()]
    optimiser = torch.optim.AdamW(numbers, lr=BYTE_RATE, weight_decay=0.0)
    seconds = course.seconds and course.byte_share * course.seconds
    clock = Clock(round(course.byte_share * course.steps), seconds)
    while clock.over < 1:
        material.more(clock.step)
        pixels, truths = material.batch(max(1, course.supply.batch // 2))
        told = {name: net(pixels) for name, net in pupils.items()}
        with torch.no_grad():
            taught = {name: net(pixels) for name, net in teachers.items()}
            was = {name: net(pixels)[0] for name, net in (former or {}).items()}
        loss = sum(_unlike(told[name], taught[name]) for name in pupils)
        if was:
            firsts = {name: each[0] for name, each in told.items()}
            loss = loss + keeping_loss(firsts, was, truths, course.keep)
        backward(loss, optimiser)
        descend(optimiser, numbers, clock.rate(BYTE_RATE))
        for name, mean in means.items():
            mean.update_parameters(pupils[name])
        clock.step += 1
    course.byte_run.mkdir(parents=True, exist_ok=True)
    for name, mean in means.items():
        write_weights(mean.module, course.byte_run / f"{name}.pt")
    shown, _ = material.bytes_(RANGE_SETTERS)
    np.save(course.byte_run / RANGE_CROPS, shown[torch.randperm(len(shown))].cpu().numpy())
    return {name: mean.module for name, mean in means.items()}


def _unlike(answer: tuple[Tensor, ...], taught: tuple[Tensor, ...]) -> Tensor:
    """The distance from a teacher's answers and embeddings, if any."""
    loss = copied_loss(answer[0], taught[0]) + LOGITS_WEIGH * F.smooth_l1_loss(answer[0], taught[0])
    if len(answer) > 1:
        loss = loss + (1 - F.cosine_similarity(answer[1], taught[1])).mean()
    return loss


@torch.no_grad()
def told_of(nets: dict[str, nn.Module], held: tuple[Tensor, Tensor]) -> None:
    """Prints the right readings of held lessons, with marks that no lesson teaches."""
    pixels, truths = held
    for name, net in nets.items():
        learning = net.training
        answers = torch.cat([net.eval()(part)[0] for part in pixels.split(256)])
        net.train(learning)
        known = (truths[:, FACE] >= 0) & (truths[:, DIE] > 0.5)
        right = (answers[known][:, FACES].argmax(1) == truths[known, FACE].long()).float().mean()
        judged = truths[:, DIE] >= 0
        die = ((answers[:, FACES.stop] > 0) == (truths[:, DIE] > 0.5))[judged].float().mean()
        told(f"  {name}: {100 * right:.2f} % of faces, {100 * die:.2f} % of dice or none")


def told(text: str) -> None:
    """Prints at once."""
    print(text, flush=True)


def parsed() -> argparse.Namespace:
    on_gpu = DEVICE.type == "cuda"
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("run", help="name of the run: a folder under models/made/runs")
    parser.add_argument("--bytes", default="bytes", help="name of the run of the networks in bytes")
    parser.add_argument("--photos", default="none", help="folder of photographs with an index.jsonl, or none")
    parser.add_argument("--without", default="", help="photographers to hold out, by folder name")
    parser.add_argument("--fonts", type=Path, default=None, help="folder of fonts for letters and signs")
    parser.add_argument("--nature", type=Path, default=None, help="folder of pictures without dice")
    parser.add_argument("--detectors", type=Path, default=HERE, help="folder of detectors that propose boxes")
    parser.add_argument("--banks", default="", help="banks of composed tables to cut crops from")
    parser.add_argument("--prints", type=int, default=600, help="pictures of prints without dice")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=None, help="in place of --steps")
    parser.add_argument("--byte-share", type=float, default=0.12, help="steps in bytes, over the others")
    parser.add_argument("--batch", type=int, default=2048 if on_gpu else 256)
    parser.add_argument("--new", type=int, default=256 if on_gpu else 8, help="new lessons a step")
    parser.add_argument("--fill", type=int, default=40_000 if on_gpu else 4000, help="lessons to begin with")
    parser.add_argument("--room", type=int, default=400_000 if on_gpu else 20_000, help="lessons kept")
    parser.add_argument("--rate", type=float, default=3e-3, help="the highest learning rate")
    parser.add_argument("--start", type=Path, default=None, help="run to begin with")
    parser.add_argument("--keep", type=float, default=0.0,
                        help="weight of the start's answers where they are right")  # fmt: skip
    parser.add_argument("--kept", type=Path, default=None, help="run whose answers are kept, not the start's")
    parser.add_argument("--tables", type=int, default=400, help="simulated tables")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def main() -> None:
    """Train both sizes."""
    args = parsed()
    cv2.setNumThreads(1)
    torch.set_num_threads(args.threads)
    run, byte_run = (WORK / "runs" / name for name in (args.run, args.bytes))
    run.mkdir(parents=True, exist_ok=True)
    supply = Supply(args.batch, args.new, args.fill, args.room)
    names = ("steps", "seconds", "byte_share", "rate", "seed", "start", "keep", "kept")
    course = Course(run, byte_run, supply=supply, **{name: getattr(args, name) for name in names})
    marks, grounds = kept_packs(run, args.fonts, args.nature)
    renderer = Renderer(marks.ink, grounds)
    held = held_lessons(marks, len(grounds), renderer, min(HELD_LESSONS, 2 * args.batch))
    allowed = tuple(each for each in (*SOURCES, *MORE_SOURCES) if each not in args.without.split(","))
    photos = [] if args.photos == "none" else load_photos(Path(args.photos), allowed)
    banks = [each for each in args.banks.split(",") if each]
    crops = kept_crops(run, Sources(photos, args.nature, args.prints, banks, args.tables, args.detectors))
    crew = max(1, args.threads - 2) if DEVICE.type == "cuda" else 1
    drawers = [Drawer(*marks.numbers(), len(grounds), (args.seed, number)) for number in range(crew)]
    material = Material(drawn_lessons(drawers, supply.at_once), renderer, *crops, supply)
    training = Training(course, len(marks.ink), material.batch(min(MEASURED_ON, 2 * args.batch))[0])
    told(", ".join(f"{name}: {parameters(net):,} parameters" for name, net in training.nets.items()))
    learned = training.learn(material, held)
    told_of(learn_bytes(learned, material, course, training.former), held)


if __name__ == "__main__":
    main()

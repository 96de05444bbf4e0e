"""Training pictures: lessons and kept crops, always degraded anew, on its device."""

from __future__ import annotations

import itertools
import multiprocessing
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from companion.recognition.detect.pyramid import CROP_PX
from models.compose.grounds import pictures as pictures_under
from models.lessons.film import filmed, varied
from models.lessons.lesson import Drawer, Lessons
from models.lessons.packs import Marks
from models.lessons.photographs import (
    FACELESS,
    ROOM,
    UNSURE,
    Crops,
    Proposals,
    add_prints,
    add_scenery,
    add_tables,
    from_photos,
)
from models.lessons.renderer import Rendered, Renderer
from models.lessons.simulated import from_simulated
from models.nets import COCKED, DIE, FACE, HIDDEN, KIND_OF_MARK, STACKED, TAUGHT_NORMAL, TRUTHS
from models.photos import Photo
from models.training import DEVICE

UNKNOWN = -1.0
LEAST_UPPER_PX, LEAST_DIE_PX = 8, 60
"""Least pixels of an upper face, and of a whole die, to learn from."""
HIDDEN_FROM, NOT_HIDDEN_TO, NO_FACE_FROM = 0.4, 0.12, 0.45
"""Covered share of the upper face that is taught as hidden, as free; and from which on no face is taught."""
BRIGHTEST = 60.0
AHEAD = 8
"""Batches that each process draws ahead."""


def truths_of(lessons: Lessons, rendered: Rendered) -> Tensor:
    """float32 (N, 8), by the columns of ``models/nets.py``.

    Hidden shares are measured in the picture.
    """
    device = rendered.shown.device
    alone, seen, target = rendered.shown.sum((2, 3)).unbind(1)
    known = [
        torch.as_tensor(each, device=device).float() for each in (lessons.face, lessons.die, lessons.doubts)
    ]
    (face, die, doubts), is_die = known, known[1] > 0.5
    covered = 1 - seen / alone.clamp(min=1e-3)
    hidden = torch.where(covered > NOT_HIDDEN_TO, UNKNOWN, 0.0)
    hidden = torch.where(covered > HIDDEN_FROM, 1.0, hidden)
    truth = torch.full((len(face), TRUTHS), UNKNOWN, device=device)
    no_face = is_die & ((covered > NO_FACE_FROM) | (alone < LEAST_UPPER_PX))
    truth[:, FACE] = torch.where(no_face, UNKNOWN, face)
    truth[:, DIE] = torch.where(is_die & (target < LEAST_DIE_PX), UNKNOWN, die)
    truth[:, COCKED], truth[:, STACKED] = doubts.unbind(1)
    truth[:, HIDDEN] = torch.where(is_die, hidden, UNKNOWN)
    truth[:, TAUGHT_NORMAL] = torch.as_tensor(lessons.normal[:, :2], device=device).float()
    truth[:, KIND_OF_MARK] = torch.as_tensor(lessons.mark, device=device).float()
    return truth


class Ring:
    """The latest pictures (N, 3, 64, 64) with their truths, on the device."""

    def __init__(self, room: int, device: torch.device, numbers: torch.dtype) -> None:
        self._pixels = torch.zeros((room, 3, CROP_PX, CROP_PX), dtype=numbers, device=device)
        self._truths = torch.full((room, TRUTHS), UNKNOWN, device=device)
        self._next, self.full = 0, 0

    def add(self, pixels: Tensor, truths: Tensor) -> None:
        """The oldest go."""
        room = len(self._truths)
        where = (torch.arange(len(pixels), device=self._truths.device) + self._next) % room
        self._pixels[where] = pixels.to(self._pixels.dtype)
        self._truths[where] = truths
        self._next = (self._next + len(pixels)) % room
        self.full = min(room, self.full + len(pixels))

    def some(self, count: int) -> tuple[Tensor, Tensor]:
        which = torch.randint(0, self.full, (count,), device=self._truths.device)
        return self._pixels[which], self._truths[which]


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    pixels: Tensor
    turns: Tensor
    truths: Tensor
    weights: Tensor

    @classmethod
    def of(cls, crops: Crops, device: torch.device) -> Kept:
        labels = torch.tensor(crops.labels, device=device).float()
        truths = torch.full((len(crops), TRUTHS), UNKNOWN, device=device)
        sound = labels >= 0
        truths[:, FACE] = truths[:, KIND_OF_MARK] = torch.where(sound, labels, UNKNOWN)
        truths[:, DIE] = (sound | (labels == FACELESS)).float()
        truths[labels == UNSURE, DIE] = UNKNOWN
        truths[sound, COCKED : HIDDEN + 1] = 0.0
        truths[:, TAUGHT_NORMAL] = float("nan")
        pixels = torch.from_numpy(np.stack(crops.pixels)).permute(0, 3, 1, 2).contiguous().to(device)
        turns = torch.tensor(crops.turns, device=device)
        return cls(pixels, turns, truths, torch.as_tensor(crops.weights, device=device))

    def filmed(self, count: int) -> tuple[Tensor, Tensor]:
        """Degraded anew, float 0-1, and their truths."""
        which = torch.multinomial(self.weights, count, replacement=True)
        light = varied(self.pixels[which], self.turns[which], ROOM, CROP_PX)
        return filmed(light, again=True), self.truths[which]


def _draw_for_ever(drawer: Drawer, at_once: int, queue: multiprocessing.Queue[Lessons]) -> None:
    torch.set_num_threads(1)
    while True:
        queue.put(drawer.draw(at_once))


def drawn_lessons(drawers: list[Drawer], at_once: int) -> Iterator[Lessons]:
    """Endless; each drawer in its own process, or one in this."""
    if len(drawers) == 1:
        while True:
            yield drawers[0].draw(at_once)
    context = multiprocessing.get_context("spawn")
    queue = context.Queue(maxsize=AHEAD * len(drawers))
    crew = [
        context.Process(target=_draw_for_ever, args=(each, at_once, queue), daemon=True) for each in drawers
    ]
    for each in crew:
        each.start()
    try:
        while True:
            yield queue.get()
    finally:
        for each in crew:
            each.terminate()


SHARES = (0.48, 0.17, 0.19, 0.16)
"""Shares of a batch: lessons, photographed dice, other things, simulated tables; a choice."""
TURNS_FILMED = (0, 1, 0, 2, 0, 3)
"""Which of the four is degraded anew at each step."""
FEWER_KEPT = 4
"""Ratio of kept lessons to photographs."""
HELD_SEED = 990_000
MOST_OF_A_SOURCE, QUALITY = 4200, 84
"""Kept crops of a source, and their WebP quality."""
HALF_FLOATS = torch.float16 if DEVICE.type == "cuda" else torch.float32


@dataclass(frozen=True, slots=True)
class Supply:
    """Pictures a batch, new lessons a step, first lessons, and most kept ones."""

    batch: int
    new: int
    fill: int
    room: int

    @property
    def at_once(self) -> int:
        return max(16, min(512, self.batch // 4))


class Material:
    """Rendered lessons and kept crops; all are degraded anew."""

    def __init__(
        self,
        lessons: Iterator[Lessons],
        renderer: Renderer,
        dice: Kept | None,
        others: Kept | None,
        tables: Kept | None,
        supply: Supply,
    ) -> None:
        self._lessons, self._renderer, self._kept = lessons, renderer, (dice, others, tables)
        self._supply, self._alone = supply, False
        self._light = Ring(supply.room, DEVICE, HALF_FLOATS)
        kinds = (None, dice, others, tables)
        self._films = [
            Ring(max(supply.batch, supply.room // (FEWER_KEPT if kind else 1)), DEVICE, torch.uint8)
            for kind in kinds
        ]
        while self._light.full < min(supply.fill, supply.room):
            self._render()
        for kind in range(len(kinds)):
            for _ in range(2):
                self._film(kind)

    def _render(self) -> None:
        drawn = next(self._lessons)
        rendered = self._renderer.draw(drawn.things, drawn.scenes)
        self._light.add(rendered.light.nan_to_num(0, 0, 0).clamp(0, BRIGHTEST), truths_of(drawn, rendered))

    def _film(self, kind: int) -> None:
        count = max(1, self._supply.batch // 2)
        if kind == 0:
            light, truths = self._light.some(count)
            pixels = filmed(light.float())
        elif (kept := self._kept[kind - 1]) is not None:
            pixels, truths = kept.filmed(count)
        else:
            return
        self._films[kind].add(torch.round(pixels * 255), truths)

    @contextmanager
    def in_the_background(self) -> Iterator[None]:
        """Renders and degrades endlessly while a network learns; on a GPU in its own thread."""
        self._alone = DEVICE.type == "cuda"
        going = threading.Event()
        going.set()

        def film() -> None:
            for step in itertools.count():
                if not going.is_set():
                    return
                self._more(step)

        thread = threading.Thread(target=film, daemon=True)
        if self._alone:
            thread.start()
        try:
            yield
        finally:
            going.clear()
            if self._alone:
                thread.join()
            self._alone = False

    def more(self, step: int) -> None:
        if not self._alone:
            self._more(step)

    def _more(self, step: int) -> None:
        """Degrades some anew, and at times renders new lessons."""
        if step % max(1, self._supply.at_once // max(1, self._supply.new)) == 0:
            self._render()
        self._film(TURNS_FILMED[step % len(TURNS_FILMED)])

    def bytes_(self, count: int) -> tuple[Tensor, Tensor]:
        """Pictures uint8 (N, 3, 64, 64), and truths (N, 8)."""
        wanted = [round(count * share) for share in SHARES]
        there = [number if ring.full else 0 for ring, number in zip(self._films, wanted, strict=True)]
        there[0] = count - sum(there[1:])
        parts = [ring.some(number) for ring, number in zip(self._films, there, strict=True) if number]
        return torch.cat([pixels for pixels, _ in parts]), torch.cat([truths for _, truths in parts])

    def batch(self, count: int) -> tuple[Tensor, Tensor]:
        pixels, truths = self.bytes_(count)
        return as_taken(pixels), truths


def as_taken(pixels: Tensor) -> Tensor:
    """-1 to 1."""
    return ((pixels.float() - 128) / 128).contiguous(memory_format=torch.channels_last)


def held_lessons(marks: Marks, pictures: int, renderer: Renderer, count: int) -> tuple[Tensor, Tensor]:
    """Marks without lessons, with truths."""
    drawn = Drawer(*marks.numbers(held=True), pictures, HELD_SEED).draw(count)
    rendered = renderer.draw(drawn.things, drawn.scenes)
    return as_taken(torch.round(filmed(rendered.light) * 255)), truths_of(drawn, rendered)


@dataclass(frozen=True, slots=True)
class Sources:
    """Sources of crops: photographs, a folder without dice, pictures of prints and of writing, composed
    banks, simulated tables; ``detectors``: their folder.
    """

    photos: Sequence[Photo]
    nature: Path | None
    prints: int
    banks: Sequence[str]
    tables: int
    detectors: Path


KEPT_FILES = ("dice", "no_dice", "tables")


def kept_crops(folder: Path, sources: Sources) -> tuple[Kept | None, Kept | None, Kept | None]:
    """Dice, background and simulated tables from a folder, made there if missing; ``None`` if nothing was
    found.
    """
    paths = [folder / f"{name}.npz" for name in KEPT_FILES]
    if not all(path.exists() for path in paths):
        proposals = Proposals(sources.detectors)
        dice, others = from_photos(sources.photos, proposals)
        add_scenery(others, pictures_under(sources.nature)[0], proposals)
        add_prints(others, proposals, sources.prints)
        add_tables(dice, others, sources.banks, proposals)
        simulated = from_simulated(sources.tables, proposals)
        for path, crops in zip(paths, (dice, others, simulated), strict=True):
            crops.fewer(MOST_OF_A_SOURCE).write(path, QUALITY)
    dice, no_dice, tables = (Crops.read(path) for path in paths)
    return _kept(dice), _kept(no_dice), _kept(tables)


def _kept(crops: Crops) -> Kept | None:
    return Kept.of(crops, DEVICE) if len(crops) else None

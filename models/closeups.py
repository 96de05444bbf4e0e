"""Close-ups as a phone takes them, to measure by: ``python -m models.closeups make DIR``.

A few dice, 150 to 680 px long in 2048×1536, among keys, pens, letters and cloths, or alone on a bare table.
``crop DIR --photos FOLDER`` enlarges parts of real photographs instead. Both write a bank of tables, which
``models.evaluate --banks NAME`` reads if DIR is ``models/made/tables/NAME``.
With ``--die-px 12 20 --size 4032 3024`` the dice are small in a large frame.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import cv2
import numpy as np

from models.compose.cast_die import cast_die
from models.compose.cast_solid import Pose
from models.compose.cloths import any_cloth
from models.compose.clutter import any_clutter
from models.compose.grounds import felt, plain, printed, stone, weave, wood
from models.compose.lens import grainy, jpeg
from models.compose.make import any_make
from models.compose.paint import BACKGROUND, Sprite, any_colour, hsv, shaded, soft_noise, trimmed
from models.compose.scene import Spot, Table, Thing, sized
from models.compose.sketch import STEEP_DEG, plain_die, turned
from models.photos import Bounds, Photo, load_photos

Rng = np.random.Generator
SIZE, DIE_PX = (2048, 1536), (150.0, 680.0)
MOST_DICE, MOST_SHARE = 8, 0.3
"""Most dice on a picture, and the largest share of it that they cover."""
WHITE_SHARE, ABOVE_SHARE, DRAWN_SHARE, CLOTH_SHARE, BARE_SHARE = 0.6, 0.4, 0.4, 0.25, 0.3
COMPOSED_DIE_PX = 160.0
MOST_BLUR_PX = 3.0
MOST_THING = 3.0
"""Largest length of other things, in dice."""
GROUNDS = (wood, wood, felt, plain, plain, stone, weave)
APART = 0.75
"""Least distance of two dice, in their lengths: some touch."""
TRIES = 40
EDGE_SHARE = 0.04
"""A die nearer to the border than this part of its length counts as cut; the eye says so below 0.02."""
SLACK = 1.3
"""Least margin of a crop round a die, in its lengths."""


def make_picture(rng: Rng, size: tuple[int, int], die_px: float) -> tuple[np.ndarray, list[Thing]]:
    """A picture, uint8 (H, W, 3), with dice of about that length, and its things.

    It is composed with dice of ``COMPOSED_DIE_PX`` at most, and enlarged.
    """
    scale = max(1.0, die_px / COMPOSED_DIE_PX)
    table = _table(rng, (round(size[0] / scale), round(size[1] / scale)), die_px / scale)
    things = [replace(each, box=_within(each.box, 0, 0, scale)) for each in table.truths()]
    return _photographed(rng, cv2.resize(table.pixels, size, interpolation=cv2.INTER_CUBIC)), things


def _table(rng: Rng, size: tuple[int, int], die_px: float) -> Table:
    wide, tall = size
    table = Table(_ground(rng, tall, wide, die_px))
    for _ in range(0 if rng.random() < BARE_SHARE else int(rng.integers(1, 6))):
        sprite = THINGS[int(rng.integers(len(THINGS)))](rng)
        longer, (x, y) = die_px * rng.uniform(0.6, MOST_THING), rng.uniform(0, size).tolist()
        table.paste(rng, sized(rng, sprite, longer), (x, y), Thing((0, 0, 0, 0), BACKGROUND))
    draw_die = _dice(rng)
    taken: list[Spot] = []
    most = max(1, min(MOST_DICE, int(MOST_SHARE * wide * tall / die_px**2)))
    for _ in range(int(rng.integers(1, most + 1))):
        longer = die_px * rng.uniform(0.9, 1.1)
        spot = _free(rng, size, longer, taken)
        if spot is not None:
            sprite = draw_die()
            thing = Thing((0, 0, 0, 0), sprite.label, turns=sprite.turns)
            table.paste(rng, sized(rng, sprite, longer, turn=0.0), spot, thing)
            taken.append((*spot, longer))
    return table


def _ground(rng: Rng, tall: int, wide: int, die_px: float) -> np.ndarray:
    if rng.random() < CLOTH_SHARE:
        return any_cloth(rng, tall, wide, die_px)
    return GROUNDS[int(rng.integers(len(GROUNDS)))](rng, tall, wide).astype(np.float32)


def _dice(rng: Rng) -> Callable[[], Sprite]:
    """One make seen by one camera, from above or from one side."""
    make = replace(any_make(rng), clear=False)
    if rng.random() < WHITE_SHARE:
        body, mark = hsv(0.12, rng.uniform(0, 0.15), rng.uniform(0.85, 1)), hsv(0, 0, rng.uniform(0, 0.15))
        make = replace(make, marbling=0.0, speckle=0.0, pip_ring=False, starred=False)
        make = replace(make, body=body, mark=mark, one_mark=mark)
    above, far = rng.random() < ABOVE_SHARE, float(rng.uniform(5, 20))
    drawn = above and rng.random() < DRAWN_SHARE
    seen = turned(0, 0.0 if above else float(rng.uniform(3, STEEP_DEG - 2)) * rng.choice([-1, 1]))

    def draw_die() -> Sprite:
        top = int(rng.integers(1, 7))
        if drawn:
            return plain_die(rng, top, make)
        return cast_die(rng, top, make=make, pose=Pose(turned(2, rng.uniform(0, 360)), seen, far), finer=2)

    return draw_die


def _free(rng: Rng, size: tuple[int, int], longer: float, taken: list[Spot]) -> tuple[float, float] | None:
    """A place for a whole die, apart from the others, or ``None``."""
    for _ in range(TRIES):
        x, y = (float(rng.uniform(0.75 * longer, side - 0.75 * longer)) for side in size)
        if all(np.hypot(x - u, y - v) > APART * (longer + other) for u, v, other in taken):
            return x, y
    return None


def _photographed(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Soft light, a little blur, noise, JPEG."""
    tall, wide = picture.shape[:2]
    light = rng.uniform(0.6, 0.95) + rng.uniform(0, 0.4) * soft_noise(rng, tall, wide, 1.5)
    tint = np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    lit = (picture * light[..., None].astype(np.float32) * tint).clip(0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.3, MOST_BLUR_PX))
    return jpeg(rng, grainy(rng, soft, rng.uniform(0.5, 6)), worst=60)


def _key(rng: Rng) -> Sprite:
    """A bow with a hole, a blade, teeth."""
    canvas = np.zeros((300, 800, 4), np.float32)
    metal = hsv(rng.uniform(0.08, 0.16), rng.choice([0.05, 0.5]), rng.uniform(0.5, 0.9))
    ink, radius = (*metal, 255), int(rng.integers(90, 145))
    cv2.rectangle(canvas, (200, 115), (780, 185), ink, -1)
    for x in range(430, 760, int(rng.integers(35, 70))):
        cv2.rectangle(canvas, (x, 180), (x + 28, 185 + int(rng.integers(10, 60))), ink, -1)
    cv2.line(canvas, (260, 140), (770, 140), (*shaded(metal, 0.6), 255), 9, cv2.LINE_AA)
    cv2.circle(canvas, (150, 150), radius, ink, -1, cv2.LINE_AA)
    cv2.circle(canvas, (150 - radius // 2, 150), int(rng.integers(15, 35)), (0, 0, 0, 0), -1)
    canvas[..., :3] *= 0.7 + 0.6 * soft_noise(rng, 300, 800, 6)[..., None]
    return _cut(canvas)


def _pen(rng: Rng) -> Sprite:
    """A barrel lit along its middle, a clip, a tip."""
    canvas, colour = np.zeros((90, 1000, 4), np.float32), any_colour(rng)
    cv2.rectangle(canvas, (10, 15), (870, 75), (*colour, 255), -1)
    cv2.fillPoly(canvas, [np.array([(870, 15), (985, 42), (985, 48), (870, 75)])], (*any_colour(rng), 255))
    canvas[..., :3] *= np.sin(np.linspace(0.4, 2.7, 90))[:, None, None] ** 0.7
    cv2.rectangle(canvas, (20, 38), (330, 52), (*shaded(colour, 1.4), 255), -1)
    return _cut(canvas)


def _letter(rng: Rng) -> Sprite:
    tall, wide = int(rng.integers(400, 1000)), int(rng.integers(400, 800))
    return Sprite(np.dstack([printed(rng, tall, wide), np.full((tall, wide), 255)]).astype(np.uint8), 0)


def _cut(canvas: np.ndarray) -> Sprite:
    return Sprite(trimmed(canvas.clip(0, 255).astype(np.uint8)), BACKGROUND)


THINGS = (_key, _pen, _letter, any_clutter)


def enlarged(
    rng: Rng, photo: Photo, size: tuple[int, int], die_px: float
) -> tuple[np.ndarray, list[Thing]] | None:
    """Part of a photograph, enlarged until its die has that length; ``None`` if none fits.

    Cut dice are ignored.
    """
    sides = [max(right - left, bottom - top) for left, top, right, bottom in photo.boxes]
    if not sides:
        return None
    picture, (left, top, right, bottom) = photo.pixels(), photo.boxes[int(rng.integers(len(sides)))]
    scale = die_px / max(right - left, bottom - top)
    wide, tall = (
        min(round(side / scale), whole) for side, whole in zip(size, picture.shape[1::-1], strict=True)
    )
    if min(wide, tall) < SLACK * max(right - left, bottom - top):
        return None
    middle = ((left + right) / 2, (top + bottom) / 2)
    aside = rng.uniform(-0.5, 0.5, 2) * (wide - (right - left), tall - (bottom - top)) * 0.7
    x = int(np.clip(middle[0] + aside[0] - wide / 2, 0, picture.shape[1] - wide))
    y = int(np.clip(middle[1] + aside[1] - tall / 2, 0, picture.shape[0] - tall))
    part = picture[y : y + tall, x : x + wide]
    out = cv2.resize(part, (round(wide * scale), round(tall * scale)), interpolation=cv2.INTER_CUBIC)
    things = [
        Thing(_within(box, x, y, scale), face) for box, face in zip(photo.boxes, photo.faces, strict=True)
    ]
    things += [Thing(_within(box, x, y, scale), -1) for box in photo.unclear]
    return out, [shown for each in things if (shown := _shown(each, out.shape[1], out.shape[0]))]


def _within(box: Bounds, x: int, y: int, scale: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return (left - x) * scale, (top - y) * scale, (right - x) * scale, (bottom - y) * scale


def _shown(thing: Thing, wide: int, tall: int) -> Thing | None:
    """Within a picture of that size; cut things are ignored."""
    left, top, right, bottom = thing.box
    box = (max(0.0, left), max(0.0, top), min(float(wide), right), min(float(tall), bottom))
    if box[2] - box[0] < 1 or box[3] - box[1] < 1:
        return None
    near = EDGE_SHARE * max(right - left, bottom - top)
    whole = left > near and top > near and right < wide - near and bottom < tall - near
    return replace(thing, box=box, label=thing.label if whole else -1)


def _made(args: argparse.Namespace) -> Iterator[tuple[np.ndarray, list[Thing]]]:
    photos = load_photos(args.photos, tuple(args.only.split(","))) if args.what == "crop" else []
    for index in range(args.count):
        rng = np.random.default_rng((args.seed, index))
        die_px = float(np.exp(rng.uniform(*np.log(args.die_px))))
        if args.what == "make":
            yield make_picture(rng, tuple(args.size), die_px)
        elif cropped := enlarged(rng, photos[int(rng.integers(len(photos)))], tuple(args.size), die_px):
            yield cropped


def main() -> None:
    """Make a bank of close-ups."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("make", "crop"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--die-px", type=float, nargs=2, default=DIE_PX, help="least and largest length")
    parser.add_argument("--size", type=int, nargs=2, default=SIZE, help="width and height of the frame")
    parser.add_argument("--photos", type=Path, help="crop: folder of photographs with an index.jsonl")
    parser.add_argument("--only", default="byler,matteo,skovy", help="crop: which photographers")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    for index, (picture, things) in enumerate(_made(args)):
        path = args.folder / f"{index:05d}.jpg"
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        path.with_suffix(".json").write_text(json.dumps([asdict(each) for each in things]))


if __name__ == "__main__":
    main()

"""Render training sprites: ``python -m models.render.sprites --count 12000 --seed 1``.

One folder a sheet; a sheet whose ``labels.jsonl`` exists is not rendered again, so a broken run goes on
where it stopped. ``labels.py`` says what each label means.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import drjit as dr
import numpy as np
from tqdm import tqdm

from models.render.developing import bgra
from models.render.labels import sheet_label, sprite_label
from models.render.placing import Kind
from models.render.props import PROP_PX_PER_MM, random_props
from models.render.rendered import CutOut, Effort, rendered
from models.render.sheet import PX_PER_MM, Cluster, Setting, random_clusters, random_setting

OPAQUE, CLEAR, PROPS = Effort(8, 12, 4), Effort(8, 12, 8), Effort(20, 12, 4)
"""Readers shrink dice two- to sixfold, which takes out what grain the smoothing leaves; props less.

Light passes a clear die's walls twice and its pips between: its paths are longer.
"""
REACH_MM, PROP_REACH_MM = 13.6, 40.0
"""How far a shadow is kept from a die (0.85 of a usual side), or from a prop."""
HIDDEN_LIMIT = 0.04
"""A single die of which a neighbour hides more than this share is not written."""
WEBP_QUALITY = 94
SPLITS = (*["train"] * 8, "valid", "test")


def split_of(sheet: int) -> str:
    """The split of a sheet: eight in ten train, one valid, one test."""
    return SPLITS[sheet % len(SPLITS)]


def planned(sheet: int, seed: int, props: bool) -> tuple[Setting, list[Cluster], float]:
    """Setting and clusters of a sheet, and how far its shadows are kept, in pixels."""
    rng = np.random.default_rng((seed, sheet, 1) if props else (seed, sheet))
    px_per_mm = PROP_PX_PER_MM if props else float(rng.uniform(*PX_PER_MM))
    setting = random_setting(split_of(sheet), rng, px_per_mm)
    clusters = random_props(setting, rng) if props else random_clusters(setting, rng)
    return setting, clusters, (PROP_REACH_MM if props else REACH_MM) * px_per_mm


def effort_for(clusters: list[Cluster], props: bool) -> Effort:
    """How much work a sheet needs."""
    if props:
        return PROPS
    clear = any(each.die.look.surface == "clear" for cluster in clusters for each in cluster.members)
    return CLEAR if clear else OPAQUE


def write(cut: CutOut, folder: Path, name: str) -> dict[str, str]:
    """Write a cut-out's colour and shadow; their file names for the label."""
    picture, shadow = bgra(cut.colour, cut.cover), np.round(cut.shadow * 255).astype(np.uint8)
    cv2.imwrite(str(folder / f"{name}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])
    cv2.imwrite(str(folder / f"{name}_s.png"), shadow)
    return {"file": f"{folder.name}/{name}.webp", "shadow": f"{folder.name}/{name}_s.png"}


def neighbour_hides(label: dict) -> bool:
    """Whether a thing of another sprite hides part of this single die."""
    lone = len(label["dice"]) == 1 and label["kind"] != Kind.GROUP.value
    return lone and label["dice"][0]["hidden"] > HIDDEN_LIMIT


def render_sheet(sheet: int, seed: int, props: bool, folder: Path) -> int:
    """Render one sheet into its folder; how many sprites it gave."""
    setting, clusters, reach_px = planned(sheet, seed, props)
    result = rendered(setting, clusters, reach_px, effort_for(clusters, props), seed * 100_003 + sheet)
    folder.mkdir(parents=True, exist_ok=True)
    shared, lines = sheet_label(setting, sheet), []
    for index, (cluster, mine) in enumerate(zip(clusters, result.owners_of, strict=True)):
        cut = result.cut_out(cluster, mine)
        if cut is None:
            continue
        label = sprite_label(cluster, cut, setting)
        if not neighbour_hides(label):
            lines.append(write(cut, folder, f"{index:03d}") | shared | label)
    write_lines(folder / "labels.jsonl", [json.dumps(line) for line in lines])
    return len(lines)


def write_lines(path: Path, lines: list[str]) -> None:
    """Write a text file whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    part.rename(path)


def gathered(out: Path) -> int:
    """Join the sheets' labels into ``labels.jsonl``; how many sprites there are."""
    lines = [line for path in sorted(out.glob("*_*/labels.jsonl")) for line in path.read_text().splitlines()]
    write_lines(out / "labels.jsonl", lines)
    return len(lines)


def main() -> None:
    """Render sheets until there are enough sprites."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("models/made/sprites"))
    parser.add_argument("--count", type=int, default=12000, help="sprites wanted of this seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--props", action="store_true", help="things that are no dice, instead of dice")
    parser.add_argument("--threads", type=int, default=2)
    wanted = parser.parse_args()
    dr.set_thread_count(wanted.threads)
    cv2.setNumThreads(1)
    wanted.out.mkdir(parents=True, exist_ok=True)
    have, sheet, letter = 0, 0, "p" if wanted.props else ""
    with tqdm(total=wanted.count, unit="sprite") as bar:
        while have < wanted.count:
            folder = wanted.out / f"{letter}{wanted.seed:03d}_{sheet:05d}"
            done = folder / "labels.jsonl"
            if done.exists():
                new = len(done.read_text().splitlines())
            else:
                new = render_sheet(sheet, wanted.seed, wanted.props, folder)
                gathered(wanted.out)
            have, sheet = have + new, sheet + 1
            bar.update(new)
    print(gathered(wanted.out), "sprites in", wanted.out)


if __name__ == "__main__":
    main()

"""Make every shipped network of the dice from nothing: ``python -m models.train [--size gpu]``.

The steps are in ``pipeline.toml``, commands of this folder. A done step is not repeated unless its words
change; a stopped one goes on. Results are in ``models/made/shipped``: ``--ship`` replaces the shipped
weights.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.recognition.networks.weights import listed_thresholds

HERE = Path(__file__).resolve().parent
PIPELINE = HERE / "pipeline.toml"
MADE = HERE / "made"


@dataclass(frozen=True, slots=True)
class Step:
    """A command of the pipeline: its name, and the words after ``python -m models.``."""

    name: str
    words: tuple[str, ...]

    @property
    def mark(self) -> Path:
        """Marks the step as done; holds the words that were run."""
        return MADE / "steps" / f"{self.name.replace(' ', '-')}.done"

    @property
    def done(self) -> bool:
        """These words ran to their end."""
        return self.mark.exists() and self.mark.read_text() == " ".join(self.words)


def steps(pipeline: Mapping[str, Any], size: str, places: Mapping[str, str]) -> Iterator[Step]:
    """``places``: words for what stands in braces."""
    factors = pipeline["sizes"][size]
    for listed in pipeline["step"]:
        words = listed["run"].format_map(places).split()
        for option, scaled in listed.get("scaled", {}).items():
            ((factor, usual),) = scaled.items()
            words += [f"--{option}", str(max(LEAST[factor], round(usual * factors[factor])))]
        yield Step(listed["name"], tuple(words))


LEAST = {"tables": 12, "steps": 2, "batch": 16}
"""Least numbers: a bank of sketches needs one make, which is twelve dice."""


def run(step: Step) -> None:
    """Exits with the command's status if it fails."""
    module, *arguments = step.words
    print(f"== {step.name}: {' '.join(step.words)}", flush=True)
    ended = subprocess.run([sys.executable, "-m", f"models.{module}", *arguments], cwd=HERE.parent)
    if ended.returncode != 0:
        sys.exit(f"the step “{step.name}” failed (status {ended.returncode}); call again to go on from there")
    step.mark.parent.mkdir(parents=True, exist_ok=True)
    step.mark.write_text(" ".join(step.words))


def ship() -> None:
    for path in sorted((MADE / "shipped").glob("*")):
        shutil.copy(path, HERE / path.name)


def main() -> None:
    """Run the steps that are not done."""
    pipeline = tomllib.loads(PIPELINE.read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", choices=list(pipeline["sizes"]), default="cpu")
    parser.add_argument("--photos", type=Path, default=None, help="folder of photographs with an index.jsonl")
    parser.add_argument("--fonts", type=Path, default=None, help="folder of fonts for letters and signs")
    parser.add_argument("--nature", type=Path, default=None, help="folder of pictures without dice")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="only name the steps, and which are done")
    parser.add_argument("--ship", action="store_true", help="put what was made in the place of the shipped")
    args = parser.parse_args()
    places = {
        "photos": f"--photos {args.photos}" if args.photos else "",
        "fonts": f"--fonts {args.fonts}" if args.fonts else "",
        "nature": f"--nature {args.nature}" if args.nature else "",
        "threads": str(args.threads),
    }
    MADE.mkdir(exist_ok=True)
    first = MADE / "thresholds.json"
    first.write_text(json.dumps(listed_thresholds(pipeline["thresholds"])))
    for step in steps(pipeline, args.size, places):
        if args.list:
            print("done " if step.done else "     ", step.name)
        elif not step.done:
            run(step)
    if args.ship and not args.list:
        ship()


if __name__ == "__main__":
    main()

"""The report of a rehearsal: a picture and the story of each failure, and the figures."""

from __future__ import annotations

import json
from pathlib import Path

from companion.commands.demonstration.album import write_failure
from companion.play.views import TableView
from companion.rehearsal.tally import Failure, Tally

INDEX, FIGURES = "index.md", "figures.json"


class Album:
    """Writes into one folder and makes it if it is missing; raises OSError if it cannot."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: list[tuple[str, Failure]] = []
        folder.mkdir(parents=True, exist_ok=True)

    def keep(self, failure: Failure, view: TableView, story: str) -> None:
        """One failure: its story, and the picture that was on the screen, if there was one."""
        flaw = failure.flaw.value.replace(" ", "-")
        name = f"{len(self._kept) + 1:03d}-seed-{failure.seed}-round-{failure.round_number:02d}-{flaw}"
        self._kept.append((name, failure))
        if view.picture is not None:
            write_failure(self._folder, name, view, failure.flaw.value, failure.why)
        (self._folder / f"{name}.txt").write_text(f"{failure.flaw.value}: {failure.why}\n\n{story}", "utf-8")

    def close(self, tally: Tally) -> None:
        """The index and the figures."""
        told = json.dumps(tally.told(), indent=2, ensure_ascii=False)
        (self._folder / FIGURES).write_text(told + "\n", "utf-8")
        failures = [f"- [{name}]({name}.txt): {failure.why}" for name, failure in self._kept]
        lines = ["# Rehearsal", "", *(failures or ["Nothing went wrong."]), "", "```json", told, "```", ""]
        (self._folder / INDEX).write_text("\n".join(lines), "utf-8")

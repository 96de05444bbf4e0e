"""Every file that the documentation names is there: in a link, or in backticks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(ROOT.glob("*.md"))
for folder in ("calibration", "docs", "hardware", "models"):
    PAGES += sorted((ROOT / folder).rglob("*.md"))
FOLDERS = (".ci", ".github", "calibration", "companion", "docs", "examples", "hardware", "models", "tests")

LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w.-]+(?:/[\w.-]*)+|[\w-]+\.(?:json|kv|log|md|onnx|po|py|sh|toml|txt)")
PLACEHOLDER = re.compile(r"[A-Z]+(?:\.\w+)?")
"""A part of a path that stands for any name: LANG, NAME.json."""
NOT_OURS = {"config.txt", "yolo26n.onnx"}
"""The Pi's own settings, and a network that a person brings to compare with."""
MADE_IN_USE = {
    ".venv/bin/python",
    "backups/",
    "house-rules/",
    "models/made/runs/now",
    "models/made/shipped",
    "panel.toml",
    "pictures/",
    "settings.toml",
    "souvenirs/",
    "state/faults.log",
}
"""What ``./run``, the app and the recipe make on a machine."""


def known() -> set[str]:
    """Each path of the repository, and each of its ends: ``rules/game.py`` and ``game.py``, too."""
    files = [path for path in ROOT.iterdir() if path.is_file()]
    files += [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    ends: set[str] = set()
    for path in files:
        parts = path.relative_to(ROOT).parts
        ends |= {"/".join(parts[at:]) for at in range(len(parts))}
    return ends | set(FOLDERS)


KNOWN = known()


def is_there(named: str) -> bool:
    """Whether a path names what is in the repository, is a pattern, or is none of its files."""
    end = named.removeprefix("./").removeprefix("../").rstrip("/")
    if end in KNOWN or named in NOT_OURS | MADE_IN_USE:
        return True
    return any(PLACEHOLDER.fullmatch(part) for part in end.split("/"))


def named_paths(text: str) -> list[str]:
    """The words in backticks that are paths; a path from the root of a machine is none of ours."""
    words = (word for code in CODE.findall(text) for word in code.split())
    return [word for word in words if PATH.fullmatch(word)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_path_in_backticks_is_there(page: Path) -> None:
    assert [word for word in named_paths(page.read_text()) if not is_there(word)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_link_leads_to_a_file(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text()) if "://" not in link and ":" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_a_path_that_is_not_there_is_found() -> None:
    text = "see `play/no_such_file.py`, `companion/rules/`, `game_controller.py`, `gone.md` and `NAME.json`"
    assert [word for word in named_paths(text) if not is_there(word)] == ["play/no_such_file.py", "gone.md"]


def test_each_journey_says_how_many_files_it_names() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    journeys = page.partition("## Journeys")[2].partition("\n## ")[0].split("\n- ")[1:]
    said = [int(re.search(r"\((\d+)\)", each)[1]) for each in journeys]
    assert said == [len(named_paths(each)) for each in journeys]
    assert len(journeys) == 6

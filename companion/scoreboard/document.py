"""The document of a page: one head for all pages, around a body that each page brings."""

from __future__ import annotations

import html
from pathlib import Path
from string import Template

from companion.text.speech import say, spoken

PAGE = Path(__file__).resolve().parent / "page"
SHARED = tuple(PAGE / name for name in ("icon.svg", "parts.js", "wire.js"))
"""The files of every page."""
LAYOUTS = ("page", "overlay")
"""What ``?layout=`` may say; the first is the usual one."""


class Document:
    """A page whose body is in this file; its style and its script have the file's name."""

    def __init__(self, body: Path) -> None:
        around = (PAGE / "document.html").read_text(encoding="utf-8")
        self._whole = Template(around.replace("$body", body.read_text(encoding="utf-8").strip()))
        self._name = body.stem

    def filled(self, words: dict[str, str], layout: str = LAYOUTS[0]) -> str:
        """The document with these sentences, and those that every page has."""
        all_words = {
            "lang": spoken().language,
            "layout": layout if layout in LAYOUTS else LAYOUTS[0],
            "name": self._name,
            "no_script": say("scoreboard.no_script"),
            "lost": say("scoreboard.lost"),
            **words,
        }
        return self._whole.substitute({name: html.escape(each) for name, each in all_words.items()})

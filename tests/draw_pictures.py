"""Draws the pictures of README and docs from today's app, and notes of which layouts.

    PYTHONPATH=. .venv/bin/python tests/draw_pictures.py

``tests/test_drawn_pictures.py`` fails where a layout has changed since its picture was drawn.
"""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
NOTED = PICTURES / "drawn.json"
_PAGE, _DICE = "companion/share/web/page", "companion/ui/screens/dice"
_OF_ALL = tuple(f"{_PAGE}/{name}.js" for name in ("dice", "guess", "parts"))
LAYOUTS = {
    "phones.webp": (*(f"{_PAGE}/phone.{kind}" for kind in ("html", "css", "js")), *_OF_ALL),
    "scoreboard.webp": (*(f"{_PAGE}/board.{kind}" for kind in ("html", "css", "js")), *_OF_ALL),
    "check.webp": (f"{_DICE}/check.kv",),
    "bidding.jpg": (f"{_DICE}/track.kv",),
    "verdict.jpg": (f"{_DICE}/verdict.kv",),
    "challenge.webp": tuple(f"{_DICE}/{name}.kv" for name in ("shout", "track", "verdict")),
}
"""What each picture shows, by the files that lay it out."""
QUALITY = 72
GREY = "document.documentElement.style.setProperty('background', '#456', 'important')"
"""What a stream's picture would be."""


def digest_of(picture: str) -> str:
    """Of the layouts of a picture as they are now."""
    told = hashlib.sha256()
    for each in LAYOUTS[picture]:
        told.update((ROOT / each).read_bytes())
    return told.hexdigest()[:16]


def _run(*words: str) -> None:
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True)


def draw_screens() -> None:
    """A challenge as it is played, and a die in doubt."""
    _run("tests/ui/record_challenge.py", "--docs")
    _run("tests/ui/draw_scenes.py", "800", "480", "night", "check")
    drawn = Image.open(ROOT / "tests" / "screenshots" / "check_800x480.png").convert("RGB")
    drawn.save(PICTURES / "check.webp", quality=QUALITY, method=6)


def draw_pages() -> None:
    """The phones of a round, and the board on a television and over a stream."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "share" / "web")]
    from phone_table import served as phones_served
    from playwright.sync_api import sync_playwright
    from samples import feed_of, served
    from test_page import opened
    from test_phone_page import CHROMIUM, phone

    from companion.play.base.commands import CallChallenge, PlaceBid
    from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun

    names = ("Ann", "Benedikta-Luise", "Cleo", "Dan")
    hands = ((1, 4, 4, 2, 3), (5, 5, 2, 3, 6), (4, 6, 6, 2, 2), (3, 3, 5, 6, 1))
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        shots: list[bytes] = []
        with phones_served(Path(home)) as here:
            here.begin(names=names)
            here.touch(PlaceBid, quantity=6, face=4)
            for seat, look in ((1, "dark"), (1, "light")):
                with phone(browser, here, seat, look=look) as page:
                    shots.append(page.screenshot())
            here.touch(CallChallenge, players=(1,))
            with phone(browser, here, 2) as page:
                page.wait_for_selector(".shout")
                shots.append(page.screenshot())
            here.reveal(*hands)
            with phone(browser, here, 2, look="light") as page:
                page.wait_for_selector(".hands")
                shots.append(page.screenshot())
        _beside(shots, PICTURES / "phones.webp")
        begun = (
            GameBegun("milton-bradley", names, (), 0),
            BidMade(0, 3, 5),
            BidMade(1, 5, 3),
            BidMade(2, 6, 6),
        )
        with served() as board:
            board.feed(feed_of(begun))
            with opened(browser, board.url, (1280, 720), "bidding") as page:
                television = page.screenshot()
            board.feed(feed_of((*begun, Challenged(3), CupsRevealed(hands)))[len(feed_of(begun)) :])
            with opened(browser, f"{board.url}?layout=strip", (1280, 720), "revealed") as page:
                page.evaluate(GREY)
                strip = page.screenshot(clip={"x": 0, "y": 570, "width": 1280, "height": 150})
        _below([television, strip], PICTURES / "scoreboard.webp")


def _beside(shots: list[bytes], path: Path) -> None:
    pictures = [_picture(each).resize((292, 632)) for each in shots]
    sheet = Image.new("RGB", (sum(each.width + 8 for each in pictures) - 8, pictures[0].height), "white")
    for number, each in enumerate(pictures):
        sheet.paste(each, (number * 300, 0))
    sheet.save(path, quality=QUALITY, method=6)


def _below(shots: list[bytes], path: Path) -> None:
    pictures = [each.resize((800, each.height * 800 // each.width)) for each in map(_picture, shots)]
    sheet = Image.new("RGB", (800, sum(each.height + 8 for each in pictures) - 8), "white")
    at = 0
    for each in pictures:
        sheet.paste(each, (0, at))
        at += each.height + 8
    sheet.save(path, quality=QUALITY, method=6)


def _picture(png: bytes) -> Image.Image:

    return Image.open(io.BytesIO(png)).convert("RGB")


if __name__ == "__main__":
    draw_pages()
    draw_screens()
    NOTED.write_text(
        json.dumps({each: digest_of(each) for each in LAYOUTS}, indent=1) + "\n", encoding="utf-8"
    )

"""Draws every picture of README and docs from today's app.

    PYTHONPATH=. .venv/bin/python tests/draw_pictures.py [NAME…]

A test fails where a picture no longer shows what it is drawn from: screens, the film and the simulated
tables are drawn again and compared, of pages what they hold (letters differ between machines).
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from companion.core.reading import CardsLying
from companion.simulator import SimulatedCardTable, SimulatedTable, Trouble

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
NOTED = PICTURES / "drawn.json"
COMMAND = "PYTHONPATH=. .venv/bin/python tests/draw_pictures.py"
PAGE = ROOT / "companion" / "share" / "web" / "page"
SCREENS = (
    "bidding", "verdict", "check", "cards_table", "cards_liar", "cards_meld", "cards_read",
    "watch_owes", "watch_kept", "watch_roll", "light", "set_up", "panel",
)  # fmt: skip
FILM, FILM_MS, FILM_WIDE = "challenge", 250, 360
WEBP, FILM_WEBP, JPEG = 50, 20, 80
"""Qualities."""
ALIKE = 22.0
"""Grey levels by which blocks differ that were only packed, or smoothed by another graphics card. One word
more or less is over 60."""
BLOCK = 8
GREY = "document.documentElement.style.setProperty('background', '#456', 'important')"
"""What a stream's picture would be."""


def kept(name: str) -> np.ndarray:
    """BGR of the picture in the folder."""
    (path,) = PICTURES.glob(f"{name}.*")
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return picture


def unlike(then: np.ndarray, now: np.ndarray, block: int = BLOCK) -> float:
    """By how many grey levels the most different blocks of two pictures differ."""
    if then.shape != now.shape:
        return 255.0
    size = then.shape[1] // block, then.shape[0] // block
    small = (cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(float) for each in (then, now))
    return float(np.abs(next(small) - next(small)).mean(axis=2).max())


# The simulated tables


def _table(trouble: Trouble = Trouble.NONE) -> np.ndarray:
    table = SimulatedTable(4, 10, trouble=trouble, clock=lambda: 10**10)
    table.lost((0, 1, 0, 0))
    table.deal((5, 4, 5, 5), (), 3)
    table.bid(28, 1)
    table.lift()
    return table.latest().pixels


def _cards(seed: int, new: str, trouble: Trouble = Trouble.NONE) -> np.ndarray:
    table = SimulatedCardTable(seed, trouble=trouble, clock=lambda: 0)
    melds = (("8S", "9S", "10S"), ("QS", "QH", "QD"), ("2D", "3D", "4D", "5D"))
    table.lay(CardsLying(melds, tuple(new.split()), 23, 4, 1, 1))
    return table.latest().pixels


def _dice_marked() -> np.ndarray:
    from companion.core.frame import Frame
    from companion.recognition.photographs import annotated
    from companion.recognition.pipeline.eye import Eye

    pixels = _table(Trouble.COCKED)
    return annotated(pixels, Eye(threads=1).read(Frame(pixels, 0)))


def _cards_marked() -> np.ndarray:
    from companion.core.frame import Frame
    from companion.recognition.cards.eye import CardEye
    from companion.recognition.photographs import marked_cards

    pixels = _cards(4, "7D KH AC 9D 4C", Trouble.HIDDEN)
    return marked_cards(pixels, CardEye().read(Frame(pixels, 0), 1))


def _wide(draw: Callable[[], np.ndarray], wide: int) -> np.ndarray:
    drawn = draw()
    high = round(drawn.shape[0] * wide / drawn.shape[1])
    return cv2.resize(drawn, (wide, high), interpolation=cv2.INTER_AREA)


SIMULATED: dict[str, Callable[[], np.ndarray]] = {
    "table": partial(_wide, _table, 800),
    "dice_marked": partial(_wide, _dice_marked, 900),
    "cards_simulated": partial(_wide, partial(_cards, 1, "7D"), 800),
    "cards_marked": partial(_wide, _cards_marked, 1000),
}


# The pages


class Shots:
    """Pictures of pages, and what the pages hold that decides them."""

    def __init__(self, *files: str) -> None:
        self.pictures: list[np.ndarray] = []
        self._told = hashlib.sha256(b"".join((PAGE / each).read_bytes() for each in files))

    def take(self, page: Page, **how: Any) -> None:
        self._told.update(page.evaluate("document.body.outerHTML").encode())
        png = page.screenshot(**how)
        picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        self.pictures.append(picture)

    @property
    def digest(self) -> str:
        return self._told.hexdigest()[:16]

    def sheet(self, wide: int, beside: bool) -> np.ndarray:
        """All of them, each so wide, with a white gap."""
        gap = cv2.BORDER_CONSTANT
        drawn = [_wide(partial(np.asarray, each), wide) for each in self.pictures]
        right, under = (8, 0) if beside else (0, 8)
        apart = [
            *(cv2.copyMakeBorder(each, 0, under, 0, right, gap, value=(255,) * 3) for each in drawn[:-1]),
            drawn[-1],
        ]
        return np.hstack(apart) if beside else np.vstack(apart)


NAMES = ("Ann", "Benedikta-Luise", "Cleo", "Dan")
HANDS = ((1, 4, 4, 2, 3), (5, 5, 2, 3, 6), (4, 6, 6, 2, 2), (3, 3, 5, 6, 1))


def phones(browser: Browser) -> Shots:
    """A turn by night and by day, a challenge, a verdict."""
    from companion.play.base.commands import CallChallenge, PlaceBid
    from tests.share.web.phone_table import served
    from tests.share.web.test_phone_page import phone

    shots = Shots("phone.css")
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as here:
        here.begin(names=NAMES)
        here.touch(PlaceBid, quantity=6, face=4)
        for look in ("dark", "light"):
            with phone(browser, here, 1, look=look) as page:
                shots.take(page)
        here.touch(CallChallenge, players=(1,))
        with phone(browser, here, 2) as page:
            page.wait_for_selector(".shout")
            shots.take(page)
        here.reveal(*HANDS)
        with phone(browser, here, 2, look="light") as page:
            page.wait_for_selector(".hands")
            shots.take(page)
    return shots


def scoreboard(browser: Browser) -> Shots:
    """A bid on a television, and a verdict over a stream."""
    from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun
    from tests.share.web.samples import feed_of, served
    from tests.share.web.test_page import opened

    bids = (BidMade(0, 3, 5), BidMade(1, 5, 3), BidMade(2, 6, 6))
    begun = (GameBegun("milton-bradley", NAMES, (), 0), *bids)
    shots = Shots("board.css")
    with served() as board:
        board.feed(feed_of(begun))
        with opened(browser, board.url, (1280, 720), "bidding") as page:
            shots.take(page)
        board.feed(feed_of((*begun, Challenged(3), CupsRevealed(HANDS)))[len(feed_of(begun)) :])
        with opened(browser, f"{board.url}?layout=strip", (1280, 720), "revealed") as page:
            page.evaluate(GREY)
            shots.take(page, clip={"x": 0, "y": 570, "width": 1280, "height": 150})
    return shots


PAGES: dict[str, tuple[Callable[[Browser], Shots], int, bool]] = {
    "phones": (phones, 292, True),
    "scoreboard": (scoreboard, 800, False),
}
"""How each is drawn, how wide its shots are, and whether they lie side by side."""
DRAWN = (*SCREENS, FILM, *SIMULATED, *PAGES)


# The command


def keep(name: str, picture: np.ndarray) -> None:
    """Write it, unless it is there: every version stays in all clones. ``table`` is a photograph to read."""
    if any(PICTURES.glob(f"{name}.*")) and unlike(kept(name), picture) < ALIKE:
        return
    for old in PICTURES.glob(f"{name}.*"):
        old.unlink()
    if name == "table":
        cv2.imwrite(str(PICTURES / "table.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG])
    else:
        cv2.imwrite(str(PICTURES / f"{name}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, WEBP])


def _keep_film(pictures: list[np.ndarray]) -> None:
    shown, durations = [pictures[0]], [0]
    for picture in pictures:
        if unlike(shown[-1], picture, 1) > ALIKE / 2:
            shown.append(picture)
            durations.append(0)
        durations[-1] += FILM_MS
    film = cv2.Animation()
    film.frames, film.durations = shown, durations
    path = PICTURES / f"{FILM}.webp"
    cv2.imwriteanimation(str(path), film, [cv2.IMWRITE_WEBP_QUALITY, FILM_WEBP])


def frames_of_the_film() -> list[np.ndarray]:
    """BGR of each."""
    from PIL import Image, ImageSequence

    with Image.open(io.BytesIO((PICTURES / f"{FILM}.webp").read_bytes())) as film:
        rgb = [np.asarray(each.convert("RGB")) for each in ImageSequence.Iterator(film)]
    return [each[..., ::-1] for each in rgb]


def main(names: list[str]) -> None:
    wanted = names or list(DRAWN)
    noted = json.loads(NOTED.read_text(encoding="utf-8")) if NOTED.exists() else {}
    if not {*wanted}.isdisjoint(PAGES):
        from tests.browsing import browsing

        with browsing() as browser:
            for name in PAGES.keys() & {*wanted}:
                draw, wide, beside = PAGES[name]
                shots = draw(browser)
                keep(name, shots.sheet(wide, beside))
                noted[name] = shots.digest
        NOTED.write_text(
            json.dumps({each: noted[each] for each in PAGES if each in noted}, indent=1) + "\n",
            encoding="utf-8",
        )
    for name in SIMULATED.keys() & {*wanted}:
        keep(name, SIMULATED[name]())
    if not {*wanted}.isdisjoint((*SCREENS, FILM)):
        import tests.ui.screenless  # noqa: F401  (before Kivy)
        from companion.ui.environment import configure_window

        configure_window((800, 480), fullscreen=False)
        from tests.ui import pictured_scenes

        for name in wanted:
            if name in SCREENS:
                keep(name, pictured_scenes.drawn(name))
        if FILM in wanted and pictured_scenes.missing_in(frames_of_the_film()):
            moving = pictured_scenes.filmed(FILM_MS / 1000)
            _keep_film([pictured_scenes.narrowed(each, FILM_WIDE) for each in moving])


if __name__ == "__main__":
    main(sys.argv[1:])

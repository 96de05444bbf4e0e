"""The club's page in a real browser: a room full of players fits a television, and axe finds no fault."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from companion.club import Plan, message_of
from companion.club.evening import Evening
from companion.club.serving import PAGE
from companion.club.tournament import Kind, Round, next_seating, standing
from companion.share.web import Newest, listen, listening_at, serve_page
from companion.share.web.addresses import Address
from tests.browsing import NEEDS_CHROMIUM, page_at, shut_out
from tests.club.evenings import finished

pytestmark = [pytest.mark.slow, NEEDS_CHROMIUM]
TOKEN = "for-the-tests"
TELEVISION, PHONE = (1920, 1080), (390, 844)
NAMES = (
    "Ann", "Benedikta-Luise", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou",
    "Maximilian", "Noa", "Ole", "Pia", "Quentin", "Ria", "Sam", "Tom", "Uma", "Vic", "Wes", "Zoe",
    "Abe", "Bea", "Cleo", "Dora", "Emil", "Friederike", "Gil", "Hedwig",
)  # fmt: skip


def evening(count: int) -> Evening:
    """The third round of an evening with so many players: one table has ended, the others play."""
    plan = Plan("Tuesday", Kind.SWISS, NAMES[:count], 4, 5, ("kitchen", "bar", "garden"))
    rng, rounds = Random(count), []
    for _ in range(2):
        seating = next_seating(plan, rounds)
        assert seating is not None
        rounds.append(finished(rng, seating))
    seating = next_seating(plan, rounds)
    assert seating is not None
    first, *_ = finished(rng, seating).rankings
    rounds.append(Round(seating, (first, *[None] * (len(seating.tables) - 1))))
    return Evening(plan, tuple(rounds), standing(plan, rounds), 2 * len(seating.tables) + 1, (), ())


@contextlib.contextmanager
def served(count: int) -> Iterator[str]:
    """The page's address, while it is served."""
    listening = listen(Address("127.0.0.1", 0))
    newest, ended = Newest(json.dumps(message_of(evening(count)))), threading.Event()
    serving = threading.Thread(
        target=lambda: asyncio.run(serve_page([listening], TOKEN, newest, PAGE, _until(ended)))
    )
    serving.start()
    try:
        yield listening_at(listening).url(TOKEN)
    finally:
        ended.set()
        serving.join(60)
        listening.close()
    assert not serving.is_alive()


async def _until(ended: threading.Event) -> None:
    await asyncio.to_thread(ended.wait)


def lost(page: Page) -> list[str]:
    """Words that leave the window sideways, are cut off, or are too small to read across a room."""
    return page.evaluate("""() => {
        const found = [];
        for (const each of document.querySelectorAll("h1, h2, h3, p, li:not(.table), th, td")) {
            const box = each.getBoundingClientRect(), words = each.textContent;
            if (!box.width || !words) continue;
            if (box.left < -1 || box.right > innerWidth + 1) found.push("outside: " + words);
            if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth) found.push("cut: " + words);
            if (parseFloat(getComputedStyle(each).fontSize) < 12) found.push("small: " + words);
        }
        if (document.documentElement.scrollWidth > innerWidth) found.push("it scrolls sideways");
        return found;
    }""")


@pytest.mark.parametrize("count", [4, 12, 16, 24, 32])
def test_everybody_stands_on_the_page_and_a_television_need_not_scroll(browser: Browser, count: int) -> None:
    with served(count) as url:
        for size in (TELEVISION, PHONE):
            with page_at(browser, url, size, "#rows tr") as page:
                assert page.locator("#rows tr").count() == count
                assert page.locator(".table li").count() == count
                assert lost(page) == []
                below = page.evaluate("document.documentElement.scrollHeight - innerHeight")
                assert below <= 0 or size == PHONE


def test_axe_finds_nothing_that_shuts_people_out(browser: Browser) -> None:
    with served(32) as url:
        for size in (TELEVISION, PHONE):
            with page_at(browser, url, size, "#rows tr") as page:
                assert shut_out(page, "color-contrast") == []

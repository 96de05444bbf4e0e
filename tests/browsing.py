"""A real browser for the tests of pages."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Request, sync_playwright

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The one without windows takes 40 % less processor time."""
NEEDS_CHROMIUM = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CI"), reason="chromium is not installed"
)
PATIENCE_MS = 30_000


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM)
        yield running
        running.close()


@contextlib.contextmanager
def page_at(
    browser: Browser, url: str, size: tuple[int, int], shown: str = "", own: str = "", **window: Any
) -> Iterator[Page]:
    """A page with ``shown`` on it; on it nothing goes wrong, and it asks nobody but its own server.

    ``own``: what the addresses of that server begin with, if not with the page's.
    """
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height}, **window)
    server, wrong = own or url.split("?")[0], list[str]()

    def ask(asked: Request) -> None:
        if not asked.url.startswith(server):
            wrong.append(asked.url)

    page.on("pageerror", lambda fault: wrong.append(str(fault)))
    page.on("request", ask)
    page.goto(url)
    if shown:
        page.wait_for_selector(shown, timeout=PATIENCE_MS)
    yield page
    page.close()
    assert wrong == []


def shut_out(page: Page, *unclear: str) -> list[object]:
    """What axe finds, but for checks of these names that it cannot make: contrast on a gradient."""
    found = Axe().run(page).response
    return [*found["violations"], *(each for each in found["incomplete"] if each["id"] not in unclear)]

"""Fingers at the card table: the real app, session and journal; no camera."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from touched_evening import TouchedEvening

from companion.journal.store import Store
from companion.play.session import Session
from companion.play.views import Scene


class TouchedCards:
    """What players do at the card table, as touches."""

    def __init__(self, evening: TouchedEvening) -> None:
        self.evening = evening

    @property
    def view(self) -> object:
        return self.evening.view

    @property
    def ids(self) -> object:
        return self.evening.screen.ids

    def begin(self) -> None:
        self.evening.fingers.tap_words("New game")
        self.evening.screen.games.ids.scroll.scroll_y = 0.0
        self.evening.fingers.tap_words("Liar, Liar")
        self.evening.touch("Start", lambda view: view.scene is Scene.CARDS)

    def touch(self, *all_words: str) -> None:
        for words in all_words:
            self.evening.touch(words)

    def tap_cards(self, *codes: str) -> None:
        """Tap cells of the sheet: "7S", "7" or "S"."""
        for code in codes:
            (key,) = (key for key in self.ids.grid.keys if code_of(key.cell.card) == code)
            self.evening.touch(key)

    def ask(self, wanted: str, other: int) -> None:
        """The first two touches of a Quest."""
        self.evening.touch(self.ids.seats.plates[other], lambda view: view.scene is Scene.CARD_SHEET)
        self.evening.picture("cards_ask")
        self.tap_cards(wanted)

    def meld(self, codes: str) -> None:
        self.touch("Lay a meld")
        self.tap_cards(*codes.split())
        self.evening.picture("cards_meld")
        self.evening.touch(self.ids.take)

    def hit(self, meld: int, code: str) -> None:
        self.evening.fingers.tap(self.ids.melds.keys[meld])
        sheet = self.evening.fingers.stage.sheet
        (key,) = (key for key in sheet.ids.cards.children if code_of(key.choice.card) == code)
        self.evening.touch(key)

    def chips(self) -> list[int]:
        return [seat.chips for seat in self.view.cards.seats]

    def scores(self) -> list[int]:
        return [seat.score for seat in self.view.cards.seats]


def code_of(card: object) -> str:
    return card.rank + ("" if card.suit is None else card.suit.name[0])


@contextmanager
def cards_at(folder: Path) -> Iterator[TouchedCards]:
    """The app on the journal in this folder."""
    with (
        Store(folder / "games.sqlite", now=lambda: datetime.now(UTC)) as journal,
        Session(journal, None, None, None, time.monotonic_ns) as session,
    ):
        evening = TouchedEvening(session, None)
        try:
            yield TouchedCards(evening)
        finally:
            evening.close()

"""Fingers at the card table: the real app, session and journal; camera and eye say what the test says."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from kivy.uix.widget import Widget

from companion.core.frame import Frame
from companion.core.reading import CardReading, ReadCard
from companion.journal import Store
from companion.play.modes.cards.views import CardScene, CardSheetScene, CardsScene, CardTableView, CardView
from companion.play.session import Session
from companion.play.tables import Equipment, Services
from companion.play.views import Scene, TableView
from tests.ui import card_pictures as pictures
from tests.ui.sample_scene import top_sheet
from tests.ui.touched_evening import TouchedEvening


class ToldEye:
    """A camera over drawn cards, and an eye that reads of them what the test says."""

    name = "test camera"
    live_is_small = False

    def __init__(self) -> None:
        self.frame = pictures.frame_of()
        self.cards: tuple[ReadCard, ...] = ()

    def lay(self, *lying: pictures.Lying, read: Sequence[ReadCard] | None = None) -> None:
        """These cards lie on the table; they are read surely unless told otherwise."""
        self.frame = pictures.frame_of(*lying)
        self.cards = tuple(map(pictures.read, lying)) if read is None else tuple(read)

    def latest(self) -> Frame:
        return Frame(self.frame.pixels, time.monotonic_ns())

    def capture(self, after_ns: int) -> Frame:
        return Frame(self.frame.pixels, max(time.monotonic_ns(), after_ns + 1))

    def close(self) -> None:
        """Nothing is held."""

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        return CardReading(pictures.SIZE, self.cards)


class TouchedCards:
    """What players do at the card table, as touches."""

    def __init__(self, evening: TouchedEvening, eye: ToldEye | None = None) -> None:
        self.evening = evening
        self.eye = eye

    @property
    def view(self) -> TableView:
        return self.evening.view

    @property
    def ids(self) -> Widget:
        return self.evening.screen.ids

    def begin(self) -> None:
        self.evening.fingers.tap_words("New game")
        self.evening.screen.games.ids.games.scroll_y = 0.0
        self.evening.fingers.tap_words("Liar, Liar")
        self.evening.touch("Start", lambda view: view.kind is CardsScene)

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
        self.evening.touch(self.ids.seats.plates[other], lambda view: view.kind is CardSheetScene)
        self.evening.picture("cards_ask")
        self.tap_cards(wanted)

    def meld(self, codes: str) -> None:
        self.touch("Lay a meld")
        self.tap_cards(*codes.split())
        self.evening.picture("cards_meld")
        self.evening.touch(self.ids.take)

    def hit(self, meld: int, code: str) -> None:
        self.evening.fingers.tap(self.ids.melds.keys[meld])
        sheet = top_sheet(self.evening.fingers.stage)
        (key,) = (key for key in sheet.ids.cards.children if code_of(key.choice.card) == code)
        self.evening.touch(key)

    def read(self, words: str, scene: type[Scene]) -> None:
        """Touch a key that has cards read, and wait for what comes of it."""
        self.evening.touch(words, lambda view: view.kind is scene)

    def likely(self) -> list[Widget]:
        """The keys of the cards that a doubted one may be."""
        return list(reversed(self.ids.doubt.ids.likely.children))

    @property
    def _cards(self) -> CardTableView:
        assert isinstance(self.view.scene, CardScene)
        return self.view.scene.cards

    def chips(self) -> list[int]:
        return [seat.chips for seat in self._cards.seats]

    def scores(self) -> list[int]:
        return [seat.score for seat in self._cards.seats]


def code_of(card: CardView) -> str:
    return card.rank + ("" if card.suit is None else card.suit.name[0])


@contextmanager
def cards_at(folder: Path, eye: ToldEye | None = None) -> Iterator[TouchedCards]:
    """The app on the journal in this folder, with a camera and an eye where one is given."""
    with (
        Store(folder / "games.sqlite", now=lambda: datetime.now(UTC)) as journal,
        Session(Services(journal, time.monotonic_ns, Equipment(eye, card_eye=eye))) as session,
    ):
        evening = TouchedEvening(session, None)
        try:
            yield TouchedCards(evening, eye)
        finally:
            evening.close()

"""A match of cards driven by the touches that its views offer: only what the screen shows is touched."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.frame import Frame
from companion.core.reading import CardDoubt, CardReading, ReadCard
from companion.play.base.commands import Command, NewGame, ResumeGame
from companion.play.modes.cards.views import (
    CardKey,
    CardLookScene,
    CardLookView,
    CardReadingScene,
    CardReadScene,
    CardScene,
    CardSheetScene,
    CardTableView,
    CardView,
    OfferView,
    SheetCell,
    SheetView,
)
from companion.play.views import TableView
from tests.play.evening import NAMES, SIZE, SURE, Evening


class CardEvening:
    """An evening at the card table."""

    def __init__(self, evening: Evening, players: int = 2, goes_on: bool = False, **options: object) -> None:
        """``goes_on``: with the first game in the journal."""
        self.evening = evening
        if goes_on:
            evening.do(ResumeGame, game_id=1)
            return
        evening.do(
            NewGame,
            rules="liar-liar",
            players=NAMES[:players],
            options=tuple(options.items()),
            opener=None,
        )

    @property
    def view(self) -> TableView:
        return self.evening.view

    @property
    def cards(self) -> CardTableView:
        scene = self.view.scene
        assert isinstance(scene, CardScene)
        return scene.cards

    @property
    def sheet(self) -> SheetView | None:
        return self.view.scene.sheet if isinstance(self.view.scene, CardSheetScene) else None

    @property
    def looked(self) -> CardLookView | None:
        scene = self.view.scene
        return scene.look if isinstance(scene, CardLookScene | CardReadingScene) else None

    @property
    def offer(self) -> OfferView | None:
        return self.view.scene.offer if isinstance(self.view.scene, CardReadScene) else None

    def send(self, command: Command | None) -> TableView:
        """``None``: what is touched says no command, which fails."""
        assert command is not None
        self.evening.controller.take(command)
        assert self.view.fault is None, self.view.fault
        return self.view

    def words(self) -> list[str]:
        return [key.words for key in self.cards.keys]

    def key(self, words: str) -> CardKey:
        (found,) = (key for key in self.cards.keys if key.words == words)
        return found

    def touch(self, *all_words: str) -> TableView:
        for words in all_words:
            self.send(self.key(words).command)
        return self.view

    def choose(self, words: str, choice: str) -> TableView:
        (chosen,) = (each for each in self.key(words).choices if each.words == choice)
        return self.send(chosen.command)

    def cell(self, code: str) -> SheetCell:
        """The cell of the sheet for "7S", "7", "S" or "red"."""
        sheet = self.view.of(CardSheetScene).scene.sheet
        cells = (*sheet.cells, *sheet.ranks, *sheet.suits, *sheet.kinds)
        (found,) = (cell for cell in cells if code_of(cell) == code)
        return found

    def tap(self, *codes: str) -> TableView:
        for code in codes:
            self.send(self.cell(code).command)
        return self.view

    def ask(self, wanted: str, other: int = 1) -> TableView:
        """Whom, and what."""
        self.send(self.cards.seats[other].ask)
        return self.tap(wanted)

    def meld(self, codes: str, words: str = "Lay a meld") -> TableView:
        self.touch(words)
        self.tap(*codes.split())
        return self.take_sheet()

    def take_sheet(self) -> TableView:
        """The key below the cards that are picked."""
        key = self.view.of(CardSheetScene).scene.sheet.take
        assert key is not None
        return self.send(key.command)

    def hit(self, meld: int, code: str) -> TableView:
        hits = self.cards.melds[meld].hits
        (key,) = (key for key in hits if key.card is not None and code_of_face(key.card) == code)
        return self.send(key.command)

    def read(self, *sees: str | ReadCard) -> TableView:
        """The worker's turns after the eye was asked to read, while it sees these."""
        eye = self.evening.controller._now.at.cards._eye
        assert isinstance(eye, FakeCardEye)
        eye.sees = sees
        return self.evening.read()

    def look(self, words: str, *sees: str | ReadCard) -> TableView:
        """Touch a key of the live picture; the eye sees these."""
        looked = self.looked
        assert looked is not None
        (key,) = (key for key in looked.keys if key.words == words)
        self.send(key.command)
        return self.read(*sees)

    def offered(self, words: str) -> TableView:
        """Touch a key below the card that was read."""
        (key,) = (key for key in self.view.of(CardReadScene).scene.offer.keys if key.words == words)
        return self.send(key.command)

    def chips(self) -> list[int]:
        return [seat.chips for seat in self.cards.seats]

    def held(self) -> list[int]:
        return [seat.cards for seat in self.cards.seats]


def read_card(
    code: str | None,
    at: tuple[int, int] = (0, 0),
    doubt: CardDoubt | None = None,
    likely: Sequence[str] = (),
) -> ReadCard:
    """A card 6 px wide and 9 px tall at these pixels, read surely unless a doubt or no code is given."""
    if code is None and doubt is None:
        doubt = CardDoubt.UNREAD
    sure, doubts = doubt is None, () if doubt is None else (doubt,)
    told = tuple(likely) or ((code,) if code else ())
    return ReadCard((*at, at[0] + 6, at[1] + 9), code, SURE if sure else 0.6, doubts, told)


class FakeCardEye:
    """Reads the cards that it is told of: codes lie side by side from the left, ``ReadCard`` as they are."""

    def __init__(self) -> None:
        self.sees: Sequence[str | ReadCard] = ()
        self.fault: Exception | None = None
        self.frames: Sequence[Frame] = ()
        self.decks = 0

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        self.frames, self.decks = frames, decks
        if self.fault is not None:
            raise self.fault
        cards = (
            each if isinstance(each, ReadCard) else read_card(each, (at * 5, 2))
            for at, each in enumerate(self.sees)
        )
        return CardReading(SIZE, tuple(cards))


def code_of(cell: SheetCell) -> str:
    return code_of_face(cell.card)


def code_of_face(card: CardView) -> str:
    if card.suits or card.ranks:
        return "face" if card.ranks else "red" if card.suits[0].is_red else "black"
    return card.rank + ("" if card.suit is None else card.suit.name[0])

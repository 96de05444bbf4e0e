"""The page of a journal that cannot be used, by touch."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import StoreError, StoreTrouble
from companion.play.base.commands import (
    BeginNewJournal,
    Command,
    PlayUnsaved,
    SalvageJournal,
    TryJournalAgain,
)
from companion.play.overlays.journal_page import JournalPage
from companion.play.views import TableView
from tests.ui.fingers import Opened

DAMAGED = "The journal /var/lib/cups-up/games.sqlite3 is damaged: salvage takes out what can be read."


def page(trouble: StoreTrouble | None = StoreTrouble.DAMAGED) -> TableView:
    def never(_: bool) -> JournalPage:
        raise AssertionError("nobody touched anything")

    return JournalPage(Path("games.sqlite3"), StoreError(DAMAGED, trouble), never).view


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)])
@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("Save what can be read", SalvageJournal),
        ("Try again", TryJournalAgain),
        ("Start a new journal", BeginNewJournal),
        ("Play without saving", PlayUnsaved),
    ],
)
def test_each_way_on_is_one_touch(
    words: str, command: type[Command], size: tuple[int, int], kept_table: Opened
) -> None:
    table = kept_table(*size).show(page())
    table.tap_words(words)
    assert table.sent == [command(1)]


def test_the_page_says_what_is_wrong_and_offers_only_what_helps(kept_table: Opened) -> None:
    table = kept_table().show(page(StoreTrouble.BUSY))
    assert {DAMAGED, "The games can't be saved.", "Try again"} <= table.words()
    assert not {"Save what can be read", "Start a new journal", "Play without saving"} & table.words()

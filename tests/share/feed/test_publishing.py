"""Followers are told what is on disk, in order, and only that."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal import Store, StoreError
from companion.rules import BidMade, Challenged, GameBegun, GameRecord, Undone
from companion.share.feed import Happening, publish

NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
BEGUN = GameBegun("milton-bradley", ("Ann", "Bob"), opener=0)


class Notebook:
    """A follower that keeps what it is told."""

    def __init__(self) -> None:
        self.kept: list[Happening] = []

    def on_event(self, happening: Happening) -> None:
        self.kept.append(happening)

    def close(self) -> None:
        pass


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite3", lambda: NOW) as opened:
        yield opened


@pytest.fixture
def notebook() -> Notebook:
    return Notebook()


@pytest.fixture
def journal(store: Store, notebook: Notebook) -> Store:
    publish(store, (notebook,))
    return store


def test_each_event_is_told_with_the_game_before_and_after(journal: Store, notebook: Notebook) -> None:
    game_id = journal.begin_game(BEGUN)
    journal.append(game_id, BidMade(0, 2, 4))
    first, second = notebook.kept
    assert (first.fresh, first.before, first.begun_at) == ((BEGUN,), None, NOW)
    assert second.fresh == (BidMade(0, 2, 4),)
    assert second.before == first.record.game
    assert second.record.game.bid == BidMade(0, 2, 4)
    assert second.number == 2


def test_an_event_that_is_not_on_disk_is_not_told(
    journal: Store, notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = journal.begin_game(BEGUN)

    def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(journal, "_append", full)
    with pytest.raises(StoreError):
        journal.append(game_id, BidMade(0, 2, 4))
    assert len(notebook.kept) == 1


def test_a_game_taken_up_again_is_told_whole(store: Store, notebook: Notebook) -> None:
    game_id = store.begin_game(BEGUN)
    store.append(game_id, BidMade(0, 2, 4))
    store.append(game_id, Undone())
    publish(store, (notebook,))
    record = store.load(store.go_on(game_id))
    store.append(game_id, BidMade(0, 3, 4))
    assert [each.fresh for each in notebook.kept] == [
        (BEGUN, BidMade(0, 2, 4), Undone()),
        (BidMade(0, 3, 4),),
    ]
    assert record == GameRecord.begin(BEGUN).apply(BidMade(0, 2, 4)).apply(Undone())
    assert notebook.kept[-1].record == record.apply(BidMade(0, 3, 4))


def test_a_second_game_is_not_taken_for_the_first(journal: Store, notebook: Notebook) -> None:
    first = journal.begin_game(BEGUN)
    second = journal.begin_game(GameBegun("milton-bradley", ("Cy", "Dee"), opener=1))
    journal.append(second, BidMade(1, 2, 4))
    journal.append(second, Challenged(0))
    journal.append(first, BidMade(0, 5, 5))
    assert [each.game_id for each in notebook.kept] == [first, second, second, second, first]
    assert notebook.kept[-1].fresh == (BEGUN, BidMade(0, 5, 5))

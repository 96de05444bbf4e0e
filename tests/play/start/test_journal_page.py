"""A journal that cannot be used opens a page with what can be done, and the table's session behind it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Store, StoreError, StoreTrouble
from companion.play.base.commands import (
    BeginNewJournal,
    Command,
    LeaveGame,
    PlayUnsaved,
    SalvageJournal,
    TryJournalAgain,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.journal_page import JournalPage
from companion.play.overlays.views import JournalScene
from companion.play.views import TableView
from companion.rules import BidMade, GameBegun
from tests.made_views import made
from tests.play.evening import now

WAIT_S = 20


class OpenedOne:
    """A session that writes down what it is told."""

    is_well = True

    def __init__(self) -> None:
        self.view = made(7, WelcomeScene, "Who's playing?")
        self.on_view: Callable[[TableView], None] | None = None
        self.sent: list[Command] = []
        self.told: list[str] = []

    def send(self, command: Command) -> None:
        self.sent.append(command)

    def tell(self, sentence: str) -> None:
        self.told.append(sentence)


class Front:
    """The page in front of a journal, and what a screen sees of it."""

    def __init__(self, path: Path, fault: StoreError) -> None:
        self.path, self.session, self.asked = path, OpenedOne(), list[bool]()
        self.fails: StoreError | None = None
        self.came = threading.Event()
        self.page = JournalPage(path, fault, self.open)
        self.page.on_view = lambda view: self.came.set()

    def open(self, saving: bool) -> OpenedOne:
        self.asked.append(saving)
        if self.fails is not None:
            raise self.fails
        if saving:
            Store(self.path, now).close()
        return self.session

    def touch(self, kind: type[Command]) -> TableView:
        self.came.clear()
        self.page.send(kind(self.page.view.number))
        assert self.came.wait(WAIT_S)
        return self.page.view


def damaged_journal(tmp_path: Path) -> tuple[Path, StoreError]:
    path = tmp_path / "games.sqlite3"
    with Store(path, now) as store:
        for _ in range(60):
            game_id = store.begin_game(GameBegun("milton-bradley", ("Ann", "Bob"), (), 0))
            store.append(game_id, BidMade(0, 2, 5))
    content = path.read_bytes()
    at = content.index(b'{"event": "bid"') // 4096 * 4096
    path.write_bytes(content[:at] + bytes(4096) + content[at + 4096 :])
    with pytest.raises(StoreError) as refused:
        Store(path, now)
    return path, refused.value


def test_the_games_of_a_damaged_journal_are_saved_at_a_touch_and_the_table_opens(tmp_path: Path) -> None:
    front = Front(*damaged_journal(tmp_path))
    view = front.page.view
    assert (view.kind, view.scene.may_salvage) == (JournalScene, True)
    assert "is damaged" in view.scene.sentence
    assert front.touch(SalvageJournal) is front.session.view
    wait_for(lambda: front.session.told)
    assert "The damaged journal is kept as games.sqlite3.damaged-1." in front.session.told[0]
    front.page.send(LeaveGame(7))
    assert front.session.sent == [LeaveGame(7)]
    front.page.on_view = None
    assert front.session.on_view is None


def test_a_new_journal_is_begun_at_a_touch_and_the_old_one_kept(tmp_path: Path) -> None:
    path, fault = damaged_journal(tmp_path)
    damaged = path.read_bytes()
    front = Front(path, fault)
    front.touch(BeginNewJournal)
    wait_for(lambda: front.session.told)
    assert path.with_name("games.sqlite3.damaged-1").read_bytes() == damaged
    with Store(path, now, writing=False) as store:
        assert store.games() == ()


@pytest.mark.parametrize(
    ("trouble", "salvage", "anew", "unsaved"),
    [
        (StoreTrouble.DAMAGED, True, True, True),
        (StoreTrouble.FULL, False, False, True),
        (StoreTrouble.READ_ONLY, False, False, True),
        (StoreTrouble.DISK, False, False, True),
        (StoreTrouble.BUSY, False, False, False),
        (None, False, True, True),
    ],
)
def test_what_can_be_done_follows_from_what_is_wrong(
    trouble: StoreTrouble | None, salvage: bool, anew: bool, unsaved: bool, tmp_path: Path
) -> None:
    page = Front(tmp_path / "games.sqlite3", StoreError("It is so.", trouble)).page.view.scene
    assert (page.sentence, page.may_salvage, page.may_begin_anew, page.may_play_unsaved) == (
        "It is so.", salvage, anew, unsaved,
    )  # fmt: skip


def test_what_still_fails_is_said_and_the_page_stays(tmp_path: Path) -> None:
    front = Front(tmp_path / "games.sqlite3", StoreError("The disk is full.", StoreTrouble.FULL))
    front.fails = StoreError("It is locked.", StoreTrouble.BUSY)
    view = front.touch(TryJournalAgain)
    assert (view.number, view.kind, view.scene.sentence) == (2, JournalScene, "It is locked.")
    assert front.page.is_well


def test_an_evening_without_saving_says_so(tmp_path: Path) -> None:
    front = Front(tmp_path / "games.sqlite3", StoreError("The disk is full.", StoreTrouble.FULL))
    front.touch(PlayUnsaved)
    wait_for(lambda: front.session.told)
    assert (front.asked, front.session.told) == (
        [False],
        ["Nothing of this evening is saved: the journal cannot be written."],
    )


def wait_for(ready: Callable[[], object]) -> None:
    """The page's own thread ends soon after the view came."""
    for thread in threading.enumerate():
        if thread.name == "journal page":
            thread.join(WAIT_S)
    assert ready()

"""Kill -9 at every step of a round: the game is as it was before the event in flight, or just after it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Store
from companion.play.base.commands import ResumeGame
from companion.play.modes.dice.state import Moment, resumed_game
from companion.play.modes.dice.views import CheckScene
from companion.rules.events import (
    BidMade,
    Challenged,
    CupsRevealed,
    DiceShown,
    Event,
    GameBegun,
    Undone,
)
from companion.rules.record import replay
from tests.play.evening import Evening, now
from tests.play.many_lives import live_through, logs_of

pytestmark = pytest.mark.slow

FEWEST_STEPS = 40
"""Ten events, each with a transaction of three statements or more and two steps round it."""

PLAYED: tuple[Event, ...] = (
    GameBegun("milton-bradley", ("Ann", "Bob"), (("dice", 3),), 0),
    BidMade(0, 2, 5),
    BidMade(1, 3, 6),
    Undone(),
    BidMade(1, 3, 5),
    DiceShown(1, (5,)),
    Challenged(0),
    CupsRevealed(((5, 1, 3), (5, 5, 4))),
    BidMade(1, 1, 3),
)


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the journal and the log of every life."""
    folder = tmp_path_factory.mktemp("lives")
    live_through("killed_rounds.py", folder)
    return folder


def stories_of(lives: Path) -> Iterator[tuple[Path, list[tuple[str, int]], bool]]:
    """Each life's journal, its steps, and whether it was played to the end."""
    for log in logs_of(lives):
        lines = log.read_text().splitlines()
        whole = lines[-1] == "whole"
        steps = [(word, int(number)) for word, number in map(str.split, lines[: len(lines) - whole])]
        yield log.with_suffix(".sqlite3"), steps, whole


def latest(steps: list[tuple[str, int]], word: str) -> int:
    """The number behind the last step of that name."""
    return max((number for name, number in steps if name == word), default=0)


def test_every_step_was_a_last_one(lives: Path) -> None:
    *killed, last = stories_of(lives)
    assert [len(steps) for _, steps, _ in killed] == list(range(1, len(killed) + 1))
    assert not any(whole for _, _, whole in killed)
    assert last[2]
    assert len(killed) >= FEWEST_STEPS
    assert {word for _, steps, _ in killed for word, _ in steps[-1:]} == {"sql", "begin", "end", "shown"}


def test_after_kill_9_the_journal_has_what_was_shown_or_that_and_the_event_in_flight(lives: Path) -> None:
    found = set()
    for path, steps, _ in stories_of(lives):
        with Store(path, now) as store:
            events = store.load(1).events if store.games() else ()
        assert events == PLAYED[: len(events)]
        shown, begun, ended = (latest(steps, word) for word in ("shown", "begin", "end"))
        assert shown <= len(events) <= shown + 1
        assert ended <= len(events) <= max(1, begun + 1)
        found.add(len(events) - shown)
    assert found == {0, 1}


def test_after_kill_9_the_game_is_taken_up_where_the_journal_ends(lives: Path) -> None:
    found = set()
    for path, _, whole in stories_of(lives):
        evening = Evening(path)
        view = evening.view
        if view.scene.saved:
            record = replay(PLAYED[: evening.store.games()[0].events])
            tapped = evening.store.unfinished(1) is not None
            view = evening.do(ResumeGame, game_id=1)
            at = Moment.CHECK if tapped else resumed_game(0, 1, record).moment
            assert view.kind.__name__.removesuffix("Scene").upper() == at.name.replace("_", "")
            found.add((view.kind, tapped))
            assert [seat.dice for seat in view.scene.game.seats] == list(record.game.dice)
        if whole:
            assert view.message == "Ann: beat one 3, or challenge."
        evening.close()
    assert (CheckScene, True) in found, "taps survive, too"


def test_the_reading_stands_beside_its_reveal_or_neither_is_there(lives: Path) -> None:
    for path, _, _ in stories_of(lives):
        with Store(path, now) as store:
            reveals = [
                number
                for number, event in enumerate(store.load(1).events if store.games() else (), start=1)
                if isinstance(event, CupsRevealed)
            ]
            assert [number for number, _ in store.readings(1)] == reveals

"""A rehearsal counts right: an honest evening is fine, and each broken part shows in its own figure."""

from __future__ import annotations

import resource
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.cli.wiring import evening as wiring
from companion.cli.wiring.cameras import Opened
from companion.core.frame import Frame
from companion.core.reading import Expectation, ReadDie, TableDie, TableReading
from companion.journal import ReadingNote, Store
from companion.recognition.cards.eye import CardEye
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.rules import AnyEvent, BidMade
from companion.simulator.rehearsal import (
    Album,
    Eyes,
    Headless,
    Programme,
    Rehearsal,
    Tally,
    TrueTable,
    VirtualClock,
)
from companion.simulator.rehearsal.evenings import simulated
from companion.simulator.rehearsal.tally import Flaw

pytestmark = pytest.mark.slow

SHORT = Programme(3, "milton-bradley", ("Ann", "Bob", "Cleo"), (("dice", 3),), opener=0, rounds=1, cuts=False)
NOT_BY_THE_SEED = ("machine_seconds_to_verdict", "rss_mb", "threads", "open_files", "cpu_seconds")

MakeEye = Callable[[Eye], TableReader]


@pytest.fixture(scope="module")
def reader() -> Eye:
    return Eye(threads=1)


@pytest.fixture
def rehearsal(tmp_path: Path, reader: Eye) -> Rehearsal:
    return rehearsed_by(TableReader, reader, tmp_path / "journals")


def rehearsed_by(make: MakeEye, reader: Eye, home: Path) -> Rehearsal:
    return Rehearsal(Eyes(lambda: make(reader), CardEye), home, Headless())


def flaws(tally: Tally) -> set[Flaw]:
    return {each.flaw for each in tally.failures}


def by_the_seed(tally: Tally) -> dict[str, object]:
    return {name: value for name, value in tally.as_object().items() if name not in NOT_BY_THE_SEED}


def told_wrongly(die: TableDie) -> TableDie:
    face = (die.die.face or 6) % 6 + 1
    return replace(die, die=replace(die.die, face=face, doubts=()), doubts=())


class LyingEye(TableReader):
    """Sure of every die, and tells one face as another."""

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        reading = super().read_table(frames, expected)
        return replace(reading, dice=tuple(map(told_wrongly, reading.dice)), doubts=())


class HastyEye(TableReader):
    """Sure of every die before a cup is up."""

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        dice = (
            TableDie(ReadDie((40 * number, 40 * seat, 40 * number + 30, 40 * seat + 30), 3, False, 1.0), seat)
            for seat, held in enumerate(expected.dice)
            for number in range(held)
        )
        return TableReading((frames[-1].width, frames[-1].height), tuple(dice))

    read_table = look


class FaultyEye(TableReader):
    """Fails with a fault that nobody has foreseen, the first time it reads."""

    fails = True

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        if FaultyEye.fails:
            FaultyEye.fails = False
            raise ZeroDivisionError("a fault on purpose")
        return super().read_table(frames, expected)


class DroppingStore(Store):
    """Says that every event is written, and leaves the first bid out."""

    dropped = False

    def append(self, game_id: int, event: AnyEvent, note: ReadingNote | None = None) -> None:
        if isinstance(event, BidMade) and not self.dropped:
            self.dropped = True
            return
        super().append(game_id, event, note)


class Blindfolded:
    """A camera that never has a live picture; what is asked of it, it gives."""

    def __init__(self, camera: object) -> None:
        self._camera = camera
        self.name, self.capture, self.close = camera.name, camera.capture, camera.close

    def latest(self) -> Frame | None:
        return None


def test_an_honest_evening_is_read_by_itself_and_nothing_is_wrong(rehearsal: Rehearsal) -> None:
    tally = rehearsal.play((replace(SHORT, rounds=2),))
    told = tally.as_object()
    assert tally.fine
    assert (told["lifts"], told["read_by_itself"], told["failures"]) == (2, 2, [])
    assert (told["told_wrong"], told["wrong_verdicts"], told["events_lost"]) == (0, 0, 0)
    assert told["dice"] >= 9
    assert told["seconds_to_verdict"]["max"] < 10


@pytest.fixture(scope="module")
def lied(reader: Eye, tmp_path_factory: pytest.TempPathFactory) -> Tally:
    """An evening that is read by an eye that lies."""
    return rehearsed_by(LyingEye, reader, tmp_path_factory.mktemp("lied")).play((SHORT,))


def test_the_same_seed_is_the_same_evening(lied: Tally, reader: Eye, tmp_path: Path) -> None:
    again = rehearsed_by(LyingEye, reader, tmp_path).play((SHORT,))
    assert by_the_seed(lied) == by_the_seed(again)


def test_a_power_cut_loses_nothing(rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulator.rehearsal.people.CUTS", 0.25)
    tally = rehearsal.play((replace(SHORT, cuts=True),))
    assert tally.fine
    assert tally.lifts >= 1


def test_an_eye_that_lies_is_told_wrong_with_its_verdict(lied: Tally) -> None:
    assert (lied.told_wrong > 0, lied.wrong_verdicts) == (True, 1)
    assert flaws(lied) == {Flaw.TOLD_WRONG, Flaw.WRONG_VERDICT}


def test_an_eye_that_is_sure_too_soon_reads_early(reader: Eye, tmp_path: Path) -> None:
    tally = rehearsed_by(HastyEye, reader, tmp_path).play((SHORT,))
    assert (tally.lifts, tally.read_by_itself, tally.count(Flaw.EARLY)) == (1, 1, 1)
    assert not tally.fine


def test_where_nothing_is_read_by_itself_people_touch_and_a_stall_is_counted(
    rehearsal: Rehearsal, tmp_path: Path
) -> None:
    def blindfolded(programme: Programme, clock: VirtualClock) -> tuple[Opened, TrueTable]:
        opened, table = simulated(programme, clock)
        return replace(opened, camera=Blindfolded(opened.camera)), table

    rehearsal.open_table, rehearsal.album = blindfolded, Album(tmp_path / "report")
    tally = rehearsal.play((SHORT,))
    rehearsal.album.close(tally)
    assert (tally.lifts, tally.read_by_itself, tally.count(Flaw.STALLED)) == (1, 0, 1)
    assert not tally.fine
    kept = {path.name for path in (tmp_path / "report").iterdir()}
    assert {"index.md", "figures.json", "001-seed-3-round-01-stalled.txt"} <= kept


def test_a_report_that_a_full_disk_cuts_off_does_not_stay(tmp_path: Path) -> None:
    album, limits = Album(tmp_path), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            album.close(Tally())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == []


def test_an_event_that_was_never_written_is_missed(
    rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        wiring, "open_to_play", lambda path: (DroppingStore(path, lambda: datetime.now(UTC)), ())
    )
    tally = rehearsal.play((SHORT,))
    assert tally.events_lost > 0
    assert Flaw.LOST in flaws(tally)


def test_a_fault_that_the_session_goes_on_after_is_a_crash(reader: Eye, tmp_path: Path) -> None:
    FaultyEye.fails = True
    tally = rehearsed_by(FaultyEye, reader, tmp_path).play((SHORT,))
    assert tally.crashes == 1
    assert "a fault on purpose" in tally.failures[0].why


def test_a_match_of_cards_is_read_too_and_ends_after_as_many_readings(rehearsal: Rehearsal) -> None:
    programme = Programme(9, "liar-liar", ("Ann", "Bob"), (("target", 30),), None, rounds=1, cuts=False)
    told = rehearsal.play((programme,)).as_object()
    assert (told["failures"], told["events_lost"], told["cards"]["wrong"]) == ([], 0, 0)
    assert told["cards"]["laid"] >= 1

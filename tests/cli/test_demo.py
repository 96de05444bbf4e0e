"""The demonstration: a whole game through session, eye, journal and rules; each verdict is the truth's."""

from __future__ import annotations

import re
import resource
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.__main__ import main
from companion.cli import demo
from companion.cli.wiring.cameras import Opened, Simulation
from companion.core.frame import Frame
from companion.core.reading import Doubt, Expectation, ReadDie, TableDie, TableReading
from companion.journal import replay_record
from companion.rules import RULESETS, Phase
from companion.simulator import SimulatedTable

pytestmark = pytest.mark.slow
SMALL = (320, 180)


class TellingEye:
    """Tells which dice lie open at the table, without looking; if it ``doubts``, it asks about one."""

    def __init__(self, table: SimulatedTable, doubts: bool = False) -> None:
        self.table, self.doubts = table, doubts

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        star = 6 if expected.star_six else 1
        there = self.table.dice_in_view()
        dice = [ReadDie(die.box, die.face, die.face == star, 1.0) for die in there]
        if self.doubts and dice:
            dice[0] = ReadDie(dice[0].box, None, None, 0.4, (Doubt.UNREAD,))
        seated = (TableDie(die, true.seat, die.doubts) for die, true in zip(dice, there, strict=True))
        return TableReading((frames[-1].width, frames[-1].height), tuple(seated))

    look = read_table


def telling(patch: pytest.MonkeyPatch) -> None:
    """The dice of demonstrations are told, and their pictures are small."""
    tables: list[SimulatedTable] = []

    def opened(choice: str, simulation: Simulation) -> Opened:
        found = open_camera(choice, replace(simulation, size=SMALL))
        assert found.cups is not None
        tables.append(found.cups)
        return found

    open_camera = demo.open_camera
    patch.setattr(demo, "open_camera", opened)
    patch.setattr(demo, "Eye", lambda: None)
    patch.setattr(demo, "TableReader", lambda _: TellingEye(tables[-1]))


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, str, Path]:
    """The default demonstration: its exit status, what it printed, its folder."""
    folder = tmp_path_factory.mktemp("demo") / "pictures"
    with pytest.MonkeyPatch.context() as patch:
        printed: list[str] = []
        patch.setattr("companion.cli.demonstration.teller.tell", printed.append)
        status = main(["demo", "--fast", "--out", str(folder)])
    return status, "\n".join(printed), folder


def test_every_verdict_of_the_default_demonstration_is_the_truths(shown: tuple[int, str, Path]) -> None:
    status, printed, _ = shown
    assert status == 0
    assert "Every verdict is the one that the dice on the table demand." in printed


def test_no_die_of_the_default_demonstration_is_taken_wrongly(shown: tuple[int, str, Path]) -> None:
    assert re.search(r"\d+ dice were revealed: \d+ asked about, 0 read wrongly\.", shown[1])


def test_the_record_tells_the_game_that_was_shown(shown: tuple[int, str, Path]) -> None:
    _, printed, folder = shown
    game = replay_record((folder / "game.jsonl").read_bytes()).game
    assert game.phase is Phase.OVER
    assert f"{game.players[game.winner]} wins after {len(game.rounds)} rounds!" in printed
    assert printed.count("challenges!") == len(game.rounds)


def test_there_is_a_picture_of_every_reveal_and_no_journal_left(shown: tuple[int, str, Path]) -> None:
    folder = shown[2]
    game = replay_record((folder / "game.jsonl").read_bytes()).game
    for number in range(1, len(game.rounds) + 1):
        picture = cv2.imread(str(folder / f"round-{number:02d}.jpg"))
        assert picture.shape == (720 + 96, 1280, 3)
    assert {path.suffix for path in folder.iterdir()} == {".jpg", ".jsonl"}


@pytest.mark.parametrize("rules", [name for name in RULESETS if name != "milton-bradley"])
def test_the_other_games_are_demonstrated_too(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    telling(monkeypatch)
    call = ["demo", "--fast", "--players", "2", "--seed", "1", "--rules", rules, "--out", str(tmp_path)]
    assert main(call) == 0
    printed = capsys.readouterr().out
    game = replay_record((tmp_path / "game.jsonl").read_bytes()).game
    assert game.phase is Phase.OVER
    assert f"{game.players[game.winner]} wins after {len(game.rounds)} rounds!" in printed


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--players", "1"], "milton-bradley is for 2 to 6 players, not 1"),
        (["--players", "5", "--rules", "cardinal"], "cardinal is for 2 to 4 players, not 5"),
    ],
)
def test_a_wrong_number_of_players(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", *arguments]) == 2
    assert capsys.readouterr() == ("", f"cups-up demo: {complaint}\n")


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("no folder")
    assert main(["demo", "--out", str(tmp_path / "file")]) == 2
    told = "pictures and record cannot be written there: a file is there, so name a folder"
    assert capsys.readouterr().err == f"{tmp_path}/file: {told}\n"


def test_a_full_disk_is_told_without_a_word_of_the_journal_that_goes_with_the_demonstration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        assert main(["demo", "--fast", "--rounds", "1", "--out", str(tmp_path)]) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    told = "pictures and record cannot be written there: No space left on device"
    assert capsys.readouterr().err == f"{tmp_path}: {told}\n"


def test_each_demonstration_gets_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.cli.demo import _folder

    monkeypatch.chdir(tmp_path)
    assert [_folder(None), _folder(None)] == [Path("out/demo-1"), Path("out/demo-2")]


@pytest.mark.parametrize("rules", ["rh", "bluff"])
def test_it_stops_after_the_rounds_that_were_asked_for_whatever_lies_on_the_wild_face(
    rules: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["demo", "--fast", "--players", "2", "--rounds", "1", "--rules", rules, "--out", str(tmp_path)]
    assert main(call) == 0
    assert "Stopped, as asked, after 1 round!" in capsys.readouterr().out
    assert len(replay_record((tmp_path / "game.jsonl").read_bytes()).game.rounds) == 1

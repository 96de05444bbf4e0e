"""`cups-up calibrate` and `cups-up board`: asked and told in sentences, the last good profile kept."""

from __future__ import annotations

import resource
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.calibration import TablePlane
from companion.calibration.shelf import read_profile
from companion.cli import calibrate
from companion.cli.calibrate import FromCamera, FromFiles, PicturesGone
from companion.core.frame import CameraGone, Frame
from companion.core.reading import WildMark
from companion.simulator import HELD, Scene

SIZE = (800, 450)


@cache
def scene() -> Scene:
    return Scene.made(7, SIZE, tilt_deg=10.0)


@cache
def board_picture(which: int) -> np.ndarray:
    return scene().board_picture(which)


@cache
def table_picture() -> np.ndarray:
    return scene().table_picture()


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the board's pictures in ``board`` and the table's beside it."""
    folder = tmp_path_factory.mktemp("photographs")
    (folder / "board").mkdir()
    for which in range(len(HELD)):
        cv2.imwrite(str(folder / "board" / f"{which:02d}.png"), board_picture(which))
    (folder / "board" / "notes.txt").write_text("not a picture", encoding="utf-8")
    cv2.imwrite(str(folder / "table.png"), table_picture())
    return folder


@pytest.mark.slow
def test_from_photographs_to_a_kept_profile(photographs: Path, tmp_path: Path, capsys) -> None:
    arguments = [
        "calibrate",
        "--pictures",
        str(photographs / "board"),
        "--table",
        str(photographs / "table.png"),
    ]
    status = main(
        [*arguments, "--name", "den", "--die", "19", "--home", str(tmp_path), "--out", str(tmp_path / "out")]
    )
    told = capsys.readouterr()
    assert (status, told.err) == (0, "")
    assert "00.png: 1 picture; still missing: the board in the" in told.out
    assert "11.png: 12 pictures: the whole picture is covered." in told.out
    assert "The lens is measured from 12 pictures: 0.1 px: good" in told.out
    assert "The table is 101 × 59 cm" in told.out
    profile = read_profile(tmp_path / "tables" / "den.toml")
    assert (profile.name, profile.die_mm, profile.lens.pictures) == ("den", 19.0, 12)
    above = cv2.imread(str(tmp_path / "out" / "from-above.png"))
    assert above.shape[1::-1] == profile.plane.above().size
    assert main(["calibrate", "--list", "--home", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("den: 10")
    again = ["calibrate", "--table", str(photographs / "table.png"), "--home", str(tmp_path), "--lens-of"]
    assert main([*again, "DEN", "--name", "den 2"]) == 0
    second = read_profile(tmp_path / "tables" / "den-2.toml")
    assert (second.lens, second.plane.optics) == (profile.lens, profile.plane.optics)
    assert second.plane.middle_mm == pytest.approx(profile.plane.middle_mm, abs=0.05)
    assert main([*again, "shed"]) == 1
    assert "there is no table “shed”" in capsys.readouterr().err


def test_the_boards_pictures_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 2, 1):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.zeros((20, 20, 3), np.uint8))
    assert [name for name, _ in FromFiles(tmp_path, None).boards()] == ["1.png", "2.png", "10.png"]


@pytest.mark.slow
def test_bad_pictures_end_in_a_sentence_and_the_last_profile_stays(
    photographs: Path, tmp_path: Path, capsys
) -> None:
    table = str(photographs / "table.png")
    good = ["calibrate", "--unmeasured", "--table", table, "--home", str(tmp_path)]
    assert main(good) == 0
    kept = (tmp_path / "tables" / "table.toml").read_bytes()
    empty = tmp_path / "empty"
    empty.mkdir()
    board = str(photographs / "board" / "00.png")
    for arguments, sentence in (
        (["--pictures", str(empty), "--table", table], "there is no picture of the lens board"),
        (["--pictures", str(photographs), "--table", table], "there is no picture of the lens board"),
        (["--pictures", str(tmp_path / "nowhere"), "--table", table], "cannot be read: No such file"),
        (["--unmeasured", "--table", board], "what was set up before is as it was"),
        (["--unmeasured", "--table", str(empty)], "is a folder"),
        (["--pictures", str(photographs / "board")], "no picture of the table is given"),
        (["--unmeasured", "--table", table, "--corners", "1,1,9,1,9,9,1,9"], "give the table's true size"),
        (["--unmeasured", "--table", table, "--near-edge", "300"], "what was set up before is as it was"),
    ):
        assert main(["calibrate", *arguments, "--home", str(tmp_path)]) == 1
        told = capsys.readouterr()
        assert sentence in told.err
        assert told.err.count("\n") == 1
        assert (tmp_path / "tables" / "table.toml").read_bytes() == kept


def test_corners_told_on_the_command_line(photographs: Path, tmp_path: Path) -> None:
    found = scene()
    corners = np.array(
        [(-500.0, 300.0, 0.0), (-500.0, -300.0, 0.0), (500.0, -300.0, 0.0), (500.0, 300.0, 0.0)]
    )
    pixels = cv2.projectPoints(corners, np.array(found.table.turn), np.array(found.table.origin_mm),
                               found.optics.matrix, found.optics.coefficients)[0].ravel()  # fmt: skip
    told = ",".join(f"{each:.1f}" for each in pixels)
    arguments = ["calibrate", "--unmeasured", "--table", str(photographs / "table.png")]
    assert main([*arguments, "--corners", told, "--size", "1000x600", "--home", str(tmp_path)]) == 0
    assert read_profile(tmp_path / "tables" / "table.toml").plane.size_mm == (1000.0, 600.0)


def test_seats_and_areas_are_told_in_pixels_and_anew_without_pictures(
    photographs: Path, tmp_path: Path, capsys
) -> None:
    home = ["--home", str(tmp_path)]
    table = ["calibrate", "--unmeasured", "--table", str(photographs / "table.png"), "--name", "den", *home]
    assert main([*table, "--players", "4"]) == 0
    told = capsys.readouterr().out
    assert "4 seats, clockwise from the near side." in told
    path = tmp_path / "tables" / "den.toml"
    profile = read_profile(path)
    assert len(profile.seats) == 4
    assert (tmp_path / "tables" / "last-used.txt").read_text(encoding="utf-8") == "den\n"
    assert main(["calibrate", "--list", *home]) == 0
    assert "4 seats" in capsys.readouterr().out
    plane = profile.plane
    seats = [(0.0, 280.0), (-450.0, 0.0), (0.0, -280.0)]
    board = [(-150.0, -100.0), (150.0, 100.0)]
    again = ["calibrate", "--again", "DEN", *home]
    assert main([*again, "--seats", pixels(plane, seats), "--area", "board", pixels(plane, board)]) == 0
    assert "The bidding board: dice there are not counted." in capsys.readouterr().out
    anew = read_profile(path)
    assert np.allclose(anew.seats, seats, atol=0.2)
    assert [area.kind.value for area in anew.areas] == ["board"]
    kept = path.read_bytes()
    for wrong, sentence in (
        (["--seats", pixels(plane, seats[:1])], "a game needs two seats"),
        (["--seats", pixels(plane, [seats[0], seats[0]])], "on one spot"),
        (["--players", "13"], "2 to 12 seats, got 13"),
        (["--area", "pond", pixels(plane, board)], "an area is one of lost_dice, board, out"),
        (["--area", "out", "1,2,3"], "pairs of pixels with commas between"),
        (["--area", "out", pixels(plane, [board[0], board[0]])], "too narrow for a die"),
        ([], "give the seats with --seats or --players"),
    ):
        assert main([*again, *wrong]) == 1
        assert sentence in capsys.readouterr().err
        assert path.read_bytes() == kept
    assert main(["calibrate", "--again", "shed", "--players", "3", *home]) == 1
    assert "there is no table “shed”" in capsys.readouterr().err


def test_what_is_wild_on_the_dice_is_told_asked_and_kept_with_the_table(
    photographs: Path, tmp_path: Path, capsys
) -> None:
    table = str(photographs / "table.png")
    home = ["--name", "den", "--home", str(tmp_path)]
    path = tmp_path / "tables" / "den.toml"
    assert main(["calibrate", "--unmeasured", "--table", table, *home]) == 0
    assert read_profile(path).wild is None
    assert main(["calibrate", "--again", "den", "--wild", "bird", "--home", str(tmp_path)]) == 0
    assert read_profile(path).wild is WildMark.BIRD
    assert main(["calibrate", "--unmeasured", "--table", table, *home]) == 0
    assert read_profile(path).wild is WildMark.BIRD, "set up anew, the table has the same dice"
    assert main(["calibrate", "--unmeasured", "--table", table, "--wild", "one", *home]) == 0
    assert read_profile(path).wild is WildMark.ONE


@pytest.mark.parametrize(
    ("answers", "wild"), [(["fish", "Star-Six"], WildMark.STAR_SIX), ([""], None), ([None], None)]
)
def test_the_terminal_asks_once_what_is_wild_on_the_dice(
    answers: list[str | None], wild: WildMark | None, tmp_path: Path
) -> None:
    asked: list[str] = []
    waiting = iter(["", *answers])

    def ask(question: str) -> str | None:
        asked.append(question)
        return next(waiting)

    source = FromCamera(Camera([table_picture()]), lambda: 5, ask)
    args = _arguments(["--unmeasured", "--home", str(tmp_path)])
    shelf = calibrate.TableShelf(tmp_path / "tables")
    assert calibrate._finish(args, shelf, source, ask) == 0
    assert shelf.read().profiles[0].wild is wild
    assert len(asked) == 1 + len(answers)
    assert "one, star, star-six, bird" in asked[1]


def pixels(plane: TablePlane, places: list[tuple[float, float]]) -> str:
    return ",".join(f"{each:.2f}" for each in plane.px_of(np.array(places)).ravel())


@pytest.mark.parametrize(
    "wrong",
    [["--near-edge", "x"], ["--corners", "1,2,3"], ["--size", "1000"], ["--name", ""], ["--die", "-4"]],
)
def test_wrong_words_are_refused(wrong: list[str], capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", *wrong])
    assert ended.value.code == 2
    assert wrong[0] in capsys.readouterr().err


def test_without_a_camera_it_says_so(tmp_path: Path, capsys) -> None:
    assert main(["calibrate", "--camera", "none", "--home", str(tmp_path)]) == 1
    assert "there is no camera to set up: no camera" in capsys.readouterr().err
    assert main(["calibrate", "--camera", "simulated", "--home", str(tmp_path)]) == 1
    assert "plug one in, or see how it goes with --simulated" in capsys.readouterr().err


class Camera:
    """A camera that gives the scene's pictures in turn."""

    name = "camera of the test"

    def __init__(self, pictures: list[np.ndarray]) -> None:
        self.pictures = pictures

    def latest(self) -> Frame | None:
        return None

    def capture(self, after_ns: int) -> Frame:
        if not self.pictures:
            raise CameraGone("the camera of the test is unplugged")
        return Frame(self.pictures.pop(0), after_ns + 1)

    def close(self) -> None:
        self.pictures = []


def test_the_camera_is_asked_once_an_enter_and_again_for_a_bad_table(tmp_path: Path, capsys) -> None:
    answers = iter([""] * 12 + [None] + [""] * 2)
    boards = [board_picture(which) for which in range(len(HELD))]
    pictures = [*boards, np.zeros((450, 800, 3), np.uint8), table_picture()]
    source = FromCamera(Camera(pictures), lambda: 5, lambda question: next(answers))
    args = _arguments(["--home", str(tmp_path)])
    shelf = calibrate.TableShelf(tmp_path / "tables")
    assert calibrate._finish(args, shelf, source) == 0
    told = capsys.readouterr().out
    assert "No corner marks can be seen: lay the cards A, B, C, D" in told
    assert shelf.read().profiles[0].lens.pictures == 12


def test_an_unplugged_camera_and_a_person_who_stops_are_told() -> None:
    with pytest.raises(PicturesGone, match="unplugged"):
        FromCamera(Camera([]), lambda: 5, lambda question: "").table()
    with pytest.raises(PicturesGone, match="nothing is changed"):
        FromCamera(Camera([]), lambda: 5, lambda question: None).table()


def _arguments(given: list[str]):
    import argparse

    parser = argparse.ArgumentParser()
    calibrate.add_arguments(parser)
    return parser.parse_args(given)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_board_writes_two_sheets(paper: str, tmp_path: Path, capsys) -> None:
    assert main(["board", "--paper", paper, "--out", str(tmp_path / "print")]) == 0
    assert sorted(path.name for path in (tmp_path / "print").iterdir()) == [
        f"corner-marks-{paper}.pdf", f"lens-board-{paper}.pdf",
    ]  # fmt: skip
    assert "Print at 100%" in capsys.readouterr().out


def test_board_says_where_it_cannot_write(tmp_path: Path, capsys) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["board", "--out", str(tmp_path / "file")]) == 1
    assert "the sheet cannot be written" in capsys.readouterr().err


def test_a_sheet_that_finds_no_room_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, limits[1]))
    try:
        assert main(["board", "--out", str(tmp_path)]) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    sheet = tmp_path / "lens-board-a4.pdf"
    assert capsys.readouterr().err == f"{sheet}: the sheet cannot be written: File too large\n"


def test_a_file_in_the_place_of_the_sheets_folder_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "sheets"
    there.touch()
    assert main(["board", "--out", str(there)]) == 1
    told = "the sheet cannot be written: a file is there, so name a folder"
    assert capsys.readouterr().err == f"{there}: {told}\n"


def test_the_sheets_to_print_are_told_with_their_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["board"]) == 0
    *written, _ = capsys.readouterr().out.splitlines()
    assert sorted(written) == sorted(map(str, tmp_path.iterdir()))

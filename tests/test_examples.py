"""The library is imported by short names, and each example runs as it stands."""

from __future__ import annotations

import ast
import os
import re
import runpy
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from string import Formatter

import cv2
import numpy as np
import polib
import pytest

from companion.cli.wiring.cameras import open_camera
from companion.cli.wiring.checkup import examine_camera
from companion.cli.wiring.findings import State
from companion.core.frame import CameraGone
from companion.devices import is_live
from companion.devices.cameras.registry import drivers
from companion.text import path_of

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"

VERDICTS = """\
Round 1: Bob calls spot on for Ann's bid of one 6. Exactly one 6! Nobody loses a die.
Round 2: Ann challenges Bob's bid of two 5s. Exactly two 5s! Ann loses one die.
Round 3: Ann calls spot on for Bob's bid of one 4. Exactly one 4! Ann wins one die back.
Round 4: Bob calls spot on for Ann's bid of one 2. No 2s at all! Bob loses one die.
Dice left: Ann 2 Bob 1
Bob: make the first bid.
"""
FACES = "star, 4, 2, 6, 4, 5, 3, 6, star, 4, 6, star, 4, 5, 5, 6, star, 2, 4, 5, 4"
"""Of docs/pictures/table.jpg, told by eye: nineteen at the seats, a lost one and the bid die."""


def printed(*command: str) -> str:
    """What Python prints for this, started as a person would from the top folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=True, env=environment, cwd=ROOT
    )
    return done.stdout


@pytest.mark.parametrize(
    "name",
    [
        "companion.devices",
        "companion.players",
        "companion.recognition",
        "companion.rules",
        "companion.simulator",
    ],
)
def test_a_room_of_the_library_has_every_name_that_it_offers(name: str) -> None:
    room = import_module(name)
    assert [each for each in room.__all__ if getattr(room, each, None) is None] == []
    assert len({*room.__all__}) == len(room.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = room.nothing


@pytest.mark.parametrize(
    ("line", "heavy"),
    [
        ("import companion.rules", set()),
        ("import companion.devices", set()),
        ("import companion.recognition", set()),
        ("from companion.simulator import Trouble", set()),
        ("from companion.recognition import load_photo", {"numpy", "cv2"}),
        ("from companion.recognition import Eye", {"numpy", "cv2", "onnxruntime"}),
    ],
)
def test_a_line_imports_no_more_than_it_uses(line: str, heavy: set[str]) -> None:
    asked = "'numpy', 'cv2', 'onnxruntime', 'kivy', 'sqlite3'"
    assert {*printed("-c", f"import sys; {line}; print(*{{{asked}}} & sys.modules.keys())").split()} == heavy


def test_a_recorded_game_is_refereed_in_twenty_lines() -> None:
    record = "tests/games/records/rh-spot-on-wins-a-die-back.jsonl"
    assert printed("examples/referee_a_recorded_game.py", record) == VERDICTS
    assert lines_of("referee_a_recorded_game.py") <= 20


def test_a_photograph_is_read_in_ten_lines() -> None:
    told = printed("examples/read_a_photograph.py", "docs/pictures/table.jpg")
    assert ", ".join(line.split(" at ")[0] for line in told.splitlines()) == FACES
    assert lines_of("read_a_photograph.py") <= 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["new_camera", "new_language", "read_a_photograph", "referee_a_recorded_game"]
)
def test_an_example_without_its_file_says_what_is_wanted(name: str) -> None:
    done = subprocess.run(
        [sys.executable, f"examples/{name}.py"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"``python examples/{name}.py " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_new_rule_switch_changes_what_a_challenge_costs() -> None:
    assert printed("examples/new_rule_switch.py") == (
        "at_most_two False: Ann has 1 dice left\nat_most_two True: Ann has 3 dice left\n"
    )


def test_the_lines_on_the_page_of_the_library_run_and_give_what_stands_beside_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8").splitlines()
    source = "\n".join(line[4:] for line in page if line.startswith("    ") and line[4] != ".")
    lines, known, compared = source.splitlines(), {}, 0
    for statement in ast.parse(source).body:
        _, beside, value = lines[statement.end_lineno - 1][statement.end_col_offset :].partition("#")
        if isinstance(statement, ast.Expr) and beside:
            code = ast.unparse(statement)
            assert eval(code, known) == eval(value, known), code
            compared += 1
        else:
            exec(compile(ast.Module([statement], []), "docs/library.md", "exec"), known)
    assert compared >= 14
    assert len(known["reading"].dice) == 21


@pytest.mark.slow
def test_a_newcomers_arena_of_bots_has_thirty_lines_and_is_checked_in_strict_mode() -> None:
    assert re.fullmatch(
        r"The patient side wins \d+ ± \d+ of 100 games\n", printed("examples/arena_of_bots.py")
    )
    assert lines_of("arena_of_bots.py") <= 30
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert "examples/arena_of_bots.py" in checked["files"]
    assert checked["strict"]


def test_a_new_language_is_one_file_and_what_it_lacks_stays_english() -> None:
    told = printed("examples/new_language.py", "examples/new_language.po")
    verdict = "Bob tvivlar på Anns bud sex fyror. Bara två fyror!"
    assert told == f"{verdict} Ann hade four för få och förlorar four tärningar.\n"


def test_the_new_language_has_the_placeholders_of_the_english_sentences() -> None:
    swedish, english = (
        {each.msgid: each for each in polib.pofile(str(path))}
        for path in (EXAMPLES / "new_language.po", path_of("en"))
    )
    assert swedish.keys() <= english.keys()
    for name, entry in swedish.items():
        assert placeholders(entry) <= placeholders(english[name]), name


def placeholders(entry: polib.POEntry) -> set[str]:
    words = " ".join([entry.msgstr, *entry.msgstr_plural.values()])
    return {name for _, name, _, _ in Formatter().parse(words) if name}


def lines_of(example: str) -> int:
    return len((EXAMPLES / example).read_text(encoding="utf-8").splitlines())


def picture_file(path: Path, pictures: int) -> object:
    """The camera of the example; so many pictures are written while it waits, each of another grey."""
    written: list[int] = []

    def pause(_seconds: float) -> None:
        if len(written) < pictures:
            written.append(10 * len(written))
            cv2.imwrite(str(path), np.full((20, 30, 3), written[-1], np.uint8))
            os.utime(path, ns=(0, len(written)))

    return runpy.run_path(str(EXAMPLES / "new_camera.py"))["PictureFile"](path, pause=pause)


def test_the_new_camera_gives_a_picture_that_was_exposed_after_it_was_asked(tmp_path: Path) -> None:
    camera = picture_file(tmp_path / "newest.png", pictures=5)
    assert camera.latest() is None
    assert int(camera.capture(0).pixels.max()) == 10
    assert camera.latest().pixels.shape == (20, 30, 3)
    camera.close()
    assert camera.latest() is None


def test_the_new_camera_waits_for_bounded_time(tmp_path: Path) -> None:
    with pytest.raises(CameraGone, match=r"newest\.png: no new picture came"):
        picture_file(tmp_path / "newest.png", pictures=1).capture(0)


def installed_camera(folder: Path) -> Path:
    """The example as a package that is installed in a folder: its one file, and what pip writes beside it."""
    (folder / "new_camera.py").write_bytes((EXAMPLES / "new_camera.py").read_bytes())
    about = folder / "new_camera-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: new-camera\nVersion: 1.0\n", encoding="utf-8"
    )
    points = "[cups_up.cameras]\npicture = new_camera:PICTURE\nbroken = new_camera:NOTHING\n"
    (about / "entry_points.txt").write_text(points, encoding="utf-8")
    return folder


def test_a_camera_is_one_file_that_is_plugged_in_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(installed_camera(tmp_path)))
    opened = open_camera("picture:/tmp/newest.jpg")
    assert (opened.camera.name, opened.cups, opened.cannot) == ("picture file newest.jpg", None, None)
    assert opened.kind == "picture"
    assert opened.sentence == "the picture file newest.jpg"
    assert not is_live("picture:/tmp/newest.jpg")
    assert open_camera("picture").sentence.startswith(
        "'picture' names no file: write picture:/tmp/newest.jpg"
    )
    assert open_camera("broken:x").sentence.startswith(
        "--camera broken: module 'new_camera' has no attribute 'NOTHING'"
    )
    assert open_camera("pictures:x").sentence.startswith("there is no camera “pictures:x”: choose auto")


def test_the_doctor_examines_a_camera_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(installed_camera(tmp_path)))
    finding = examine_camera("picture", names=lambda: ())
    assert finding.state is State.FAULT
    assert finding.sentence.startswith("'picture' names no file")


def test_a_camera_of_the_house_is_one_file_too() -> None:
    driver_files = sorted((ROOT / "companion/devices/cameras/drivers").glob("[a-z]*.py"))
    modules = [import_module(f"companion.devices.cameras.drivers.{path.stem}") for path in driver_files]
    assert {*drivers()} == {driver for module in modules for driver in module.DRIVERS}
    for path in driver_files:
        named = [
            each
            for each in (ROOT / "companion/devices").rglob("*.py")
            if f"drivers.{path.stem} " in each.read_text("utf-8")
        ]
        assert {each.name for each in named} <= {"__init__.py", "recorded.py"}, path

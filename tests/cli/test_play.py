"""``cups-up play``: what it opens, and what it does where there is no display."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion import ui
from companion.__main__ import main
from companion.cli import demo, play
from companion.cli.wiring import table_opened
from companion.cli.wiring.cameras import Opened, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.findings import Finding, State
from companion.devices.cameras.drivers import pi, usb
from companion.journal import StoreError
from companion.play.base.commands import NewGame, PlayUnsaved
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.views import JournalScene
from companion.ui.app import AtTable
from tests.offscreen import offscreen


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("800", "a size is written like 800x480, got “800”"),
        ("bigxsmall", "a size is written like 800x480, got “bigxsmall”"),
        ("320x240", "the smallest window is 480x320, got “320x240”"),
        ("479x479", "the smallest window is 480x320, got “479x479”"),
        ("319x480", "the smallest window is 480x320, got “319x480”"),
        ("99999x99999", "the largest window is 7680x4320, got “99999x99999”"),
        ("7680x4321", "the largest window is 7680x4320, got “7680x4321”"),
        ("480x7681", "the largest window is 7680x4320, got “480x7681”"),
    ],
)
def test_a_size_is_refused_in_a_sentence(text: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "--size", text])
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("480x320", (480, 320)),
        ("320x480", (320, 480)),
        ("480x800", (480, 800)),
        ("7680x4320", (7680, 4320)),
        ("4320X7680", (4320, 7680)),
    ],
)
def test_the_smallest_and_the_largest_screens_can_be_had(text: str, size: tuple[int, int]) -> None:
    assert play._size(text) == size


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ("(3, 13)", f"{sys.executable} -m pip install kivy"),
        ("(3, 14)", "so no touchscreen; everything else works"),
    ],
)
def test_where_there_is_no_kivy_play_says_what_to_do(tmp_path: Path, version: str, sentence: str) -> None:
    words = f"""import sys; sys.modules['kivy'] = None
from companion.cli.wiring import checkup; checkup.examine_python.__defaults__ = ({version},)
from companion.__main__ import main; main(['play'])"""
    done = offscreen(tmp_path, python=("-c", words))
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_display_the_demonstration_is_refereed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    refereed: list[argparse.Namespace] = []
    monkeypatch.setattr(demo, "run", lambda args: refereed.append(args) or 0)
    monkeypatch.setattr(play, "examine_display", _no_display)
    assert main(["play"]) == 0
    assert len(refereed) == 1
    assert "There is no display here" in capsys.readouterr().out


def test_what_needs_a_screen_is_told_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(play, "examine_display", _no_display)
    shown: list[argparse.Namespace] = []
    monkeypatch.setattr(demo, "run", lambda args: shown.append(args) or 0)
    words = [
        "--phones",
        "--size",
        "800x480",
        "--seed",
        "5",
        "--trouble",
        "touching",
        "--no-names",
        "--fullscreen",
    ]
    assert main(["play", *words]) == 0
    assert "without a screen these do nothing: --size, --fullscreen, --phones\n" in capsys.readouterr().err
    assert [(each.seed, each.trouble, each.no_names) for each in shown] == [(5, "touching", True)]


@pytest.mark.parametrize("camera", ["usb:99", "none", "no/such/folder"])
def test_without_a_display_nobody_who_named_a_camera_is_shown_simulated_dice(
    camera: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr(demo, "run", lambda args: pytest.fail("the demonstration was begun"))
    monkeypatch.setattr(play, "examine_display", _no_display)
    assert main(["play", "--camera", camera]) == 1
    told = capsys.readouterr().err
    assert told.startswith("cups-up play: there is no display here to play at (")
    assert told.count("\n") == 1


def _no_display(_: object) -> Finding:
    return Finding("display", State.LACK, "there is no display", "connect one")


@pytest.fixture
def evenings(monkeypatch: pytest.MonkeyPatch) -> list[Evening]:
    """The evenings that are opened; no window is."""
    opened: list[Evening] = []
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setattr(ui, "run_app", lambda load, **_: 1 if load()() is None else 0)

    def at_table(_stack: object, evening: Evening, _settings: object, _args: object) -> AtTable:
        opened.append(evening)
        return AtTable(None)

    monkeypatch.setattr(table_opened, "at_table", at_table)
    return opened


@pytest.mark.usefixtures("evenings")
def test_an_unwritable_journal_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert main(["play", "--camera", "none", "--home", str(tmp_path / "file" / "home")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_an_evening_without_a_camera_begins_at_the_welcome_screen(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "games.sqlite3", Opened(None, None, "no camera"), None)
    with session_of(evening) as session:
        session.close()
        assert session.view.kind is WelcomeScene
        assert session.view.has_camera is False


@pytest.mark.parametrize(("words", "watched"), [((), True), (("--no-watch",), False)])
def test_lifted_cups_are_watched_unless_the_table_does_not_want_it(
    words: tuple[str, ...], watched: bool, tmp_path: Path, evenings: list[Evening]
) -> None:
    assert main(["play", "--camera", "none", "--home", str(tmp_path), *words]) == 0
    assert [evening.watch for evening in evenings] == [watched]


@pytest.mark.parametrize(
    ("camera", "words", "watched"),
    [
        ("simulated", (), True),
        ("simulated", ("--no-lost-dice-check",), False),
        ("simulated", ("--no-house-watch",), False),
        ("none", (), False),
    ],
)
def test_lost_dice_are_counted_where_the_squares_are_known_and_the_table_wants_it(
    camera: str, words: tuple[str, ...], watched: bool, tmp_path: Path, evenings: list[Evening]
) -> None:
    assert main(["play", "--camera", camera, "--home", str(tmp_path), *words]) == 0
    assert [evening.squares is not None for evening in evenings] == [watched]


@pytest.mark.parametrize(
    ("camera", "looked_for"),
    [("auto", True), ("usb:99", True), ("simulated", False), ("none", False), ("no/such/folder", False)],
)
def test_a_live_camera_that_is_missing_is_looked_for_again(
    camera: str,
    looked_for: bool,
    tmp_path: Path,
    evenings: list[Evening],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(usb, "camera_numbers", lambda: ())
    monkeypatch.setattr(pi, "board_model", lambda: None)
    assert main(["play", "--camera", camera, "--home", str(tmp_path)]) == 0
    (evening,) = evenings
    assert (evening.look_again is not None) is looked_for
    if looked_for:
        assert evening.look_again() is None, "never the simulated table"


@pytest.mark.slow
def test_the_first_scene_is_drawn_and_that_is_all(tmp_path: Path) -> None:
    words = ["play", "--first-scene", "--camera", "none", "--panel", "none", "--home", str(tmp_path)]
    done = offscreen(tmp_path, *words)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_camera_that_hangs_holds_up_no_first_scene(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x000.png")
    words = ("play", "--first-scene", "--panel", "none", "--home", str(tmp_path / "home"))
    done = offscreen(tmp_path, *words, "--camera", "x%03d.png")
    assert (done.returncode, done.stderr) == (0, "")
    assert "x%03d.png has not opened within 8 seconds" in done.stdout


@pytest.mark.parametrize(
    ("camera", "told"),
    [
        ("file://{folder}/x000.png", "x000.png is not a regular file"),
        ("/proc/kmsg", "/proc/kmsg has no video that can be read"),
        ("/dev/video987", "/dev/video987 is no camera that is plugged in"),
    ],
)
def test_what_is_no_camera_is_not_waited_for(camera: str, told: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x000.png")
    opened = open_camera(camera.format(folder=tmp_path))
    assert opened.camera is None
    assert told in opened.sentence


FIRST_PICTURE = """
import sys
import time
from companion.__main__ import main
from companion.ui import app

UNUSED = ("segno", "http.client", "companion.share.web.server")
HEAVY = ("cv2", "onnxruntime", "numpy", "sqlite3", "companion.play", "companion.recognition")

class Watched(app.OpeningApp):
    def _begin(self, window, *_):
        print(type(self.root.children[0]).__name__, [each for each in HEAVY if each in sys.modules])
        print("within a second" if time.process_time() < 1.0 else f"after {time.process_time()} s of work")
        super()._begin(window)

    def _laid(self, *_):
        super()._laid()
        print(type(self.root.children[0]).__name__, "onnxruntime" in sys.modules)
        print([each for each in UNUSED if each in sys.modules])

app.OpeningApp = Watched
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
def test_the_first_picture_stands_before_anything_of_a_table_is_imported(tmp_path: Path) -> None:
    words = ["play", "--first-scene", "--camera", "simulated", "--panel", "none", "--home", str(tmp_path)]
    watched = tmp_path / "watched.py"  # Kivy asks in which file an app stands
    watched.write_text(FIRST_PICTURE, encoding="utf-8")
    done = offscreen(tmp_path, *words, python=(str(watched),))
    assert (done.returncode, done.stderr) == (0, "")
    told = [line for line in done.stdout.splitlines() if not line.startswith("Camera")]
    assert told == ["Splash []", "within a second", "Stage True", "[]"]


@pytest.mark.slow
def test_what_fails_behind_the_first_picture_closes_the_window_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    words = ["play", "--camera", "none", "--panel", "none", "--home", str(tmp_path / "file" / "home")]
    done = offscreen(tmp_path, *words)
    assert done.returncode == 1
    assert done.stderr.startswith("cups-up play: ")
    assert done.stderr.count("\n") == 1


HOSTILE = {
    "a font that is gone, and settings of another screen": "\n".join(
        (
            "[kivy]\ndefault_font = ['Gone', 'a.ttf', 'b.ttf', 'c.ttf', 'd.ttf']\nlog_level = bogus",
            "[input]\ndefault = tuio,0.0.0.0:3333",
            "[modules]\nnosuch =",
            "[graphics]\nwindow_state = hidden\nrotation = 90\ndisplay = 7",
        )
    ),
    "a font that is no list": "[kivy]\ndefault_font = Gone",
    "no settings at all": "\x00\x00\x00",
}
"""What another program may have left in ``~/.kivy/config.ini``, which all programs of Kivy share."""


@pytest.mark.slow
@pytest.mark.parametrize("settings", HOSTILE.values(), ids=HOSTILE)
def test_another_programs_settings_of_kivy_change_nothing(settings: str, tmp_path: Path) -> None:
    shared = tmp_path / ".kivy" / "config.ini"
    shared.parent.mkdir()
    shared.write_text(settings)
    words = ("play", "--first-scene", "--camera", "none", "--panel", "none", "--home", str(tmp_path / "home"))
    shown = (
        "import sys; from companion.__main__ import main; status = main(sys.argv[1:]); "
        "from kivy.config import Config; from kivy.core.window import Window; "
        "told = [Config.get('graphics', each) for each in ('window_state', 'rotation', 'display')]; "
        "print(status, *told, Window.rotation)"
    )
    done = offscreen(tmp_path, *words, python=("-c", shown))
    assert (done.stdout.splitlines()[-1], done.stderr) == ("0 visible 0 -1 0", "")
    assert [path.name for path in shared.parent.iterdir()] == ["config.ini"], "nothing is left there either"


@pytest.mark.slow
def test_a_display_that_is_gone_is_told_and_no_window_is_opened_unseen(tmp_path: Path) -> None:
    done = offscreen(tmp_path, "play", "--camera", "none", "--first-scene", display=":99")
    assert done.returncode == 1
    assert "no window can be opened: there is no display here" in done.stderr


@pytest.mark.slow
def test_a_rehearsal_reads_no_settings_of_kivy_whichever_part_is_imported_first(tmp_path: Path) -> None:
    told = "import companion.simulator.rehearsal.touching, kivy; print(kivy.kivy_home_dir)"
    done = offscreen(tmp_path, python=("-c", told))
    assert done.returncode == 0
    assert not Path(done.stdout.strip()).exists()
    assert list(tmp_path.iterdir()) == []


def test_on_the_whole_screen_a_journal_that_cannot_be_used_opens_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"no journal" * 1000)
    evening = Evening(tmp_path / "games.sqlite3", Opened(None, None, "no camera"), None)
    window = argparse.Namespace(fullscreen=False, first_scene=False)
    with ExitStack() as stack:
        with pytest.raises(StoreError, match="is not a journal of games"):
            table_opened._session_or_page(stack, evening, window)
        whole_screen = argparse.Namespace(fullscreen=True, first_scene=False)
        page = table_opened._session_or_page(stack, evening, whole_screen)
        assert page.view.kind is JournalScene
        came = threading.Event()
        page.on_view = lambda view: came.set()
        page.send(PlayUnsaved(page.view.number))
        assert came.wait(20)
        page.send(NewGame(page.view.number, "milton-bradley", ("Ann", "Bob"), (), 0))
        page.on_view = None
    assert (tmp_path / "games.sqlite3").read_bytes() == b"no journal" * 1000
    assert "is not a journal of games" in capsys.readouterr().err

"""The house keeps its arrows: every import of every module is read and held to the picture."""

from __future__ import annotations

import ast
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS, MODULE_OF

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "companion"

MAY_IMPORT = {
    "frame": set(),
    "reading": set(),
    "card_reading": {"reading"},
    "panel": set(),
    "seat_places": set(),
    "seat_signs": set(),
    "assets": {"text"},
    "on_disk": {"text"},
    "picture": {"text"},
    "toml_text": {"text"},
    "lettering": set(),
    "rules": set(),
    "counting": set(),
    "text": {"rules", "counting"},
    "journal": {"rules", "text", "on_disk", "toml_text"},
    "settings": {"card_reading", "reading", "text", "on_disk", "toml_text"},
    "memory": {"journal", "rules", "text"},
    "feed": {"journal", "rules", "text"},
    "scoreboard": {"feed", "memory", "rules", "seat_signs", "text"},
    "phones": {"panel", "play", "rules", "scoreboard", "text"},
    "club": {"feed", "journal", "memory", "rules", "scoreboard", "text", "on_disk", "toml_text"},
    "album": {"feed", "lettering", "memory", "play", "rules", "seat_signs", "text", "frame", "on_disk"},
    "voice": {"feed", "play", "rules", "settings", "text"},
    "calibration": {"frame", "reading", "text", "on_disk", "picture", "seat_places", "toml_text"},
    "recognition": {
        "rules",
        "text",
        "calibration",
        "frame",
        "reading",
        "card_reading",
        "assets",
        "on_disk",
        "picture",
    },
    "hardware": {
        "frame",
        "text",
        "calibration",
        "assets",
        "panel",
        "on_disk",
        "picture",
        "seat_signs",
        "toml_text",
    },
    "play": {
        "journal",
        "memory",
        "rules",
        "settings",
        "counting",
        "text",
        "frame",
        "reading",
        "card_reading",
        "panel",
    },
    "ui": {
        "lettering",
        "play",
        "text",
        "frame",
        "reading",
        "card_reading",
        "assets",
        "panel",
        "seat_places",
        "seat_signs",
    },
    "rehearsal": {
        "play",
        "rules",
        "text",
        "journal",
        "feed",
        "hardware",
        "frame",
        "reading",
        "commands",
        "ui",
    },
}
"""Room and the rooms that it may import; ``commands`` and ``__main__`` may import them all."""

COMPOSITION = {"commands", "__main__", "__init__"}

ONLY_IN = {
    "kivy": {"ui", "rehearsal"},
    "picamera2": {"hardware"},
    "libcamera": {"hardware"},
    "gpiozero": {"hardware"},
    "onnxruntime": {"recognition"},
    "cv2": {"album", "picture", "recognition", "calibration", "hardware", "commands"},
    "sqlite3": {"club", "journal"},
    "gettext": {"text"},
    "polib": {"text"},
    "paho": {"club", "feed"},
    "psycopg": {"club"},
    "starlette": {"phones", "scoreboard"},
    "uvicorn": {"scoreboard"},
    "threading": {
        "album",
        "club",
        "commands",
        "feed",
        "hardware",
        "phones",
        "picture",
        "play",
        "ui",
        "voice",
    },
}
"""Library and the rooms that may import it."""

PURE = {
    "__future__", "abc", "bisect", "collections", "companion", "dataclasses", "enum", "functools",
    "itertools", "math", "operator", "types", "typing",
}  # fmt: skip
"""All that rules, memory and counting may import: nothing reads a clock, rolls dice or touches a file."""

DEVELOPMENT_ONLY = {"torch", "mitsuba", "trimesh", "manifold3d", "onnx", "pytest", "hypothesis"}

LONGEST_FILE = 400


@cache
def modules() -> tuple[Path, ...]:
    return tuple(sorted(PACKAGE.rglob("*.py")))


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@dataclass(frozen=True, slots=True)
class Imports:
    """What a file imports: ``names`` in full, as ``module.name``; ``modules`` in the order of its lines."""

    names: frozenset[str]
    modules: tuple[str, ...]

    @property
    def libraries(self) -> frozenset[str]:
        return frozenset(name.split(".")[0] for name in self.names)

    @property
    def rooms(self) -> frozenset[str]:
        parts = (name.split(".") for name in self.names if name.startswith("companion."))
        return frozenset(each[1] for each in parts) - {"__version__"}


@cache
def imports_of(path: Path) -> Imports:
    """The file is parsed once for all checks."""
    names: set[str] = set()
    at: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
            at += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.relative_to(ROOT)}: relative imports hide the arrows"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
            at.append((node.lineno, node.module or ""))
    return Imports(frozenset(names), tuple(name for _, name in sorted(at)))


def rooms_out_of_reach(path: Path) -> Set[str]:
    room = room_of(path)
    return set() if room in COMPOSITION else imports_of(path).rooms - {room} - MAY_IMPORT[room]


def libraries_of_other_rooms(path: Path) -> Set[str]:
    kept = {name for name, rooms in ONLY_IN.items() if room_of(path) not in rooms}
    return imports_of(path).libraries & (kept | DEVELOPMENT_ONLY)


def what_is_not_pure(path: Path) -> Set[str]:
    return imports_of(path).libraries - PURE if room_of(path) in ("rules", "memory", "counting") else set()


@pytest.mark.parametrize("wrong_in", [rooms_out_of_reach, libraries_of_other_rooms, what_is_not_pure])
def test_a_module_imports_only_what_its_room_may(wrong_in: Callable[[Path], Set[str]]) -> None:
    found = {str(path.relative_to(ROOT)): wrong_in(path) for path in modules()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_only_the_module_that_switches_its_telemetry_off_imports_onnx_runtime_first() -> None:
    quiet, loud = "companion.recognition.inference", []
    for folder in ("companion", "models", "tests", "hardware", "calibration", "examples"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            names = imports_of(path).modules
            runtime = [at for at, name in enumerate(names) if name.split(".")[0] == "onnxruntime"]
            if runtime and quiet not in names[: runtime[0]]:
                loud.append(path.relative_to(ROOT).as_posix())
    assert loud == [f"{quiet.replace('.', '/')}.py"]


def test_onnx_runtime_is_imported_only_after_its_switch_is_set() -> None:
    text = (PACKAGE / "recognition" / "inference.py").read_text(encoding="utf-8")
    assert 0 < text.index('os.environ["ORT_DISABLE_TELEMETRY"] = "1"') < text.index("\nimport onnxruntime\n")


@pytest.mark.parametrize("path", ["run", ".ci/run", "hardware/cups-up.service"])
def test_what_starts_the_app_switches_the_telemetry_off_as_well(path: str) -> None:
    assert "ORT_DISABLE_TELEMETRY=1" in (ROOT / path).read_text(encoding="utf-8")


def test_a_file_stays_small() -> None:
    long = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()
    }
    assert {name: lines for name, lines in long.items() if lines > LONGEST_FILE} == {}


@pytest.mark.parametrize("folder", ["models", "hardware", "calibration"])
def test_a_folder_of_things_names_its_code_in_the_first_line(folder: str) -> None:
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    assert "companion/" in " ".join(text.splitlines()[:3])


STAGES = ("detect", "classify", "context", "decide")
"""Of the eye, in the order in which a frame goes through them."""


@pytest.mark.parametrize("stage", STAGES)
def test_no_stage_of_the_eye_imports_a_later_one_or_what_stands_round_the_eye(stage: str) -> None:
    prefix = "companion.recognition."
    others = {path.name for path in (PACKAGE / "recognition").iterdir() if path.is_dir()} - {"__pycache__"}
    allowed = {*STAGES[: STAGES.index(stage) + 1]}
    for path in (PACKAGE / "recognition" / stage).glob("*.py"):
        used = {
            name.removeprefix(prefix).split(".")[0]
            for name in imports_of(path).names
            if name.startswith(prefix)
        }
        assert used & others <= allowed, path
        assert "eye" not in used, path


def test_every_file_of_the_commands_is_a_command_and_nothing_else() -> None:
    files = {path.stem for path in (PACKAGE / "commands").glob("*.py")} - {"__init__"}
    assert files == {MODULE_OF.get(name, name) for name in COMMANDS}


PLAY_ROOMS = {
    "advice": {"dice"},
    "cards": set(),
    "counting": {"dice"},
    "dice": set(),
    "first_game": {"dice"},
    "history": {"dice"},
    "help": set(),
    "house_rules": set(),
    "panel": {"cards"},
    "settings": {"first_game", "history", "setup"},
    "setup": set(),
    "start": {"advice", "help", "house_rules"},
}
"""Room of ``play`` and the rooms beside it that it may import."""

PLAY_VALUES = {
    "commands",
    "errors",
    "exposures",
    "ports",
    "same_place",
    "seeds",
    "sentences",
    "table",
    "views",
}
"""What stands above the rooms and may be imported by them. The others there import the rooms."""

MOST_FILES_IN_A_ROOM = 15


def modules_of_play_in(names: Set[str]) -> set[str]:
    """The parts of a module's imports that follow ``companion.play``."""
    prefix = "companion.play."
    return {name.removeprefix(prefix) for name in names if name.startswith(prefix)}


def test_every_room_of_play_is_known() -> None:
    folders = {path.name for path in (PACKAGE / "play").iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == PLAY_ROOMS.keys()


@pytest.mark.parametrize("room", PLAY_ROOMS)
def test_no_arrow_of_a_room_of_play_runs_back_up(room: str) -> None:
    for path in (PACKAGE / "play" / room).glob("*.py"):
        used = {name.split(".")[0] for name in modules_of_play_in(imports_of(path).names)}
        assert used - {room} <= PLAY_VALUES | PLAY_ROOMS[room], path


@pytest.mark.parametrize("room", [*PLAY_ROOMS, "."])
def test_a_room_of_play_can_be_read_in_a_sitting(room: str) -> None:
    files = {path.stem for path in (PACKAGE / "play" / room).glob("*.py")} - {"__init__"}
    assert len(files) <= MOST_FILES_IN_A_ROOM, sorted(files)


def test_no_modules_of_play_import_each_other_in_a_circle() -> None:
    modules_at = {
        ".".join(path.relative_to(PACKAGE / "play").with_suffix("").parts): path
        for path in modules()
        if room_of(path) == "play"
    }
    arrows = {
        name: {
            other
            for used in modules_of_play_in(imports_of(path).names)
            for other in modules_at
            if used == other or used.startswith(f"{other}.")
        }
        for name, path in modules_at.items()
    }
    while free := {name for name, used in arrows.items() if not used & arrows.keys()}:
        arrows = {name: used for name, used in arrows.items() if name not in free}
    assert arrows == {}

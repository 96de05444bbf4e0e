"""The house keeps its arrows: every import of every module is read and held to the picture."""

from __future__ import annotations

import ast
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from companion.cli.terminal.command_line import COMMANDS, MODULE_OF

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "companion"

MAY_IMPORT: dict[str, set[str]] = {
    "rules": set(),
    "text": {"rules"},
    "core": {"text"},
    "journal": {"core", "rules", "text"},
    "calibration": {"core", "text"},
    "recognition": {"calibration", "core", "rules", "text"},
    "devices": {"core", "text"},
    "simulator": {"calibration", "core", "devices", "text"},
    "play": {"core", "journal", "players", "rules", "text"},
    "players": {"rules"},
    "share/feed": {"core", "journal", "rules", "text"},
    "share/web": {"core", "journal", "play", "rules", "share/album", "share/feed", "text"},
    "share/album": {"core", "journal", "play", "rules", "share/feed", "text"},
    "share/voice": {"core", "play", "rules", "share/feed", "text"},
    "club": {"core", "journal", "rules", "share/feed", "share/web", "text"},
    "ui": {"core", "play", "text"},
    "simulator/rehearsal": {
        "cli",
        "core",
        "devices",
        "journal",
        "play",
        "players",
        "rules",
        "share/feed",
        "simulator",
        "text",
        "ui",
    },
}
"""Room and the rooms that it may import; ``cli`` and ``__main__`` may import them all."""

COMPOSITION = {"cli", "__main__", "__init__", "share"}

ONLY_IN = {
    "kivy": {"ui", "simulator/rehearsal"},
    "picamera2": {"devices"},
    "libcamera": {"devices"},
    "gpiozero": {"devices"},
    "onnxruntime": {"recognition"},
    "cv2": {"calibration", "cli", "core", "devices", "recognition", "share/album", "simulator"},
    "sqlite3": {"club", "journal"},
    "gettext": {"text"},
    "paho": {"club", "share/feed"},
    "psycopg": {"club"},
    "starlette": {"share/web"},
    "uvicorn": {"share/web"},
    "threading": {
        "cli",
        "club",
        "core",
        "devices",
        "play",
        "recognition",  # the table's eye is asked by the session and by its background
        "share/album",
        "share/feed",
        "share/voice",
        "share/web",
        "simulator",
        "simulator/rehearsal",
        "ui",
    },
}
"""Library and the rooms that may import it."""

PURE = {
    "__future__", "abc", "bisect", "collections", "companion", "dataclasses", "enum", "functools",
    "itertools", "json", "math", "operator", "types", "typing", "unicodedata",
}  # fmt: skip
"""All that rules and statistics may import: nothing reads a clock, rolls dice or touches a file."""

ASKS_BY_NAME = {"refusals.py": {"importlib"}}
"""An error that is printed asks ``companion.text`` for its sentence, by name."""

DEVELOPMENT_ONLY = {"torch", "mitsuba", "trimesh", "manifold3d", "onnx", "pytest", "hypothesis", "polib"}

LONGEST_FILE = 700
"""A file ends where an idea ends; this only says when two ideas live in one."""


@cache
def modules() -> tuple[Path, ...]:
    return tuple(sorted(PACKAGE.rglob("*.py")))


def room_of(path: Path) -> str:
    return room(path.relative_to(PACKAGE).with_suffix("").parts)


def room(parts: tuple[str, ...]) -> str:
    """The room of a module by the parts of its name after ``companion``."""
    return two if (two := "/".join(parts[:2])) in MAY_IMPORT else parts[0]


@dataclass(frozen=True, slots=True)
class Imports:
    """What a file imports: ``names`` in full, as ``module.name``; ``modules`` in the order of its lines.

    ``reached``: what it takes of any name, as ``name.attribute``.
    """

    names: frozenset[str]
    modules: tuple[str, ...]
    reached: frozenset[str]

    @property
    def libraries(self) -> frozenset[str]:
        return frozenset(name.split(".")[0] for name in self.names)

    @property
    def rooms(self) -> frozenset[str]:
        parts = (tuple(name.split(".")[1:]) for name in self.names if name.startswith("companion."))
        return frozenset(room(each) for each in parts) - {"__version__", "lazily"}


@cache
def imports_of(path: Path) -> Imports:
    """The file is parsed once for all checks."""
    names: set[str] = set()
    reached: set[str] = set()
    at: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
            at += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.relative_to(ROOT)}: relative imports hide the arrows"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
            at.append((node.lineno, node.module or ""))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            reached.add(f"{node.value.id}.{node.attr}")
    return Imports(frozenset(names), tuple(name for _, name in sorted(at)), frozenset(reached))


def rooms_out_of_reach(path: Path) -> Set[str]:
    own = room_of(path)
    return set() if own in COMPOSITION else imports_of(path).rooms - {own} - MAY_IMPORT[own]


def libraries_of_other_rooms(path: Path) -> Set[str]:
    kept = {name for name, rooms in ONLY_IN.items() if room_of(path) not in rooms}
    return imports_of(path).libraries & (kept | DEVELOPMENT_ONLY)


def what_is_not_pure(path: Path) -> Set[str]:
    pure = room_of(path) == "rules" or "statistics" in path.parts
    return imports_of(path).libraries - PURE - ASKS_BY_NAME.get(path.name, set()) if pure else set()


@pytest.mark.parametrize("wrong_in", [rooms_out_of_reach, libraries_of_other_rooms, what_is_not_pure])
def test_a_module_imports_only_what_its_room_may(wrong_in: Callable[[Path], Set[str]]) -> None:
    found = {str(path.relative_to(ROOT)): wrong_in(path) for path in modules()}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_only_the_module_that_switches_its_telemetry_off_imports_onnx_runtime_first() -> None:
    quiet, loud = "companion.recognition.networks.inference", []
    for folder in ("companion", "models", "tests", "hardware", "calibration", "examples"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            names = imports_of(path).modules
            runtime = [at for at, name in enumerate(names) if name.split(".")[0] == "onnxruntime"]
            if runtime and quiet not in names[: runtime[0]]:
                loud.append(path.relative_to(ROOT).as_posix())
    assert loud == [f"{quiet.replace('.', '/')}.py"]


def test_onnx_runtime_is_imported_only_after_its_switch_is_set() -> None:
    text = (PACKAGE / "recognition" / "networks" / "inference.py").read_text(encoding="utf-8")
    assert 0 < text.index('os.environ["ORT_DISABLE_TELEMETRY"] = "1"') < text.index("\nimport onnxruntime\n")


@pytest.mark.parametrize("path", ["run", ".ci/run", "hardware/cups-up.service"])
def test_what_starts_the_app_switches_the_telemetry_off_as_well(path: str) -> None:
    assert "ORT_DISABLE_TELEMETRY=1" in (ROOT / path).read_text(encoding="utf-8")


def folder_arrows() -> dict[str, set[str]]:
    """Folder of ``companion`` and the other folders whose modules it imports."""
    folder_of = {dotted(path): path.parent.relative_to(PACKAGE).as_posix() for path in modules()}
    del folder_of["companion"]  # its version and what façades are made with, for whoever asks
    arrows: dict[str, set[str]] = {}
    for path in modules():
        own = path.parent.relative_to(PACKAGE).as_posix()
        for name in imports_of(path).names:
            while name and name not in folder_of:
                name = name.rpartition(".")[0]
            arrows.setdefault(own, set()).add(folder_of.get(name, own))
    return {own: others - {own} for own, others in arrows.items()}


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_no_folders_import_each_other_in_a_circle() -> None:
    reached = folder_arrows()
    for between in list(reached):
        for used in reached.values():
            if between in used:
                used |= reached[between]
    assert {own for own, used in reached.items() if own in used} == set()


FACADES = (
    "calibration",
    "devices",
    "share/feed",
    "share/album",
    "share/voice",
    "share/web",
    "club",
    "rules",
    "players",
    "text",
    "journal/statistics",
    "journal",
)
"""Rooms whose package names all that others may use; the inner one stands first."""


def inside(room: str) -> Set[str]:
    """Dotted names of the modules behind a façade, but for façades of their own."""
    behind = {dotted(path) for path in (PACKAGE / room).rglob("*.py")}
    own = {f"companion.{each.replace('/', '.')}" for each in FACADES if each.startswith(room)}
    return behind - own


def facade_passed_by(path: Path) -> Set[str]:
    """Modules that are imported past the façade of their room, or reached through it."""
    relative, imports = path.relative_to(ROOT).as_posix(), imports_of(path)
    past = set()
    for room in FACADES:
        if not relative.startswith(f"companion/{room}/"):
            package, behind = f"companion.{room.replace('/', '.')}", inside(room)
            past |= {*imports.modules, *imports.names} & behind
            if package in imports.names:
                whole = package.rpartition(".")[2]
                past |= {each for each in imports.reached if f"{package}{each.removeprefix(whole)}" in behind}
    return past


def test_nobody_imports_past_a_rooms_facade() -> None:
    files = [*modules(), *(ROOT / "models").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    found = {path.relative_to(ROOT).as_posix(): facade_passed_by(path) for path in files}
    assert {name: past for name, past in found.items() if past} == {}


@pytest.mark.parametrize("room", FACADES)
def test_a_facade_gives_each_name_as_its_module_has_it(room: str) -> None:
    package = f"companion.{room.replace('/', '.')}"
    facade, imported = import_module(package), imports_of(PACKAGE / room / "__init__.py").names
    named = {
        name.rpartition(".")[2]: name.rpartition(".")[0] for name in imported if name.startswith(package)
    }
    assert named.keys() == set(facade.__all__)
    for name, module in named.items():
        assert getattr(facade, name) is getattr(import_module(module), name), name


def test_every_facade_hands_its_names_out_lazily_by_the_one_helper() -> None:
    by_hand = [path for path in modules() if "def __getattr__" in path.read_text(encoding="utf-8")]
    assert by_hand == []


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
    allowed = {"networks", *STAGES[: STAGES.index(stage) + 1]}
    for path in (PACKAGE / "recognition" / stage).glob("*.py"):
        used = {
            name.removeprefix(prefix).split(".")[0]
            for name in imports_of(path).names
            if name.startswith(prefix)
        }
        assert used & others <= allowed, path
        assert "eye" not in used, path


def test_every_file_of_the_commands_is_a_command_and_nothing_else() -> None:
    files = {path.stem for path in (PACKAGE / "cli").glob("*.py")} - {"__init__"}
    assert files == {MODULE_OF.get(name, name) for name in COMMANDS}


def modules_of_play_in(names: Set[str]) -> set[str]:
    """The parts of a module's imports that follow ``companion.play``."""
    prefix = "companion.play."
    return {name.removeprefix(prefix) for name in names if name.startswith(prefix)}


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


def test_each_mode_of_a_table_is_a_folder_of_one_shape() -> None:
    modes = {each for each in (PACKAGE / "play" / "modes").iterdir() if (each / "__init__.py").exists()}
    tables = {each.name: {file.stem for file in each.glob("*.py")} for each in modes}
    assert "dice" in tables
    del tables["history"]  # kept games lie over any table
    lacking = {name: {"state", "mode", "views"} - files for name, files in tables.items()}
    assert {name: files for name, files in lacking.items() if files} == {}

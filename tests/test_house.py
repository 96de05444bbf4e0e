"""The house keeps its arrows: every import of every module is read and held to the picture."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "companion"

MAY_IMPORT = {
    "frame": set(),
    "reading": set(),
    "card_reading": {"reading"},
    "panel": set(),
    "assets": set(),
    "on_disk": set(),
    "picture": set(),
    "toml_text": set(),
    "rules": set(),
    "journal": {"rules", "on_disk", "toml_text"},
    "calibration": {"frame", "reading", "on_disk", "picture", "toml_text"},
    "recognition": {
        "rules",
        "calibration",
        "frame",
        "reading",
        "card_reading",
        "assets",
        "on_disk",
        "picture",
    },
    "hardware": {"frame", "calibration", "assets", "panel", "on_disk", "picture", "toml_text"},
    "play": {"journal", "rules", "frame", "reading", "card_reading", "panel"},
    "ui": {"play", "frame", "reading", "card_reading", "assets", "panel"},
    "rehearsal": {"play", "rules", "journal", "hardware", "frame", "reading", "commands", "ui"},
}
"""Room and the rooms that it may import; ``commands`` and ``__main__`` may import them all."""

COMPOSITION = {"commands", "__main__", "__init__"}

ONLY_IN = {
    "kivy": {"ui", "rehearsal"},
    "picamera2": {"hardware"},
    "libcamera": {"hardware"},
    "gpiozero": {"hardware"},
    "onnxruntime": {"recognition"},
    "cv2": {"picture", "recognition", "calibration", "hardware", "commands"},
    "sqlite3": {"journal"},
    "threading": {"picture", "play", "hardware", "ui", "commands"},
}
"""Library and the rooms that may import it."""

DEVELOPMENT_ONLY = {"torch", "mitsuba", "trimesh", "manifold3d", "onnx", "pytest", "hypothesis"}

LONGEST_FILE = 400


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.relative_to(ROOT)}: relative imports hide the arrows"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def companion_rooms(names: set[str]) -> set[str]:
    parts = (name.split(".") for name in names if name.startswith("companion."))
    return {each[1] for each in parts} - {"__version__"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_what_its_room_may(path: Path) -> None:
    room = room_of(path)
    if room in COMPOSITION:
        return
    assert companion_rooms(imports_of(path)) - {room} <= MAY_IMPORT[room]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_library_stays_in_its_room(path: Path) -> None:
    tops = {name.split(".")[0] for name in imports_of(path)}
    assert not {top for top in tops & ONLY_IN.keys() if room_of(path) not in ONLY_IN[top]}
    assert not tops & DEVELOPMENT_ONLY


def test_only_the_module_that_switches_its_telemetry_off_imports_onnx_runtime_first() -> None:
    quiet, loud = "companion.recognition.inference", []
    for folder in ("companion", "models", "tests", "hardware", "calibration"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            names = imported_in_order(path)
            runtime = [at for at, name in enumerate(names) if name.split(".")[0] == "onnxruntime"]
            if runtime and quiet not in names[: runtime[0]]:
                loud.append(path.relative_to(ROOT).as_posix())
    assert loud == [f"{quiet.replace('.', '/')}.py"]


def test_onnx_runtime_is_imported_only_after_its_switch_is_set() -> None:
    text = (PACKAGE / "recognition" / "inference.py").read_text(encoding="utf-8")
    assert 0 < text.index('os.environ["ORT_DISABLE_TELEMETRY"] = "1"') < text.index("\nimport onnxruntime\n")


def imported_in_order(path: Path) -> list[str]:
    """The modules that a file names in its imports, from its first line to its last."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.lineno, node.module or ""))
    return [name for _, name in sorted(found)]


@pytest.mark.parametrize("path", ["run", ".ci/run", "hardware/cups-up.service"])
def test_what_starts_the_app_switches_the_telemetry_off_as_well(path: str) -> None:
    assert "ORT_DISABLE_TELEMETRY=1" in (ROOT / path).read_text(encoding="utf-8")


def test_the_rules_are_pure() -> None:
    allowed = {
        "__future__", "abc", "bisect", "collections", "companion", "dataclasses", "enum", "functools",
        "itertools", "math", "operator", "types", "typing",
    }  # fmt: skip
    for path in modules():
        if room_of(path) == "rules":
            tops = {name.split(".")[0] for name in imports_of(path)}
            assert tops <= allowed, f"{path.name} imports {sorted(tops - allowed)}"


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
            name.removeprefix(prefix).split(".")[0] for name in imports_of(path) if name.startswith(prefix)
        }
        assert used & others <= allowed, path
        assert "eye" not in used, path

"""The pins: exact, with the hash of every wheel that matters, and no address."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
FILES = (
    "requirements.txt",
    "requirements-screens.txt",
    "requirements-build.txt",
    "requirements-docs.txt",
    "requirements-test.txt",
)
HASH = re.compile(r" +--hash=sha256:([0-9a-f]{64})")


def pins_of(name: str) -> dict[str, list[str]]:
    """Pin, as it is written, and its hashes."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        text = line.removesuffix("\\").rstrip()
        hashed = HASH.fullmatch(text)
        if hashed:
            list(found.values())[-1].append(hashed[1])
        elif not text.startswith("#"):
            found[text] = []
    return found


@pytest.mark.parametrize("name", FILES)
def test_every_pin_is_exact_and_has_its_hashes(name: str) -> None:
    pins = pins_of(name)
    assert pins
    assert [pin for pin, hashes in pins.items() if not hashes or len(set(hashes)) < len(hashes)] == []
    specifiers = [str(Requirement(pin).specifier) for pin in pins]
    assert [each for each in specifiers if not re.fullmatch(r"==[^=*,]+", each)] == []


@pytest.mark.parametrize("name", FILES)
def test_the_pins_name_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"https?://|--index|--find-links", text)


@pytest.mark.parametrize(("package", "pythons"), [("kivy", 3), ("onnxruntime", 4)])
def test_a_compiled_package_has_hashes_for_each_python_on_two_machines(package: str, pythons: int) -> None:
    pins = pins_of("requirements.txt")
    assert [len(hashes) for pin, hashes in pins.items() if pin.startswith(f"{package}==")] == [2 * pythons]


def test_one_package_has_one_version_everywhere() -> None:
    pins = {pin for name in FILES for pin in pins_of(name) if ";" not in pin}
    names = [pin.split("==")[0] for pin in pins]
    assert [name for name in names if names.count(name) > 1] == []


def test_what_the_project_asks_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    asked = {
        ("requirements.txt",): project["project"]["dependencies"],
        ("requirements-screens.txt",): extras["mqtt"] + extras["scoreboard"],
        ("requirements-build.txt",): project["build-system"]["requires"],
        ("requirements-docs.txt",): project["dependency-groups"]["docs"],
        ("requirements-screens.txt", "requirements-test.txt"): project["dependency-groups"]["test"],
    }
    for names, requirements in asked.items():
        pinned = {Requirement(pin).name for name in names for pin in pins_of(name)}
        assert {Requirement(each).name for each in requirements} <= pinned


def _hashing() -> object:
    spec = importlib.util.spec_from_file_location("hash_pins", ROOT / ".ci" / "hash_pins.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LISTED = [
    {"filename": name, "hashes": {"sha256": name}}
    for name in (
        "thing-1.0-cp310-cp310-manylinux_2_17_x86_64.whl",
        "thing-1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "thing-1.0-cp312-cp312-manylinux_2_28_aarch64.whl",
        "thing-1.0-cp312-cp312-manylinux_2_40_aarch64.whl",
        "thing-1.0-cp312-cp312-musllinux_1_2_x86_64.whl",
        "thing-1.0-cp311-abi3-manylinux_2_28_x86_64.whl",
        "thing-1.0-cp313-cp313-win_amd64.whl",
        "thing-1.0-cp313-cp313-linux_armv7l.whl",
        "thing-1.1-cp312-cp312-manylinux_2_28_aarch64.whl",
        "thing-1.0-py3-none-any.whl",
        "thing-1.0.tar.gz",
    )
]


@pytest.mark.parametrize(
    ("pin", "chosen"),
    [
        ("thing==1.0", [1, 5, 2, 9]),
        ("thing==1.0 ; python_full_version >= '3.12'", [5, 2, 9]),
        ("thing==1.0 ; platform_machine == 'aarch64'", [2, 9]),
    ],
)
def test_the_wheels_that_matter_are_chosen(pin: str, chosen: list[int]) -> None:
    assert _hashing().hashes(Requirement(pin), LISTED) == sorted(LISTED[at]["filename"] for at in chosen)


def test_only_where_there_is_no_wheel_the_source_archive_counts() -> None:
    assert _hashing().hashes(Requirement("thing==1.0"), [LISTED[0], LISTED[-1]]) == ["thing-1.0.tar.gz"]

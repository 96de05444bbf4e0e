"""What a package index shows of the project, and the names of its command."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from trove_classifiers import classifiers

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _loaded(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("loaded", ROOT / path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _readme_alone(text: str) -> str:
    return _loaded("hatch_build.py").readme_alone(text)


def test_a_release_names_the_address_to_clone_from_and_the_repository_none() -> None:
    readme, filled = (ROOT / "README.md").read_text(encoding="utf-8"), _loaded(".ci/release.py").with_address
    assert filled(readme, "") == readme
    told = filled(readme, "https://forge.example/cups-up.git")
    assert "    git clone https://forge.example/cups-up.git cups-up && cd cups-up\n" in told
    assert "ADDRESS" not in told
    with pytest.raises(SystemExit):
        filled("# Cups Up", "https://forge.example/cups-up.git")


def test_a_package_names_its_home_where_the_release_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    hook = _loaded("hatch_build.py").CustomMetadataHook(str(ROOT), {})
    for address, urls in (
        ("", {}),
        ("https://forge.example/cups-up", {"Homepage": "https://forge.example/cups-up"}),
    ):
        monkeypatch.setenv("CUPS_UP_ADDRESS", address)
        metadata: dict[str, object] = {}
        hook.update(metadata)
        assert metadata["urls"] == urls


def test_the_command_has_two_names() -> None:
    assert PROJECT["scripts"]["cups-up"] == PROJECT["scripts"]["companion"]


def test_every_name_on_the_librarys_pages_can_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pdoc", reason="./run docs installs it")
    monkeypatch.setattr("sys.argv", ["pages.py", str(tmp_path)])
    pages = _loaded(".ci/pages.py")
    monkeypatch.setattr(pages, "ROOMS", ("players", "recognition"))
    pages.main()
    text = (tmp_path / "companion" / "recognition.html").read_text(encoding="utf-8")
    assert all(f'id="{name}"' in text for name in ("Eye", "load_photo", "CardEye"))


def test_the_classifiers_are_those_that_there_are() -> None:
    assert set(PROJECT["classifiers"]) <= classifiers
    assert PROJECT["keywords"]


def test_no_link_of_the_packages_readme_leads_nowhere() -> None:
    text = _readme_alone((ROOT / "README.md").read_text(encoding="utf-8"))
    assert re.findall(r"\]\((?!https?://|#)", text) == []
    assert text.startswith("# Cups Up\n")
    assert "The model card has the figures" in text.replace("\n", " ")


def test_pictures_go_and_tables_of_words_stay() -> None:
    table = "| | |\n|---|---|\n| [a](b.md) | c |\n"
    pictures = "| | |\n|---|---|\n| ![a](b.png) | ![c](d.png) |\n"
    assert _readme_alone(f"x\n\n{pictures}\n{table}") == f"x\n\n{table.replace('[a](b.md)', 'a')}"
    assert _readme_alone("[a](https://b.example/)") == "[a](https://b.example/)"

"""The language: named before the command, else the environment's, in gettext's own order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.terminal import arguments
from companion.cli.terminal.command_line import COMMANDS
from companion.text import catalogue as catalogues
from companion.text import known_language, language_of, languages, use_language
from companion.text.catalogue import VARIABLES, catalogue_of

GERMAN = r"""
msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "games.none"
msgstr "Noch keine Spiele."

msgid "parser.usage"
msgstr "Aufruf so:"

msgid "parser.options"
msgstr "Optionen"

msgid "command_line.no_command"
msgstr "es gibt keinen Befehl {name}"

msgid "quoted"
msgstr "„{words}“"
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language beside English, with a few sentences."""
    shipped = catalogues.path_of("en")
    for language, text in (("de", GERMAN), ("pt_BR", GERMAN), ("en", shipped.read_text(encoding="utf-8"))):
        path = tmp_path / "locales" / language / "LC_MESSAGES" / shipped.name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    for each in VARIABLES:
        monkeypatch.delenv(each, raising=False)
    catalogue_of.cache_clear()
    monkeypatch.setattr(catalogues, "LOCALES", tmp_path / "locales")
    yield
    monkeypatch.undo()
    catalogue_of.cache_clear()
    use_language("en")


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8@euro"}, "de"),
        ({"LC_MESSAGES": "de", "LANG": "en"}, "de"),
        ({"LC_ALL": "en", "LC_MESSAGES": "de"}, "en"),
        ({"LANGUAGE": "tlh:de:en", "LC_ALL": "en"}, "de"),
        ({"LANGUAGE": "", "LANG": "de"}, "de"),
        ({"LANGUAGE": "tlh", "LANG": "de"}, "en"),
        ({"LANGUAGE": "C:de"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "pt_BR"),
        ({"LANG": "pt_PT.UTF-8"}, "en"),
        ({"LANG": "../../etc"}, "en"),
    ],
)
def test_the_environment_chooses_and_what_nobody_knows_is_english(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language


@pytest.mark.usefixtures("german")
def test_a_language_is_known_whatever_its_capitals_and_country() -> None:
    assert [known_language(each) for each in ("DE", "de-AT", "pt-br", "", "tlh")] == [
        "de", "de", "pt_BR", None, None,
    ]  # fmt: skip


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("words", [["--language", "de"], ["--language=de"], ["--language", "de_DE.UTF-8"]])
def test_the_language_is_named_before_the_command(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "games"]) == 0
    assert capsys.readouterr().out == "Noch keine Spiele.\n"
    assert main([*words, "games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"games": []}
    assert main(["games"]) == 0
    assert capsys.readouterr().out == "No games yet.\n"


@pytest.mark.usefixtures("german")
def test_without_a_name_the_environment_is_followed_and_a_name_is_stronger(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert main(["games"]) == 0
    assert main(["--language", "en", "games"]) == 0
    assert capsys.readouterr().out == "Noch keine Spiele.\nNo games yet.\n"
    monkeypatch.setenv("LANG", "tlh")
    assert main(["games"]) == 0
    assert capsys.readouterr() == ("No games yet.\n", "")


@pytest.mark.usefixtures("german")
def test_help_and_refusals_follow_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", "de", "games", "--help"])
    told = capsys.readouterr().out
    assert told.startswith("Aufruf so: cups-up games [-h]")
    assert "\nOptionen:\n" in told
    assert main(["--language", "de", "karten"]) == 2
    assert "es gibt keinen Befehl „karten“" in capsys.readouterr().err
    assert main(["--language", "de", "--help"]) == 0
    overview = capsys.readouterr().out
    assert all(f"  {name} " in overview for name in COMMANDS)


@pytest.mark.usefixtures("german")
def test_a_language_that_is_not_there_is_refused_with_those_that_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--language", "tlh", "games"]) == 2
    assert main(["--language=", "games"]) == 2
    assert main(["--language"]) == 2
    needs = "cups-up: --language needs a language; there are: de, en, pt_BR\n"
    assert capsys.readouterr() == (
        "", f"cups-up: there is no language “tlh” here; there are: de, en, pt_BR\n{needs}{needs}",
    )  # fmt: skip


@pytest.mark.usefixtures("german")
def test_every_catalogue_in_the_folder_is_a_language() -> None:
    assert languages() == ("de", "en", "pt_BR")


def test_a_text_of_argparse_that_has_no_id_stays_as_it_is() -> None:
    assert arguments.words_for("conflicting subparser: %s") == "conflicting subparser: %s"

"""No sentence of the terminal stands outside the catalogue: a language of accents shows it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.arena import BOTS
from companion.cli.terminal.command_line import COMMANDS
from companion.rules import HOUSE, LIAR_LIAR, RULESETS, RUN_HIT_ONCE
from companion.text import catalogue as catalogues
from companion.text.catalogue import catalogue_of
from tests.text.pseudo import LANGUAGE, plain_words, pseudo, write_pseudo

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDS = ROOT / "tests" / "games" / "records"
PHOTO = str(ROOT / "docs" / "pictures" / "table.jpg")
GAMES = {each.name: each.title for each in (*RULESETS.values(), HOUSE, LIAR_LIAR)}

EXEMPT: tuple[tuple[str, Sequence[str]], ...] = (
    ("a name of this app", ("Cups Up", "cups-up", "companion")),
    ("a name of others", ("Python", "GPIO", "webcam")),
    ("a game, by its name and title in the record", (*GAMES, *GAMES.values())),
    ("commands, where all of them are listed", (", ".join(COMMANDS),)),
    ("players", ("Ann", "Bob", "Cleo", "Cy", "Joe")),
    (
        "files",
        (
            "games.sqlite3",
            "game.jsonl",
            "panel.toml",
            "gone.json",
            "lens-board-a4.pdf",
            "corner-marks-a4.pdf",
        ),
    ),
    ("folders", ("/opt/cups-up", "/proc", "/home", "out/demo-")),
    ("areas, as --area wants them", ("lost_dice", "board", "out")),
    ("a command to repeat", ("teach NAME 1=A.jpg … 6=F.jpg",)),
    ("what one writes to name a bot", tuple(BOTS)),
    ("words that a figure of a rehearsal is made of, as in its JSON", ("'median'", "'p95'", "'max'")),
)
"""What is not translated, and why; nor are options, stand-ins, and what was given on the command line."""

OPTION = re.compile(r"(?<!\w)--?[a-z][\w-]*")
RECORD = str(RECORDS / "rh-spot-on-wins-a-die-back.jsonl")

WRONG_WORDS = (
    ["shuffle"], ["gmes"], ["read"], ["games", "--no-such"], ["count", "--at-least", "9"],
    ["demo", "--rules", "x"], ["demo", "--players", "9"], ["play", "--size", "3"],
    ["play", "--size", "100x100"], ["play", "--rotate", "7"], ["calibrate", "--corners", "1"],
    ["calibrate", "--die", "x"], ["calibrate", "--area", "a"], ["stats", "--since", "x"],
    ["stats", "--csv", "--json"], ["bench", "--threads", "0"], ["rules", "x", "--json=3"], ["rules", "poker"],
    ["read-cards", "--decks", "9", "x"], ["update", "x", "--back"], ["read", "--empty", "x", "y"],
    ["count", "--watch", "x"], ["teach"], ["teach", "skulls"], ["teach", "skulls", "1=x"],
    ["teach", "skulls", "7=x"], ["export", "99"], ["games", "--show", "1"], ["games", "--forget", "1"],
    ["tables", "list", "den"], ["replay", "gone.jsonl"], ["replay", "."], ["import", "gone.jsonl"],
    ["count", "gone.png"], ["read", "gone.png", "."], ["panel", "gone.toml", "--wires"],
    ["calibrate", "--pictures", "."], ["calibrate", "--again", "den"], ["rehearse", "--camera", "gone"],
    ["update", "gone", "--home", "here"], ["board", "--out", "/proc/gone"], ["play", "--camera", "none"],
    ["count", "--camera", "gone"], ["calibrate", "--camera", "none"],
)  # fmt: skip
ORDINARY = (
    ["--version"], ["rules"], *(["rules", name] for name in GAMES), ["games"], ["stats"],
    ["journal", "check"], ["tables"], ["calibrate", "--list"], ["teach", "--list"],
    ["update", "--home", "here"], ["doctor", "--camera", "none"], ["board", "--out", "here"],
    ["doctor", "--camera", "simulated"], ["panel", "panel.toml", "--wires"],
    ["panel", "panel.toml", "--once"],
    ["count", PHOTO, "--at-least", "4"], ["count", "--camera", "simulated"], ["read", PHOTO],
    ["read-cards", PHOTO],
)  # fmt: skip
LONG = (
    ["demo", "--fast", "--rounds", "1", "--out", "here"], ["rehearse", "--evenings", "1", "--rounds", "1"],
)  # fmt: skip

CARD_EVENTS = (
    "hand", "draw", "quest", "answer", "decide", "show", "meld", "hit", "discard", "give", "swap",
    "reshuffle", "play_out", "correct", "undo", "left",
)  # fmt: skip
"""Where a record has an event that is none, these are listed."""

Leaks = Callable[..., list[str]]


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The catalogues of English and of the pseudo-language, each read once for all commands."""
    folder = tmp_path_factory.mktemp("pseudo") / "locales"
    write_pseudo(folder)
    catalogue_of.cache_clear()
    yield folder
    catalogue_of.cache_clear()


@pytest.fixture
def leaks(
    locales: Path,
    tmp_path: Path,
    own_home: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Leaks:
    """Runs a command in the pseudo-language, and gives the lines with words that no catalogue has."""
    here = tmp_path / "here"
    here.mkdir()
    (here / "panel.toml").write_text("buzzer = 12\n", encoding="utf-8")
    monkeypatch.setattr(catalogues, "LOCALES", locales)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.chdir(here)

    def run(*words: str, exempt: Iterable[str] = ()) -> list[str]:
        with pytest.raises(SystemExit) as ended:
            raise SystemExit(main(["--language", LANGUAGE, *words]))
        printed = "".join(capsys.readouterr())
        assert printed, f"{words} printed nothing, and ended with {ended.value.code}"
        named = (str(each) for each in (tmp_path, own_home))
        return _leaks(re.sub("|".join(map(re.escape, named)), "", printed), (*words, *exempt))

    return run


def _leaks(printed: str, given: Sequence[str]) -> list[str]:
    usage, told = _usage_and_rest(printed)
    syntax = set(plain_words(usage))
    texts = (
        *(text for _, texts in EXEMPT for text in texts),
        *given,
        *map(os.path.basename, given),
    )
    for text in sorted(filter(None, texts), key=len, reverse=True):
        told = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", "", told)
    told = OPTION.sub("", told)
    return [line for line in told.splitlines() if set(plain_words(line)) - syntax]


def _usage_and_rest(printed: str) -> tuple[str, str]:
    """The lines that show how a command is written, whose words are its syntax, and all others."""
    usage: list[str] = []
    rest: list[str] = []
    lines = usage if printed.startswith(pseudo("usage:")) else rest
    for line in printed.splitlines():
        if lines is usage and usage and not line.startswith(" "):
            lines = rest
        lines.append(line)
    return "\n".join(usage), "\n".join(rest)


def _named(words: list[str]) -> str:
    return " ".join(words).replace(str(ROOT), "").replace("/", "-")


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_comes_from_the_catalogue(name: str, leaks: Leaks) -> None:
    assert leaks(name, "--help") == []


def test_the_overview_comes_from_the_catalogue(leaks: Leaks) -> None:
    assert leaks("--help", exempt=COMMANDS) == []


@pytest.mark.slow
@pytest.mark.parametrize("words", WRONG_WORDS, ids=_named)
def test_a_refusal_comes_from_the_catalogue(words: list[str], leaks: Leaks) -> None:
    meant = ("games",) if words == ["gmes"] else (f"cups-up help {words[0]}", "PHOTO")
    assert leaks(*words, exempt=meant) == []


@pytest.mark.slow
@pytest.mark.parametrize("words", ORDINARY, ids=_named)
def test_what_a_command_prints_comes_from_the_catalogue(words: list[str], leaks: Leaks) -> None:
    options = [option for game in (*RULESETS.values(), HOUSE) for option in game.options]
    options.append(RUN_HIT_ONCE)
    record = [str(word) for each in options for word in (each.name, *map(_in_json, each.values))]
    assert leaks(*words, exempt=(*record, "target") if words[0] == "rules" else ()) == []


def _in_json(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_a_kept_game_and_its_figures_come_from_the_catalogue(leaks: Leaks) -> None:
    home = ("--home", "home")
    for words in (
        ("import", RECORD), ("games",), ("games", "--show", "1"), ("stats",), ("stats", "--player", "Zed"),
        ("export", "1", "--out", "home"), ("export", "1", "--out", "home/games.sqlite3"),
        ("journal", "check"), ("stats", "--forget", "Ann"), ("games", "--forget", "1"),
    ):  # fmt: skip
        assert leaks(*words, *home) == []


REPLAYED = sorted(RECORDS.glob("*.jsonl"))[::6]
FIRST_OF = 6
"""Of so many replayed records the quick tests take one."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=pytest.mark.slow if number % FIRST_OF else ())
        for number, path in enumerate(REPLAYED)
    ],
)
def test_a_replayed_record_comes_from_the_catalogue(path: Path, leaks: Leaks) -> None:
    names = {*re.findall(r'"(\w+)"', path.read_text(encoding="utf-8-sig", errors="replace")), *CARD_EVENTS}
    assert leaks("replay", str(path), exempt=names) == []


@pytest.mark.slow
@pytest.mark.parametrize("words", LONG, ids=_named)
def test_a_demonstration_and_a_rehearsal_come_from_the_catalogue(words: list[str], leaks: Leaks) -> None:
    keys = [] if words[0] == "demo" else ["light", "on"]
    assert leaks(*words, exempt=keys) == []


def test_a_word_outside_the_catalogue_is_found() -> None:
    assert _leaks(f"{pseudo('No games yet.')}\nNo games yet.\n", ("games",)) == ["No  yet."]
    assert _leaks(f"{pseudo('usage:')} cups-up games [--show GAME]\n{pseudo('Shows')} GAME or two", ()) == [
        f"{pseudo('Shows')} GAME or two"
    ]


def test_the_pseudo_language_keeps_placeholders_and_is_a_third_longer() -> None:
    assert pseudo("{count:words} dice, {player}") == "{count:words} đíçé, {player}··"
    assert plain_words(pseudo("Every word of this sentence.")) == []

"""What was counted of a game is used again only while the game stands as it was counted."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from companion.__main__ import main
from companion.cli.wiring.journal import journal_path
from companion.journal import Store, summary_of, text_of
from companion.journal.kept_games import FORMAT, TallyShelf, tally_file
from companion.journal.statistics import figures
from companion.journal.statistics.tally import tally_in, tally_of
from companion.rules import AnyEvent, Challenged, Discarded, GameBegun, RevealCorrected, Undone, dice_game
from tests.journal.statistics.counted_again import count_again
from tests.journal.statistics.evenings import random_game, write_journal
from tests.journal.statistics.test_figures import COUNTED, SEEDS

MOMENT = datetime(2026, 11, 24, tzinfo=UTC)


def told(capsys: pytest.CaptureFixture[str]) -> dict:
    capsys.readouterr()
    assert main(["stats", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def told_anew(capsys: pytest.CaptureFixture[str]) -> dict:
    """The figures without anything that was kept of them."""
    tally_file(journal_path()).unlink(missing_ok=True)
    return told(capsys)


def keep(games: int) -> None:
    write_journal(journal_path(), tuple(random_game(seed) for seed in range(games)))


def fail_to_count(*_: object) -> None:
    raise AssertionError("counted again")


@pytest.mark.slow
def test_what_is_kept_agrees_with_a_script_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(len(SEEDS))
    first = told(capsys)
    monkeypatch.setattr(figures, "tally_of", fail_to_count)
    again = told(capsys)
    assert again == first
    records = [random_game(seed) for seed in SEEDS]
    counted = count_again([(text_of(each.events), summary_of(dice_game(each.game))) for each in records])
    assert {each["name"]: {key: each[key] for key in COUNTED} for each in again["players"]} == {
        name: {key: counts[key] for key in COUNTED} for name, counts in counted.items()
    }


@pytest.mark.parametrize("seed", range(20))
def test_a_tally_comes_back_from_its_text(seed: int) -> None:
    tally = tally_of(figures.played_game(random_game(seed).live_events))
    assert tally_in(json.loads(json.dumps(tally.told))).told == tally.told


@pytest.mark.parametrize("wrong", [None, 3, [1], [1, None, [[1]]], [1, None, [[[1], [2], 0.0, None]]]])
def test_a_text_that_is_no_tally_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="must be"):
        tally_in(wrong)


def test_an_undo_an_import_and_a_forgotten_name_or_game_are_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    keep(6)
    before = told(capsys)
    with Store(journal_path(), lambda: MOMENT) as store:
        game = next(each.id for each in store.games() if store.load(each.id).may_undo)
        store.append(game, Undone())
    undone = told(capsys)
    assert undone != before
    assert undone == told_anew(capsys)
    with Store(journal_path(), lambda: MOMENT) as store:
        store.import_record(text_of(random_game(77).events).encode())
    more = told(capsys)
    assert more["games"] == 7
    assert more == told_anew(capsys)
    assert main(["stats", "--forget", "Ann"]) == 0
    assert not tally_file(journal_path()).exists()
    nameless = told(capsys)
    assert "Ann" not in [each["name"] for each in nameless["players"]]
    assert nameless == told_anew(capsys)
    assert main(["games", "--forget", "2"]) == 0
    assert not tally_file(journal_path()).exists()
    fewer = told(capsys)
    assert fewer["games"] == 6
    assert fewer == told_anew(capsys)


@pytest.mark.parametrize(
    ("begun", "forbidden"),
    [
        (GameBegun("milton-bradley", ("Ann", "Bob"), (), 0), Challenged(0)),
        (GameBegun("milton-bradley", ("Ann", "Bob"), (), 0), RevealCorrected(((5,) * 5,) * 2)),
        (GameBegun("liar-liar", ("Ann", "Bob")), Discarded(0)),
    ],
)
def test_a_game_with_a_sealed_line_that_the_rules_forbid_is_not_counted(
    capsys: pytest.CaptureFixture[str], begun: GameBegun, forbidden: AnyEvent
) -> None:
    keep(2)
    before = told(capsys)
    with Store(journal_path(), lambda: MOMENT) as store:
        store.append(store.begin_game(begun), forbidden)
        games = store.kept_games()
        shelf = TallyShelf(tally_file(journal_path()))
        assert figures.tallies_of(games, store, shelf, games).keys() == {1, 2}
    assert told(capsys) == before


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"format": 0, "games": {}}', f'{{"format": {FORMAT}, "games": {{"1": 3}}}}', "[" * 9999],
)
def test_a_file_that_is_none_is_counted_anew(capsys: pytest.CaptureFixture[str], text: str) -> None:
    keep(3)
    found = told(capsys)
    kept = tally_file(journal_path())
    written = kept.read_bytes()
    kept.write_text(text, encoding="utf-8")
    assert told(capsys) == found
    assert kept.read_bytes() == written


def test_a_tally_that_is_none_is_counted_once_more_and_then_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(3)
    found = told(capsys)
    kept = tally_file(journal_path())
    games = {
        game: [seal, [1, None, []]] for game, (seal, _) in json.loads(kept.read_bytes())["games"].items()
    }
    kept.write_text(json.dumps({"format": FORMAT, "games": games}), encoding="utf-8")
    assert told(capsys) == found
    monkeypatch.setattr(figures, "tally_of", fail_to_count)
    assert told(capsys) == found


def test_what_is_kept_names_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    keep(3)
    assert told(capsys)["players"][0]["name"] == "Ann"
    assert b"Ann" not in tally_file(journal_path()).read_bytes()


def test_a_line_of_an_old_journal_has_no_seal_and_its_game_is_counted_each_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    keep(2)
    with Store(journal_path(), lambda: MOMENT) as store:
        for trigger in ("event_stays", "event_kept"):
            store._connection.execute(f"DROP TRIGGER {trigger}")
        store._connection.execute("UPDATE event SET written_at = substr(written_at, 1, 25) WHERE game_id = 1")
    found = told(capsys)
    assert found["games"] == 2
    assert list(json.loads(tally_file(journal_path()).read_bytes())["games"]) == ["2"]
    assert told(capsys) == found

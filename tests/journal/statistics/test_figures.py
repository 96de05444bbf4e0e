"""Rounds, chances and figures of kept games, held against the referee and against a count of their own."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.wiring.journal import journal_path
from companion.journal import Store, summary_of, text_of
from companion.journal.statistics import Figures, chances, played_game, tally_of
from companion.journal.statistics.words import player_object
from companion.play.modes.history.mode import figures_view, names_in_games, say_ended
from companion.rules import (
    BidMade,
    Challenged,
    CupsRevealed,
    GameBegun,
    GameRecord,
    PlayerJoined,
    dice_game,
)
from companion.share.album.pages import panels
from tests.journal.statistics.counted_again import count_again, rounds_in, share, standing
from tests.journal.statistics.evenings import RULES, figures_of, random_game, write_journal

SEEDS = range(60)
COUNTED = (
    "games", "won", "bids", "challenges", "challenges_right", "challenged", "bids_held", "spot_ons",
    "spot_ons_right", "dice_lost", "dice_won_back",
)  # fmt: skip
STAR_GAME = (
    '{"event": "game", "format": 1, "rules": "milton-bradley", "players": ["Ann", "Bob"], "opener": 0}\n'
    '{"event": "bid", "player": 0, "quantity": 2, "face": 5}\n'
    '{"event": "bid", "player": 1, "quantity": 9, "face": 5}\n'
    '{"event": "undo"}\n'
    '{"event": "bid", "player": 1, "quantity": 4, "face": 5}\n'
    '{"event": "challenge", "player": 0}\n'
    '{"event": "reveal", "dice": [[5, 5, 2, 2, 1], [4, 4, 4, 4, 5]]}\n'
)


@pytest.fixture
def star_game(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text(STAR_GAME, encoding="utf-8")
    assert main(["import", str(path)]) == 0


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("rules", RULES)
def test_the_rounds_are_the_referees(rules: str) -> None:
    for seed in SEEDS:
        record = random_game(seed, rules)
        game, played = dice_game(record.game), played_game(record.live_events)
        assert tuple(each.ended for each in played.rounds if each.ended) == game.rounds
        assert played.winner == game.winner


@pytest.mark.slow
def test_the_command_counts_what_a_script_of_its_own_counts(capsys: pytest.CaptureFixture[str]) -> None:
    records = tuple(random_game(seed) for seed in SEEDS)
    write_journal(journal_path(), records)
    found = told(capsys, "stats")
    again = count_again([(text_of(each.events), summary_of(dice_game(each.game))) for each in records])
    assert found["games"] == len(records)
    assert found["rounds"] == sum(len(dice_game(each.game).rounds) for each in records)
    assert {each["name"]: {key: each[key] for key in COUNTED} for each in found["players"]} == {
        name: {key: counts[key] for key in COUNTED} for name, counts in again.items()
    }
    assert sum(each["bids"] for each in found["players"]) > 1000


@pytest.mark.parametrize(("rules", "star"), [("milton-bradley", 1), ("bluff", 6)])
def test_a_chance_is_the_share_of_all_throws_of_the_hidden_dice(rules: str, star: int) -> None:
    compared = 0
    for seed in range(40):
        record = random_game(seed, rules)
        played = played_game(record.live_events)
        lines = standing(text_of(record.events))
        for each, written in zip(played.rounds, rounds_in(lines), strict=False):
            if any(line["event"] == "show" for line in written) or each.ended is None:
                continue
            bids = [line for line in written if line["event"] == "bid"]
            for bid, chance in zip(bids, chances(each), strict=True):
                own = written[-1]["dice"][bid["player"]]
                hidden = sum(each.held) - len(own)
                if hidden > 5 or "total" in bid:
                    continue
                wild = each.ended.ones_wild
                faces = (star, bid["face"]) if wild and bid["face"] != star else (bid["face"],)
                missing = bid["quantity"] - sum(face in faces for face in own)
                assert chance == pytest.approx(share(hidden, missing, faces))
                compared += 1
    assert compared > 50


@pytest.mark.usefixtures("star_game")
def test_a_bid_that_held_is_weighed_by_what_its_maker_held(capsys: pytest.CaptureFixture[str]) -> None:
    # Bob holds one 5 of four that he bids: three of Ann's five dice must be 5s or stars, 51 of 243
    found = told(capsys, "stats")
    ann, bob = found["players"]
    assert (found["games"], found["rounds"], ann["bids"], bob["bids"]) == (1, 1, 1, 1)
    assert (bob["chance"], bob["bluffs"], bob["bluffs_caught"], bob["luck"]) == (0.2099, 1, 0, 0.7901)
    assert bob["boldest"] == {"game": 1, "round": 1, "quantity": 4, "face": 5, "chance": 0.2099}
    assert (ann["chance"], ann["bluffs"], ann["favourite_face"], ann["boldest"]) == (1.0, 0, 5, None)
    assert (ann["challenges"], ann["challenges_right"], bob["challenged"], bob["bids_held"]) == (1, 0, 1, 1)


def test_a_bid_before_a_reroll_is_not_weighed() -> None:
    rerolled = 0
    for seed in SEEDS:
        for each in played_game(random_game(seed).live_events).rounds:
            shows = [at for at, placed in enumerate(each.bids) if placed.put_out]
            if shows and each.ended is not None:
                rerolled += 1
                found = chances(each)
                assert found[: shows[-1] + 1] == (None,) * (shows[-1] + 1)
                assert None not in found[shows[-1] + 1 :]
    assert rerolled > 5


def test_one_player_since_a_day_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    records = tuple(random_game(seed) for seed in range(20))
    write_journal(journal_path(), records)
    late = [(number, played_game(each.live_events)) for number, each in enumerate(records, 1) if number > 10]
    expected = figures_of(late, "Ann")
    found = told(capsys, "stats", "--player", "Ann", "--since", "2026-01-11")
    assert (found["games"], found["players"]) == (10, [player_object(expected.players[0])])
    assert main(["stats", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    everybody = told(capsys, "stats")["players"]
    assert [(row["name"], row["bids"]) for row in rows] == [
        (each["name"], str(each["bids"])) for each in everybody
    ]


def test_who_joins_in_between_is_counted_and_found_and_shifts_nobody(
    capsys: pytest.CaptureFixture[str],
) -> None:
    record = GameRecord.begin(GameBegun("milton-bradley", ("Ann", "Bob"), (("dice", 1),), 0))
    record = record.apply(PlayerJoined("Dee", 1, 1))
    for bidder, caller, dice in ((0, 1, ((2,), (3,), (4,))), (1, 2, ((), (3,), (4,)))):
        record = record.apply(BidMade(bidder, 1, 5)).apply(Challenged(caller)).apply(CupsRevealed(dice))
    write_journal(journal_path(), (record,))
    found = told(capsys, "stats")["players"]
    assert [(each["name"], each["won"], each["bids"]) for each in found] == [
        ("Ann", 0, 1), ("Bob", 1, 0), ("Dee", 0, 1),
    ]  # fmt: skip
    with Store(journal_path(), lambda: datetime.now(UTC)) as store:
        (game,) = store.kept_games()
    assert (game.players, names_in_games((game,))) == (("Ann", "Dee", "Bob"), ("Ann", "Bob", "Dee"))
    assert say_ended(game, tally_of(played_game(record.live_events))) == "Bob has won"


def test_no_name_in_the_table_colours_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    write_journal(journal_path(), (GameRecord.begin(GameBegun("rh", ("\x1b[31mAnn", "Bob"), opener=0)),))
    assert main(["stats", "--csv"]) == 0
    names = [row.split(",")[0] for row in capsys.readouterr().out.splitlines()]
    assert names == ["name", "\\x1b[31mAnn", "Bob"]


@pytest.mark.usefixtures("star_game")
def test_figures_are_told_in_words_and_a_wrong_name_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["stats", "--player", "Bob"]) == 0
    assert capsys.readouterr().out == (
        "Games: 1. Rounds: 1.\n\nBob: one game, 0 won\n  bids: 1; challenged: 1, of these held: 1\n"
        "  challenges: 0, right: 0\n  dice lost: 0, a game: 0.0\n  favourite face: 5\n"
        "  bluffs tried: 1, caught: 0\n  chance of a bid, on average: 21%; luck: +79%\n"
        "  boldest bid that held: four 5s, with a chance of 21.0% (game 1)\n"
    )
    assert main(["stats", "--player", "Bop"]) == 1
    assert capsys.readouterr().err == (
        "cups-up stats: no kept game of dice has a player named Bop, did you mean Bob?\n"
    )
    assert main(["stats", "--player", ""]) == 1
    assert capsys.readouterr().err == 'cups-up stats: no kept game of dice has a player named ""\n'
    with pytest.raises(SystemExit, match="2"):
        main(["stats", "--since", "yesterday"])


def test_without_a_journal_there_is_nothing_to_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "stats") == {"games": 0, "rounds": 0, "players": []}
    assert not journal_path().exists()


@pytest.mark.usefixtures("star_game")
def test_a_game_is_shown_round_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "games", "--show", "1") == {
        "id": 1, "rules": "milton-bradley", "players": ["Ann", "Bob"], "winner": None, "rounds": [{
            "round": 1, "held": [5, 5],
            "bids": [{"player": 0, "quantity": 2, "face": 5}, {"player": 1, "quantity": 4, "face": 5}],
            "call": {"player": 0, "kind": "challenge"},
            "reveal": [[5, 5, 2, 2, 1], [4, 4, 4, 4, 5]],
            "count": 4, "losses": [1, 0], "winner": 1, "palafico": False,
        }],
    }  # fmt: skip
    assert main(["games", "--show", "1"]) == 0
    assert capsys.readouterr().out == (
        "Round 1\n  Ann bids two 5s\n  Bob bids four 5s\n"
        "  Ann held 5, 5, 2, 2 and star\n  Bob held 4, 4, 4, 4 and 5\n"
        "  Ann challenges Bob's bid of four 5s. Exactly four 5s! Ann loses one die.\n"
    )
    assert main(["games", "--show", "2"]) == 1


@pytest.mark.usefixtures("star_game")
def test_figures_are_drawn_as_bars(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    for name, starts in (("bars.png", b"\x89PNG"), ("bars.PDF", b"%PDF")):
        assert main(["stats", "--plot", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(starts)
        assert name in capsys.readouterr().out
    assert main(["stats", "--plot", str(tmp_path / "bars.png" / "x.png")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(SystemExit, match="2"):
        main(["stats", "--plot", "bars.gif"])


def test_the_bars_say_what_was_counted() -> None:
    played = [(number, played_game(random_game(number).live_events)) for number in range(1, 9)]
    players = figures_of(played).players
    bluffs, challenges, lost, luck = (rows for _, rows in panels(players))
    for each, *rows in zip(players, bluffs, challenges, lost, luck, strict=True):
        assert [row.name for row in rows] == [each.name] * 4
        assert rows[0].told == f"{each.bluffs_caught} of {each.bluffs}"
        assert rows[1].full == pytest.approx(each.challenges_right / each.challenges)
        assert rows[2].told == f"{each.dice_lost_a_game:.1f}"
        assert each.luck is not None
        assert (rows[3].end > 0.5) == (each.luck > 0)
    assert max(row.end for row in bluffs) == max(row.end for row in lost) == 1.0


def test_luck_has_the_same_bar_on_the_screen_and_on_the_page() -> None:
    played = [(number, played_game(random_game(number).live_events)) for number in range(1, 9)]
    first, *others = figures_of(played).players
    for players in ((first, *others), (replace(first, luck=0.001),)):
        shown = figures_view(Figures(8, 8, players), 1).bars[-1]
        drawn = panels(sorted(players, key=lambda each: (-each.games, each.name)))[-1][1][0]
        assert (shown.share, shown.told) == (drawn.end, drawn.told)
    assert drawn.end == pytest.approx(0.51)

"""``cups-up rules``: saved house rules are listed and told beside the published games."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.wiring.journal import house_shelf
from companion.journal import HouseRules
from companion.rules import RULESETS

FRIDAY = HouseRules("Friday table", (("raising", "track"), ("spot_on", "win-back")))


def test_without_saved_rules_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == [*RULESETS, "house", "liar-liar"]
    assert err == ""


def test_saved_rules_are_listed_with_what_they_play(capsys: pytest.CaptureFixture[str]) -> None:
    house_shelf().save(FRIDAY)
    assert main(["rules"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        'house           "Friday table": Five dice, bidding track, stars wild, spot on wins a die.'
    )


def test_saved_rules_are_told_by_their_name(capsys: pytest.CaptureFixture[str]) -> None:
    house_shelf().save(FRIDAY)
    assert main(["rules", "friday TABLE"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Friday table (house)\n")
    assert "The red die moves clockwise along the track" in out
    assert "Stars count as any face; a bid on stars counts stars alone." in out
    assert "spot_on_anyone: Anyone but the bidder may call it (false, true); only with spot_on" in out


def test_another_folder_has_rules_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    attic = tmp_path / "attic"
    house_shelf(attic).save(FRIDAY)
    assert main(["rules", "Friday table"]) == 2
    assert main(["rules", "Friday table", "--home", str(attic)]) == 0
    assert capsys.readouterr().out.startswith("Friday table (house)\n")


def test_an_unknown_name_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    house_shelf().save(FRIDAY)
    assert main(["rules", "Sunday"]) == 2
    assert capsys.readouterr() == (
        "",
        "Sunday: no such game; there are: milton-bradley, front-porch, cardinal, rh, perudo, bluff, house, "
        "liar-liar, "
        '"Friday table"\n',
    )


def test_a_bad_file_is_complained_of_in_one_line_and_the_rest_is_listed(
    own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house_shelf().save(FRIDAY)
    (own_home / "house-rules" / "zz.toml").write_text("format = 1\n[[")
    assert main(["rules"]) == 0
    out, err = capsys.readouterr()
    assert "Friday table" in out
    assert err.startswith("cups-up rules: The house rules zz.toml are left out: this is not TOML: ")
    assert err.count("\n") == 1


def test_a_folder_that_is_none_leaves_the_published_games(
    own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_home.mkdir()
    (own_home / "house-rules").write_text("not a folder")
    assert main(["rules", "rh"]) == 0
    assert main(["rules"]) == 0
    assert "cannot be read: a file is there, so name a folder" in capsys.readouterr().err

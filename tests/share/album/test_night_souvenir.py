"""One page for a whole night: who won how often, the awards, and who caught whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from companion.play.modes.dice.views import OverScene
from companion.rules import Call, GameRecord
from companion.share.album import PictureShelf, SouvenirKeeper
from companion.share.album.pages import MARGIN, RANKING_PX, SIZE, beside_code, page_of
from companion.share.album.souvenir import NightGame, night_page, of_one_night
from companion.share.feed import Happening
from companion.text import languages, use_language
from tests.made_views import made
from tests.share.album.test_match_souvenir import whole_match
from tests.share.album.test_souvenir import played

BEGUN = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
HOUR = timedelta(hours=1)


def game(number: int, record: GameRecord) -> NightGame:
    return NightGame(BEGUN + number * HOUR, BEGUN + number * HOUR + timedelta(minutes=20), record)


def night(names: tuple[str, ...] = ("Ann", "Ben", "Ada")) -> tuple[NightGame, ...]:
    return tuple(game(number, played(seed, names)) for number, seed in enumerate((3, 4, 5, 6)))


def test_the_night_has_the_wins_the_awards_and_the_pairs_of_its_games() -> None:
    games = night()
    told = night_page(games)
    wins = Counter(each.record.game.players[each.record.game.winner] for each in games)
    assert {each.name: each.told for each in told.ranking} == {
        name: f"{wins[name]} of 4 games won" for name in ("Ann", "Ben", "Ada")
    }
    assert [each.place for each in told.ranking] == sorted(each.place for each in told.ranking)
    assert [course[-1] for course in told.courses] == [wins[name] for name in ("Ann", "Ben", "Ada")]
    assert all(len(course) == 5 for course in told.courses)
    caught: Counter[tuple[str, str]] = Counter()
    for each in games:
        match = each.record.game
        for ended in match.rounds:
            if ended.call is Call.CHALLENGE and ended.winner == ended.by:
                caught[match.players[ended.by], match.players[ended.bid.player]] += 1
    (caller, bidder), _ = caught.most_common(1)[0]
    assert any(note.startswith(f"{caller} has caught {bidder}") for note in told.notes)
    assert any(note.startswith("Best nose: ") for note in told.notes)
    assert told.boldest is not None
    assert told.boldest[1].startswith("The boldest bid of the night: ")
    assert told.subtitle.startswith("Milton Bradley, 1987 · 2026-11-24 · 4 games · ")
    assert told.title.endswith(" wins the night!") or told.title == "The night is shared!"


def test_yesterday_and_other_peoples_games_belong_to_no_night_of_these() -> None:
    tonight = game(30, played(3))
    others = game(29, played(4, ("Cy", "Dee", "Eve")))
    assert of_one_night([game(0, played(5)), others, tonight], tonight) == (tonight,)
    assert of_one_night([game(28, played(5)), tonight], tonight) == (game(28, played(5)), tonight)
    assert of_one_night([tonight], tonight) == (tonight,)


@pytest.mark.parametrize("language", languages())
def test_it_is_drawn_whatever_the_names_and_the_games(language: str) -> None:
    use_language(language)
    names = ("Maximiliane-Luis", "Bartholomäus-Leo", "Wilhelmina-Marie")
    told = night_page((*night(names), game(5, whole_match(1))))
    page = np.asarray(page_of(told))
    assert page.shape[:2] == (SIZE[1], SIZE[0])
    assert "{" not in "".join((told.title, told.subtitle, *told.notes))


def test_in_a_crowded_night_paper_parts_the_players_rows() -> None:
    guests = [
        ("Ann", "Ben", *(f"Guest {number}" for number in range(at, at + 4))) for at in (0, 4, 8, 12, 16)
    ]
    told = night_page(tuple(game(at, played(at, names)) for at, names in enumerate(guests)))
    assert len(told.ranking) == 22
    page = np.asarray(page_of(told))
    # From within the first row to within the last one.
    inked = (page[290 : 290 + RANKING_PX - 20, MARGIN:-MARGIN] != page[0, 0]).any(axis=(1, 2))
    assert np.count_nonzero(np.diff(inked, prepend=False) & inked) == len(told.ranking)


def test_in_a_crowded_night_only_winners_have_a_line() -> None:
    told = night_page((game(0, played(0, ("Ann", "Ben"))),))
    crowded = replace(told, courses=(told.courses[0], *[(0, 0)] * 12))
    alone = replace(told, courses=told.courses[:1])
    assert max(told.courses[0]) > 0
    assert page_of(crowded) == page_of(alone)


def test_a_night_of_many_long_names_fits_its_code() -> None:
    told = night_page((game(0, played(0, ("Ann", "Ben"))),))
    many = replace(told, code="\n".join(f"{number}. {'🎲' * 16}" for number in range(60)))
    assert beside_code(page_of(many), many).size[1] == SIZE[1]


@pytest.mark.slow
def test_after_the_second_won_game_the_night_lies_beside_the_games(tmp_path: Path) -> None:
    keeper = SouvenirKeeper(tmp_path, PictureShelf(tmp_path / "pictures"))
    for number, each in enumerate(night()[:2], start=1):
        record = each.record
        keeper.on_event(Happening(number, each.begun_at, record, record.events[-1:], None))
        keeper.show(made(number, OverScene, ""))
    keeper.close()
    keeper._drawer.join(20)
    day = f"{BEGUN.astimezone():%Y-%m-%d}"
    assert sorted(each.name for each in tmp_path.glob("*.png")) == [
        f"{day}-{BEGUN.astimezone():%H%M}-night.png", f"{day}-game-1.png", f"{day}-game-2.png",
    ]  # fmt: skip

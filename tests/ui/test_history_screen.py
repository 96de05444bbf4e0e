"""The kept games by touch: searched, scrolled, opened, and deleted after a question."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import replay_record
from companion.journal.statistics import GameTally, added_up, played_game, say_game
from companion.play.base.views import PictureView
from companion.play.modes.history.mode import PAGE, figures_view, pages_of, say_ended
from companion.play.modes.history.views import (
    BackToGames,
    FindGames,
    ForgetGame,
    ForgetPerson,
    LoadGames,
    LookBack,
    OpenFigures,
    OpenGame,
    OpenSouvenir,
    Period,
    TurnFigures,
    TurnToRound,
)
from companion.play.overlays.views import BackToTable
from companion.ui.screens.history import BidColumn, GameLine
from companion.ui.widgets.sheet import PictureSheet
from companion.ui.widgets.words import written_width
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, draw_frames
from tests.ui.history_scenes import NIGHT, SamplePast, many_bids, seen, some_games

pytestmark = pytest.mark.slow

THOUSAND = 1000
RECORDS = Path(__file__).resolve().parents[1] / "games" / "records"


def many(count: int = THOUSAND) -> SamplePast:
    games = some_games()
    return SamplePast([games[at % len(games)] for at in range(count)])


def lines(table: TouchedTable) -> list[GameLine]:
    return [each for each in table.stage.walk(restrict=True) if isinstance(each, GameLine)]


def test_the_first_screen_leads_to_the_kept_games(kept_table: Opened) -> None:
    table = kept_table().show(replace(views.welcome(), may_look_back=True))
    table.tap_words("Past games")
    assert table.sent == [LookBack(1)]
    table.show(views.welcome())
    assert "Past games" not in table.words()


def test_without_a_game_there_is_nothing_to_search(kept_table: Opened) -> None:
    table = kept_table().show(seen(SamplePast([])))
    assert table.words() >= {"No game has been played yet."}
    assert "Search by name" not in table.words()
    table.show(seen(many(3)))
    assert "Search by name" in table.words()
    table.show(seen(many(3), FindGames(1, name="Nobody", period=Period.ALL)))
    assert "Nobody" in table.words(), "or nobody could search for another name"


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)])
def test_a_thousand_games_are_drawn_with_a_few_lines_from_end_to_end(
    size: tuple[int, int], kept_table: Opened
) -> None:
    table = kept_table(*size).show(seen(many()))
    newest = [line.game_id for line in lines(table)]
    assert THOUSAND in newest
    assert len(newest) < 16
    table.stage.screen.ids.games.scroll_y = 0.0
    draw_frames()
    oldest = [line.game_id for line in lines(table)]
    assert 1 in oldest
    assert len(oldest) < 16
    (asked,) = table.sent
    assert isinstance(asked, LoadGames)
    assert asked.at >= THOUSAND - 2 * PAGE


def test_games_in_sight_are_asked_for_once_for_the_same_rows(open_table: Opened) -> None:
    past = many(200)
    table = open_table().show(seen(past))
    for share in (0.5, 0.4, 0.3):
        table.stage.screen.ids.games.scroll_y = share
        draw_frames()
    (asked,) = table.sent
    table.show(seen(past, asked))
    table.stage.screen.ids.games.scroll_y = 0.5
    draw_frames()
    assert all(line.ended for line in lines(table))
    table.stage.screen.ids.games.scroll_y = 0.0
    draw_frames()
    assert [type(each) for each in table.sent] == [LoadGames, LoadGames]


def test_a_game_is_opened_by_one_touch(kept_table: Opened) -> None:
    table = kept_table().show(seen(many(3)))
    table.tap(next(line for line in lines(table) if line.game_id == 2))
    assert table.sent == [OpenGame(1, 2)]
    table.stage.lead()
    assert table.sent[-1] == BackToTable(1)


def test_games_are_looked_for_by_name_and_period(kept_table: Opened) -> None:
    table = kept_table().show(seen(many(8)))
    table.tap_words("Search by name")
    table.tap_words("Ada")
    assert table.sent == [FindGames(1, "Ada", Period.ALL)]
    table.show(replace(seen(many(8), *table.sent), number=2))
    table.tap_words("When was it?")
    table.tap_words("Today")
    assert table.sent[-1] == FindGames(2, "Ada", Period.TODAY)
    table.tap_words("Ada")
    table.tap_words("Remove")
    assert table.sent[-1] == FindGames(2, "", Period.ALL)


def test_rounds_are_turned_and_the_list_is_a_touch_away(kept_table: Opened) -> None:
    table = kept_table().show(seen(many(4), OpenGame(1, 1)))
    assert {"Ann", "6 ×"} <= table.words()
    table.tap_words("Next")
    assert table.sent == [TurnToRound(1, 1)]
    table.stage.lead()
    assert table.sent[-1] == BackToGames(1)


def test_what_was_left_before_its_first_verdict_is_at_its_first_hand_or_round() -> None:
    kept = SamplePast(some_games()).games()
    match, game = (next(each for each in kept if each.of_cards is cards) for cards in (True, False))
    assert say_ended(match, GameTally(0, None, ())) == "unfinished, hand 1"
    assert say_ended(game, GameTally(0, None, ())) == "unfinished, round 1"


def test_the_story_tells_who_left_and_who_joined_round_by_round() -> None:
    record = replay_record((RECORDS / "front-porch-one-leaves-one-joins-one-comes-back.jsonl").read_bytes())
    past = SamplePast([record])
    first, second = (seen(past, OpenGame(1, 1), TurnToRound(1, at)).scene.told for at in (0, 1))
    assert "leaves" not in first
    assert second.startswith("Ann leaves the game. Dee joins the game with two dice. Cy leaves the game.")
    played = say_game(played_game(record.live_events))
    assert played.index("Round 2") > next(at for at, line in enumerate(played) if "leaves the game" in line)


def test_a_game_goes_only_after_a_question(kept_table: Opened) -> None:
    table = kept_table().show(seen(many(4), OpenGame(1, 1)))
    table.tap_words("Delete")
    assert table.sent == []
    table.tap_words("Keep it")
    assert table.sent == []
    table.tap_words("Delete")
    table.stage.sheet.ids.answers.children[-1].dispatch("on_release")
    assert table.sent == [ForgetGame(1, 1)]


def test_the_souvenir_is_laid_over_its_game_once_it_is_drawn(kept_table: Opened) -> None:
    past = many(4)
    table = kept_table().show(seen(past, OpenGame(1, 1)))
    table.tap_words("Souvenir")
    assert table.sent == [OpenSouvenir(1)]
    table.show(replace(seen(past, OpenGame(1, 1), OpenSouvenir(1)), number=2))
    sheet = table.stage.sheet
    assert isinstance(sheet, PictureSheet)
    assert sheet.ids.picture._view is not NIGHT
    for words, night in (("The whole night", True), ("This game", False)):
        table.tap_words(words)
        assert (sheet.ids.picture._view is NIGHT) is night


def test_a_picture_takes_the_place_of_the_dice(kept_table: Opened) -> None:
    frame, _hands, marks = views.hands_of(("Ann", "Bob", "Cy"))
    proven = SamplePast(some_games(), PictureView(frame, marks, live=False))
    table = kept_table().show(seen(many(4), OpenGame(1, 1)))
    table.show(replace(seen(proven, OpenGame(1, 1)), number=2))
    screen = table.stage.screen
    assert screen.ids.picture.height > screen.height / 3
    assert screen.ids.hands.height < 2


def test_the_figures_of_the_table_and_of_each_player(kept_table: Opened) -> None:
    past = many(8)
    table = kept_table().show(seen(past))
    table.tap_words("Statistics")
    assert table.sent == [OpenFigures(1, "")]
    table.show(replace(seen(past, *table.sent), number=2))
    assert {"The table: games won", "Ann", "0 of 2"} <= table.words()
    assert "Forget name" not in table.words()
    table.tap_words("Next")
    assert table.sent[-1] == TurnFigures(2, 1)
    table.show(replace(seen(past, *table.sent), number=3))
    assert {"Alexandrine", "Games won", "Own bids that held"} <= table.words()
    table.tap_words("Forget name")
    assert table.sent[-1] == TurnFigures(2, 1)
    table.stage.sheet.ids.answers.children[-1].dispatch("on_release")
    assert table.sent[-1] == ForgetPerson(3, "Alexandrine")


@pytest.mark.parametrize(
    ("luck", "others", "share", "told"),
    [
        (0.1, 0.2, 0.75, "+10.0%"),
        (-0.2, 0.1, 0.0, "-20.0%"),
        (0.01, 0.0, 0.6, "+1.0%"),
        (0.0, 0.0, 0.5, "+0.0%"),
        (None, 0.2, 0.5, "—"),
    ],
)
def test_luck_goes_to_the_right_and_none_to_the_left(
    luck: float | None, others: float, share: float, told: str
) -> None:
    counted = added_up(many(8).counted())
    ann, *rest = pages_of(counted)
    players = (replace(ann, luck=luck), *(replace(each, luck=others) for each in rest))
    bar = figures_view(replace(counted, players=players), 1).bars[-1]
    assert (bar.share, bar.origin, bar.told) == (pytest.approx(share), 0.5, told)


def test_dice_lost_are_held_against_who_loses_most() -> None:
    counted = added_up(many(8).counted())
    ann, *rest = (replace(each, games=2, dice_lost=4) for each in pages_of(counted))
    players = (replace(ann, dice_lost=3), *rest)
    bar = figures_view(replace(counted, players=players), 1).bars[-2]
    assert (bar.share, bar.origin, bar.told) == (0.75, 0.0, "1.5")


def test_the_bars_are_as_long_as_their_part(kept_table: Opened) -> None:
    past = many(8)
    table = kept_table().show(seen(past, OpenFigures(1, "Cy")))
    figures = table.stage.view.scene
    assert [bar.told for bar in figures.bars] == [
        "0 of 2", "0 of 0", "0 of 0", "0 of 0", "0.0", "+29.9%",
    ]  # fmt: skip
    assert figures.faces == (0, 0, 0, 2, 0, 0)
    columns = [each for each in table.stage.walk(restrict=True) if isinstance(each, BidColumn)]
    assert [(column.bids, column.share) for column in columns] == [
        (0, 0.0), (0, 0.0), (0, 0.0), (2, 1.0), (0, 0.0), (0, 0.0),
    ]  # fmt: skip


def test_numbers_below_neighbouring_bars_stand_apart(kept_table: Opened) -> None:
    table = kept_table(800, 480).show(many_bids())
    draw_frames(3)
    columns = [each for each in table.stage.walk(restrict=True) if isinstance(each, BidColumn)]
    numbers = [column.children[0] for column in columns]
    assert [int(each.text) for each in numbers] == [1204, 1433, 1521, 1630, 2210, 1834, 3120]
    for one, next_one in itertools.pairwise(numbers):
        wide = sum(written_width(each.text, each.font_size, each.bold) for each in (one, next_one)) / 2
        assert next_one.center_x - one.center_x - wide >= 4

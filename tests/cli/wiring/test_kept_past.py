"""The kept games on the screen, with the journal, the pictures and the pages that a table really has."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.cli.wiring.past import AT_ONCE, KeptPast, picture_view
from companion.journal import JOURNAL_NAME, KeptGame, Store, StoreError
from companion.journal.kept_games import tally_file
from companion.journal.statistics import figures, reveals
from companion.play.base.commands import NewGame
from companion.play.base.views import Tone
from companion.play.modes.dice.views import BiddingScene
from companion.play.modes.history.mode import PAGE, found
from companion.play.modes.history.views import (
    BackToGames,
    FindGames,
    ForgetGame,
    ForgetPerson,
    HistoryScene,
    LoadGames,
    LookBack,
    OpenFigures,
    OpenGame,
    OpenSouvenir,
    Period,
    TurnFigures,
    TurnToRound,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.views import BackToTable
from companion.play.tables import Services
from companion.play.views import TableView
from companion.rules import GameBegun, dice_game
from companion.share.album import KeptPicture, PictureShelf, Proof
from companion.share.album.pictures import ProvenDie
from companion.text import say_decimal, say_losses, say_percent
from tests.journal.statistics.evenings import random_game, write_journal
from tests.play.driven import Driven

GAMES = 60
TODAY = date(2026, 3, 1)
"""The day of the last of them; the first one is of January the first."""


class Looking(Driven):
    """A controller at the first screen, given one command after another."""

    def __init__(self, journal: Store, path: Path) -> None:
        super().__init__(Services(journal, lambda: 0, past=KeptPast(journal, path)))

    def idle(self, most: int = GAMES) -> int:
        """Nobody touches anything until nothing is due, or so many times; how often something was."""
        turns = 0
        while self.controller.wait_s is not None and turns < most:
            self.controller.idle()
            turns += 1
        return turns


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of all the games, to be copied."""
    path = tmp_path_factory.mktemp("written") / JOURNAL_NAME
    write_journal(path, tuple(random_game(seed) for seed in range(GAMES)))
    return path


@pytest.fixture
def home(written: Path, tmp_path: Path) -> Path:
    shutil.copy(written, tmp_path / JOURNAL_NAME)
    return tmp_path


@pytest.fixture
def looking(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Looking]:
    monkeypatch.setattr(KeptPast, "today", lambda self: TODAY)
    path = home / JOURNAL_NAME
    with Store(path, lambda: datetime(2026, 3, 1, tzinfo=UTC)) as journal:
        yield Looking(journal, path)


def ids(view: TableView) -> list[int]:
    assert view.kind is not None
    return [row.game_id for row in view.scene.rows]


@pytest.mark.slow
def test_the_list_has_every_game_and_says_of_those_in_sight_how_they_ended(looking: Looking) -> None:
    assert looking.view.may_look_back
    view = looking.do(LookBack)
    assert (view.kind, view.message) == (HistoryScene, f"Kept games: {GAMES}")
    assert ids(view) == list(range(GAMES, 0, -1))
    first = view.scene.rows[0]
    game = dice_game(random_game(GAMES - 1).game)
    assert first.title == game.ruleset.title
    assert first.when.startswith("2026-03-01")
    assert [bool(row.ended) for row in view.scene.rows] == [at < PAGE for at in range(GAMES)]
    whole = looking.do(LoadGames, at=GAMES - 1)
    assert whole.number == view.number, "a game touched meanwhile is opened"
    for row in whole.scene.rows:
        winner = dice_game(random_game(row.game_id - 1).game).winner
        told = row.ended.endswith(" has won")
        assert told == (winner is not None), row
    assert looking.do(BackToTable).kind is WelcomeScene


@pytest.mark.parametrize(
    ("period", "wanted"),
    [
        (Period.ALL, lambda number: True),
        (Period.TODAY, lambda number: number == GAMES),
        (Period.MONTH, lambda number: number == GAMES),
        (Period.EARLIER, lambda number: number < GAMES),
    ],
)
def test_games_are_found_by_period(looking: Looking, period: Period, wanted: Callable[[int], bool]) -> None:
    looking.do(LookBack)
    assert ids(looking.do(FindGames, name="", period=period)) == [
        number for number in range(GAMES, 0, -1) if wanted(number)
    ]


def test_games_are_found_by_a_part_of_a_name(looking: Looking) -> None:
    view = looking.do(LookBack)
    assert view.scene.names[0] == "Ann"
    fewest = view.scene.names[-1]
    expected = [
        seed + 1 for seed in reversed(range(GAMES)) if fewest in dice_game(random_game(seed).game).players
    ]
    assert 0 < len(expected) < GAMES
    assert ids(looking.do(FindGames, name=fewest[:3].upper(), period=Period.ALL)) == expected
    nobody = looking.do(FindGames, name="Quentin", period=Period.ALL)
    assert nobody.scene.told == "No game was found. Look for another name, or another time."


def test_each_round_is_that_of_the_record(looking: Looking) -> None:
    looking.do(LookBack)
    number = next(seed + 1 for seed in range(GAMES) if len(dice_game(random_game(seed).game).rounds) > 3)
    record = random_game(number - 1)
    game = dice_game(record.game)
    looking.do(OpenGame, game_id=number)
    for at, ended in enumerate(game.rounds):
        view = looking.do(TurnToRound, at=at)
        story = view.scene
        assert story is not None
        assert len(view.scene.bids) == ended.bids
        assert view.scene.bids[-1].quantity == ended.bid.claim
        assert view.scene.verdict.losses == ended.losses
        assert story.told.endswith(say_losses(ended, game.players))
        hands = [tuple(slot.face for slot in hand.slots) for hand in view.scene.verdict.hands]
        assert hands == list(ended.dice)
    assert looking.do(TurnToRound, at=999).scene.at == story.rounds - 1
    assert looking.do(BackToGames).kind is HistoryScene


def test_a_kept_picture_is_shown_with_the_dice_of_the_record(looking: Looking, home: Path) -> None:
    number = next(seed + 1 for seed in range(GAMES) if dice_game(random_game(seed).game).rounds)
    record = random_game(number - 1)
    ended = dice_game(record.game).rounds[0]
    dice = tuple(
        ProvenDie((20 * at, 10 * seat, 20 * at + 8, 10 * seat + 8), face, seat, face == 1)
        for seat, faces in enumerate(ended.dice)
        for at, face in enumerate(faces)
    )
    _, jpeg = cv2.imencode(".jpg", np.full((90, 160, 3), 70, np.uint8))
    event = reveals(record.numbered_live_events)[0]
    PictureShelf(home / "pictures").keep(KeptPicture(jpeg.tobytes(), Proof(number, event, dice)))
    looking.do(LookBack)
    picture = looking.do(OpenGame, game_id=number).picture
    assert (picture.frame.width, picture.frame.height) == (160, 90)
    for seat, faces in enumerate(ended.dice):
        assert tuple(mark.face for mark in picture.marks if mark.seat == seat) == faces
    assert {mark.tone for mark in picture.marks if mark.face == 1} <= {Tone.COUNTED}
    assert looking.do(ForgetGame, game_id=number).kind is HistoryScene
    assert list((home / "pictures").iterdir()) == []


def test_a_kept_picture_that_promises_any_size_is_none() -> None:
    jpeg = bytearray(cv2.imencode(".jpg", np.full((90, 160, 3), 70, np.uint8))[1].tobytes())
    at = jpeg.index(b"\xff\xc0") + 5
    jpeg[at : at + 4] = b"\xff\xff\xff\xff"
    assert picture_view(KeptPicture(bytes(jpeg), Proof(1, 2, ()))) is None


def test_the_souvenir_of_a_game_is_drawn_when_it_is_asked_for(looking: Looking, home: Path) -> None:
    looking.do(LookBack)
    number = next(seed + 1 for seed in range(GAMES) if dice_game(random_game(seed).game).rounds)
    assert looking.do(OpenGame, game_id=number).scene.souvenir == ()
    (drawn,) = looking.do(OpenSouvenir).scene.souvenir
    assert drawn.frame.height > 1000
    assert sorted(path.suffix for path in (home / "souvenirs").iterdir()) == [".pdf", ".png"]


def test_a_game_that_is_forgotten_is_in_no_list(looking: Looking) -> None:
    saved = looking.view.scene.saved
    newest = saved[0].game_id
    looking.do(LookBack)
    looking.do(OpenGame, game_id=newest)
    view = looking.do(ForgetGame, game_id=newest)
    assert (view.kind, view.fault) == (HistoryScene, None)
    assert newest not in ids(view)
    home = looking.do(BackToTable)
    assert newest not in [game.game_id for game in home.scene.saved]
    assert len(home.scene.saved) == len(saved)


def test_a_person_that_is_forgotten_leaves_the_games(looking: Looking) -> None:
    looking.do(LookBack)
    view = looking.do(ForgetPerson, name="Ann")
    assert len(ids(view)) == GAMES
    assert "Ann" not in view.scene.names
    assert not any("Ann" in row.players for row in view.scene.rows)
    assert not any("Ann" in game.line for game in looking.do(BackToTable).scene.saved)


def fail_to_count(*_: object) -> None:
    raise AssertionError("counted again")


def test_all_games_are_counted_while_the_list_is_looked_at(
    looking: Looking, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert looking.idle() == 0
    looking.do(LookBack)
    assert looking.idle() == GAMES // AT_ONCE
    kept = json.loads(tally_file(home / JOURNAL_NAME).read_bytes())["games"]
    assert sorted(map(int, kept)) == list(range(1, GAMES + 1))
    monkeypatch.setattr(figures, "tally_of", fail_to_count)
    assert looking.do(OpenFigures, name="Ann").scene.name == "Ann"
    looking.do(BackToTable)
    looking.do(LookBack)
    assert looking.idle() == 1, "a second look has nothing to count"


def test_a_game_that_is_forgotten_while_games_are_counted_is_kept_nowhere(
    looking: Looking, home: Path
) -> None:
    looking.do(LookBack)
    assert looking.idle(most=3) == 3
    looking.do(OpenGame, game_id=GAMES)
    looking.do(ForgetGame, game_id=GAMES)
    assert not tally_file(home / JOURNAL_NAME).exists()
    assert looking.idle() > 3
    kept = json.loads(tally_file(home / JOURNAL_NAME).read_bytes())["games"]
    assert sorted(map(int, kept)) == list(range(1, GAMES))


def test_a_journal_that_cannot_be_read_is_told_to_who_asks_and_not_counted_for_ever(
    looking: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the card is gone")

    looking.do(LookBack)
    monkeypatch.setattr(Store, "live_events", fail)
    assert looking.idle() < GAMES
    assert looking.view.fault is None
    assert looking.do(OpenFigures, name="").fault == "The card is gone."
    assert looking.idle() == 0


def test_what_cannot_be_forgotten_is_told_and_stays(looking: Looking) -> None:
    looking.do(LookBack)
    view = looking.do(ForgetPerson, name="Quentin")
    assert view.fault is not None
    assert (view.kind, len(ids(view))) == (HistoryScene, GAMES)


def test_the_kept_games_are_opened_from_the_first_screen_alone(looking: Looking) -> None:
    looking.do(NewGame, rules="milton-bradley", players=("Ann", "Bob"), options=(), opener=0)
    assert looking.do(LookBack).kind is BiddingScene


def test_the_figures_are_those_of_the_command(
    looking: Looking, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    looking.do(LookBack)
    view = looking.do(OpenFigures, name="Ann")
    assert main(["stats", "--player", "Ann", "--json", "--home", str(home)]) == 0
    (ann,) = json.loads(capsys.readouterr().out)["players"]
    assert view.message == "Ann"
    assert [bar.told for bar in view.scene.bars] == [
        f"{ann['won']} of {ann['games']}",
        f"{ann['challenges_right']} of {ann['challenges']}",
        f"{ann['bids_held']} of {ann['challenged']}",
        f"{ann['bluffs_caught']} of {ann['bluffs']}",
        say_decimal(ann["dice_lost_a_game"]),
        say_percent(ann["luck"], 1, signed=True),
    ]
    *_, lost, luck = view.scene.bars
    assert (lost.origin, luck.origin) == (0.0, 0.5)
    assert 0.0 < lost.share <= 1.0
    assert (luck.share > 0.5) == (ann["luck"] > 0)
    often = dict(enumerate(view.scene.faces, start=1)) | {"star": view.scene.stars}
    assert max(often, key=often.get) == ann["favourite_face"]
    table = looking.do(TurnFigures, at=0)
    assert table.scene.lines[0].startswith(f"Games: {GAMES}. Rounds: ")
    gone = looking.do(ForgetPerson, name="Ann")
    assert (gone.kind, gone.fault) == (HistoryScene, None)
    assert looking.do(OpenFigures, name="Ann").scene.at == 0


def test_a_game_dated_by_a_clock_that_was_ahead_is_among_the_earlier_ones() -> None:
    in_2038 = datetime(2038, 1, 19, 12, tzinfo=UTC)
    game = KeptGame(1, GameBegun("perudo", ("Ann", "Ben")), in_2038, in_2038, None)
    assert found([game], "", Period.EARLIER, TODAY) == (game,)

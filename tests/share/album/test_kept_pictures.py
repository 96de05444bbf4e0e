"""Pictures of reveals agree with the record, stay within their budget, and are forgotten with their game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.frame import Frame
from companion.play.base.views import Mark, PictureView, Tone
from companion.play.modes.dice.views import VerdictScene
from companion.play.views import TableView
from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun
from companion.share.album import KeptPicture, PictureKeeper, PictureShelf, Proof, picture_of
from companion.share.album.pictures import ProvenDie, proof_in
from companion.share.album.souvenirs import WIDEST_PX, proof_of
from companion.share.web import RevealsOnBoard
from companion.share.web.board_view import picture_in
from tests.made_views import SCENES, changed, made
from tests.share.happened import happenings

DICE = ((4, 4, 2, 2, 2), (4, 2, 2, 2, 2))


def picture(game: int, number: int, size: int = 1_000) -> KeptPicture:
    return KeptPicture(b"\0" * size, Proof(game, number, ()))


def test_what_was_kept_is_found(tmp_path: Path) -> None:
    shelf = PictureShelf(tmp_path / "pictures")
    kept = KeptPicture(b"jpeg", Proof(3, 12, (ProvenDie((1, 2, 30, 40), 5, 1, True),)))
    shelf.keep(kept)
    assert shelf.find(3, 12) == kept
    assert shelf.find(3, 13) is None
    assert PictureShelf(tmp_path / "pictures").find(3, 12) == kept


@pytest.mark.slow
def test_a_thousand_pictures_stay_within_the_budget_the_oldest_going_first(tmp_path: Path) -> None:
    record = tmp_path / "games.sqlite3"
    stranger = tmp_path / "game-holiday.jpg"
    record.write_bytes(b"the journal")
    stranger.write_bytes(b"somebody else's")
    clock = iter(range(100_000))
    shelf = PictureShelf(tmp_path, most_bytes=50_000, now=lambda: next(clock))
    for number in range(9_001, 10_001):
        shelf.keep(picture(1 + number // 100, number, 100))
    left = sorted(tmp_path.glob("game-0*.jpg"))
    space = sum(path.stat().st_size for path in tmp_path.glob("game-0*"))
    assert 45_000 < space <= 50_000
    assert [int(path.stem.split("-")[2]) for path in left] == list(range(10_001 - len(left), 10_001))
    assert record.read_bytes() == b"the journal"
    assert stranger.exists()


DAY_S, TODAY, YEAR_2038 = 86_400.0, 1_795_644_000.0, 2_147_480_000.0
CLOCKS = {
    "seven months in a drawer, then the network comes": (TODAY - 212 * DAY_S, TODAY - 211 * DAY_S, TODAY),
    "never set, then the network comes": (1_720_000_000.0, 1_720_000_600.0, TODAY),
    "ahead once, and set back": (TODAY, YEAR_2038, TODAY + 120),
}


@pytest.mark.parametrize("times", CLOCKS.values(), ids=CLOCKS)
def test_a_clock_that_jumps_costs_no_picture_and_does_not_change_which_is_the_oldest(
    times: tuple[float, ...], tmp_path: Path
) -> None:
    now = [0.0]
    for number, now[0] in enumerate(times, start=1):
        PictureShelf(tmp_path, now=lambda: now[0]).keep(picture(number, 1))
    one = sum(path.stat().st_size for path in tmp_path.glob("game-000001-*"))
    assert len(list(tmp_path.glob("*.jpg"))) == len(times)
    PictureShelf(tmp_path, most_bytes=2 * one, now=lambda: 0.0).prune()
    assert sorted(path.name for path in tmp_path.glob("*.jpg")) == [
        "game-000002-00001.jpg",
        "game-000003-00001.jpg",
    ]


def test_a_game_is_forgotten_with_its_pictures(tmp_path: Path) -> None:
    shelf = PictureShelf(tmp_path)
    for game in (1, 2, 11):
        shelf.keep(picture(game, 5))
    PictureShelf(tmp_path).forget_game(1)
    found = [PictureShelf(tmp_path).find(game, 5) is not None for game in (1, 2, 11)]
    assert found == [False, True, True]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"game": 1}', '{"game": 1, "number": 2, "dice": [3]}']
)
def test_a_damaged_proof_is_no_picture(text: str, tmp_path: Path) -> None:
    shelf = PictureShelf(tmp_path)
    shelf.keep(picture(1, 2))
    (tmp_path / "game-000001-00002.json").write_text(text, encoding="utf-8")
    assert shelf.find(1, 2) is None


def verdict_view(width: int = 2304) -> TableView:
    marks = [
        Mark((100 * at, 200 * seat, 100 * at + 60, 200 * seat + 60), face,
             Tone.COUNTED if face == 4 else Tone.IDLE, seat, at)
        for seat, faces in enumerate(DICE)
        for at, face in enumerate(faces)
    ]  # fmt: skip
    frame = Frame(np.zeros((width * 9 // 16, width, 3), np.uint8), 0)
    stray = Mark((5, 5, 20, 20), 6, Tone.DOUBTED, None, None)
    return made(9, VerdictScene, "", picture=PictureView(frame, (*marks, stray), live=False))


TOLD = happenings(
    (
        GameBegun("milton-bradley", ("Ann", "Ben"), opener=0),
        BidMade(0, 3, 4),
        Challenged(1),
        CupsRevealed(DICE),
    ),
    5,
)


def test_a_pictures_proof_agrees_with_the_record(tmp_path: Path) -> None:
    shelf = PictureShelf(tmp_path)
    keeper = PictureKeeper(shelf)
    for happening in TOLD:
        keeper.on_event(happening)
    keeper.show(verdict_view())
    keeper.show(verdict_view())
    keeper.close()
    kept = PictureShelf(tmp_path).find(5, 4)
    assert kept is not None
    reveal = TOLD[-1].record.events[kept.proof.number - 1]
    assert isinstance(reveal, CupsRevealed)
    for seat, faces in enumerate(reveal.dice):
        assert sorted(die.face for die in kept.proof.dice if die.seat == seat) == sorted(faces)
    assert sum(die.counted for die in kept.proof.dice) == 3
    assert proof_in(kept.proof.text) == kept.proof


def test_a_kept_picture_is_small_and_its_boxes_shrink_with_it() -> None:
    view = verdict_view()
    assert view.picture is not None
    kept = picture_of(view.picture.frame, proof_of(5, 4, view.picture))
    shown = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape[1] == WIDEST_PX
    assert kept.proof.dice[1].box == (56, 0, 89, 33)


def test_dice_that_were_tapped_in_have_no_picture(tmp_path: Path) -> None:
    keeper = PictureKeeper(PictureShelf(tmp_path))
    for happening in TOLD:
        keeper.on_event(happening)
    keeper.show(made(9, VerdictScene, ""))
    keeper.close()
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_stops_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(PictureShelf, "keep", full)
    keeper = PictureKeeper(PictureShelf(tmp_path))
    for happening in TOLD:
        keeper.on_event(happening)
    keeper.show(verdict_view())
    keeper.close()


class Board:
    """Takes the lines that a scoreboard would get."""

    url: str | None = "http://127.0.0.1:8037/word/"

    def __init__(self) -> None:
        self.lines: list[str] = []

    def show_later(self, line: Callable[[], str]) -> None:
        self.lines.append(line())


def test_a_scoreboard_gets_the_picture_of_a_verdict_once_and_no_other() -> None:
    board = Board()
    reveals = RevealsOnBoard(board, on=True)
    told, verdict = TOLD, verdict_view()
    for happening in told:
        for scene in {type(each) for each in SCENES}:
            if scene is not VerdictScene:
                reveals.show(changed(verdict, scene=scene))
        reveals.on_event(happening)
    assert board.lines == []
    for _ in range(2):
        reveals.show(verdict)
    (line,) = board.lines
    found = picture_in(line)
    assert found is not None
    assert (found.game, found.number) == (5, 4)
    shown = cv2.imdecode(np.frombuffer(found.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape[1] == WIDEST_PX
    reveals.switch(False)
    assert picture_in(board.lines[-1]) is None, "it is taken away at once"


def test_pictures_are_for_who_switches_them_on_and_then_of_the_verdict_that_stands() -> None:
    board = Board()
    reveals = RevealsOnBoard(board)
    for happening in TOLD:
        reveals.on_event(happening)
    reveals.show(verdict_view())
    assert board.lines == []
    reveals.switch(True)
    reveals.show(verdict_view())
    assert len(board.lines) == 1


def test_who_looks_at_a_page_anew_sees_the_picture_of_the_verdict_that_stands() -> None:
    board = Board()
    reveals = RevealsOnBoard(board, on=True)
    for happening in TOLD:
        reveals.on_event(happening)
    reveals.show(verdict_view())
    reveals.switch(False)
    reveals.show(verdict_view())
    reveals.switch(True)
    reveals.show(verdict_view())
    found = [picture_in(line) for line in board.lines]
    assert [each is not None for each in found] == [True, False, True], "switched off, and on again"
    for url in (None, "http://192.168.1.7:8037/another/"):
        board.url = url
        reveals.show(verdict_view())
    assert len(board.lines) == 4, "the scoreboard is switched to the local network"

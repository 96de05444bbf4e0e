"""What a game teaches the eye: what was journaled, and what was taken back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.core.frame import Frame, NotYet
from companion.core.reading import ConfirmedDie, Doubt, ReadDie
from companion.journal import Source
from companion.play.base.commands import AcceptReading, CorrectReading, SetFace, Undo
from companion.play.base.readings import AtOnce
from companion.play.modes.dice.hands import Hand, Slot, with_face, without_die
from companion.play.modes.dice.teaching import Teaching, confirmed
from tests.play.evening import Evening

READ = ReadDie((10, 10, 50, 50), 1, True, 0.99)
ASKED = ReadDie((60, 10, 100, 50), None, None, 0.5, (Doubt.UNREAD,))
TOO_MANY = ReadDie((110, 10, 150, 50), None, None, 0.4, (Doubt.UNREAD,))


def _hands():
    slots = (
        Slot(1, Source.EYE, READ),
        Slot(None, None, ASKED, ASKED.doubts),
        Slot(None, None, TOO_MANY, TOO_MANY.doubts),
    )
    return (Hand(0, 2, (), slots),)


def test_what_was_read_what_was_tapped_and_what_was_no_die_are_told_apart() -> None:
    first = _hands()
    last = without_die(with_face(first, 0, 1, 6), 0, 2)
    assert confirmed(first, last) == (
        ConfirmedDie(READ.box, 1, True),
        ConfirmedDie(ASKED.box, 6, False, by_player=True),
        ConfirmedDie(TOO_MANY.box, None, by_player=True),
    )


def test_a_face_that_a_player_corrects_is_the_players_word() -> None:
    first = _hands()
    (die, *_) = confirmed(first, with_face(first, 0, 0, 4))
    assert die == ConfirmedDie(READ.box, 4, False, by_player=True)


def test_dice_that_nobody_saw_teach_nothing() -> None:
    by_hand = (Hand(0, 1, (), (Slot(3, Source.PLAYER),)),)
    assert confirmed(by_hand, by_hand) == ()


class Learner:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def before_lift(self, frame: Frame | None) -> None:
        self.told.append("nothing before" if frame is None else "before")

    def confirm(self, lift: tuple[int, int], frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        self.told.append(("confirm", lift[1]))

    def take_back(self, lift: tuple[int, int]) -> None:
        self.told.append(("take back", lift[1]))


def test_a_reveal_teaches_a_correction_teaches_anew_and_undo_takes_it_back(tmp_path: Path) -> None:
    evening, learner = Evening(tmp_path / "games.sqlite3"), Learner()
    evening.controller._now.at.dice.teaching = Teaching(learner, evening.camera, AtOnce())
    evening.begin()
    evening.bid(3, 2)
    evening.challenge(1)
    evening.lift((2, 2, 3, 4, 5), (2, 2, 2, 6, 6))
    assert learner.told == ["before", ("take back", 1), ("confirm", 1)]
    learner.told.clear()
    evening.do(CorrectReading)
    evening.do(SetFace, seat=0, slot=2, face=2)
    evening.do(AcceptReading)
    assert learner.told == ["nothing before", ("take back", 1), ("confirm", 1)]
    learner.told.clear()
    evening.do(Undo)
    assert learner.told == ["nothing before", ("take back", 1)]
    evening.close()


class PiLikeCamera:
    """Its live pictures are small; a large one comes at the second try, or later."""

    name, live_is_small = "camera", True

    def __init__(self, tries: int = 2) -> None:
        self.asked, self.tries = 0, tries

    def latest(self) -> Frame:
        return Frame(np.zeros((2, 4, 3), np.uint8), 7)

    def capture(self, after_ns: int) -> Frame:
        self.asked += 1
        if self.asked < self.tries:
            raise NotYet("in a moment")
        return Frame(np.zeros((20, 40, 3), np.uint8), after_ns + 1)

    def close(self) -> None: ...


def test_what_lies_there_before_the_lift_is_kept_large_until_the_cups_are_read(tmp_path: Path) -> None:
    evening, seen = Evening(tmp_path / "games.sqlite3"), []
    learner = Learner()
    learner.before_lift = lambda frame: seen.append(None if frame is None else frame.width)
    teaching = evening.controller._now.at.dice.teaching = Teaching(learner, PiLikeCamera(), AtOnce())
    evening.begin()
    evening.bid(3, 2)
    evening.controller.idle()
    assert (seen, teaching.is_behind) == ([], True)
    evening.controller.idle()
    evening.challenge(1)
    evening.controller.idle()
    assert (seen, teaching.is_behind) == ([40], False)
    evening.lift((2, 2, 3, 4, 5), (2, 2, 2, 6, 6))
    evening.controller.idle()
    assert seen == [40, None]
    evening.close()


def test_a_picture_that_comes_after_the_challenge_may_show_lifted_cups_and_is_not_taken(
    tmp_path: Path,
) -> None:
    evening, seen = Evening(tmp_path / "games.sqlite3"), []
    learner = Learner()
    learner.before_lift = lambda frame: seen.append(frame)
    evening.controller._now.at.dice.teaching = Teaching(learner, PiLikeCamera(tries=3), AtOnce())
    evening.begin()
    evening.bid(3, 2)
    evening.controller.idle()
    evening.challenge(1)
    for _ in range(3):
        evening.controller.idle()
    assert seen == [None]
    evening.close()

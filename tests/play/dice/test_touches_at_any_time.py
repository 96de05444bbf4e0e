"""A finger at any time while the eye looks or reads: no fault, no wrong face, no lift that waits for good."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.play.base.commands import (
    AcceptReading,
    CallChallenge,
    Command,
    CorrectReading,
    CupsAreUp,
    EnterByHand,
    NextRound,
    PlaceBid,
    SetFace,
    Undo,
)
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OverScene,
    ReadingScene,
    RevealScene,
    VerdictScene,
)
from companion.play.overlays.views import BackToTable, PauseTable
from companion.play.views import TableView
from tests.play.dice.watched_evening import FRAME_NS, LookingEye, WatchedEvening
from tests.play.evening import Later

pytestmark = pytest.mark.slow

Hands = tuple[tuple[int, ...], ...]
TOUCHES, LEFT_ALONE_S = 120, 20.0


class Storm:
    """An evening at which somebody touches at random while dice are lifted, seen in part, and read late."""

    def __init__(self, evening: WatchedEvening, rules: str, seed: int) -> None:
        self.evening, self.chance = evening, random.Random(seed)
        self.background = Later()
        evening.read_by(LookingEye(), self.background)
        evening.begin(rules, players=3, dice=3)
        self.lying: Hands = ()
        self.roll()

    @property
    def view(self) -> TableView:
        return self.evening.view

    def roll(self) -> None:
        """Other dice lie under the cups."""
        seats = self.view.scene.game.seats
        self.lying = tuple(tuple(self.chance.choices(range(1, 7), k=seat.dice)) for seat in seats)
        self.cover()

    def cover(self) -> None:
        """Some cups are down, or every die lies open, some of them unreadable."""
        lifted = [self.chance.random() < 0.7 for _ in self.lying]
        clear = self.chance.random() < 0.7
        self.evening.eye.sees = tuple(
            tuple(face if clear or self.chance.random() < 0.8 else None for face in faces) if up else ()
            for faces, up in zip(self.lying, lifted, strict=True)
        )

    def touch(self) -> None:
        """One of the touches that the scene offers; a face is tapped as it lies."""
        number, chance, scene = self.view.number, self.chance, self.view.scene
        before, choices = self.view, [Undo(number), PauseTable(number)]
        match scene:
            case BiddingScene() if scene.game.bid is None:
                choices += 5 * [PlaceBid(number, 2, 5)]
            case BiddingScene():
                caller = next(seat.seat for seat in scene.game.seats if seat.may_challenge)
                choices += 9 * [CallChallenge(number, (caller,))]
            case RevealScene():
                choices += [*(5 * [CupsAreUp(number)]), EnterByHand(number)]
            case CheckScene():
                taps: list[Command] = [
                    SetFace(number, hand.seat, at, self.lying[hand.seat][at])
                    for hand in scene.hands
                    for at in range(min(len(hand.places), len(self.lying[hand.seat])))
                ]
                choices += [*taps, CupsAreUp(number), AcceptReading(number)]
            case VerdictScene():
                choices += [*(5 * [NextRound(number)]), CorrectReading(number)]
            case ReadingScene():
                pass
            case _:
                choices = [BackToTable(number)]
        self.evening.controller.take(chance.choice(choices))
        if isinstance(before.scene, VerdictScene) and isinstance(self.view.scene, BiddingScene):
            self.roll()

    def turn(self) -> None:
        """The app's own loop once; the eye may have told something by then."""
        self.evening.clock.ns += FRAME_NS
        if self.evening.controller.wait_s is not None:
            self.evening.controller.idle()
        if self.chance.random() < 0.4:
            self.background.work()

    def leave_alone(self) -> None:
        """All cups go up and nobody touches anything: the lift is read, whatever was touched before."""
        while not isinstance(self.view.scene, OverScene):
            while isinstance(self.view.scene, RevealScene | CheckScene):
                self.evening.do(Undo)  # who comes back from a reading does not want the same one at once
            before = self.view.scene
            self.touch()
            if isinstance(before, BiddingScene) and isinstance(self.view.scene, RevealScene):
                break
            self.turn()
        self.evening.eye.sees = self.lying
        for _ in range(round(LEFT_ALONE_S * 1e9 / FRAME_NS)):
            self.turn()
        assert self.view.kind in (VerdictScene, CheckScene, OverScene), self.view.kind

    def hold_to_the_truth(self) -> None:
        """No verdict was given on other faces than those that lie there."""
        if isinstance(self.view.scene, VerdictScene):
            told = {
                hand.seat: sorted(slot.face or 0 for slot in hand.slots) for hand in self.view.scene.hands
            }
            assert told == {seat: sorted(faces) for seat, faces in enumerate(self.lying) if faces}


@pytest.mark.parametrize("rules", ["milton-bradley", "rh"])
@pytest.mark.parametrize("seed", range(30))
def test_a_touch_at_any_time_breaks_nothing(tmp_path: Path, rules: str, seed: int) -> None:
    evening = WatchedEvening(tmp_path / "games.sqlite3")
    storm = Storm(evening, rules, seed)
    for _ in range(TOUCHES):
        storm.touch()
        storm.hold_to_the_truth()
        for _ in range(storm.chance.randrange(12)):
            storm.turn()
            storm.hold_to_the_truth()
            if storm.chance.random() < 0.2 and storm.lying:
                storm.cover()
    storm.leave_alone()
    evening.close()

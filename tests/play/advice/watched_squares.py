"""An evening whose Lost Dice Squares are looked at, by an eye that counts what it is told."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from companion.core.frame import NS_PER_S, Frame
from companion.play.base.commands import NextRound
from companion.play.modes.dice.views import VerdictScene
from companion.play.modes.dice.watchers import PATIENCE_S, SQUARES_EVERY_S
from companion.play.views import TableView
from companion.rules import OptionValue
from tests.play.evening import Evening


class FakeSquares:
    """Counts as many dice as it is told."""

    def __init__(self) -> None:
        self.lie: int | None = 0
        self.looks = 0

    def lost_seen(self, frame: Frame, players: int) -> int | None:
        self.looks += 1
        return self.lie


class WatchedEvening(Evening):
    """An evening whose Lost Dice Squares are looked at."""

    def __init__(self, path: Path, background: Executor | None = None, with_cups: bool = False) -> None:
        super().__init__(path, with_cups=with_cups)
        self.squares = FakeSquares()
        self.equip(background, squares=self.squares)

    def wait(self, seconds: float = PATIENCE_S + 2 * SQUARES_EVERY_S) -> TableView:
        """So much time goes by, with a live picture every half second, where one is wanted."""
        for _ in range(round(seconds * 2)):
            self.clock.ns += NS_PER_S // 2
            if self.controller.wait_s is not None:
                self.controller.idle()
        return self.view

    def lost(self, players: int = 2, losses: int = 1, **options: OptionValue) -> TableView:
        """Round 2 begins: in round 1 Ann bid three 5s, and Bob, who challenged, lost so many dice."""
        self.begin("milton-bradley", players, dice=5, **options)
        self.wait()
        self.bid(3, 5)
        self.challenge(1)
        fives = (5,) * (3 + losses)
        dice = (fives + (2,) * 5)[:5], ((5,) * (losses - 2) + (2,) * 5)[:5], (2, 2, 2, 2, 2)
        assert self.lift(*dice[:players]).of(VerdictScene).scene.verdict.losses[1] == losses
        return self.do(NextRound)

    def touch(self, words: str) -> TableView:
        """The key of the advice with these words on it."""
        assert self.view.advice is not None
        (answer,) = (each for each in self.view.advice.answers if each.words == words)
        self.controller.take(answer.command)
        return self.view

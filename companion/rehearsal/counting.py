"""Counts one evening into the tally, and keeps pictures of what went wrong."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.views import Scene, TableView
from companion.rehearsal.album import Album
from companion.rehearsal.chronicle import Chronicle
from companion.rehearsal.judge import Judgement
from companion.rehearsal.lifts import LiftEnd
from companion.rehearsal.tally import Failure, Flaw, Tally
from companion.text.speech import say


@dataclass(frozen=True, slots=True)
class Counting:
    """Counts for the evening with this number (from 1) and seed; ``album`` keeps pictures of failures."""

    tally: Tally
    album: Album | None
    chronicle: Chronicle
    evening: int
    seed: int

    def lifted(self, end: LiftEnd) -> None:
        """A lift has ended."""
        self.tally.lifted(end)
        if end.early:
            self.fail(Flaw.EARLY, say("rehearse.early", happening=end.happening), end.view)

    def judged(self, judgement: Judgement, questioned: bool, view: TableView) -> None:
        """A verdict stands. If the players were asked, confident errors are not the eye's."""
        self.tally.dice += judgement.dice
        self.tally.told_wrong += judgement.told_wrong
        if judgement.told_wrong:
            self.fail(Flaw.TOLD_WRONG, judgement.words, view)
        if not judgement.right and not questioned:
            self.tally.wrong_verdicts += 1
            self.fail(Flaw.WRONG_VERDICT, judgement.words, view)

    def untouched(self) -> None:
        """A command was sent without a touch."""
        self.tally.untouched += 1

    def lost(self, why: str) -> None:
        """Something that was on the screen is missing in the journal."""
        self.fail(Flaw.LOST, why, TableView(0, Scene.OVER, ""))

    def fail(self, flaw: Flaw, why: str, view: TableView) -> None:
        """Something went wrong."""
        self.tally.crashes += flaw is Flaw.CRASHED
        round_number = view.round_number if view.cards is None else view.cards.hand
        failure = Failure(self.evening, round_number, self.seed, flaw, why)
        self.tally.failures.append(failure)
        if self.album is not None:
            self.album.keep(failure, view, self.chronicle.text)

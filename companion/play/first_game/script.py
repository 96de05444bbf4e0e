"""The script of the first game: the dice of two rounds, what friends do, what the learner is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.commands import CallChallenge, Command, EnterRoll, NewGame, NextRound, PlaceBid
from companion.play.first_game.commands import GoOn
from companion.rules.events import Dice

ANY = 0
"""The number of the commands below: that of the view comes with the touch."""
LEARNER, ADA, BEN = range(3)
PLAYERS = ("Kim", "Ada", "Ben")

BEGINNING: tuple[Command, ...] = (
    NewGame(ANY, "front-porch", PLAYERS, (), None),
    EnterRoll(ANY, LEARNER, 2),
    EnterRoll(ANY, ADA, 3),
    EnterRoll(ANY, BEN, 6),
)
"""One die is lost a round, ones are wild, and whoever lost begins: what most families play. Ben begins."""

ROUNDS: tuple[tuple[Dice, ...], ...] = (
    ((1, 1, 5, 5, 3), (5, 2, 3, 6, 6), (5, 2, 4, 4, 6)),
    ((6, 3, 3, 4, 2), (6, 1, 4, 5, 2), (3, 3, 5, 4)),
)
"""What lies under each cup."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the coach says, by the ``name`` of its sentence.

    ``played`` is what the friends have done before; ``asked`` what the learner does next. ``lit`` are the
    faces of the learner's dice that the coach speaks of, none where they are not spoken of.
    """

    name: str
    asked: Command
    played: tuple[Command, ...] = ()
    lit: tuple[int, ...] = ()

    @property
    def by_key(self) -> bool:
        """Whether the coach's own key leads on."""
        return isinstance(self.asked, GoOn)


STEPS = (
    Step("deal", GoOn(ANY)),
    Step("wild", GoOn(ANY), lit=(1, 5)),
    Step("claim", GoOn(ANY), (PlaceBid(ANY, 3, 5),)),
    Step("raise", PlaceBid(ANY, 4, 5), lit=(1, 5)),
    Step("higher", GoOn(ANY), (PlaceBid(ANY, 5, 5),)),
    Step("challenge", CallChallenge(ANY, (LEARNER,)), (PlaceBid(ANY, 8, 5),), lit=(1, 5)),
    Step("count", NextRound(ANY)),
    Step("lost", GoOn(ANY), (PlaceBid(ANY, 2, 3),)),
    Step("bluff", PlaceBid(ANY, 2, 6), lit=(6,)),
    Step("end", GoOn(ANY), (PlaceBid(ANY, 3, 6),)),
)

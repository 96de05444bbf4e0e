"""Compares a reveal with the true table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.commands.demonstration.eyes import taken_wrongly
from companion.rules import referee
from companion.rules.events import CupsRevealed, Dice
from companion.rules.game import Game
from companion.rules.objections import before_reveal


@dataclass(frozen=True, slots=True)
class Judgement:
    """One verdict: dice revealed, how many were read wrongly, and whether the verdict is right."""

    dice: int
    told_wrong: int
    right: bool
    words: str


def judged(game: Game, truth: tuple[Dice, ...]) -> Judgement:
    """Compare a game's latest verdict with the true faces at each seat."""
    ended = game.rounds[-1]
    demanded = referee.apply(before_reveal(game), CupsRevealed(truth)).rounds[-1]
    told = (ended.count, ended.losses, ended.winner)
    words = f"told {_written(ended.dice)}, count {ended.count}; true {_written(truth)}, {demanded.count}"
    return Judgement(
        sum(map(len, ended.dice)),
        taken_wrongly(ended.dice, truth),
        told == (demanded.count, demanded.losses, demanded.winner),
        words,
    )


def _written(dice: tuple[Dice, ...]) -> str:
    return " ".join("".join(map(str, sorted(faces))) or "-" for faces in dice)

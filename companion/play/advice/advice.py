"""What the camera has noticed against the rules of the house, in words, and the touches that answer it."""

from __future__ import annotations

from companion.play.advice.advice_words import say_owing, say_reading
from companion.play.advice.views import AdviceView, Answer
from companion.play.commands import Command, CupsAreUp, LookAgain, SquaresAreRight
from companion.play.table import Table
from companion.play.views import Scene
from companion.text.speech import say


def advice_of(table: Table) -> AdviceView | None:
    """The advice on this table now; ``None`` where nothing was noticed."""
    if table.scene is Scene.BIDDING and table.squares.owing is not None:
        owing = table.squares.owing
        overrule = SquaresAreRight(table.number, owing.seen)
        return _advice(say_owing(table.game, owing), (say("advice.right"), overrule), _again(table))
    if table.scene is Scene.CHECK and table.show is None and not table.correcting:
        told = say_reading(table)
        return None if told is None else _advice(told, (say("advice.look_again"), CupsAreUp(table.number)))
    return None


def _again(table: Table) -> tuple[str, Command]:
    return say("advice.look_again"), LookAgain(table.number)


def _advice(sentence: str, *answers: tuple[str, Command]) -> AdviceView:
    return AdviceView(sentence, tuple(Answer(words, command) for words, command in answers))

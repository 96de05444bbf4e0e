"""What the keys of the header ask: the menu, the way out, undo, an advice, a long notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.play.base.commands import CorrectReading, LeaveGame, Undo
from companion.play.overlays.commands import CloseApp, OpenSettings, PauseTable
from companion.play.views import game_of, may_correct, title_of
from companion.text import capital, say
from companion.ui.screens.servers import ScoreboardSheet, ServersShown, players_sheet
from companion.ui.widgets.screen import StagePort
from companion.ui.widgets.sheet import Answer, Question


def menu(stage: StagePort, servers: ServersShown | None) -> Question:
    """The menu of a game; ``servers``: what listens now has keys of its own."""
    view = stage.view
    answers: list[Answer] = [(say("menu.leave"), "key line", lambda: stage.send(LeaveGame))]
    if may_correct(view.scene):
        answers.append((say("menu.correct"), "key", lambda: stage.send(CorrectReading)))
    answers.append((say("menu.pause"), "key", lambda: stage.send(PauseTable)))
    if view.may_set:
        answers.append((say("key.settings"), "key", lambda: stage.send(OpenSettings)))
    if servers is not None:
        answers += _other_screens(stage, servers)
    return Question(
        title=title_of(view.scene) or "Cups Up",
        text=say("menu.saved"),
        answers=tuple(answers),
        back=say("menu.play_on"),
        back_tile="key yellow",
    )


def _other_screens(stage: StagePort, servers: ServersShown) -> Iterator[Answer]:
    board, phones = servers.scoreboard, servers.phones
    if board is not None:
        yield say("menu.scoreboard"), "key", lambda: stage.open(ScoreboardSheet(*board))
    game = game_of(stage.view.scene)
    if phones is not None and game is not None:
        yield (
            say("menu.phones"),
            "key",
            lambda: stage.open(players_sheet(phones, game.seats, stage.open)),
        )


def way_out(stage: StagePort, leave: Callable[[], None]) -> Question:
    """Close the app? A locked table asks for its number first."""

    def ask_to_leave() -> None:
        if stage.view.locked:
            stage.send(CloseApp)
        else:
            leave()

    return Question(
        title=say("close.question"),
        text=say("close.saved"),
        answers=((say("close.close"), "key red", ask_to_leave),),
        back=say("close.stay"),
    )


def undo_question(stage: StagePort) -> Question:
    """Take it back? An undo cannot be undone."""
    words = stage.view.undo_words or say("undo.latest")
    return Question(
        title=say("undo_question", words=capital(words)),
        answers=((say("undo.key"), "key yellow", lambda: stage.send(Undo)),),
        back=say("undo.keep"),
    )


def advice_question(stage: StagePort) -> Question | None:
    """The advice in large letters, with its answers; None where there is no advice."""
    advice = stage.view.advice
    if advice is None:
        return None
    answers = tuple(
        (each.words, "key" if number else "key yellow", lambda made=each.command: stage.answer(made))
        for number, each in enumerate(advice.answers)
    )
    return Question(title=advice.sentence, answers=answers, back=say("advice.later"))

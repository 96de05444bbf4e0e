"""What the keys of the header ask: the menu, the way out, undo, an advice, a long notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from companion.play.base.commands import CorrectReading, LeaveGame, PlayerJoins, PlayerReturns, Undo
from companion.play.base.company import Company, Place
from companion.play.overlays.commands import CloseApp, OpenSettings, PauseTable
from companion.play.views import game_of, may_correct, title_of
from companion.text import capital, say
from companion.ui.screens.servers import ScoreboardSheet, ServersShown, players_sheet
from companion.ui.screens.welcome.players_page import PlayerSheet
from companion.ui.widgets.screen import StagePort
from companion.ui.widgets.sheet import Answer, Choice, ChoiceSheet, Question


def menu(stage: StagePort, servers: ServersShown | None) -> Question:
    """The menu of a game; ``servers``: what listens now has keys of its own."""
    view = stage.view
    answers: list[Answer] = [(say("menu.leave"), "key line", lambda: stage.send(LeaveGame))]
    if may_correct(view.scene):
        answers.append((say("menu.correct"), "key", lambda: stage.send(CorrectReading)))
    company = view.company
    if company is not None and company.leaving:
        answers.append((say("menu.company"), "key", ComingAndGoing(stage, company).ask))
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


class ComingAndGoing:
    """Asks, sheet by sheet, who leaves or joins, where, and with how many dice; then sends it."""

    def __init__(self, stage: StagePort, company: Company) -> None:
        self._stage, self._company = stage, company

    def ask(self) -> None:
        """Does somebody leave, or join? Where nobody can join, why not."""
        refusal = self._company.refusal
        answers: list[Answer] = [(say("company.leave"), "key", self._ask_who_leaves)]
        if refusal is None:
            answers.append((say("company.join"), "key", self._ask_who_joins))
        title, back = say("menu.company"), say("menu.play_on")
        self._stage.open(Question(title=title, text=refusal or "", answers=tuple(answers), back=back))

    def _ask_who_leaves(self) -> None:
        self._choose(say("company.who_leaves"), self._company.leaving, self._ask_whether)

    def _ask_whether(self, leaver: Place) -> None:
        """Nobody leaves by one touch in passing; where the round is void all are asked."""
        asked = self._company.agreed(self._stage.view.number, leaver.seat)
        answers = ((asked.key, "key yellow", partial(self._stage.answer, asked.command)),)
        self._stage.open(
            Question(title=asked.question, text=asked.told, answers=answers, back=say("key.back"))
        )

    def _ask_who_joins(self) -> None:
        """Those who have left are offered first, by sign and name."""
        away = self._company.away
        if not away:
            self._ask_name()
            return
        choices = [Choice(each.name, "", partial(self._ask_return, each), seat=each.badge) for each in away]
        if self._company.may_seat:
            choices.append(Choice(say("company.somebody_new"), "", self._ask_name))
        self._stage.open(ChoiceSheet(tuple(choices), wide=True, title=say("company.who_joins")))

    def _ask_return(self, place: Place) -> None:
        self._ask_dice(place.name, partial(self._stage.send, PlayerReturns, player=place.seat))

    def _ask_name(self) -> None:
        company = self._company
        self._stage.open(PlayerSheet(company.known, "", company.names, self._ask_place, None))

    def _ask_place(self, name: str) -> None:
        def ask_dice(place: Place) -> None:
            self._ask_dice(name, partial(self._stage.send, PlayerJoins, name=name, seat=place.seat))

        self._choose(say("company.after_whom", player=name), self._company.places, ask_dice)

    def _ask_dice(self, name: str, join: Callable[..., None]) -> None:
        """Where all have all their dice nobody is asked."""
        dice = self._company.dice
        if len(dice) == 1:
            join(dice=dice[0].dice)
            return
        answers = tuple((each.words, "key", partial(join, dice=each.dice)) for each in dice)
        title = say("company.dice_question", player=name)
        self._stage.open(Question(title=title, answers=answers, back=say("key.back")))

    def _choose(self, title: str, places: tuple[Place, ...], take: Callable[[Place], None]) -> None:
        choices = tuple(Choice(each.name, each.line, partial(take, each), seat=each.badge) for each in places)
        self._stage.open(ChoiceSheet(choices, wide=True, title=title))


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

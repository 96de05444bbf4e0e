"""The bar on top of every screen: the way out, what happens now, undo.

Faults have a place of their own here, so they never cover a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty

from companion.play.base.commands import Command, CorrectReading, LeaveGame, PlayerJoins, PlayerReturns, Undo
from companion.play.base.company import Company, Place
from companion.play.base.views import AdviceView, CoachView, OwnDie
from companion.play.overlays.views import CloseApp, OpenSettings, PauseTable
from companion.play.views import TableView, game_of, may_correct, title_of
from companion.text import capital, say
from companion.ui.art.theme import THEME
from companion.ui.screens.servers import ScoreboardSheet, ServersShown, players_sheet
from companion.ui.screens.welcome.players_page import PlayerSheet
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import DieFace, skin_of
from companion.ui.widgets.screen import StagePort
from companion.ui.widgets.sheet import (
    Answer,
    Choice,
    ChoiceSheet,
    Question,
    Sheet,
    fade_in,
    keys_for,
    lay_answers,
)
from companion.ui.widgets.words import written_width

load_layout(__file__)


KEY_DP = 116.0
"""Width of a key beside the sentence: "The dice are right" in two lines."""

SHORT, LONG, LONGEST = 90, 80, 105
"""Longest readable sentence, in letters: in portrait beside a key; else beside two keys; else beside one."""


class AdviceStrip(BoxLayout):
    """Shows one advice, or nothing; ``on_answer`` carries the touched key's command.

    In portrait a key opens the sentence in large letters with its answers; a short one with a single answer
    keeps that key, so that one touch sets a bumped camera right.
    """

    sentence = StringProperty("")
    told = StringProperty("")
    """The sentence; in portrait a long one is only announced, as it would be too small to read."""
    shown = BooleanProperty(False)

    __events__ = ("on_answer", "on_ask")

    def __init__(self, **properties: object) -> None:
        self.advice: AdviceView | None = None
        super().__init__(**properties)
        THEME.tell(self, self._lay_keys, "portrait", "scale")

    def on_answer(self, command: Command) -> None: ...

    def on_ask(self) -> None: ...

    def show(self, advice: AdviceView | None) -> None:
        if advice != self.advice:
            self.advice = advice
            self.sentence = "" if advice is None else advice.sentence
            self._lay_keys()

    def on_shown(self, *_: object) -> None:
        self._lay_keys()

    def _lay_keys(self, *_: object) -> None:
        keys = self.ids.get("keys")
        if keys is None:
            return
        lay_answers(keys, self._keys() if self.shown and self.advice is not None else ())
        small = self._is_asked and (THEME.portrait or len(self.sentence) > LONGEST)
        self.told = say("header.noticed") if small else self.sentence
        count = len(keys.children)
        keys.width = count * THEME.px(KEY_DP) + max(0, count - 1) * THEME.gap

    @property
    def _is_asked(self) -> bool:
        answers = () if self.advice is None else self.advice.answers
        if THEME.portrait:
            return len(answers) != 1 or len(self.sentence) > SHORT
        return len(self.sentence) > (LONG if len(answers) > 1 else LONGEST)

    def _keys(self) -> tuple[Answer, ...]:
        answers = () if self.advice is None else self.advice.answers
        if self._is_asked:
            words = say("header.answer" if answers else "header.read")
            return ((words, "key yellow", partial(self.dispatch, "on_ask")),)
        return keys_for(answers, partial(self.dispatch, "on_answer"))


LONG_NOTICE = 120
"""Letters of a notice that can be read in portrait."""
_SENTENCE_END = re.compile(r"(?<=[.?!]) ")
MESSAGE_SECONDS, FIRST_SEEN = 0.35, 0.4
"""Seconds in which a message fades in, and its strength at the beginning [choice]."""
_NOTICE_SECONDS, _BLINK_SECONDS, _FAINTEST = 0.18, 0.4, 0.2
"""Seconds in which a notice and the coach's key come back, and their strength at the beginning [choice]."""
TOAST_SECONDS = 5.0
"""Seconds a refusal stays; a touch on it removes it sooner."""


class Header(BoxLayout):
    """Says the most urgent: a ``fault`` (while the view has it) or a toast, an advice, the ``message``."""

    leading = StringProperty("menu")
    message = StringProperty("")
    caption = StringProperty("")
    fault = StringProperty("")
    notice = StringProperty("")
    """What the bar says instead of the message; empty for the message."""
    said_notice = StringProperty("")
    """The notice; in portrait only the first sentence of a long one, and a touch shows the rest."""
    said_caption = StringProperty("")
    urgent = BooleanProperty(False)
    mark = StringProperty("")
    """The kind of table; it stands there for the whole game."""
    may_undo = BooleanProperty(False)

    __events__ = ("on_leading", "on_undo", "on_help", "on_notice_touched", "on_answer", "on_ask")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._ending = Clock.create_trigger(self._end_toast, TOAST_SECONDS)
        THEME.tell(self, self.on_notice, "portrait")

    def on_leading(self, *_: object) -> None: ...

    def on_undo(self) -> None: ...

    def on_help(self) -> None: ...

    def on_answer(self, command: Command) -> None: ...

    def on_ask(self) -> None: ...

    def advise(self, advice: AdviceView | None) -> None:
        """Say what the camera has noticed; ``None``: nothing."""
        self.ids.advice.show(advice)

    def on_notice_touched(self) -> None:
        self.dismiss()

    @property
    def notice_is_small(self) -> bool:
        """Whether the notice was cut, or needs letters smaller than ``text_small``."""
        return self.said_notice != self.notice or self.ids.notice.font_size < int(THEME.text_small)

    def on_caption(self, *_: object) -> None:
        self.offer_caption()

    def offer_caption(self) -> None:
        if "middle" not in self.ids:
            return
        width = written_width(self.message, THEME.text_small)
        one_line = "\n" not in self.message and width < self.ids.middle.width
        self.said_caption = self.caption if one_line else ""

    def on_fault(self, *_: object) -> None:
        self._ending.cancel()
        self._say(self.fault, urgent=True)

    def on_message(self, *_: object) -> None:
        self.offer_caption()
        if "message" in self.ids:
            fade_in(self.ids.message, MESSAGE_SECONDS, FIRST_SEEN)

    def toast(self, text: str) -> None:
        self._say(capital(text), urgent=False)
        self._ending.cancel()
        self._ending()

    def on_notice(self, *_: object) -> None:
        short = THEME.portrait and len(self.notice) > LONG_NOTICE
        self.said_notice = f"{_SENTENCE_END.split(self.notice)[0]} …" if short else self.notice

    def dismiss(self) -> None:
        self._ending.cancel()
        self.notice = ""

    def _end_toast(self, *_: object) -> None:
        self._say(self.fault, urgent=True)

    def _say(self, text: str, urgent: bool) -> None:
        self.urgent = urgent
        self.notice = text
        if text:
            fade_in(self.ids.bar, _NOTICE_SECONDS, _FAINTEST)


_FADED = 0.8
"""Strength of the dice that the coach does not speak of."""


class CoachStrip(BoxLayout):
    """Draws a ``CoachView``. It has its own key while nothing else is to be touched."""

    told = StringProperty("")
    to_do = StringProperty("")
    key = StringProperty("")
    step = StringProperty("")
    has_dice = BooleanProperty(False)
    shows_dice = BooleanProperty(False)
    asks_bid = BooleanProperty(False)

    __events__ = ("on_leave", "on_go_on")

    def on_leave(self) -> None: ...

    def on_go_on(self) -> None: ...

    def show(self, coach: CoachView, star_face: int) -> None:
        self.told, self.to_do, self.key = coach.told, coach.to_do, coach.key
        self.step = f"{coach.step}/{coach.steps}"
        self.has_dice, self.asks_bid = bool(coach.dice), coach.asks_bid
        self._lay_out(coach.dice, star_face)

    def remind(self) -> None:
        if not self.key:
            self.told = say("first_game.missed")
        else:
            fade_in(self.ids.key, _BLINK_SECONDS, _FAINTEST)

    def _lay_out(self, dice: tuple[OwnDie, ...], star_face: int) -> None:
        row = self.ids.dice
        if len(row.children) != len(dice):
            row.clear_widgets()
            for _ in dice:
                row.add_widget(DieFace(skin=skin_of(star_face), star=star_face, fill=0.9))
        for face, die in zip(reversed(row.children), dice, strict=True):
            face.face, face.faded = die.face, 0.0 if die.lit else _FADED


class TurnClock:
    """``on_second`` is called when ``words`` change, ``on_end`` with the reminder."""

    def __init__(self, on_second: Callable[[], None], on_end: Callable[[str], None]) -> None:
        self._on_second, self._on_end = on_second, on_end
        self._turn: tuple[object, ...] | None = None
        self._left_s, self._name = 0, ""
        self._ticking = Clock.create_trigger(self.tick, 1.0, interval=True)

    @property
    def words(self) -> str:
        return say("settings.seconds", seconds=self._left_s) if self._left_s else ""

    def follow(self, view: TableView) -> None:
        """Begin anew with each turn; stop while another scene is on the screen."""
        game = game_of(view.scene)
        actor = None if game is None else game.on_turn
        if not view.turn_s or game is None or actor is None:
            self.stop()
            return
        turn = (view.turn_s, game.round_number, actor.seat, game.bid_quantity, game.bid_face)
        if turn != self._turn:
            self._turn, self._left_s, self._name = turn, view.turn_s, actor.name
            self._ticking.cancel()  # a trigger that waits goes on with the former turn's second
            self._ticking()

    def stop(self) -> None:
        self._turn, self._left_s = None, 0
        self._ticking.cancel()

    def tick(self, *_: object) -> None:
        self._left_s -= 1
        if self._left_s <= 0:
            self._left_s = 0
            self._ticking.cancel()
            self._on_end(say("turn.reminder", player=self._name))
        self._on_second()


def menu(stage: StagePort, servers: ServersShown | None) -> Question:
    view = stage.view
    answers: list[Answer] = [(say("menu.leave"), "key line", lambda: stage.send(LeaveGame))]
    if may_correct(view.scene):
        answers.append((say("menu.correct"), "key", lambda: stage.send(CorrectReading)))
    company = view.company
    if company is not None and company.leaving:
        answers.append((say("menu.company"), "key", lambda: ask_company(stage)))
    answers.append((say("menu.pause"), "key", lambda: stage.send(PauseTable)))
    if view.may_set:
        answers.append((say("key.settings"), "key", lambda: stage.send(OpenSettings)))
    if servers is not None:
        answers += _other_screens(stage, servers)
    question = Question(
        title=title_of(view.scene) or "Cups Up",
        text="" if view.practised else say("menu.saved"),
        answers=tuple(answers),
        back=say("menu.play_on"),
        back_tile="key yellow",
    )
    question.stays_over = view.kind
    return question


def _other_screens(stage: StagePort, servers: ServersShown) -> Iterator[Answer]:
    board, phones = servers.scoreboard, servers.phones
    if board is not None:
        yield say("menu.scoreboard"), "key", lambda: stage.open(ScoreboardSheet(servers))
    game = game_of(stage.view.scene)
    if phones is not None and game is not None and not stage.view.practised:
        yield (
            say("menu.phones"),
            "key",
            lambda: stage.open(players_sheet(phones, game.seats, stage.open)),
        )


def ask_company(stage: StagePort) -> None:
    """Of the players who are there by now, not when the menu was opened."""
    if stage.view.company is not None:
        ComingAndGoing(stage, stage.view.company).ask()


class ComingAndGoing:
    """Asks sheet by sheet who leaves or joins, where and with how many dice.

    The sheets stay while others bid, but for the last question before somebody leaves, which a bid changes.
    """

    def __init__(self, stage: StagePort, company: Company) -> None:
        self._stage, self._asked = stage, company

    @property
    def _company(self) -> Company:
        """As it is by now, not when the first sheet was opened."""
        return self._stage.view.company or self._asked

    def _open(self, sheet: Sheet) -> None:
        sheet.stays_over = self._stage.view.kind
        self._stage.open(sheet)

    def ask(self) -> None:
        refusal = self._company.refusal
        answers: list[Answer] = [(say("company.leave"), "key", self._ask_who_leaves)]
        if refusal is None:
            answers.append((say("company.join"), "key", self._ask_who_joins))
        title, back = say("menu.company"), say("menu.play_on")
        self._open(Question(title=title, text=refusal or "", answers=tuple(answers), back=back))

    def _ask_who_leaves(self) -> None:
        self._choose(say("company.who_leaves"), self._company.leaving, self._ask_whether)

    def _ask_whether(self, leaver: Place) -> None:
        asked = self._company.agreed(self._stage.view.number, leaver.seat)
        answers = ((asked.key, "key yellow", partial(self._stage.answer, asked.command)),)
        self._stage.open(
            Question(title=asked.question, text=asked.told, answers=answers, back=say("key.back"))
        )

    def _ask_who_joins(self) -> None:
        if self._company.refusal is not None:  # somebody has bid since
            self.ask()
            return
        away = self._company.away
        if not away:
            self._ask_name()
            return
        choices = [Choice(each.name, "", partial(self._ask_return, each), seat=each.badge) for each in away]
        if self._company.may_seat:
            choices.append(Choice(say("company.somebody_new"), "", self._ask_name))
        self._open(ChoiceSheet(tuple(choices), wide=True, title=say("company.who_joins")))

    def _ask_return(self, place: Place) -> None:
        self._ask_dice(place.name, partial(self._stage.send, PlayerReturns, player=place.seat))

    def _ask_name(self) -> None:
        """A name that was typed while somebody bid stands there again, for the same players."""
        company, (players, typed) = self._company, self._stage.newcomer
        sheet = PlayerSheet(company.known, "", company.names, self._ask_place, None)
        sheet.name = typed if players == company.names else ""
        sheet.bind(name=self._remember)
        self._open(sheet)

    def _remember(self, _sheet: Sheet, name: str) -> None:
        self._stage.newcomer = self._company.names, name

    def _ask_place(self, name: str) -> None:
        def ask_dice(place: Place) -> None:
            self._ask_dice(name, partial(self._stage.send, PlayerJoins, name=name, seat=place.seat))

        self._choose(say("company.after_whom", player=name), self._company.places, ask_dice)

    def _ask_dice(self, name: str, join: Callable[..., None]) -> None:
        dice = self._company.dice
        if len(dice) == 1:
            join(dice=dice[0].dice)
            return
        answers = tuple((each.words, "key", partial(join, dice=each.dice)) for each in dice)
        title = say("company.dice_question", player=name)
        self._open(Question(title=title, answers=answers, back=say("key.back")))

    def _choose(self, title: str, places: tuple[Place, ...], take: Callable[[Place], None]) -> None:
        choices = tuple(Choice(each.name, each.line, partial(take, each), seat=each.badge) for each in places)
        self._open(ChoiceSheet(choices, wide=True, title=title))


def way_out(stage: StagePort, leave: Callable[[], None]) -> Question:
    """Ask whether to close the app; a locked table asks for its code first."""

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


class UndoQuestion(Question):
    """It stays while the partners of practice bid on, and ends when undo would take back something else."""

    def __init__(self, stage: StagePort) -> None:
        self._words = stage.view.undo_words
        super().__init__(
            title=say("undo_question", words=capital(self._words or say("undo.latest"))),
            answers=((say("undo.key"), "key yellow", lambda: stage.send(Undo)),),
            back=say("undo.keep"),
        )

    def follow(self, view: TableView, moved: bool) -> None:
        if view.undo_words == self._words:
            super().follow(view, moved=moved and not view.practised)
        else:
            self.close()


def advice_question(stage: StagePort) -> Question | None:
    """The advice in large letters with its answers; None without an advice."""
    advice = stage.view.advice
    if advice is None:
        return None
    answers = keys_for(advice.answers, stage.answer)
    return Question(title=advice.sentence, answers=answers, back=say("advice.later"))

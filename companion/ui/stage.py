"""The stage: the felt, the header, the screen of the scene, and at most one sheet over it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial

from kivy.animation import Animation
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.commands import Command, CorrectReading, LeaveGame, Undo
from companion.play.first_game.commands import GoOn
from companion.play.settings.commands import CloseApp, OpenSettings, PauseTable
from companion.play.settings.views import LookView
from companion.play.views import Scene, TableView
from companion.text.numbers import capital
from companion.text.speech import say
from companion.ui.art.textures import felt_texture, nap_texture
from companion.ui.coach import CoachStrip
from companion.ui.echo import Echo
from companion.ui.facing import Facing
from companion.ui.header import Header
from companion.ui.idle import Dimmer
from companion.ui.layout_file import load_layout
from companion.ui.palettes import wear
from companion.ui.screens import SCREENS
from companion.ui.screens.help.help_sheet import HelpSheet
from companion.ui.screens.phones_sheet import PhonesIn, ServersShown, players_sheet
from companion.ui.screens.scoreboard_sheet import ScoreboardSheet
from companion.ui.screens.screen import Screen
from companion.ui.spoken_touch import Reader, SpokenTouch
from companion.ui.theme import LARGE, THEME
from companion.ui.turn_clock import TurnClock
from companion.ui.widgets.sheet import Question, Sheet

load_layout(__file__)

log = logging.getLogger(__name__)

FADE_SECONDS = 0.22
_RESTING = 0.5
"""How much is seen of a screen while the coach's key alone is to be touched."""


class Stage(BoxLayout):
    """Shows one ``TableView`` after another. ``send`` is called with each command of a touch."""

    felt = ObjectProperty(felt_texture)
    nap = ObjectProperty(nap_texture)

    def __init__(
        self,
        send: Callable[[Command], None],
        leave: Callable[[], None],
        servers: ServersShown | None = None,
        reader: Reader | None = None,
        **properties: object,
    ) -> None:
        self._view: TableView | None = None
        self._screen: Screen | None = None
        self._look: LookView | None = None
        self.sheet: Sheet | None = None
        self.help_sheet: Sheet | None = None
        self.coach: CoachStrip | None = None
        self._send, self._leave = send, leave
        self.servers = servers
        self._sent: Command | None = None
        self._screens: dict[Scene, Screen] = {}
        self.spoken = SpokenTouch(reader, self)
        self._echo, self.facing = Echo(), Facing()
        THEME.fit(*Window.size)
        super().__init__(**properties)
        self._lay_header()
        self.dimmer = Dimmer(self)
        self.turns = TurnClock(self.refresh_header, self.toast)
        Window.bind(size=self._resized)
        THEME.bind(portrait=self._turned)

    @property
    def view(self) -> TableView:
        """The view that is shown; ValueError before the first one."""
        if self._view is None:
            raise ValueError("the stage has shown no view yet")
        return self._view

    def shows(self, number: int) -> bool:
        """Whether the view with this number is shown."""
        return self._view is not None and self._view.number == number

    @property
    def screen(self) -> Screen:
        """The screen of the view's scene; ValueError before the first view."""
        if self._screen is None:
            raise ValueError("the stage has shown no view yet")
        return self._screen

    @property
    def header(self) -> Header:
        """What happens now, and the keys beside it."""
        header: Header = self.ids.header
        return header

    @property
    def top_sheet(self) -> Sheet | None:
        """The sheet that covers the screen."""
        return self.help_sheet or self.sheet

    def retire(self) -> None:
        """Let go of the window: this stage is not shown any more."""
        self.close()
        self.facing.end()
        self.dimmer.end()
        self.turns.stop()
        if self._screen is not None:
            self._screen.leave()
        Window.unbind(size=self._resized)
        THEME.unbind(portrait=self._turned)

    def show(self, view: TableView) -> None:
        """Draw a view."""
        self._sent = None
        self._dress(view.look)
        before, self._view = self._view, view
        if before is not None and before.scene is not view.scene:
            self.dimmer.wake()
        if before is None or before.scene is not view.scene:
            self._change_screen(view)
        self._coach(view)
        self.screen.show(view)
        self.turns.follow(view)
        self.refresh_header()
        if view.closing:
            self._leave()
        for sheet in (self.sheet, self.help_sheet):
            if sheet is not None and before is not None:
                sheet.follow(view, moved=before.number != view.number)
        self.facing.follow(self._view, covered=self.top_sheet is not None)
        self.spoken.follow()

    def _dress(self, look: LookView | None) -> None:
        """Draw everything as the settings say: in another language or look all screens are made anew."""
        if look is None or look == self._look:
            return
        self.dimmer.set_after(look.idle_s)
        before, self._look = self._look, look
        THEME.motion = 0.0 if look.still else 1.0
        if before is None or before.dress != look.dress:
            wear(look.day)
            THEME.letters = LARGE if look.large else 1.0
            THEME.birds = look.birds
            THEME.fit(*Window.size)
            self.property("felt").dispatch(self)
            self._lay_header()
            self._turned()

    def _lay_header(self) -> None:
        """A header in the colours of now."""
        header = Header()
        header.bind(
            on_leading=lambda *_: self.lead(),
            on_undo=lambda *_: self.ask_undo(),
            on_help=lambda *_: self.help(),
            on_answer=lambda _, command: self.answer(command),
            on_ask=lambda *_: self.ask_advice(),
            on_notice_touched=lambda *_: self.read_out(),
        )
        self.ids.top.clear_widgets()
        self.ids.top.add_widget(header)
        self.ids.header, self.coach = header, None

    def _coach(self, view: TableView) -> None:
        """In the first game the coach has the header's place; screens rest while it has a key of its own."""
        top, said = self.ids.top, view.coach
        if said is None:
            if self.coach is not None:
                self.coach = None
                top.clear_widgets()
                top.add_widget(self.ids.header)
                self.ids.body.opacity = 1.0
            return
        if self.coach is None:
            self.coach = CoachStrip()
            self.coach.bind(on_leave=lambda *_: self.send(LeaveGame), on_go_on=lambda *_: self.send(GoOn))
            top.clear_widgets()
            top.add_widget(self.coach)
        self.coach.show(said, view.star_face)
        self.ids.body.opacity = _RESTING if said.key else 1.0

    def refresh_header(self) -> None:
        """Say again what the header says; for a screen that has turned a page."""
        bar: Header = self.ids.header
        bar.leading = self.screen.leading
        said = (self.screen.caption(self.view), self.turns.words)
        bar.caption = "  ·  ".join(each for each in said if each)
        bar.mark = self.view.mark or ""
        bar.message = self.screen.message(self.view)
        bar.may_undo = self.view.may_undo
        bar.fault = self.view.fault or ""
        bar.advise(self.view.advice)

    def send(self, kind: type[Command], **fields: object) -> None:
        """Send a command on the view that is shown; the same one twice on one view is one."""
        self.answer(kind(number=self.view.number, **fields))

    def answer(self, command: Command) -> None:
        """Send a command that was made with the view; the same one twice on one view is one."""
        if command == self._sent:
            return
        self._sent = command
        self.ids.header.fault = ""
        self._send(command)

    def toast(self, text: str) -> None:
        """Say why a touch did nothing."""
        if self.coach is not None:
            self.coach.remind()
        else:
            self.ids.header.toast(text)

    def open(self, sheet: Sheet) -> None:
        """Lay a sheet over the screen, instead of one that is there."""
        self.close()
        self.sheet = sheet
        self._lay(sheet, self.close)

    def close(self) -> None:
        """Take the sheet away, and any help over it."""
        self.close_help()
        sheet, self.sheet = self.sheet, None
        self._lift_off(sheet)

    def help(self) -> None:
        """What to do here now; the second touch takes it away again. A sheet under it stays as it is."""
        if self.help_sheet is not None:
            self.close_help()
        else:
            screen = self.screen
            self.lay_help(HelpSheet(self, lambda: screen.help(self.view), screen.help_keys(self.view)))

    def lay_help(self, sheet: Sheet) -> None:
        """Lay a page of help over everything, instead of one that is there."""
        self.close_help()
        self.help_sheet = sheet
        self._lay(sheet, self.close_help)

    def close_help(self) -> None:
        """Take the help away."""
        sheet, self.help_sheet = self.help_sheet, None
        self._lift_off(sheet)

    def _lay(self, sheet: Sheet, close: Callable[[], None]) -> None:
        sheet.close = close
        self.ids.body.add_widget(sheet)
        if THEME.motion:
            sheet.opacity = 0.0
            Animation(opacity=1.0, duration=THEME.seconds(FADE_SECONDS)).start(sheet)

    def _lift_off(self, sheet: Sheet | None) -> None:
        if sheet is not None:
            self.ids.body.remove_widget(sheet)
            sheet.closed()
            self.facing.follow(self._view, covered=self.top_sheet is not None)

    def lead(self) -> None:
        """The key on the left of the header: back a page, the menu, or the way out."""
        if self.help_sheet is not None:
            self.close_help()
        elif self.sheet is not None:
            self.close()
        elif not self.screen.go_back():
            self.open(self._leave_question() if self.screen.leading == "leave" else self._menu())

    def ask_undo(self) -> None:
        """Ask before something is taken back: an undo is never undone."""
        words = self.view.undo_words or say("undo.latest")
        self.open(
            Question(
                title=say("undo_question", words=capital(words)),
                answers=((say("undo.key"), "key yellow", lambda: self.send(Undo)),),
                back=say("undo.keep"),
            )
        )

    def ask_advice(self) -> None:
        """The advice in large letters, with its answers."""
        advice = self.view.advice
        if advice is None:
            return
        answers = tuple(
            (each.words, "key" if number else "key yellow", lambda made=each.command: self.answer(made))
            for number, each in enumerate(advice.answers)
        )
        self.open(Question(title=advice.sentence, answers=answers, back=say("advice.later")))

    def read_out(self) -> None:
        """Show a long notice in large letters; a short one has been read where it stands."""
        bar: Header = self.ids.header
        if bar.notice and bar.notice_is_small:
            self.open(Question(title=bar.notice, answers=(), back=say("key.good")))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Let a finger through once, also where the desktop and the device both report it.

        One that ends what is being played to the table, wherever it came down, does nothing else, unless
        touches are spoken.
        """
        if self._echo.has(touch) or self.facing.settles or self.dimmer.touched():
            return True
        speaks = self._look is not None and self._look.spoken
        cut_short = self.top_sheet is None and self._screen is not None and self._screen.cut_short()
        if cut_short and not speaks:
            return True
        self.spoken.begin(touch, on=speaks)
        if self.coach is not None and self.coach.key and not self.coach.collide_point(*touch.pos):
            self.coach.remind()
            self.spoken.end(touch)
            return True
        taken = bool(super().on_touch_down(touch))
        self.spoken.end(touch)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Where touches are spoken, a finger that slides hears what it comes to."""
        self.spoken.slide(touch, self.to_window(*touch.pos))
        return bool(super().on_touch_move(touch))

    def _menu(self) -> Question:
        answers = [(say("menu.leave"), "key yellow", lambda: self.send(LeaveGame))]
        if self.view.may_correct:
            answers.append((say("menu.correct"), "key", lambda: self.send(CorrectReading)))
        answers.append((say("menu.pause"), "key", lambda: self.send(PauseTable)))
        if self.view.may_set:
            answers.append((say("key.settings"), "key", lambda: self.send(OpenSettings)))
        answers += self._other_screens()
        return Question(
            title=self.view.rules_title or "Cups Up",
            text=say("menu.saved"),
            answers=tuple(answers),
            back=say("menu.play_on"),
        )

    def _other_screens(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """The keys that lead to what listens now."""
        servers = self.servers
        if servers is None:
            return
        board, phones = servers.scoreboard, servers.phones
        if board is not None:
            yield say("menu.scoreboard"), "key", lambda: self.open(ScoreboardSheet(*board))
        if phones is not None and self.view.seats:
            yield say("menu.phones"), "key", partial(self._show_phones, phones)

    def _show_phones(self, phones: PhonesIn) -> None:
        self.open(players_sheet(phones, self.view.seats, self.open))

    def _leave_question(self) -> Question:
        return Question(
            title=say("close.question"),
            text=say("close.saved"),
            answers=((say("close.close"), "key red", self._ask_to_leave),),
            back=say("close.stay"),
        )

    def _ask_to_leave(self) -> None:
        if self.view.locked:
            self.send(CloseApp)
        else:
            self._leave()

    def _change_screen(self, view: TableView) -> None:
        body = self.ids.body
        self.close()
        self.ids.header.dismiss()
        if self._screen is not None:
            self._screen.leave()
            body.remove_widget(self._screen)
            self._screen.let_pictures_go()
        if view.scene not in self._screens:
            self._screens[view.scene] = SCREENS[view.scene](self)
        screen = self._screen = self._screens[view.scene]
        screen.enter(view)
        body.add_widget(screen)
        if THEME.motion:
            screen.opacity = 0.0
            Animation(opacity=1.0, duration=THEME.seconds(FADE_SECONDS)).start(screen)

    def _resized(self, _window: object, size: tuple[float, float]) -> None:
        THEME.fit(*size)

    def _turned(self, *_: object) -> None:
        """Landscape became portrait or the other way: the screens are made anew."""
        self._screens.clear()
        if self._view is not None:
            self._change_screen(self._view)
            self.screen.show(self._view)

"""The stage: the felt, the header, the screen of the scene, and what lies over it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty

from companion.play.at_once import said_at_once
from companion.play.base.commands import CallChallenge, Command, LeaveGame
from companion.play.base.views import LookView, View
from companion.play.modes.dice.views import BiddingScene
from companion.play.overlays.first_game import GoOn
from companion.play.views import TableView, seated, star_face_of
from companion.text import say
from companion.ui import header
from companion.ui.ahead import Ahead, MadeScreens
from companion.ui.art.textures import felt_texture, nap_texture, use_colours
from companion.ui.art.theme import LARGE, THEME
from companion.ui.facing import Facing
from companion.ui.header import CoachStrip, Header, TurnClock
from companion.ui.screens import coming
from companion.ui.screens.dice.shout import Shout
from companion.ui.screens.help import HelpSheet
from companion.ui.screens.servers import ServersShown
from companion.ui.spoken_touch import Reader, SpokenTouch
from companion.ui.touches import Dimmer, Echo
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.screen import Screen
from companion.ui.widgets.sheet import Question, Sheet, SheetStack, fade_in
from companion.ui.widgets.surface import REPLACEMENTS, Target

load_layout(__file__)

_PRESSED = "pressed"
"""Key under which a touch keeps the scene and the place where it came down."""
_RESTING = 0.5
"""Strength of a screen while only the coach's key is to be touched."""


class Stage(BoxLayout):
    """Shows one ``TableView`` after another. ``send``: the session's, for each command of a touch."""

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
        self._screen: Screen[Any] | None = None
        self._look: LookView | None = None
        self.coach: CoachStrip | None = None
        self._send, self._leave = send, leave
        self.servers = servers
        self.newcomer = (), ""
        self._sent: Command | None = None
        self.unspoken = ""
        """What the header says until the table answers: only the answer is spoken."""
        self.spoken = SpokenTouch(reader, self)
        self._touched: tuple[object, ...] = ()
        """What was asked as a finger last came down, but for a double tap's second."""
        self._echo, self.facing = Echo(), Facing()
        THEME.fit(*Window.size)
        super().__init__(**properties)
        self.shout = Shout()
        self.sheets = SheetStack(self.ids.body, self._face_the_player)
        self.screens = MadeScreens(self, self.ids.body)
        self._lay_header()
        self.dimmer = Dimmer(self)
        self.ahead = Ahead(self.screens.make_ahead, self._prepare_shout)
        self.turns = TurnClock(self.refresh_header, self.toast)
        Window.bind(size=self._resized)
        THEME.bind(portrait=self._turned)

    @property
    def view(self) -> TableView:
        if self._view is None:
            raise ValueError("the stage has shown no view yet")
        return self._view

    def shows(self, number: int) -> bool:
        return self._view is not None and self._view.number == number

    @property
    def screen(self) -> Screen[Any]:
        """The screen of the view's scene; ValueError before the first view."""
        if self._screen is None:
            raise ValueError("the stage has shown no view yet")
        return self._screen

    @property
    def header(self) -> Header:
        header: Header = self.ids.header
        return header

    @property
    def sheet(self) -> Sheet | None:
        return self.sheets.sheet

    @property
    def help_sheet(self) -> Sheet | None:
        return self.sheets.help_sheet

    @property
    def top_sheet(self) -> Sheet | None:
        return self.sheets.top

    def retire(self) -> None:
        self.close()
        self.shout.end()
        self.facing.end()
        self.dimmer.end()
        self.ahead.end()
        self.turns.stop()
        if self._screen is not None:
            self._screen.leave()
        Window.unbind(size=self._resized)
        THEME.unbind(portrait=self._turned)

    def show(self, view: TableView) -> None:
        self._sent = None
        self._apply_look(view.look)
        before, self._view = self._view, view
        if before is not None and (before.kind, before.number) != (view.kind, view.number):
            self.dimmer.wake()
        if before is None or before.kind is not view.kind:
            self._change_screen(view)
        self._coach(view)
        self.screen.show(view)
        self.turns.follow(view)
        self.refresh_header()
        if view.closing:
            self._leave()
        if before is not None:
            self.sheets.update(view, moved=before.number != view.number)
        self.shout.follow(view)
        self._face_the_player()
        self.spoken.follow()
        if before is None or (before.kind, before.number) != (view.kind, view.number):
            self.ahead.follow(coming(view, self.screens.cleared))

    def _face_the_player(self) -> None:
        self.facing.follow(self._view, covered=self.top_sheet is not None)

    def _apply_look(self, look: LookView | None) -> None:
        if look is None or look == self._look:
            return
        self.dimmer.set_after(look.idle_s)
        before, self._look = self._look, look
        THEME.motion = 0.0 if look.still else 1.0
        if before is None or before.style != look.style:
            use_colours(look.day)
            THEME.letters = LARGE if look.large else 1.0
            THEME.birds = look.birds
            THEME.fit(*Window.size)
            self.property("felt").dispatch(self)
            self.shout.end()
            self.shout = Shout()
            self._lay_header()
            self._turned()

    def _lay_header(self) -> None:
        header = Header()
        header.bind(
            on_leading=lambda *_: self.lead(),
            on_undo=lambda *_: self.ask_undo(),
            on_help=lambda *_: self.help(),
            on_answer=lambda _, command: self.answer(command),
            on_ask=lambda *_: self.ask_advice(),
            on_notice_touched=lambda *_: self.read_out(),
        )
        self._lay_on_top(header)
        self.ids.header, self.coach = header, None

    def _lay_on_top(self, strip: BoxLayout) -> None:
        self.ids.top.clear_widgets()
        self.ids.top.add_widget(strip)

    def _coach(self, view: TableView) -> None:
        """In the first game the coach replaces the header; screens rest while the coach has its own key."""
        said = view.coach
        if said is None:
            if self.coach is not None:
                self.coach = None
                self._lay_on_top(self.header)
                self._rest(False)
            return
        if self.coach is None:
            self.coach = CoachStrip()
            self.coach.bind(on_leave=lambda *_: self.send(LeaveGame), on_go_on=lambda *_: self.send(GoOn))
            self._lay_on_top(self.coach)
        self.coach.show(said, star_face_of(view.scene))
        self._rest(bool(said.key))

    def _rest(self, rests: bool) -> None:
        """While the screen ``rests`` it cannot be touched."""
        self.ids.body.opacity, self.ids.body.disabled = _RESTING if rests else 1.0, rests

    def refresh_header(self) -> None:
        bar = self.header
        bar.leading = self.screen.leading
        said = (self.screen.caption(self.view), self.turns.words)
        bar.caption = "  ·  ".join(each for each in said if each)
        bar.mark = self.view.mark or ""
        bar.message = self.screen.message(self.view)
        bar.may_undo = self.view.may_undo
        bar.fault = self.view.fault or ""
        bar.advise(self.view.advice)

    def send(self, kind: type[Command], **fields: object) -> None:
        self.answer(kind(number=self.view.number, **fields))

    def answer(self, command: Command) -> None:
        """A second, equal command is ignored."""
        if command == self._sent:
            return
        self._sent = command
        self.header.fault = ""
        said = said_at_once(command, self.view)
        if said is not None:
            self.header.message = said
            self.unspoken = "" if isinstance(command, CallChallenge) else said
            if isinstance(command, CallChallenge) and isinstance(self.view.scene, BiddingScene):
                self._shout(self.view.of(BiddingScene), command.players[0])
        self._send(command)

    def _shout(self, view: View[BiddingScene], caller: int) -> None:
        """Shout before the table answers; in the first game the coach speaks instead."""
        if self.coach is None:
            self.shout.end()
            self.shout.show(view, caller)
            self.ids.body.add_widget(self.shout)

    def _prepare_shout(self) -> bool:
        if self._view is None or self._view.kind is not BiddingScene or self.coach is not None:
            return False
        return self.shout.prepare(self._view.of(BiddingScene), tuple(self.ids.body.size))

    def toast(self, text: str) -> None:
        if self.coach is not None:
            self.coach.remind()
        else:
            self.header.toast(text)

    def open(self, sheet: Sheet) -> None:
        self.sheets.open(sheet)

    def close(self) -> None:
        self.sheets.close()

    def help(self) -> None:
        """A second touch closes the help; a sheet below stays."""
        if self.help_sheet is not None:
            self.sheets.close_help()
        else:
            screen, view = self.screen, self.view
            keys, open_help = screen.help_keys(view), self.sheets.open_help
            open_help(HelpSheet(view, lambda: screen.help(self.view), keys, open_help))

    def lead(self) -> None:
        if not self.sheets.close_top() and not self.screen.go_back():
            leaves = self.screen.leading == "leave"
            self.open(header.way_out(self, self._leave) if leaves else header.menu(self, self.servers))

    def ask_undo(self) -> None:
        self.open(header.UndoQuestion(self))

    def ask_advice(self) -> None:
        question = header.advice_question(self)
        if question is not None:
            self.open(question)

    def read_out(self) -> None:
        if self.header.notice and self.header.notice_is_small:
            self.open(Question(title=self.header.notice, answers=(), back=say("key.good")))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Let a finger through once, even if desktop and device both report it.

        A touch that ends what is being played does nothing else, unless touches are spoken. Nor does the
        second of a double tap, once the first was answered: it did not mean what the next player is asked.
        """
        self.ahead.rest()
        if self._echo.repeats(touch):
            return True
        if not (touch.is_double_tap or touch.is_triple_tap):
            self._touched = self._asked
        if self.facing.settles or self.dimmer.only_wakes() or self._touched != self._asked:
            return True
        speaks = self._look is not None and self._look.spoken
        cut_short = self.top_sheet is None and self._screen is not None and self._screen.cut_short()
        if cut_short and not speaks:
            return True
        if self._view is not None:
            touch.ud[REPLACEMENTS], touch.ud[_PRESSED] = self, (self._view.kind, self.to_window(*touch.pos))
        self.spoken.begin(touch, on=speaks)
        if self.coach is not None and self.coach.key and not self.coach.collide_point(*touch.pos):
            self.coach.remind()
            self.spoken.end(touch)
            return True
        taken = bool(super().on_touch_down(touch))
        self.spoken.end(touch)
        return taken

    @property
    def _asked(self) -> tuple[object, ...]:
        """The scene, who is on turn, and the sheet over it."""
        if self._view is None:
            return ()
        acting = tuple(each.seat for each in seated(self._view.scene) if each.to_act)
        return self._view.kind, acting, self.top_sheet

    def press_instead(self, gone: Target, touch: MotionEvent) -> None:
        """Press the key that says the same in the same place; say so if there is none."""
        scene, place = touch.ud[_PRESSED]
        replacement = self.spoken.replacement_of(gone, place) if self.view.kind is scene else None
        if replacement is not None:
            replacement.dispatch("on_release")
        else:
            self.toast(say("phone.old_view"))

    def on_touch_move(self, touch: MotionEvent) -> bool:
        self.spoken.slide(touch, self.to_window(*touch.pos))
        return bool(super().on_touch_move(touch))

    def _change_screen(self, view: TableView) -> None:
        body = self.ids.body
        self.sheets.update(view, moved=True)
        self.header.dismiss()
        if self._screen is not None:
            self._screen.leave()
            body.remove_widget(self._screen)
            self._screen.let_pictures_go()
        screen = self._screen = self.screens.enter(view.scene)
        screen.enter(view)
        body.add_widget(screen, index=len(body.children))  # below the shout and a sheet that stays
        fade_in(screen)

    def _resized(self, _window: object, size: tuple[float, float]) -> None:
        THEME.fit(*size)

    def _turned(self, *_: object) -> None:
        self.close()
        self.screens.clear()
        gc.unfreeze()  # the old screens were frozen (app.py)
        if self._view is not None:
            self._change_screen(self._view)
            self.screen.show(self._view)

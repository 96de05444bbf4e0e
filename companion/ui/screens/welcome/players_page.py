"""Who plays, who opens, and which variations are on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.layout import Layout

from companion.play.base.views import RuleBook
from companion.play.modes.welcome.views import RulesChoice
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.key import Key
from companion.ui.widgets.name_sheet import NameSheet, next_free_name, preset_names
from companion.ui.widgets.screen import StagePort
from companion.ui.widgets.stepper import Stepper
from companion.ui.widgets.surface import Target

DRAGS_FROM_DP = 14.0
"""A finger that moves less taps: under 3 mm on the official 7-inch display."""


class DragBoard(Layout):
    """Stands before a layout's class. A released piece is ``dropped`` and stays there until the next
    layout.
    """

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._held: Target | None = None
        self._finger: MotionEvent | None = None
        self._dragged = False

    def pieces(self) -> Sequence[Target]:
        raise NotImplementedError(f"{type(self).__name__} names no pieces")

    def dropped(self, piece: Target, x: float, y: float) -> None:
        raise NotImplementedError(f"{type(self).__name__} takes no piece")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        taken = bool(super().on_touch_down(touch))
        piece = next((each for each in self.pieces() if each.collide_point(*touch.pos)), None)
        if taken and piece is not None and piece.state == "down" and self._finger is None:
            self._held, self._finger, self._dragged = piece, touch, False
            touch.grab(self)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or touch is not self._finger or self._held is None:
            return bool(super().on_touch_move(touch))
        far = max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) >= THEME.px(DRAGS_FROM_DP)
        if far and not self._dragged:
            self._dragged = True
            self._lift(self._held, touch)
        if self._dragged:
            self._held.center = touch.pos
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or touch is not self._finger or self._held is None:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        piece, dragged = self._held, self._dragged
        self._held = self._finger = None
        if dragged and piece in self.pieces():  # another finger may have laid others meanwhile
            self.dropped(piece, *touch.pos)
        return True

    def _lift(self, piece: Target, touch: MotionEvent) -> None:
        touch.ungrab(piece)
        piece.state = "normal"
        self.canvas.remove(piece.canvas)
        self.canvas.add(piece.canvas)


load_layout(__file__)


def say_value(value: object) -> str:
    if value is False:
        return say("option.off")
    if value is True:
        return say("option.on")
    return say(f"option_value.{value}") if isinstance(value, str) else str(value)


class OptionRow(BoxLayout):
    title = StringProperty("")
    value = ObjectProperty(None, allownone=True)

    def __init__(self, name: str, title: str, values: tuple[object, ...], default: object) -> None:
        self.name, self.default, self._values = name, default, values
        super().__init__(title=title, value=default)
        numbers = [value for value in values if type(value) is int]
        stepped = len(numbers) == len(values) > 2
        self.control = self._stepper(numbers) if stepped else Key(on_release=lambda *_: self._turn())
        self.add_widget(self.control)
        self.bind(value=self._show)
        self._show()

    def _stepper(self, numbers: list[int]) -> Stepper:
        stepper = Stepper(value=self.default)
        stepper.stride = numbers[1] - numbers[0]
        stepper.set_bounds(min(numbers), max(numbers))
        stepper.bind(on_stepped=lambda _stepper, value: setattr(self, "value", value))
        return stepper

    def _turn(self) -> None:
        at = self._values.index(self.value)
        self.value = self._values[(at + 1) % len(self._values)]

    def _show(self, *_: object) -> None:
        self.control.size_hint_x = None
        self.control.width = THEME.px(172)
        if isinstance(self.control, Key):
            on = self.value is not False
            self.control.text = say_value(self.value)
            self.control.sign = "check" if on else ""
            self.control.tile = "key chosen" if on else "key"


Begin = Callable[[RulesChoice, tuple[str, ...], tuple[tuple[str, object], ...], int | None], None]


_CELLS = (8, 12, 16)
_ROOMY = 7
"""Up to this many players a key has room for the opener's sign; else its frame and the key below say it."""
_LEAST_CHIPS = 2
"""For this many names of earlier games the keys take one more column."""


class PlayersGrid(DragBoard, GridLayout):
    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.players: tuple[Key, ...] = ()
        self.moved: Callable[[int, int], None] = lambda _old, _new: None

    def hold(self, players: tuple[Key, ...], others: tuple[Key, ...]) -> None:
        self.clear_widgets()
        self.players = players
        for key in (*players, *others):
            self.add_widget(key)

    def pieces(self) -> tuple[Key, ...]:
        return self.players

    def dropped(self, piece: Target, x: float, y: float) -> None:
        old = self.players.index(piece)
        under = (at for at, key in enumerate(self.players) if at != old and key.collide_point(x, y))
        self.moved(old, next(under, old))


class PlayerSheet(NameSheet):
    def __init__(
        self,
        known: tuple[str, ...],
        name: str,
        others: tuple[str, ...],
        take: Callable[[str], None],
        remove: Callable[[], None] | None,
    ) -> None:
        self._known = known
        super().__init__(name, others, take, remove)

    def offered(self) -> list[str]:
        return [*dict.fromkeys((*self._known, *preset_names()))]


class PlayersPage(BoxLayout):
    """Who plays, who opens, and a row for each option.

    Tap a player to rename or remove; drag to another place.
    """

    title = StringProperty("")
    names_opener = BooleanProperty(True)
    opener = NumericProperty(0)
    opener_name = StringProperty("")
    told = StringProperty("")
    opening = StringProperty("")
    may_change = BooleanProperty(False)

    def __init__(
        self,
        table: StagePort,
        begin: Begin,
        change: Callable[[RulesChoice], None],
        open_seats: Callable[[], None],
        **properties: object,
    ) -> None:
        self.names: tuple[str, ...] = ()
        self._beyond: tuple[str, ...] = ()
        """For whom the picked game has no place; another one may have."""
        self._table, self._begin = table, begin
        self._choice: RulesChoice | None = None
        self._known: tuple[str, ...] = ()
        super().__init__(**properties)
        self.ids.players.moved = self._move
        self.ids.change.bind(on_release=lambda *_: change(self.choice))
        self.ids.seats.bind(on_release=lambda *_: open_seats())

    @property
    def choice(self) -> RulesChoice:
        if self._choice is None:
            raise ValueError("no game has been picked yet")
        return self._choice

    @property
    def question(self) -> str:
        return say("players.question")

    @property
    def everybody(self) -> tuple[str, ...]:
        return (*self.names, *(name for name in self._beyond if name not in self.names))

    def seat(self, names: tuple[str, ...]) -> None:
        self.names, self._beyond = names, ()

    def begin(self, choice: RulesChoice, names: tuple[str, ...], known: tuple[str, ...] = ()) -> None:
        self._choice, self.title, self._known = choice, choice.title, known
        self.names_opener, self.opener = choice.names_opener, 0
        self.opening = choice.opening
        self.names, self._beyond = names[: choice.most], names[choice.most :]
        self.told, self.may_change = choice.told, choice.saved_as is not None
        self._draw_players()
        options = self.ids.options
        options.clear_widgets()
        for name, title, values, default in choice.options:
            options.add_widget(OptionRow(name, title, values, default))

    @property
    def options(self) -> tuple[tuple[str, object], ...]:
        rows = [each for each in reversed(self.ids.options.children) if isinstance(each, OptionRow)]
        return tuple((row.name, row.value) for row in rows if row.value != row.default)

    @property
    def book(self) -> RuleBook:
        return self.choice.book(self.options)

    def start(self) -> None:
        opener = int(self.opener) if self.names_opener else None
        self._begin(self.choice, self.names, (*self.choice.switches, *self.options), opener)

    def pass_opening(self) -> None:
        self.opener = (self.opener + 1) % len(self.names)
        self._draw_players()

    def exchange(self, one: int, other: int) -> None:
        """Two players change seats; the opener still opens."""
        opener = self.names[int(self.opener)]
        names = [*self.names]
        names[one], names[other] = names[other], names[one]
        self.names, self.opener = tuple(names), names.index(opener)
        self._draw_players()

    def _draw_players(self) -> None:
        self.opener = min(self.opener, len(self.names) - 1)
        self.opener_name = self.names[int(self.opener)]
        players = tuple(self._player(seat, name) for seat, name in enumerate(self.names))
        may_add = len(self.names) < self.choice.most
        self.ids.players.hold(players, self._adding() if may_add else ())

    def _player(self, seat: int, name: str) -> Key:
        opens = self.names_opener and seat == self.opener
        return Key(
            text=name,
            seat=seat,
            sign="turn" if opens and len(self.names) <= _ROOMY else "",
            tile="key chosen" if opens else "key",
            on_release=lambda _key: self._rename(seat),
        )

    def _adding(self) -> tuple[Key, ...]:
        new = Key(
            text=say("players.add"),
            sign="plus",
            tile="key line",
            on_release=lambda _key: self._add(next_free_name(self.names)),
        )
        away = [name for name in self._known if name not in self.names]
        taken = len(self.names) + 1
        room = next((cells - taken for cells in _CELLS if cells - taken >= min(_LEAST_CHIPS, len(away))), 0)
        chips = (
            Key(text=name, sign="plus", tile="key line", on_release=lambda _key, name=name: self._add(name))
            for name in away[:room]
        )
        return (new, *chips)

    def _add(self, name: str) -> None:
        self.names = (*self.names, name)
        self._draw_players()

    def _move(self, old: int, new: int) -> None:
        opener = self.names[int(self.opener)]
        names = [*self.names]
        names.insert(new, names.pop(old))
        self.names, self.opener = tuple(names), names.index(opener)
        self._draw_players()

    def _rename(self, seat: int) -> None:
        others = tuple(name for at, name in enumerate(self.names) if at != seat)
        may_go = len(self.names) > self.choice.fewest
        self._table.open(
            PlayerSheet(
                self._known,
                self.names[seat],
                others,
                take=lambda name: self._set(seat, name),
                remove=(lambda: self._remove(seat)) if may_go else None,
            )
        )

    def _set(self, seat: int, name: str) -> None:
        self.names = (*self.names[:seat], name, *self.names[seat + 1 :])
        self._draw_players()

    def _remove(self, seat: int) -> None:
        self.names = (*self.names[:seat], *self.names[seat + 1 :])
        self._draw_players()

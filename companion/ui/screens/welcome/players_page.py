"""Who plays, who opens, and which variations are on."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.start.views import RulesChoice
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.name_sheet import NameSheet, next_free_name
from companion.ui.screens.screen import StagePort
from companion.ui.screens.welcome.option_row import OptionRow
from companion.ui.widgets.key import Key

load_layout(__file__)

Begin = Callable[[RulesChoice, tuple[str, ...], tuple[tuple[str, object], ...], int | None], None]


class PlayersPage(BoxLayout):
    """A key for each player (tap: another name, or away), one for who opens, a row for each option."""

    title = StringProperty("")
    names_opener = BooleanProperty(True)
    opener = NumericProperty(0)
    opener_name = StringProperty("")
    may_add = BooleanProperty(True)
    told = StringProperty("")
    opening = StringProperty("")
    may_change = BooleanProperty(False)

    def __init__(
        self, table: StagePort, begin: Begin, change: Callable[[RulesChoice], None], **properties: object
    ) -> None:
        self.names: tuple[str, ...] = ()
        self._table, self._begin = table, begin
        self._choice: RulesChoice | None = None
        super().__init__(**properties)
        self.ids.change.bind(on_release=lambda *_: change(self.choice))

    @property
    def choice(self) -> RulesChoice:
        """The game that is set up; ValueError before one was picked."""
        if self._choice is None:
            raise ValueError("no game has been picked yet")
        return self._choice

    @property
    def question(self) -> str:
        """What the header asks."""
        return say("players.question")

    def begin(self, choice: RulesChoice, names: tuple[str, ...]) -> None:
        """Set up this game for these players."""
        self._choice, self.title = choice, choice.title
        self.names_opener, self.opener = choice.names_opener, 0
        self.opening = choice.opening
        self.names = names
        self.told, self.may_change = choice.told, choice.saved_as is not None
        self._draw_players()
        options = self.ids.options
        options.clear_widgets()
        for name, title, values, default in choice.options:
            options.add_widget(OptionRow(name, title, values, default))

    def start(self) -> None:
        """Begin the game; of a published game options that are left as they are are not named."""
        rows = [each for each in reversed(self.ids.options.children) if isinstance(each, OptionRow)]
        options = tuple((row.name, row.value) for row in rows if row.value != row.default)
        opener = int(self.opener) if self.names_opener else None
        self._begin(self.choice, self.names, (*self.choice.switches, *options), opener)

    def pass_opening(self) -> None:
        """The next player opens."""
        self.opener = (self.opener + 1) % len(self.names)
        self._draw_players()

    def _draw_players(self) -> None:
        grid = self.ids.players
        grid.clear_widgets()
        self.opener = min(self.opener, len(self.names) - 1)
        self.opener_name = self.names[int(self.opener)]
        for seat, name in enumerate(self.names):
            opens = self.names_opener and seat == self.opener
            grid.add_widget(
                Key(
                    text=name,
                    sign="turn" if opens else "",
                    tile="key chosen" if opens else "key",
                    on_release=lambda _key, at=seat: self._rename(at),
                )
            )
        if len(self.names) < self.choice.most:
            grid.add_widget(Key(text=say("players.add"), sign="plus", tile="key line", on_release=self._add))

    def _add(self, *_: object) -> None:
        self.names = (*self.names, next_free_name(self.names))
        self._draw_players()

    def _rename(self, seat: int) -> None:
        others = tuple(name for at, name in enumerate(self.names) if at != seat)
        may_go = len(self.names) > self.choice.fewest
        self._table.open(
            NameSheet(
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

"""The house's front: its name, the game to go on with, a new one."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.play.modes.welcome.views import LastTableView, SavedGameView, WelcomeScene
from companion.ui.art.textures import words_texture
from companion.ui.art.theme import Palette
from companion.ui.widgets.layout_file import load_layout

load_layout(__file__)


class Lettering(Widget):
    """A few capitals, as large as the box allows."""

    text = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._box = Rectangle()
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._redraw, size=self._redraw, text=self._redraw)

    def _draw(self, *_: object) -> None:
        if not self.text or min(self.size) < 8:
            return
        tall = int(self.height / 1.24)
        texture = words_texture(self.text, tall, Palette.yellow)
        if texture.width > self.width:
            tall = int(tall * self.width / texture.width)
            texture = words_texture(self.text, max(4, tall), Palette.yellow)
        self._box.texture = texture
        self._box.size = texture.size
        self._box.pos = (self.center_x - texture.width / 2, self.center_y - texture.height / 2)


class HomePage(BoxLayout):
    """The newest unfinished game comes first, then the last table once more, or that of a club.

    The first is the largest.

    Where nobody has played yet it is a first game that teaches by playing.
    """

    resume_line = StringProperty("")
    resume_rules = StringProperty("")
    """Which game it is."""
    has_resume = BooleanProperty(False)
    is_the_first = BooleanProperty(False)
    """Nobody has played here yet."""
    last_title = StringProperty("")
    last_line = StringProperty("")
    has_last = BooleanProperty(False)
    low = BooleanProperty(False)
    """The screen has no room for all keys one below the other."""
    camera = StringProperty("")
    may_set_up = BooleanProperty(False)

    def __init__(
        self,
        resume: Callable[[SavedGameView], None],
        play_again: Callable[[LastTableView], None],
        open_saved: Callable[[], None],
        new_game: Callable[[], None],
        learn: Callable[[], None],
        open_table: Callable[[], None],
        open_settings: Callable[[], None],
        count: Callable[[], None],
        look_back: Callable[[], None],
        **properties: object,
    ) -> None:
        self._newest: SavedGameView | None = None
        self._last: LastTableView | None = None
        self._take, self._again = resume, play_again
        super().__init__(**properties)
        self._more = [self.ids[name].__self__ for name in ("others", "count", "past", "settings")]
        self.ids.resume.bind(on_release=lambda *_: self._resume())
        self.ids.same.bind(on_release=lambda *_: self._play_again())
        self.ids.others.bind(on_release=lambda *_: open_saved())
        self.ids.new.bind(on_release=lambda *_: new_game())
        self.ids.learn.bind(on_release=lambda *_: learn())
        self.ids.count.bind(on_release=lambda *_: count())
        self.ids.table.bind(on_release=lambda *_: open_table())
        self.ids.settings.bind(on_release=lambda *_: open_settings())
        self.ids.past.bind(on_release=lambda *_: look_back())

    def _resume(self) -> None:
        if self._newest is not None:
            self._take(self._newest)

    def _play_again(self) -> None:
        if self._last is not None:
            self._again(self._last)

    def show(self, view: WelcomeScene, may_set: bool = False, may_look_back: bool = False) -> None:
        """Draw what there is; ``may_set``: there are settings to open, ``may_look_back``: kept games."""
        self._newest = view.newest
        self.has_resume = self._newest is not None
        self.resume_line = self._newest.line if self._newest else ""
        self.resume_rules = self._newest.rules if self._newest else ""
        self.is_the_first = view.is_the_first
        self._last = view.roster.last
        self.has_last = self._last is not None
        self.last_title = self._last.title if self._last else ""
        self.last_line = self._last.line if self._last else ""
        self.camera = view.camera
        self.may_set_up = view.may_set_up
        has_others = len(view.saved) > (1 if self._newest else 0)
        self._offer(has_others, view.may_count, may_look_back, may_set)

    def _offer(self, *there: bool) -> None:
        """Of the small keys those that lead somewhere now."""
        self.ids.more.clear_widgets()
        for key, is_there in zip(self._more, there, strict=True):
            if is_there:
                self.ids.more.add_widget(key)

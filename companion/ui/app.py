"""The app: a window, a stage in it, and the session behind it."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kivy.app import App
from kivy.clock import Clock

from companion.core.allocator import give_back
from companion.text import say
from companion.ui.environment import SEEN_DRIVERS, configure_window, finish_each_frame

if TYPE_CHECKING:  # they open a window, or take long to import
    from kivy.core.window import WindowBase
    from kivy.uix.floatlayout import FloatLayout
    from kivy.uix.widget import Widget

    from companion.play.base.commands import Command
    from companion.play.views import TableView
    from companion.ui.ahead import Rest
    from companion.ui.desk_panel import DeskPanel
    from companion.ui.panel_strip import PanelStrip
    from companion.ui.screens.servers import ServersShown
    from companion.ui.spoken_touch import Reader
    from companion.ui.stage import Stage

PANEL_SHARE = 1 / 6
"""Height of a desk panel as a part of the window's."""


GARBAGE_AFTER, GARBAGE_IN_CALM, LONGER = 10_000, 30_000, (20, 20)
"""New objects after which Python searches for garbage: while something moves, and while people think;
then quiet moments search from ``GARBAGE_AFTER`` on. A view makes thousands. At a quarter of the speed 10,000
took 0.02 to 0.07 s, 60,000 0.2 s; some of it fell into touches."""


class NoDisplay(OSError): ...


class TableSession(Protocol):
    @property
    def view(self) -> TableView: ...

    on_view: Callable[[TableView], None] | None

    def send(self, command: Command) -> None: ...


@dataclass(frozen=True, slots=True)
class AtTable:
    """A session and what the screen needs beside it.

    ``servers``: with the addresses that the menu shows. ``reader`` speaks touches if the settings ask for it.
    ``on_beat``: a function, and the seconds between its calls.
    """

    session: TableSession
    panel: DeskPanel | None = None
    servers: ServersShown | None = None
    reader: Reader | None = None
    on_beat: tuple[Callable[[], None], float] | None = None


class CupsUpApp(App):
    title = "Cups Up"

    def __init__(
        self,
        session: TableSession,
        panel: DeskPanel | None = None,
        servers: ServersShown | None = None,
        reader: Reader | None = None,
        **properties: object,
    ) -> None:
        super().__init__(**properties)
        self.session = session
        self.panel = panel
        self.servers, self.reader = servers, reader
        self.strip: PanelStrip | None = None
        self._style: tuple[object, ...] | None = None
        """What the strip is made for."""
        self.stage: Stage | None = None
        self.has_drawn = False
        self._newest: TableView | None = None
        self._draw_newest = Clock.create_trigger(self._draw)

    def build(self) -> Widget:
        from companion.ui.art.theme import THEME
        from companion.ui.stage import Stage

        THEME.height_share = 1.0 if self.panel is None else 1.0 - PANEL_SHARE
        stage = self.stage = Stage(self.session.send, self.stop, self.servers, self.reader)
        self.session.on_view = self.arrive
        self.arrive(self.session.view)
        return stage if self.panel is None else self._with_panel(stage, self.panel)

    def _with_panel(self, stage: Stage, panel: DeskPanel) -> Widget:
        from kivy.uix.relativelayout import RelativeLayout

        from companion.ui.widgets.box import BoxLayout

        screen = RelativeLayout(size_hint_y=1.0 - PANEL_SHARE)  # screens keep coordinates of their own
        screen.add_widget(stage)
        root = BoxLayout(orientation="vertical")
        root.add_widget(screen)
        self._lay_strip(root, stage, panel)
        return root

    def _lay_strip(self, root: Widget, stage: Stage, panel: DeskPanel) -> None:
        from companion.ui.panel_strip import PanelStrip

        if self.strip is not None:
            root.remove_widget(self.strip)
        self.strip = PanelStrip(panel, stage.spoken, size_hint_y=PANEL_SHARE)
        root.add_widget(self.strip)

    def arrive(self, view: TableView) -> None:
        self._newest = view
        self._draw_newest()

    def on_stop(self) -> None:
        self.session.on_view = None

    def _draw(self, *_: object) -> None:
        if self._newest is not None and self.stage is not None:
            self.stage.show(self._newest)
            self.has_drawn = True
            self._show_panel(self._newest, self.stage)

    def _show_panel(self, view: TableView, stage: Stage) -> None:
        """In another language or other colours the strip is made anew, as the screens are."""
        if self.strip is None or self.panel is None:
            return
        if view.look is not None and view.look.style != self._style:
            self._style = view.look.style
            self._lay_strip(self.strip.parent, stage, self.panel)
        self.strip.follow(view)


class OpeningApp(App):
    """Shows a first picture, opens the table behind it, then draws the table.

    ``load``, on its own thread, gives what opens the table; if that gives none, the window closes. Only
    ``load`` imports meanwhile: two threads that import from one package may get an unfinished module.
    """

    title = CupsUpApp.title

    def __init__(self, load: Callable[[], Callable[[], AtTable | None]]) -> None:
        super().__init__()
        self.table: CupsUpApp | None = None
        self.fault: BaseException | None = None
        self._load = load
        self._at: AtTable | None = None
        self._opening = threading.Thread(target=self._work, name="opening", daemon=True)
        self._lay = Clock.create_trigger(self._laid)

    @property
    def has_drawn(self) -> bool:
        return self.table is not None and self.table.has_drawn

    def build(self) -> FloatLayout:
        from kivy.core.window import Window
        from kivy.uix.floatlayout import FloatLayout

        from companion.ui.splash import Splash

        root = FloatLayout()
        root.add_widget(Splash(self.title))
        Window.bind(on_flip=self._begin)
        return root

    def on_stop(self) -> None:
        """Wait for a table that is being opened: only then can it be closed."""
        if self.table is not None:
            self.table.on_stop()
        if self._opening.is_alive():
            self._opening.join()

    def _begin(self, window: WindowBase, *_: object) -> None:
        window.unbind(on_flip=self._begin)
        self._opening.start()

    def _work(self) -> None:
        try:
            open_table = self._load()
            Clock.schedule_once(_import_stage)
            self._at = open_table()
        except BaseException as fault:  # raised again where the app was started
            self.fault = fault
        self._lay()

    def _laid(self, *_: object) -> None:
        at = self._at
        if at is None:
            self.stop()
            return
        if at.on_beat is not None:
            beat, every_s = at.on_beat
            Clock.schedule_interval(lambda _: beat(), every_s)
        table = CupsUpApp(at.session, at.panel, at.servers, at.reader)
        table.stop = self.stop
        self.root.clear_widgets()
        self.root.add_widget(table.build())
        self.table = table


def _import_stage(*_: object) -> None:
    import companion.ui.stage  # noqa: F401  (so that it is there when the table is laid)


def run_app(
    load: Callable[[], Callable[[], AtTable | None]],
    *,
    size: tuple[int, int] | None = None,
    fullscreen: bool = False,
    rotate: int = 0,
    first_scene_only: bool = False,
    on_app: Callable[[OpeningApp], None] | None = None,
) -> int:
    """Open the window (``size`` in pixels), play until it is closed, and give the exit status.

    ``rotate``: degrees by which the display is mounted turned. ``first_scene_only``: close the window once
    the first scene is on it. Raises ``NoDisplay`` without a window, and whatever opening the table raises.
    """
    os.environ.setdefault("SDL_VIDEODRIVER", SEEN_DRIVERS)
    configure_window(size, fullscreen, rotate)
    from kivy.core.window import Window

    if Window is None:
        raise NoDisplay(say("play.no_window"))
    Window.clearcolor = (0.03, 0.07, 0.06, 1)
    Window.show_cursor = not fullscreen
    finish_each_frame(Window)
    app = OpeningApp(load)

    def drawn(*_: object) -> None:
        stage = None if app.table is None else app.table.stage
        if stage is None or not app.has_drawn:
            return
        Window.unbind(on_flip=drawn)
        _spare_pauses()
        stage.ahead.on_calm = _wait_with_garbage
        stage.ahead.on_rest = lambda rest: _tidy(rest, covered=stage.top_sheet is not None)
        if first_scene_only:
            app.stop()

    Window.bind(on_flip=drawn)
    if on_app is not None:
        on_app(app)
    app.run()
    if app.fault is not None:
        raise app.fault
    return 1 if app.table is None else 0


def _spare_pauses() -> None:
    """Keep what exists out of the search for garbage, which took 0.2 to 0.3 s of a fast core while a screen
    was made for a touch.
    """
    _wait_with_garbage(calm=True)
    gc.freeze()
    gc.enable()


def _wait_with_garbage(calm: bool) -> None:
    gc.set_threshold(GARBAGE_IN_CALM if calm else GARBAGE_AFTER, *LONGER)


def _tidy(rest: Rest, covered: bool = False) -> None:
    """Clear garbage while no finger waits: a round's takes up to 20 MB before Python looks for it.

    ``covered`` by a sheet: that is garbage soon, and searched for once it is closed.
    """
    from companion.ui.ahead import Rest

    match rest:
        case Rest.MADE:
            _keep_screens()
        case Rest.PLAYED:
            gc.collect()
        case Rest.TOUCHED if gc.get_count()[0] > GARBAGE_AFTER and not covered:
            gc.collect(1)
    give_back()


def _keep_screens() -> None:
    """Keep the screens made ahead out of the search for garbage: it took 0.25 s at a quarter of the speed
    while a finger waited.
    """
    gc.collect()
    gc.freeze()
    gc.collect()  # finds nothing alive: else Python would wait for a quarter of what the first one found

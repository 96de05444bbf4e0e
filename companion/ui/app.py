"""The app: a window, a stage in it, and the session behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from kivy.app import App
from kivy.clock import Clock

from companion.play.commands import Command
from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.desk_panel import DeskPanel
from companion.ui.environment import configure_window

if TYPE_CHECKING:  # they open a window
    from kivy.uix.widget import Widget

    from companion.ui.panel_strip import PanelStrip
    from companion.ui.screens.phones_sheet import ServersShown
    from companion.ui.spoken_touch import Reader
    from companion.ui.stage import Stage

PANEL_SHARE = 1 / 6
"""The part of the window's height that a desk panel takes."""


class NoDisplay(OSError):
    """There is no display on which a window could be opened."""


class TableSession(Protocol):
    """What the screen needs of ``companion.play``'s session."""

    @property
    def view(self) -> TableView:
        """The newest view."""
        ...

    on_view: Callable[[TableView], None] | None

    def send(self, command: Command) -> None:
        """Queue a command; the answer comes as a view."""
        ...


class CupsUpApp(App):
    """Draws the session's views and sends it what is touched."""

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
        self.stage: Stage | None = None
        self.has_drawn = False
        self._newest: TableView | None = None
        self._draw_newest = Clock.create_trigger(self._draw)

    def build(self) -> Widget:
        """The stage, with the session's view on it; the desk panel under it where there is one."""
        from companion.ui.stage import Stage
        from companion.ui.theme import THEME

        THEME.height_share = 1.0 if self.panel is None else 1.0 - PANEL_SHARE
        stage = self.stage = Stage(self.session.send, self.stop, self.servers, self.reader)
        self.session.on_view = self.arrive
        self.arrive(self.session.view)
        return stage if self.panel is None else self._with_panel(stage, self.panel)

    def _with_panel(self, stage: Stage, panel: DeskPanel) -> Widget:
        from kivy.uix.boxlayout import BoxLayout
        from kivy.uix.relativelayout import RelativeLayout

        from companion.ui.panel_strip import PanelStrip

        self.strip = PanelStrip(panel, stage.spoken, size_hint_y=PANEL_SHARE)
        screen = RelativeLayout(size_hint_y=1.0 - PANEL_SHARE)  # the screens lie in a corner of their own
        screen.add_widget(stage)
        root = BoxLayout(orientation="vertical")
        root.add_widget(screen)
        root.add_widget(self.strip)
        return root

    def arrive(self, view: TableView) -> None:
        """A view came, from whichever thread: it is drawn with the next frame."""
        self._newest = view
        self._draw_newest()

    def on_stop(self) -> None:
        """The window closes; views that still come go nowhere."""
        self.session.on_view = None

    def _draw(self, *_: object) -> None:
        if self._newest is not None and self.stage is not None:
            self.stage.show(self._newest)
            self.has_drawn = True
            if self.strip is not None:
                self.strip.name(self._newest.seats)


def run_app(
    session: TableSession,
    *,
    size: tuple[int, int] | None = None,
    fullscreen: bool = False,
    panel: DeskPanel | None = None,
    rotate: int = 0,
    on_beat: tuple[Callable[[], None], float] | None = None,
    first_scene_only: bool = False,
    servers: ServersShown | None = None,
    reader: Reader | None = None,
) -> int:
    """Open the window (``size`` in pixels) and play until it is closed; returns the exit status.

    ``panel`` is drawn under the screen; ``rotate`` is by how many degrees the display is mounted turned;
    ``on_beat`` is called by the screen's own loop every so many seconds. ``first_scene_only``: the
    window closes once the first scene is on it. ``servers``: where scoreboard and phones listen, if they do;
    the menu leads there.
    ``reader`` says what is touched, where the settings want it.

    Raises ``NoDisplay`` where no window can be opened.
    """
    configure_window(size, fullscreen, rotate)
    from kivy.core.window import Window

    from companion.ui.software_renderer import finish_each_frame

    if Window is None:
        raise NoDisplay(say("play.no_window"))
    Window.clearcolor = (0.03, 0.07, 0.06, 1)
    Window.show_cursor = not fullscreen
    finish_each_frame(Window)
    if on_beat is not None:
        Clock.schedule_interval(lambda _: on_beat[0](), on_beat[1])
    app = CupsUpApp(session, panel, servers, reader)
    if first_scene_only:
        Window.bind(on_flip=lambda *_: app.stop() if app.has_drawn else None)
    app.run()
    return 0

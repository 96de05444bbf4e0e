"""One table's evening put together: journal, camera, eye, cups and the session between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from companion.calibration import CalibrationError
from companion.cli.wiring.calibrator import calibrator_of
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.journal import open_to_play
from companion.cli.wiring.past import KeptPast
from companion.cli.wiring.settings import LiveSettings
from companion.cli.wiring.table import TableInUse
from companion.core.frame import Camera, Clock
from companion.core.reading import TeachError, WildMark
from companion.devices import SEARCH_EVERY_S, Supervisor, answering_in_time, close_in_time, searching
from companion.journal import HOUSE_RULES_FOLDER, HouseShelf, Store, table_id_in
from companion.play.base.commands import Refused
from companion.play.base.ports import CardEye, Panel, SettingsKeeper, SquaresEye, TableEye, in_force
from companion.play.base.readings import AtOnce
from companion.play.modes.counting.mode import CountingMode
from companion.play.session import Inbox, Session
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from companion.recognition.cards.eye import CardEye as RealCardEye
from companion.recognition.context.stillness import Stillness
from companion.recognition.table.table_eye import TableReader
from companion.share.album import SouvenirKeeper
from companion.share.feed import Follower, publish
from companion.share.voice import Voice
from companion.share.web import SwitchedServers
from companion.simulator import Throws
from companion.text import say


@dataclass(frozen=True, slots=True)
class Evening:
    """The parts of an evening; house rules lie beside the journal.

    ``watch``: sees lifted cups. ``squares``: reads the Lost Dice Squares. ``table``: the one that was set up.
    ``card_eye``: without it every card is tapped. ``clock`` stamps the camera's frames; the session waits on
    ``inbox``, without one in real time.
    """

    journal: Path
    opened: Opened
    eye: TableEye | None
    dice_seed: int = 0
    watch: bool = True
    squares: SquaresEye | None = None
    table: TableInUse | None = None
    panel: Panel | None = None
    """Buttons, lamps and cup sensors; closed with the session."""
    card_eye: CardEye | None = None
    clock: Clock = time.monotonic_ns
    inbox: Inbox | None = None
    look_again: Callable[[], Evening | None] | None = None
    """Looks for a missing camera: the evening with it, or ``None``."""
    look_every_s: float = SEARCH_EVERY_S
    practice: Callable[[], Evening | None] | None = None
    """Opens a simulated table for practice, with its own journal; ``None`` if it cannot."""
    followers: tuple[Follower, ...] = ()
    """They get each event once it is on disk; their maker closes them."""
    servers: SwitchedServers | None = None
    """Scoreboard and phones; without them the screen does not offer them."""
    viewers: tuple[Callable[[TableView], None], ...] = ()
    """Each gets every view of the screen."""
    souvenirs: SouvenirKeeper | None = None
    """Draws the page of a game that was won; the screen offers it."""
    settings: SettingsKeeper | None = None
    """Without it the screen offers no settings."""
    voice: Voice | None = None
    """Says what is touched."""

    @property
    def equipment(self) -> Equipment:
        opened = self.opened
        if isinstance(self.settings, LiveSettings) and self.table is not None:  # practice has no table
            self.settings.table = self.table
        if isinstance(self.eye, TableReader):
            self.eye.wild = self._wild
        if isinstance(self.card_eye, RealCardEye) and opened.cards is None:
            self.card_eye.deck = lambda: in_force(self.settings).deck
        if opened.camera is not None and self.inbox is None:
            drawn = opened.cups is not None or opened.cards is not None
            opened = replace(opened, camera=answering_in_time(opened.camera, drawn=drawn))
        return Equipment(
            camera=opened.camera,
            eye=self.eye,
            cups=opened.cups,
            watch=Stillness() if self.watch and self.eye is not None else None,
            squares=self.squares,
            calibrator=calibrator_of(opened, self.journal.parent, self.dice_seed, self.table),
            place=self.table,
            card_eye=self.card_eye,
            dealer=opened.cards,
            learner=self.eye if isinstance(self.eye, TableReader) else None,
            counter=self._counter(opened),
        )

    def _wild(self) -> WildMark:
        return in_force(self.settings).wild

    def _counter(self, opened: Opened) -> CountingMode | None:
        if opened.camera is None or not isinstance(self.eye, TableReader):
            return None
        throws = None if opened.cups is None else Throws(opened.cups, self.dice_seed, self._wild)
        return CountingMode(opened.camera, self.eye.roll_eye, Stillness, throws, self._wild)


@contextmanager
def session_of(evening: Evening) -> Iterator[Session]:
    """Closes journal and cameras at the end. Raises ``StoreError``."""
    opened, news = open_to_play(evening.journal)
    with opened as journal:
        camera = evening.opened.camera
        cameras = [] if camera is None else [camera]
        try:
            with (
                ExitStack() as stack,
                _background(evening) as background,
                _session(evening, journal, background, stack) as session,
            ):
                if evening.souvenirs is not None:
                    evening.souvenirs.on_made = session.bring_souvenir
                    evening.souvenirs.ended_at = journal.ended_at
                if evening.servers is not None:
                    evening.servers.gateway.table = session
                    evening.servers.on_news = session.tell
                _tell_news(session, camera)
                for sentence in news:
                    session.tell(sentence)
                if evening.servers is not None and evening.servers.links is not None:
                    evening.servers.links.tell_table(session.tell)
                with _searching(session, evening, cameras):
                    yield session
        finally:
            if evening.panel is not None:
                evening.panel.close()
            for each in cameras:
                close_in_time(each)


def _background(evening: Evening) -> AbstractContextManager[Executor]:
    """Runs readings: on a thread of its own, in virtual time at once."""
    if evening.inbox is not None:
        return nullcontext(AtOnce())
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="eye")


def _session(evening: Evening, journal: Store, background: Executor, stack: ExitStack) -> Session:
    open_practice = evening.practice
    publish(journal, evening.followers, table_id_in(evening.journal.parent))
    services = Services(
        journal,
        evening.clock,
        evening.equipment,
        evening.dice_seed,
        HouseShelf(evening.journal.parent / HOUSE_RULES_FOLDER),
        looks_for_camera=evening.look_again is not None,
        settings=evening.settings,
        past=KeptPast(journal, evening.journal),
        servers=evening.servers,
        background=background,
        practice=None
        if open_practice is None
        else lambda: _practice(evening, open_practice(), background, stack),
    )
    phones = () if evening.servers is None else (evening.servers.gateway.show,)
    viewers = tuple(
        each if evening.voice is not None and each == evening.voice.show else _but_of_practice(each)
        for each in (*evening.viewers, *phones)
    )
    return Session(services, panel=evening.panel, inbox=evening.inbox, viewers=viewers)


def _practice(evening: Evening, own: Evening | None, background: Executor, stack: ExitStack) -> Services:
    """Practice services, with the evening's voice. Raises ``Refused`` if they cannot be opened."""
    if own is None:
        raise Refused(say("table.no_simulated"))
    if own.opened.camera is not None:
        stack.callback(own.opened.camera.close)
    journal = stack.enter_context(open_to_play(own.journal)[0])
    publish(journal, () if evening.voice is None else (evening.voice,))
    return Services(
        journal,
        evening.clock,
        replace(own, settings=evening.settings, inbox=evening.inbox).equipment,
        own.dice_seed,
        settings=evening.settings,
        background=background,
    )


def _but_of_practice(show: Callable[[TableView], None]) -> Callable[[TableView], None]:
    """Hides practice: nothing of it is shared or kept."""

    def shown(view: TableView) -> None:
        if not view.practised:
            show(view)

    return shown


def _tell_news(session: Session, camera: Camera | None) -> None:
    if isinstance(camera, Supervisor):
        camera.on_news = session.tell


@contextmanager
def _searching(session: Session, evening: Evening, cameras: list[Camera]) -> Iterator[None]:
    look_again = evening.look_again
    if look_again is None:
        yield
        return

    def look() -> bool:
        found = look_again()
        if found is not None:
            if found.opened.camera is not None:
                cameras.append(found.opened.camera)
            _tell_news(session, found.opened.camera)
            session.take_up(replace(found, settings=evening.settings).equipment)
        return found is not None

    with searching(lambda: look_once(session, look), evening.look_every_s):
        yield


def look_once(session: Session, look: Callable[[], bool]) -> bool:
    """Whether the search for a camera is over. Tells the session why a table cannot be opened."""
    if not session.misses_camera:
        return False
    try:
        return look()
    except (CalibrationError, TeachError) as fault:
        session.tell(str(fault))
        return True

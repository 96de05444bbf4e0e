"""One table's evening, wired together: what is kept, camera, eye, cups and the session between them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from companion.album.souvenirs import SouvenirKeeper
from companion.calibration.profile import Profile
from companion.calibration.seating import Seating
from companion.card_reading import Deck
from companion.commands.calibrating.calibrator_here import calibrator_of
from companion.commands.wiring.camera_search import LOOK_EVERY_S, CameraSearch
from companion.commands.wiring.dice_at_table import DiceAtTable
from companion.commands.wiring.past_here import PastHere
from companion.commands.wiring.servers_here import ServersHere
from companion.commands.wiring.settings_here import SettingsHere
from companion.commands.wiring.table_here import TableInUse
from companion.commands.wiring.throws import Throws
from companion.feed.followed_journal import FollowedJournal
from companion.feed.happening import Follower
from companion.frame import Frame
from companion.hardware.cameras.guard import GuardedCamera, close_in_time
from companion.hardware.cameras.port import TableCamera
from companion.hardware.cameras.punctual import PunctualCamera
from companion.hardware.choose import Opened
from companion.journal.house_shelf import FOLDER_NAME, HouseShelf
from companion.journal.store import Store
from companion.play.counting.roll_desk import RollDesk
from companion.play.inbox import Inbox
from companion.play.panel.panel_port import Panel
from companion.play.ports import CardEye, Clock, SquaresEye, TableEye
from companion.play.services import Equipment, Services
from companion.play.session import Session
from companion.play.settings.ports import SettingsKeeper
from companion.play.views import TableView
from companion.reading import ConfirmedDie, Expectation, TableReading, WildMark
from companion.recognition.camera_memory import CameraMemory
from companion.recognition.cards.card_eye import CardEye as RealCardEye
from companion.recognition.classify.symbols import SymbolsWhenNeeded
from companion.recognition.evening.evening_eye import EveningEye
from companion.recognition.evening.kept_dice import ORDINARY
from companion.recognition.eye import Eye
from companion.recognition.table.squares import SquaresEye as SquaresOfTheTable
from companion.recognition.table.table_eye import CalibratedEye, SeatedEye
from companion.recognition.taught.views import Reader
from companion.recognition.watch.recent import RecentEye
from companion.recognition.watch.roll_eye import RollEye
from companion.recognition.watch.stillness import Stillness
from companion.voice.voice import Voice


class TableReader:
    """The eye at a table of any number of players: seats follow from the dice that the game expects.

    A table that was set up has them in its profile; else they are even in the picture. How flat dice look
    it keeps from reading to reading, for the camera stands still, until the table is set right or changed.
    """

    def __init__(
        self,
        eye: Eye,
        table: TableInUse | None = None,
        symbols: Reader | None = None,
        set_name: str = ORDINARY,
    ) -> None:
        """``set_name``: the taught set that the eye reads; what its dice teach is kept by that name."""
        self._eye, self._evening = eye, EveningEye(eye, symbols or SymbolsWhenNeeded())
        self._recent = RecentEye(self._evening)
        self._table = table
        self.wild: Callable[[], WildMark] = lambda: WildMark.ANY
        """Tells what the dice have in the place of the wild face."""
        self._camera, self._stands_by = CameraMemory(), self._place
        self._kept = DiceAtTable(table, set_name)
        self._squares_of: tuple[Profile | None, SquaresOfTheTable] | None = None

    @property
    def roll_eye(self) -> RollEye:
        """The same eye for dice that belong to no game."""
        self._at_this_table()
        return RollEye(self._evening)

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame, held against the game (``companion.play.ports.TableEye``)."""
        return self._here(len(expected.dice)).read_table(frames, self._known(expected))

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """The same while cups are being lifted: nothing of it is kept."""
        return self._here(len(expected.dice)).look(frames, self._known(expected))

    def before_lift(self, frame: Frame | None) -> None:
        """The table while cups stand on all dice (``companion.play.ports.TableLearner``)."""
        self._camera.take_before(None if frame is None else frame.pixels, sure=False)

    def confirm(self, lift: tuple[int, int], frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        """Learn what lay in the frame of a lift, as it was journaled."""
        self._at_this_table()
        self._evening.confirm(lift, frame, dice, self._camera)
        self._recent.forget()
        self._kept.keep(self._evening.house)

    def take_back(self, lift: tuple[int, int]) -> None:
        """Forget what was learned from that lift."""
        self._at_this_table()
        self._evening.take_back(lift, self._camera)
        self._recent.forget()
        self._kept.keep(self._evening.house)

    def _at_this_table(self) -> None:
        """Know the table that is played at now, and its dice."""
        if self._place != self._stands_by:
            self._camera, self._stands_by = CameraMemory(), self._place
            self._recent.forget()
        house = self._kept.of_another_table()
        if house is not None:
            self._evening.take_up(house)
            self._recent.forget()

    @property
    def _place(self) -> Profile | None:
        """The table as it lies now, whatever its dice are like."""
        profile = None if self._table is None else self._table.profile
        return None if profile is None else replace(profile, wild=None)

    def _known(self, expected: Expectation) -> Expectation:
        """What is expected, with what is known of the dice; both eyes go by it from now on."""
        known = replace(expected, wild=self.wild())
        if self._evening.wild is not known.mark:
            self._evening.wild = known.mark
            self._recent.forget()
        return known

    def _here(self, players: int) -> CalibratedEye | SeatedEye:
        self._at_this_table()
        if self._table is not None and self._table.watch is not None:
            return CalibratedEye(self._recent, self._table.watch, self._camera)
        return SeatedEye(self._recent, Seating.for_players(players), camera=self._camera)

    def lost_seen(self, frame: Frame, players: int) -> int | None:
        """How many dice lie on the Lost Dice Squares (``companion.play.ports.SquaresEye``)."""
        if self._table is not None and not self._table.knows_squares:
            return None
        return self._squares().lost_seen(frame, players)

    def _squares(self) -> SquaresOfTheTable:
        """The eye for the squares; a table that was set right has them elsewhere in the picture."""
        profile = None if self._table is None else self._table.profile
        if self._squares_of is None or self._squares_of[0] != profile:
            seats_for = Seating.for_players if self._table is None else self._table.seats
            self._squares_of = profile, SquaresOfTheTable(self._eye, seats_for)
        return self._squares_of[1]


@dataclass(frozen=True, slots=True)
class Evening:
    """What an evening is wired from; the house rules lie beside the journal.

    ``watch``: lifted cups are seen by the camera, beside the key on the screen. ``squares`` looks at the
    Lost Dice Squares between rounds; without it nobody does. ``table`` is the one that was set up.
    ``card_eye`` reads cards that lie face up; without it every card is tapped. ``clock`` is the one on which
    the camera stamps its frames; the session waits on ``inbox``, without one in the machine's own time.
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
    """Looks for a camera that is missing: the evening as it is with it, ``None`` while there is none."""
    look_every_s: float = LOOK_EVERY_S
    followers: tuple[Follower, ...] = ()
    """They get each event once it is on disk; whoever made them closes them."""
    servers: ServersHere | None = None
    """Scoreboard and phones, on or off; without any the screen does not offer them."""
    viewers: tuple[Callable[[TableView], None], ...] = ()
    """Who gets every view of the screen, beside the screen."""
    souvenirs: SouvenirKeeper | None = None
    """Who draws the page of a game that was won; the screen offers it."""
    settings: SettingsKeeper | None = None
    """Without one the screen offers no settings."""
    voice: Voice | None = None
    """Who says what is touched."""

    @property
    def equipment(self) -> Equipment:
        """What stands at its table."""
        opened = self.opened
        if isinstance(self.settings, SettingsHere):
            self.settings.table = self.table
        if isinstance(self.eye, TableReader):
            self.eye.wild = self._wild
        if isinstance(self.card_eye, RealCardEye) and opened.cards is None:
            self.card_eye.deck = self._deck
        if opened.camera is not None and opened.cups is None:
            opened = replace(opened, camera=PunctualCamera(opened.camera))
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
        return WildMark.ANY if self.settings is None else self.settings.now.wild

    def _deck(self) -> Deck:
        return Deck.ANY if self.settings is None else self.settings.now.deck

    def _counter(self, opened: Opened) -> RollDesk | None:
        """Who counts any roll, where there are a camera and an eye."""
        if opened.camera is None or not isinstance(self.eye, TableReader):
            return None
        throws = None if opened.cups is None else Throws(opened.cups, self.dice_seed, self._wild)
        return RollDesk(opened.camera, self.eye.roll_eye, Stillness, throws, self._wild)


@contextmanager
def session_of(evening: Evening) -> Iterator[Session]:
    """The session, started; journal and cameras are closed after it. Raises what ``Store`` raises."""
    with Store(evening.journal, now=lambda: datetime.now(UTC)) as journal:
        camera = evening.opened.camera
        cameras = [] if camera is None else [camera]
        try:
            with _session(evening, journal) as session:
                if evening.souvenirs is not None:
                    evening.souvenirs.on_made = session.bring_souvenir
                if evening.servers is not None:
                    evening.servers.desk.table = session
                    evening.servers.on_news = session.tell
                _tell_news(session, camera)
                with _searching(session, evening, cameras):
                    yield session
        finally:
            if evening.panel is not None:
                evening.panel.close()
            for each in cameras:
                close_in_time(each)


def _session(evening: Evening, journal: Store) -> Session:
    services = Services(
        FollowedJournal(journal, evening.followers),
        evening.clock,
        evening.equipment,
        evening.dice_seed,
        HouseShelf(evening.journal.parent / FOLDER_NAME),
        looks_for_camera=evening.look_again is not None,
        settings=evening.settings,
        past=PastHere(journal, evening.journal),
        servers=evening.servers,
    )
    phones = () if evening.servers is None else (evening.servers.desk.show,)
    viewers = (*evening.viewers, *phones)
    return Session(services, panel=evening.panel, inbox=evening.inbox, viewers=viewers)


def _tell_news(session: Session, camera: TableCamera | None) -> None:
    """Show the table what the camera's watchdog says."""
    if isinstance(camera, GuardedCamera):
        camera.on_news = session.tell


@contextmanager
def _searching(session: Session, evening: Evening, cameras: list[TableCamera]) -> Iterator[None]:
    """Look for a camera meanwhile, where one may come; it is added to those that are closed in the end."""
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

    search = CameraSearch(session, look, evening.look_every_s)
    try:
        yield
    finally:
        search.close()

"""The tables at hand, real and simulated, and the current one. Each game has its kind of table."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial

from companion.core.frame import Camera, Clock, Frame
from companion.core.reading import CardReading, TableReading
from companion.journal import HouseShelf, Store, StoreError, TableKind
from companion.play.base import ports
from companion.play.base.commands import Refused
from companion.play.base.readings import AtOnce, Exposures, Frames, Readings, TableReadings
from companion.play.base.views import Surroundings
from companion.play.clocks import PlayerClocks
from companion.play.modes.cards.mode import CardMode
from companion.play.modes.cards.state import CardsOnTable
from companion.play.modes.counting.mode import CountingMode
from companion.play.modes.counting.state import CountingTable
from companion.play.modes.dice.awards import evening_of
from companion.play.modes.dice.lift_detector import LiftDetector
from companion.play.modes.dice.mode import DiceMode
from companion.play.modes.dice.practice import PracticeMode
from companion.play.modes.dice.state import DiceTable
from companion.play.modes.dice.teaching import Teaching
from companion.play.modes.dice.unfinished import Unfinished
from companion.play.modes.dice.watchers import Watchers
from companion.play.modes.history.mode import Past
from companion.play.modes.setup.mode import SetupMode
from companion.play.modes.setup.state import SetupTable
from companion.play.modes.welcome.mode import SeatsMode
from companion.play.modes.welcome.state import WelcomeTable
from companion.play.overlays.stack import Overlays
from companion.play.table import (
    PlayedTable,
    Table,
    begins_to_look,
    id_on_table,
    is_being_read,
    is_over,
    view_of,
    wants_live_picture,
)
from companion.play.views import TableView
from companion.text import as_sentence, say


@dataclass(frozen=True, slots=True)
class Equipment:
    """Camera, eye and what belongs to them at one table; None: missing.

    ``cups`` and ``dealer`` are the simulated table's. ``watch`` detects lifts, ``place`` a moved table;
    ``calibrator`` sets a table up; ``learner`` learns its dice; ``counter`` counts rolls.
    """

    camera: Camera | None = None
    eye: ports.TableEye | None = None
    cups: ports.Cups | None = None
    watch: ports.Watch | None = None
    squares: ports.SquaresEye | None = None
    calibrator: SetupMode | None = None
    place: ports.TablePlace | None = None
    card_eye: ports.CardEye | None = None
    dealer: ports.Dealer | None = None
    learner: ports.TableLearner | None = None
    counter: CountingMode | None = None

    @property
    def kind(self) -> TableKind:
        simulated = self.cups is not None or self.dealer is not None
        return TableKind.SIMULATED if simulated else TableKind.REAL


@dataclass(frozen=True, slots=True)
class Services:
    """All that an evening is played with.

    ``dice_seed``: the simulated dice and cards of one evening. ``looks_for_camera``: a missing camera may
    come later.
    """

    journal: Store
    clock: Clock
    equipment: Equipment = field(default_factory=Equipment)
    dice_seed: int = 0
    house_rules: HouseShelf | None = None
    looks_for_camera: bool = False
    settings: ports.SettingsKeeper | None = None
    """None: no settings."""
    past: Past | None = None
    """None: no kept games."""
    servers: ports.Servers | None = None
    """None: no other screens."""
    background: Executor = field(default_factory=AtOnce)
    """Runs the eye's readings."""
    practice: Callable[[], Services] | None = None
    """Gives a simulated table and a journal for the evening; None: no practice."""


class EquippedTable:
    def __init__(
        self,
        kind: TableKind,
        equipment: Equipment,
        services: Services,
        unfinished: Unfinished,
        reads_lifts: Callable[[], bool],
        readings: TableReadings,
        practises: bool = False,
    ) -> None:
        """``unfinished``: taps of the present game, at whichever table. ``practises``: one person plays with
        partners.
        """
        journal, clock, seed = services.journal, services.clock, services.dice_seed
        in_force = partial(ports.in_force, services.settings)
        self.kind, self.camera, self.journal = kind, equipment.camera, journal
        self.calibrator, self.may_peek = equipment.calibrator, equipment.cups is not None
        self.counter, self._place = equipment.counter, equipment.place
        self.lifts = LiftDetector(
            equipment.watch,
            equipment.eye,
            equipment.camera,
            readings,
            reads_lifts,
            lambda: in_force().last_cup,
        )
        watchers = Watchers(equipment.squares, equipment.place, equipment.camera, readings.others())
        teaching = Teaching(equipment.learner, equipment.camera, services.background)
        blind = equipment.camera is None
        eye, card_eye = (None, None) if blind else (equipment.eye, equipment.card_eye)
        dice_mode = partial(PracticeMode, clock) if practises else DiceMode
        self.dice = dice_mode(
            journal, unfinished, eye, equipment.cups, seed, watchers, teaching, lambda: in_force().wild
        )
        self.cards = CardMode(journal, card_eye, equipment.dealer, seed)
        self.seats = SeatsMode(equipment.camera, equipment.place)
        self.exposures = Exposures(equipment.camera, clock, equipment.watch)
        self.readings: Readings[TableReading | CardReading] = readings.others()
        """The reading of the exposures, by touch."""

    def look(self, table: PlayedTable, frames: Frames) -> Callable[[], TableReading | CardReading]:
        """Reads these frames, on any thread. Refused without an eye."""
        if isinstance(table, DiceTable):
            return self.dice.look(table, frames)
        return self.cards.look(table, frames)

    def begin_reading(self) -> None:
        self.readings.drop()
        self.exposures.begin()

    def end_reading(self) -> None:
        self.readings.drop()
        self.exposures.drop()

    def follows(self, table: Table) -> bool:
        match table:
            case SetupTable():
                return self.calibrator is not None and table.wants_live_picture
            case CountingTable():
                return self.counter is not None
            case WelcomeTable():
                return self.seats.wants(table)
        return False

    def follow(self, table: Table) -> Table:
        """Give the newest picture to a table that ``follows``. May raise ``CameraGone``."""
        match table:
            case SetupTable() if self.calibrator is not None:
                return self.calibrator.follow(table)
            case CountingTable() if self.counter is not None:
                return self.counter.follow(table)
            case WelcomeTable():
                return self.seats.follow(table)
        return table

    def lay(self, table: Table) -> None:
        """Move simulated cards and cups. ValueError if the simulated table cannot play this game."""
        self.cards.lay(table.cards if isinstance(table, CardsOnTable) else None)
        self.dice.move_cups(table if isinstance(table, DiceTable) else None)

    def come_back(self, table: Table) -> Table:
        if is_being_read(table):
            self.begin_reading()
        return self.lifts.begin_again(table) if isinstance(table, DiceTable) else table

    def around(self, table: Table) -> Surroundings:
        dice = table if isinstance(table, DiceTable) else None
        return Surroundings(
            camera=None if self.camera is None else self.camera.name,
            may_peek=self.may_peek,
            place=None if dice is None else self.dice.place(dice),
            may_set_up=self.calibrator is not None,
            advice=None if dice is None else self.dice.watchers.advice(dice),
            card_eye=self.cards.reads,
            drawn=self.cards.deals,
            hands=self.cards.hands(table.cards) if isinstance(table, CardsOnTable) else (),
            may_count=self.counter is not None,
            most_thrown=0 if self.counter is None else self.counter.most_thrown,
            table=None if self._place is None else self._place.name,
            own=self.dice.hand() if dice is not None and self.dice.practises else None,
        )


class TablesAtHand:
    """Which table a game is played at; a missing kind is played by hand."""

    def __init__(self, services: Services, reads_lifts: Callable[[], bool], readings: TableReadings) -> None:
        """A camera that is looked for may come later. ``reads_lifts``: asked each time."""
        equipment = services.equipment
        self._wiring = services, Unfinished(services.journal), reads_lifts, readings
        self._looks_for_camera = services.looks_for_camera
        self._tables = {kind: self._equipped(kind, Equipment()) for kind in TableKind}
        self._tables[equipment.kind] = self._equipped(equipment.kind, equipment)
        self._practice: EquippedTable | None = None
        self._has_simulated = equipment.kind is TableKind.SIMULATED

    @property
    def _sees_real_dice(self) -> bool:
        return self._tables[TableKind.REAL].camera is not None

    @property
    def waits(self) -> bool:
        return self._looks_for_camera and not self._sees_real_dice

    def misses_camera(self, at: EquippedTable, table: Table) -> bool:
        """Whether a game of real dice, or the next game, lacks its camera."""
        return self.waits and (at.kind is TableKind.REAL or isinstance(table, WelcomeTable))

    def for_a_new_game(self) -> EquippedTable:
        """The real table if it has a camera, else the simulated one if there is one."""
        simulated = self._has_simulated and not self._sees_real_dice
        return self.of(TableKind.SIMULATED if simulated else TableKind.REAL)

    def of(self, kind: TableKind) -> EquippedTable:
        return self._tables[kind]

    @property
    def may_practise(self) -> bool:
        return self._wiring[0].practice is not None

    def to_practise(self) -> EquippedTable:
        """The practice table, made on first use. Refused without one."""
        if self._practice is None:
            services, _, reads_lifts, readings = self._wiring
            if services.practice is None:
                raise Refused(say("table.no_simulated"))
            own = services.practice()
            kind, taps = TableKind.SIMULATED, Unfinished(own.journal)
            self._practice = EquippedTable(kind, own.equipment, own, taps, reads_lifts, readings, True)
        return self._practice

    def take_up(self, equipment: Equipment) -> None:
        self._tables[TableKind.REAL] = self._equipped(TableKind.REAL, equipment)

    def mark(self, table: EquippedTable) -> str | None:
        servers = self._wiring[0].servers
        if servers is not None and any(each.is_missing for each in servers.brokers):
            return "\n".join((*self._kind_mark(table), say("mark.no_broker")))
        return next(iter(self._kind_mark(table)), None)

    @property
    def club_round(self) -> ports.ClubRound | None:
        servers = self._wiring[0].servers
        return None if servers is None else servers.club_round

    def _kind_mark(self, table: EquippedTable) -> tuple[str, ...]:
        if table.dice.practises:
            return (say("mark.practice"),)
        if table.kind is TableKind.SIMULATED:
            return (say("mark.simulated"),)
        return (say("mark.waiting"),) if self.waits else ()

    def with_what_is_missing(self, before: Table, table: Table, at: EquippedTable) -> Table:
        """Say what is missing, as a game begins or continues, and wherever a camera would look."""
        if not isinstance(table, PlayedTable):
            return table
        if not (isinstance(before, WelcomeTable) or begins_to_look(before, table)):
            return table
        missing = self._say_missing(at, isinstance(table, CardsOnTable))
        return replace(table, fault=table.fault or missing)

    def _say_missing(self, table: EquippedTable, of_cards: bool) -> str | None:
        """What this table lacks and what to do; None: nothing since the evening began."""
        if table.dice.practises:
            return None
        if table.kind is TableKind.SIMULATED:
            lacking = say("table.no_simulated_cards" if of_cards else "table.no_simulated")
            return None if self._has_simulated else lacking
        if self.waits:
            return say("table.waiting_cards" if of_cards else "table.waiting")
        if self._sees_real_dice or not self._has_simulated:
            return None
        return say("table.by_hand_cards" if of_cards else "table.by_hand")

    def _equipped(self, kind: TableKind, equipment: Equipment) -> EquippedTable:
        return EquippedTable(kind, equipment, *self._wiring)


class CurrentTable:
    def __init__(
        self,
        services: Services,
        overlays: Overlays,
        readings: TableReadings,
        on_view: Callable[[TableView], None],
    ) -> None:
        self.tables = TablesAtHand(services, lambda: overlays.reads_lifts, readings)
        self.table: Table = WelcomeTable(0)
        self.at = self.tables.for_a_new_game()
        self.live: Frame | None = None
        """The newest live picture on the screen."""
        self._journal, self._overlays, self.on_view = services.journal, overlays, on_view
        self._servers = services.servers
        self._souvenir: tuple[int | None, tuple[Frame, ...]] = None, ()
        self._ended = False
        self.clocks = PlayerClocks(services.clock, services.journal)
        self._times: tuple[str, ...] = ()

    @property
    def misses_camera(self) -> bool:
        return self.tables.misses_camera(self.at, self.table)

    def stand(self, table: Table) -> None:
        before = self.table
        if isinstance(table, DiceTable):
            moment = before.moment if isinstance(before, DiceTable) else None
            table = self.at.lifts.follow(moment, table)
        else:
            self.at.lifts.forget()
        try:
            self.at.lay(table)
        except ValueError as fault:
            table = replace(table, fault=as_sentence(say("fault.simulated_table", fault=str(fault))))
        self._ended |= is_over(table) and not is_over(before) and not self.at.dice.practises
        self.table = self.tables.with_what_is_missing(before, table, self.at)
        self.live = self.live if wants_live_picture(table) else None
        if is_being_read(table) and not is_being_read(before):
            self.at.begin_reading()
        elif is_being_read(before) and not is_being_read(table):
            self.at.end_reading()

    def fault(self, reason: str) -> None:
        """Keep the table; the next view says why."""
        self.table = replace(self.table, fault=as_sentence(reason))

    def tell(self, fault: str) -> None:
        self.fault(fault)
        self.publish()

    def take_up(self, equipment: Equipment) -> None:
        """A camera has come: use it from now on, except in a simulated game."""
        self.tables.take_up(equipment)
        if self.at.kind is TableKind.REAL or isinstance(self.table, WelcomeTable):
            self.at = self.tables.of(TableKind.REAL)
            if isinstance(self.table, DiceTable):
                self.table = self.at.lifts.follow(None, self.table)

    def offer_souvenir(self, game_id: int, pages: tuple[Frame, ...]) -> None:
        self._souvenir = game_id, pages
        if is_over(self.table):
            self.publish()

    @property
    def onlookers(self) -> ports.Onlookers | None:
        """Who sees the table from elsewhere; nobody sees practice."""
        return None if self._servers is None or self.at.dice.practises else self._servers.onlookers

    @property
    def opened(self) -> int | None:
        """Number of the event by which dice lie open; 0: none lies open, None: between games."""
        if isinstance(self.table, DiceTable):
            return self.table.record.length if self.table.lies_open else 0
        return None if isinstance(self.table, WelcomeTable) else 0

    def follow_clocks(self) -> int | None:
        """Gives the seat whose time is up."""
        shown = self._times
        self._times = self._run_clocks()
        fallen = self.clocks.falls(self._overlays.fall)
        if fallen is None and shown != self._times:
            self.publish()
        return fallen

    def _run_clocks(self) -> tuple[str, ...]:
        minutes = 0 if self.at.dice.practises else self._overlays.clock_min
        if not minutes and not self.clocks.runs:
            return ()
        self.clocks.follow(self.table, minutes, self._overlays.is_open, self._overlays.fall)
        if not minutes or not isinstance(self.table, DiceTable):
            return ()
        return self.clocks.times()

    def publish(self) -> None:
        """Hand on the view; back up all games once a winner is on the screen."""
        self._times = self._run_clocks()
        if self.onlookers is not None and not self.opened:
            self.onlookers.see_nothing()
        game_id, pages = self._souvenir
        around = replace(
            self.at.around(self.table),
            live=self.live,
            mark=self.tables.mark(self.at),
            souvenir=pages if game_id == id_on_table(self.table) and not self.at.dice.practises else (),
            club_round=self.tables.club_round,
            may_practise=self.tables.may_practise,
            times=self._times,
            fallen=() if self.at.dice.practises else self.clocks.out(self.table),
            evening=evening_of(self.table, self.at.journal),
        )
        self.on_view(self._overlays.over(view_of(self.table, around)))
        if self._ended:
            self._ended = False
            try:
                self._journal.back_up()
            except StoreError as fault:
                self.tell(str(fault))

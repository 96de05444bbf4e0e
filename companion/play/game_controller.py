"""The game controller: gives each command and frame to the mode that is on the table, and publishes views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from companion.core.frame import Camera, CameraGone, Frame
from companion.journal import JournalError, StoreError, TableKind
from companion.play.base.commands import (
    ChangeHouseRules,
    Command,
    CupsAreUp,
    LeaveGame,
    MendTable,
    MixHouseRules,
    NewGame,
    PlayError,
    Practise,
    Refused,
    ResumeGame,
    SaveHouseRules,
    ShowSeats,
)
from companion.play.base.readings import Frames, TableReadings, wait_for
from companion.play.modes.cards.mode import CardTouch
from companion.play.modes.cards.state import CardsOnTable
from companion.play.modes.counting.commands import CountCommand
from companion.play.modes.counting.state import CountingTable
from companion.play.modes.dice.lift_detector import MOST_ASKED, doubts_of
from companion.play.modes.dice.state import DiceTable, Moment
from companion.play.modes.house_rules.mode import MixCommand, Mixer
from companion.play.modes.house_rules.state import MixingTable
from companion.play.modes.setup.commands import CalibrationCommand
from companion.play.modes.setup.state import SetupTable
from companion.play.modes.welcome.mode import first_screen
from companion.play.modes.welcome.state import WelcomeTable
from companion.play.overlays.stack import Overlays
from companion.play.table import (
    PlayedTable,
    Table,
    id_on_table,
    is_being_read,
    is_over,
    resumed,
    say_table,
    view_of,
    wants_live_picture,
)
from companion.play.tables import Equipment, EquippedTable, Services, TablesAtHand
from companion.play.views import TableView
from companion.rules import GameBegun, GameRecord, RulesError
from companion.text import as_sentence, reason_of, say

LIVE_PERIOD_S = 0.125
"""Eight live pictures a second: smooth enough to place dice by, light enough for a Pi."""
BESIDE_A_READING_S = 0.4
"""While the eye reads, live pictures come so often: on a slow machine they take its time away [rehearsal in
real time]."""

NOW_AND_THEN_S = 0.5
"""Live pictures come so often while nobody sees them and no lift is looked out for [choice]."""
DRAWN_S = 0.4
"""So long after a touch its answer is on the screen: what nobody waits for is done then [choice]."""


class GameController:
    """Takes commands one at a time and publishes views; knows no thread and no queue.

    An event is on disk before the view that follows from it is published.
    """

    def __init__(
        self,
        services: Services,
        on_view: Callable[[TableView], None],
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        """Nothing is shown before ``open``. ``wake`` is called, on any thread, when ``idle`` has news."""
        self._journal, self._clock, self._on_view = services.journal, services.clock, on_view
        self._mixer = Mixer(services.house_rules)
        self._overlays = Overlays(services.settings, services.past, services.servers)
        self._readings = TableReadings(services.background, services.clock, wake)
        self._tables = TablesAtHand(services, lambda: self._overlays.reads_lifts, self._readings.others())
        self._table: Table = WelcomeTable(0)
        self._at = self._tables.for_a_new_game()
        self._live: Frame | None = None
        self._souvenir: tuple[int, Frame] | None = None
        self._live_failed = False
        self._ended = False

    @property
    def _camera(self) -> Camera | None:
        return self._at.camera

    @property
    def misses_camera(self) -> bool:
        """Whether a camera is missing now: for a game of real dice, or for the next game."""
        return self._tables.misses_camera(self._at, self._table)

    @property
    def wait_s(self) -> float | None:
        """How long to wait for a command before ``idle`` is due; ``None``: as long as it takes."""
        if self._overlays.is_open:
            return self._overlays.wait_s
        if is_being_read(self._table):
            waits = self._at.exposures.settling or self._readings.is_busy
            return self._live_period_s if waits else 0.0
        live = self._camera is not None and not self._live_failed and self._wants_frames
        wait_s = self._live_period_s if live else DRAWN_S if self._at.dice.teaching.is_behind else None
        thinks_s = self._at.dice.wait_s(self._table) if isinstance(self._table, DiceTable) else None
        return min((each for each in (wait_s, thinks_s) if each is not None), default=None)

    @property
    def _live_period_s(self) -> float:
        if self._readings.is_busy or self._at.dice.watchers.is_looking:
            return BESIDE_A_READING_S
        return LIVE_PERIOD_S if self._wants_all_frames else NOW_AND_THEN_S

    @property
    def _wants_frames(self) -> bool:
        table = self._table
        watched = isinstance(table, DiceTable) and self._at.dice.watchers.wants(table)
        return watched or self._wants_all_frames

    @property
    def _wants_all_frames(self) -> bool:
        table = self._table
        if isinstance(table, DiceTable) and self._at.dice.watchers.wants_all(table):
            return True
        return self._at.follows(table) or wants_live_picture(table) or is_being_read(table)

    def open(self) -> None:
        self._leave()
        self._publish()

    def is_old(self, command: Command) -> bool:
        """Whether a command was made on an older view than the newest."""
        return command.number != self._table.number

    def take(self, command: Command) -> None:
        """Carry out one command. One made on an older view is left out, and that is said."""
        if self.is_old(command):
            self._table = replace(self._table, fault=say("phone.old_view"))
        else:
            self._live_failed = False
            try:
                self._advance(command)
            except (PlayError, RulesError, JournalError) as refusal:
                self._table = replace(self._table, fault=as_sentence(reason_of(refusal)))
        self._publish()

    def idle(self) -> None:
        """What is due while nobody touches anything: the next frame of a reading, a live picture."""
        if self._overlays.is_open:
            return self._overlays.idle()
        self._at.dice.teaching.catch_up()
        table = self._table
        due = self._at.dice.due(table) if isinstance(table, DiceTable) else None
        if due is not None:
            self.take(due)
        elif isinstance(table, PlayedTable) and table.is_being_read:
            self._look(table)
        elif self._at.follows(table):
            self._follow()
        elif self._camera is not None and self._wants_frames:
            self._take_live(self._camera)

    def recover(self, fault: Exception) -> None:
        """After anything unforeseen: the game stays as it was, with the reason on the screen."""
        self._live_failed = True
        told, table = str(fault) or type(fault).__name__, self._table
        if isinstance(table, PlayedTable) and table.is_being_read:
            of_dice = isinstance(table, DiceTable)
            self._reading_failed(table, say("fault.dice" if of_dice else "fault.cards", fault=told))
        else:
            self._table = replace(table, fault=as_sentence(say("fault.unknown", fault=told)))
        self._publish()

    def tell(self, fault: str) -> None:
        """Show what is wrong with something that the game goes on without, or that it is back."""
        self._live_failed = False
        self._table = replace(self._table, fault=as_sentence(fault))
        self._publish()

    def offer_souvenir(self, game_id: int, page: Frame) -> None:
        """A game's page is drawn: as long as its winner is on the screen it can be looked at."""
        self._souvenir = game_id, page
        if is_over(self._table):
            self._publish()

    def take_up(self, equipment: Equipment) -> None:
        """A camera has come during the evening: it is used from now on, but not in a simulated game."""
        self._tables.take_up(equipment)
        if self._at.kind is TableKind.REAL or isinstance(self._table, WelcomeTable):
            self._at = self._tables.of(TableKind.REAL)
            if isinstance(self._table, DiceTable):
                self._table = self._at.dice.watchers.follow(None, self._table)
        if equipment.camera is not None:
            self.tell(say("camera.there", camera=equipment.camera.name))

    def _publish(self) -> None:
        game_id, page = self._souvenir or (None, None)
        souvenir = page if game_id == id_on_table(self._table) else None
        around = replace(
            self._at.around(self._table),
            live=self._live,
            mark=self._tables.mark(self._at),
            souvenir=souvenir,
            club_round=self._tables.club_round,
            may_practise=self._tables.may_practise,
        )
        self._on_view(self._overlays.over(view_of(self._table, around)))
        if self._ended:
            self._ended = False
            self._back_up()

    def _back_up(self) -> None:
        """The winner is on the screen: all games are copied, or the table is told why not."""
        try:
            self._journal.back_up()
        except StoreError as fault:
            self.tell(str(fault))

    def _advance(self, command: Command) -> None:
        was_open = self._overlays.is_open
        left = self._overlays.take(command, isinstance(self._table, WelcomeTable))
        if left is not None:
            self._play_on(left)
            return
        table = replace(self._table, number=self._table.number + 1, fault=None)
        forgot = self._overlays.forgot
        self._table = first_screen(table.number, self._journal, self._mixer) if forgot else table
        if was_open and not self._overlays.is_open:
            self._table = self._at.come_back(self._table)

    def _play_on(self, command: Command) -> None:
        match command:
            case NewGame():
                self._begin(command, self._at)
            case Practise():
                self._begin(command.begun, self._tables.to_practise())
            case LeaveGame():
                self._leave()
            case MendTable():
                self._mend(command)
            case _:
                self._give(self._table, command)

    def _give(self, table: Table, command: Command) -> None:
        """A command for the mode that is on the table."""
        match table:
            case WelcomeTable():
                self._take_on_first_screen(table, command)
            case MixingTable():
                self._mix(table, command)
            case SetupTable():
                self._set_up(table, command)
            case CountingTable():
                self._count(table, command)
            case DiceTable():
                self._stand(self._at.dice.take(table, command))
            case CardsOnTable() if isinstance(command, CardTouch):
                self._stand(self._at.cards.take(table, command))
            case CardsOnTable():
                raise Refused(say_table(table))
            case _:
                assert_never(table)

    def _take_on_first_screen(self, table: WelcomeTable, command: Command) -> None:
        match command:
            case ResumeGame(game_id=game_id):
                self._resume(game_id)
            case ShowSeats():
                self._table = self._at.seats.take(table, command)
            case MixHouseRules() | ChangeHouseRules():
                self._mix(table, command)
            case CalibrationCommand():
                self._set_up(table, command)
            case CountCommand():
                self._count(table, command)
            case _:
                raise Refused(say_table(table))

    def _resume(self, game_id: int) -> None:
        """Go on with a game, at a table of the kind that it was begun at."""
        game_id = self._journal.go_on(game_id)
        record, kind = self._journal.load(game_id), self._journal.table_kind(game_id)
        self._at = self._tables.of(kind)
        table = resumed(self._table.number + 1, game_id, record)
        self._stand(self._at.dice.with_kept_taps(table) if isinstance(table, DiceTable) else table)

    def _begin(self, command: NewGame, at: EquippedTable) -> None:
        if not (isinstance(self._table, WelcomeTable) or is_over(self._table)):
            raise Refused(say_table(self._table))
        event = GameBegun(command.rules, command.players, command.options, command.opener)
        record = GameRecord.begin(event)
        game_id, self._at = at.journal.begin_game(event, at.kind), at
        self._stand(resumed(self._table.number + 1, game_id, record))

    def _mix(self, table: WelcomeTable | MixingTable, command: Command) -> None:
        """House rules are mixed between games; once saved they are picked for the next one."""
        begins = isinstance(command, MixHouseRules | ChangeHouseRules)
        if not isinstance(command, MixCommand) or begins is isinstance(table, MixingTable):
            raise Refused(say_table(table))
        draft = self._mixer.take(table.draft if isinstance(table, MixingTable) else None, command)
        if draft is not None:
            self._stand(MixingTable(table.number + 1, draft))
        else:
            self._leave(picked=command.title if isinstance(command, SaveHouseRules) else None)

    def _set_up(self, table: WelcomeTable | SetupTable, command: Command) -> None:
        """A table is set up, and its light checked, between games."""
        if not isinstance(command, CalibrationCommand):
            raise Refused(say_table(table))
        if self._at.calibrator is None:
            raise Refused(say("setup.no_camera"))
        before = table.calibration if isinstance(table, SetupTable) else None
        self._stand(self._at.calibrator.take(table.number + 1, before, command))

    def _count(self, table: WelcomeTable | CountingTable, command: Command) -> None:
        if not isinstance(command, CountCommand):
            raise Refused(say_table(table))
        if self._at.counter is None:
            raise Refused(say("count.no_camera"))
        before = table.counting if isinstance(table, CountingTable) else None
        self._stand(self._at.counter.take(table.number + 1, before, command))

    def _mend(self, command: MendTable) -> None:
        """The table is taken as it lies now; dice that were in doubt for it are read again."""
        if self._camera is None:
            raise Refused(say("camera.none"))
        try:
            frame = wait_for(self._camera, self._clock())
        except CameraGone as gone:
            raise Refused(str(gone)) from None
        self._at.dice.watchers.mend(frame)
        table = self._table
        if isinstance(table, DiceTable) and table.moment is Moment.CHECK and not table.correcting:
            self._stand(self._at.dice.take(table, CupsAreUp(command.number)))

    def _leave(self, picked: str | None = None) -> None:
        self._stand(first_screen(self._table.number + 1, self._journal, self._mixer, picked))
        self._at = self._tables.for_a_new_game()

    def _stand(self, table: Table) -> None:
        """From now on this is the table; cups and cards are moved for it."""
        before = self._table
        if isinstance(table, DiceTable):
            moment = before.moment if isinstance(before, DiceTable) else None
            table = self._at.dice.watchers.follow(moment, table)
        else:
            self._at.dice.watchers.leave()
        try:
            self._at.lay(table)
        except ValueError as fault:
            table = replace(table, fault=as_sentence(say("fault.simulated_table", fault=str(fault))))
        self._ended |= is_over(table) and not is_over(before) and not self._at.dice.practises
        self._table = self._tables.with_what_is_missing(before, table, self._at)
        self._live = self._live if wants_live_picture(table) else None
        if is_being_read(table) and not is_being_read(before):
            self._at.exposures.begin()

    def _follow(self) -> None:
        """What a live picture brings where a table is set up, rolls are counted, or seats are shown."""
        before = self._table
        try:
            self._table = self._at.follow(before)
        except CameraGone as gone:
            self._live_failed = True
            self._table = replace(before, fault=as_sentence(str(gone)))
        if self._table is not before:
            self._publish()

    def _take_live(self, camera: Camera) -> None:
        """A live picture for the screen and for the lift's detector; with all dice seen, the verdict."""
        before = self._table
        if isinstance(before, DiceTable):
            watchers = self._at.dice.watchers
            self._table, frames = watchers.take_in_lift(before)
            if frames:
                self._read_live(frames)
            if frames or watchers.votes:
                return
        try:
            frame = camera.latest()
            if frame is not None:
                self._see(frame, self._table is not before)
        except CameraGone as gone:
            self._live_failed = True
            if wants_live_picture(self._table):
                self._table = replace(self._table, fault=as_sentence(str(gone)))
                self._publish()

    def _see(self, live: Frame, news: bool) -> None:
        self._at.exposures.follow(live)
        before, frames = self._table, Frames()
        if isinstance(before, DiceTable):
            watchers = self._at.dice.watchers
            table, moved = watchers.see(before, live)
            self._table, frames = watchers.see_lift(table, live)
            news |= moved or self._table is not before
        if frames:
            self._read_live(frames)
            return
        if wants_live_picture(self._table) and (self._live is None or live.pixels is not self._live.pixels):
            self._live, news = live, True
        if news:
            self._publish()

    def _read_live(self, frames: Frames) -> None:
        self._live = frames[-1]
        if isinstance(self._table, DiceTable):
            self._stand(self._at.dice.read(self._table, frames))
        self._publish()

    def _look(self, table: PlayedTable) -> None:
        """One more frame, once nothing moves; with enough of them, the reading."""
        exposures = self._at.exposures
        if isinstance(table, DiceTable) and self._readings.is_busy:
            self._take_in_reading(table)
            return
        try:
            if not exposures.settled():
                return
            frames = exposures.take(
                say("exposure.cups" if isinstance(table, DiceTable) else "exposure.touch")
            )
        except CameraGone as gone:
            self._reading_failed(table, str(gone))
            self._publish()
            return
        if frames is None:
            self._live = exposures.newest
            return
        self._live = frames[-1]
        match table:
            case DiceTable():
                self._readings.begin(self._at.dice.look(table, frames))
                self._take_in_reading(table)
            case CardsOnTable():
                self._stand(self._at.cards.read(table, frames))
                self._publish()

    def _take_in_reading(self, table: DiceTable) -> None:
        """Where too much is in doubt, the frames are to blame: others are taken before anybody is asked."""
        timed = self._readings.take()
        if timed is None:
            return
        if doubts_of(timed.reading) > MOST_ASKED and self._at.exposures.begin_again():
            return
        self._stand(self._at.dice.read(table, self._at.exposures.taken))
        self._publish()

    def _reading_failed(self, table: PlayedTable, reason: str) -> None:
        """Back to before the reading of dice or cards, with the reason and what to do on the screen."""
        self._at.exposures.drop()
        match table:
            case DiceTable():
                self._stand(self._at.dice.reading_failed(table, reason))
            case CardsOnTable():
                self._stand(self._at.cards.reading_failed(table, reason))

"""The game controller: carries out what a step decides, with journal, camera, eye and cups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.frame import CameraGone, Frame
from companion.journal import JournalError, StoreError, TableKind
from companion.play.base.commands import (
    ChangeHouseRules,
    Command,
    CupsAreUp,
    LeaveGame,
    MendTable,
    MixHouseRules,
    NewGame,
    PlayerJoins,
    PlayerLeaves,
    PlayError,
    Refused,
    ResumeGame,
    SaveHouseRules,
    ShowSeats,
    Undo,
)
from companion.play.base.ports import Camera
from companion.play.base.readings import Frames, TableReadings, wait_for
from companion.play.modes.cards.commands import CardCommand
from companion.play.modes.cards.mode import CardTouch, before_look
from companion.play.modes.cards.state import CardTable
from companion.play.modes.counting.commands import CountCommand
from companion.play.modes.dice import steps
from companion.play.modes.dice.lift_detector import MOST_ASKED, doubts_of
from companion.play.modes.dice.steps import Step
from companion.play.modes.house_rules.mode import MixCommand, Mixer
from companion.play.modes.setup.commands import CalibrationCommand
from companion.play.modes.welcome.mode import first_screen
from companion.play.overlays.stack import Aside
from companion.play.sentences import say_scene
from companion.play.showing import view_of
from companion.play.table import (
    ENDED_SCENES,
    READING_SCENES,
    Moment,
    Table,
    mixing_rules,
    resumed,
    wants_live_picture,
    welcome,
    with_cards,
)
from companion.play.tables import Desk, Equipment, EquippedTable, Services, TablesAtHand
from companion.play.views import TableView
from companion.rules import GameBegun, GameRecord, RulesError
from companion.text import as_sentence, reason_of, say, say_all

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
        self._aside = Aside(services.settings, services.past, services.servers)
        self._readings = TableReadings(services.background, services.clock, wake)
        self._tables = TablesAtHand(services, lambda: self._aside.reads_lifts, self._readings.others())
        self._table = welcome(0, ())
        self._sit_at(self._tables.for_a_new_game())
        self._live: Frame | None = None
        self._souvenir: tuple[int, Frame] | None = None
        self._live_failed = False
        self._ended = False

    def _sit_at(self, at: EquippedTable) -> None:
        """From now on it is this table whose camera, dice and cards are asked."""
        self._at = at
        self._camera, self._dice, self._cards = at.camera, at.dice, at.cards
        self._watchers, self._calibrator, self._exposures = at.watchers, at.calibrator, at.exposures

    @property
    def misses_camera(self) -> bool:
        """Whether a camera is missing now: for a game of real dice, or for the next game."""
        return self._tables.misses_camera(self._at, self._table.scene)

    @property
    def wait_s(self) -> float | None:
        """How long to wait for a command before ``idle`` is due; ``None``: as long as it takes."""
        if self._aside.is_open:
            return self._aside.wait_s
        if self._table.scene in READING_SCENES:
            waits = self._exposures.settling or self._readings.is_busy
            return self._live_period_s if waits else 0.0
        live = self._camera is not None and not self._live_failed and self._wants_frames
        return self._live_period_s if live else DRAWN_S if self._at.teaching.is_behind else None

    @property
    def _live_period_s(self) -> float:
        if self._readings.is_busy or self._watchers.is_looking:
            return BESIDE_A_READING_S
        return LIVE_PERIOD_S if self._wants_all_frames else NOW_AND_THEN_S

    @property
    def _wants_frames(self) -> bool:
        return self._wants_all_frames or self._watchers.wants(self._table)

    @property
    def _wants_all_frames(self) -> bool:
        shown = self._desk is not None or wants_live_picture(self._table)
        return shown or self._table.scene in READING_SCENES or self._watchers.wants_all(self._table)

    @property
    def _desk(self) -> Desk | None:
        """Who follows the live pictures between games."""
        return self._at.desk(self._table)

    def open(self) -> None:
        """Show the first screen."""
        self._leave()
        self._publish()

    def take(self, command: Command) -> None:
        """Carry out one command. One made on an older view is left out, and that is said."""
        if command.number != self._table.number:
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
        if self._aside.is_open:
            return self._aside.idle()
        self._at.teaching.catch_up()
        if self._table.scene in READING_SCENES:
            self._look()
        elif self._desk is not None:
            self._follow(self._desk)
        elif self._camera is not None and self._wants_frames:
            self._take_live(self._camera)

    def recover(self, fault: Exception) -> None:
        """After anything unforeseen: the game stays as it was, with the reason on the screen."""
        self._live_failed = True
        told = str(fault) or type(fault).__name__
        if self._table.scene in READING_SCENES:
            of_dice = self._table.cards is None
            self._reading_failed(say("fault.dice" if of_dice else "fault.cards", fault=told))
        else:
            self._table = replace(self._table, fault=as_sentence(say("fault.unknown", fault=told)))
        self._publish()

    def tell(self, fault: str) -> None:
        """Show what is wrong with something that the game goes on without, or that it is back."""
        self._live_failed = False
        self._table = replace(self._table, fault=as_sentence(fault))
        self._publish()

    def offer_souvenir(self, game_id: int, page: Frame) -> None:
        """A game's page is drawn: as long as its winner is on the screen it can be looked at."""
        self._souvenir = game_id, page
        if self._table.scene in ENDED_SCENES:
            self._publish()

    def take_up(self, equipment: Equipment) -> None:
        """A camera has come during the evening: it is used from now on, but not in a simulated game."""
        self._tables.take_up(equipment)
        if self._at.kind is TableKind.REAL or self._table.scene is Moment.WELCOME:
            self._sit_at(self._tables.of(TableKind.REAL))
            self._table = self._watchers.follow(Moment.WELCOME, self._table)
        if equipment.camera is not None:
            self.tell(say("camera.there", camera=equipment.camera.name))

    def _publish(self) -> None:
        game_id, page = self._souvenir or (None, None)
        souvenir = page if game_id == self._table.id_on_table else None
        around = replace(
            self._at.around(self._table),
            live=self._live,
            mark=self._tables.mark(self._at),
            souvenir=souvenir,
            club_round=self._tables.club_round,
        )
        self._on_view(self._aside.over(view_of(self._table, around)))
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
        was_open, left = self._aside.is_open, self._aside.take(command, self._table.scene is Moment.WELCOME)
        if left is not None:
            self._play_on(left)
            return
        table = replace(self._table, number=self._table.number + 1, fault=None)
        self._table = first_screen(table.number, self._journal, self._mixer) if self._aside.forgot else table
        if was_open and not self._aside.is_open:
            self._table = self._at.come_back(self._table)

    def _play_on(self, command: Command) -> None:
        match command:
            case NewGame():
                self._begin(command)
            case ResumeGame(game_id=game_id):
                self._resume(game_id)
            case LeaveGame():
                self._leave()
            case CardCommand():
                self._play_cards(command)
            case Undo() | PlayerLeaves() | PlayerJoins() if self._table.cards is not None:
                self._play_cards(command)
            case MendTable(number=number):
                self._mend(number)
            case CalibrationCommand():
                self._calibrate(command)
            case CountCommand():
                self._count(command)
            case ShowSeats():
                self._table = self._at.seats.take(self._table, command)
            case _ if isinstance(command, MixCommand):
                self._mix(command)
            case _:
                self._carry_out(self._dice.step(self._table, command))

    def _need(self, *scenes: Moment) -> None:
        if self._table.scene not in scenes:
            raise Refused(say_scene(self._table))

    def _resume(self, game_id: int) -> None:
        """Go on with a game, at a table of the kind that it was begun at."""
        self._need(Moment.WELCOME)
        game_id = self._journal.go_on(game_id)
        record, kind = self._journal.load(game_id), self._journal.table_kind(game_id)
        self._sit_at(self._tables.of(kind))
        self._stand(self._dice.with_kept_taps(resumed(self._table.number + 1, game_id, record)))

    def _begin(self, command: NewGame) -> None:
        self._need(Moment.WELCOME, Moment.OVER, Moment.CARDS_OVER)
        event = GameBegun(command.rules, command.players, command.options, command.opener)
        record = GameRecord.begin(event)
        game_id = self._journal.begin_game(event, self._at.kind)
        self._stand(resumed(self._table.number + 1, game_id, record))

    def _mix(self, command: MixCommand) -> None:
        """House rules are mixed between games; once saved they are picked for the next one."""
        begins = isinstance(command, MixHouseRules | ChangeHouseRules)
        self._need(Moment.WELCOME if begins else Moment.HOUSE_RULES)
        draft = self._mixer.take(self._table.draft, command)
        if draft is not None:
            self._stand(mixing_rules(self._table.number + 1, draft))
        else:
            self._leave(picked=command.title if isinstance(command, SaveHouseRules) else None)

    def _play_cards(self, command: CardTouch) -> None:
        """One step of the card table; its event onto the disk first."""
        if self._table.cards is None:
            raise Refused(say_scene(self._table))
        self._stand(with_cards(self._table.number + 1, self._cards.take(self._table.cards, command)))

    def _mend(self, number: int) -> None:
        """The table is taken as it lies now; dice that were in doubt for it are read again."""
        if self._camera is None:
            raise Refused(say("camera.none"))
        try:
            frame = wait_for(self._camera, self._clock())
        except CameraGone as gone:
            raise Refused(str(gone)) from None
        self._watchers.mend(frame)
        if self._table.scene is Moment.CHECK and not self._table.correcting:
            self._carry_out(self._dice.step(self._table, CupsAreUp(number)))

    def _calibrate(self, command: CalibrationCommand) -> None:
        """A table is set up, and its light checked, between games."""
        self._need(Moment.WELCOME, Moment.CALIBRATION)
        if self._calibrator is None:
            raise Refused(say("setup.no_camera"))
        self._stand(self._calibrator.take(self._table, command))

    def _count(self, command: CountCommand) -> None:
        self._need(Moment.WELCOME, Moment.COUNTING)
        if self._at.counter is None:
            raise Refused(say("count.no_camera"))
        self._stand(self._at.counter.take(self._table, command))

    def _follow(self, desk: Desk) -> None:
        """What a live picture brings where a table is set up, rolls are counted, or seats are shown."""
        before = self._table
        try:
            self._table = desk.follow(before)
        except CameraGone as gone:
            self._live_failed = True
            self._table = replace(before, fault=as_sentence(str(gone)))
        if self._table is not before:
            self._publish()

    def _leave(self, picked: str | None = None) -> None:
        """Back to the first screen."""
        table = first_screen(self._table.number + 1, self._journal, self._mixer)
        self._stand(replace(table, picked=picked))
        self._sit_at(self._tables.for_a_new_game())

    def _carry_out(self, step: Step) -> None:
        """The event onto the disk, then the table as it follows from it."""
        self._dice.write(self._table, step)
        self._at.teaching.follow(self._table, step)
        self._stand(step.table)
        self._table = self._dice.keep_taps(self._table)

    def _stand(self, table: Table) -> None:
        begins_reading = table.scene in READING_SCENES and self._table.scene not in READING_SCENES
        table = self._watchers.follow(self._table.scene, table)
        try:
            self._move_cups(table)
        except ValueError as fault:
            table = replace(table, fault=as_sentence(say("fault.simulated_table", fault=str(fault))))
        self._ended |= table.scene in ENDED_SCENES and self._table.scene not in ENDED_SCENES
        self._table = self._tables.told(self._table.scene, table, self._at)
        self._live = self._live if wants_live_picture(table) else None
        if begins_reading:
            self._exposures.begin()

    def _move_cups(self, table: Table) -> None:
        self._cards.lay(table.cards)
        self._dice.move_cups(table)

    def _take_live(self, camera: Camera) -> None:
        """A live picture for the screen and for the lookout; with all dice seen, the verdict."""
        before = self._table
        self._table, frames = self._watchers.take_in_lift(before)
        if frames:
            self._read_live(frames)
        if frames or self._watchers.votes:
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
        self._exposures.follow(live)
        before = self._table
        table, moved = self._watchers.see(before, live)
        self._table, frames = self._watchers.see_lift(table, live)
        if frames:
            self._read_live(frames)
        else:
            self._show_live(live, self._table is not before or moved or news)

    def _read_live(self, frames: Frames) -> None:
        """Frames of the live picture are the reading."""
        self._live = frames[-1]
        self._read(frames)
        self._publish()

    def _show_live(self, frame: Frame, news: bool) -> None:
        wanted = wants_live_picture(self._table)
        if wanted and (self._live is None or frame.pixels is not self._live.pixels):
            self._live, news = frame, True
        if news:
            self._publish()

    def _look(self) -> None:
        """One more frame, once nothing moves; with enough of them, the reading."""
        if self._readings.is_busy:
            self._take_in_reading()
            return
        cards = self._table.cards
        try:
            if not self._exposures.settled():
                return
            frames = self._exposures.take(say("exposure.cups" if cards is None else "exposure.touch"))
        except CameraGone as gone:
            self._reading_failed(str(gone))
            self._publish()
            return
        if frames is None:
            self._live = self._exposures.newest
            return
        self._live = frames[-1]
        if cards is None:
            self._readings.begin(self._dice.look(self._table, frames))
            self._take_in_reading()
        else:
            self._read_cards(cards, frames)
            self._publish()

    def _take_in_reading(self) -> None:
        """Where too much is in doubt, the frames are to blame: others are taken before anybody is asked."""
        timed = self._readings.take()
        if timed is None:
            return
        if doubts_of(timed.reading) > MOST_ASKED and self._exposures.begin_again():
            return
        self._read(self._exposures.taken)
        self._publish()

    def _read_cards(self, cards: CardTable, frames: Frames) -> None:
        try:
            read = self._cards.read(cards, frames)
        except PlayError as unclear:
            self._reading_failed(str(unclear))
        else:
            self._stand(with_cards(self._table.number + 1, read))

    def _read(self, frames: Frames) -> None:
        step = self._dice.read(self._table, frames, self._watchers.lost_counted)
        try:
            self._carry_out(step)
        except StoreError as fault:
            unwritten = steps.left_to_check(self._table, step)
            self._stand(replace(unwritten, fault=as_sentence(str(fault))))

    def _reading_failed(self, reason: str) -> None:
        """Back to before the reading of dice or cards, with the reason and what to do on the screen."""
        self._exposures.drop()
        table = self._table
        if table.cards is None:
            self._stand(steps.reading_failed(table, say_all(as_sentence(reason), say("reading.failed"))))
            return
        before = with_cards(table.number + 1, before_look(table.cards))
        self._stand(replace(before, fault=say_all(as_sentence(reason), say("reading.failed_cards"))))

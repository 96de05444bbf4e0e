"""Gives each command to the mode that is on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from companion.core.frame import CameraGone, Frame
from companion.journal import JournalError
from companion.play.base import commands
from companion.play.base.readings import TableReadings, wait_for
from companion.play.clocks import when_time_is_up
from companion.play.looking import DRAWN_S, Looking
from companion.play.modes.cards.mode import CardTouch
from companion.play.modes.cards.state import CardsOnTable
from companion.play.modes.counting.state import CountingTable
from companion.play.modes.counting.views import CountCommand
from companion.play.modes.dice.state import DiceTable, Moment
from companion.play.modes.history.views import LoadGames
from companion.play.modes.house_rules.mode import MixCommand, Mixer
from companion.play.modes.house_rules.state import MixingTable
from companion.play.modes.setup.state import SetupTable
from companion.play.modes.setup.views import CalibrationCommand
from companion.play.modes.welcome.mode import first_screen
from companion.play.modes.welcome.state import WelcomeTable
from companion.play.overlays.stack import Overlays
from companion.play.table import PlayedTable, Table, is_being_read, is_over, resumed, say_table
from companion.play.tables import CurrentTable, Equipment, EquippedTable, Services
from companion.play.views import TableView
from companion.rules import GameBegun, GameRecord, RulesError
from companion.text import reason_of, say


class GameController:
    """Takes commands one at a time and publishes views; knows no thread and no queue.

    An event is on disk before its view is published.
    """

    def __init__(
        self,
        services: Services,
        on_view: Callable[[TableView], None],
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        """Nothing is shown before ``open``. ``wake``, called on any thread: ``idle`` has work."""
        self._journal, self._clock = services.journal, services.clock
        self._mixer = Mixer(services.house_rules)
        self._overlays = Overlays(services.settings, services.past, services.servers)
        readings: TableReadings = TableReadings(services.background, services.clock, wake)
        self._now = CurrentTable(services, self._overlays, readings, on_view)
        self._looking = Looking(self._now, services.clock)

    @property
    def misses_camera(self) -> bool:
        return self._now.misses_camera

    @property
    def wait_s(self) -> float | None:
        """Seconds until ``idle`` is due without a command; None: no limit."""
        if self._overlays.is_open:
            return self._overlays.wait_s
        dice, table, wait_s = self._now.at.dice, self._now.table, self._looking.wait_s
        if is_being_read(table):
            return wait_s
        if wait_s is None and dice.teaching.is_behind:
            wait_s = DRAWN_S
        thinks_s = dice.wait_s(table) if isinstance(table, DiceTable) else None
        clock_s = self._now.clocks.wait_s if self._now.clocks.runs else None
        return min((each for each in (wait_s, thinks_s, clock_s) if each is not None), default=None)

    def open(self) -> None:
        draft = self._mixer.kept_draft()
        if draft is None:
            self._leave()
        else:
            self._now.stand(MixingTable(self._now.table.number + 1, draft))
        self._now.publish()

    def is_old(self, number: int) -> bool:
        return number != self._now.table.number

    def take(self, command: commands.Command) -> None:
        """Refuse a command made on an older view; drop a late ``HurryPartner`` in silence.

        A cup may be put back before the table has shown that it is up.
        """
        puts_back = isinstance(command, commands.Peek) and command.seat is None
        if self.is_old(command.number) and not puts_back:
            if not isinstance(command, commands.HurryPartner):
                self._now.fault(say("phone.old_view"))
        else:
            self._looking.go_on()
            try:
                self._advance(command)
            except (commands.PlayError, RulesError, JournalError) as refusal:
                self._now.fault(reason_of(refusal))
        self._now.publish()

    def idle(self) -> None:
        if self._overlays.is_open:
            return self._overlays.idle()
        dice, table = self._now.at.dice, self._now.table
        dice.teaching.catch_up()
        fallen = self._now.follow_clocks() if self._now.clocks.runs else None
        if fallen is not None and isinstance(table, DiceTable):
            return self._time_is_up(table, fallen)
        due = dice.due(table) if isinstance(table, DiceTable) else None
        if due is not None:
            self.take(due)
        else:
            self._looking.look()

    def _time_is_up(self, table: DiceTable, seat: int) -> None:
        command, sentence = when_time_is_up(table, seat, self._overlays.fall)
        if command is not None:
            self.take(command)
        self.tell(self._now.table.fault or sentence)

    def _take_dice(self, table: DiceTable, command: commands.Command) -> None:
        """A fall that could not be written comes before anything else."""
        dice, seat = self._now.at.dice, table.game.to_act
        if seat is not None and not dice.practises and self._now.clocks.owes(table):
            fall, sentence = when_time_is_up(table, seat, self._overlays.fall)
            self._now.stand(dice.take(table, fall or command))
            if fall is not None:
                self._now.fault(sentence)
        else:
            self._now.stand(dice.take(table, command))

    def recover(self, fault: Exception) -> None:
        """After an unforeseen fault: keep the game and show the reason."""
        self._looking.failed = True
        reason, table = _reason(fault), self._now.table
        if isinstance(table, PlayedTable) and table.is_being_read:
            of_dice = isinstance(table, DiceTable)
            self._looking.reading_failed(table, say("fault.dice" if of_dice else "fault.cards", fault=reason))
        else:
            self._now.fault(say("fault.unknown", fault=reason))
        self._now.publish()

    def put_away(self, fault: Exception) -> None:
        """After a fault that the table itself has: to the first screen, which offers the saved game."""
        self._leave()
        self._now.fault(say("fault.unknown", fault=_reason(fault)))
        self._now.publish()

    def tell(self, fault: str) -> None:
        """Say what fails, or works again, while the game goes on."""
        self._looking.hear(fault)
        self._now.tell(fault)

    def offer_souvenir(self, game_id: int, pages: tuple[Frame, ...]) -> None:
        self._now.offer_souvenir(game_id, pages)

    def take_up(self, equipment: Equipment) -> None:
        self._now.take_up(equipment)
        if equipment.camera is not None:
            self.tell(say("camera.there", camera=equipment.camera.name))

    def _advance(self, command: commands.Command) -> None:
        """The table gets each command that no overlay takes."""
        was_open = self._overlays.is_open
        for_the_table = self._overlays.take(command, isinstance(self._now.table, WelcomeTable))
        if for_the_table is not None:
            self._play_on(for_the_table)
            return
        goes_on = not isinstance(command, LoadGames)  # touches while rows are loaded meant this list
        table = replace(self._now.table, number=self._now.table.number + goes_on, fault=None)
        if isinstance(table, WelcomeTable):
            table = replace(table, picked=None)  # rules just saved are set up once
        forgot = self._overlays.forgot
        self._now.table = first_screen(table.number, self._journal, self._mixer) if forgot else table
        if was_open and not self._overlays.is_open:
            self._now.table = self._now.at.come_back(self._now.table)

    def _play_on(self, command: commands.Command) -> None:
        match command:
            case commands.Practise():
                self._begin(command, self._now.tables.to_practise())
            case commands.NewGame():
                self._begin(command, self._now.at)
            case commands.LeaveGame():
                self._leave()
            case commands.MendTable():
                self._mend(command)
            case _:
                self._give(self._now.table, command)

    def _give(self, table: Table, command: commands.Command) -> None:
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
                self._take_dice(table, command)
            case CardsOnTable() if isinstance(command, CardTouch):
                self._now.stand(self._now.at.cards.take(table, command))
            case CardsOnTable():
                raise commands.Refused(say_table(table))
            case _:
                assert_never(table)

    def _take_on_first_screen(self, table: WelcomeTable, command: commands.Command) -> None:
        match command:
            case commands.ResumeGame(game_id=game_id):
                self._resume(game_id)
            case commands.ShowSeats():
                self._now.table = self._now.at.seats.take(table, command)
            case commands.MixHouseRules() | commands.ChangeHouseRules():
                self._mix(table, command)
            case CalibrationCommand():
                self._set_up(table, command)
            case CountCommand():
                self._count(table, command)
            case _:
                raise commands.Refused(say_table(table))

    def _resume(self, game_id: int) -> None:
        game_id = self._journal.go_on(game_id)
        record, kind = self._journal.load(game_id), self._journal.table_kind(game_id)
        self._now.at = self._now.tables.of(kind)
        table, at = resumed(self._now.table.number + 1, game_id, record), self._now.at
        if isinstance(table, DiceTable):
            self._now.stand(at.dice.with_kept_taps(table))
        else:
            self._now.stand(at.cards.with_kept_sheet(table))

    def _begin(self, command: commands.NewGame, at: EquippedTable) -> None:
        if not (isinstance(self._now.table, WelcomeTable) or is_over(self._now.table)):
            raise commands.Refused(say_table(self._now.table))
        event = GameBegun(command.rules, command.players, command.options, command.opener, command.earlier)
        record = GameRecord.begin(event)
        game_id, self._now.at = at.journal.begin_game(event, at.kind), at
        self._now.stand(resumed(self._now.table.number + 1, game_id, record))

    def _mix(self, table: WelcomeTable | MixingTable, command: commands.Command) -> None:
        begins = isinstance(command, commands.MixHouseRules | commands.ChangeHouseRules)
        if not isinstance(command, MixCommand) or begins is isinstance(table, MixingTable):
            raise commands.Refused(say_table(table))
        draft = self._mixer.take(table.draft if isinstance(table, MixingTable) else None, command)
        if draft is not None:
            self._mixer.keep(draft)
            self._now.stand(MixingTable(table.number + 1, draft))
        else:
            self._leave(picked=command.title if isinstance(command, commands.SaveHouseRules) else None)

    def _set_up(self, table: WelcomeTable | SetupTable, command: commands.Command) -> None:
        if not isinstance(command, CalibrationCommand):
            raise commands.Refused(say_table(table))
        if self._now.at.calibrator is None:
            raise commands.Refused(say("setup.no_camera"))
        before = table.calibration if isinstance(table, SetupTable) else None
        self._now.stand(self._now.at.calibrator.take(table.number + 1, before, command))

    def _count(self, table: WelcomeTable | CountingTable, command: commands.Command) -> None:
        if not isinstance(command, CountCommand):
            raise commands.Refused(say_table(table))
        if self._now.at.counter is None:
            raise commands.Refused(say("count.no_camera"))
        before = table.counting if isinstance(table, CountingTable) else None
        self._now.stand(self._now.at.counter.take(table.number + 1, before, command))

    def _mend(self, command: commands.MendTable) -> None:
        if self._now.at.camera is None:
            raise commands.Refused(say("camera.none"))
        try:
            frame = wait_for(self._now.at.camera, self._clock())
        except CameraGone as gone:
            raise commands.Refused(str(gone)) from None
        self._now.at.dice.watchers.mend(frame)
        table = self._now.table
        if isinstance(table, DiceTable) and table.moment is Moment.CHECK and not table.correcting:
            self._now.stand(self._now.at.dice.take(table, commands.CupsAreUp(command.number)))

    def _leave(self, picked: str | None = None) -> None:
        self._mixer.keep(None)
        self._now.stand(first_screen(self._now.table.number + 1, self._journal, self._mixer, picked))
        self._now.at = self._now.tables.for_a_new_game()


def _reason(fault: Exception) -> str:
    return str(fault) or type(fault).__name__

"""Practice at the simulated table: each partner bids, doubts and shows by what it may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.core.frame import NS_PER_S, Clock
from companion.core.reading import WildMark
from companion.journal import Store
from companion.play.base import commands
from companion.play.base.ports import Cups, TableEye, seed_of
from companion.play.modes.dice.mode import DiceMode
from companion.play.modes.dice.state import DiceTable, Moment
from companion.play.modes.dice.teaching import Teaching
from companion.play.modes.dice.unfinished import Unfinished
from companion.play.modes.dice.views import BiddingScene, PadView, SeatView, TrackView
from companion.play.modes.dice.watchers import Watchers
from companion.players import Bluffing, Bot, ByOdds, View
from companion.rules import AnyEvent, Bid, Challenged, Dice, DiceShown, Game, legal_moves, one_form
from companion.text import say

PERSON = 0
"""The seat of the one who practises."""
PAUSE_S = (1.2, 2.6)
"""Shortest and longest thought of a partner [choice]: a person can follow, and a touch ends it."""
SHOW_S = 6.0
"""Before the first partner moves while the person may put dice out: time for the sheet and its faces
[choice]; a touch ends it, too."""
SAID = Bid | DiceShown


@dataclass(frozen=True, slots=True)
class Partner:
    name: str
    manner: str
    bot: Bot


def partners() -> tuple[Partner, ...]:
    return (
        Partner("Ada", "careful", ByOdds(disbelief=0.4, comfort=0.65, bluffs=0.0)),
        Partner("Ben", "odds", ByOdds()),
        Partner("Cleo", "bluffs", Bluffing()),
        Partner("Dan", "daring", ByOdds(disbelief=0.2, comfort=0.4, bluffs=0.35)),
    )


NEWCOMER = "Kim"
"""Who practises before anybody has played here; the first game's learner."""


def company_for(person: str) -> tuple[Partner, ...]:
    return tuple(each for each in partners() if one_form(each.name) != one_form(person))


def bots_at(players: Sequence[str]) -> dict[int, Bot]:
    by_name = {each.name: each.bot for each in partners()}
    return {seat: by_name.get(name) or ByOdds() for seat, name in enumerate(players) if seat != PERSON}


def moved_by(bot: Bot, seen: View, luck: Random, number: int) -> commands.Command:
    """The bot's move at its turn, as a command on the view of this number."""
    said = bot.move(seen, luck)
    if isinstance(said, Bid):
        return commands.bid_placed(number, said)
    return commands.CallChallenge(number, (seen.seat,))


class PracticeMode(DiceMode):
    """A game of dice in which one person plays; the others move after a pause.

    A bot sees the game, which holds no covered die, and its own dice.
    """

    practises = True

    def __init__(
        self,
        clock: Clock,
        journal: Store,
        unfinished: Unfinished,
        eye: TableEye | None,
        cups: Cups | None,
        seed: int,
        watchers: Watchers,
        teaching: Teaching,
        wild: Callable[[], WildMark],
    ) -> None:
        """ValueError without cups: the partners' dice would be unknown."""
        super().__init__(journal, unfinished, eye, cups, seed, watchers, teaching, wild)
        if cups is None:
            raise ValueError("partners by program play at a simulated table")
        self._own, self._luck, self._clock = cups, seed, clock
        self._thinks: tuple[tuple[int, int], int] | None = None

    def hand(self) -> Dice:
        return self._own.hand(PERSON)

    def take(self, table: DiceTable, command: commands.Command) -> DiceTable:
        """In a partner's turn, a bid or call makes the partner move. Undo goes back to the person's last
        move.
        """
        after = super().take(table, self._instead_of(table, command))
        last = table.record.live_events[-1]
        own = after.record is table.record or getattr(last, "player", None) == PERSON
        if isinstance(command, commands.Undo) and not own:
            while _is_partners_turn(after) and isinstance(after.record.live_events[-1], SAID):
                after = super().take(after, commands.Undo(after.number))
        return after

    def _instead_of(self, table: DiceTable, command: commands.Command) -> commands.Command:
        if isinstance(command, commands.Peek) and command.seat not in (None, PERSON):
            raise commands.Refused(say("practice.own_cup"))
        theirs = (
            isinstance(command, commands.PlaceBid)
            or (isinstance(command, commands.CallSpotOn) and command.player != PERSON)
            or (isinstance(command, commands.CallChallenge) and PERSON not in command.players)
        )
        if isinstance(command, commands.HurryPartner) or (theirs and _is_partners_turn(table)):
            moved = self._move(table)
            if moved is None:
                raise commands.Refused(say("phone.old_view"))
            return moved
        if isinstance(command, commands.CallChallenge) and command.players != (PERSON,):
            raise commands.Refused(say("practice.own_call"))
        return command

    def wait_s(self, table: DiceTable) -> float | None:
        if table.moment is not Moment.BIDDING:
            return None
        here = table.game_id, table.number
        if self._thinks is None or self._thinks[0] != here:
            if self._move(table) is None:
                return None
            pause_s = self._chance(table, "pause").uniform(*PAUSE_S)
            if legal_moves(table.game).shower == PERSON:
                pause_s = max(pause_s, SHOW_S)
            self._thinks = here, self._clock() + round(pause_s * NS_PER_S)
        return max(0.0, (self._thinks[1] - self._clock()) / NS_PER_S)

    def due(self, table: DiceTable) -> commands.Command | None:
        if self.wait_s(table) != 0:
            return None
        self._thinks = None  # a move that cannot be written is tried again after another pause
        return commands.HurryPartner(table.number)

    def _move(self, table: DiceTable) -> commands.Command | None:
        if table.moment is not Moment.BIDDING:
            return None
        game, bots, luck = table.game, bots_at(table.game.players), self._chance(table, "move")
        shower = legal_moves(game).shower
        if shower in bots and isinstance(table.record.live_events[-1], Bid):
            shown = bots[shower].show(self._seen(game, shower), luck)
            if shown:
                return commands.ShowDice(table.number, shown)
        if game.acting not in bots:
            return None
        return moved_by(bots[game.acting], self._seen(game, game.acting), luck, table.number)

    def _seen(self, game: Game, seat: int) -> View:
        return View(game, seat, self._own.hand(seat))

    def _chance(self, table: DiceTable, of: str) -> Random:
        """The same for the same state of a game; another after an undo."""
        return Random(f"{of} {seed_of(self._luck, table.game_id, table.record.length)}")


def _is_partners_turn(table: DiceTable) -> bool:
    return table.moment is Moment.BIDDING and table.game.to_act not in (PERSON, None)


def taken_back(table: DiceTable) -> AnyEvent | None:
    """What undo takes back last: the person's latest move."""
    said = table.record.live_events
    while len(said) > 1 and isinstance(said[-1], SAID | Challenged) and said[-1].player != PERSON:
        said = said[:-1]
    return said[-1] if isinstance(said[-1], SAID) else None


def for_the_person(scene: BiddingScene, own: Dice) -> BiddingScene:
    seats = tuple(_seat(each, own) for each in scene.game.seats)
    thinking = next((each.name for each in seats if each.to_act and each.seat != PERSON), None)
    why = None if thinking is None else say("practice.thinks", player=thinking)
    callers = () if scene.spot_on is None else tuple(each for each in scene.spot_on.callers if each == PERSON)
    return replace(
        scene,
        game=replace(scene.game, seats=seats),
        track=scene.track if why is None else _resting_track(scene.track, why),
        pad=scene.pad if why is None else _resting_pad(scene.pad, why),
        legal=scene.legal if why is None else why,
        may_challenge=seats[PERSON].may_challenge,
        several_may_challenge=False,
        spot_on=replace(scene.spot_on, callers=callers) if scene.spot_on is not None and callers else None,
        show=None if scene.show is None or scene.show.seat != PERSON else scene.show,
        may_peek=False,
        thinks=why or "",
    )


def _seat(seat: SeatView, own: Dice) -> SeatView:
    if seat.seat != PERSON:
        return replace(seat, may_challenge=False)
    covered = list(own)
    for face in seat.shown:
        covered.remove(face)
    return replace(seat, own=tuple(covered))


def _resting_track(track: TrackView | None, why: str) -> TrackView | None:
    if track is None:
        return None
    laps = tuple(tuple(replace(space, faces=(), why=why) for space in lap) for lap in track.laps)
    return TrackView(laps)


def _resting_pad(pad: PadView | None, why: str) -> PadView | None:
    if pad is None:
        return None
    faces = tuple(replace(each, lowest=None, highest=None, why=why) for each in pad.faces)
    return replace(pad, faces=faces, totals=None, lowest=None, shown=pad.quantities)

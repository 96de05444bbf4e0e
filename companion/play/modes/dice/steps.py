"""What a command does to the table. Pure; journal, camera and cups are the controller's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion import rules
from companion.core.frame import Frame
from companion.core.reading import TableReading
from companion.journal import ReadingNote
from companion.play.base import commands
from companion.play.modes.dice import show_reroll
from companion.play.modes.dice.hands import (
    Hands,
    empty_hands,
    faces_of,
    hands_read,
    note_of,
    opening_roll_of,
    settled,
    strays_of,
    with_die,
    with_face,
    without_die,
)
from companion.play.modes.dice.sentences import say_dice_scene, say_what_is_missing
from companion.play.modes.dice.state import (
    MOMENT_OF,
    DiceTable,
    Moment,
    Picture,
    Show,
    expected_dice,
    latest_event,
    recorded_hands,
)
from companion.text import say


@dataclass(frozen=True, slots=True)
class Step:
    """The table after a command, and the event to write before anybody sees it."""

    table: DiceTable
    event: rules.Event | None = None
    note: ReadingNote | None = None


def step(table: DiceTable, command: commands.Command) -> Step:
    """Raises Refused or ``RuleError`` with the reason; the table is then unchanged."""
    taken, moments = _STEPS.get(type(command), (None, ()))
    if taken is None or table.moment not in moments:
        raise commands.Refused(say_dice_scene(table))
    return taken(command, table)


def _played(table: DiceTable, event: rules.Event) -> Step:
    return Step(table.at(table.record.apply(event)), event)


def _bid(command: commands.PlaceBid, table: DiceTable) -> Step:
    player = table.game.acting
    if table.game.tie_breaker:
        return _played(table, rules.TotalBid(player, command.quantity))
    return _played(table, rules.BidMade(player, command.quantity, command.face))


def _show(command: commands.ShowDice, table: DiceTable) -> Step:
    return _played(table, rules.DiceShown(show_reroll.shower(table.game), command.faces))


def _begin_show(command: commands.BeginShow, table: DiceTable) -> Step:
    if table.moment is not Moment.BIDDING and table.show is None:
        raise commands.Refused(say_dice_scene(table))
    return Step(show_reroll.begun(table, Show(command.count, tuple(sorted(command.faces)))))


def _challenge(command: commands.CallChallenge, table: DiceTable) -> Step:
    if len(command.players) == 1:
        return _played(table, rules.Challenged(command.players[0]))
    return _played(table, rules.ChallengedTogether(command.players))


def _spot_on(command: commands.CallSpotOn, table: DiceTable) -> Step:
    player = table.game.acting if command.player is None else command.player
    return _played(table, rules.SpotOnCalled(player))


def _roll(command: commands.EnterRoll, table: DiceTable) -> Step:
    if command.seat not in table.game.rolling:
        raise commands.Refused(say("refused.not_rolling", seat=command.seat))
    if command.face not in range(1, 7):
        raise commands.Refused(say("refused.no_face", face=command.face))
    rolled = replace(table.next, rolls=(*table.rolls, (command.seat, command.face)))
    if rolled.all_rolled:
        return _played(table, rules.OpeningRolled(tuple(sorted(dict(rolled.rolls).items()))))
    return Step(rolled)


def _cups_up(_: commands.CupsAreUp, table: DiceTable) -> Step:
    if table.correcting:
        raise commands.Refused(say("refused.round_over"))
    again = table if table.earlier_hands else table.again
    covered = replace(table.next, hands=(), earlier_hands=(), picture=None, again=again)
    return Step(replace(covered, moment=Moment.READING))


def _by_hand(_: commands.EnterByHand, table: DiceTable) -> Step:
    if table.correcting:
        raise commands.Refused(say("refused.round_over"))
    hands = show_reroll.by_hand(table) if table.show else empty_hands(expected_dice(table.game))
    return Step(replace(table.next, moment=Moment.CHECK, hands=hands, earlier_hands=_before(table)))


def _before(table: DiceTable) -> tuple[Hands, ...]:
    return (*table.earlier_hands, table.hands) if table.hands else ()


def _face(command: commands.SetFace, table: DiceTable) -> Step:
    return _tapped(table, with_face(table.hands, command.seat, command.slot, command.face))


def _is_die(command: commands.ConfirmDie, table: DiceTable) -> Step:
    return _tapped(table, with_die(table.hands, command.seat, command.slot))


def _remove(command: commands.RemoveDie, table: DiceTable) -> Step:
    return _tapped(table, without_die(table.hands, command.seat, command.slot))


def _tapped(table: DiceTable, hands: Hands) -> Step:
    if hands == table.hands:
        return Step(table)
    return Step(replace(table.next, hands=hands, earlier_hands=_before(table)))


def _accept(_: commands.AcceptReading, table: DiceTable) -> Step:
    if not settled(table.hands):
        raise commands.Refused(say_what_is_missing(table))
    if table.show is not None:
        shown = show_reroll.event_of(table)
        return Step(table.at(table.record.apply(shown)), shown, note_of(table.hands))
    dice = faces_of(table.hands, len(table.game.players))
    if not table.correcting:
        return _accepted(table, table.hands, table.picture)
    if dice == table.game.rounds[-1].dice:
        return Step(replace(table.next, moment=Moment.VERDICT, correcting=False, earlier_hands=()))
    return _revealed(table, rules.RevealCorrected(dice), table.hands, table.picture)


def _accepted(table: DiceTable, hands: Hands, picture: Picture | None) -> Step:
    """The opening roll, or a reveal with its verdict."""
    if table.game.phase is not rules.Phase.OPENING_ROLL:
        return _revealed(table, rules.CupsRevealed(faces_of(hands, len(table.game.players))), hands, picture)
    event = opening_roll_of(hands)
    return Step(table.at(table.record.apply(event)), event, note_of(hands))


def _revealed(
    table: DiceTable, event: rules.CupsRevealed | rules.RevealCorrected, hands: Hands, picture: Picture | None
) -> Step:
    verdict = table.at(table.record.apply(event), Moment.VERDICT)
    return Step(replace(verdict, hands=hands, picture=picture), event, note_of(hands))


def _correct(_: commands.CorrectReading, table: DiceTable) -> Step:
    if not table.game.may_correct:
        raise commands.Refused(say("refused.no_correction"))
    hands = table.hands or recorded_hands(table.game)
    return Step(replace(table.next, moment=Moment.CHECK, correcting=True, hands=hands, peeking=None))


def _next(_: commands.NextRound, table: DiceTable) -> Step:
    if table.game.phase is rules.Phase.OVER:
        return Step(replace(table.next, moment=Moment.OVER))
    return Step(table.at(table.record))


def _squares_right(command: commands.SquaresAreRight, table: DiceTable) -> Step:
    owing = table.squares.owing
    if owing is None or owing.seen != command.seen:
        raise commands.Refused(say("refused.squares_counted"))
    return Step(replace(table.next, squares=table.squares.said_right(table.game)))


def _look_again(_: commands.LookAgain, table: DiceTable) -> Step:
    return Step(replace(table.next, squares=table.squares.asked_again()))


def _come_or_go(table: DiceTable, event: rules.ComingOrGoing) -> Step:
    if table.correcting:
        raise commands.Refused(say_dice_scene(table))
    before = table.again if table.is_being_read and table.again is not None else table
    after = _with_rolls_of(before, table.at(table.record.apply(event)))
    cut_short = before.moment in (Moment.CHECK, Moment.VERDICT) or before.rolls or before.aside is not None
    return Step(replace(after, rolls_kept=len(after.rolls), aside=before if cut_short else None), event)


def _with_rolls_of(table: DiceTable, after: DiceTable) -> DiceTable:
    """Opening rolls stay with their players, who may have other seats."""
    before, now = table.game.in_order_of_coming, after.game.in_order_of_coming
    rolled = ((before.index(seat), face) for seat, face in table.known_rolls)
    return after.with_rolls((now[player], face) for player, face in rolled if player < len(now))


def _peek(command: commands.Peek, table: DiceTable) -> Step:
    if command.seat is not None and command.seat not in table.game.still_in:
        raise commands.Refused(say("refused.no_cup"))
    return Step(replace(table.next, peeking=command.seat))


def _undo(_: commands.Undo, table: DiceTable) -> Step:
    if table.has_new_roll:
        return Step(replace(table.next, rolls=table.rolls[:-1]))
    if table.earlier_hands:
        earlier = table.earlier_hands
        return Step(replace(table.next, hands=earlier[-1], earlier_hands=earlier[:-1]))
    if table.correcting:
        return Step(replace(table.next, moment=Moment.VERDICT, correcting=False))
    if table.may_cover_again:
        return Step(cups_again(table))
    if table.moment is Moment.SHOWING:
        return Step(table.at(table.record))
    return _taken_back(table)


def _taken_back(table: DiceTable) -> Step:
    """After a correction the first verdict stands again."""
    correction = latest_event(table.record, rules.RevealCorrected) is not None
    record = table.record.apply(rules.Undone())
    if table.aside is not None:
        squares = table.squares.carried_on(written=True)
        return Step(
            replace(table.aside, number=table.number + 1, record=record, squares=squares), rules.Undone()
        )
    after = table.with_verdict(record) if correction else table.at(record)
    came_or_went = latest_event(table.record, rules.ComingOrGoing) is not None
    return Step(_with_rolls_of(table, after) if came_or_went else after, rules.Undone())


def after_reading(table: DiceTable, frame: Frame, reading: TableReading, lost: int | None = None) -> Step:
    """The verdict if nothing is in doubt, else questions; shown dice are always confirmed.

    ``lost``: dice counted on the Lost Dice Squares, None if nobody has.
    """
    if table.show is not None:
        return Step(show_reroll.read(table, frame, reading))
    read = to_check(table, frame, reading, lost)
    if reading.certain and settled(read.hands):
        return _accepted(table, read.hands, read.picture)
    return Step(read)


def note_beside(step: Step, table: DiceTable) -> ReadingNote | None:
    """What is kept beside an event: its reading, and what the players overruled before."""
    overruled = table.squares.overruled
    if overruled is None:
        return step.note
    return replace(step.note or ReadingNote(()), squares=overruled)


def to_check(table: DiceTable, frame: Frame, reading: TableReading, lost: int | None) -> DiceTable:
    hands = hands_read(reading, expected_dice(table.game))
    picture = Picture(frame, strays_of(reading), lost)
    return replace(table.next, moment=Moment.CHECK, hands=hands, picture=picture)


def cups_again(table: DiceTable) -> DiceTable:
    """A reading given up: the taps that it was to replace stand there again, else the cups are waited for."""
    if table.again is not None:
        return replace(table.again, number=table.number + 1, fault=None)
    moment = Moment.SHOWING if table.show else MOMENT_OF[table.game.phase]
    again = replace(table.at(table.record, moment), show=table.show, rolls_kept=table.rolls_kept)
    return again.with_rolls(table.rolls)


def reading_failed(table: DiceTable, reason: str) -> DiceTable:
    return replace(cups_again(table), fault=reason)


_BID, _CHECK = (Moment.BIDDING,), (Moment.CHECK,)
_BY_HAND = (Moment.OPENING_ROLL, Moment.REVEAL, Moment.SHOWING, Moment.READING, Moment.CHECK)
_CUPS_UP = (Moment.OPENING_ROLL, Moment.REVEAL, Moment.SHOWING, Moment.CHECK)
_ALWAYS = tuple(Moment)

_STEPS: dict[type[commands.Command], tuple[Callable[[Any, DiceTable], Step], tuple[Moment, ...]]] = {
    commands.PlaceBid: (_bid, _BID),
    commands.ShowDice: (_show, _BID),
    commands.BeginShow: (_begin_show, (Moment.BIDDING, Moment.SHOWING, Moment.CHECK)),
    commands.CallChallenge: (_challenge, _BID),
    commands.CallSpotOn: (_spot_on, _BID),
    commands.EnterRoll: (_roll, (Moment.OPENING_ROLL,)),
    commands.CupsAreUp: (_cups_up, _CUPS_UP),
    commands.EnterByHand: (_by_hand, _BY_HAND),
    commands.SetFace: (_face, _CHECK),
    commands.ConfirmDie: (_is_die, _CHECK),
    commands.RemoveDie: (_remove, _CHECK),
    commands.AcceptReading: (_accept, _CHECK),
    commands.CorrectReading: (_correct, (Moment.VERDICT, Moment.OVER, Moment.BIDDING)),
    commands.NextRound: (_next, (Moment.VERDICT,)),
    commands.SquaresAreRight: (_squares_right, _BID),
    commands.LookAgain: (_look_again, _BID),
    commands.Peek: (_peek, _BID),
    commands.PlayerLeaves: (lambda asked, table: _come_or_go(table, rules.PlayerLeft(asked.player)), _ALWAYS),
    commands.PlayerJoins: (
        lambda asked, table: _come_or_go(table, rules.PlayerJoined(asked.name, asked.seat, asked.dice)),
        _ALWAYS,
    ),
    commands.PlayerReturns: (
        lambda asked, table: _come_or_go(table, rules.PlayerReturned(asked.player, asked.dice)),
        _ALWAYS,
    ),
    commands.Undo: (_undo, _ALWAYS),
}
"""Of each command: its step, and when it may be taken."""

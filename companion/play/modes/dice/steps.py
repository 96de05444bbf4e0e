"""What a command does to the table. Pure; journal, camera and cups are the controller's."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    if table.moment not in _MOMENTS.get(type(command), ()):
        raise commands.Refused(say_dice_scene(table))
    game, hands = table.game, table.hands
    match command:
        case commands.PlaceBid(quantity=quantity, face=face):
            if game.tie_breaker:
                return _played(table, rules.TotalBid(game.acting, quantity))
            return _played(table, rules.BidMade(game.acting, quantity, face))
        case commands.ShowDice(faces=faces):
            return _played(table, rules.DiceShown(show_reroll.shower(game), faces))
        case commands.BeginShow(count=count, faces=faces):
            return _begin_show(table, Show(count, tuple(sorted(faces))))
        case commands.CallChallenge(players=(player,)):
            return _played(table, rules.Challenged(player))
        case commands.CallChallenge(players=players):
            return _played(table, rules.ChallengedTogether(players))
        case commands.CallSpotOn(player=player):
            return _played(table, rules.SpotOnCalled(game.acting if player is None else player))
        case commands.EnterRoll(seat=seat, face=face):
            return _roll(table, seat, face)
        case commands.CupsAreUp():
            _need_round(table)
            again = replace(table, again=None) if table.earlier_hands else table.again
            covered = replace(table.next, hands=(), earlier_hands=(), picture=None, again=again)
            return Step(replace(covered, moment=Moment.READING))
        case commands.EnterByHand():
            _need_round(table)
            empty = show_reroll.by_hand(table) if table.show else empty_hands(expected_dice(game))
            return Step(replace(table.next, moment=Moment.CHECK, hands=empty, earlier_hands=_before(table)))
        case commands.SetFace(seat=seat, slot=slot, face=face):
            return _tapped(table, with_face(hands, seat, slot, face))
        case commands.ConfirmDie(seat=seat, slot=slot):
            return _tapped(table, with_die(hands, seat, slot))
        case commands.RemoveDie(seat=seat, slot=slot):
            return _tapped(table, without_die(hands, seat, slot))
        case commands.AcceptReading():
            return _accept(table)
        case commands.CorrectReading():
            if not game.may_correct:
                raise commands.Refused(say("refused.no_correction"))
            known = hands or recorded_hands(game)
            return Step(replace(table.next, moment=Moment.CHECK, correcting=True, hands=known, peeking=None))
        case commands.NextRound():
            over = game.phase is rules.Phase.OVER
            return Step(replace(table.next, moment=Moment.OVER) if over else table.at(table.record))
        case commands.SquaresAreRight(seen=seen):
            if table.squares.owing is None or table.squares.owing.seen != seen:
                raise commands.Refused(say("refused.squares_counted"))
            return Step(replace(table.next, squares=table.squares.said_right(game)))
        case commands.LookAgain():
            return Step(replace(table.next, squares=table.squares.asked_again()))
        case commands.Peek(seat=seat):
            if seat is not None and seat not in game.still_in:
                raise commands.Refused(say("refused.no_cup"))
            return Step(replace(table.next, peeking=seat))
        case commands.PlayerLeaves(player=player):
            return _come_or_go(table, rules.PlayerLeft(player))
        case commands.PlayerJoins(name=name, seat=seat, dice=dice):
            return _come_or_go(table, rules.PlayerJoined(name, seat, dice))
        case commands.PlayerReturns(player=player, dice=dice):
            return _come_or_go(table, rules.PlayerReturned(player, dice))
        case commands.Undo():
            return _undo(table)
    raise TypeError(f"a game of dice knows no {type(command).__name__}")


def _played(table: DiceTable, event: rules.Event) -> Step:
    return Step(table.at(table.record.apply(event)), event)


def _begin_show(table: DiceTable, show: Show) -> Step:
    if table.moment is not Moment.BIDDING and table.show is None:
        raise commands.Refused(say_dice_scene(table))
    return Step(show_reroll.begun(table, show))


def _roll(table: DiceTable, seat: int, face: int) -> Step:
    if seat not in table.game.rolling:
        raise commands.Refused(say("refused.not_rolling", seat=seat))
    if face not in range(1, 7):
        raise commands.Refused(say("refused.no_face", face=face))
    rolled = replace(table.next, rolls=(*table.rolls, (seat, face)))
    if rolled.all_rolled:
        return _played(table, rules.OpeningRolled(tuple(sorted(dict(rolled.rolls).items()))))
    return Step(rolled)


def _need_round(table: DiceTable) -> None:
    if table.correcting:
        raise commands.Refused(say("refused.round_over"))


def _before(table: DiceTable) -> tuple[Hands, ...]:
    return (*table.earlier_hands, table.hands) if table.hands else ()


def _tapped(table: DiceTable, hands: Hands) -> Step:
    if hands == table.hands:
        return Step(table)
    return Step(replace(table.next, hands=hands, earlier_hands=_before(table)))


def _accept(table: DiceTable) -> Step:
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


def _undo(table: DiceTable) -> Step:
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


_CUPS_UP = (Moment.OPENING_ROLL, Moment.REVEAL, Moment.SHOWING, Moment.CHECK)
_MOMENTS: dict[type[commands.Command], tuple[Moment, ...]] = {
    commands.EnterRoll: (Moment.OPENING_ROLL,),
    commands.PlaceBid: (Moment.BIDDING,),
    commands.ShowDice: (Moment.BIDDING,),
    commands.BeginShow: (Moment.BIDDING, Moment.SHOWING, Moment.CHECK),
    commands.CallChallenge: (Moment.BIDDING,),
    commands.CallSpotOn: (Moment.BIDDING,),
    commands.SquaresAreRight: (Moment.BIDDING,),
    commands.LookAgain: (Moment.BIDDING,),
    commands.Peek: (Moment.BIDDING,),
    commands.CupsAreUp: _CUPS_UP,
    commands.EnterByHand: (*_CUPS_UP, Moment.READING),
    commands.SetFace: (Moment.CHECK,),
    commands.ConfirmDie: (Moment.CHECK,),
    commands.RemoveDie: (Moment.CHECK,),
    commands.AcceptReading: (Moment.CHECK,),
    commands.NextRound: (Moment.VERDICT,),
    commands.CorrectReading: (Moment.VERDICT, Moment.OVER, Moment.BIDDING),
    commands.PlayerLeaves: tuple(Moment),
    commands.PlayerJoins: tuple(Moment),
    commands.PlayerReturns: tuple(Moment),
    commands.Undo: tuple(Moment),
}
"""When each command may be taken."""

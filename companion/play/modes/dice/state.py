"""A game of dice on the table: a frozen value from which its screens follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from types import UnionType

from companion import rules
from companion.core.frame import Frame
from companion.core.reading import Expectation, LiftSeen, TableDie
from companion.journal import Source, SquaresNote
from companion.play.modes.dice.hands import Hand, Hands, Slot, hands_recorded


class Moment(Enum):
    OPENING_ROLL = "opening_roll"
    BIDDING = "bidding"
    SHOWING = "showing"
    REVEAL = "reveal"
    READING = "reading"
    CHECK = "check"
    VERDICT = "verdict"
    OVER = "over"


MOMENT_OF = {
    rules.Phase.OPENING_ROLL: Moment.OPENING_ROLL,
    rules.Phase.BIDDING: Moment.BIDDING,
    rules.Phase.REVEAL: Moment.REVEAL,
    rules.Phase.OVER: Moment.OVER,
}
LOOKING = (Moment.OPENING_ROLL, Moment.SHOWING, Moment.REVEAL, Moment.READING)
"""Dice lie open, or soon will."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The read frame, with what lay there besides the players' dice.

    ``strays``: dice at nobody's place. ``lost``: dice on the Lost Dice Squares, None if unknown.
    """

    frame: Frame
    strays: tuple[TableDie, ...] = ()
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Show:
    count: int
    slid: rules.Dice = ()


@dataclass(frozen=True, slots=True)
class Owing:
    wanted: int
    seen: int


@dataclass(frozen=True, slots=True)
class Squares:
    """What is known of the Lost Dice Squares; it changes no rule.

    ``off``: accepted difference from the verdicts. ``right_at``: the last right number, None before.
    ``looks``: how often players asked to look again. ``overruled``: a count that players overruled, still to
    be written beside an event.
    """

    off: int = 0
    right_at: int | None = None
    owing: Owing | None = None
    looks: int = 0
    overruled: SquaresNote | None = None

    def wanted(self, game: rules.Game) -> int:
        return max(0, sum(game.lost) + self.off)

    def right(self, game: rules.Game) -> bool:
        return self.right_at == self.wanted(game)

    def carried_on(self, written: bool) -> Squares:
        """The squares for the next scene, with no question open; ``written``: after an event."""
        return Squares(self.off, self.right_at, overruled=None if written else self.overruled)

    def seen_right(self, wanted: int) -> Squares:
        return replace(self, right_at=wanted, owing=None)

    def seen_wrong(self, wanted: int, seen: int) -> Squares:
        return replace(self, right_at=None, owing=Owing(wanted, seen))

    def said_right(self, game: rules.Game) -> Squares:
        """The table says that the count is right; from now on that difference is accepted."""
        assert self.owing is not None, "nobody was asked"
        lost, seen = sum(game.lost), self.owing.seen
        return Squares(seen - lost, seen, overruled=SquaresNote(lost, seen))

    def asked_again(self) -> Squares:
        return replace(self, owing=None, looks=self.looks + 1)


NOTHING_KNOWN = Squares()
"""Before the first look of a game."""


@dataclass(frozen=True, slots=True)
class DiceTable:
    """A game of dice between two commands; ``number`` counts changes.

    ``rolls``: opening rolls so far (seat, face), of a seat the last one counts; ``rolls_kept`` of them are
    from before somebody left or joined. ``hands`` and ``picture`` belong to the reveal, or to shown dice
    during a ``show``.
    ``earlier_hands``: those before each tap, for undo. ``correcting``: the hands correct a recorded reveal.
    ``cups``: what was seen of a lift, None if none is watched. ``aside``: the table whose questions, rolls
    or verdict somebody cut short by leaving or joining, ``again``: the one whose taps a new reading replaced;
    both for undo.
    """

    number: int
    moment: Moment
    game_id: int
    record: rules.GameRecord
    rolls: tuple[tuple[int, int], ...] = ()
    rolls_kept: int = 0
    hands: Hands = ()
    earlier_hands: tuple[Hands, ...] = ()
    picture: Picture | None = None
    correcting: bool = False
    show: Show | None = None
    squares: Squares = NOTHING_KNOWN
    peeking: int | None = None
    cups: LiftSeen | None = None
    aside: DiceTable | None = None
    again: DiceTable | None = None
    fault: str | None = None

    @property
    def game(self) -> rules.Game:
        return rules.dice_game(self.record.game)

    @property
    def ended(self) -> rules.Round | None:
        """The round whose reveal is on the screen; None during a round, and if the others left the winner
        alone.
        """
        on_screen = self.moment in (Moment.VERDICT, Moment.OVER) or self.correcting
        return self.game.rounds[-1] if on_screen and self.game.may_correct else None

    @property
    def known_rolls(self) -> tuple[tuple[int, int], ...]:
        """Opening rolls that were tapped, or read without doubt."""
        if self.game.phase is not rules.Phase.OPENING_ROLL or self.moment is not Moment.CHECK:
            return self.rolls
        return tuple((hand.seat, face) for hand in self.hands if hand.settled for face in hand.faces if face)

    @property
    def all_rolled(self) -> bool:
        return bool(self.rolls) and len(dict(self.rolls)) == len(self.game.rolling)

    @property
    def has_new_roll(self) -> bool:
        return self.moment is Moment.OPENING_ROLL and len(self.rolls) > self.rolls_kept

    @property
    def may_cover_again(self) -> bool:
        """Whether a reading, or its questions, can be given up."""
        return self.moment is Moment.READING or (self.moment is Moment.CHECK and not self.all_rolled)

    @property
    def showing(self) -> Show:
        return self.show or Show(0)

    @property
    def strays(self) -> tuple[TableDie, ...]:
        return () if self.picture is None else self.picture.strays

    @property
    def is_being_read(self) -> bool:
        return self.moment is Moment.READING

    @property
    def wants_live_picture(self) -> bool:
        return self.moment in LOOKING or self.peeking is not None

    @property
    def lies_open(self) -> bool:
        """Whether all dice of this reveal still lie open: no player has covered any since."""
        if self.picture is None or self.show is not None:
            return False
        asked = self.moment is Moment.CHECK and (self.correcting or self.game.phase is rules.Phase.REVEAL)
        return asked or self.ended is not None

    @property
    def is_over(self) -> bool:
        return self.moment is Moment.OVER

    @property
    def next(self) -> DiceTable:
        """One number further, without an old fault: where a change begins."""
        return replace(self, number=self.number + 1, fault=None)

    def at(self, record: rules.GameRecord, moment: Moment | None = None) -> DiceTable:
        """The record's newest state, without anything of the last round."""
        return DiceTable(
            number=self.number + 1,
            moment=moment or MOMENT_OF[rules.dice_game(record.game).phase],
            game_id=self.game_id,
            record=record,
            squares=self.squares.carried_on(written=record is not self.record),
        )

    def with_rolls(self, rolls: Iterable[tuple[int, int]]) -> DiceTable:
        """The rolls of those who still roll. Once all have, players say that the dice are right."""
        seats = self.game.rolling
        table = replace(self, rolls=tuple(roll for roll in rolls if roll[0] in seats))
        if not table.all_rolled:
            return table
        faces = dict(table.rolls)
        hands = tuple(Hand(seat, 1, (), (Slot(faces[seat], Source.PLAYER),)) for seat in seats)
        return replace(table, moment=Moment.CHECK, hands=hands)

    def with_verdict(self, record: rules.GameRecord, moment: Moment = Moment.VERDICT) -> DiceTable:
        return replace(self.at(record, moment), hands=recorded_hands(rules.dice_game(record.game)))


def resumed_game(number: int, game_id: int, record: rules.GameRecord) -> DiceTable:
    """A kept game on the table; after a reveal its verdict is shown again."""
    phase = rules.dice_game(record.game).phase
    table = DiceTable(number - 1, MOMENT_OF[phase], game_id, record)
    if latest_event(record, rules.CupsRevealed | rules.RevealCorrected):
        return table.with_verdict(record, Moment.OVER if phase is rules.Phase.OVER else Moment.VERDICT)
    return table.at(record)


def recorded_hands(game: rules.Game) -> Hands:
    return hands_recorded(game.rounds[-1].dice, rules.before_reveal(game).shown)


def latest_event(record: rules.GameRecord, kinds: type | UnionType) -> rules.AnyEvent | None:
    latest = record.live_events[-1]
    return latest if isinstance(latest, kinds) else None


def expected_dice(game: rules.Game) -> Expectation:
    if game.phase is rules.Phase.OPENING_ROLL:
        return expecting(game, tuple(int(seat in game.rolling) for seat in range(len(game.players))))
    return expecting(game, game.dice)


def expecting(game: rules.Game, dice: tuple[int, ...]) -> Expectation:
    came = (*game.earlier, game.moves) if game.earlier or game.moves else ()
    return Expectation(dice, game.shown, game.ruleset.star_six, came=came)

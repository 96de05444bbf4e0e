"""Watch live pictures during a game for lost dice and a moved table.

Lost Dice Squares are watched between rounds until they are right. Nothing else is looked at while cups are
down.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.frame import NS_PER_S, Camera, Frame
from companion.play.base.commands import MendTable
from companion.play.base.ports import PlaceSeen, SquaresEye, TablePlace
from companion.play.base.readings import LargePictures, Readings
from companion.play.base.views import AdviceView, Answer
from companion.play.modes.dice.state import DiceTable, Moment, Owing, latest_event
from companion.rules import PlayerJoined
from companion.text import as_sentence, say, say_player

SQUARES_EVERY_S = 1.0
"""Seconds between looks, of which two must agree: a hand does not rest that long in one place [choice]."""
PATIENCE_S = 4.0
"""Seconds of a round before anybody is told what is missing: the dice are on their way [choice]."""
LOOKS_IN_VAIN = 3
"""After this many looks without a number, none until something changes [choice]."""

Question = tuple[int | None, int, int]
"""The game, the dice that must lie there, and how often players asked to look again."""


class SquaresWatch:
    """Watches the Lost Dice Squares; without an eye for them it does nothing."""

    def __init__(self, eye: SquaresEye | None, large: LargePictures, readings: Readings[int | None]) -> None:
        self._eye, self._large, self._readings = eye, large, readings
        self._asked: tuple[Question, int] | None = None
        self._question: Question | None = None
        self._given_up: Question | None = None
        self._in_vain = 0
        self._since_ns = self._due_ns = 0
        self._counted: int | None = None

    def wants(self, table: DiceTable) -> bool:
        if self._eye is None or table.moment is not Moment.BIDDING or table.peeking is not None:
            return False
        return _question_of(table) != self._given_up and not table.squares.right(table.game)

    def see(self, table: DiceTable, live: Frame) -> DiceTable:
        """Raises ``CameraGone`` if small live pictures come without a large one."""
        eye = self._eye
        if eye is None or not self.wants(table):
            return table
        players = len(table.game.players)
        if not self._readings.is_busy and (self._is_due(table, live.exposed_at_ns) or self._large.awaited):
            picture = self._large.of(live)
            if picture is not None:
                self._asked = _question_of(table), picture.exposed_at_ns
                self._readings.begin(lambda: eye.lost_seen(picture, players))
        timed = self._readings.take()
        if timed is None or self._asked is None or self._asked[0] != _question_of(table):
            return table
        return self._looked(table, timed.reading, self._asked[1])

    def _looked(self, table: DiceTable, seen: int | None, at_ns: int) -> DiceTable:
        self._in_vain = self._in_vain + 1 if seen is None else 0
        if self._in_vain == LOOKS_IN_VAIN:
            self._given_up = self._question
        before, self._counted = self._counted, seen
        if seen is None or seen != before:
            return table
        return self._counted_twice(table, seen, at_ns)

    def counted(self, table: DiceTable, frame: Frame) -> int | None:
        if self._eye is None or table.show is not None:
            return None
        return self._eye.lost_seen(frame, len(table.game.players))

    def _is_due(self, table: DiceTable, now_ns: int) -> bool:
        question = _question_of(table)
        if question != self._question:
            self._question, self._counted, self._in_vain = question, None, 0
            self._large.drop()
            self._since_ns = self._due_ns = now_ns
        if now_ns < self._due_ns:
            return False
        self._due_ns = now_ns + int(SQUARES_EVERY_S * NS_PER_S)
        return True

    def _counted_twice(self, table: DiceTable, seen: int, now_ns: int) -> DiceTable:
        squares, wanted = table.squares, table.squares.wanted(table.game)
        if seen == wanted:
            return replace(table, squares=squares.seen_right(wanted))
        waited = table.squares.looks > 0 or now_ns - self._since_ns >= PATIENCE_S * NS_PER_S
        if not waited or squares.owing == Owing(wanted, seen):
            return table
        return replace(table, squares=squares.seen_wrong(wanted, seen))


def _question_of(table: DiceTable) -> Question:
    return table.game_id, table.squares.wanted(table.game), table.squares.looks


PLACE_EVERY_S = 2.0
"""A look takes 12 to 61 ms of a core [docs/watching.md]: at this pace 1 or 2 % of it."""
PLACE_AGAIN_S = 0.4
"""Pace while something may have moved: a hand over a card is gone by then."""
LOOKED_AT = (Moment.OPENING_ROLL, Moment.BIDDING, Moment.SHOWING, Moment.REVEAL)
"""Where live pictures come and dice are about to be read."""


class PlaceLookout:
    """Watches the table's place; at a table that was not set up it does nothing."""

    def __init__(self, place: TablePlace | None) -> None:
        self._place = place
        self._due_ns = 0

    def wants(self, table: DiceTable) -> bool:
        return self._place is not None and table.moment in LOOKED_AT

    def see(self, table: DiceTable, frame: Frame) -> bool:
        """Whether a live picture gave news of the table's place."""
        if self._place is None or not self.wants(table) or frame.exposed_at_ns < self._due_ns:
            return False
        before = self._place.seen
        self._place.look(frame)
        pause = PLACE_EVERY_S if self._place.seen.steady else PLACE_AGAIN_S
        self._due_ns = frame.exposed_at_ns + int(pause * NS_PER_S)
        return self._place.seen.said != before.said

    def mend(self, frame: Frame) -> None:
        if self._place is not None:
            self._place.mend(frame)
            self._due_ns = 0

    def advice(self, table: DiceTable) -> AdviceView | None:
        """About the table's place, and about its seats before the first bid or for a new one."""
        if self._place is None:
            return None
        seen = self._place.seen
        if seen.said is not None:
            answer = Answer(say("advice.set_right"), MendTable(table.number))
            return AdviceView(as_sentence(seen.said), (answer,) if seen.mendable else ())
        if table.moment not in LOOKED_AT or table.game.bid is not None:
            return None
        said = self._say_seats(self._place, table)
        return None if said is None else AdviceView(as_sentence(said), ())

    @staticmethod
    def _say_seats(place: TablePlace, table: DiceTable) -> str | None:
        game, joined = table.game, latest_event(table.record, PlayerJoined)
        if isinstance(joined, PlayerJoined):
            if place.name is None:
                return say("seats_touched.none")
            there = [seat for seat in range(len(game.players)) if seat not in game.left]
            at = there.index(joined.seat)
            neighbours = there[at - 1], there[(at + 1) % len(there)]
            before, after = (say_player(game.players, seat) for seat in neighbours)
            player = say_player(game.players, joined.seat)
            return say("seats_touched.joined", player=player, before=before, after=after)
        if game.rounds:
            return None
        if game.earlier and place.name is not None:
            return say("seats_touched.stay")
        newcomers = sum(came for _, came in dict(reversed(game.moves)).items())
        return place.say_seats(len(game.players) - newcomers)

    @property
    def seen(self) -> PlaceSeen:
        return PlaceSeen() if self._place is None else self._place.seen


class Watchers:
    """Both watches as one; a part that is None watches nothing."""

    def __init__(
        self,
        squares: SquaresEye | None,
        place: TablePlace | None,
        camera: Camera | None,
        readings: Readings[int | None],
    ) -> None:
        self._squares = SquaresWatch(squares, LargePictures(camera), readings)
        self._place = PlaceLookout(place)

    def wants(self, table: DiceTable) -> bool:
        return self._squares.wants(table) or self._place.wants(table)

    def see(self, table: DiceTable, frame: Frame) -> tuple[DiceTable, bool]:
        moved = self._place.see(table, frame)
        return self._squares.see(table, frame), moved

    def lost_counted(self, table: DiceTable, frame: Frame) -> int | None:
        return self._squares.counted(table, frame)

    def mend(self, frame: Frame) -> None:
        self._place.mend(frame)

    def advice(self, table: DiceTable) -> AdviceView | None:
        return self._place.advice(table)

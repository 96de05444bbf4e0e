"""The simulated table: a camera, and cups that the app shakes and lifts."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from companion.calibration import DICE_IN_A_CUP, FEWEST_SEATS, LostGrid, Seating, Size
from companion.core.frame import CameraGone, Clock, Frame
from companion.core.reading import Box, WildMark
from companion.simulator.acting import Acting, LiftTruth, rolling_dice, staged
from companion.simulator.card_table import SimulatedCardTable
from companion.simulator.errors import CupsError, SpritesMissing, Trouble
from companion.simulator.laying import (
    Ground,
    Laid,
    bid_die,
    chance,
    cup_aside,
    cup_over,
    hidden_dice,
    lost_dice,
    rolled,
    shown_dice,
)
from companion.simulator.lifting import EVERYDAY, Happening, LiftPlan, Moment, happening_by_chance, planned
from companion.simulator.painting import box_of
from companion.simulator.scenery import Scenery
from companion.simulator.sprites import DiceKind, SpriteSet
from companion.simulator.stream import FrameStream, LitScene
from companion.text import say

MOST_DICE = 10
"""The most of any game's option ``dice``."""


@dataclass(frozen=True, slots=True)
class TrueDie:
    seat: int
    face: int
    box: Box
    shown: bool
    cocked: bool


@dataclass(frozen=True, slots=True)
class Hand:
    hidden: tuple[Laid, ...] = ()
    shown: tuple[Laid, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(sorted(die.face for die in self.hidden + self.shown if die.face is not None))


def check_deal(dice: tuple[int, ...], shown: tuple[tuple[int, ...], ...]) -> None:
    """Raises ``CupsError`` (a ``ValueError``) for impossible counts."""
    Seating(len(dice))
    if len(shown) != len(dice):
        raise CupsError(say("simulated.shown_of_each", seats=len(dice), given=len(shown)))
    for seat, (held, outside) in enumerate(zip(dice, shown, strict=True)):
        if not len(outside) <= held <= MOST_DICE:
            raise CupsError(say("simulated.cannot_hold", seat=seat, held=held, shown=len(outside)))
        if not set(outside) <= set(range(1, 7)):
            raise CupsError(say("simulated.no_faces", faces=str(outside)))


DICE = {
    WildMark.STAR: DiceKind.STARS,
    WildMark.STAR_SIX: DiceKind.STAR_SIX,
    WildMark.BIRD: DiceKind.BIRD,
}
"""Dice with these marks; all others are plain."""
SIZE: Size = (1280, 720)
OPTICS, LOST, BID, ASIDE, TROUBLE, LIFT = range(102, 108)
STAGE = 109
"""Mixed with the table's seed, so that this chance is independent of the others."""


class SimulatedTable:
    """``Camera`` and play's ``Cups`` in one, with photo-like frames; thread-safe.

    The same seeds give the same table, light, rolls and places. ``small``: size of the latest pictures, as a
    Pi's camera has two. ``trouble`` befalls one seat of each deal; one of ``happenings`` comes with each lift
    by hand.
    """

    live_is_small = False

    def __init__(
        self,
        players: int = 4,
        seed: int = 0,
        size: Size = SIZE,
        *,
        small: Size | None = None,
        dice: DiceKind = DiceKind.STARS,
        trouble: Trouble = Trouble.NONE,
        happenings: tuple[Happening, ...] = EVERYDAY,
        sprites: SpriteSet | None = None,
        clock: Clock = time.monotonic_ns,
    ) -> None:
        """Raises ``ValueError`` for too few or many players, ``SpritesMissing``."""
        self._sprites = sprites or SpriteSet.load()
        self._seed, self._size, self._dice, self._trouble, self._clock = seed, size, dice, trouble, clock
        if trouble is Trouble.COCKED and not all(self._sprites.cocked(kind.value) for kind in DiceKind):
            raise SpritesMissing(say("simulated.no_cocked"))
        self._lock, self._drawing = threading.Lock(), threading.Lock()
        """A picture takes its time: meanwhile hands may move."""
        self._stream = FrameStream(size, OPTICS, seed, clock, small)
        self.live_is_small = small is not None
        self._scenery = Scenery(seed, size, self._sprites)
        self._happenings = happenings
        self._seating = Seating(players)
        self._most_dice = 0
        self._grid = LostGrid.for_table(players, self._most_dice)
        self._hands: tuple[Hand, ...] = tuple(Hand() for _ in range(players))
        self._lost: tuple[int, ...] = (0,) * players
        self._bid: tuple[int | None, int] = (None, 1)
        self._lifted, self._board = False, True
        self._peeked: int | None = None
        self._acting: Acting | None = None
        self._lift_truth: LiftTruth | None = None
        self._closed = False
        self._changes = 0
        self._scene: np.ndarray | None = None
        self._drawn: tuple[int, Moment | None] | None = None
        """How much had changed when the scene was drawn, and its moment."""

    # Cups

    @property
    def name(self) -> str:
        return say("camera.name.simulated")

    def use(self, mark: WildMark) -> None:
        """Dice with this mark; with a star also the board with its track."""
        with self._lock:
            self._dice, self._board = DICE.get(mark, DiceKind.PLAIN), True
            self._changed()

    def without_board(self) -> None:
        """Hides the printed board until other dice are chosen."""
        with self._lock:
            self._board = False
            self._changed()

    def deal(
        self,
        dice: tuple[int, ...],
        shown: tuple[tuple[int, ...], ...],
        deal_seed: int,
        order: tuple[int, ...] = (),
    ) -> None:
        """``dice`` counts ``shown`` ones, too. The number of seats may change. Raises ``CupsError`` (a
        ``ValueError``).
        """
        with self._lock:
            shown = shown or ((),) * len(dice)
            check_deal(dice, shown)
            self._seat(len(dice))
            self._most_dice = max(map(sum, zip(dice, self._lost, strict=True)), default=0)
            self._set_grid()
            troubled = self._troubled_seat(dice, shown, deal_seed)
            rolls = [order.index(seat) if order else seat for seat in range(len(dice))]
            self._hands = tuple(
                self._rolled_hand(
                    seat, dice[seat], shown[seat], chance(self._seed, deal_seed, roll), seat == troubled
                )
                for seat, roll in enumerate(rolls)
            )
            self._lifted, self._peeked, self._acting, self._lift_truth = False, None, None, None
            self._changed()

    def show(self, seat: int, faces: tuple[int, ...], deal_seed: int) -> None:
        with self._lock:
            hand = self._hand(seat)
            missing = Counter(faces) - Counter(die.face or 0 for die in hand.hidden)
            if not faces:
                raise CupsError(say("simulated.show_one"))
            if missing:
                raise CupsError(say("simulated.not_hidden", seat=seat, dice=str(sorted(missing.elements()))))
            left = len(hand.hidden) - len(faces)
            if left < 1:
                raise CupsError(say("simulated.keep_one", seat=seat))
            rng = chance(self._seed, deal_seed, seat)
            hidden = hidden_dice(self._ground, seat, rolled(rng, left), Trouble.NONE, rng)
            shown = shown_dice(self._ground, seat, faces, hand.shown, rng)
            self._hands = (*self._hands[:seat], Hand(hidden, shown), *self._hands[seat + 1 :])
            self._changed()

    def lift(self) -> None:
        """Cups go up at once; a lift by hand whose cups are all off goes on."""
        with self._lock:
            if self._acting is not None and self._uncovered():
                self._lifted, self._peeked = True, None
                self._scenery.spare_arms()
            else:
                self._move_cups(True, None)

    def lift_by_hand(self, deal_seed: int, turns: tuple[int, ...] = ()) -> None:
        """Plays a lift by the clock. ``turns``: all covered seats."""
        with self._lock:
            rng = chance(self._seed, deal_seed, LIFT)
            happenings = happening_by_chance(self._happenings, rng)
            covered = tuple(seat for seat, hand in enumerate(self._hands) if hand.hidden)
            self._act(planned(turns or covered, rng, *happenings, in_turn=bool(turns)))

    def act(self, plan: LiftPlan) -> None:
        with self._lock:
            self._act(plan)

    def cover(self) -> None:
        with self._lock:
            self._move_cups(False, None)

    def peek(self, seat: int | None) -> None:
        with self._lock:
            if seat is not None:
                self._hand(seat)
            self._move_cups(self._lifted, seat)

    def place(self, seat: int) -> Box | None:
        with self._lock:
            hand = self._hand(seat)
            boxes = [self._true_die(seat, die, False).box for die in hand.hidden + hand.shown]
            if not boxes:
                return None
            room = max(right - left for left, _, right, _ in boxes)
            left, top = (max(0, min(box[side] for box in boxes) - room) for side in (0, 1))
            right, bottom = (
                min(self._size[side - 2], max(box[side] for box in boxes) + room) for side in (2, 3)
            )
            return left, top, right, bottom

    def hand(self, seat: int) -> tuple[int, ...]:
        with self._lock:
            return self._hand(seat).faces

    def lost(self, dice: tuple[int, ...]) -> None:
        """Sets lost dice by seat; the number of seats may change. Raises ``CupsError``."""
        with self._lock:
            if not all(0 <= each <= MOST_DICE for each in dice):
                raise CupsError(say("simulated.lost", most=MOST_DICE, lost=str(dice)))
            self._seat(len(dice))
            self._lost = dice
            self._set_grid()
            self._changed()

    def bid(self, position: int | None, face: int) -> None:
        with self._lock:
            if position not in (None, *range(30)) or face not in range(1, 7):
                raise CupsError(say("simulated.bid_die", space=str(position), face=face))
            self._bid = (position, face)
            self._changed()

    def truth(self) -> tuple[tuple[int, ...], ...]:
        """Faces by seat, hidden and shown, sorted."""
        with self._lock:
            return tuple(hand.faces for hand in self._hands)

    def dice_in_view(self) -> tuple[TrueDie, ...]:
        """Dice without lost ones and the red die."""
        with self._lock:
            moment = self._moment(self._clock())
            return tuple(
                self._true_die(seat, die, die in hand.shown)
                for seat, hand in enumerate(self._hands)
                for die in hand.shown + (hand.hidden if self._is_up(seat, moment) else ())
            )

    def lift_truth(self) -> LiftTruth | None:
        with self._lock:
            return self._lift_truth

    # Camera

    def latest(self) -> Frame:
        with self._drawing:
            return self._stream.latest(self._seen)

    def capture(self, after_ns: int) -> Frame:
        with self._drawing:
            if self._closed:
                raise CameraGone(say("camera.closed", camera=self.name))
            return self._stream.capture(self._seen, after_ns)

    def close(self) -> None:
        self._closed = True

    # Inside, under the lock

    @property
    def _ground(self) -> Ground:
        large = self._most_dice > DICE_IN_A_CUP
        return Ground(self._seating, self._size, self._sprites, self._dice, large)

    def _hand(self, seat: int) -> Hand:
        if not 0 <= seat < len(self._hands):
            raise CupsError(say("simulated.no_seat", seat=seat, seats=len(self._hands)))
        return self._hands[seat]

    def _seat(self, players: int) -> None:
        if players != self._seating.players:
            self._seating = Seating(players)
            self._lost, self._most_dice = (0,) * players, 0
            self._hands = tuple(Hand() for _ in range(players))

    def _move_cups(self, lifted: bool, peeked: int | None) -> None:
        if (self._lifted, self._peeked) != (lifted, peeked) or self._acting is not None:
            self._lifted, self._peeked = lifted, peeked
            self._acting = None
            self._changed()

    def _act(self, plan: LiftPlan) -> None:
        self._move_cups(False, None)
        aside = self._standing(frozenset(range(len(self._hands))))
        shown = tuple(die for hand in self._hands for die in hand.shown)
        rng = chance(self._seed, STAGE, len(plan.lifts))
        self._acting = staged(self._ground, plan, self._clock(), aside, shown, rng)
        self._lift_truth = self._acting.truth(self._ground)
        self._changed()

    def _moment(self, now_ns: int) -> Moment | None:
        return None if self._acting is None else self._acting.at(now_ns)

    def _uncovered(self) -> bool:
        """Whether all cups are off for good and no die rolls."""
        if self._acting is None or self._lift_truth is None:
            return self._lifted
        uncovered_at_ns = self._lift_truth.uncovered_at_ns
        return uncovered_at_ns is not None and self._clock() >= uncovered_at_ns

    def _set_grid(self) -> None:
        self._grid = LostGrid.for_table(len(self._lost), max(self._most_dice, *self._lost))

    def _changed(self) -> None:
        self._scenery.spare_arms()
        self._changes += 1
        self._stream.touched()

    def _is_up(self, seat: int, moment: Moment | None) -> bool:
        played = None if moment is None else moment.of(seat)
        if played is not None:
            return played.carried > 0
        return self._lifted or self._peeked == seat

    def _rolled_hand(
        self, seat: int, dice: int, shown: tuple[int, ...], rng: np.random.Generator, troubled: bool
    ) -> Hand:
        faces = rolled(rng, dice - len(shown))
        trouble = self._trouble if troubled else Trouble.NONE
        hidden = hidden_dice(self._ground, seat, faces, trouble, rng)
        return Hand(hidden, shown_dice(self._ground, seat, shown, (), rng))

    def _troubled_seat(
        self, dice: tuple[int, ...], shown: tuple[tuple[int, ...], ...], deal_seed: int
    ) -> int | None:
        able = [seat for seat, held in enumerate(dice) if held - len(shown[seat]) > 1]
        return int(chance(self._seed, deal_seed, TROUBLE).choice(able)) if able else None

    def _true_die(self, seat: int, die: Laid, shown: bool) -> TrueDie:
        return TrueDie(
            seat,
            die.face or 0,
            box_of(self._scenery.picture(die), die, self._size),
            shown,
            die.rendered.cocked,
        )

    def _seen(self, now_ns: int) -> LitScene:
        with self._lock:
            acting, moment = self._acting, self._moment(now_ns)
            still = None if moment is None else replace(moment, light=1.0, lamp=0.0)
            ground, board = self._ground, (self._grid, self._board and self._dice.with_board)
            wanted = self._changes, still
            things = None if wanted == self._drawn else self._things(moment)
        if self._scene is None or things is not None:
            acted = None if acting is None or moment is None else (acting, moment)
            self._scene = self._scenery.composed(ground, board, things or (), acted)
            self._drawn = wanted
        return LitScene(self._scene) if moment is None else LitScene(self._scene, moment.light, moment.lamp)

    def _things(self, moment: Moment | None = None) -> tuple[Laid, ...]:
        things = list(lost_dice(self._ground, self._lost, self._grid, chance(self._seed, LOST)))
        if self._board and self._dice.with_board:
            things.append(bid_die(self._ground, *self._bid, chance(self._seed, BID, self._bid[1])))
        for seat, hand in enumerate(self._hands):
            things += hand.shown
            if hand.faces and self._is_up(seat, moment):
                played = None if moment is None else moment.of(seat)
                things += hand.hidden if played is None else rolling_dice(self._ground, hand.hidden, played)
        return (*things, *self._cups(moment))

    def _cups(self, moment: Moment | None) -> tuple[Laid, ...]:
        if self._acting is not None and moment is not None:
            return tuple(self._acting.cup(self._ground, each) for each in moment.seats)
        up = frozenset(seat for seat in range(len(self._hands)) if self._is_up(seat, None))
        return tuple(cup for _, cup in self._standing(up))

    def _standing(self, up: frozenset[int]) -> tuple[tuple[int, Laid], ...]:
        shown = [die for hand in self._hands for die in hand.shown]
        cups: dict[int, Laid] = {}
        for seat in (seat for seat, hand in enumerate(self._hands) if hand.faces):
            rng, others = chance(self._seed, ASIDE, seat), (*shown, *cups.values())
            cup = cup_aside(self._ground, seat, others, rng) if seat in up else cup_over(self._ground, seat)
            if cup is not None:
                cups[seat] = cup
        return tuple(cups.items())


MOST_THROWN = 40


class Throws:
    """Throws 1 to ``MOST_THROWN`` dice over the whole table; the same for a seed."""

    most = MOST_THROWN

    def __init__(
        self, table: SimulatedTable, seed: int = 0, wild: Callable[[], WildMark] = lambda: WildMark.ANY
    ) -> None:
        self._table, self._number, self._wild = table, seed, wild

    def throw(self, dice: int) -> None:
        places = max(FEWEST_SEATS, ceil(dice / DICE_IN_A_CUP))
        here = tuple(len(range(place, dice, places)) for place in range(places))
        self._table.use(self._wild())
        self._table.without_board()
        self._table.deal(here, (), self._number)
        self._table.lift()
        self._number += 1


class SimulatedCamera:
    """The card table while in use, else the table of dice and cups."""

    def __init__(self, dice: SimulatedTable, cards: SimulatedCardTable) -> None:
        self._dice, self._cards = dice, cards

    @property
    def live_is_small(self) -> bool:
        return self._there.live_is_small

    @property
    def name(self) -> str:
        return self._there.name

    @property
    def _there(self) -> SimulatedTable | SimulatedCardTable:
        return self._cards if self._cards.in_use else self._dice

    def latest(self) -> Frame:
        return self._there.latest()

    def capture(self, after_ns: int) -> Frame:
        return self._there.capture(after_ns)

    def close(self) -> None:
        self._dice.close()
        self._cards.close()

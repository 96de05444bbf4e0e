"""The simulated table: a camera, and cups that the house itself shakes and lifts."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass

import numpy as np

from companion.calibration.board import LostGrid
from companion.calibration.seating import DICE_IN_A_CUP, Seating, Size
from companion.frame import CameraGone, Frame
from companion.hardware.cameras.port import Clock, monotonic_clock
from companion.hardware.errors import CupsError, SpritesMissing
from companion.hardware.simulated.acting import Acting, rolling_dice, surrounded, with_arms
from companion.hardware.simulated.laying import (
    Ground,
    Laid,
    bid_die,
    cup_aside,
    cup_over,
    hidden_dice,
    lost_dice,
    shown_dice,
)
from companion.hardware.simulated.lifting import EVERYDAY, LiftPlan, Moment, planned
from companion.hardware.simulated.optics import Optics
from companion.hardware.simulated.painting import Box, bare_table, box_of, far_first, lay
from companion.hardware.simulated.shaking import Trouble, chance, rolled
from companion.hardware.simulated.sprites import DIE_SIDE_MM, DiceKind, Picture, SpriteSet

SIZE: Size = (1280, 720)
MOST_DICE = 10
"""Dice a seat holds at most: the option ``dice`` of every game."""
SURFACE, OPTICS, LOST, BID, ASIDE, TROUBLE, LIFT = range(101, 108)
"""Second seeds: each kind of chance has its own, so that one does not shift another."""


@dataclass(frozen=True, slots=True)
class TrueDie:
    """A die of a seat that the camera can see now, as it really is."""

    seat: int
    face: int
    box: Box
    shown: bool
    cocked: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """One seat's dice: under the cup and outside of it."""

    hidden: tuple[Laid, ...] = ()
    shown: tuple[Laid, ...] = ()

    @property
    def faces(self) -> tuple[int, ...]:
        """All its faces, sorted."""
        return tuple(sorted(die.face for die in self.hidden + self.shown if die.face is not None))


class SimulatedTable:
    """Camera and cups in one: composes a photo-like frame of what lies on the table.

    The same seeds give the same table, light, rolls and places. Frames are stamped by ``clock``.
    With a ``trouble`` one seat of each deal has it. Safe to use from several threads.
    """

    name = "simulated table"

    def __init__(
        self,
        players: int = 4,
        seed: int = 0,
        size: Size = SIZE,
        *,
        dice: DiceKind = DiceKind.STARS,
        trouble: Trouble = Trouble.NONE,
        sprites: SpriteSet | None = None,
        clock: Clock = monotonic_clock,
    ) -> None:
        """An empty table. Raises ``ValueError`` for too few or many players, ``SpritesMissing``."""
        self._sprites = sprites or SpriteSet.load()
        self._seed, self._size, self._dice, self._trouble, self._clock = seed, size, dice, trouble, clock
        if trouble is Trouble.COCKED and not all(self._sprites.cocked(kind.value) for kind in DiceKind):
            raise SpritesMissing("the simulated table has no pictures of cocked dice")
        self._lock = threading.Lock()
        self._optics = Optics.made(size, chance(seed, OPTICS))
        self._seating = Seating.for_players(players)
        self._most_dice = 0
        self._grid = LostGrid.for_table(players, self._most_dice)
        self._hands: tuple[Hand, ...] = tuple(Hand() for _ in range(players))
        self._lost: tuple[int, ...] = (0,) * players
        self._bid: tuple[int | None, int] = (None, 1)
        self._lifted = False
        self._peeked: int | None = None
        self._acting: Acting | None = None
        self._moment: Moment | None = None
        self._captures, self._closed = 0, False
        self._bare: np.ndarray | None = None
        self._scene: np.ndarray | None = None
        self._live: np.ndarray | None = None

    # Cups

    def stars(self, on: bool) -> None:
        """Play with dice that have a star in place of the one and a bidding track, or with plain ones.

        Dice that lie there stay until the next deal.
        """
        with self._lock:
            dice = DiceKind.STARS if on else DiceKind.PLAIN
            if dice is not self._dice:
                self._dice, self._bare = dice, None
                self._changed()

    def deal(self, dice: tuple[int, ...], shown: tuple[tuple[int, ...], ...], deal_seed: int) -> None:
        """Shake: every seat rolls its dice under its cup, ``shown`` of them lie outside it.

        ``dice`` counts all dice of a seat, the shown ones too. The number of seats may change.
        Raises ``CupsError`` (a ``ValueError``) when the counts cannot be.
        """
        with self._lock:
            shown = shown or ((),) * len(dice)
            _check_deal(dice, shown)
            self._seat(len(dice))
            self._most_dice = max(map(sum, zip(dice, self._lost, strict=True)), default=0)
            self._set_grid()
            troubled = self._troubled_seat(dice, shown, deal_seed)
            self._hands = tuple(
                self._rolled_hand(seat, dice[seat], shown[seat], deal_seed, seat == troubled)
                for seat in range(len(dice))
            )
            self._lifted, self._peeked, self._acting, self._moment = False, None, None, None
            self._changed()

    def show(self, seat: int, faces: tuple[int, ...], deal_seed: int) -> None:
        """Put hidden dice with these faces outside the cup, roll the rest again.

        Raises ``CupsError`` when the seat has no such hidden dice or none would be left to roll.
        """
        with self._lock:
            hand = self._hand(seat)
            missing = Counter(faces) - Counter(die.face for die in hand.hidden)
            if not faces:
                raise CupsError("at least one die must be shown")
            if missing:
                raise CupsError(f"seat {seat} has no hidden dice {sorted(missing.elements())} to show")
            left = len(hand.hidden) - len(faces)
            if left < 1:
                raise CupsError(f"seat {seat} must keep at least one die to roll again")
            rng = chance(self._seed, deal_seed, seat)
            hidden = hidden_dice(self._ground, seat, rolled(rng, left), Trouble.NONE, rng)
            shown = shown_dice(self._ground, seat, faces, hand.shown, rng)
            self._hands = (*self._hands[:seat], Hand(hidden, shown), *self._hands[seat + 1 :])
            self._changed()

    def lift(self) -> None:
        """All cups up."""
        with self._lock:
            self._move_cups(True, None)

    def lift_by_hand(self, deal_seed: int) -> None:
        """Hands come and lift all cups, as the clock goes; the same seed lifts them the same way."""
        with self._lock:
            rng = chance(self._seed, deal_seed, LIFT)
            self._act(planned(self._covered_seats, rng, EVERYDAY[int(rng.integers(len(EVERYDAY)))]))

    def act(self, plan: LiftPlan) -> None:
        """Begin to play a plan of hands, cups, light and camera."""
        with self._lock:
            self._act(plan)

    def cover(self) -> None:
        """All cups down."""
        with self._lock:
            self._move_cups(False, None)

    def peek(self, seat: int | None) -> None:
        """Lift the cup of one seat for its player's eyes; ``None`` puts it back."""
        with self._lock:
            if seat is not None:
                self._hand(seat)
            self._move_cups(self._lifted, seat)

    def place(self, seat: int) -> Box | None:
        """The part of the frame in which that seat's dice lie, hidden and shown ones, with room round them.

        In frame pixels; ``None`` for a seat without dice. The faces are not told.
        """
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

    def lost(self, dice: tuple[int, ...]) -> None:
        """Dice that lie on the Lost Dice Squares, a seat; the number of seats may change.

        Raises ``CupsError`` for an impossible count.
        """
        with self._lock:
            if not all(0 <= each <= MOST_DICE for each in dice):
                raise CupsError(f"a seat can have lost 0-{MOST_DICE} dice, got {dice}")
            self._seat(len(dice))
            self._lost = dice
            self._set_grid()
            self._changed()

    def bid(self, position: int | None, face: int) -> None:
        """Put the red die on a space (0-29; ``None``: off the track) with this face up."""
        with self._lock:
            if position not in (None, *range(30)) or face not in range(1, 7):
                raise CupsError(f"the red die must stand on space 0-29 with face 1-6, got {position}, {face}")
            self._bid = (position, face)
            self._changed()

    def truth(self) -> tuple[tuple[int, ...], ...]:
        """What each seat's dice really show, hidden and shown ones, sorted."""
        with self._lock:
            return tuple(hand.faces for hand in self._hands)

    def dice_in_view(self) -> tuple[TrueDie, ...]:
        """Every die of the seats that the camera can see now; lost dice and the red die are left out."""
        with self._lock:
            return tuple(
                self._true_die(seat, die, die in hand.shown)
                for seat, hand in enumerate(self._hands)
                for die in hand.shown + (hand.hidden if self._is_up(seat) else ())
            )

    # Camera

    def latest(self) -> Frame:
        """The table as it is now; composed anew only when something changed."""
        with self._lock:
            self._follow_acting()
            if self._live is None:
                self._live = self._optics.developed(self._composed(), chance(self._seed, OPTICS, 0))
            return Frame(self._live, self._clock())

    def capture(self, after_ns: int) -> Frame:
        """A picture of the table as it is now, with its own noise. Raises ``CameraGone`` once closed."""
        with self._lock:
            if self._closed:
                raise CameraGone(f"the {self.name} was closed")
            self._captures += 1
            self._follow_acting()
            pixels = self._optics.developed(self._composed(), chance(self._seed, OPTICS, self._captures))
            return Frame(pixels, max(self._clock(), after_ns + 1))

    def close(self) -> None:
        """Captures fail from now on."""
        with self._lock:
            self._closed = True

    # Inside, under the lock

    @property
    def _ground(self) -> Ground:
        large = self._most_dice > DICE_IN_A_CUP
        return Ground(self._seating, self._size, self._sprites, self._dice, large)

    def _hand(self, seat: int) -> Hand:
        if not 0 <= seat < len(self._hands):
            raise CupsError(f"there is no seat {seat} at a table of {len(self._hands)}")
        return self._hands[seat]

    def _seat(self, players: int) -> None:
        """Sit down anew when the number of players has changed; all dice are put away."""
        if players != self._seating.players:
            self._seating = Seating.for_players(players)
            self._lost, self._most_dice = (0,) * players, 0
            self._hands = tuple(Hand() for _ in range(players))

    def _move_cups(self, lifted: bool, peeked: int | None) -> None:
        if (self._lifted, self._peeked) != (lifted, peeked) or self._acting is not None:
            self._lifted, self._peeked = lifted, peeked
            self._acting = self._moment = None
            self._changed()

    @property
    def _covered_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, hand in enumerate(self._hands) if hand.hidden)

    def _act(self, plan: LiftPlan) -> None:
        self._move_cups(False, None)
        self._acting = Acting(plan, self._clock(), self._standing(frozenset(range(len(self._hands)))))

    def _follow_acting(self) -> None:
        """Where a plan is played: the table as it is by now."""
        moment = None if self._acting is None else self._acting.at(self._clock())
        if moment != self._moment:
            self._moment = moment
            self._changed()

    def _set_grid(self) -> None:
        grid = LostGrid.for_table(len(self._lost), max(self._most_dice, *self._lost))
        if grid != self._grid:
            self._grid, self._bare = grid, None

    def _changed(self) -> None:
        self._scene = self._live = None

    def _is_up(self, seat: int) -> bool:
        played = None if self._moment is None else self._moment.of(seat)
        return self._lifted or self._peeked == seat or (played is not None and played.carried > 0)

    def _rolled_hand(
        self, seat: int, dice: int, shown: tuple[int, ...], deal_seed: int, troubled: bool
    ) -> Hand:
        rng = chance(self._seed, deal_seed, seat)
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
            seat, die.face or 0, box_of(self._picture(die), die, self._size), shown, die.sprite.cocked
        )

    def _picture(self, thing: Laid) -> Picture:
        return self._sprites.picture(thing.sprite, self._ground.side_px / DIE_SIDE_MM * thing.scale)

    def _composed(self) -> np.ndarray:
        if self._scene is None:
            if self._bare is None:
                with_track = self._dice is DiceKind.STARS
                rendered = self._sprites.table_top(self._size)
                rng = chance(self._seed, SURFACE)
                self._bare = bare_table(self._size, self._grid, with_track, rendered, rng)
            scene = self._bare.copy()
            for thing in far_first(self._things()):
                lay(scene, self._picture(thing), thing)
            if self._acting is not None and self._moment is not None:
                with_arms(scene, self._acting, self._moment, self._ground)
                scene = surrounded(scene, self._moment, self._ground.side_px)
            self._scene = scene
        return self._scene

    def _things(self) -> tuple[Laid, ...]:
        things = list(lost_dice(self._ground, self._lost, self._grid, chance(self._seed, LOST)))
        if self._dice is DiceKind.STARS:
            things.append(bid_die(self._ground, *self._bid, chance(self._seed, BID, self._bid[1])))
        for seat, hand in enumerate(self._hands):
            things += hand.shown
            if hand.faces and self._is_up(seat):
                played = None if self._moment is None else self._moment.of(seat)
                things += hand.hidden if played is None else rolling_dice(self._ground, hand.hidden, played)
        return (*things, *self._cups())

    def _cups(self) -> tuple[Laid, ...]:
        if self._acting is not None and self._moment is not None:
            return tuple(self._acting.cup(self._ground, each) for each in self._moment.seats)
        up = frozenset(seat for seat in range(len(self._hands)) if self._is_up(seat))
        return tuple(cup for _, cup in self._standing(up))

    def _standing(self, up: frozenset[int]) -> tuple[tuple[int, Laid], ...]:
        """Seats and their cups, over their dice or aside; one that its player keeps in hand is left out."""
        shown = [die for hand in self._hands for die in hand.shown]
        cups: dict[int, Laid] = {}
        for seat in (seat for seat, hand in enumerate(self._hands) if hand.faces):
            rng, others = chance(self._seed, ASIDE, seat), (*shown, *cups.values())
            cup = cup_aside(self._ground, seat, others, rng) if seat in up else cup_over(self._ground, seat)
            if cup is not None:
                cups[seat] = cup
        return tuple(cups.items())


def _check_deal(dice: tuple[int, ...], shown: tuple[tuple[int, ...], ...]) -> None:
    Seating.for_players(len(dice))
    if len(shown) != len(dice):
        raise CupsError(f"shown dice must be given for each of {len(dice)} seats, got {len(shown)}")
    for seat, (held, outside) in enumerate(zip(dice, shown, strict=True)):
        if not len(outside) <= held <= MOST_DICE:
            raise CupsError(f"seat {seat} cannot hold {held} dice, {len(outside)} of them shown")
        if not set(outside) <= set(range(1, 7)):
            raise CupsError(f"shown faces must be 1-6, got {outside}")

"""The first game: real rules and steps, without journal, camera or cups."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from random import Random

from companion.play.base.commands import (
    AcceptReading,
    CallChallenge,
    Command,
    EnterByHand,
    NewGame,
    NextRound,
    OverlayCommand,
    PlaceBid,
    SetFace,
)
from companion.play.base.views import CoachView, OwnDie, Surroundings, View
from companion.play.modes.dice import steps
from companion.play.modes.dice.practice import bots_at, moved_by
from companion.play.modes.dice.showing import dice_scene, say_title, still_picture
from companion.play.modes.dice.state import DiceTable, Moment, resumed_game
from companion.play.modes.dice.views import (
    BiddingScene,
    DiceScene,
    OverScene,
    SpaceView,
    TrackView,
    VerdictScene,
)
from companion.players import View as Seen
from companion.rules import Dice, GameBegun, GameRecord
from companion.text import say


@dataclass(frozen=True, slots=True)
class BeginFirstGame(OverlayCommand):
    """Nothing of it is kept."""


@dataclass(frozen=True, slots=True)
class GoOn(OverlayCommand): ...


ANY = 0
"""Scripted commands have this in place of a view's number."""
LEARNER, ADA, BEN = range(3)
PLAYERS = ("Kim", "Ada", "Ben")

BEGINNING = NewGame(ANY, "milton-bradley", PLAYERS, (), BEN)
"""The game that comes first on the screen, with its track."""

ROUNDS: tuple[tuple[Dice, ...], ...] = (
    ((1, 1, 5, 5, 3), (5, 5, 2, 3, 6), (2, 2, 4, 4, 6)),
    ((6, 3, 3, 4, 2), (6, 1, 4, 5, 2), (3, 3, 5)),
)
"""What lies under each cup, round by round."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the coach says, by its sentence's ``name``.

    ``friend``: what the friend on turn does first: the seed for the friend's bot, or a command that no bot
    would give. ``asked``: what the learner does next. ``lit``: faces that the coach speaks of.
    """

    name: str
    asked: Command
    friend: int | Command | None = None
    lit: tuple[int, ...] = ()

    @property
    def by_key(self) -> bool:
        return isinstance(self.asked, GoOn)


STEPS = (
    Step("deal", GoOn(ANY)),
    Step("wild", GoOn(ANY), lit=(1, 5)),
    Step("claim", GoOn(ANY), 7),
    Step("raise", PlaceBid(ANY, 4, 5), lit=(1, 5)),
    Step("higher", GoOn(ANY), 0),
    Step("challenge", CallChallenge(ANY, (LEARNER,)), PlaceBid(ANY, 8, 5), lit=(1, 5)),
    Step("count", NextRound(ANY)),
    Step("lost", GoOn(ANY)),
    Step("bluff", PlaceBid(ANY, 3, 6), lit=(6,)),
    Step("end", GoOn(ANY), 0),
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """``at``: steps done; ``missed``: something else was touched than asked for."""

    table: DiceTable
    at: int = 0
    missed: bool = False

    @property
    def step(self) -> Step:
        return STEPS[self.at]

    def after(self, command: Command) -> Lesson | None:
        """The lesson after a touch; None at its end. An unasked touch moves nothing."""
        asked = self.step.asked
        if replace(command, number=asked.number) != asked:
            return self if self.step.by_key else replace(self, missed=True)
        if self.at + 1 == len(STEPS):
            return None
        table = self.table if self.step.by_key else _with_cups_up(_played(self.table, (command,)))
        return Lesson(_after_friend(table, STEPS[self.at + 1].friend), self.at + 1)

    def view(self, number: int) -> View[DiceScene]:
        table = replace(self.table, number=number)
        coach = self._coach()
        said = " ".join(each for each in (coach.told, coach.to_do) if each)
        scene = self._only_lit(dice_scene(table, Surroundings()))
        caption, picture = say_title(scene), still_picture(table, scene)
        return View(number, scene, said, caption=caption, picture=picture, coach=coach)

    def _only_lit(self, scene: DiceScene) -> DiceScene:
        asked = self.step.asked
        match scene:
            case BiddingScene():
                calls = isinstance(asked, CallChallenge)
                track, mine = _only_bid(scene.track, asked), _dice_of(self.table)[LEARNER]
                seats = tuple(
                    replace(each, own=mine) if each.seat == LEARNER else each for each in scene.game.seats
                )
                game = replace(scene.game, seats=seats)
                return replace(
                    scene, game=game, may_correct=False, may_challenge=calls, track=track, show=None
                )
            case VerdictScene() | OverScene():
                return replace(scene, may_correct=False)
        return scene

    def _coach(self) -> CoachView:
        step, by_key = self.step, self.step.by_key
        told = say("first_game.missed" if self.missed else f"first_game.told.{step.name}")
        last = self.at + 1 == len(STEPS)
        return CoachView(
            told=told,
            to_do=_say_what_to_touch(step.asked),
            key=say("first_game.finish" if last else "first_game.next") if by_key else "",
            asks_bid=isinstance(step.asked, PlaceBid),
            dice=self._own_dice(),
            step=self.at + 1,
            steps=len(STEPS),
        )

    def _own_dice(self) -> tuple[OwnDie, ...]:
        """Empty while all dice lie open."""
        if self.table.moment is not Moment.BIDDING:
            return ()
        lit, mine = self.step.lit, _dice_of(self.table)[LEARNER]
        return tuple(OwnDie(face, lit=not lit or face in lit) for face in mine)


def _only_bid(track: TrackView | None, asked: Command) -> TrackView | None:
    """The track with only the asked bid lit, or none."""
    if track is None:
        return None

    def only(space: SpaceView) -> SpaceView:
        lit: tuple[int, ...] = ()
        if isinstance(asked, PlaceBid) and not space.star and space.quantity == asked.quantity:
            lit = tuple(face for face in space.faces if face == asked.face)
        return replace(space, faces=lit, why=say("first_game.missed"))

    return TrackView(tuple(tuple(map(only, lap)) for lap in track.laps))


def _say_what_to_touch(asked: Command) -> str:
    match asked:
        case PlaceBid(quantity=quantity, face=face):
            return say("first_game.touch_bid", quantity=quantity, face=face)
        case CallChallenge():
            return say("first_game.touch_key", key=say("challenge.spot_on"))
        case NextRound():
            return say("first_game.touch_key", key=say("verdict.next_round"))
        case _:
            return ""


def first_game() -> Lesson:
    begin = BEGINNING
    record = GameRecord.begin(GameBegun(begin.rules, begin.players, begin.options, begin.opener))
    return Lesson(resumed_game(0, 0, record))


def _after_friend(table: DiceTable, friend: int | Command | None) -> DiceTable:
    if friend is None:
        return table
    if isinstance(friend, int):
        seat = table.game.acting
        seen = Seen(table.game, seat, _dice_of(table)[seat])
        friend = moved_by(bots_at(PLAYERS)[seat], seen, Random(friend), table.number)
    return _played(table, (friend,))


def _played(table: DiceTable, commands: Iterable[Command]) -> DiceTable:
    return reduce(lambda before, command: steps.step(before, command).table, commands, table)


def _dice_of(table: DiceTable) -> tuple[Dice, ...]:
    return ROUNDS[len(table.game.rounds)]


def _with_cups_up(table: DiceTable) -> DiceTable:
    if table.moment is not Moment.REVEAL:
        return table
    dice = _dice_of(table)
    told = (
        SetFace(table.number, seat, slot, face)
        for seat in range(len(PLAYERS))
        for slot, face in enumerate(dice[seat])
    )
    return _played(table, (EnterByHand(table.number), *told, AcceptReading(table.number)))

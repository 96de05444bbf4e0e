"""The first game as it stands: real rules and real steps of the table, but no journal, camera or cups."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from companion.play.commands import (
    AcceptReading,
    CallChallenge,
    Command,
    EnterByHand,
    NewGame,
    NextRound,
    PlaceBid,
    SetFace,
)
from companion.play.dice import steps
from companion.play.dice.showing import game_view
from companion.play.first_game.script import BEGINNING, LEARNER, PLAYERS, ROUNDS, STEPS, Step
from companion.play.first_game.views import CoachView, OwnDie
from companion.play.table import Surroundings, Table, resumed
from companion.play.views import Scene, TableView
from companion.rules.events import Dice, GameBegun
from companion.rules.record import GameRecord
from companion.text.speech import say


@dataclass(frozen=True, slots=True)
class Lesson:
    """``at`` counts the steps done; ``missed``: something else was touched than what the coach asks for."""

    table: Table
    at: int = 0
    missed: bool = False

    @property
    def step(self) -> Step:
        """What the coach says now."""
        return STEPS[self.at]

    def after(self, command: Command) -> Lesson | None:
        """The lesson after a touch; ``None`` at its end. A touch that was not asked for moves nothing."""
        asked = self.step.asked
        if replace(command, number=asked.number) != asked:
            return self if self.step.by_key else replace(self, missed=True)
        if self.at + 1 == len(STEPS):
            return None
        table = self.table if self.step.by_key else _with_cups_up(_played(self.table, (command,)))
        return Lesson(_played(table, STEPS[self.at + 1].played), self.at + 1)

    def view(self, number: int) -> TableView:
        """The screen of the game with the coach over it, as the view of this number."""
        table = replace(self.table, number=number)
        coach = self._coach()
        said = " ".join(each for each in (coach.told, coach.to_do) if each)
        bare = TableView(number, table.scene, said, coach=coach)
        view = game_view(bare, table, Surroundings())
        calls = isinstance(self.step.asked, CallChallenge)
        return _only_lit(replace(view, may_correct=False, may_challenge=calls), self.step.asked)

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
        """None while all dice lie open."""
        if self.table.scene is not Scene.BIDDING:
            return ()
        lit, mine = self.step.lit, _dice_of(self.table)[LEARNER]
        return tuple(OwnDie(face, lit=not lit or face in lit) for face in mine)


def _only_lit(view: TableView, asked: Command) -> TableView:
    """The view with nothing lit on its pad but the bid that is asked for, where one is; no key moves."""
    if view.pad is None or not isinstance(asked, PlaceBid):
        return view
    why = say("first_game.missed")
    faces = tuple(
        replace(each, lowest=asked.quantity, highest=asked.quantity)
        if each.face == asked.face
        else replace(each, lowest=None, highest=None, why=why)
        for each in view.pad.faces
    )
    return replace(view, pad=replace(view.pad, faces=faces, shown=view.pad.quantities))


def _say_what_to_touch(asked: Command) -> str:
    match asked:
        case PlaceBid(quantity=quantity, face=face):
            return say("first_game.touch_bid", quantity=quantity, face=face)
        case CallChallenge():
            return say("first_game.touch_key", key=say("bidding.challenge"))
        case NextRound():
            return say("first_game.touch_key", key=say("verdict.next_round"))
        case _:
            return ""


def first_game() -> Lesson:
    """The lesson before its first step."""
    begin, *rolls = BEGINNING
    assert isinstance(begin, NewGame)
    record = GameRecord.begin(GameBegun(begin.rules, begin.players, begin.options, begin.opener))
    return Lesson(_played(resumed(0, 0, record), (*rolls, *STEPS[0].played)))


def _played(table: Table, commands: Iterable[Command]) -> Table:
    return reduce(lambda before, command: steps.step(before, command).table, commands, table)


def _dice_of(table: Table) -> tuple[Dice, ...]:
    return ROUNDS[len(table.game.rounds)]


def _with_cups_up(table: Table) -> Table:
    """After a challenge all dice lie open and are taken as they are; else the table as it is."""
    if table.scene is not Scene.REVEAL:
        return table
    dice = _dice_of(table)
    told = (
        SetFace(table.number, seat, slot, face)
        for seat in range(len(PLAYERS))
        for slot, face in enumerate(dice[seat])
    )
    return _played(table, (EnterByHand(table.number), *told, AcceptReading(table.number)))

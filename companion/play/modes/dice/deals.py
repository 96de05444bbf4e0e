"""What the cups of the simulated table must hold and show, following from the table alone.

The dice come from the game's number and the round's, so a resumed game, or one after undo, has the
same dice under the same cups.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.reading import WildMark
from companion.play.base.seeds import seed_of
from companion.play.modes.dice.state import DiceTable, Moment, before_reveal, expected_dice
from companion.rules import (
    SPACES_A_LAP,
    AnyEvent,
    BidMade,
    CupsRevealed,
    Dice,
    DiceShown,
    OpeningRolled,
    Phase,
    PlayerLeft,
    Raising,
    RuleSet,
    space_of,
)

MOST_ROUNDS = 10_000
"""Of a game: a round that begins again because somebody left or joined is a roll of its own."""
OPEN_SCENES = (Moment.OPENING_ROLL, Moment.READING, Moment.CHECK)
"""Where the dice of the current round lie open."""
FIRST_ROLL = -1
"""Counts opening rolls downward, apart from the rounds that count upward from 0."""

Shows = tuple[tuple[int, Dice], ...]
"""(seat, faces put out) in the order in which it happened."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's roll: dice a seat, dice lost before, what was shown since, and the seed of it all."""

    dice: tuple[int, ...]
    lost: tuple[int, ...]
    shows: Shows
    seed: int

    @property
    def shown(self) -> tuple[Dice, ...]:
        """The faces lying outside, a seat."""
        out: list[Dice] = [()] * len(self.dice)
        for seat, faces in self.shows:
            out[seat] += faces
        return tuple(out)

    def seed_of_show(self, number: int) -> int:
        """The seed of the reroll behind the show of this number, counted from 0."""
        return seed_of(self.seed, number + 1)


OFF_THE_TRACK = (None, 1)


@dataclass(frozen=True, slots=True)
class CupsWanted:
    """How the cups must stand: which deal lies under them, whether they are up, who peeks.

    ``by_hand``: hands lift them, as at a real table. ``stars`` is the face that is a star, 0 for none;
    ``birds``: the one is a bird; ``red_die`` is its place on the track (0-29, ``None``: beside it)
    and its face.
    """

    deal: Deal | None = None
    up: bool = False
    by_hand: bool = False
    peeking: int | None = None
    stars: int = 0
    birds: bool = False
    red_die: tuple[int | None, int] = OFF_THE_TRACK


def cups_of(table: DiceTable, dice_seed: int, wild: WildMark = WildMark.ANY) -> CupsWanted:
    """How the cups must stand for this table; another ``dice_seed``, other dice all evening.

    ``wild`` is what the dice are said to have in the place of the wild face.
    """
    return CupsWanted(
        deal=_deal(table, dice_seed),
        up=table.ended is not None or (table.moment in OPEN_SCENES and table.show is None),
        by_hand=table.moment is Moment.REVEAL and table.cups is not None,
        peeking=table.peeking,
        stars=_star_face(table.game.ruleset, wild),
        birds=wild.in_game(table.game.ruleset.star_six) is WildMark.BIRD,
        red_die=_red_die(table),
    )


def _star_face(ruleset: RuleSet, wild: WildMark) -> int:
    """The face that is a star on these dice, 0 for none."""
    faces = {WildMark.ANY: ruleset.star_face, WildMark.STAR: 1, WildMark.STAR_SIX: 6}
    return faces.get(wild.in_game(ruleset.star_six), 0)


def _red_die(table: DiceTable) -> tuple[int | None, int]:
    bid = table.game.bid if table.ended is None else table.ended.bid
    if table.game.ruleset.raising is not Raising.TRACK or not isinstance(bid, BidMade):
        return OFF_THE_TRACK
    return space_of(bid, table.game.wild_face).position % SPACES_A_LAP, bid.face


def _deal(table: DiceTable, dice_seed: int) -> Deal:
    game = table.game if table.ended is None else before_reveal(table.game)
    events, number = table.record.live_events, len(game.rounds)
    if game.phase is Phase.OPENING_ROLL:
        rolled = sum(isinstance(event, OpeningRolled) for event in events)
        seed = seed_of(dice_seed, table.game_id, FIRST_ROLL - rolled)
        return Deal(expected_dice(game).dice, game.lost, (), seed)
    shows = _shows(events, number)
    if table.show is not None and table.show.slid:
        shows += ((game.last_bid.player, table.show.slid),)
    rolled = number + len(game.seat_changes) * MOST_ROUNDS
    return Deal(game.dice, game.lost, shows, seed_of(dice_seed, table.game_id, rolled))


def _shows(events: tuple[AnyEvent, ...], round_number: int) -> Shows:
    """What was shown in a round, rounds being counted from 0."""
    shows: list[tuple[int, Dice]] = []
    reveals = 0
    for event in events:
        reveals += isinstance(event, CupsRevealed)
        if isinstance(event, PlayerLeft):
            shows.clear()
        if isinstance(event, DiceShown) and reveals == round_number:
            shows.append((event.player, event.dice))
    return tuple(shows)

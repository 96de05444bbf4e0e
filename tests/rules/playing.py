"""Short ways to a table in the middle of a game, for the tests of the rules."""

from __future__ import annotations

from companion.rules import (
    BidMade,
    Challenged,
    CupsRevealed,
    Event,
    Game,
    GameBegun,
    GameRecord,
    OpeningRolled,
    OptionValue,
    SpotOnCalled,
    dice_game,
    referee,
)

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
ROLLED = ("front-porch", "cardinal", "perudo")
"""The rule sets in which the highest roll opens; here seat 0 always rolls it."""


def begun(rules: str, players: int = 2, opener: int = 0, **options: OptionValue) -> GameRecord:
    """A game in which ``opener`` is about to open its first round."""
    names, chosen = NAMES[:players], tuple(options.items())
    if rules not in ROLLED:
        return GameRecord.begin(GameBegun(rules, names, chosen, opener))
    rolls = tuple((seat, 6 if seat == opener else 1) for seat in range(players))
    return GameRecord.begin(GameBegun(rules, names, chosen)).apply(OpeningRolled(rolls))


def table(rules: str, held: tuple[int, ...], /, opener: int = 0, **options: OptionValue) -> Game:
    """A game whose seats hold so many dice, ``opener`` about to open a round."""
    return dice_game(begun(rules, len(held), opener, **options).game).but(dice=held)


def after(game: Game, *events: Event) -> Game:
    """The game after these events."""
    for event in events:
        game = referee.apply(game, event)
    return game


def recorded(record: GameRecord, *events: Event) -> GameRecord:
    """The record after these events."""
    for event in events:
        record = record.apply(event)
    return record


def bids(*quantities_and_faces: tuple[int, int], seats: tuple[int, ...]) -> tuple[BidMade, ...]:
    """Bids in turn: the seats go round again as often as needed."""
    return tuple(
        BidMade(seats[number % len(seats)], quantity, face)
        for number, (quantity, face) in enumerate(quantities_and_faces)
    )


def challenged(game: Game, *hands: str) -> Game:
    """The seat on turn challenges and the cups are lifted; a hand is written "66123"."""
    return after(game, Challenged(game.acting), revealed(*hands))


def spot_on(game: Game, *hands: str) -> Game:
    """The seat on turn calls spot on and the cups are lifted."""
    return after(game, SpotOnCalled(game.acting), revealed(*hands))


def revealed(*hands: str) -> CupsRevealed:
    """What lay on the table, a hand a seat."""
    return CupsRevealed(tuple(faces(hand) for hand in hands))


def faces(hand: str) -> tuple[int, ...]:
    """Faces from "66123"."""
    return tuple(int(face) for face in hand)

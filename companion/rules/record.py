"""A recorded game of dice or cards with every event in order, and undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar, overload

from companion.rules import card_legal, card_referee, legal, referee
from companion.rules.card_events import CardEvent
from companion.rules.events import Event, GameBegun, OptionValue, Undone
from companion.rules.game import Game
from companion.rules.house import house_rules
from companion.rules.liar_liar import LIAR_LIAR, MatchRules
from companion.rules.match import Match
from companion.rules.refusals import Refusal, RuleError
from companion.rules.ruleset import HOUSE, RuleSet

AnyGame = Game | Match
AnyEvent = Event | CardEvent


def is_card_game(event: GameBegun) -> bool:
    return event.rules == LIAR_LIAR.name


def begin(event: GameBegun) -> AnyGame:
    """The game after its first line. Raises RuleError for unfit players, options or opener."""
    return card_referee.begin(event) if is_card_game(event) else referee.begin(event)


DiceRules = Literal["milton-bradley", "front-porch", "cardinal", "rh", "perudo", "bluff", "house"]
CardRules = Literal["liar-liar"]
Options = Mapping[str, OptionValue] | Sequence[tuple[str, OptionValue]]


@overload
def new_game(
    rules: DiceRules | RuleSet, players: Sequence[str], options: Options = (), opener: int | None = None
) -> Game: ...
@overload
def new_game(
    rules: CardRules | MatchRules, players: Sequence[str], options: Options = (), opener: int | None = None
) -> Match: ...
@overload
def new_game(
    rules: str, players: Sequence[str], options: Options = (), opener: int | None = None
) -> AnyGame: ...
def new_game(
    rules: str | RuleSet | MatchRules,
    players: Sequence[str],
    options: Options = (),
    opener: int | None = None,
) -> AnyGame:
    """A new game by a rule set or its name.

    Raises EventError and RuleError, also for house rules with a switch that can never act. A recorded game
    begins with ``GameBegun``.
    """
    named = rules if isinstance(rules, str) else rules.name
    event = GameBegun(named, players, options, opener)  # type: ignore[arg-type]  # it takes lists and dicts
    if isinstance(rules, RuleSet):
        return referee.begun(rules.with_options(event.options), event)
    if isinstance(rules, MatchRules):
        return card_referee.begun(rules.with_options(event.options), event)
    if named == HOUSE.name:
        house_rules(event.options, new=True)
    return begin(event)


def dice_game(game: AnyGame) -> Game:
    """The game of dice. Raises TypeError for a match of cards."""
    if isinstance(game, Match):
        raise TypeError("a game of dice is wanted, not a match of cards")
    return game


def card_match(game: AnyGame) -> Match:
    """The match of cards. Raises TypeError for a game of dice."""
    if isinstance(game, Game):
        raise TypeError("a match of cards is wanted, not a game of dice")
    return game


@overload
def legal_moves(game: Game) -> legal.LegalMoves: ...
@overload
def legal_moves(game: Match) -> tuple[card_legal.Move, ...]: ...
def legal_moves(game: AnyGame) -> legal.LegalMoves | tuple[card_legal.Move, ...]:
    """All that is allowed now. Dice: bids, calls and who may make them. Cards: each open act."""
    return card_legal.moves(game) if isinstance(game, Match) else legal.legal_moves(game)


@overload
def apply(game: Game, event: AnyEvent) -> Game: ...
@overload
def apply(game: Match, event: AnyEvent) -> Match: ...
@overload
def apply(game: AnyGame, event: AnyEvent) -> AnyGame: ...
def apply(game: AnyGame, event: AnyEvent) -> AnyGame:
    """The game after one more event. Raises RuleError if forbidden."""
    if isinstance(game, Match):
        return card_referee.apply(game, event)
    return referee.apply(game, event)


def why_not(game: AnyGame, event: AnyEvent) -> RuleError | None:
    """The refusal of this event; ``None`` if allowed now."""
    if isinstance(game, Match):
        return card_legal.why_not(game, event)
    return legal.why_not(game, event)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Standing:
    """An event that still stands, the game after it, and the one that stood before."""

    event: AnyEvent
    game: AnyGame
    before: _Standing | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Written:
    event: AnyEvent
    before: _Written | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GameRecord:
    """A recorded game. Frozen: a new event gives a new record that shares the old one's data."""

    _standing: _Standing
    _written: _Written
    length: int
    """How many events, undos and what they took back included."""

    @classmethod
    def begin(cls, event: AnyEvent) -> GameRecord:
        if not isinstance(event, GameBegun):
            raise RuleError(Refusal.NOT_BEGUN)
        return cls(_Standing(event, begin(event), None), _Written(event, None), 1)

    def apply(self, event: AnyEvent) -> GameRecord:
        """Raises RuleError if forbidden."""
        if isinstance(event, Undone):
            standing = self._standing.before
            if standing is None:
                raise RuleError(Refusal.NOTHING_TO_UNDO)
        else:
            standing = _Standing(event, apply(self.game, event), self._standing)
        return GameRecord(standing, _Written(event, self._written), self.length + 1)

    @property
    def game(self) -> AnyGame:
        return self._standing.game

    @property
    def may_undo(self) -> bool:
        return self._standing.before is not None

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """All events in order, with undos and what they took back."""
        return tuple(reversed([each.event for each in _back_from(self._written)]))

    @property
    def live_events(self) -> tuple[AnyEvent, ...]:
        """Events that still stand."""
        return tuple(event for event, _ in self.live_states)

    @property
    def numbered_live_events(self) -> tuple[tuple[int, AnyEvent], ...]:
        """Live events with their line numbers, from 1."""
        standing: list[tuple[int, AnyEvent]] = []
        for number, event in enumerate(self.events, start=1):
            if isinstance(event, Undone):
                standing.pop()
            else:
                standing.append((number, event))
        return tuple(standing)

    @property
    def live_states(self) -> tuple[tuple[AnyEvent, AnyGame], ...]:
        """Live events with the game after each."""
        return tuple(reversed([(each.event, each.game) for each in _back_from(self._standing)]))

    def __eq__(self, other: object) -> bool:
        return self.events == other.events if isinstance(other, GameRecord) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.events)

    def __repr__(self) -> str:
        return f"GameRecord({self.length} events, {self.game.phase})"


_Link = TypeVar("_Link", _Standing, _Written)


def _back_from(link: _Link) -> Iterator[_Link]:
    node: _Link | None = link
    while node is not None:
        yield node
        node = node.before


def replay(events: Iterable[AnyEvent]) -> GameRecord:
    """The record of these events; the first begins the game. Raises RuleError at the first forbidden one."""
    remaining = iter(events)
    first = next(remaining, None)
    if first is None:
        raise RuleError(Refusal.EMPTY_RECORD)
    record = GameRecord.begin(first)
    for event in remaining:
        record = record.apply(event)
    return record

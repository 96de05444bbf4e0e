"""Replays a kept game: dice by rounds with the ranking, cards with the lies that came to light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb

from companion import rules


@dataclass(frozen=True, slots=True)
class PlacedBid:
    """A bid with the faces outside the cups before it, per seat. ``put_out``: dice that its maker then
    showed.
    """

    bid: rules.Bid
    shown: tuple[rules.Dice, ...]
    put_out: rules.Dice = ()


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """``ended``: ``None`` without a verdict. ``held``: dice per seat. ``caller``: ``None`` before a call."""

    held: tuple[int, ...]
    bids: tuple[PlacedBid, ...]
    caller: int | None
    call: rules.Call | None
    ended: rules.Round | None

    def with_seat(self, seat: int) -> PlayedRound:
        """Renumbered after somebody sat down at ``seat``."""
        return PlayedRound(
            rules.with_seat(self.held, seat, 0),
            tuple(_placed_with_seat(placed, seat) for placed in self.bids),
            None if self.caller is None else rules.moved_up(self.caller, seat),
            self.call,
            None if self.ended is None else self.ended.with_seat(seat),
        )


def _placed_with_seat(placed: PlacedBid, seat: int) -> PlacedBid:
    bid = replace(placed.bid, player=rules.moved_up(placed.bid.player, seat))
    return replace(placed, bid=bid, shown=rules.with_seat(placed.shown, seat, ()))


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The last round may be unfinished; ``players``: at the end."""

    ruleset: rules.RuleSet
    players: tuple[str, ...]
    rounds: tuple[PlayedRound, ...]
    winner: int | None
    seat_changes: tuple[rules.SeatChange, ...] = ()


def is_of_dice(events: Sequence[rules.AnyEvent]) -> bool:
    return isinstance(events[0], rules.GameBegun) and not rules.is_card_game(events[0])


def played_game(events: Sequence[rules.AnyEvent]) -> PlayedGame:
    """Replays events that still stand. Raises ValueError for no game of dice, RuleError for a forbidden
    event.
    """
    first = events[0]
    if not isinstance(first, rules.GameBegun) or rules.is_card_game(first):
        raise ValueError("a game of dice begins with its first line")
    game, ended, bids = rules.dice_game(rules.begin(first)), list[PlayedRound](), list[PlacedBid]()
    for event in events[1:]:
        before, game = game, rules.dice_game(rules.apply(game, event))
        match event:
            case rules.BidMade() | rules.TotalBid():
                bids.append(PlacedBid(event, before.shown))
            case rules.DiceShown():
                bids[-1] = replace(bids[-1], put_out=event.dice)
            case rules.CupsRevealed():
                found = game.rounds[-1]
                ended.append(PlayedRound(before.dice, tuple(bids), found.by, found.call, found))
                bids = []
            case rules.RevealCorrected():
                found = game.rounds[-1]
                ended[-1] = replace(ended[-1], caller=found.by, call=found.call, ended=found)
            case rules.PlayerLeft() | rules.PlayerJoined() | rules.PlayerReturned():
                if isinstance(event, rules.PlayerJoined):
                    ended = [each.with_seat(event.seat) for each in ended]
                bids = []
    if bids:
        ended.append(PlayedRound(game.dice, tuple(bids), game.caller, game.call, None))
    return PlayedGame(game.ruleset, game.players, tuple(ended), game.winner, game.seat_changes)


def reveals(events: Sequence[tuple[int, rules.AnyEvent]]) -> tuple[int, ...]:
    """Each ended round's reveal, or last correction, by number.

    ``events``: those that still stand, numbered.
    """
    found: list[int] = []
    for number, event in events:
        if isinstance(event, rules.CupsRevealed):
            found.append(number)
        elif isinstance(event, rules.RevealCorrected) and found:
            found[-1] = number
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Place:
    """A place from 1; players out in the same round share one. ``out_in``: the round that took the last
    die. ``left``: the player has left.
    """

    place: int
    seat: int
    name: str
    out_in: int | None
    left: bool


def dice_after_each(game: rules.Game) -> tuple[tuple[int, ...], ...]:
    """Each seat's dice at the start and after each round."""
    first = {change.seat: change.dice for change in reversed(game.seat_changes)}
    held = [[0 if first.get(seat, 0) > 0 else game.ruleset.dice] for seat in range(len(game.players))]
    for number in range(len(game.rounds) + 1):
        if number:
            for seat, lost in enumerate(game.rounds[number - 1].losses):
                held[seat].append(held[seat][-1] - lost)
        for change in game.seat_changes:
            if change.round == number:
                held[change.seat][-1] += change.dice
    return tuple(map(tuple, held))


def ranking_of(game: rules.Game) -> tuple[Place, ...]:
    """Most dice first; then who lost the last one, or left, later.

    Players who left come after those still in, before those who were out.
    """
    dice = dice_after_each(game)
    out_in = [_out_in(held) for held in dice]
    left = {
        change.seat: number if change.dice < 0 else 0
        for number, change in enumerate(game.seat_changes, start=1)
    }
    worth = [
        (True, held[-1], 0) if out is None else (False, out, left.get(seat, 0))
        for seat, (held, out) in enumerate(zip(dice, out_in, strict=True))
    ]
    ranked = sorted(range(len(worth)), key=lambda seat: worth[seat], reverse=True)
    return tuple(
        Place(
            1 + sum(each > worth[seat] for each in worth),
            seat,
            game.players[seat],
            out_in[seat],
            left=left.get(seat, 0) > 0,
        )
        for seat in ranked
    )


def _out_in(held: tuple[int, ...]) -> int | None:
    if held[-1]:
        return None
    return max((number for number, dice in enumerate(held, start=1) if dice), default=0)


LIES = {
    rules.Outcome.YES_LIE_ACCEPTED: False,
    rules.Outcome.YES_LIE_CHALLENGED: True,
    rules.Outcome.NO_LIE_ACCEPTED: False,
    rules.Outcome.NO_LIE_CHALLENGED: True,
}
"""Outcomes with a lie, and whether it was caught."""


@dataclass(frozen=True, slots=True)
class Lie:
    """``chance``: 0-1, that the answer was true."""

    quest: rules.Quest
    chance: float
    caught: bool


def chance_of_holding(match: rules.Match, seat: int, wanted: rules.Wanted) -> float:
    """The chance for somebody who sees only the table's cards."""
    decks = match.limits.decks
    unseen = len(rules.DECK) * decks - sum(len(meld.cards) for meld in match.melds)
    fitting = sum(decks - match.lying(card) for card in rules.DECK if wanted.matches(card))
    held = min(match.cards[seat], unseen)
    return 1 - comb(unseen - fitting, held) / comb(unseen, held)


def match_and_lies(events: Sequence[rules.AnyEvent]) -> tuple[rules.Match, tuple[Lie, ...]]:
    """Replays events that still stand. Raises ValueError for a game of dice."""
    first = events[0]
    if not isinstance(first, rules.GameBegun) or not isinstance(rules.begin(first), rules.Match):
        raise ValueError("a match of cards begins with its first line")
    match = rules.card_match(rules.begin(first))
    holding: list[float] = []
    for event in events[1:]:
        match = rules.card_match(rules.apply(match, event))
        if isinstance(event, rules.PlayerLeft):
            del holding[len(match.quests) :]
        if isinstance(event, rules.Quested):
            holding.append(chance_of_holding(match, event.other, event.wanted))
    lies = (
        Lie(quest, chance if quest.yes else 1 - chance, LIES[quest.outcome])
        for quest, chance in zip(match.quests, holding, strict=False)
        if quest.outcome in LIES
    )
    return match, tuple(lies)

"""Who came where in a game of dice."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Round

Held = tuple[tuple[int, ...], ...]
"""For each seat, dice held."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in the ranking, from 1; players who went out in the same round share one.

    ``out_in`` is the round that took the last die, ``None`` for who still holds dice.
    """

    place: int
    seat: int
    name: str
    out_in: int | None


def dice_after_each(started_with: int, rounds: tuple[Round, ...], players: int) -> Held:
    """For each seat the dice held at the start and after each of these rounds."""
    held = [[started_with] for _ in range(players)]
    for ended in rounds:
        for seat, lost in enumerate(ended.losses):
            held[seat].append(held[seat][-1] - lost)
    return tuple(map(tuple, held))


def ranking_of(players: tuple[str, ...], dice: Held) -> tuple[Place, ...]:
    """Who holds most dice comes first; then who lost the last one later."""
    out_in = [held.index(0) if 0 in held else None for held in dice]
    worth = [(out is None, held[-1] if out is None else out) for held, out in zip(dice, out_in, strict=True)]
    ranked = sorted(range(len(players)), key=lambda seat: worth[seat], reverse=True)
    return tuple(
        Place(1 + sum(each > worth[seat] for each in worth), seat, players[seat], out_in[seat])
        for seat in ranked
    )

"""The figures of players in words, and as values of JSON and CSV."""

from __future__ import annotations

from companion.memory.figures import Figures, PlayerFigures
from companion.memory.history import Told, bid_object
from companion.rules.events import TotalBid
from companion.text.names import say_name
from companion.text.numbers import capital, say_decimal, say_percent
from companion.text.speech import say

_DIGITS = 4
"""Of a chance, behind the point."""


def figures_object(figures: Figures) -> Told:
    """The figures as ``companion stats --json`` prints them."""
    players = [player_object(each) for each in figures.players]
    return {"games": figures.games, "rounds": figures.rounds, "players": players}


def player_object(each: PlayerFigures) -> Told:
    """One player's figures; ``None`` where there is nothing to take a mean of."""
    bold = each.boldest
    return {
        "name": each.name,
        "games": each.games,
        "won": each.won,
        "bids": each.bids,
        "challenges": each.challenges,
        "challenges_right": each.challenges_right,
        "challenged": each.challenged,
        "bids_held": each.bids_held,
        "spot_ons": each.spot_ons,
        "spot_ons_right": each.spot_ons_right,
        "dice_lost": each.dice_lost,
        "dice_lost_a_game": round(each.dice_lost_a_game, _DIGITS),
        "dice_won_back": each.dice_won_back,
        "favourite_face": each.favourite_face,
        "bids_weighed": each.weighed,
        "bluffs": each.bluffs,
        "bluffs_caught": each.bluffs_caught,
        "chance": _rounded(each.chance),
        "luck": _rounded(each.luck),
        "boldest": None if bold is None else {
            "game": bold.game, "round": bold.round, **bid_object(bold.bid), "chance": _rounded(bold.chance),
        },
    }  # fmt: skip


def flat(each: PlayerFigures) -> dict[str, object]:
    """One player's figures as a row of CSV: the boldest bid in fields of its own, empty where there is
    none."""
    told = player_object(each)
    boldest = told.pop("boldest")
    parts = boldest if isinstance(boldest, dict) else {}
    keys = ("game", "round", "quantity", "face", "total", "chance")
    return told | {f"boldest_{key}": parts.get(key) for key in keys}


def say_figures(figures: Figures) -> tuple[str, ...]:
    """The figures in lines: how much was counted, then each player."""
    if not figures.games:
        return (say("figures.nothing"),)
    counted = say("figures.counted", games=figures.games, rounds=figures.rounds)
    return (counted, *(line for each in figures.players for line in _say_player(each)))


def say_lines(each: PlayerFigures) -> tuple[str, ...]:
    """What no bar shows of a player, for the screen."""
    told = [] if each.chance is None else [say("figures.chance", chance=say_percent(each.chance))]
    return tuple(capital(line.strip()) for line in (*told, *_say_boldest(each)))


def _say_lost(each: PlayerFigures) -> str:
    return say("figures.lost", lost=each.dice_lost, mean=say_decimal(each.dice_lost_a_game))


def _say_luck(chance: float, luck: float) -> str:
    return say("figures.luck", chance=say_percent(chance), luck=say_percent(luck, signed=True))


def _say_player(each: PlayerFigures) -> list[str]:
    lines = [
        "",
        say("figures.player", player=say_name(each.name), games=each.games, won=each.won),
        say("figures.bids", bids=each.bids, challenged=each.challenged, held=each.bids_held),
        say("figures.challenges", challenges=each.challenges, right=each.challenges_right),
        _say_lost(each),
    ]
    if each.spot_ons:
        lines.append(say("figures.spot_ons", calls=each.spot_ons, right=each.spot_ons_right))
    if each.favourite_face is not None:
        lines.append(say("figures.favourite", face=each.favourite_face))
    if each.chance is not None and each.luck is not None:
        lines.append(say("figures.bluffs", bluffs=each.bluffs, caught=each.bluffs_caught))
        lines.append(_say_luck(each.chance, each.luck))
    return lines + _say_boldest(each)


def _say_boldest(each: PlayerFigures) -> list[str]:
    bold = each.boldest
    if bold is None:
        return []
    chance = say_percent(bold.chance, 1)
    if isinstance(bold.bid, TotalBid):
        return [say("figures.boldest_total", total=bold.bid.total, chance=chance, game=bold.game)]
    quantity, face = bold.bid.quantity, bold.bid.face
    return [say("figures.boldest", quantity=quantity, face=face, chance=chance, game=bold.game)]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)

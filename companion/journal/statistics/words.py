"""Kept games and players' figures in words, JSON and CSV."""

from __future__ import annotations

from dataclasses import asdict

from companion.journal.statistics.figures import STAR, BoldestBid, Figures, PlayerFigures
from companion.journal.statistics.rounds import PlacedBid, PlayedGame, PlayedRound
from companion.rules import BidMade
from companion.text import (
    capital,
    say,
    say_bid,
    say_chance,
    say_company,
    say_decimal,
    say_lying,
    say_name,
    say_percent,
    say_plain_face,
    say_player,
    say_verdict,
)

Told = dict[str, object]


def game_object(game: PlayedGame) -> Told:
    """The object of ``cups-up games --show GAME --json``."""
    rounds = [_round_object(number, played) for number, played in enumerate(game.rounds, start=1)]
    players = list(game.players)
    return {"rules": game.ruleset.name, "players": players, "winner": game.winner, "rounds": rounds}


def _round_object(number: int, played: PlayedRound) -> Told:
    call = None
    if played.caller is not None and played.call is not None:
        call = {"player": played.caller, "kind": played.call.value}
    told: Told = {
        "round": number,
        "held": list(played.held),
        "bids": [_placed_object(placed) for placed in played.bids],
        "call": call,
        "reveal": None,
    }
    if played.ended is not None:
        told["reveal"] = [list(faces) for faces in played.ended.dice]
        told |= {
            "count": played.ended.count,
            "losses": list(played.ended.losses),
            "winner": played.ended.winner,
            "palafico": played.ended.palafico,
        }
    return told


def _placed_object(placed: PlacedBid) -> Told:
    told = asdict(placed.bid)
    return told | {"shown": list(placed.put_out)} if placed.put_out else told


def say_game(game: PlayedGame) -> tuple[str, ...]:
    lines: list[str] = []
    for number, played in enumerate(game.rounds, start=1):
        lines += _say_company(game, number - 1)
        lines += [say("history.round", number=number), *_say_bids(game, played), *_say_end(game, played)]
    if not game.rounds or game.rounds[-1].ended is not None:
        lines += _say_company(game, len(game.rounds))
    if game.winner is not None:
        lines.append(say("turn.won", player=say_player(game.players, game.winner)))
    return tuple(lines) or (say("history.nothing"),)


def _say_company(game: PlayedGame, rounds: int) -> list[str]:
    told = say_company([each for each in game.seat_changes if each.round == rounds], game.players)
    return [] if told is None else [told]


def _say_bids(game: PlayedGame, played: PlayedRound) -> list[str]:
    lines = []
    for placed in played.bids:
        player = say_player(game.players, placed.bid.player)
        bid = say_bid(placed.bid, game.ruleset)
        if placed.put_out:
            dice = say_lying(placed.put_out, game.ruleset)
            lines.append(say("history.bid_shown", player=player, bid=bid, dice=dice))
        else:
            lines.append(say("history.bid", player=player, bid=bid))
    return lines


def _say_end(game: PlayedGame, played: PlayedRound) -> list[str]:
    if played.ended is None:
        return [say("history.unfinished")]
    hands = [
        say("history.hand", player=say_player(game.players, seat), dice=say_lying(faces, game.ruleset))
        for seat, faces in enumerate(played.ended.dice)
        if faces
    ]
    return [*hands, say("history.verdict", verdict=say_verdict(played.ended, game.players, game.ruleset))]


_DIGITS = 4
"""Of a chance, behind the point."""


def figures_object(figures: Figures) -> Told:
    """The object of ``cups-up stats --json``."""
    players = [player_object(each) for each in figures.players]
    return {"games": figures.games, "rounds": figures.rounds, "players": players}


def player_object(each: PlayerFigures) -> Told:
    """``None`` where there is no mean."""
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
        "boldest": None if bold is None else _bold_object(bold),
    }


def _bold_object(bold: BoldestBid) -> Told:
    told = asdict(bold.bid)
    del told["player"]
    if isinstance(bold.bid, BidMade) and bold.bid.face == bold.ruleset.star_face:
        told["face"] = STAR
    return {"game": bold.game, "round": bold.round, **told, "chance": _rounded(bold.chance)}


def flat(each: PlayerFigures) -> dict[str, object]:
    """A CSV row; empty fields without a boldest bid."""
    told = player_object(each)
    boldest = told.pop("boldest")
    parts = boldest if isinstance(boldest, dict) else {}
    keys = ("game", "round", "quantity", "face", "total", "chance")
    return told | {f"boldest_{key}": parts.get(key) for key in keys}


def say_figures(figures: Figures) -> tuple[str, ...]:
    if not figures.games:
        return (say("figures.nothing"),)
    counted = say("figures.counted", games=figures.games, rounds=figures.rounds)
    return (counted, *(line for each in figures.players for line in _say_player(each)))


def say_lines(each: PlayerFigures) -> tuple[str, ...]:
    told = [] if each.chance is None else [say("figures.chance", chance=say_percent(each.chance))]
    return tuple(capital(line.strip()) for line in (*told, *_say_boldest(each)))


def _say_player(each: PlayerFigures) -> list[str]:
    lines = [
        "",
        say("figures.player", player=say_name(each.name), count=each.games, won=each.won),
        say("figures.bids", bids=each.bids, challenged=each.challenged, held=each.bids_held),
        say("figures.challenges", challenges=each.challenges, right=each.challenges_right),
        say("figures.lost", lost=each.dice_lost, mean=say_decimal(each.dice_lost_a_game)),
    ]
    if each.spot_ons:
        lines.append(say("figures.spot_ons", calls=each.spot_ons, right=each.spot_ons_right))
    if each.favourite_face is not None:
        lines.append(say("figures.favourite", face=_say_favourite(each.favourite_face)))
    if each.chance is not None and each.luck is not None:
        lines.append(say("figures.bluffs", bluffs=each.bluffs, caught=each.bluffs_caught))
        chance, luck = say_percent(each.chance), say_percent(each.luck, signed=True)
        lines.append(say("figures.luck", chance=chance, luck=luck))
    return lines + _say_boldest(each)


def _say_boldest(each: PlayerFigures) -> list[str]:
    bold = each.boldest
    if bold is None:
        return []
    bid, chance = say_bid(bold.bid, bold.ruleset), say_chance(bold.chance, 1)
    return [say("figures.boldest", bid=bid, chance=chance, game=bold.game)]


def _say_favourite(face: int | str) -> str:
    return say_plain_face(0 if face == STAR else int(face), star=face == STAR)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)

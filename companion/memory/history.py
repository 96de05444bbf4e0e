"""A kept game round by round, as values of JSON and in words."""

from __future__ import annotations

from companion.memory.rounds import PlacedBid, PlayedGame, PlayedRound
from companion.rules.events import Bid, TotalBid
from companion.rules.ruleset import RuleSet
from companion.text.dice import say_bid, say_face, say_verdict
from companion.text.names import say_player
from companion.text.numbers import say_list
from companion.text.speech import say

Told = dict[str, object]


def bid_object(bid: Bid) -> Told:
    """What was bid, without its maker."""
    if isinstance(bid, TotalBid):
        return {"total": bid.total}
    return {"quantity": bid.quantity, "face": bid.face}


def game_object(game: PlayedGame) -> Told:
    """The game as ``companion games --show GAME --json`` prints it; seats count from 0."""
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
    told: Told = {"player": placed.bid.player, **bid_object(placed.bid)}
    return told | {"shown": list(placed.put_out)} if placed.put_out else told


def say_game(game: PlayedGame) -> tuple[str, ...]:
    """The game in lines: of each round its bids, the dice of each seat, the verdict; then who won."""
    lines: list[str] = []
    for number, played in enumerate(game.rounds, start=1):
        lines += [say("history.round", number=number), *_say_bids(game, played), *_say_end(game, played)]
    if game.winner is not None:
        lines.append(say("turn.won", player=say_player(game.players, game.winner)))
    return tuple(lines) or (say("history.nothing"),)


def _say_bids(game: PlayedGame, played: PlayedRound) -> list[str]:
    lines = []
    for placed in played.bids:
        player = say_player(game.players, placed.bid.player)
        bid = say_bid(placed.bid, game.ruleset)
        if placed.put_out:
            dice = _say_faces(placed.put_out, game.ruleset)
            lines.append(say("history.bid_shown", player=player, bid=bid, dice=dice))
        else:
            lines.append(say("history.bid", player=player, bid=bid))
    return lines


def _say_end(game: PlayedGame, played: PlayedRound) -> list[str]:
    if played.ended is None:
        return [say("history.unfinished")]
    hands = [
        say("history.hand", player=say_player(game.players, seat), dice=_say_faces(faces, game.ruleset))
        for seat, faces in enumerate(played.ended.dice)
        if faces
    ]
    return [*hands, say("history.verdict", verdict=say_verdict(played.ended, game.players, game.ruleset))]


def _say_faces(faces: tuple[int, ...], ruleset: RuleSet) -> str:
    return say_list(str(face) if face > 1 else say_face(face, ruleset, plural=False) for face in faces)

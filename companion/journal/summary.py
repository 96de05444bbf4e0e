"""A game as the one JSON object that ``companion replay --json`` prints."""

from __future__ import annotations

from companion.rules.events import Bid, TotalBid
from companion.rules.game import Game, Round

Summary = dict[str, object]


def summary_of(game: Game) -> Summary:
    """The state of a game and its ended rounds, with the record format's keys.

    A key that does not apply (shown, chips, round_pot, game_pot; palafico of a round) is absent.
    """
    summary: Summary = {
        "rules": game.ruleset.name,
        "players": list(game.players),
        "dice": list(game.dice),
        "lost": list(game.lost),
        "phase": game.phase.value,
        "to_act": game.to_act,
        "bid": None if game.bid is None else _bid(game.bid),
        "winner": game.winner,
        "rounds": [_round(ended) for ended in game.rounds],
    }
    if game.ruleset.show_reroll:
        summary["shown"] = [list(faces) for faces in game.shown]
    if game.chips is not None:
        summary.update(chips=list(game.chips), round_pot=game.round_pot, game_pot=game.game_pot)
    return summary


def _bid(bid: Bid) -> Summary:
    if isinstance(bid, TotalBid):
        return {"player": bid.player, "total": bid.total}
    return {"player": bid.player, "quantity": bid.quantity, "face": bid.face}


def _round(ended: Round) -> Summary:
    told: Summary = {
        "opener": ended.opener,
        "bids": ended.bids,
        "bid": _bid(ended.bid),
        "by": ended.by,
        "call": ended.call.value,
        "count": ended.count,
        "losses": list(ended.losses),
        "winner": ended.winner,
    }
    if ended.palafico:
        told["palafico"] = True
    return told

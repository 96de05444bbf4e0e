"""A game as the JSON object of ``cups-up replay --json``."""

from __future__ import annotations

from dataclasses import asdict

from companion.journal.codec import codes
from companion.rules import POINTS_A_CHIP, Game, HandPlayed, Match, Meld, Quest, Round

Summary = dict[str, object]


def summary_of(game: Game, newest: int = 0) -> Summary:
    """Keys that do not apply (left, shown, chips, round_pot, game_pot; palafico of a round) are absent.

    ``newest``: how many past rounds it holds; 0 for all.
    """
    summary: Summary = {
        "rules": game.ruleset.name,
        "players": list(game.players),
        "dice": list(game.dice),
        "lost": list(game.lost),
        "phase": game.phase.value,
        "to_act": game.to_act,
        "bid": None if game.bid is None else asdict(game.bid),
        "winner": game.winner,
        "rounds": [_round(ended) for ended in game.rounds[-newest:]],
    }
    if game.left:
        summary["left"] = list(game.left)
    if game.ruleset.show_reroll:
        summary["shown"] = [list(faces) for faces in game.shown]
    if game.chips is not None:
        summary.update(chips=list(game.chips), round_pot=game.round_pot, game_pot=game.game_pot)
    return summary


def _round(ended: Round) -> Summary:
    told: Summary = {
        "opener": ended.opener,
        "bids": ended.bids,
        "bid": asdict(ended.bid),
        "by": ended.by,
        "call": ended.call.value,
        "count": ended.count,
        "losses": list(ended.losses),
        "winner": ended.winner,
    }
    if ended.palafico:
        told["palafico"] = True
    return told


def match_summary(match: Match, newest: int = 0) -> Summary:
    """Keys that do not apply (won, takes, may_meld, may_show, may_swap) are absent.

    ``newest``: how many past quests and hands it holds; 0 for all.
    """
    summary: Summary = {
        "rules": match.ruleset.name,
        "players": list(match.players),
        "target": match.ruleset.target,
        "hand": match.hand,
        "chips": list(match.chips),
        "bank": match.bank,
        "scores": list(match.scores),
        "cards": list(match.cards),
        "stock": match.stock,
        "discards": match.discards,
        "melds": [_meld(meld) for meld in match.melds],
        "phase": match.phase.value,
        "to_act": match.to_act,
        "quest": None if match.quest is None else _quest(match.quest),
        "winner": match.winner,
        "quests": [_ended(quest) for quest in match.quests[-newest:]],
        "hands": [_hand(hand) for hand in match.hands[-newest:]],
    }
    left: Summary = {"left": list(match.left)} if match.left else {}
    return summary | left | _what_applies(match)


def _what_applies(match: Match) -> Summary:
    found: Summary = {
        "won": match.won.code if match.won else None,
        "takes": list(codes(match.takes)) or None,
        "may_meld": match.may_meld,
        "may_show": match.may_show,
        "may_swap": match.may_swap,
    }
    return {key: value for key, value in found.items() if value is not None}


def _meld(meld: Meld) -> Summary:
    return {
        "player": meld.player,
        "kind": meld.kind.value,
        "cards": list(codes(meld.cards)),
        "hits": meld.hits,
    }


def _quest(quest: Quest) -> Summary:
    told: Summary = {"player": quest.asker, "other": quest.other, "wanted": quest.wanted.code}
    if quest.yes is not None:
        told["answer"] = "yes" if quest.yes else "no"
    if quest.challenged is not None:
        told["challenge"] = quest.challenged
    return told


def _ended(quest: Quest) -> Summary:
    told: Summary = {
        "hand": quest.hand,
        **_quest(quest),
        "outcome": None if quest.outcome is None else quest.outcome.value,
        "chips": list(quest.chips),
        "bank": quest.bank,
    }
    return told if quest.card is None else told | {"card": quest.card.code}


def _hand(hand: HandPlayed) -> Summary:
    return {
        "opener": hand.opener,
        "winner": hand.winner,
        "chips": list(hand.chips),
        "bank": hand.bank,
        "points": [held * POINTS_A_CHIP for held in hand.chips],
    }

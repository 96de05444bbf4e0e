"""A replayed match of the card game in sentences, for ``companion replay`` without ``--json``."""

from __future__ import annotations

from companion.rules.cards.match import Match, MatchPhase
from companion.rules.cards.words import say_hand, say_meld, say_quest, say_turn
from companion.rules.errors import printable
from companion.rules.words import say_list, say_player


def story_of_match(title: str, match: Match) -> str:
    """Who plays, each Quest and hand as it ended, chips, scores, melds, and what the table waits for."""
    players = [say_player(match.players, seat) for seat in range(len(match.players))]
    head = f"{printable(title)}: {say_list(players)} play {match.ruleset.title}"
    lines = [f"{head} to {match.ruleset.target} points.", *_hands(match)]
    lines += [f"On the table: {say_meld(meld)}." for meld in match.melds if _in_hand(match)]
    if _in_hand(match):
        lines.append(f"Chips: {_each(players, match.chips)}; the bank has paid {match.bank}.")
        lines.append(f"Cards held: {_each(players, match.cards)}; the stock {match.stock}.")
    lines += [f"Scores: {_each(players, match.scores)}.", _waiting(match), ""]
    return "\n".join(lines)


def _in_hand(match: Match) -> bool:
    return match.phase not in (MatchPhase.HAND, MatchPhase.OVER)


def _hands(match: Match) -> list[str]:
    """Every hand with its Quests, the one under way last."""
    lines = []
    for number in range(1, match.hand + 1):
        quests = (quest for quest in match.quests if quest.hand == number)
        lines += [f"Hand {number}: {say_quest(quest, match.players)}" for quest in quests]
        if number <= len(match.hands):
            lines.append(f"Hand {number}: {say_hand(match.hands[number - 1], match.players)}")
    if match.quest is not None:
        lines.append(f"Hand {match.hand}: {say_quest(match.quest, match.players)}")
    return lines


def _waiting(match: Match) -> str:
    told = say_turn(match)
    return told[:1].upper() + told[1:]


def _each(players: list[str], numbers: tuple[int, ...]) -> str:
    pairs = zip(players, numbers, strict=True)
    return ", ".join(f"{player} {number}" for player, number in pairs)

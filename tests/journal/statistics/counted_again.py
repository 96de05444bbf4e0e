"""The same figures, counted from the lines of records and from the verdicts of ``cups-up replay --json``.

It uses nothing of those. Chances are counted over all throws of the hidden dice.
By hand, against a journal's figures: ``python -m tests.journal.statistics.counted_again HOME``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from companion.journal import JOURNAL_NAME, Store, summary_of
from companion.rules import dice_game

Line = dict[str, Any]
Lines = list[Line]


def standing(record: str) -> Lines:
    """The lines that undo has left."""
    kept: Lines = []
    for line in map(json.loads, record.splitlines()):
        if line["event"] == "undo":
            kept.pop()
        else:
            kept.append(line)
    return kept


def rounds_in(lines: Lines) -> list[Lines]:
    """The lines of each round that has a verdict, corrections put in the place of their reveals."""
    rounds: list[Lines] = []
    current: Lines = []
    for line in lines[1:]:
        if line["event"] == "correct":
            rounds[-1][-1] = {"event": "reveal", "dice": line["reveal"]}
        elif line["event"] != "opening_roll":
            current.append(line)
            if line["event"] == "reveal":
                rounds.append(current)
                current = []
    return rounds


def bids_standing(lines: Lines) -> Counter[int]:
    return Counter(line["player"] for line in lines if line["event"] == "bid")


@cache
def throws(dice: int) -> tuple[tuple[int, ...], ...]:
    return tuple(product(range(1, 7), repeat=dice))


@cache
def share(dice: int, missing: int, faces: tuple[int, ...]) -> float:
    """The share of all throws of so many dice in which enough show one of these faces."""
    hits = sum(sum(face in faces for face in throw) >= missing for throw in throws(dice))
    return float(hits / 6**dice)


def count_again(records: list[tuple[str, Line]]) -> dict[str, Counter[str]]:
    """By name: what can be counted without chances; each record comes with its replayed summary."""
    found: dict[str, Counter[str]] = {}
    for record, summary in records:
        lines = standing(record)
        names = lines[0]["players"]
        mine = [found.setdefault(name, Counter()) for name in names]
        for each in mine:
            each["games"] += 1
        if summary["winner"] is not None:
            mine[summary["winner"]]["won"] += 1
        for seat, bids in bids_standing(lines).items():
            mine[seat]["bids"] += bids
        for ended in summary["rounds"]:
            _count_round(mine, ended)
    return found


def _count_round(mine: list[Counter[str]], ended: Line) -> None:
    caller, bidder = mine[ended["by"]], mine[ended["bid"]["player"]]
    if ended["call"] == "challenge":
        caller["challenges"] += 1
        caller["challenges_right"] += ended["winner"] == ended["by"]
        bidder["challenged"] += 1
        bidder["bids_held"] += ended["winner"] == ended["bid"]["player"]
    else:
        caller["spot_ons"] += 1
        caller["spot_ons_right"] += ended["winner"] == ended["by"]
    for each, lost in zip(mine, ended["losses"], strict=True):
        each["dice_lost"] += max(lost, 0)
        each["dice_won_back"] += max(-lost, 0)


def differences(home: Path) -> list[str]:
    """Where ``cups-up stats --json`` says something else of the games of dice that are kept there."""
    with Store(home / JOURNAL_NAME, lambda: datetime.now(UTC), writing=False) as store:
        kept = [game.id for game in store.kept_games() if not game.of_cards]
        records: list[tuple[str, Line]] = [
            (store.export(each), dict(summary_of(dice_game(store.load(each).game)))) for each in kept
        ]
    again = count_again(records)
    command = [sys.executable, "-m", "companion", "stats", "--json", "--home", str(home)]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    rounds = sum(len(summary["rounds"]) for _, summary in records)
    amiss = [] if (told["games"], told["rounds"]) == (len(kept), rounds) else ["games or rounds"]
    for player in told["players"]:
        counts = again.pop(player["name"])
        amiss += [f"{player['name']}: {key}" for key, count in counts.items() if player[key] != count]
    print(f"{len(kept)} games, {rounds} rounds, {len(told['players'])} players")
    return amiss + list(again)


if __name__ == "__main__":
    sys.exit("\n".join(differences(Path(sys.argv[1]))) or None)

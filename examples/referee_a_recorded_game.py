"""Referees a recorded game of dice: ``python examples/referee_a_recorded_game.py RECORD``."""

import sys
from pathlib import Path

from companion.journal.codec import read_record
from companion.rules import replay

events = [event for _, event in read_record(Path(sys.argv[1]).read_bytes())]
game = replay(events).game
for number, ended in enumerate(game.rounds, start=1):
    caller = game.players[ended.by]
    print(f"Round {number}: {caller} calls a bid of {ended.bid.claim}; {ended.count} are there")
    for name, lost in zip(game.players, ended.losses, strict=True):
        if lost:
            print(f"    {name} loses {lost}" if lost > 0 else f"    {name} wins {-lost} back")
print("Dice left:", *(f"{name} {dice}" for name, dice in zip(game.players, game.dice, strict=True)))

"""Referees a recorded game of dice: ``python examples/referee_a_recorded_game.py RECORD``."""

import sys
from pathlib import Path

from companion.journal import read_record
from companion.rules import replay
from companion.text import say_turn, say_verdict

record = sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)
events = [event for _, event in read_record(Path(record).read_bytes())]
game = replay(events).game
for number, ended in enumerate(game.rounds, start=1):
    print(f"Round {number}: {say_verdict(ended, game.players, game.ruleset)}")
print("Dice left:", *(f"{name} {dice}" for name, dice in zip(game.players, game.dice, strict=True)))
print(say_turn(game))

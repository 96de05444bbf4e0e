"""A new language: ``python examples/new_language.py examples/new_language.po`` gives a verdict in Swedish."""

import sys
from pathlib import Path

from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun, replay
from companion.text import Catalogue, path_of, read_catalogue, say_verdict, use_catalogue

language = sys.argv[1] if len(sys.argv) == 2 else sys.exit(__doc__)
use_catalogue(Catalogue(read_catalogue(Path(language)), lambda: read_catalogue(path_of("en"))))

dice = (4, 4, 2, 2, 2), (2, 2, 2, 3, 3)
begun = GameBegun("milton-bradley", ("Ann", "Bob"), opener=0)
game = replay([begun, BidMade(0, 6, 4), Challenged(1), CupsRevealed(dice)]).game
print(say_verdict(game.rounds[-1], game.players, game.ruleset))

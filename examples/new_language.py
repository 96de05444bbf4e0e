"""A new language: ``python examples/new_language.py examples/new_language.po`` gives a verdict in Swedish."""

import sys
from pathlib import Path

from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun, replay
from companion.text.catalogue import Catalogue, path_of, read_catalogue
from companion.text.dice import say_verdict
from companion.text.speech import use_catalogue

sentences = read_catalogue(Path(sys.argv[1]))
sentences.add_fallback(read_catalogue(path_of("en")))
use_catalogue(Catalogue(sentences))

dice = (4, 4, 2, 2, 2), (2, 2, 2, 3, 3)
begun = GameBegun("milton-bradley", ("Ann", "Bob"), opener=0)
game = replay([begun, BidMade(0, 6, 4), Challenged(1), CupsRevealed(dice)]).game
print(say_verdict(game.rounds[-1], game.players, game.ruleset))

"""Kept games round by round, chances of bids, players' figures. Pure."""

from companion.journal.statistics.figures import (
    CountedGame,
    Figures,
    PlayerFigures,
    added_up,
    counted_games,
    is_kept,
    tallies_of,
)
from companion.journal.statistics.rounds import (
    Lie,
    Place,
    PlayedGame,
    PlayedRound,
    dice_after_each,
    is_of_dice,
    match_and_lies,
    played_game,
    ranking_of,
    reveals,
)
from companion.journal.statistics.tally import GameTally, chances, tally_of
from companion.journal.statistics.words import (
    figures_object,
    flat,
    game_object,
    say_figures,
    say_game,
    say_lines,
)

__all__ = [
    "CountedGame",
    "Figures",
    "GameTally",
    "Lie",
    "Place",
    "PlayedGame",
    "PlayedRound",
    "PlayerFigures",
    "added_up",
    "chances",
    "counted_games",
    "dice_after_each",
    "figures_object",
    "flat",
    "game_object",
    "is_kept",
    "is_of_dice",
    "match_and_lies",
    "played_game",
    "ranking_of",
    "reveals",
    "say_figures",
    "say_game",
    "say_lines",
    "tallies_of",
    "tally_of",
]

"""Kept games round by round, chances of bids, players' figures. Pure."""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.journal.statistics.figures import CountedGame as CountedGame
    from companion.journal.statistics.figures import Figures as Figures
    from companion.journal.statistics.figures import PlayerFigures as PlayerFigures
    from companion.journal.statistics.figures import added_up as added_up
    from companion.journal.statistics.figures import counted_games as counted_games
    from companion.journal.statistics.figures import is_kept as is_kept
    from companion.journal.statistics.figures import luck_bar as luck_bar
    from companion.journal.statistics.figures import tallies_of as tallies_of
    from companion.journal.statistics.rounds import Lie as Lie
    from companion.journal.statistics.rounds import Place as Place
    from companion.journal.statistics.rounds import PlayedGame as PlayedGame
    from companion.journal.statistics.rounds import PlayedRound as PlayedRound
    from companion.journal.statistics.rounds import dice_after_each as dice_after_each
    from companion.journal.statistics.rounds import is_of_dice as is_of_dice
    from companion.journal.statistics.rounds import match_and_lies as match_and_lies
    from companion.journal.statistics.rounds import played_game as played_game
    from companion.journal.statistics.rounds import ranking_of as ranking_of
    from companion.journal.statistics.rounds import reveals as reveals
    from companion.journal.statistics.tally import GameTally as GameTally
    from companion.journal.statistics.tally import SeatTally as SeatTally
    from companion.journal.statistics.tally import WeighedBid as WeighedBid
    from companion.journal.statistics.tally import chances as chances
    from companion.journal.statistics.tally import tally_of as tally_of
    from companion.journal.statistics.words import figures_object as figures_object
    from companion.journal.statistics.words import flat as flat
    from companion.journal.statistics.words import game_object as game_object
    from companion.journal.statistics.words import say_figures as say_figures
    from companion.journal.statistics.words import say_game as say_game
    from companion.journal.statistics.words import say_lines as say_lines
else:
    __getattr__, __all__ = lazily(__name__, __file__)

"""A game of dice: bids, lifted cups, the verdict, the winner.

It imports the widgets that only the layouts name.
"""

from companion.ui.screens.dice import bids as bids
from companion.ui.screens.dice import hands_board as hands_board

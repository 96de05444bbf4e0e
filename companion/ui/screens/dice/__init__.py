"""A game of dice: bids, lifted cups, the verdict, the winner.

It imports the widgets that only the layouts name.
"""

from companion.ui.screens.dice import bids, hands_board

__all__ = ["bids", "hands_board", "strips_board"]

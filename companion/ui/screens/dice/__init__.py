"""A game of dice: bids, the cups that go up, the verdict, the winner.

Widgets that only the layouts name are imported here.
"""

from companion.ui.screens.dice import hands_board

__all__ = ["hands_board", "strips_board"]

"""The card table's screens.

Widgets that only the layouts name are imported here.
"""

from companion.ui.screens.cards import card_doubt, card_grid, card_seats, meld_board, quest_panel

__all__ = ["card_doubt", "card_grid", "card_seats", "meld_board", "quest_panel"]

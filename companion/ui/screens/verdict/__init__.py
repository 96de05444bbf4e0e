"""The verdict as theatre, and the winner.

Widgets that only the layouts name are imported here.
"""

from companion.ui.screens.verdict import strips_board

__all__ = ["strips_board"]

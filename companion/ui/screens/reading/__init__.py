"""The dice before the verdict: rolled, shown, lifted, read and asked about.

Widgets that only the layouts name are imported here.
"""

from companion.ui.screens.reading import hands_board

__all__ = ["hands_board"]

"""A table set up, and its light, page by page.

Widgets that only the layouts name are imported here.
"""

from companion.ui.screens.setup import survey_picture

__all__ = ["survey_picture"]

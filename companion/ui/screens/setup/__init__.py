"""Pages for setting up a table and its light.

It imports the widgets that only the layouts name.
"""

from companion.ui.screens.setup import survey_picture as survey_picture

"""The name of a table: one touch on a name that is offered, or letter by letter."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.screens.name_sheet import NameSheet

TABLE_NAMES = ("Attic", "Balcony", "Cellar", "Club", "Garden", "Office", "Pub", "Studio", "Den", "Cabin")
LONGEST_TABLE_NAME = 40
"""Characters: what a profile takes."""


class TableNameSheet(NameSheet):
    """Calls ``take`` with the name."""

    offered = TABLE_NAMES
    longest = LONGEST_TABLE_NAME

    def __init__(self, take: Callable[[str], None], **properties: object) -> None:
        super().__init__("", (), take, None, columns=[3, 5], title="The table's name", **properties)

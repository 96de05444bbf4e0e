"""The name of a table's house rules: one touch on a name that is offered, or letter by letter."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.screens.name_sheet import NameSheet
from companion.ui.screens.names import PRESET_TITLES


class TitleSheet(NameSheet):
    """Calls ``take`` with the title, also with the one that these rules have already."""

    offered = PRESET_TITLES

    def __init__(self, title: str, longest: int, take: Callable[[str], None], **properties: object) -> None:
        self.longest = longest
        super().__init__(title, (), take, None, columns=[3, 6], **properties)
        self.on_name()

    def done(self) -> None:
        """Take the title that was typed; nothing typed keeps the old one."""
        title = self.name.strip() or self.old_name
        self.close()
        self._take(title)

    def on_name(self, *_: object) -> None:
        """Without a title nothing can be saved."""
        self.ready = bool(self.name.strip() or self.old_name)

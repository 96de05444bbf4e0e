"""The whole rule book of a game, to be scrolled by finger or by keys."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.uix.label import Label

from companion.play.help.views import RuleBook
from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME, Palette
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)

TURN_SECONDS = 0.3
_OF_A_PAGE = 0.85
"""How far a key turns: some lines of the page before stay to be seen."""


class Paragraph(Label):
    """Text as high as it needs to be at the width that it has."""


class RulesPage(Sheet):
    """Stays open while the same game goes on underneath: it asks nothing."""

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        super().__init__(title=say("rulebook.of", game=book.title))
        text = self.ids.text
        for chapter in book.chapters:
            heading = Paragraph(text=chapter.heading, bold=True, color=Palette.yellow)
            heading.font_size = THEME.text_large
            text.add_widget(heading)
            for sentence in chapter.sentences:
                text.add_widget(Paragraph(text=sentence, font_size=THEME.text * 1.1))

    def follow(self, view: TableView, moved: bool) -> None:
        """Another game's rules are not read here."""
        if view.book not in (None, self._book):
            self.close()

    def turn(self, pages: int) -> None:
        """Go down so many pages, or up."""
        scroll = self.ids.scroll
        room = scroll.children[0].height - scroll.height
        if room <= 0:
            return
        wanted = scroll.scroll_y - pages * _OF_A_PAGE * scroll.height / room
        Animation.cancel_all(scroll, "scroll_y")
        target, seconds = min(1.0, max(0.0, wanted)), THEME.seconds(TURN_SECONDS)
        if not seconds:
            scroll.scroll_y = target
            return
        Animation(scroll_y=target, duration=seconds, transition="in_out_cubic").start(scroll)

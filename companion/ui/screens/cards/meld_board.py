"""The melds on the table, each to be tapped for a hit."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView

from companion.play.cards.views import MeldView
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.card_fan import fan_width
from companion.ui.widgets.surface import Target

load_layout(__file__)

MELD_DP = 96.0
"""Height of a meld: its cards and the name below."""
CARDS_DP = 66.0


class MeldKey(Target, BoxLayout):
    """One meld; lit where a card may be laid on it."""

    owner = StringProperty("")
    lit = BooleanProperty(False)

    def __init__(self, meld: MeldView, **properties: object) -> None:
        super().__init__(size_hint=(None, None), **properties)
        self.show(meld)

    def show(self, meld: MeldView) -> None:
        """Show the meld as it is now."""
        self.meld = meld
        self.owner, self.lit = meld.owner, bool(meld.hits)
        self.tile = "key chosen" if meld.hits else "none"
        self.ids.fan.cards = meld.cards
        wide = fan_width(len(meld.cards), THEME.px(CARDS_DP)) + 2 * THEME.gap
        self.size = (max(wide, THEME.px(84)), THEME.px(MELD_DP))


class MeldBoard(ScrollView):
    """All melds, in the order in which they were laid. Sends ``on_meld`` with the touched one."""

    __events__ = ("on_meld",)

    def __init__(self, **properties: object) -> None:
        super().__init__(do_scroll_x=False, **properties)
        self._melds: tuple[MeldView, ...] = ()
        THEME.tell(self, self._draw, "scale")

    def on_meld(self, meld: MeldView) -> None:
        """A meld was touched."""

    @property
    def keys(self) -> list[MeldKey]:
        """The melds by number."""
        return list(reversed(self.ids.melds.children))

    def show(self, melds: tuple[MeldView, ...]) -> None:
        """Draw these melds."""
        if melds != self._melds:
            self._melds = melds
            self._draw()

    def show_newest(self) -> None:
        """Scroll to the last meld where they have not room for all."""
        self.scroll_y = 0.0 if self.ids.melds.height > self.height else 1.0

    def _draw(self, *_: object) -> None:
        """A key stays while its meld is there: new ones are touched nowhere before they are laid out."""
        row, keys = self.ids.melds, self.keys
        for key, meld in zip(keys, self._melds, strict=False):
            key.show(meld)
        for key in keys[len(self._melds) :]:
            row.remove_widget(key)
        for meld in self._melds[len(keys) :]:
            row.add_widget(MeldKey(meld, on_release=lambda key: self.dispatch("on_meld", key.meld)))

"""Help: what to do now, as a picture, three lines, and the way to the full rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import BorderImage, Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.label import Label

from companion.play.base.views import HelpView, RuleBook, Topic
from companion.play.views import Scene, TableView, star_face_of
from companion.text import say
from companion.ui.art.cards import HEIGHT
from companion.ui.art.dice import MARGIN
from companion.ui.art.signs import Sign
from companion.ui.art.textures import cup_texture, die_texture, sign_texture, tile_texture
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.box import load_layout
from companion.ui.widgets.die_face import SKINS, skin_of
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Answer, Choice, ChoiceSheet, Sheet, is_overtaken
from companion.ui.widgets.surface import SPOKEN, Drawn
from companion.ui.widgets.words import Words

load_layout(__file__)


TURN_SECONDS = 0.3
_OF_A_PAGE = 0.85
"""A key turns this part of a page: some lines of the page before stay visible."""


class Paragraph(Label):
    """Text as high as its width demands."""


_AT_ONCE = 12
"""Paragraphs that are more than a page."""


def _paragraphs(book: RuleBook) -> Iterator[Paragraph]:
    for chapter in book.chapters:
        heading = Paragraph(text=chapter.heading, bold=True, color=Palette.yellow)
        heading.font_size = THEME.text_large
        yield heading
        for sentence in chapter.sentences:
            yield Paragraph(text=sentence, font_size=THEME.text * 1.1)


class RulesPage(Sheet):
    def __init__(self, book: RuleBook, scene: type[Scene]) -> None:
        self._book, self._scene, self._left = book, scene, _paragraphs(book)
        super().__init__(title=say("rulebook.of", game=book.title))
        self._lay()

    def _lay(self, *_: object) -> None:
        """A page of paragraphs, and the next one in the next frame: all at once took 0.3 s."""
        laid = list(islice(self._left, _AT_ONCE))
        for paragraph in laid:
            self.ids.text.add_widget(paragraph)
        if len(laid) == _AT_ONCE:
            Clock.schedule_once(self._lay)

    def follow(self, view: TableView, moved: bool) -> None:
        if view.book not in (None, self._book) or is_overtaken(view, self._scene):
            self.close()

    def turn(self, pages: int) -> None:
        """Scroll down by pages; negative: up."""
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


WIDE = 1.5
"""Width of a picture as a part of its height."""


Draw = Callable[[float, int], Texture]
"""A piece of this width in px, at a table with this star face."""


@dataclass(frozen=True, slots=True)
class Placed:
    """``piece``: how it is drawn, or the name of a tile. Its middle from the left and the foot, ``turn`` in
    degrees; lengths are parts of the picture's height. ``tall``: its height as a part of its width.
    """

    piece: Draw | str
    x: float
    y: float
    side: float
    turn: float = 0.0
    tall: float = 1.0


def _die(
    x: float, y: float, face: int | None, side: float = 0.3, turn: float = 0.0, skin: str = "table"
) -> Placed:
    def draw(wide: float, star: int) -> Texture:
        drawn = skin_of(star) if skin == "table" else skin
        return die_texture(wide / (1 - 2 * MARGIN), face, SKINS[drawn], star)

    return Placed(draw, x, y, side, turn)


def _sign(x: float, y: float, sign: Sign, side: float = 0.3, colour: str = "ivory") -> Placed:
    def draw(wide: float, star: int) -> Texture:
        return sign_texture(sign, max(8, int(wide)), getattr(Palette, colour))

    return Placed(draw, x, y, side)


def _cup(x: float, y: float, side: float = 0.5, turn: float = 0.0) -> Placed:
    return Placed(lambda wide, star: cup_texture(max(16, int(wide))), x, y, side, turn, HEIGHT)


def _tile(x: float, y: float, name: str, side: float = 0.3) -> Placed:
    return Placed(name, x, y, side)


_OPEN_DICE = (_die(0.45, 0.2, 1, turn=-9), _die(0.78, 0.16, 5, turn=6), _die(1.1, 0.22, 3, turn=14))
_HAND = (_die(0.3, 0.36, 2), _die(0.75, 0.36, 5), _die(1.2, 0.36, 5))

PICTURES: dict[Topic, tuple[Placed, ...]] = {
    Topic.APP: (*_OPEN_DICE, _cup(0.85, 0.66, 0.5, -17)),
    Topic.LANGUAGE: (
        *(_tile(0.37 + 0.38 * (at % 3), 0.69 - 0.38 * (at // 3), "key", 0.33) for at in range(6)),
        _sign(0.75, 0.69, Sign.TAP, 0.28, "yellow"),
    ),
    Topic.GAMES: (
        _die(0.3, 0.66, 1, 0.36, -8),
        _die(0.72, 0.34, 4, 0.36, skin="red"),
        _sign(1.15, 0.62, Sign.CARDS, 0.5),
    ),
    Topic.PLAYERS: (_cup(0.28, 0.36, 0.38), _cup(0.75, 0.62, 0.38), _cup(1.22, 0.36, 0.38)),
    Topic.SETTINGS: (_sign(0.75, 0.5, Sign.SETTINGS, 0.8),),
    Topic.PAUSE: (_cup(0.5, 0.5, 0.62), _sign(1.12, 0.5, Sign.START, 0.5, "yellow")),
    Topic.HOUSE_RULES: (
        _die(0.3, 0.5, 1, 0.38),
        _sign(0.75, 0.5, Sign.PLUS, 0.3, "yellow"),
        _die(1.2, 0.5, 6, 0.38, skin="ivory"),
    ),
    Topic.SETUP: (_sign(0.75, 0.74, Sign.CAMERA, 0.46), *_OPEN_DICE),
    Topic.COUNTING: (_sign(0.75, 0.74, Sign.EYE, 0.46, "yellow"), *_OPEN_DICE),
    Topic.JOURNAL: (_sign(0.75, 0.5, Sign.WARNING, 0.7, "yellow"),),
    Topic.OPENING: (*_HAND[:2], _die(1.2, 0.36, 6), _sign(1.2, 0.76, Sign.STAR, 0.34, "yellow")),
    Topic.TRACK: (
        _tile(0.24, 0.62, "space dim", 0.34),
        _tile(0.58, 0.62, "space", 0.34),
        _tile(0.92, 0.62, "space", 0.34),
        _tile(1.26, 0.62, "space", 0.34),
        _die(0.24, 0.62, 4, 0.26, skin="red"),
        _sign(0.92, 0.62, Sign.TAP, 0.3, "red"),
        _die(0.58, 0.2, 4, 0.3, skin="red"),
        _die(0.92, 0.2, 5, 0.3, skin="red"),
        _die(1.26, 0.2, 6, 0.3, skin="red"),
    ),
    Topic.PAD: (
        *(_tile(0.24 + 0.34 * at, 0.86, "key", 0.27) for at in range(4)),
        *(_tile(0.24 + 0.34 * at, 0.54, "key", 0.27) for at in range(4)),
        _sign(0.58, 0.54, Sign.TAP, 0.24, "yellow"),
        *(_die(0.24 + 0.34 * at, 0.16, 3 + at) for at in range(4)),
        _sign(0.92, 0.16, Sign.TAP, 0.22, "red"),
    ),
    Topic.SHOWING: (
        _cup(0.42, 0.5, 0.6),
        _sign(0.86, 0.2, Sign.START, 0.24, "yellow"),
        _die(1.2, 0.26, 5, turn=8),
        _die(1.2, 0.62, 1, turn=-6),
    ),
    Topic.REVEAL: (*_OPEN_DICE, _cup(0.6, 0.68, 0.46, -14), _sign(1.2, 0.72, Sign.EYE, 0.4, "yellow")),
    Topic.CHECK: (
        _die(0.3, 0.5, 2, 0.36),
        _die(0.75, 0.5, None, 0.42),
        _sign(0.75, 0.5, Sign.DOUBT, 0.3, "ink"),
        _die(1.2, 0.5, 5, 0.36),
    ),
    Topic.VERDICT: (
        *_HAND,
        _sign(0.75, 0.78, Sign.COUNTED, 0.24, "yellow"),
        _sign(1.2, 0.78, Sign.COUNTED, 0.24, "yellow"),
        _sign(0.3, 0.78, Sign.CROSS, 0.22, "ivory_faint"),
    ),
    Topic.HISTORY: (
        _sign(0.4, 0.5, Sign.UNDO, 0.5, "yellow"),
        _die(0.95, 0.32, 4, 0.3, -8),
        _die(1.24, 0.6, 4, 0.3, 10),
    ),
    Topic.OVER: (_sign(0.75, 0.56, Sign.STAR, 0.8, "yellow"),),
    Topic.CARDS: (
        _sign(0.42, 0.5, Sign.CARDS, 0.62),
        _sign(0.92, 0.68, Sign.HEARTS, 0.26, "red_light"),
        _sign(1.26, 0.68, Sign.SPADES, 0.26),
        _sign(0.92, 0.3, Sign.CLUBS, 0.26),
        _sign(1.26, 0.3, Sign.DIAMONDS, 0.26, "red_light"),
    ),
    Topic.CARD_LOOK: (_sign(0.46, 0.46, Sign.CARDS, 0.6), _sign(1.1, 0.6, Sign.EYE, 0.46, "yellow")),
}


class HelpPicture(Drawn):
    star = NumericProperty(0)
    drawn_by = ("star",)

    def __init__(self, **properties: object) -> None:
        self.topic = Topic.APP
        super().__init__(**properties)

    def show(self, topic: Topic, star_face: int) -> None:
        self.topic, self.star = topic, star_face
        self._redraw()

    def _draw(self, *_: object) -> None:
        high = min(self.height, self.width / WIDE)
        self.canvas.clear()
        if high < 24:
            return
        left, foot = self.center_x - high * WIDE / 2, self.center_y - high / 2
        with self.canvas:
            Color(1, 1, 1, 1)
            for placed in PICTURES[self.topic]:
                self._place(placed, left + placed.x * high, foot + placed.y * high, placed.side * high)

    def _place(self, placed: Placed, x: float, y: float, side: float) -> None:
        PushMatrix()
        Rotate(origin=(x, y), angle=placed.turn)
        if isinstance(placed.piece, str):
            texture, border, margin = tile_texture(placed.piece, THEME.scale)
            corner, size = (x - side / 2 - margin, y - side / 2 - margin), (side + 2 * margin,) * 2
            BorderImage(texture=texture, border=(border,) * 4, pos=corner, size=size)
        else:
            texture, high = placed.piece(side, int(self.star)), side * placed.tall
            Rectangle(texture=texture, pos=(x - side / 2, y - high / 2), size=(side, high))
        PopMatrix()


class HelpSheet(Sheet):
    """A touch beside its keys closes it. It follows the table while the scene stays the same."""

    def __init__(
        self,
        view: TableView,
        ask: Callable[[], HelpView],
        more: tuple[Answer, ...],
        open_help: Callable[[Sheet], None],
    ) -> None:
        self._ask, self._more, self._open_help = ask, more, open_help
        self._shown: HelpView | None = None
        self._scene = view.kind
        super().__init__()
        THEME.tell(self, self._draw_keys, "portrait")
        self.follow(view, moved=True)

    def follow(self, view: TableView, moved: bool) -> None:
        if is_overtaken(view, self._scene):
            self.close()
            return
        told = self._ask() if view.kind is self._scene else self._shown
        if told is None or told == self._shown:
            return
        self._shown = told
        self.ids.picture.show(told.topic, star_face_of(view.scene))
        lines = self.ids.lines
        lines.clear_widgets()
        for line in told.lines:
            words = Words(text=line, halign="left", largest=THEME.text_large, smallest=18)
            lines.add_widget(words)
        self._draw_keys()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        keys = self.ids.answers
        if not self.collide_point(*touch.pos):
            return False
        if keys.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if SPOKEN not in touch.ud:
            self.close()
        return True

    def _draw_keys(self, *_: object) -> None:
        keys, books = self.ids.answers, () if self._shown is None else self._shown.books
        keys.clear_widgets()
        for words, tile, act in self._more:
            keys.add_widget(Key(text=words, tile=tile, on_release=lambda _key, act=act: self._do(act)))
        if books:
            one = say("rulebook.of", game=books[0].title) if len(books) == 1 else say("rulebook.read")
            keys.add_widget(Key(text=one, tile="key", on_release=lambda *_: self._read(books)))
        keys.add_widget(Key(text=say("key.good"), tile="key line", on_release=lambda *_: self.close()))
        keys.cols = 1 if THEME.portrait else len(keys.children)

    def _do(self, act: Callable[[], None]) -> None:
        self.close()
        act()

    def _read(self, books: tuple[RuleBook, ...]) -> None:
        if len(books) == 1:
            self._lay(books[0])
            return
        choices = tuple(Choice(book.title, "", partial(self._lay, book)) for book in books)
        self._open_help(ChoiceSheet(choices, wide=True, title=say("rulebook.which")))

    def _lay(self, book: RuleBook) -> None:
        self._open_help(RulesPage(book, self._scene))

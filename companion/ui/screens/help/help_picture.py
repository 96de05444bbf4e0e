"""The small picture of a topic, in the middle of its box."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import BorderImage, Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.play.help.views import Topic
from companion.ui.art.cup import HEIGHT
from companion.ui.art.dice import MARGIN
from companion.ui.art.help_pictures import PICTURES, WIDE, CupPiece, DiePiece, Placed, SignPiece, TilePiece
from companion.ui.art.textures import cup_texture, die_texture, sign_texture, tile_texture
from companion.ui.theme import THEME, Palette
from companion.ui.widgets.die_face import SKINS, skin_of


class HelpPicture(Widget):
    """Draws the pieces of one topic; ``star``: the star face of the table's dice."""

    star = NumericProperty(0)

    def __init__(self, **properties: object) -> None:
        self.topic = Topic.APP
        super().__init__(**properties)
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._redraw, size=self._redraw, star=self._redraw)

    def show(self, topic: Topic, star_face: int) -> None:
        """Draw this topic's picture."""
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
        if isinstance(placed.piece, TilePiece):
            texture, border, margin = tile_texture(placed.piece.name, THEME.scale)
            corner, size = (x - side / 2 - margin, y - side / 2 - margin), (side + 2 * margin,) * 2
            BorderImage(texture=texture, border=(border,) * 4, pos=corner, size=size)
        else:
            tall = HEIGHT if isinstance(placed.piece, CupPiece) else 1.0
            corner = (x - side / 2, y - side * tall / 2)
            Rectangle(texture=self._texture(placed.piece, side), pos=corner, size=(side, side * tall))
        PopMatrix()

    def _texture(self, piece: DiePiece | SignPiece | CupPiece, side: float) -> Texture:
        if isinstance(piece, DiePiece):
            skin = skin_of(int(self.star)) if piece.skin == "table" else piece.skin
            return die_texture(side / (1 - 2 * MARGIN), piece.face, SKINS[skin], int(self.star))
        if isinstance(piece, SignPiece):
            return sign_texture(piece.sign, max(8, int(side)), getattr(Palette, piece.colour))
        return cup_texture(max(16, int(side)))

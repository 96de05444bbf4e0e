"""Drawn pictures as textures, each drawn once a size."""

from __future__ import annotations

import gc
from functools import lru_cache

from kivy.graphics.texture import Texture

from companion.core.seats import sign_of
from companion.ui.art.canvas import Picture, draw_words
from companion.ui.art.cards import draw_badge, draw_card, draw_chip, draw_cup
from companion.ui.art.dice import DieSkin, draw_die
from companion.ui.art.signs import Sign, draw_sign
from companion.ui.art.theme import THEME, Colour, Paint, Palette, colour
from companion.ui.art.tiles import DAY_TILES, NIGHT_TILES, draw_felt, draw_halo, draw_nap, draw_tile

SIZE_STEP = 2
"""Dice are drawn at every second pixel size: few pictures, no visible scaling."""


def texture_of(picture: Picture, repeat: bool = False) -> Texture:
    height, width = picture.pixels.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba", bufferfmt="ubyte")
    texture.mag_filter = texture.min_filter = "linear"
    if repeat:
        texture.wrap = "repeat"
    texture.blit_buffer(picture.bytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


@lru_cache(maxsize=512)
def _die(side: int, face: int | None, skin: DieSkin, star: int, birds: bool) -> Texture:
    return texture_of(draw_die(side, face, skin, star, birds))


def die_texture(side: float, face: int | None, skin: DieSkin, star: int) -> Texture:
    stepped = max(8, round(side / SIZE_STEP) * SIZE_STEP)
    return _die(stepped, face, skin, star, THEME.birds)


@lru_cache(maxsize=256)
def _tile(name: str, scale: float) -> tuple[Texture, int, int]:
    tiles = NIGHT_TILES if Palette.felt == Paint.felt else DAY_TILES
    picture, border, margin = draw_tile(tiles[name], scale)
    return texture_of(picture), border, margin


def tile_texture(name: str, scale: float) -> tuple[Texture, int, int]:
    return _tile(name, round(scale, 2))


@lru_cache(maxsize=4)
def felt_texture() -> Texture:
    return texture_of(draw_felt(160, 96))


@lru_cache(maxsize=1)
def nap_texture() -> Texture:
    return texture_of(draw_nap(128), repeat=True)


@lru_cache(maxsize=16)
def cup_texture(width: int) -> Texture:
    return texture_of(draw_cup(width))


@lru_cache(maxsize=64)
def card_texture(width: int, height: int, face_up: bool) -> Texture:
    return texture_of(draw_card(width, height, face_up))


@lru_cache(maxsize=16)
def chip_texture(side: int) -> Texture:
    return texture_of(draw_chip(side))


@lru_cache(maxsize=16)
def words_texture(text: str, height: int, colour: Colour) -> Texture:
    return texture_of(draw_words(text, height, colour))


@lru_cache(maxsize=128)
def sign_texture(sign: Sign, side: int, colour: Colour) -> Texture:
    return texture_of(draw_sign(sign, side, colour))


@lru_cache(maxsize=64)
def badge_texture(seat: int, side: int) -> Texture:
    return texture_of(draw_badge(sign_of(seat), side))


@lru_cache(maxsize=1)
def halo_texture() -> Texture:
    return texture_of(draw_halo(96))


def forget_look() -> None:
    _tile.cache_clear()
    felt_texture.cache_clear()


BYTES_A_PIXEL = 4
"""Drivers store red, green and blue with a fourth byte."""


def texture_bytes() -> int:
    """Bytes of all live textures; a part of a texture is not counted again."""
    # type() and not isinstance(): the latter asks dead weak proxies for their class, which raises.
    gc.unfreeze()  # frozen objects are missing in gc.get_objects()
    whole = [each for each in gc.get_objects() if type(each) is Texture]
    return BYTES_A_PIXEL * sum(each.width * each.height for each in whole)


DAY: dict[str, Colour] = {
    "felt_edge": colour("#DCD0B6"),
    "felt": colour("#F1E9D6"),
    "plate": colour("#FBF7EC"),
    "plate_edge": colour("#A99B78"),
    "plate_light": colour("#FFFFFF"),
    "ivory": colour("#12241F"),
    "ivory_quiet": colour("#374740"),
    "ivory_faint": colour("#4B5A52"),
    "yellow": colour("#7A4A00"),
    "yellow_light": colour("#6B4000"),
    "red_light": colour("#9A1B10"),
    "blue": colour("#0A4F80"),
}
"""Dark ink on paper. Colours that are not named here are those of the night."""
NIGHT: dict[str, Colour] = {name: getattr(Palette, name) for name in DAY}


def is_day() -> bool:
    return Palette.ivory == DAY["ivory"]


_DEEP = 0.5
"""Brightness at which a sign's colour stands out from light, and light letters from it."""


def seat_colour(seat: int, deep: bool) -> Colour:
    bright = _DEEP if deep else 1.0
    red, green, blue = (part / 255 * bright for part in sign_of(seat).colour)
    return red, green, blue, 1.0


def use_colours(day: bool) -> None:
    """Switch to day or night; existing screens keep their colours until they are made anew."""
    if day is is_day():
        return
    for name, shade in (DAY if day else NIGHT).items():
        setattr(Palette, name, shade)
    forget_look()

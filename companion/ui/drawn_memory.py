"""What the pictures on the screen take, wherever the graphics driver keeps them."""

from __future__ import annotations

import gc

from kivy.graphics.texture import Texture

BYTES_A_PIXEL = 4
"""Drivers keep red, green, blue with a fourth byte, too."""


def texture_bytes() -> int:
    """Bytes of all textures that are alive; parts of a texture are not counted again."""
    # type() and not isinstance(): the latter asks dead weak proxies for their class, which raises.
    whole = [each for each in gc.get_objects() if type(each) is Texture]
    return BYTES_A_PIXEL * sum(each.width * each.height for each in whole)

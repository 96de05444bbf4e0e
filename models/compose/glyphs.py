"""Letters and signs as fonts write them, as outlines to fill."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from models.compose.symbols import Symbol, traced_mask

GLYPH_PX = 200
LETTERS = "BCDEFGHILMNPRSUVXY23458"
"""Those that no other becomes when it is turned (Z is N, W is M), less those of the set ``poker``."""
SIGNS = "&@#$%?+€£§★☆♠♣♥♦♪☀☂☃☎☯☘♞♛♜♝✈✂✿❄➤∞√Ω▲◆☕"
WRITTEN_EDGE = 1.2
"""Their longer side, in half edges of the die."""


def glyphs(fonts: Path | None) -> list[tuple[Symbol, ...]]:
    """Letters and signs, each as the fonts in a folder (``*.ttf``, ``*.otf``) write it; none without one."""
    paths = sorted([*fonts.rglob("*.ttf"), *fonts.rglob("*.otf")]) if fonts else []
    written = [_written(text, paths) for text in LETTERS]
    signs = [path for path in paths if path.stem == "DejaVuSans"]
    return [each for each in written + [_written(text, signs) for text in SIGNS] if each]


def _written(text: str, paths: list[Path]) -> tuple[Symbol, ...]:
    symbols = []
    for path in paths:
        canvas = Image.new("L", (2 * GLYPH_PX, 2 * GLYPH_PX))
        font = ImageFont.truetype(str(path), GLYPH_PX)
        ImageDraw.Draw(canvas).text((GLYPH_PX // 3, GLYPH_PX // 4), text, 255, font)
        mask = np.asarray(canvas)
        if mask.any():
            symbols.append(traced_mask(mask, WRITTEN_EDGE))
    return tuple(symbols)

"""Draw the deck that lies on the simulated table: ``python -m models.cards.simulated FONTS``.

Our own design, drawn by no lot, and lettered in Noto Serif, a typeface that the reader has neither learned
from nor been measured by. FONTS holds the Debian package fonts-noto-core, unpacked by
``dpkg -x`` into ``fonts-noto-core/``. The pictures lie in ``companion/hardware/simulated/cards``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from models.cards.courts import print_court
from models.cards.drawn import PIPS, Canvas, print_indices
from models.cards.face import CARD_MM, FACE_PX, RANKS, SUITS
from models.cards.fonts import Lettering
from models.cards.style import PX_A_MM, Style
from models.cards.suits import SPADES, SuitStyle, suit_mask

OUT = Path(__file__).resolve().parents[2] / "companion/hardware/simulated/cards"
TYPEFACE = "usr/share/fonts/truetype/noto/NotoSerif-Bold.ttf"
INK, RED = (38.0, 30.0, 28.0), (44.0, 38.0, 196.0)
STOCK = (241.0, 249.0, 252.0)
BACKS = {"red": (52.0, 44.0, 158.0), "blue": (128.0, 72.0, 34.0)}
QUALITY = 90
ACE, PROUD_ACE, WITHIN = 0.27, 0.42, 0.13
"""Heights of pips in shares of the card: an ace's, the ace of spades', and the white one within that."""
TEN = 9


def style_of(lettering: Lettering) -> Style:
    """The deck's look: indices of 16 mm in two corners, slim tens, a hairline round the card."""
    return Style(
        lettering=lettering,
        suits=SuitStyle(0.98, 0.17, 0.55, 0.05, 0.78, 0.235, 1.0, 0.035, 0.2),
        inks=(INK, RED, RED, INK),
        stock=STOCK,
        width=round(CARD_MM[0] * PX_A_MM),
        radius=20,
        rank_px=round(9.2 * PX_A_MM),
        suit_px=round(6.0 * PX_A_MM),
        gap=round(0.9 * PX_A_MM),
        axis=round(6.6 * PX_A_MM),
        top=round(3.6 * PX_A_MM),
        even=True,
        condensed=0.86,
        ten=0.82,
        ten_gap=0.06,
        four=False,
        pip_px=round(0.145 * FACE_PX),
        frame=None,
        edge=(2, (205.0, 210.0, 212.0)),
        court=0,
    )


def face(style: Style, rank: int, suit: int) -> np.ndarray:
    """A card of the deck, uint8 (FACE_PX, W, 4)."""
    canvas = Canvas(style)
    if rank > TEN:
        print_court(canvas, rank - TEN - 1, suit)
    elif rank == 0:
        _print_ace(canvas, suit)
    else:
        for x, y in PIPS[rank + 1]:
            canvas.pip(suit, (x * style.width, y * FACE_PX), style.pip_px, y > 0.5)
    print_indices(canvas, rank, suit)
    return canvas.bgra()


def _print_ace(canvas: Canvas, suit: int) -> None:
    """A large pip; in that of spades stands a small white one."""
    middle = canvas.style.width / 2, FACE_PX / 2
    canvas.pip(suit, middle, (PROUD_ACE if suit == SPADES else ACE) * FACE_PX)
    if suit == SPADES:
        mask, height = suit_mask(suit, canvas.style.suits), WITHIN * FACE_PX
        size = round(mask.shape[1] * height / mask.shape[0]), round(height)
        canvas.stamp(mask, STOCK, (middle[0], middle[1] - 0.01 * FACE_PX), size)


def back(style: Style, colour: tuple[float, float, float]) -> np.ndarray:
    """A back: a lattice of lozenges within a white border, the same from both ends."""
    canvas = Canvas(style)
    tall, wide = canvas.colour.shape[:2]
    border = 22
    y, x = np.mgrid[0 : tall - 2 * border, 0 : wide - 2 * border].astype(np.float32)
    y, x = y - y.mean(), x - x.mean()
    pitch = 22.0
    lattice = np.abs(np.sin((x + 0.62 * y) * np.pi / pitch)) * np.abs(np.sin((x - 0.62 * y) * np.pi / pitch))
    line = np.clip((0.16 - lattice) / 0.10, 0, 1)
    dot = np.clip((lattice - 0.86) / 0.06, 0, 1)
    share = np.maximum(line, 0.8 * dot)[..., None]
    canvas.colour[border:-border, border:-border] = (
        np.float32(colour) * (1 - share) + np.float32(STOCK) * share
    )
    corner = (wide - border - 1, tall - border - 1)
    cv2.rectangle(canvas.colour, (border, border), corner, colour, 5, cv2.LINE_AA)
    cv2.rectangle(
        canvas.colour, (border - 9, border - 9), (corner[0] + 9, corner[1] + 9), colour, 2, cv2.LINE_AA
    )
    return canvas.bgra()


def main() -> None:
    """Draw 52 faces and the backs."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("fonts", type=Path, help="folder of unpacked font packages")
    parser.add_argument("--to", type=Path, default=OUT)
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    style = style_of(Lettering(args.fonts / "fonts-noto-core" / TYPEFACE))
    pictures = {
        RANKS[rank] + SUITS[suit]: face(style, rank, suit)
        for rank in range(len(RANKS))
        for suit in range(len(SUITS))
    }
    pictures |= {f"back_{name}": back(style, colour) for name, colour in BACKS.items()}
    for name, picture in pictures.items():
        cv2.imwrite(str(args.to / f"{name}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


if __name__ == "__main__":
    main()

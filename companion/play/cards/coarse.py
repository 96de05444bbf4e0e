"""The live picture of a card table, too coarse to read a card by: hands that are held stay secret."""

from __future__ import annotations

from companion.frame import Frame

COARSE_WIDTH = 96
"""Pixels across. Where the picture is 70 cm wide an index of 1.5 cm is then 2 px tall and a pip 1 px wide.

That is too little for a rank, and enough to see where a card lies and whether a hand is over it."""


def coarse(frame: Frame) -> Frame:
    """Every n-th pixel of a frame; one that is coarse already stays as it is."""
    step = -(-frame.width // COARSE_WIDTH)
    if step == 1:
        return frame
    return Frame(frame.pixels[step // 2 :: step, step // 2 :: step], frame.exposed_at_ns)

"""The order in which a person reads what lies on a table."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from companion.reading import Box


def reading_order(boxes: Sequence[Box]) -> list[int]:
    """The numbers of boxes row by row from the top, each row from the left.

    A row is as high as the middle one of the boxes.
    """
    if not boxes:
        return []
    row_px = max(1.0, median(bottom - top for _, top, _, bottom in boxes))
    keys = [(int((top + bottom) / 2 / row_px), (left + right) / 2) for left, top, right, bottom in boxes]
    return sorted(range(len(boxes)), key=keys.__getitem__)

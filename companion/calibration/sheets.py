"""The sheets to print, A4 and Letter, at true size: lens board and corner marks, each with a ruler."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from companion.calibration.marks import (
    BOARD_MARKER_MM,
    MARK_MM,
    RIM_MM,
    SQUARE_MM,
    SQUARES_ACROSS,
    SQUARES_DOWN,
    Place,
    black_cells,
    board_dictionary,
    lens_board,
    mark_dictionary,
)

POINTS_A_MM = 72 / 25.4
"""PDF's unit is 1/72 inch."""


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Black:
    """Rectangles filled as one shape, so that no hairline shows."""

    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """Width in mm; dashed for scissors."""

    start: tuple[float, float]
    end: tuple[float, float]
    width: float = 0.2
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """Latin-1; start of the baseline, and size in mm."""

    left: float
    baseline: float
    text: str
    size: float = 3.5


Shape = Black | Stroke | Words


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def pdf_of(pages: Sequence[Page]) -> bytes:
    """Raises ``ValueError`` for no pages and beyond Latin-1."""
    if not pages:
        raise ValueError("a PDF must have a page")
    numbers = [4 + 2 * at for at in range(len(pages))]
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, page in zip(numbers, pages, strict=True):
        box = f"[0 0 {_points(page.width)} {_points(page.height)}]"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources << /Font << /F1 3 0 R >> >>"
            f" /Contents {number + 1} 0 R >>".encode()
        )
        content = "\n".join(_drawn(shape, page) for shape in page.shapes).encode("latin-1")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    objects.append(b"<< /Title (%s) /Producer (Cups Up) >>" % _escaped(pages[0].title).encode("latin-1"))
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    written, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, each in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % place for place in places)
    written += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(objects) + 1, len(objects))
    return bytes(written + b"startxref\n%d\n%%%%EOF\n" % table)


def _drawn(shape: Shape, page: Page) -> str:
    if isinstance(shape, Black):
        boxes = (
            f"{_points(box.left)} {_points(page.height - box.top - box.height)}"
            f" {_points(box.width)} {_points(box.height)} re"
            for box in shape.boxes
        )
        return "\n".join((*boxes, "f"))
    if isinstance(shape, Stroke):
        (x1, y1), (x2, y2) = shape.start, shape.end
        dash = "[4 3] 0 d" if shape.dashed else "[] 0 d"
        return (
            f"{dash} {_points(shape.width)} w {_points(x1)} {_points(page.height - y1)} m"
            f" {_points(x2)} {_points(page.height - y2)} l S"
        )
    place = f"{_points(shape.left)} {_points(page.height - shape.baseline)}"
    return f"BT /F1 {_points(shape.size)} Tf {place} Td ({_escaped(shape.text)}) Tj ET"


def _points(mm: float) -> str:
    return f"{mm * POINTS_A_MM:.4f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


TOP_MM = 12.0
"""Above the board: most printers leave 4-6 mm white."""
RULER_MM = 150
RULER_ABOVE_EDGE_MM = 14.0
"""From the ruler's line to the lower edge of the paper."""
LINE_MM = 5.0
"""Between lines of text."""


class Paper(Enum):
    """Width and height in mm, upright."""

    A4 = (210.0, 297.0)
    LETTER = (215.9, 279.4)

    @property
    def word(self) -> str:
        return self.name.lower()


def printed_sheets(paper: Paper) -> tuple[tuple[str, bytes], ...]:
    return (
        (f"lens-board-{paper.word}.pdf", pdf_of([lens_board_page(paper)])),
        (f"corner-marks-{paper.word}.pdf", pdf_of([corner_marks_page(paper)])),
    )


def lens_board_page(paper: Paper) -> Page:
    width, height = paper.value
    left = (width - SQUARES_ACROSS * SQUARE_MM) / 2
    below = TOP_MM + SQUARES_DOWN * SQUARE_MM
    text = (
        "Lens board. Print at 100 % (actual size) and glue it flat onto stiff card or glass.",
        "Take 8 to 12 pictures: fill every part of the picture with it, tilted left, right, up and down.",
    )
    shapes: tuple[Shape, ...] = (Black(_board_boxes(left, TOP_MM)), *_lines(left, below + 7.0, text))
    return Page("Cups Up: lens board", width, height, (*shapes, *_ruler(left, height)))


def corner_marks_page(paper: Paper) -> Page:
    """Cards as on the table: B and C above, A and D below."""
    width, height = paper.value
    card = MARK_MM + 2 * RIM_MM
    left = (width - 2 * card) / 2
    places = {
        Place.FAR_LEFT: (0, 0),
        Place.FAR_RIGHT: (1, 0),
        Place.NEAR_LEFT: (0, 1),
        Place.NEAR_RIGHT: (1, 1),
    }
    shapes: list[Shape] = []
    for place, (column, row) in places.items():
        shapes += _card(place, left + column * card, TOP_MM + row * card)
    for each in range(3):
        across, down = left + each * card, TOP_MM + each * card
        shapes.append(Stroke((across, TOP_MM), (across, TOP_MM + 2 * card), dashed=True))
        shapes.append(Stroke((left, down), (left + 2 * card, down), dashed=True))
    text = (
        "Corner marks. Print at 100 % (actual size) and cut along the dashed lines.",
        "Lay the cards flat in the table's corners: A near left, B far left, C far right, D near right;",
        "near is the side of the first player, and there the letters are upright. Their white stays free.",
        "To make sure of the scale, measure from A to D between the black corners the short lines point at.",
    )
    shapes += _lines(left, TOP_MM + 2 * card + 8.0, text)
    return Page("Cups Up: corner marks", width, height, (*shapes, *_ruler((width - RULER_MM) / 2, height)))


def _board_boxes(left: float, top: float) -> tuple[Box, ...]:
    board, boxes = lens_board(), []
    for row in range(SQUARES_DOWN):
        for column in range(SQUARES_ACROSS):
            if (row + column) % 2 == 0:
                boxes.append(Box(left + column * SQUARE_MM, top + row * SQUARE_MM, SQUARE_MM, SQUARE_MM))
    for number, corners in zip(np.ravel(board.getIds()).tolist(), board.getObjPoints(), strict=True):
        x, y = (float(each) for each in np.asarray(corners).reshape(4, 3)[:, :2].min(axis=0))
        cells = black_cells(board_dictionary(), number)
        boxes += _cell_boxes(cells, left + x, top + y, BOARD_MARKER_MM)
    return tuple(boxes)


def _cell_boxes(cells: np.ndarray, left: float, top: float, side: float) -> list[Box]:
    cell, boxes = side / len(cells), []
    for row, line in enumerate(cells):
        edges = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(int)))
        for start, end in edges.reshape(-1, 2).tolist():
            boxes.append(Box(left + start * cell, top + row * cell, (end - start) * cell, cell))
    return boxes


def _card(place: Place, left: float, top: float) -> list[Shape]:
    cells = black_cells(mark_dictionary(), place.number)
    card = MARK_MM + 2 * RIM_MM
    mark = Black(tuple(_cell_boxes(cells, left + RIM_MM, top + RIM_MM, MARK_MM)))
    label = Words(left + card / 2 - 14.0, top + card - 1.5, f"{place.value}: {place.words}", 3.5)
    right, below = place in (Place.FAR_RIGHT, Place.NEAR_RIGHT), place in (Place.NEAR_LEFT, Place.NEAR_RIGHT)

    def from_corner(far: float) -> tuple[float, float]:
        return left + (card - far if right else far), top + (card - far if below else far)

    return [mark, label, Stroke(from_corner(1.0), from_corner(6.5), 0.5)]


def _lines(left: float, baseline: float, text: tuple[str, ...]) -> list[Shape]:
    return [Words(left, baseline + LINE_MM * at, line) for at, line in enumerate(text)]


def _ruler(left: float, height: float) -> list[Shape]:
    line = height - RULER_ABOVE_EDGE_MM
    shapes: list[Shape] = [Black((Box(left, line - 0.25, float(RULER_MM), 0.5),))]
    for tick in range(RULER_MM + 1):
        long = 5.0 if tick % 10 == 0 else 3.5 if tick % 5 == 0 else 2.0
        x = min(max(left + tick, left + 0.1), left + RULER_MM - 0.1)
        shapes.append(Stroke((x, line), (x, line - long), 0.2))
        if tick % 10 == 0:
            shapes.append(Words(left + tick + 0.4, line - 5.2, str(tick), 2.5))
    told = f"This line is {RULER_MM} mm long. If a real ruler disagrees, print again without scaling."
    return [*shapes, Words(left, line + 5.0, told, 3.0)]

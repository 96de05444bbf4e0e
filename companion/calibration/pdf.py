"""Writes PDF: black rectangles, lines and Helvetica, at true size. The same bytes each time.

Only what printed boards need of the format (ISO 32000-1): one content stream for each page, a standard font,
and the request to print without scaling. Coordinates of shapes are mm from the page's top left corner.
fpdf2 and reportlab would bring Pillow for a few rectangles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

POINTS_A_MM = 72 / 25.4
"""PDF's unit is 1/72 inch."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in mm: left, top, width and height."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Black:
    """Rectangles filled as one shape, so that no hairline shows between them."""

    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line of some width in mm; dashed for scissors."""

    start: tuple[float, float]
    end: tuple[float, float]
    width: float = 0.2
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text in Latin-1: where its baseline starts, and the size of its letters in mm."""

    left: float
    baseline: float
    text: str
    size: float = 3.5


Shape = Black | Stroke | Words


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its title, width and height in mm, and what is on it."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def pdf_of(pages: Sequence[Page]) -> bytes:
    """The pages as a PDF file. Raises ``ValueError`` for none and for text beyond Latin-1."""
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
    """The objects with their table of offsets; the last one describes the file."""
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
    """Millimetres as points, to a ten-thousandth."""
    return f"{mm * POINTS_A_MM:.4f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")

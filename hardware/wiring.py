"""Draws ``wiring.svg``: the 40 pins as the example panel uses them, and how each thing is wired.

    PYTHONPATH=. .venv/bin/python hardware/wiring.py

The pins come from the same example that ``cups-up panel --example`` prints, so picture and file agree.
"""

from __future__ import annotations

from pathlib import Path

from companion.devices import EXAMPLE, Wiring, wiring_of

HEADER: tuple[str | int, ...] = (
    "3.3 V", "5 V", 2, "5 V", 3, "ground", 4, 14, "ground", 15, 17, 18, 27, "ground", 22, 23, "3.3 V", 24, 10,
    "ground", 9, 25, 11, 8, "ground", 7, 0, 1, 5, "ground", 6, 12, 13, "ground", 19, 16, 26, 20, "ground", 21,
)  # fmt: skip
"""What is at each place of the pin row, 1 to 40, by the maker's documentation: BCM numbers and supplies."""
WIDTH, HEIGHT = 1000, 1090
TOP, PITCH, MIDDLE = 118, 28, 500
FILLS = {"3.3 V": "#d9822b", "5 V": "#c23030", "ground": "#222222"}
KINDS = (
    ("challenge", "#c8102e"), ("cup", "#6b4fbb"), ("lamp", "#138a36"), ("round", "#b8860b"),
    ("ring", "#0b7fab"), ("buzzer", "#8a4b08"),
)  # fmt: skip
SEEN = (
    "The pin row seen from above, the corner of the board at the top."
    " Numbers are BCM (GPIO); small ones are places."
)
WIRE, PAPER, INK, QUIET = "#333333", "#fdfbf5", "#222222", "#777777"


class Sheet:
    """Lines of SVG."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def text(
        self, x: float, y: float, words: str, size: int = 15, anchor: str = "start", **look: str
    ) -> None:
        """Words with their base line at y."""
        fill, weight = look.get("fill", INK), look.get("weight", "normal")
        self.lines.append(
            f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"'
            f' font-weight="{weight}">{words}</text>'
        )

    def line(self, *points: tuple[float, float], stroke: str = WIRE, width: float = 2) -> None:
        """A wire through these points."""
        path = " ".join(f"{x},{y}" for x, y in points)
        self.lines.append(f'<polyline points="{path}" fill="none" stroke="{stroke}" stroke-width="{width}"/>')

    def box(
        self, x: float, y: float, wide: float, high: float, fill: str = "none", stroke: str = WIRE
    ) -> None:
        """A rectangle."""
        self.lines.append(
            f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="4" fill="{fill}" stroke="{stroke}"'
            ' stroke-width="1.5"/>'
        )

    def dot(self, x: float, y: float, radius: float = 4, fill: str = WIRE, stroke: str = "none") -> None:
        """A disc."""
        self.lines.append(
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="2"/>'
        )


def drawing(wiring: Wiring) -> str:
    """The whole picture."""
    sheet = Sheet()
    sheet.text(MIDDLE, 40, "Cups Up: a panel for four on a Raspberry Pi", 24, "middle", weight="bold")
    sheet.text(MIDDLE, 66, SEEN, 14, "middle", fill=QUIET)
    _pins(sheet, dict(wiring.uses()))
    _circuits(sheet, TOP + 20 * PITCH + 48)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}"'
        ' font-family="DejaVu Sans, Verdana, sans-serif">'
    )
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
    return "\n".join((head, paper, *sheet.lines, "</svg>", ""))


def _pins(sheet: Sheet, uses: dict[int, str]) -> None:
    sheet.box(MIDDLE - 62, TOP - 22, 124, 20 * PITCH + 14, "#e9e4d4")
    for place, what in enumerate(HEADER, 1):
        row, right = divmod(place - 1, 2)
        y, side = TOP + row * PITCH, 1 if right else -1
        x = MIDDLE + side * 22
        name = uses.get(what) if isinstance(what, int) else None
        sheet.dot(x, y, 9, _fill(what, name), "#ffffff")
        sheet.text(MIDDLE + side * 44, y + 4, str(place), 10, "middle", fill=QUIET)
        label = f"GPIO {what}" if isinstance(what, int) else what
        anchor = "start" if right else "end"
        sheet.text(MIDDLE + side * 74, y + 5, label, 14, anchor, fill=INK if name else QUIET)
        if name:
            sheet.line((MIDDLE + side * 140, y), (MIDDLE + side * 172, y), stroke=_fill(what, name), width=3)
            sheet.text(MIDDLE + side * 180, y + 5, name.removeprefix("the "), 14, anchor)


def _fill(what: str | int, name: str | None) -> str:
    if isinstance(what, str):
        return FILLS[what]
    return next((colour for word, colour in KINDS if name and word in name), "#bbb7a8")


def _circuits(sheet: Sheet, top: float) -> None:
    for number, (title, draw) in enumerate(
        (
            ("Button, reed or Hall switch", _switch),
            ("Lamp (common cathode)", _lamp),
            ("Light ring, 5 V", _ring),
            ("Buzzer (active)", _buzzer),
        )
    ):
        left = 30 + number * 240
        sheet.box(left, top, 220, 322, "#ffffff", "#cfc8b2")
        sheet.text(left + 110, top + 26, title, 14, "middle", weight="bold")
        draw(sheet, left, top + 46)


def _pin(sheet: Sheet, x: float, y: float, words: str, colour: str = "#138a36") -> None:
    sheet.dot(x, y, 6, colour)
    sheet.text(x + 12, y + 5, words, 13)


def _ground(sheet: Sheet, x: float, y: float) -> None:
    for step, half in enumerate((14, 9, 4)):
        sheet.line((x - half, y + 6 * step), (x + half, y + 6 * step))
    sheet.text(x + 22, y + 12, "ground", 13)


def _resistor(sheet: Sheet, x: float, y: float, words: str) -> None:
    sheet.box(x - 7, y, 14, 34, "#f3e2b8")
    if words:
        sheet.text(x + 14, y + 22, words, 13)


def _led(sheet: Sheet, x: float, y: float, colour: str) -> None:
    sheet.lines.append(
        f'<path d="M{x - 11},{y} L{x + 11},{y} L{x},{y + 18} Z" fill="{colour}" stroke="{WIRE}"/>'
    )
    sheet.line((x - 11, y + 19), (x + 11, y + 19), width=3)


def _switch(sheet: Sheet, left: float, top: float) -> None:
    x = left + 70
    _pin(sheet, x, top + 10, "GPIO", "#c8102e")
    sheet.line((x, top + 16), (x, top + 70))
    sheet.dot(x, top + 72)
    sheet.line((x, top + 118), (x + 22, top + 78), width=3)
    sheet.dot(x, top + 120)
    sheet.line((x, top + 120), (x, top + 176))
    _ground(sheet, x, top + 176)
    sheet.text(left + 16, top + 222, "No resistor: the Pi pulls up.", 12)
    sheet.text(left + 16, top + 240, "A Hall switch has a third leg", 12)
    sheet.text(left + 16, top + 258, "for 3.3 V (never 5 V).", 12)


def _lamp(sheet: Sheet, left: float, top: float) -> None:
    xs = (left + 40, left + 90, left + 140)
    for x, name, colour in zip(xs, ("red", "green", "blue"), ("#e04a3a", "#4bb35f", "#4a7de0"), strict=True):
        sheet.dot(x, top + 10, 6, "#138a36")
        sheet.text(x, top - 4, name, 12, "middle")
        sheet.line((x, top + 16), (x, top + 40))
        _resistor(sheet, x, top + 40, "")
        sheet.line((x, top + 74), (x, top + 100))
        _led(sheet, x, top + 100, colour)
        sheet.line((x, top + 119), (x, top + 150))
    sheet.line((xs[0], top + 150), (xs[2], top + 150))
    sheet.line((xs[1], top + 150), (xs[1], top + 176))
    sheet.text(left + 156, top + 62, "330 Ω", 13)
    sheet.text(left + 156, top + 80, "each", 13)
    _ground(sheet, xs[1], top + 176)
    sheet.text(left + 16, top + 222, "One part with four legs; the", 12)
    sheet.text(left + 16, top + 240, "longest leg is the common one.", 12)


def _ring(sheet: Sheet, left: float, top: float) -> None:
    x = left + 120
    sheet.dot(x, top + 10, 6, "#c23030")
    sheet.text(x + 12, top + 14, "5 V", 13)
    sheet.line((x, top + 16), (x, top + 36))
    sheet.dot(x, top + 60, 24, "#fff6c9", WIRE)
    sheet.text(x, top + 65, "ring", 13, "middle")
    sheet.line((x, top + 84), (x, top + 112))
    sheet.box(x - 26, top + 112, 52, 44, "#dfe9f5")
    sheet.text(x, top + 131, "N-MOS", 12, "middle")
    sheet.text(x, top + 147, "FET", 12, "middle")
    sheet.line((x, top + 156), (x, top + 176))
    _ground(sheet, x, top + 176)
    sheet.dot(left + 22, top + 134, 6, "#0b7fab")
    sheet.text(left + 12, top + 118, "GPIO 18", 12)
    sheet.line((left + 28, top + 134), (left + 46, top + 134))
    sheet.box(left + 46, top + 127, 34, 14, "#f3e2b8")
    sheet.line((left + 80, top + 134), (x - 26, top + 134))
    sheet.text(left + 44, top + 158, "330 Ω", 12)
    sheet.text(left + 16, top + 222, "10 kΩ from the gate to ground", 12)
    sheet.text(left + 16, top + 240, "keeps it dark while the Pi boots.", 12)


def _buzzer(sheet: Sheet, left: float, top: float) -> None:
    x = left + 80
    _pin(sheet, x, top + 10, "GPIO 12", "#8a4b08")
    sheet.line((x, top + 16), (x, top + 70))
    sheet.dot(x, top + 96, 26, "#e6e6e6", WIRE)
    sheet.text(x, top + 92, "+", 15, "middle")
    sheet.text(x, top + 110, "3.3 V", 11, "middle")
    sheet.line((x, top + 122), (x, top + 176))
    _ground(sheet, x, top + 176)
    sheet.text(left + 16, top + 222, "One that takes 15 mA at most;", 12)
    sheet.text(left + 16, top + 240, "else through a FET, as the ring.", 12)


if __name__ == "__main__":
    path = Path(__file__).with_name("wiring.svg")
    path.write_text(drawing(wiring_of(EXAMPLE)), encoding="utf-8")
    print(path)

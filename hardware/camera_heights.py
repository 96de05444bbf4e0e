"""Prints the table of README.md: ``PYTHONPATH=. .venv/bin/python hardware/camera_heights.py``."""

from __future__ import annotations

from companion.calibration.view import LENSES, PLAYING_FIELDS, mounted


def heights() -> str:
    """The table in Markdown."""
    lines = [
        "| camera | players | playing field | hang it at | it sees | a 16 mm die is |",
        "|---|---|---|---|---|---|",
    ]
    for lens in LENSES:
        for fewest, most, (width, depth) in PLAYING_FIELDS:
            mount = mounted(lens, (width, depth))
            seen = f"{mount.seen_mm[0] / 10:.0f} × {mount.seen_mm[1] / 10:.0f} cm"
            size = f"{mount.die_px:.0f} px" if mount.readable else f"{mount.die_px:.0f} px: too small"
            field, height = f"{width / 10:.0f} × {depth / 10:.0f} cm", f"{mount.height_mm / 10:.0f} cm"
            lines.append(f"| {lens.name} | {fewest}–{most} | {field} | {height} | {seen} | {size} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(heights())

"""Prints the table of README.md: ``PYTHONPATH=. .venv/bin/python hardware/camera_heights.py``."""

from __future__ import annotations

from companion.calibration.view import LENSES, PLAYING_FIELDS, Mount, mounted


def heights() -> str:
    """The table in Markdown: a row for each camera, a column for each playing field."""
    fields = [
        f"{fewest}–{most} players ({width / 10:.0f} × {depth / 10:.0f} cm)"
        for fewest, most, (width, depth) in PLAYING_FIELDS
    ]
    lines = [_row("camera", fields), "|---|" + "---|" * len(fields)]
    lines += [
        _row(lens.name, [_cell(mounted(lens, field_mm)) for _, _, field_mm in PLAYING_FIELDS])
        for lens in LENSES
    ]
    return "\n".join(lines)


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _cell(mount: Mount) -> str:
    """The height, and the length of a 16 mm die in the picture."""
    size = f"{mount.die_px:.0f} px" if mount.readable else f"{mount.die_px:.0f} px: too small"
    return f"{mount.height_mm / 10:.0f} cm ({size})"


if __name__ == "__main__":
    print(heights())

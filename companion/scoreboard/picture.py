"""The picture of a reveal, which the table may add to the scoreboard's feed as a line of its own."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

MARK = '{"picture": '
"""What such a line begins with."""
NO_PICTURE = MARK + "null}"
"""The line that takes the picture away."""
JPEG = b"\xff\xd8\xff"
LARGEST = 600_000
"""Bytes; of 1280 pixels' width a picture has a tenth of a megabyte."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG of the event with this number in the record of this game."""

    game: int
    number: int
    jpeg: bytes

    @property
    def name(self) -> str:
        """The name of its file on the page."""
        return f"reveal-{self.game}-{self.number}.jpg"


def picture_line(picture: Picture) -> str:
    """The line that hands it to the server, without a line end."""
    jpeg = base64.b64encode(picture.jpeg).decode()
    return json.dumps({"picture": {"game": picture.game, "number": picture.number, "jpeg": jpeg}})


def picture_in(line: str) -> Picture | None:
    """The picture in such a line; ``None`` for any other line, and for what is no JPEG."""
    if not line.startswith(MARK):
        return None
    try:
        told = json.loads(line)["picture"]
        jpeg = base64.b64decode(told["jpeg"], validate=True)
        game, number = int(told["game"]), int(told["number"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return Picture(game, number, jpeg) if jpeg.startswith(JPEG) and len(jpeg) <= LARGEST else None

"""What the screen shows of the kept games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.play.base.views import PictureView
from companion.play.modes.dice.views import BidView, VerdictView


class Period(Enum):
    """When a game was begun."""

    ALL = "all"
    TODAY = "today"
    MONTH = "month"
    EARLIER = "earlier"
    """Before this month."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A kept game in the list. ``ended`` says who has won, or how far it came; "" while it is not loaded."""

    game_id: int
    when: str
    title: str
    players: str
    ended: str


@dataclass(frozen=True, slots=True)
class HistoryScene:
    """The games that were looked for, the newest first.

    ``name`` and ``period`` are what was looked for, ``names`` what may be: who played most comes first.
    ``told`` stands in the place of the rows where there are none.
    """

    rows: tuple[GameRow, ...]
    name: str
    period: Period
    names: tuple[str, ...]
    told: str


@dataclass(frozen=True, slots=True)
class StoryScene:
    """A kept game, and one round of it (``at`` of ``rounds``, from 0; of cards a hand).

    Of cards ``lines`` tell the Quests. ``told`` is how it ended. ``may_draw``: the game has a souvenir, to
    be asked for. ``star_face`` is drawn as a star, 0: none.
    """

    game_id: int
    names: tuple[str, ...]
    at: int
    rounds: int
    lines: tuple[str, ...]
    told: str
    may_draw: bool
    star_face: int = 0
    bids: tuple[BidView, ...] = ()
    verdict: VerdictView | None = None
    souvenir: PictureView | None = None


@dataclass(frozen=True, slots=True)
class BarView:
    """A part of a whole (0-1) in words, as a bar, and told in numbers.

    The bar goes from ``origin`` to ``share``, also to the left: from the middle for what may be negative.
    """

    words: str
    share: float
    told: str
    origin: float = 0.0


@dataclass(frozen=True, slots=True)
class FiguresScene:
    """A page of figures, ``at`` of ``pages`` (from 0): the table's, or of the player ``name``.

    ``faces`` is how often each face from 1 to 6 was bid, ``stars`` how often the star; none for the table.
    """

    at: int
    pages: int
    name: str
    title: str
    lines: tuple[str, ...]
    bars: tuple[BarView, ...]
    faces: tuple[int, ...]
    stars: int = 0

"""What the history needs: the kept games, and what was kept with them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from companion.journal import KeptGame
from companion.journal.statistics import CountedGame, GameTally
from companion.play.base.views import PictureView
from companion.rules import GameRecord


class Past(Protocol):
    """The table's memory (``companion.cli.wiring.past.PastHere``).

    All but ``today`` raise ``companion.journal.errors.StoreError`` in a sentence.
    """

    def today(self) -> date:
        """The day, where the table stands."""
        ...

    def games(self) -> tuple[KeptGame, ...]:
        """All kept games, the first begun first."""
        ...

    def tallies(self, games: Sequence[KeptGame]) -> dict[int, GameTally]:
        """What is counted of these games, by their numbers."""
        ...

    def count_ahead(self) -> bool:
        """Count some games that nobody has asked for yet; whether any is left."""
        ...

    def counted(self) -> tuple[CountedGame, ...]:
        """All games of dice, with what is counted of them."""
        ...

    def record(self, game_id: int) -> GameRecord:
        """A game with its whole history, of a damaged one its good part."""
        ...

    def picture(self, game_id: int, number: int) -> PictureView | None:
        """The picture of the reveal with this number in the record, with its marks, where one was kept."""
        ...

    def souvenir(self, game_id: int) -> PictureView: ...

    def forget_game(self, game_id: int) -> None:
        """Take a game out of the journal, with all that was kept of it."""
        ...

    def forget_player(self, name: str) -> None:
        """Take a name out of every game and every page."""
        ...

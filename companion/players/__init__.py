"""Players by program, and their table: each sees a view, never another's dice."""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.players.bots import NAMES as NAMES
    from companion.players.bots import Bluffing as Bluffing
    from companion.players.bots import ByChance as ByChance
    from companion.players.bots import ByOdds as ByOdds
    from companion.players.table import Bot as Bot
    from companion.players.table import Said as Said
    from companion.players.table import Score as Score
    from companion.players.table import Table as Table
    from companion.players.table import View as View
    from companion.players.table import contest as contest
    from companion.players.table import dealt as dealt
    from companion.players.table import played as played
else:
    __getattr__, __all__ = lazily(__name__, __file__)

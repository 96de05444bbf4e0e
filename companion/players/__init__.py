"""Players by program, and their table: each sees a view, never another's dice."""

from companion.players.bots import NAMES, Bluffing, ByChance, ByOdds
from companion.players.table import Bot, Said, Score, Table, View, contest, dealt, played

__all__ = [
    "NAMES",
    "Bluffing",
    "Bot",
    "ByChance",
    "ByOdds",
    "Said",
    "Score",
    "Table",
    "View",
    "contest",
    "dealt",
    "played",
]

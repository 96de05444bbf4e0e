"""Many tables, one evening: what tables tell goes into a database, which gives seating, standings and a page.

The scorer needs paho-mqtt, its page Starlette and uvicorn.
"""

from typing import TYPE_CHECKING

from companion.core.lazy import lazily

if TYPE_CHECKING:
    from companion.club.evening import evening_in, lines_of, message_of, same_name
    from companion.club.kept import POSTGRESQL, Club, DatabaseAway, DataRefused
    from companion.club.lines import NotImported, lines_in
    from companion.club.plan_file import OPEN_LEAGUE, PlanError, plan_in
    from companion.club.scorer import Scorer
    from companion.club.serving import drawing, serve
    from companion.club.tournament import Plan

__all__ = [
    "OPEN_LEAGUE",
    "POSTGRESQL",
    "Club",
    "DataRefused",
    "DatabaseAway",
    "NotImported",
    "Plan",
    "PlanError",
    "Scorer",
    "drawing",
    "evening_in",
    "lines_in",
    "lines_of",
    "message_of",
    "plan_in",
    "same_name",
    "serve",
]

__getattr__ = lazily(
    __name__,
    evening="evening_in lines_of message_of same_name",
    kept="Club DataRefused DatabaseAway POSTGRESQL",
    lines="NotImported lines_in",
    plan_file="OPEN_LEAGUE PlanError plan_in",
    scorer="Scorer",
    serving="drawing serve",
    tournament="Plan",
)

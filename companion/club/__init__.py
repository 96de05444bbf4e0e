"""Many tables, one evening: from tables' messages in a database come seating, standings and a page.

The scorer needs paho-mqtt, its page Starlette and uvicorn.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.club.evening import (
        Evening,
        csv_of,
        evening_in,
        lines_of,
        message_of,
        rounds_csv,
        rounds_in_words,
        trf_of,
    )
    from companion.club.kept import POSTGRESQL, Club, DatabaseAway, DataRefused
    from companion.club.lines import NotImported, lines_in
    from companion.club.plan_file import CHANGES, OPEN_LEAGUE, UNDO, NotChanged, PlanError, change_of, plan_in
    from companion.club.scorer import Scorer
    from companion.club.serving import drawing, keep_page, serve
    from companion.club.tournament import Plan
else:
    __getattr__ = lazily(
        __name__,
        {
            "evening": "Evening csv_of evening_in lines_of message_of rounds_csv rounds_in_words trf_of",
            "kept": "Club DataRefused DatabaseAway POSTGRESQL",
            "lines": "NotImported lines_in",
            "plan_file": "CHANGES NotChanged OPEN_LEAGUE PlanError UNDO change_of plan_in",
            "scorer": "Scorer",
            "serving": "drawing keep_page serve",
            "tournament": "Plan",
        },
    )

__all__ = [
    "CHANGES",
    "OPEN_LEAGUE",
    "POSTGRESQL",
    "UNDO",
    "Club",
    "DataRefused",
    "DatabaseAway",
    "Evening",
    "NotChanged",
    "NotImported",
    "Plan",
    "PlanError",
    "Scorer",
    "change_of",
    "csv_of",
    "drawing",
    "evening_in",
    "keep_page",
    "lines_in",
    "lines_of",
    "message_of",
    "plan_in",
    "rounds_csv",
    "rounds_in_words",
    "serve",
    "trf_of",
]

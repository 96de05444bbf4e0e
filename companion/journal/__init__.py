"""The journal: records as text, every game on disk, seals, backups, salvage, house rules.

Its figures are ``companion.journal.statistics``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import lazily
from companion.journal.errors import HouseRulesError, JournalError, RecordError, StoreError, StoreTrouble
from companion.journal.home import JOURNAL_NAME, default_folder, table_id_in

if TYPE_CHECKING:
    from companion.journal.codec import (
        CardNote,
        DieNote,
        NotJson,
        ReadingNote,
        Source,
        SquaresNote,
        TableKind,
        event_of,
        line_of,
        read_json,
        read_record,
        replay_record,
        text_of,
        write_json,
    )
    from companion.journal.database import BACKUPS, backups_of, is_emptied
    from companion.journal.house_rules import (
        HOUSE_RULES_FOLDER,
        HouseRules,
        HouseShelf,
        KeptHouseRules,
        title_key,
    )
    from companion.journal.kept_games import HeldTallies, KeptGame, SavedGame, TallyShelf
    from companion.journal.lines import NOBODY
    from companion.journal.salvaging import open_or_salvage, put_away, rescue, salvage
    from companion.journal.store import Store
    from companion.journal.summary import Summary, match_summary, summary_of
else:
    __getattr__ = lazily(
        __name__,
        {
            "codec": (
                "CardNote DieNote NotJson ReadingNote Source SquaresNote TableKind event_of line_of "
                "read_json read_record replay_record text_of write_json"
            ),
            "database": "BACKUPS backups_of is_emptied",
            "house_rules": "HOUSE_RULES_FOLDER HouseRules HouseShelf KeptHouseRules title_key",
            "kept_games": "HeldTallies KeptGame SavedGame TallyShelf",
            "lines": "NOBODY",
            "salvaging": "open_or_salvage put_away rescue salvage",
            "store": "Store",
            "summary": "Summary match_summary summary_of",
        },
    )

__all__ = [
    "BACKUPS",
    "HOUSE_RULES_FOLDER",
    "JOURNAL_NAME",
    "NOBODY",
    "CardNote",
    "DieNote",
    "HeldTallies",
    "HouseRules",
    "HouseRulesError",
    "HouseShelf",
    "JournalError",
    "KeptGame",
    "KeptHouseRules",
    "NotJson",
    "ReadingNote",
    "RecordError",
    "SavedGame",
    "Source",
    "SquaresNote",
    "Store",
    "StoreError",
    "StoreTrouble",
    "Summary",
    "TableKind",
    "TallyShelf",
    "backups_of",
    "default_folder",
    "event_of",
    "is_emptied",
    "line_of",
    "match_summary",
    "open_or_salvage",
    "put_away",
    "read_json",
    "read_record",
    "replay_record",
    "rescue",
    "salvage",
    "summary_of",
    "table_id_in",
    "text_of",
    "title_key",
    "write_json",
]

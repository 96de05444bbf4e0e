"""The journal: records as text, every game on disk, seals, backups, salvage, house rules.

Its figures are ``companion.journal.statistics``.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.journal.codec import NOBODY as NOBODY
    from companion.journal.codec import CardNote as CardNote
    from companion.journal.codec import DieNote as DieNote
    from companion.journal.codec import NotJson as NotJson
    from companion.journal.codec import ReadingNote as ReadingNote
    from companion.journal.codec import Source as Source
    from companion.journal.codec import SquaresNote as SquaresNote
    from companion.journal.codec import TableKind as TableKind
    from companion.journal.codec import event_of as event_of
    from companion.journal.codec import line_of as line_of
    from companion.journal.codec import read_json as read_json
    from companion.journal.codec import read_record as read_record
    from companion.journal.codec import replay_record as replay_record
    from companion.journal.codec import text_of as text_of
    from companion.journal.codec import write_json as write_json
    from companion.journal.database import BACKUPS as BACKUPS
    from companion.journal.database import backups_of as backups_of
    from companion.journal.database import is_emptied as is_emptied
    from companion.journal.errors import HouseRulesError as HouseRulesError
    from companion.journal.errors import JournalError as JournalError
    from companion.journal.errors import RecordError as RecordError
    from companion.journal.errors import StoreError as StoreError
    from companion.journal.errors import StoreTrouble as StoreTrouble
    from companion.journal.home import JOURNAL_NAME as JOURNAL_NAME
    from companion.journal.home import default_folder as default_folder
    from companion.journal.home import table_id_in as table_id_in
    from companion.journal.home import visible_folder as visible_folder
    from companion.journal.house_rules import HOUSE_RULES_FOLDER as HOUSE_RULES_FOLDER
    from companion.journal.house_rules import HouseRules as HouseRules
    from companion.journal.house_rules import HouseShelf as HouseShelf
    from companion.journal.house_rules import KeptHouseRules as KeptHouseRules
    from companion.journal.house_rules import title_key as title_key
    from companion.journal.kept_games import KeptGame as KeptGame
    from companion.journal.kept_games import SavedGame as SavedGame
    from companion.journal.kept_games import TallyShelf as TallyShelf
    from companion.journal.salvaging import open_or_salvage as open_or_salvage
    from companion.journal.salvaging import put_away as put_away
    from companion.journal.salvaging import rescue as rescue
    from companion.journal.salvaging import salvage as salvage
    from companion.journal.store import Store as Store
    from companion.journal.summary import Summary as Summary
    from companion.journal.summary import match_summary as match_summary
    from companion.journal.summary import summary_of as summary_of
else:
    __getattr__, __all__ = lazily(__name__, __file__)

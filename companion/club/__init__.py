"""Many tables, one evening: from tables' messages in a database come seating, standings and a page.

The scorer needs paho-mqtt, its page Starlette and uvicorn.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.club.evening import Evening as Evening
    from companion.club.evening import csv_of as csv_of
    from companion.club.evening import evening_in as evening_in
    from companion.club.evening import lines_of as lines_of
    from companion.club.evening import message_of as message_of
    from companion.club.evening import rounds_csv as rounds_csv
    from companion.club.evening import rounds_in_words as rounds_in_words
    from companion.club.evening import trf_of as trf_of
    from companion.club.kept import POSTGRESQL as POSTGRESQL
    from companion.club.kept import Club as Club
    from companion.club.kept import DatabaseAway as DatabaseAway
    from companion.club.kept import DataRefused as DataRefused
    from companion.club.lines import MOST_LINES as MOST_LINES
    from companion.club.lines import NotImported as NotImported
    from companion.club.lines import lines_in as lines_in
    from companion.club.plan_file import CHANGES as CHANGES
    from companion.club.plan_file import OPEN_LEAGUE as OPEN_LEAGUE
    from companion.club.plan_file import UNDO as UNDO
    from companion.club.plan_file import PlanError as PlanError
    from companion.club.plan_file import change_of as change_of
    from companion.club.plan_file import plan_in as plan_in
    from companion.club.plan_file import say_change as say_change
    from companion.club.scorer import Scorer as Scorer
    from companion.club.serving import drawing as drawing
    from companion.club.serving import keep_page as keep_page
    from companion.club.serving import serve as serve
    from companion.club.tournament import Plan as Plan
else:
    __getattr__, __all__ = lazily(__name__, __file__)

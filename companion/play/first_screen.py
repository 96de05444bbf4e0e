"""The first screen: games to go on with and saved house rules, as far as they can be read."""

from __future__ import annotations

from companion.journal.errors import HouseRulesError, StoreError
from companion.play.mixer import Mixer
from companion.play.ports import Journal
from companion.play.sentences import as_sentence
from companion.play.table import Table, welcome

SAVED_GAMES_SHOWN = 8
"""Games offered on the first screen: what fits on the smallest one."""


def first_screen(number: int, journal: Journal, mixer: Mixer) -> Table:
    """The table without a game, with what is saved; what cannot be read is told and left out."""
    saved, kept, faults = (), mixer.nothing_kept, []
    try:
        saved = journal.games(SAVED_GAMES_SHOWN)
    except StoreError as fault:
        faults.append(as_sentence(str(fault)))
    try:
        kept = mixer.kept()
    except HouseRulesError as fault:
        faults.append(as_sentence(str(fault)))
    else:
        faults += kept.faults if kept is not None else ()
    return welcome(number, saved, " ".join(faults) or None).but(kept=kept)

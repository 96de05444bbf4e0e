"""The page shown while the journal cannot be used: what is wrong and what can be done."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from companion.journal import StoreError, StoreTrouble, put_away, salvage
from companion.play.base import commands
from companion.play.base.views import View
from companion.play.overlays.views import JournalScene
from companion.text import as_sentence, say

log = logging.getLogger(__name__)


class OpenedSession(Protocol):
    view: View[Any]
    on_view: Callable[[View[Any]], None] | None

    @property
    def is_well(self) -> bool: ...

    def send(self, command: commands.Command) -> None: ...

    def tell(self, sentence: str) -> None: ...


class JournalPage:
    """A session for the screen: first this page, then the table's session.

    ``open_session(False)`` keeps nothing. It raises ``StoreError``.
    """

    def __init__(
        self, journal: Path, fault: StoreError, open_session: Callable[[bool], OpenedSession]
    ) -> None:
        self._journal, self._open = journal, open_session
        self._session: OpenedSession | None = None
        self._on_view: Callable[[View[Any]], None] | None = None
        self._working = threading.Lock()
        self._view = _view_of(1, fault)

    @property
    def view(self) -> View[Any]:
        return self._view if self._session is None else self._session.view

    @property
    def on_view(self) -> Callable[[View[Any]], None] | None:
        """Called with every new view, from any thread."""
        return self._on_view

    @on_view.setter
    def on_view(self, called: Callable[[View[Any]], None] | None) -> None:
        self._on_view = called
        if self._session is not None:
            self._session.on_view = called

    @property
    def is_well(self) -> bool:
        return self._session is None or self._session.is_well

    def send(self, command: commands.Command) -> None:
        if self._session is not None:
            self._session.send(command)
        elif command.number == self._view.number and self._working.acquire(blocking=False):
            threading.Thread(target=self._take, args=(command,), name="journal page", daemon=True).start()

    def _take(self, command: commands.Command) -> None:
        try:
            self._carry_out(command)
        except StoreError as fault:
            self._show(_view_of(self._view.number + 1, fault))
        except Exception as fault:  # the page outlives any fault: logged, and told the table
            log.exception("the journal's page goes on after a fault")
            told = StoreError(as_sentence(say("fault.unknown", fault=str(fault) or type(fault).__name__)))
            self._show(_view_of(self._view.number + 1, told))
        finally:
            self._working.release()

    def _carry_out(self, command: commands.Command) -> None:
        told = None
        match command:
            case commands.SalvageJournal():
                done = salvage(self._journal)
                told = say("journal.salvaged", count=done.games, file=done.kept.name)
            case commands.BeginNewJournal():
                told = say("journal.begun_anew", file=put_away(self._journal).name)
            case commands.PlayUnsaved():
                told = say("journal.unsaved")
            case commands.TryJournalAgain():
                pass
            case _:
                return
        session = self._open(not isinstance(command, commands.PlayUnsaved))
        session.on_view = self._on_view
        self._session = session
        if self._on_view is not None:
            self._on_view(session.view)
        if told is not None:
            session.tell(told)

    def _show(self, view: View[Any]) -> None:
        self._view = view
        if self._on_view is not None:
            with suppress(RuntimeError):  # a window that is being closed
                self._on_view(view)


def _view_of(number: int, fault: StoreError) -> View[Any]:
    trouble = fault.trouble
    page = JournalScene(
        sentence=str(fault),
        may_salvage=trouble is StoreTrouble.DAMAGED,
        may_begin_anew=trouble in (None, StoreTrouble.DAMAGED),
        may_play_unsaved=trouble is not StoreTrouble.BUSY,
    )
    return View(number, page, say("scene.journal"))

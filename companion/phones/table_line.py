"""The server's line to the table: standard input says how it stands, standard output asks it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable

LONGEST_LINE = 1_000_000
PATIENCE_S = 8.0
"""A table answers at once; one that writes to a slow card takes some seconds."""
MOST_OPEN = 50
"""Questions that may wait for an answer."""

Fields = dict[str, object]


class NoAnswer(Exception):
    """The table does not answer, or too many questions wait."""


class TableLine:
    """Asks the table, and hears from it. ``on_table`` is called with each new state of it."""

    def __init__(self, on_table: Callable[[Fields], None]) -> None:
        self._on_table = on_table
        self._open: dict[int, asyncio.Future[Fields]] = {}
        self._questions = 0

    async def listen(self) -> None:
        """Hear the table until it has gone."""
        reader = asyncio.StreamReader(LONGEST_LINE)
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        try:
            while line := await reader.readline():
                self._hear(json.loads(line))
        finally:
            transport.close()

    async def ask(self, fields: Fields) -> Fields:
        """The table's answer. Raises ``NoAnswer``."""
        if len(self._open) >= MOST_OPEN:
            raise NoAnswer
        self._questions += 1
        question, answer = self._questions, asyncio.get_running_loop().create_future()
        self._open[question] = answer
        try:
            print(json.dumps(fields | {"question": question}), flush=True)
            return await asyncio.wait_for(answer, PATIENCE_S)
        except (TimeoutError, OSError):
            raise NoAnswer from None
        finally:
            del self._open[question]

    def _hear(self, told: Fields) -> None:
        answered = told.get("answer")
        if answered is None:
            self._on_table(told)
        elif isinstance(answered, int) and answered in self._open and not self._open[answered].done():
            self._open[answered].set_result(told)

"""What of this table listens for other screens: switched on and off by name while the app runs."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping

from companion.commands.wiring.feed_here import HERE as SCOREBOARD_HERE
from companion.commands.wiring.phones_here import HERE as PHONES_HERE
from companion.commands.wiring.phones_here import NoPhones, SwitchedPhones
from companion.commands.wiring.reveals_here import RevealsOnBoard
from companion.commands.wiring.scoreboard_here import NoScoreboard, SwitchedScoreboard, is_local
from companion.phones.desk import PhoneDesk
from companion.play.settings.ports import Reach, Served
from companion.scoreboard.addresses import LAN
from companion.text.speech import say

PLACES = {
    (Served.SCOREBOARD, Reach.HERE): SCOREBOARD_HERE,
    (Served.SCOREBOARD, Reach.LAN): LAN,
    (Served.PHONES, Reach.HERE): PHONES_HERE,
    (Served.PHONES, Reach.LAN): LAN,
}
"""Where each listens, as ``companion.scoreboard.addresses`` reads it."""
ENDS_WITHIN_S = 30.0
"""Longer than a server takes to start and to end."""


class ServersHere:
    """Fits ``companion.play.settings.ports.Servers``, and has what the screen shows of them.

    A server takes a second or more to start: a thread of its own waits for that, one switch after the other.
    """

    def __init__(
        self,
        board: SwitchedScoreboard,
        phones: SwitchedPhones,
        places: Mapping[tuple[Served, Reach], str] = PLACES,
    ) -> None:
        """Board and phones may be on already, at any address."""
        self.on_news: Callable[[str], None] = lambda _: None
        """Is told in a sentence what came of a switch; on another thread."""
        self.reveals: RevealsOnBoard | None = None
        """What hands reveals' pictures to the scoreboard; none at a table that never takes any."""
        self._board, self._switched, self._places = board, phones, places
        self._changing: list[Served] = []
        self._wanted: queue.SimpleQueue[tuple[Served, Reach] | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, name="servers", daemon=True)
        self._worker.start()

    @property
    def scoreboard(self) -> tuple[str, bool] | None:
        """The scoreboard's address, and whether only this machine can open it; ``None``: it is off."""
        url = self._board.url
        return None if url is None else (url, is_local(url))

    @property
    def desk(self) -> PhoneDesk:
        """Where phones are at the table, on or off."""
        return self._switched.desk

    @property
    def phones(self) -> PhoneDesk | None:
        """The same while phones can join."""
        return None if self._switched.url is None else self.desk

    def reach(self, served: Served) -> Reach:
        """Who can reach it now."""
        url = self._board.url if served is Served.SCOREBOARD else self._switched.url
        if url is None:
            return Reach.OFF
        return Reach.HERE if is_local(url) else Reach.LAN

    def is_changing(self, served: Served) -> bool:
        """Whether it is being switched on or off."""
        return served in self._changing

    def switch(self, served: Served, reach: Reach) -> None:
        """Switch it on or off; returns at once."""
        if not self.is_changing(served) and self.reach(served) is not reach:
            self._changing.append(served)
            self._wanted.put((served, reach))

    @property
    def pictures(self) -> bool | None:
        """Whether the scoreboard shows each reveal's picture; ``None`` where there is none to show."""
        return None if self.reveals is None or self._board.url is None else self.reveals.on

    def show_pictures(self, on: bool) -> None:
        """Show each reveal's picture from now on, or none any more."""
        if self.reveals is not None:
            self.reveals.switch(on)

    def close(self) -> None:
        """Take no more switches; who made the servers ends them."""
        self._wanted.put(None)
        self._worker.join(ENDS_WITHIN_S)

    def _work(self) -> None:
        while (wanted := self._wanted.get()) is not None:
            served, reach = wanted
            try:
                self._change(served, reach)
                ended = reach is Reach.OFF
                news = say(f"server.ended.{served.value}" if ended else f"server.begun.{served.value}")
            except (NoScoreboard, NoPhones, OSError) as fault:
                news = _missed(served, str(fault))
            finally:
                self._changing.remove(served)
            self.on_news(news)

    def _change(self, served: Served, reach: Reach) -> None:
        switched = self._board if served is Served.SCOREBOARD else self._switched
        if reach is Reach.OFF:
            switched.shut()
        else:
            switched.open(self._places[served, reach])


def _missed(served: Served, reason: str) -> str:
    if served is Served.SCOREBOARD:
        return say("scoreboard.not_shown", reason=reason)
    return say("phones.not_there", reason=reason)

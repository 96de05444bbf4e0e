"""The phones' place at the table: what they ask becomes commands, and views become what they show.

A phone speaks for its own player alone, on the view that it shows: an older one is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Protocol

from companion.panel import ChallengePressed, Signal
from companion.phones.asked import Asked, NotAsked, Wish, asked_of
from companion.phones.codes import PhoneCodes
from companion.phones.state import state_of
from companion.play.commands import CallChallenge, CallSpotOn, Command, PlaceBid
from companion.play.ports import Clock
from companion.play.views import Scene, TableView
from companion.text.speech import say

Answer = Callable[[str], None]
"""Takes a line for the server; from any thread."""


class AskedTable(Protocol):
    """What the phones need of the table's session."""

    def ask(self, command: Command, answered: Callable[[str | None], None]) -> None:
        """Queue a command; its refusal, ``None`` where it was carried out, is told on the worker's thread."""
        ...

    def hear(self, signal: Signal, number: int | None = None) -> None:
        """Queue a press that counts for the view with this number."""
        ...


@dataclass(frozen=True, slots=True)
class Invitation:
    """A player's way in: the code, and the address with it; and whether a phone of theirs is in."""

    player: str
    code: str
    url: str
    joined: bool


class PhoneDesk:
    """Stands between the phones' server and the table.

    ``table``, ``url`` and ``local`` are told before they are used.
    """

    def __init__(self, clock: Clock, names: bool = True) -> None:
        self.table: AskedTable | None = None
        self.url, self.local = "", True
        self.on_line: Answer = lambda _: None
        """Takes each new line about the table."""
        self._clock, self._names = clock, names
        self._lock, self._telling = Lock(), Lock()
        self._view = TableView(0, Scene.WELCOME, "")
        self._codes = PhoneCodes()
        self._told = ""

    def show(self, view: TableView) -> None:
        """A view came; where it only has another picture, the phones have nothing to learn.

        The first game is played at the screen alone: phones keep their players meanwhile.
        """
        if view.coach is not None:
            return
        with self._lock:
            before, self._view = self._view, view
            if view.seats:
                self._codes.seat(tuple(each.name for each in view.seats))
        if _told_by(before) != _told_by(view):
            self._tell()

    def take(self, line: str, answer: Answer) -> None:
        """Answer a line of the server; one that is no question is left."""
        try:
            asked = asked_of(line)
        except NotAsked:
            return
        if asked.wish is Wish.JOIN:
            self._join(asked, answer)
        else:
            self._ask(asked, lambda refused: answer(_answered(asked, refused)))

    def invitation(self, seat: int) -> Invitation:
        """How the player there joins; KeyError where nobody sits."""
        with self._lock:
            code, joined = self._codes.code(seat), seat in self._codes.phones.values()
            player = self._codes.player(seat)
        return Invitation(player, code, f"{self.url}#{code}", joined)

    def send_away(self, seat: int) -> None:
        """The player's phone is out."""
        with self._lock:
            self._codes.send_away(seat)
        self._tell()

    def line(self) -> str:
        """How the table stands, and which phones are whose: for the server, which keeps keys to itself."""
        with self._lock:
            told = {"state": asdict(state_of(self._view, self._names)), "phones": self._codes.phones}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    def _tell(self) -> None:
        with self._telling:  # whoever tells last tells the newest
            line = self.line()
            if line != self._told:
                self._told = line
                self.on_line(line)

    def _join(self, asked: Asked, answer: Answer) -> None:
        with self._lock:
            key = self._codes.join(asked.code)
        if key is None:
            answer(_answered(asked, say("phone.wrong_code")))
            return
        self._tell()
        answer(_answered(asked, None, key))

    def _ask(self, asked: Asked, answered: Callable[[str | None], None]) -> None:
        with self._lock:
            view, seat = self._view, self._codes.phones.get(asked.phone)
        table = self.table
        if seat is None or table is None:
            answered(say("phone.not_joined"))
        elif asked.number != view.number:
            answered(say("phone.old_view"))
        elif view.scene is not Scene.BIDDING or not _may(asked.wish, view, seat):
            answered(view.message or say("phone.old_view"))
        elif asked.wish is Wish.CHALLENGE and view.several_may_challenge:
            table.hear(ChallengePressed(seat, self._clock()), asked.number)
            answered(None)
        else:
            table.ask(_command(asked, seat), answered)


def _told_by(view: TableView) -> tuple[int, Scene, str]:
    return view.number, view.scene, view.message


def _may(wish: Wish, view: TableView, seat: int) -> bool:
    """Whether the rules let this player do it now; what is bid they say themselves."""
    player = view.seats[seat]
    if wish is Wish.BID:
        return player.to_act
    if wish is Wish.CHALLENGE:
        return player.may_challenge
    return view.spot_on is not None and seat in view.spot_on.callers


def _command(asked: Asked, seat: int) -> Command:
    match asked.wish:
        case Wish.BID:
            return PlaceBid(asked.number, asked.quantity, asked.face)
        case Wish.CHALLENGE:
            return CallChallenge(asked.number, (seat,))
        case _:
            return CallSpotOn(asked.number, seat)


def _answered(asked: Asked, refused: str | None, key: str | None = None) -> str:
    return json.dumps({"answer": asked.question, "refused": refused, "phone": key}, ensure_ascii=False)

"""A table whose players bid from phones: the session, the gateway and the server as they really run."""

from __future__ import annotations

import argparse
import contextlib
import json
import queue
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import Message
from pathlib import Path
from typing import IO, Any

from companion.cli.terminal.arguments import Parser
from companion.cli.wiring.feeds import phones_of
from companion.cli.wiring.options import add_no_names, add_phones
from companion.journal import Store
from companion.play.base.commands import Command, CupsAreUp, EnterRoll, NewGame, SetFace
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    VerdictScene,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.session import Session
from companion.play.tables import Services
from companion.play.views import TableView
from companion.share.web import PhoneGateway

PATIENCE_S = 20
NAMES = ("Ann", "Ben", "Cleo")
ROLLED = ("front-porch", "cardinal", "perudo")
"""Games in which a roll says who bids first."""
Told = dict[str, Any]
"""A message of the stream."""
JSON = {"Content-Type": "application/json"}


def asked(*words: str) -> argparse.Namespace:
    """These words of ``cups-up play``."""
    parser = Parser("cups-up play", None)
    add_phones(parser)
    add_no_names(parser)
    return parser.parse_args(words)


@dataclass
class PhoneTable:
    """The session and its gateway; what the screen would draw comes out of ``views``."""

    session: Session
    gateway: PhoneGateway
    views: queue.SimpleQueue[TableView]

    @property
    def view(self) -> TableView:
        return self.session.view

    def wait_for(self, wanted: Callable[[TableView], bool]) -> TableView:
        while True:
            view = self.views.get(timeout=PATIENCE_S)
            if wanted(view):
                return view

    def begin(
        self, rules: str = "milton-bradley", names: tuple[str, ...] = NAMES, **options: int
    ) -> TableView:
        """A game of these people; the first of them bids first."""
        opener = None if rules in ROLLED else 0
        self.session.send(NewGame(self.view.number, rules, names, tuple(options.items()), opener))
        view = self.wait_for(lambda view: view.kind is not WelcomeScene or view.fault is not None)
        while view.kind is OpeningRollScene:
            hands = view.of(OpeningRollScene).scene.hands
            seat = next(hand.seat for hand in hands if hand.slots[0].face is None)
            view = self._answer_to(EnterRoll(view.number, seat, 6 - seat))
        assert (view.fault, view.kind) == (None, BiddingScene)
        return view

    def touch(self, kind: type[Command], **fields: object) -> TableView:
        """A touch at the screen, and the view that comes of it."""
        return self._answer_to(kind(self.view.number, **fields))

    def _answer_to(self, command: Command) -> TableView:
        self.session.send(command)
        return self.wait_for(lambda view: view.number > command.number)

    def reveal(self, *hands: tuple[int, ...]) -> TableView:
        """The cups go up, and these dice are tapped in."""
        view = self.touch(CupsAreUp)
        for seat, hand in enumerate(hands):
            for slot, face in enumerate(hand):
                view = self._answer_to(SetFace(view.number, seat, slot, face))
        key = view.of(CheckScene).scene.next_key(view.number)
        assert key.command is not None
        self.session.send(key.command)
        return self.wait_for(lambda view: view.kind in (VerdictScene, OverScene))


@contextlib.contextmanager
def table(folder: Path, *, gateway: PhoneGateway | None = None) -> Iterator[PhoneTable]:
    """A table without a camera; with its own gateway where no server is needed."""
    gateway = PhoneGateway(time.monotonic_ns) if gateway is None else gateway
    views: queue.SimpleQueue[TableView] = queue.SimpleQueue()
    with Store(folder / "games.sqlite3", now=lambda: datetime.now(UTC)) as store:
        session = Session(Services(store, time.monotonic_ns), views.put, viewers=(gateway.show,))
        gateway.table = session
        with session:
            here = PhoneTable(session, gateway, views)
            here.wait_for(lambda view: view.kind is WelcomeScene)
            yield here


@contextlib.contextmanager
def served(folder: Path, *words: str) -> Iterator[PhoneTable]:
    """The same with the phones' server."""
    with phones_of(asked("--phones", "127.0.0.1:0", *words)) as phones:
        assert phones.url is not None
        with table(folder, gateway=phones.gateway) as here:
            yield here


@dataclass
class Phone:
    """Somebody's phone: asks the server, and keeps its cookie."""

    url: str
    cookie: str = ""
    headers: dict[str, str] = field(default_factory=lambda: dict(JSON))

    def send(self, path: str, body: object, **headers: str) -> tuple[int, str, Message]:
        """POST a value as JSON, or bytes as they are."""
        told = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self._open(path, told, self.headers | headers)

    def get(self, path: str = "", **headers: str) -> tuple[int, str, Message]:
        return self._open(path, None, headers)

    def join(self, code: str) -> int:
        """Bring a code; the status of the answer."""
        status, _, headers = self.send("join", {"code": code})
        if status == 200:
            self.cookie = headers["Set-Cookie"].split(";")[0]
        return status

    def ask(self, do: str, number: int, quantity: int = 0, face: int = 0) -> tuple[int, str | None]:
        """The status, and why it was refused."""
        fields = {"do": do, "number": number, "quantity": quantity, "face": face}
        status, text, _ = self.send("ask", fields)
        return status, json.loads(text)["refused"]

    def events(self) -> IO[bytes]:
        """The stream, open."""
        asked = urllib.request.Request(f"{self.url}events", headers={"Cookie": self.cookie})
        stream: IO[bytes] = urllib.request.urlopen(asked, timeout=PATIENCE_S)
        return stream

    def _open(self, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, str, Message]:
        if self.cookie:
            headers = headers | {"Cookie": self.cookie}
        request = urllib.request.Request(self.url + path, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode(), refusal.headers


def joined(here: PhoneTable, seat: int) -> Phone:
    """The phone of the player there."""
    phone = Phone(here.gateway.url)
    assert phone.join(here.gateway.invitation(seat).code) == 200
    return phone


def told_in(stream: IO[bytes], wanted: Callable[[Told], bool] = lambda _: True) -> Told:
    """The next message of a stream that is wanted."""
    for line in stream:
        if line.startswith(b"data: {"):
            told: Told = json.loads(line.decode().removeprefix("data: "))
            if wanted(told):
                return told
    raise AssertionError("the stream has ended")

"""A broker's address with the table's name, and the state of the link."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from unicodedata import normalize
from urllib.parse import parse_qsl, unquote, urlsplit

from companion.rules import need_names, one_form
from companion.text import say

PORTS = {"mqtt": 1883, "mqtts": 8883}
"""Schemes and their ports; ``mqtts`` is TLS with the system's certificates."""
_PLAIN = re.compile(r"[\w-]{1,40}")
HOME_ASSISTANT = "homeassistant"
"""Home Assistant's default topic prefix for devices."""
_PREFIX = re.compile(r"[\w-]+(/[\w-]+)*")
_STAYS = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Address:
    """A broker and the table's name on it.

    ``stays``: the broker keeps the table's topics after it has closed.
    """

    host: str
    port: int
    table: str
    tls: bool = False
    user: str | None = None
    password: str | None = None
    discovery: str = HOME_ASSISTANT
    stays: bool = True

    @property
    def broker(self) -> str:
        return f"{self.host}:{self.port}"


def broker_address(text: str, password: str | None = None) -> Address:
    """The address in ``mqtt://[USER@]HOST[:PORT]/TABLE[?discovery=PREFIX&stay=no]``.

    ValueError, in a sentence, for other text.
    """
    try:
        parts = urlsplit(text)
        port = parts.port
        (parts.hostname or "").encode("idna")  # an invalid host name would end the connecting thread
        options = (
            dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=True)) if parts.query else {}
        )
        discovery, stays = options.pop("discovery", HOME_ASSISTANT), _STAYS.get(options.pop("stay", "yes"))
    except ValueError:
        raise ValueError(say("mqtt.no_address")) from None
    table = normalize("NFC", unquote(parts.path.strip("/")))
    if parts.scheme not in PORTS or not parts.hostname or options or parts.fragment:
        raise ValueError(say("mqtt.no_address"))
    if not _PREFIX.fullmatch(discovery) or stays is None:
        raise ValueError(say("mqtt.no_address"))
    if not _PLAIN.fullmatch(table):
        raise ValueError(say("mqtt.no_table"))
    if parts.password is not None:
        raise ValueError(say("mqtt.password_seen"))
    user = None if parts.username is None else unquote(parts.username)
    tls = parts.scheme == "mqtts"
    return Address(parts.hostname, port or PORTS[parts.scheme], table, tls, user, password, discovery, stays)


class LinkState(Enum):
    TRYING = "trying"
    """Not known yet."""
    CONNECTED = "connected"
    NO_ANSWER = "no_answer"
    UNTRUSTED = "untrusted"
    """The broker's certificate is not accepted, perhaps because this machine's clock is wrong."""
    REFUSED = "refused"
    """The broker refuses this user and password."""
    NAME_TAKEN = "name_taken"
    """Another table or scorer has this name; this one keeps away."""


class Link:
    def __init__(self, on_change: Callable[[LinkState], None] = lambda state: None) -> None:
        self.state = LinkState.TRYING
        self._on_change = on_change

    def became(self, state: LinkState) -> None:
        if state is not self.state:
            self.state = state
            self._on_change(state)


def say_link(state: LinkState, broker: str, table: str) -> str:
    return say(f"link.{state.value}", broker=broker, name=table)


def say_scorers_link(state: LinkState, broker: str, scorer: str) -> str:
    if state is LinkState.NAME_TAKEN:
        return say("link.scorer_taken", broker=broker, name=scorer)
    return say(f"link.{state.value}", broker=broker, name=scorer)


MOST_SEATED, MOST_ROUNDS = 8, 1_000
"""Players at a club's table, and rounds of an evening."""


def format_seating(number: int, players: Sequence[str]) -> str:
    return json.dumps({"round": number, "players": list(players)})


def parse_seating(payload: bytes) -> tuple[int, tuple[str, ...]]:
    """Round and players from such a message; (0, ()) for any other message."""
    try:
        told = json.loads(payload)
        players, number = tuple(map(one_form, need_names(tuple(told["players"])))), told["round"]
    except (ValueError, TypeError, KeyError, RecursionError):  # TypeError: also an EventError
        return 0, ()
    is_one = (
        type(number) is int
        and 0 < number < MOST_ROUNDS
        and 2 <= len(set(players)) == len(players) <= MOST_SEATED
    )
    return (number, players) if is_one and all(each.isprintable() for each in players) else (0, ())

"""Options that several commands have. Imports nothing slow: the first picture waits for it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from companion.cli.terminal.arguments import plain_path, whole_number
from companion.core.on_disk import NotRead
from companion.core.reading import Deck, WildMark
from companion.core.settings import LOUDEST, SettingsError, Talk, hours_in
from companion.journal import visible_folder
from companion.share.album import MOST_MB
from companion.simulator import Trouble
from companion.text import say

SOCKET = "unix:"
"""The prefix of a local socket's address."""
BROKERS = ("mqtt://", "mqtts://")
"""The prefixes of an MQTT broker's address."""
PASSWORD = "CUPS_UP_MQTT_PASSWORD"
"""The environment's variable with the broker's password."""
SCOREBOARD_HERE, PHONES_HERE = "127.0.0.1:8037", "127.0.0.1:8038"
"""The default addresses of scoreboard and phones."""
LARGEST_MB = 1_000_000
LARGEST_SEED = 2**31 - 1


def add_keeping(parser: argparse.ArgumentParser) -> None:
    """docs/memory.md."""
    parser.add_argument(
        "--keep-pictures",
        nargs="?",
        type=whole_number(1, LARGEST_MB),
        const=MOST_MB,
        metavar="MB",
        help=say("arg.play.keep_pictures", most=MOST_MB),
    )


def add_events(parser: argparse.ArgumentParser) -> None:
    """docs/feed.md."""
    add_where(parser, say("feed.help"))
    parser.add_argument(
        "--scoreboard",
        nargs="?",
        type=_address,
        const=SCOREBOARD_HERE,
        metavar="ADDRESS",
        help=say("arg.scoreboard", here=SCOREBOARD_HERE),
    )
    add_no_names(parser)


def add_where(parser: argparse.ArgumentParser, words: str) -> None:
    parser.add_argument("--events", action="append", type=_place, default=[], metavar="WHERE", help=words)


def add_no_names(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-names", action="store_true", help=say("arg.no_names"))


def _place(text: str) -> str:
    if not text.startswith(BROKERS):
        if re.match(r"\w+://", text):
            raise argparse.ArgumentTypeError(say("feed.no_scheme"))
        plain_path(text.removeprefix(SOCKET))
    return text


def _address(text: str) -> str:
    if not text.isprintable():
        raise argparse.ArgumentTypeError(say("scoreboard.no_address"))
    return text


def add_home(parser: argparse.ArgumentParser, about: str = "") -> None:
    parser.add_argument("--home", type=_home, metavar="DIR", help=about or say("arg.home"))


def _home(text: str) -> Path:
    try:
        return visible_folder(plain_path(text))
    except NotRead as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def add_phones(parser: argparse.ArgumentParser) -> None:
    """docs/phones.md."""
    parser.add_argument(
        "--phones",
        nargs="?",
        type=_address,
        const=PHONES_HERE,
        metavar="ADDRESS",
        help=say("arg.play.phones", here=PHONES_HERE),
    )


def add_pictures(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scoreboard-pictures", action="store_true", help=say("arg.scoreboard_pictures"))
    parser.add_argument("--scoreboard-live", action="store_true", help=say("arg.scoreboard_live"))


def add_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", metavar="NAME", help=say("arg.set"))


def add_wild(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """What the dice have in the place of the wild face."""
    choices = [each.value for each in WildMark]
    parser.add_argument("--wild", choices=choices, default=default, help=say("arg.wild"))


def add_deck(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    choices = [each.value for each in Deck]
    parser.add_argument("--deck", choices=choices, default=default, help=say("arg.deck"))


def add_seed(
    parser: argparse.ArgumentParser, words: str, default: int | None = None, metavar: str = "N"
) -> None:
    seed = whole_number(0, LARGEST_SEED)
    parser.add_argument("--seed", type=seed, default=default, metavar=metavar, help=words)


def add_trouble(parser: argparse.ArgumentParser, words: str) -> None:
    choices = [each.value for each in Trouble]
    parser.add_argument("--trouble", choices=choices, default=Trouble.NONE.value, help=words)


def add_table(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--table", metavar="NAME", help=say("arg.play.table"))
    which.add_argument("--no-table", action="store_true", help=say("arg.play.no_table"))


def add_voice(parser: argparse.ArgumentParser) -> None:
    """docs/voice.md."""
    parser.add_argument("--voice", choices=[each.value for each in Talk], help=say("voice.help.talk"))
    parser.add_argument(
        "--volume",
        type=whole_number(0, LOUDEST),
        metavar="N",
        help=say("voice.help.volume", most=LOUDEST),
    )
    parser.add_argument("--quiet", type=_hours, metavar="FROM-TO", help=say("voice.help.quiet"))


def _hours(text: str) -> str:
    try:
        return hours_in(text)
    except SettingsError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None

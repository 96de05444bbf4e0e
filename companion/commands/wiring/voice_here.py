"""``--voice``, ``--volume`` and ``--quiet``: the table's voice (docs/voice.md)."""

from __future__ import annotations

import argparse
from datetime import time
from pathlib import Path

from companion.commands.terminal.arguments import whole_number
from companion.settings.settings import LOUDEST, Talk
from companion.text.speech import say, spoken
from companion.voice.engines import engine_for
from companion.voice.player import SystemPlayer
from companion.voice.speaker import Speaker
from companion.voice.voice import Quiet, Voice

VOICES = "voices"
"""The folder beside the journal in which Piper's voices lie."""
HOURS = 24


def add_voice(parser: argparse.ArgumentParser) -> None:
    """The options that this module answers for."""
    parser.add_argument("--voice", choices=[each.value for each in Talk], help=say("voice.help.talk"))
    parser.add_argument(
        "--volume",
        type=whole_number(0, LOUDEST),
        metavar="N",
        help=say("voice.help.volume", most=LOUDEST),
    )
    parser.add_argument("--quiet", type=_hours, metavar="FROM-TO", help=say("voice.help.quiet"))


def voice_of(home: Path) -> Voice:
    """The voice of the language that is spoken, silent until it is told to talk; closed by the caller."""
    return Voice(Speaker(engine_for(spoken().language, home / VOICES), SystemPlayer()), Talk.OFF)


def _hours(text: str) -> Quiet:
    """``22-7``: from ten in the evening until seven."""
    since, dash, until = text.partition("-")
    hours = [each.strip() for each in (since, until)]
    if not dash or not all(each.isascii() and each.isdecimal() and len(each) <= 2 for each in hours):
        raise argparse.ArgumentTypeError(say("voice.no_hours", given=text[:20]))
    if any(int(each) >= HOURS for each in hours):
        raise argparse.ArgumentTypeError(say("voice.no_hours", given=text[:20]))
    return Quiet(time(int(hours[0])), time(int(hours[1])))

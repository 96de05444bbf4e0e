"""``--voice``, ``--volume`` and ``--quiet``: the table's voice (docs/voice.md)."""

from __future__ import annotations

import argparse
from datetime import time
from pathlib import Path

from companion.commands.terminal.arguments import whole_number
from companion.text.speech import say, spoken
from companion.voice.engines import engine_for
from companion.voice.player import SystemPlayer
from companion.voice.speaker import Speaker
from companion.voice.voice import Quiet, Talk, Voice

VOICES = "voices"
"""The folder beside the journal in which Piper's voices lie."""
LOUDEST = 100
HOURS = 24


def add_voice(parser: argparse.ArgumentParser) -> None:
    """The options that this module answers for."""
    parser.add_argument(
        "--voice", choices=[each.value for each in Talk], default=Talk.OFF.value, help=say("voice.help.talk")
    )
    parser.add_argument(
        "--volume",
        type=whole_number(0, LOUDEST),
        default=LOUDEST,
        metavar="N",
        help=say("voice.help.volume", most=LOUDEST),
    )
    parser.add_argument("--quiet", type=_hours, metavar="FROM-TO", help=say("voice.help.quiet"))


def voice_of(args: argparse.Namespace, home: Path) -> Voice | None:
    """The voice that was asked for, ``None`` for none; closed by the caller."""
    talk = Talk(args.voice)
    if talk is Talk.OFF:
        return None
    engine = engine_for(spoken().language, home / VOICES)
    return Voice(Speaker(engine, SystemPlayer(), args.volume / LOUDEST), talk, args.quiet)


def _hours(text: str) -> Quiet:
    """``22-7``: from ten in the evening until seven."""
    since, dash, until = text.partition("-")
    hours = [each.strip() for each in (since, until)]
    if not dash or not all(each.isascii() and each.isdecimal() and len(each) <= 2 for each in hours):
        raise argparse.ArgumentTypeError(say("voice.no_hours", given=text[:20]))
    if any(int(each) >= HOURS for each in hours):
        raise argparse.ArgumentTypeError(say("voice.no_hours", given=text[:20]))
    return Quiet(time(int(hours[0])), time(int(hours[1])))

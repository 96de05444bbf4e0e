"""``cups-up panel [FILE]``: a bench check of buttons, lamps, ring, buzzer and cup sensors."""

from __future__ import annotations

import argparse
import json
import os
import queue
from pathlib import Path

from companion import devices
from companion.cli.terminal.arguments import plain_path
from companion.cli.terminal.outlet import complain, tell
from companion.core.panel import (
    ChallengePressed,
    CupMoved,
    Lamp,
    PanelFault,
    PanelLights,
    RoundPressed,
    Signal,
    Sound,
)
from companion.journal import default_folder
from companion.text import as_sentence, say

ME = "cups-up panel"
EACH_LAMP_S = 0.8
"""How long each lamp shows each of its colours."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", type=plain_path, metavar="FILE", help=say("arg.panel.file", name=devices.FILE_NAME)
    )
    parser.add_argument("--example", action="store_true", help=say("arg.panel.example"))
    parser.add_argument("--wires", action="store_true", help=say("arg.panel.wires"))
    parser.add_argument("--json", action="store_true", help=say("arg.panel.json"))
    parser.add_argument("--once", action="store_true", help=say("arg.panel.once"))


def run(args: argparse.Namespace) -> int:
    if args.example:
        tell(devices.EXAMPLE.rstrip("\n"))
        return 0
    path = args.file or default_folder(os.environ) / devices.FILE_NAME
    if args.wires or args.json:
        return _tell_wires(path, args.json)
    return check(devices.open_panel(str(path), path.parent), wait=not args.once)


def _tell_wires(path: Path, as_json: bool) -> int:
    try:
        wiring = devices.read_wiring(path)
    except devices.WiringError as fault:
        for sentence in fault.faults:
            complain(ME, sentence)
        if as_json:
            tell(_object((), fault.faults))
        return 1
    tell(_object(tuple(wiring.uses()), ()) if as_json else wires(wiring))
    return 0


def _object(uses: tuple[tuple[int, str], ...], faults: tuple[str, ...]) -> str:
    wires = [{"gpio": pin, "what": name} for pin, name in sorted(uses)]
    return json.dumps({"wires": wires, "faults": faults}, ensure_ascii=False)


def wires(wiring: devices.Wiring) -> str:
    lines = [f"GPIO {pin:2}  {name}" for pin, name in sorted(wiring.uses())]
    return "\n".join(lines) or say("panel.no_wires")


def check(opened: devices.OpenedPanel, wait: bool, lamp_s: float = EACH_LAMP_S) -> int:
    """Lights each lamp in turn, then names each press until the person stops."""
    panel = opened.panel
    tell(as_sentence(opened.sentence))
    if panel is None or isinstance(panel, devices.NamedFault):
        return 1
    heard: queue.SimpleQueue[Signal] = queue.SimpleQueue()
    try:
        panel.listen(heard.put)
        for words, lights in steps(len(panel.lamps)):
            tell(words)
            panel.show(lights)
            _name_for(heard, lamp_s)
        panel.show(PanelLights())
        if wait:
            tell(say("panel.press"))
            _name_for(heard, None)
    finally:
        panel.close()
    return 1 if panel.faults else 0


def steps(seats: int) -> list[tuple[str, PanelLights]]:
    turn: list[tuple[str, PanelLights]] = []
    for seat in range(seats):
        for lamp, words in (
            (Lamp.LOST, say("panel.red", seat=seat + 1)),
            (Lamp.WON, say("panel.green", seat=seat + 1)),
            (Lamp.CALLED, say("panel.blue", seat=seat + 1)),
            (Lamp.TURN, say("panel.white", seat=seat + 1)),
        ):
            lamps = tuple(lamp if each == seat else Lamp.OFF for each in range(seats))
            turn.append((words, PanelLights(lamps)))
    turn.append((say("panel.ring"), PanelLights(ring=True)))
    turn.append((say("panel.buzzer"), PanelLights(sound=Sound.CHALLENGE)))
    return turn


def _name_for(heard: queue.SimpleQueue[Signal], seconds: float | None) -> None:
    try:
        while True:
            tell(named(heard.get(timeout=seconds)))
    except queue.Empty:
        pass


def named(signal: Signal) -> str:
    match signal:
        case ChallengePressed(seat=seat):
            return "  " + say("panel.challenge", seat=seat + 1)
        case RoundPressed():
            return "  " + say("panel.round")
        case CupMoved(seat=seat, up=up):
            return "  " + say("panel.cup_up" if up else "panel.cup_down", seat=seat + 1)
        case PanelFault(sentence=sentence):
            return "  " + say("panel.fault", fault=sentence)

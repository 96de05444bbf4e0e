"""``cups-up doctor``: checks camera, pins, display, model, disk and a feed's places, and says what to do."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path

from companion.cli.terminal.arguments import WRONG_WORDS, ignores, plain_path
from companion.cli.terminal.outlet import clear_bar, complain, draw_bar, tell
from companion.cli.wiring.checkup import examinations
from companion.cli.wiring.feeds import FEED, examine_place
from companion.cli.wiring.findings import Finding, State
from companion.cli.wiring.options import add_where
from companion.core.on_disk import holds_other, need_place_for_file, shown_name, write_whole
from companion.text import say, say_os_fault

ME = "cups-up doctor"
FIT, UNFIT, NOT_WRITTEN = 0, 1, 2
MINUTE_S = 60
"""How long a report reads dice, to see whether the machine becomes hot and slow."""
ROOM = 65_536
"""Bytes; three times the largest report."""
COMMENT = "# "
"""Begins the first lines of a report."""
WIDEST_NAME = 10
WIDEST_SIGN = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--camera", default="auto", metavar="WORD", help=say("arg.camera", choices=say("camera.choices"))
    )
    add_where(parser, say("arg.doctor.events"))
    told = parser.add_mutually_exclusive_group()
    told.add_argument("--json", action="store_true", help=say("arg.json"))
    told.add_argument("--report", type=plain_path, metavar="FILE", help=say("arg.doctor.report"))


def run(args: argparse.Namespace) -> int:
    if args.report is not None:
        if ignores(ME, "--report", {"--events": args.events}):
            return WRONG_WORDS
        return _report(args.report, args.camera)
    findings = tuple(examine() for examine in examinations(args.camera, os.environ))
    findings = (*findings, *map(examine_place, dict.fromkeys(args.events)))
    fit = not any(finding.state is State.FAULT for finding in findings)
    tell(_object(findings, fit) if args.json else _story(findings, fit))
    return FIT if fit else UNFIT


def _report(path: Path, camera: str) -> int:
    """First tries to write the file: nobody waits two minutes for nothing."""
    shown = shown_name(path)
    try:
        need_place_for_file(path)
        if holds_other(path, COMMENT.encode("ascii")):
            raise OSError(say("feed.other_file"))
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent) as trial:
            trial.write(bytes(ROOM))
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as fault:
        return _not_written(shown, fault)
    figures = _figures(camera)
    try:
        write_whole(path, figures.encode("ascii"))
    except OSError as fault:
        return _not_written(shown, fault)
    tell(say("doctor.report.written", file=shown))
    return FIT


def _not_written(shown: str, fault: OSError) -> int:
    complain(shown, say("rehearse.not_written", fault=say_os_fault(fault)))
    return NOT_WRITTEN


def _figures(camera: str) -> str:
    from companion.cli.measuring.figures import TITLE, lines
    from companion.cli.measuring.this_machine import written
    from companion.core.allocator import spare_memory

    spare_memory()
    tell(say("doctor.report.begins"))
    told = written(lines(camera, os.environ, MINUTE_S, _draw_minute))
    return "".join(f"{COMMENT}{each}\n" for each in TITLE) + told


def _draw_minute(seconds: int) -> None:
    if seconds < MINUTE_S:
        draw_bar(seconds, MINUTE_S, say("bar", done=seconds, all=MINUTE_S, things=say("bar.seconds")))
    else:
        clear_bar()


def _object(findings: tuple[Finding, ...], fit: bool) -> str:
    told = [asdict(finding) | {"state": finding.state.value} for finding in findings]
    return json.dumps({"fit": fit, "findings": told}, ensure_ascii=False)


def _story(findings: tuple[Finding, ...], fit: bool) -> str:
    lines = []
    for finding in findings:
        sign, thing = say(f"doctor.state.{finding.state.value}"), say(f"doctor.thing.{finding.name}")
        lines.append(f"{sign:{WIDEST_SIGN}}  {thing:{WIDEST_NAME}}  {finding.sentence}")
        if finding.remedy is not None:
            lines.append(f"{'':{WIDEST_SIGN}}  {'':{WIDEST_NAME}}  → {finding.remedy}")
    return "\n".join((*lines, "", _verdict(findings, fit)))


def _verdict(findings: tuple[Finding, ...], fit: bool) -> str:
    if fit:
        return say("doctor.fit")
    only_feeds = all(each.name == FEED for each in findings if each.state is State.FAULT)
    return say("doctor.fit_without_feed" if only_feeds else "doctor.unfit")

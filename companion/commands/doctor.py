"""``companion doctor [--camera WORD] [--json]``: what is there of camera, pins, display, model and disk.

Says what to do about each lack. Exit status 0 when a game can be refereed, 1 when something that
every game needs is at fault.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict

from companion.commands.terminal.outlet import tell
from companion.commands.wiring.checkup import Finding, State, examinations
from companion.hardware.choose import CHOICES

HELP = "what is there of camera, pins, display, model and disk"
WIDEST_NAME = 8
SIGNS = {State.OK: "ok", State.LACK: "lack", State.FAULT: "FAULT"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("--camera", default="auto", metavar="WORD", help=f"which camera to try: {CHOICES}")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Examine everything and print what was found."""
    findings = tuple(examine() for examine in examinations(args.camera, os.environ))
    fit = not any(finding.state is State.FAULT for finding in findings)
    tell(_object(findings, fit) if args.json else _story(findings, fit))
    return 0 if fit else 1


def _object(findings: tuple[Finding, ...], fit: bool) -> str:
    told = [asdict(finding) | {"state": finding.state.value} for finding in findings]
    return json.dumps({"fit": fit, "findings": told}, ensure_ascii=False)


def _story(findings: tuple[Finding, ...], fit: bool) -> str:
    lines = []
    for finding in findings:
        lines.append(f"{SIGNS[finding.state]:5}  {finding.name:{WIDEST_NAME}}  {finding.sentence}")
        if finding.remedy is not None:
            lines.append(f"{'':5}  {'':{WIDEST_NAME}}  → {finding.remedy}")
    verdict = "A game can be refereed." if fit else "Something that every game needs is at fault: see above."
    return "\n".join((*lines, "", verdict))

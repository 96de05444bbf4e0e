"""``companion doctor``: camera, pins, display, model and disk, and what to do about each lack."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict

from companion.commands.terminal.outlet import tell
from companion.commands.wiring.checkup import Finding, State, examinations
from companion.text.speech import say

WIDEST_NAME = 8
WIDEST_SIGN = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument(
        "--camera", default="auto", metavar="WORD", help=say("arg.camera", choices=say("camera.choices"))
    )
    parser.add_argument("--json", action="store_true", help=say("arg.json"))


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
        sign, thing = say(f"doctor.state.{finding.state.value}"), say(f"doctor.thing.{finding.name}")
        lines.append(f"{sign:{WIDEST_SIGN}}  {thing:{WIDEST_NAME}}  {finding.sentence}")
        if finding.remedy is not None:
            lines.append(f"{'':{WIDEST_SIGN}}  {'':{WIDEST_NAME}}  → {finding.remedy}")
    return "\n".join((*lines, "", say("doctor.fit" if fit else "doctor.unfit")))

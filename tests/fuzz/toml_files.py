"""Profiles, panels and house rules with some bytes changed: ``python -m tests.fuzz.toml_files``."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from companion.calibration import ProfileError
from companion.calibration.shelf import profile_of
from companion.devices import EXAMPLE, WiringError, wiring_of
from companion.journal import HouseRules, RecordError
from companion.journal.house_rules import rules_of, text_of
from companion.rules import RulesError
from tests.fuzz.campaign import Case, by_command, mutated

PROFILE = (Path(__file__).resolve().parents[2] / "calibration" / "example.toml").read_bytes()
HOUSE_RULES = text_of(HouseRules("Friday table", (("dice", 5),))).encode()
LONGEST_SENTENCE = 4_000
"""Characters: twenty faults of a panel."""


def read_by(reader: Callable[[str], object], content: bytes, *own: type[Exception]) -> Case:
    """A case for a reader of text, which may raise errors of its own."""

    def case(rng: random.Random) -> str:
        text = mutated(content, rng).decode("utf-8", "replace")
        try:
            reader(text)
        except own as fault:
            told = str(fault)
            assert len(told) < LONGEST_SENTENCE, told
            assert told.isprintable(), told
            return "refused"
        return "read"

    return case


CASES = {
    "profile": read_by(profile_of, PROFILE, ProfileError),
    "panel": read_by(wiring_of, EXAMPLE.encode(), WiringError),
    "house rules": read_by(rules_of, HOUSE_RULES, RecordError, RulesError),
}

if __name__ == "__main__":
    by_command(CASES, 20_000)

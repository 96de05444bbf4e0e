"""What all fuzzers of input share: mutations of bytes, the oracle, and a campaign by command.

The oracle: exit status 0, 1 or 2 (of a library's call: a value or its own error), no traceback and nothing
for the guard to catch, an answer within ten seconds of work, and the whole process under 400 MB.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.__main__ import main
from companion.cli.measuring.whole_app import status_mb

Case = Callable[[random.Random], str]
"""One case: does something with chance, and says how it ended; ``AssertionError`` for what must not be."""
MOST_S, MOST_MB = 10.0, 400
MOST_WAITED_S = 60.0
"""On a busy machine ten seconds of work take longer."""
LONGEST_ANSWER = 20_000
"""Characters that a command may say of one bad file."""
EDGES = (
    b"\0",
    b"\xff",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"9" * 40,
    b"-1",
    b"nan",
    b"inf",
    b"1e999",
    b"[" * 60,
    b"]",
    b"{",
    b'"',
    b"\n",
    b"=",
    b".a" * 40,
    b"\xe9",
    b"\xed\xb3\xa9",
    b"\x1b[31m",
)


def mutated(content: bytes, rng: random.Random) -> bytes:
    """The bytes with one to four changes: flipped, replaced, cut, doubled, or with an edge of ours put in."""
    found = bytearray(content)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(found) + 1)
        end = min(len(found), at + rng.choice((0, 1, 2, 4, 16, 200)))
        change = rng.randrange(5)
        if change == 0 and at < len(found):
            found[at] ^= 1 << rng.randrange(8)
        elif change == 1:
            found[at:end] = rng.choice(EDGES)
        elif change == 2:
            found[at:at] = found[at:end] * rng.choice((1, 3, 50))
        elif change == 3:
            del found[at:end]
        else:
            found[at:end] = rng.randbytes(end - at)
    return bytes(found[: rng.randrange(len(found) + 1)]) if rng.random() < 0.05 else bytes(found)


def commanded(words: Sequence[str]) -> str:
    """Run a command in this process and hold it against the oracle; gives its exit status in words."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as ended:
            status = int(ended.code or 0)
    told = out.getvalue() + err.getvalue()
    assert status in (0, 1, 2), f"exit status {status} of {words}"
    assert "Traceback" not in told, told
    assert "could not go on" not in told, told
    assert len(err.getvalue()) < LONGEST_ANSWER, f"{len(err.getvalue())} characters said of {words}"
    assert status == 0 or err.getvalue() or out.getvalue(), f"not a word about {words}"
    return f"exit status {status}"


def campaign(cases: Mapping[str, Case], count: int, seed: int = 1) -> Counter[str]:
    """So many of each case; how they ended, counted. ``AssertionError`` names the case and its number."""
    ended: Counter[str] = Counter()
    for name, case in cases.items():
        for number in range(count):
            began, worked = time.monotonic(), time.process_time()
            try:
                ended[f"{name}: {case(random.Random(f'{seed}/{name}/{number}'))}"] += 1
            except Exception as fault:
                raise AssertionError(f"{name}, number {number}, seed {seed}: {repr(fault)[:500]}") from fault
            waited, took = time.monotonic() - began, time.process_time() - worked
            told = f"{name}, number {number}, seed {seed}: {took:.1f} s, waited {waited:.1f} s"
            assert took < MOST_S and waited < MOST_WAITED_S, told  # noqa: PT018
    return ended


def peak_mb() -> float:
    """The most memory that this process has held, in MB (10^6 bytes).

    Not ``ru_maxrss``: on Linux a process begins with the peak of the one that started it, such as a whole
    run of tests.
    """
    return status_mb(os.getpid(), "VmHWM")


def by_command(cases: Mapping[str, Case], usual: int) -> None:
    """A long campaign: ``--count N --seed S``; prints what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=usual)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        os.environ["CUPS_UP_HOME"] = home
        ended = campaign(cases, args.count, args.seed)
    for words, times in sorted(ended.items()):
        print(f"{times:7}  {words}")
    print(f"{sum(ended.values())} cases, {time.monotonic() - began:.0f} s, {peak_mb():.0f} MB at the most")
    assert peak_mb() < MOST_MB

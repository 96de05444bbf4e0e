"""A disk that gives other bytes than it was given: ``python -m tests.faults.damage --flips 2000``.

A journal of several games, whole or with its newest events in the log alone, is damaged: a bit flipped, a
page zeroed, the file cut. Each time: no command ends in a traceback, a table plays on at once, all games but
the damaged one are whole, that one is a good beginning, after salvage every event is there that can still be
read, and events that a log without its end has lost are told.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.__main__ import main as companion
from companion.journal import Store, StoreError, line_of, open_or_salvage, salvage
from companion.journal.seals import first_seal, seal_of
from companion.rules import AnyEvent
from tests.faults.writing import BEGUN, played

NAME, LOG = "games.sqlite3", "games.sqlite3-wal"
PAGE, CUT, FRAME, HEADER = 4096, 512, 24, 32
Games = dict[int, tuple[AnyEvent, ...]]
LENGTHS = (40, 25, 60, 1, 33, 18, 50, 12)
"""Events of the journal's games."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """What was done to which file, and its bytes after it."""

    what: str
    name: str
    content: bytes


def now() -> datetime:
    """The one moment of this evening."""
    return datetime(2026, 11, 24, 20, tzinfo=UTC)


def journal(folder: Path, logged: bool) -> Games:
    """Write the games; ``logged``: the files are left as a kill leaves them, all of the newest in the log."""
    folder.mkdir()
    games: Games = {}
    with tempfile.TemporaryDirectory() as other:
        path = Path(other) / NAME
        for number, length in enumerate(LENGTHS, start=1):
            with Store(path, now) as store:
                events = played(length)
                games[store.begin_game(BEGUN)] = events
                for event in events[1:]:
                    store.append(number, event)
                if logged and number == len(LENGTHS):
                    _copy(Path(other), folder)
        if not logged:
            _copy(Path(other), folder)
    return games


def _copy(source: Path, target: Path) -> None:
    for path in source.glob(f"{NAME}*"):
        if not path.name.endswith(("-shm", ".lock")):
            shutil.copy(path, target / path.name)


def flips(content: bytes, name: str, count: int, rng: random.Random) -> Iterator[Damaged]:
    """Single bits."""
    for _ in range(count):
        at, bit = rng.randrange(len(content)), rng.randrange(8)
        changed = bytearray(content)
        changed[at] ^= 1 << bit
        yield Damaged(f"bit {bit} of byte {at}", name, bytes(changed))


def zeroed(content: bytes, name: str) -> Iterator[Damaged]:
    """Every page, and every frame of a log."""
    first, step = (HEADER, PAGE + FRAME) if name == LOG else (0, PAGE)
    for at in range(first, len(content), step):
        yield Damaged(f"{step} zeros at {at}", name, content[:at] + bytes(step) + content[at + step :])


def cut(content: bytes, name: str) -> Iterator[Damaged]:
    """The file ends at every 512 bytes."""
    for at in range(0, len(content), CUT):
        yield Damaged(f"cut at {at}", name, content[:at])


def case(whole: Path, damaged: Damaged, games: Games, folder: Path) -> str:
    """One damaged journal, looked at, opened and salvaged; how it was met."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    (folder / damaged.name).write_bytes(damaged.content)
    readable = _readable(folder, games)
    for words in (("games",), ("journal", "check"), ("export", "2"), ("games", "--json")):
        _commanded((*words, "--home", str(folder)), damaged)
    ended = _opened(folder, damaged, games)
    if ended == "a game damaged":
        shutil.rmtree(folder)
        shutil.copytree(whole, folder)
        (folder / damaged.name).write_bytes(damaged.content)
        salvage(folder / NAME)
    if ended not in ("whole", "told to be lost"):
        found = _found(folder)[0]
        for game_id, events in games.items():
            have = found.get(game_id, ())
            assert have == events[: len(have)], f"{damaged.what}: game {game_id} is another one"
            assert len(have) >= readable[game_id], (
                f"{damaged.what}: {len(have)} events of game {game_id}, {readable[game_id]} can be read"
            )
    return ended


def _readable(folder: Path, games: Games) -> dict[int, int]:
    """How many events at each game's beginning still stand in these files, each with its seal."""
    content = b"".join(path.read_bytes() for path in (folder / NAME, folder / LOG) if path.exists())
    found = {}
    for game_id, events in games.items():
        lines, seal = [], first_seal(game_id)
        for line in map(line_of, events):
            seal = seal_of(seal, line)
            lines.append(f"{seal}{line}".encode())
        found[game_id] = next((at for at, line in enumerate(lines) if line not in content), len(lines))
    return found


def _commanded(words: tuple[str, ...], damaged: Damaged) -> None:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = companion(words)
        except SystemExit as ended:
            status = int(ended.code or 0)
    told = out.getvalue() + err.getvalue()
    assert status in (0, 1), f"{damaged.what}: {words}: exit status {status}: {told}"
    for words_of_a_fault in ("Traceback", "could not go on"):
        assert words_of_a_fault not in told, f"{damaged.what}: {words}: {told}"


def _opened(folder: Path, damaged: Damaged, games: Games) -> str:
    """What a table meets that opens the journal to play."""
    try:
        found, noticed, salvaged = _found(folder)
    except StoreError as fault:
        raise AssertionError(f"{damaged.what}: {fault}") from fault
    short = [game_id for game_id, events in games.items() if found.get(game_id) != events]
    for game_id in short:
        have = found.get(game_id, ())
        assert have == games[game_id][: len(have)], f"{damaged.what}: game {game_id} is another one"
    if damaged.what.startswith("bit"):
        assert len(short) <= 1, f"{damaged.what}: games {short} are damaged"
    if salvaged:
        return "salvaged by itself"
    if damaged.name == LOG and not damaged.what.startswith("bit"):
        assert bool(short) == bool(noticed), f"{damaged.what}: games {short} are short; told: {noticed}"
        return "told to be lost" if short else "whole"
    return "a game damaged" if short else "whole"


def _found(folder: Path) -> tuple[Games, tuple[str, ...], bool]:
    """The good events of all games that a table is offered, what it is told, and whether it was salvaged."""
    found: Games = {}
    store, salvaged = open_or_salvage(folder / NAME, now)
    with store:
        for game in store.games():
            if game.game is not None:
                found[game.id] = store.good_part(game.id)[0].events
        return found, store.noticed, salvaged is not None


def campaign(folder: Path, flipped: int, logged: int, every: int = 1, seed: int = 1) -> Counter[str]:
    """How often each damage was met how; ``AssertionError`` tells the first that went wrong."""
    rng, met = random.Random(seed), Counter[str]()
    for name, count in ((NAME, flipped), (LOG, logged)):
        whole = folder / f"whole-{name}"
        games = journal(whole, logged=name == LOG)
        content = (whole / name).read_bytes()
        kinds = {
            "flip": list(flips(content, name, count, rng)),
            "zeroed": list(zeroed(content, name))[::every],
            "cut": list(cut(content, name))[::every],
        }
        for kind, cases in kinds.items():
            for damaged in cases:
                met[f"{name} {kind}: {case(whole, damaged, games, folder / 'damaged')}"] += 1
    return met


def main() -> None:
    """The campaign, its size by options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flips", type=int, default=2000)
    parser.add_argument("--log-flips", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        met = campaign(Path(folder), args.flips, args.log_flips, seed=args.seed)
    for words, times in sorted(met.items()):
        print(f"{times:6}  {words}")
    print(f"{sum(met.values())} damaged journals: no other game hidden, no event lost that can be read")


if __name__ == "__main__":
    main()

"""Power cuts and kills at every write of a game: ``python -m tests.faults.power_cuts --events 40 --each 20``.

A table writes a game under strace. Of its writes the disk is built anew as it was at each of them: as a kill
leaves it, and as power cuts may (writes since the last fsync missing, torn between sectors). Each time the
journal is opened: every event that was said to be kept is there, and at most the one in flight beside.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from companion.journal import Store
from tests.faults.traced import CALLS, Call, Disk, calls_of, writing
from tests.faults.writing import played


def campaign(folder: Path, events: int, each: int, seed: int = 0) -> tuple[int, int]:
    """How many kills and power cuts were survived; ``AssertionError`` tells the first that was not."""
    traced, rebuilt, log = folder / "traced", folder / "rebuilt", folder / "log"
    traced.mkdir()
    options = ("-y", "-xx", "-s", "100000", "-e", f"trace={CALLS}", "-o", str(log))
    done = writing(traced / "games.sqlite3", events, *options)
    assert done.returncode == 0, done.stdout
    rng, disk, kept, cuts = random.Random(seed), Disk(), 0, 0
    calls = tuple(calls_of(log, traced))
    assert sum(call.kind == "kept" for call in calls) == len(played(events))
    for number, call in enumerate(calls):
        kept = _take(disk, call, kept)
        for files in (disk.after_kill(), *(disk.after_power_cut(rng) for _ in range(each))):
            found = _found(rebuilt, files, events)
            assert kept <= found <= kept + 1, (
                f"behind call {number} ({call.kind}): {found} events, {kept} were kept"
            )
            cuts += 1
    return len(calls), cuts - len(calls)


def _take(disk: Disk, call: Call, kept: int) -> int:
    if call.kind == "kept":
        return int(call.data.split()[1])
    disk.take(call)
    return kept


def _found(folder: Path, files: dict[str, bytes], events: int) -> int:
    """How many events the journal of these files has; they are those that were played."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    with Store(folder / "games.sqlite3", lambda: datetime(2026, 11, 24, tzinfo=UTC)) as store:
        assert not store.noticed, store.noticed
        found = store.load(1).events if store.games() else ()
    assert found == played(events)[: len(found)]
    return len(found)


def main() -> None:
    """The campaign, its size by options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=40)
    parser.add_argument("--each", type=int, default=20, help="power cuts at each write")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kills, cuts = campaign(Path(folder), args.events, args.each, args.seed)
    print(f"{kills} kills, {cuts} power cuts: every event that was kept is there")


if __name__ == "__main__":
    main()

"""A disk that fails at each call of a game: ``python -m tests.faults.disk_errors --events 12``.

strace makes every call of one kind fail with one error, at the K-th time it comes and for a while then.
The table ends by itself, says each refusal in a sentence, and what it said to be kept is in the journal.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.journal import Store
from tests.faults.traced import writing
from tests.faults.writing import played

ERRORS = {
    "pwrite64": ("ENOSPC", "EIO", "EROFS"),
    "fdatasync": ("EIO", "ENOSPC"),
    "fsync": ("EIO",),
    "ftruncate": ("EIO", "ENOSPC"),
    "unlink": ("EIO", "EROFS"),
    "openat": ("EROFS", "EMFILE"),
}
GIVEN_UP = 3


def faults(every: int) -> Iterator[tuple[str, str, str]]:
    """Call, error and when: at every so many calls of a kind, for one of them, for three, or for good."""
    for call, errors in ERRORS.items():
        for error in errors:
            for at in range(1, 41, every):
                for until in (f"{at}", f"{at}..{at + 2}", f"{at}+"):
                    yield call, error, until


def campaign(folder: Path, events: int, every: int) -> tuple[int, int]:
    """How many runs, and how many met a refusal; ``AssertionError`` tells the first that went wrong."""
    runs = refused = 0
    for call, error, when in faults(every):
        journal = folder / f"{runs}" / "games.sqlite3"
        options = (
            "-o",
            "/dev/null",
            "-P",
            str(journal.parent),
            "-e",
            f"inject={call}:error={error}:when={when}",
            "-e",
            f"trace={call}",
        )
        own = [f"-P{journal.parent / name}" for name in _NAMES]
        done = writing(journal, events, *options, *own)
        what = f"{call} {error} {when}: {done.stdout}"
        assert done.returncode in (0, GIVEN_UP), what
        lines = done.stdout.splitlines()
        assert all(line.startswith(("kept ", "refused ")) and line != "refused " for line in lines), what
        kept = max((int(line.split()[1]) for line in lines if line.startswith("kept ")), default=0)
        assert kept <= _events(journal, events) <= kept + 1, what
        runs += 1
        refused += any(line.startswith("refused ") for line in lines)
    return runs, refused


_NAMES = (
    "games.sqlite3",
    "games.sqlite3-wal",
    "games.sqlite3-journal",
    "games.sqlite3-shm",
    "games.sqlite3.lock",
    "games.sqlite3-last",
)


def _events(journal: Path, events: int) -> int:
    if not journal.exists():
        return 0
    with Store(journal, lambda: datetime(2026, 11, 24, tzinfo=UTC)) as store:
        found = store.load(1).events if store.games() else ()
    assert found == played(events)[: len(found)]
    return len(found)


def main() -> None:
    """The campaign, its size by options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=12)
    parser.add_argument("--every", type=int, default=2, help="at every so many of the calls of a kind")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs, refused = campaign(Path(folder), args.events, args.every)
    print(
        f"{runs} runs with an injected error, {refused} of them met a refusal: nothing that was kept is lost"
    )


if __name__ == "__main__":
    main()

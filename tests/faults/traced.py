"""The writes of a table's journal, as strace saw them, and the disk as a power cut would leave it."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,unlink"
SECTOR = 512
"""Bytes that a disk writes whole or not at all."""
_LINE = re.compile(
    r'^\d+ +(?P<call>\w+)\((?:\d+<(?P<path>[^>]*)>|"(?P<name>[^"]*)")'
    r'(?:, (?:"(?P<data>[^"]*)", \d+|(?P<length>\d+)))?(?:, (?P<at>\d+))?\) += (?P<result>-?\d+)'
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the system: ``data`` at ``at`` of the file ``name``, or what else ``kind`` says."""

    kind: str
    name: str
    data: bytes = b""
    at: int = 0


def strace() -> str | None:
    """The program, where it is there and may follow a process."""
    found = shutil.which("strace")
    works = found and not subprocess.run([found, "-o", os.devnull, "true"], check=False).returncode
    return found if works else None


def writing(journal: Path, events: int, *options: str) -> subprocess.CompletedProcess[str]:
    """``writing.py`` under strace with these options of it."""
    program = strace()
    assert program is not None, "strace is not installed, or may not follow a process"
    table = [sys.executable, str(ROOT / "tests" / "faults" / "writing.py"), str(journal), str(events)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run(
        [program, "-f", *options, *table], env=environment, capture_output=True, text=True, check=False
    )


def calls_of(log: Path, folder: Path) -> Iterator[Call]:
    """The calls that changed files of the folder, and ``kept K`` on standard output."""
    for line in log.read_text(encoding="ascii").splitlines():
        found = _LINE.match(line)
        if found is None or int(found["result"]) < 0:
            continue
        path = Path(os.fsdecode(_bytes(found["path"] or found["name"] or "")))
        data = _bytes(found["data"] or "")
        if data.startswith(b"kept "):
            yield Call("kept", "", data)
        elif path.parent == folder and not path.name.endswith(("-shm", ".lock")):
            at = found["length"] if found["call"] == "ftruncate" else found["at"]
            yield Call(found["call"], path.name, data, int(at or 0))


def _bytes(escaped: str) -> bytes:
    """strace's ``-xx``: every byte as two hex digits."""
    return bytes.fromhex(escaped.replace("\\x", ""))


@dataclass(slots=True)
class Disk:
    """Files as they surely are (``sure``), and what was written since then (``pending``)."""

    sure: dict[str, bytes] = field(default_factory=dict)
    pending: list[Call] = field(default_factory=list)

    def take(self, call: Call) -> None:
        """One more call. Names are taken to last at once, contents from their fsync on."""
        if call.kind in ("fsync", "fdatasync"):
            for each in self.pending:
                if each.name == call.name:
                    _write(self.sure, each)
            self.pending = [each for each in self.pending if each.name != call.name]
        elif call.kind == "unlink":
            self.pending = [each for each in self.pending if each.name != call.name]
            self.sure.pop(call.name, None)
        else:
            self.pending.append(call)

    def after_power_cut(self, rng: random.Random) -> dict[str, bytes]:
        """What may lie there: any of the pending writes may be missing, or torn between two sectors."""
        files = dict(self.sure)
        share = rng.random()
        for call in self.pending:
            if rng.random() < share:
                sectors = rng.randint(0, len(call.data) // SECTOR + 1)
                torn = rng.random() < 0.3
                _write(
                    files,
                    Call(call.kind, call.name, call.data[: sectors * SECTOR] if torn else call.data, call.at),
                )
        return files

    def after_kill(self) -> dict[str, bytes]:
        """All that was written: the system lives on."""
        files = dict(self.sure)
        for call in self.pending:
            _write(files, call)
        return files


def _write(files: dict[str, bytes], call: Call) -> None:
    content = files.get(call.name, b"")
    if call.kind == "ftruncate":
        files[call.name] = content[: call.at].ljust(call.at, b"\0")
        return
    content = content.ljust(call.at, b"\0")
    files[call.name] = content[: call.at] + call.data + content[call.at + len(call.data) :]

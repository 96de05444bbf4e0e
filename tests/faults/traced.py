"""The writes of a table's journal, as strace saw them, and the disk as a power cut would leave it."""

from __future__ import annotations

import ctypes
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path

from tests.faults.writing import write
from tests.forked import FORKED

PR_SET_PTRACER = 0x59616D61
"""Where only a parent may follow a process (Yama), it lets others (prctl(2))."""
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


@cache
def strace() -> str | None:
    """The program, where it is there and may follow a process."""
    found = shutil.which("strace")
    works = found and not subprocess.run([found, "-o", os.devnull, "true"], check=False).returncode
    return found if works else None


def writing(journal: Path, events: int, *options: str) -> subprocess.CompletedProcess[str]:
    """A process that writes so many events of a game, under strace with these options of it."""
    program = strace()
    assert program is not None, "strace is not installed, or may not follow a process"
    hearing, telling = FORKED.Pipe()
    table = FORKED.Process(target=_followed, args=(journal, events, telling))
    table.start()
    telling.close()
    call = [program, "-f", "-p", str(table.pid), *options]
    with hearing, subprocess.Popen(call, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        attached = tracer.stderr.readline()
        assert attached.endswith(" attached\n"), attached
        hearing.send_bytes(b"")
        table.join()
        with open(os.dup(hearing.fileno()), encoding="utf-8") as told:
            return subprocess.CompletedProcess(call, table.exitcode or 0, told.read())


def _followed(journal: Path, events: int, telling: Connection) -> None:
    """Begins once it is followed; both of its outputs go to the other end."""
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, ctypes.c_ulong(-1))
    telling.recv_bytes()
    os.dup2(telling.fileno(), 1)
    os.dup2(telling.fileno(), 2)
    telling.close()
    sys.exit(write(journal, events))


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

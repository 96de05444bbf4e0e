"""What this process uses of the machine: memory, threads, open files; read from /proc."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

BYTES_A_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Machine:
    """Resident megabytes, threads, open files and CPU seconds at one moment; 0 if /proc is missing."""

    rss_mb: float = 0.0
    threads: int = 0
    open_files: int = 0
    cpu_s: float = 0.0


def machine_now(proc: Path = Path("/proc/self")) -> Machine:
    """What is used now."""
    if not proc.is_dir():
        return Machine(cpu_s=time.process_time())
    pages = int((proc / "statm").read_text(encoding="ascii").split()[1])
    rss_mb = round(pages * os.sysconf("SC_PAGE_SIZE") / BYTES_A_MB, 1)
    threads, files = (sum(1 for _ in (proc / each).iterdir()) for each in ("task", "fd"))
    return Machine(rss_mb, threads, files, time.process_time())

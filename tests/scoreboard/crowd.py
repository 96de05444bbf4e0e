"""A crowd reads the scoreboard while simulated people play: ``crowd.py [READERS]``.

Plays the same rehearsal three times alone and three times with the crowd, in turn, and says how long each
took, how late a message came to a reader, and whether every reader saw the end.
"""

from __future__ import annotations

import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
GAME = ["rehearse", "--evenings", "1", "--seed", "1", "--json"]
RUNS = 3


async def _read(host: str, port: int, path: str, seen: dict[int, list[float]]) -> int:
    """One reader; the number of its last message. When each number came is written down."""
    reader, writer = await asyncio.open_connection(host, port, limit=1 << 20)
    writer.write(f"GET {path}events HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    newest = 0
    while line := await reader.readline():
        if line.startswith(b"id: "):
            newest = int(line[4:])
            seen.setdefault(newest, []).append(time.monotonic())
    writer.close()
    return newest


async def _with_crowd(readers: int, out: Path) -> float:
    python = [sys.executable, "-m", "companion"]
    pipe = asyncio.subprocess.PIPE
    serving = [*python, "scoreboard", "--from", "-", "--listen", "127.0.0.1:0", "--json"]
    server = await asyncio.create_subprocess_exec(*serving, cwd=ROOT, stdin=pipe, stdout=pipe)
    assert server.stdin is not None
    assert server.stdout is not None
    address = urlsplit(json.loads(await server.stdout.readline())["urls"][0])
    seen: dict[int, list[float]] = {}
    crowd = [
        asyncio.create_task(_read(str(address.hostname), int(address.port or 0), address.path, seen))
        for _ in range(readers)
    ]
    while len(seen.get(1, ())) < readers:
        await asyncio.sleep(0.1)
    began = time.monotonic()
    game = [*python, *GAME, "--events", "-"]
    playing = await asyncio.create_subprocess_exec(*game, cwd=ROOT, stdout=pipe, stderr=out.open("wb"))
    assert playing.stdout
    while chunk := await playing.stdout.read(1 << 16):
        server.stdin.write(chunk)
        await server.stdin.drain()
    await playing.wait()
    took = time.monotonic() - began
    await asyncio.sleep(1.0)
    last = max(seen)
    server.stdin.close()
    ends = await asyncio.gather(*crowd)
    await server.wait()
    spread = sorted(max(times) - min(times) for number, times in seen.items() if number > 1)
    late = [round(1000 * spread[int(len(spread) * share)]) for share in (0.5, 0.99)]
    print(
        f"with {readers} readers: {took:.1f} s, {last} messages; first to last reader {late} ms (half, 99 %)"
    )
    print(f"  readers that saw the last message: {sum(end == last for end in ends)} of {readers}")
    return took


def main() -> None:
    """Measure."""
    readers = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    alone, beside = [], []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(RUNS):
            began = time.monotonic()
            call = [sys.executable, "-m", "companion", *GAME]
            subprocess.run(call, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            alone.append(time.monotonic() - began)
            print(f"alone: {alone[-1]:.1f} s")
            beside.append(asyncio.run(_with_crowd(readers, Path(folder) / "told")))
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"medians: {statistics.median(alone):.1f} s alone, {statistics.median(beside):.1f} s with readers")
    print(f"largest process: {children.ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()

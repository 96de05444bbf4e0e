"""A crowd reads the scoreboard while a game is played: ``crowd.py [READERS]``.

Plays the demonstration game three times alone and three times with the crowd, in turn. Says what processor
time the game and the server took, how far the readers were apart, and whether all of them saw the end.
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

ROOT = Path(__file__).resolve().parents[3]
GAME = ["demo", "--fast", "--seed", "3", "--players", "4"]
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


def _processor_s() -> float:
    """What all processes took that have ended by now."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def _with_crowd(readers: int, folder: str) -> float:
    """The processor time of the game."""
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
    before = _processor_s()
    game = [*python, *GAME, "--out", folder, "--events", "-"]
    quiet = asyncio.subprocess.DEVNULL
    playing = await asyncio.create_subprocess_exec(*game, cwd=ROOT, stdout=pipe, stderr=quiet)
    assert playing.stdout is not None
    while chunk := await playing.stdout.read(1 << 16):
        server.stdin.write(chunk)
        await server.stdin.drain()
    await playing.wait()
    took = _processor_s() - before
    await asyncio.sleep(1.0)
    server.stdin.close()
    ends = await asyncio.gather(*crowd)
    await server.wait()
    last = max(seen)
    spread = sorted(max(times) - min(times) for number, times in seen.items() if number > 1)
    apart = [round(1000 * spread[int(len(spread) * share)]) for share in (0.5, 0.99)]
    print(f"{readers} readers: game {took:.1f} s, server {_processor_s() - before - took:.1f} s of a core")
    print(f"  {last} messages; first to last reader {apart} ms (half, 99 %)")
    print(f"  readers that saw the last message: {sum(end == last for end in ends)}")
    return took


def main() -> None:
    """Measure."""
    readers = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    alone, beside = [], []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            before = _processor_s()
            call = [sys.executable, "-m", "companion", *GAME, "--out", folder]
            subprocess.run(call, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            alone.append(_processor_s() - before)
            beside.append(asyncio.run(_with_crowd(readers, folder)))
    medians = statistics.median(alone), statistics.median(beside)
    print(f"the game, medians: {medians[0]:.1f} s of a core alone, {medians[1]:.1f} s with readers")


if __name__ == "__main__":
    main()

"""Addresses and paths as cameras, what hangs among them: ``python -m tests.fuzz.addresses --count 300``.

Run it in a process of its own: some sources never open, and their threads stay.
"""

from __future__ import annotations

import os
import random
import tempfile
from functools import cache
from pathlib import Path

from companion.cli.wiring.cameras import Chooser
from companion.devices import Cameras
from companion.devices.cameras.supervisor import Openings
from tests.fuzz.campaign import by_command, mutated

OPENS_WITHIN_S = 1.0
SECRET = "geheim"
CLOSED = "127.0.0.1:9"
"""A place on this machine where nobody answers; no word leads anywhere else."""
SCHEMES = ("rtsp", "http", "https", "tcp", "udp", "ftp", "rtmp", "srt", "unix", "data", "nosuch", "1", "")
AROUND = ("", "async:", "cache:", "concat:", "crypto:", "subfile,,start,0,end,9,,:")
"""What FFmpeg takes in front of another address."""
PROC = ("kmsg", "kcore", "self/mem", "self/pagemap", "self/fd/0", "self/environ", "version", "")
DEVICES = (
    *("null", "zero", "full", "random", "urandom", "tty", "ptmx", "stdin", "stdout", "mem", "kmsg", "fd/0"),
    *("video0", "video63", "video999", "v4l/by-id/usb-none", "shm", "", "video", "../dev/zero"),
)
ROWS = ("%d", "%03d", "%0999999999d", "%99d", "%100d", "%s", "%n", "%%", "%", "%d%d", "%-3d", "%0d")


@cache
def things() -> Path:
    """A folder of what nobody takes for a camera: pipes, empty files, dead links."""
    folder = Path(tempfile.mkdtemp(prefix="cups-up-fuzz-"))
    for name in ("fifo", "film.mp4", "x000.png", "x001.png"):
        os.mkfifo(folder / name)
    (folder / "pipes").mkdir()
    os.mkfifo(folder / "pipes" / "a.jpg")
    (folder / "empty.mp4").touch()
    (folder / "noise.mp4").write_bytes(random.Random(1).randbytes(100_000))
    (folder / "dead").symlink_to("nowhere")
    (folder / "round").symlink_to("round")
    (folder / "device").symlink_to("/dev/zero")
    return folder


def local(rng: random.Random) -> str:
    """A path: of a pipe, of a device, of a row of pictures, of nothing."""
    there = [str(path) for path in sorted(things().rglob("*"))]
    return rng.choice(
        (
            rng.choice(there),
            f"/proc/{rng.choice(PROC)}",
            f"/dev/{rng.choice(DEVICES)}",
            f"{things()}/x{rng.choice(ROWS)}.png",
            f"{things()}/{rng.choice(ROWS)}/x.png",
            f"{things()}/" + rng.choice("a\ud800\0é") * 5000,
            os.fsdecode(mutated(rng.choice(there).encode(), rng)),
        )
    )


def address(rng: random.Random) -> str:
    """An address of this machine, with a password or without, or of a file."""
    if rng.random() < 0.4:
        return f"{rng.choice(AROUND)}file://{rng.choice(('', 'localhost'))}{local(rng)}"
    user = rng.choice(("", f"a:{SECRET}@", f"a:{SECRET}/@:@", f":{SECRET}@"))
    query = rng.choice(("", f"?user=a&pwd={SECRET}", "?", "#x"))
    end = rng.choice(("", "/", "/1", "/\0", "/\ud800", "/" + "9" * 5000))
    return f"{rng.choice(SCHEMES)}://{user}{CLOSED}{end}{query}"


def camera_address(rng: random.Random) -> str:
    """Open one; whatever it is, a sentence comes."""
    word = rng.choice((local, address))(rng)
    opened = Chooser(cameras=Cameras(openings=Openings(OPENS_WITHIN_S))).open(word)
    assert opened.sentence.isprintable(), opened.sentence
    assert len(opened.sentence) < 1000
    assert SECRET not in opened.sentence, opened.sentence
    if opened.camera is None:
        return "no camera"
    opened.camera.close()
    return "opened"


CASES = {"camera addresses": camera_address}

if __name__ == "__main__":
    by_command(CASES, 300)

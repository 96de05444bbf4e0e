"""Pictures with some bytes changed, for each command that takes them: ``python -m tests.fuzz.pictures``."""

from __future__ import annotations

import os
import random
import struct
import tempfile
import zlib
from pathlib import Path

import cv2
import numpy as np

from tests.fuzz.campaign import Case, by_command, commanded, mutated

ROOT = Path(__file__).resolve().parents[2]
TABLE = cv2.imread(str(ROOT / "docs" / "pictures" / "table.jpg"))
assert TABLE is not None
SMALL = cv2.resize(TABLE, (320, 180))
CLEAR = np.dstack([SMALL, np.full(SMALL.shape[:2], 200, np.uint8)])
SOUND = [cv2.imencode(kind, picture)[1].tobytes()
         for kind, picture in ((".jpg", SMALL), (".png", SMALL), (".png", CLEAR),
                               (".png", SMALL.astype(np.uint16) << 8), (".png", SMALL[..., 0]))]  # fmt: skip


def promising(rng: random.Random) -> bytes:
    """A PNG whose header promises any size, depth and colour, truly summed."""
    sides = [rng.choice((0, 1, 15, 16, 300, 4999, 5000, 5001, 65_535, 2**31 - 1)) for _ in range(2)]
    bits, colour = rng.choice((1, 8, 16)), rng.choice((0, 2, 3, 4, 6, 7))
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", *sides, bits, colour, 0, 0, rng.randrange(2))),
              (b"IDAT", zlib.compress(bytes(100_000))), (b"IEND", b""))  # fmt: skip
    summed = (struct.pack(">I", len(c)) + k + c + struct.pack(">I", zlib.crc32(k + c)) for k, c in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(summed)


def grown(rng: random.Random) -> bytes:
    """A sound PNG, one of whose chunks promises another length."""
    content = bytearray(rng.choice(SOUND[1:]))
    at = content.index(rng.choice((b"IHDR", b"IDAT", b"IEND")))
    content[at - 4 : at] = rng.choice((rng.getrandbits(32), 2**31 - 1, rng.randrange(100))).to_bytes(4)
    return bytes(content)


def given_to(*words: str) -> Case:
    """A case in which a changed picture is given to a command."""

    def case(rng: random.Random) -> str:
        made = rng.choices((promising, grown, lambda rng: mutated(rng.choice(SOUND), rng)), (1, 1, 8))[0]
        content = made(rng)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture")
            Path(path).write_bytes(content)
            return commanded([word.replace("PICTURE", path) for word in words])

    return case


CASES = {
    "read": given_to("read", "--json", "PICTURE"),
    "read-cards": given_to("read-cards", "--json", "PICTURE"),
    "teach": given_to("teach", "fuzzed", "1=PICTURE"),
}

if __name__ == "__main__":
    by_command(CASES, 500)

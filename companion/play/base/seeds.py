"""Seeds of the simulated table: the same numbers give the same dice and cards on every machine."""

from __future__ import annotations

import hashlib


def seed_of(*numbers: int) -> int:
    """A seed of 32 bits from some numbers."""
    text = ",".join(map(str, numbers)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big")

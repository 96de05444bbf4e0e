"""Files of taught sets, changed in their bytes, listing or pictures: ``python -m tests.fuzz.sets``."""

from __future__ import annotations

import hashlib
import io
import json
import random
import zipfile

import numpy as np

from companion.recognition.taught.dice_set import LISTING, DiceSet, NotASet, packed, set_of
from companion.recognition.taught.views import SQUARE_PX
from tests.fuzz.campaign import by_command, mutated

STACKS = np.random.default_rng(5).integers(0, 255, (6, 1, SQUARE_PX, SQUARE_PX, 3), np.uint8)
SOUND = packed(DiceSet("skulls", tuple(STACKS), (1,) * 6))
WILD: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    7,
    1.5,
    10**400,
    float("inf"),
    float("nan"),
    "1",
    [],
    {},
    [[]],
    "\udce9",
    "../x",
)


def members() -> dict[str, bytes]:
    """The sound set's files by name."""
    with zipfile.ZipFile(io.BytesIO(SOUND)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: dict[str, bytes], rng: random.Random) -> bytes:
    """The files as a ZIP, compressed in one way or another."""
    stream = io.BytesIO()
    method = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def answered(content: bytes) -> str:
    """A set, or the one error for what is none."""
    try:
        found = set_of("skulls", content)
    except NotASet:
        return "refused"
    assert all(len(each) for each in found.squares)
    return "read"


def changed_bytes(rng: random.Random) -> str:
    """The ZIP itself, compressed, with bytes changed."""
    return answered(mutated(zipped(members(), rng), rng))


def changed_listing(rng: random.Random) -> str:
    """A key of the listing, or of one die in it, with another value; now and then the text itself changed."""
    files = members()
    listing = json.loads(files[LISTING])
    place = rng.choice((listing, rng.choice(listing["dice"])))
    place[rng.choice(list(place))] = rng.choice(WILD)
    text = json.dumps(listing).encode()
    return answered(zipped(files | {LISTING: mutated(text, rng) if rng.random() < 0.3 else text}, rng))


def changed_picture(rng: random.Random) -> str:
    """A picture with bytes changed, truly listed; now and then as large as a bomb."""
    files = members()
    listing = json.loads(files[LISTING])
    entry = rng.choice(listing["dice"])
    picture = bytes(5_000_000) if rng.random() < 0.01 else mutated(files[entry["file"]], rng)
    entry["sha256"] = hashlib.sha256(picture).hexdigest()
    return answered(zipped(files | {entry["file"]: picture, LISTING: json.dumps(listing).encode()}, rng))


CASES = {"bytes": changed_bytes, "listing": changed_listing, "picture": changed_picture}

if __name__ == "__main__":
    by_command(CASES, 1_334)

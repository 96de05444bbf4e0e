"""Words of the command line, and words for a camera: ``python -m tests.fuzz.words --count 300``."""

from __future__ import annotations

import os
import random

from companion.cli.wiring.cameras import open_camera
from tests.fuzz.campaign import by_command, commanded

ODD = (
    "",
    "-",
    "--",
    "~nosuch",
    "~nosuch/a",
    "a\0b",
    "/" + "a" * 5000,
    "/dev/null/x",
    "/dev/zero",
    "/dev/full",
    os.fsdecode(b"/tmp/caf\xe9"),
    "\ud800",
    "\x1b[31m",
    "9" * 30,
    "9" * 5000,
    "-1",
    "0",
    "nan",
    "1e999",
    "%n%s",
    "{}",
    "../..",
    "/proc/self/mem",
    "/",
    "*",
    "ünïcødé",
    "a=b",
    "1=",
    "1=/dev/zero",
)
CAMERA = (
    "none",
    "simulated",
    "pi",
    "pi:",
    "pi:75",
    "pi:9999",
    "usb",
    "usb:",
    "usb:9",
    "usb:99999",
    "usb:-1",
    "x%03d.png",
    "%s.png",
    "nosuch://",
    "file:///dev/zero",
    "AUTO",
    "auto ",
    "folder/",
    "film.mp4",
)
HARMLESS = (
    ("games",),
    ("rules",),
    ("export",),
    ("replay",),
    ("import",),
    ("read",),
    ("count",),
    ("read-cards",),
    ("teach",),
    ("teach", "--list"),
    ("calibrate", "--list"),
    ("panel", "--wires"),
    ("board", "--out", "/dev/null/x"),
    ("demo", "--target", "0"),
    ("rehearse", "--evenings", "0"),
    ("help",),
    (),
)
OPTIONS = (
    "--json",
    "--home",
    "--out",
    "--seed",
    "--set",
    "--die-px",
    "--decks",
    "--name",
    "--forget",
    "--groups",
    "--rules",
    "--players",
    "--target",
    "--wild",
    "--nosuch",
    "--help",
    "-V",
)


def odd(rng: random.Random) -> str:
    """A word that somebody may type or a script may give."""
    if rng.random() < 0.2:
        return os.fsdecode(rng.randbytes(rng.randint(1, 40)).replace(b"\0", b"x"))
    return rng.choice(ODD)


def arguments(rng: random.Random) -> str:
    """A harmless command with odd words behind it."""
    words = [*rng.choice(HARMLESS)]
    for _ in range(rng.randint(1, 3)):
        words += [rng.choice((rng.choice(OPTIONS), odd(rng), odd(rng)))]
    if words[0].startswith("-") or words[0] not in {each[0] for each in HARMLESS if each}:
        words = ["rules", *words]
    return commanded(words)


def camera(rng: random.Random) -> str:
    """A word for a camera: one of ours, changed or not, or an odd one."""
    word = rng.choice((rng.choice(CAMERA), odd(rng), rng.choice(CAMERA) + odd(rng)))
    if word.startswith(("rtsp:", "http")):
        return "left out"
    opened = open_camera(word)
    assert opened.sentence.isprintable(), opened.sentence
    assert len(opened.sentence) < 1000
    if opened.camera is None:
        return "no camera"
    opened.camera.close()
    return "opened"


CASES = {"arguments": arguments, "camera": camera}

if __name__ == "__main__":
    by_command(CASES, 300)

"""Writes the SHA-256 of every wheel that matters under each pin, as a package index tells them.

    .venv/bin/python -I .ci/hash_pins.py --index ADDRESS requirements*.txt

``ADDRESS`` is that of an index's simple API. What matters: CPython 3.11 to 3.14 on x86_64 and aarch64 with
glibc, as far as a pin's marker goes; a source archive only where there is no such wheel. Pins and comments
stay as they are.
"""

from __future__ import annotations

import argparse
import json
import sys
import urllib.request
from collections.abc import Iterable
from pathlib import Path

from packaging.requirements import Requirement
from packaging.tags import Tag, cpython_tags
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
MACHINES = ("x86_64", "aarch64")
NEWEST_GLIBC = 36
"""Debian 12 has glibc 2.36: wheels for a later one cannot be installed there."""
OLDEST_GLIBC = 5
ACCEPT = "application/vnd.pypi.simple.v1+json"


def targets(pin: Requirement) -> list[frozenset[Tag]]:
    """What each interpreter and machine for which the pin holds can install."""
    return [
        frozenset(_tags(python, machine))
        for python in PYTHONS
        for machine in MACHINES
        if pin.marker is None or pin.marker.evaluate(_environment(python, machine))
    ]


def _environment(python: tuple[int, int], machine: str) -> dict[str, str]:
    version = ".".join(map(str, python))
    return {
        "python_version": version,
        "python_full_version": f"{version}.9",
        "platform_machine": machine,
        "sys_platform": "linux",
    }


def _tags(python: tuple[int, int], machine: str) -> Iterable[Tag]:
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in range(NEWEST_GLIBC, OLDEST_GLIBC - 1, -1)]
    platforms += [f"{old}_{machine}" for old in ("manylinux2014", "manylinux2010", "manylinux1", "linux")]
    yield from cpython_tags(python, platforms=platforms)
    yield from (Tag(f"py3{minor}", "none", "any") for minor in range(python[1] + 1))
    yield from (Tag("py3", "none", platform) for platform in ("any", *platforms))


def hashes(pin: Requirement, files: Iterable[dict]) -> list[str]:
    """The hashes of the wheels that some target can install, else of the source archive."""
    wanted, version = targets(pin), next(iter(pin.specifier)).version
    wheels, archives = [], []
    for file in files:
        name = file["filename"]
        if name.endswith(f"-{version}.tar.gz"):
            archives.append(file["hashes"]["sha256"])
        elif name.endswith(".whl") and _installs(name, version, wanted):
            wheels.append(file["hashes"]["sha256"])
    return sorted(set(wheels)) or archives


def _installs(name: str, version: str, wanted: list[frozenset[Tag]]) -> bool:
    try:
        _, found, _, tags = parse_wheel_filename(name)
    except InvalidWheelFilename:  # names from before there were rules for them
        return False
    return str(found) == version and any(tags & each for each in wanted)


def hashed(line: str, index: str) -> str:
    """A pin's line with its hashes under it."""
    pin = Requirement(line)
    found = hashes(pin, files_of(canonicalize_name(pin.name), index))
    if not found:
        sys.exit(f"the index has nothing for {line}")
    return " \\\n".join((line, *(f"    --hash=sha256:{each}" for each in found)))


def files_of(name: str, index: str) -> list[dict]:
    """The files of a project, as the index lists them."""
    asked = urllib.request.Request(f"{index.rstrip('/')}/{name}/", headers={"Accept": ACCEPT})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)["files"]


def rewritten(text: str, index: str) -> str:
    """A file of pins with all hashes made anew."""
    lines = (line.removesuffix("\\").rstrip() for line in text.splitlines() if "--hash=" not in line)
    return "".join(f"{line if line.startswith('#') else hashed(line, index)}\n" for line in lines if line)


def main() -> None:
    """Rewrite the files that are named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--index", required=True, metavar="ADDRESS", help="of the index's simple API")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    args = parser.parse_args()
    for path in args.files:
        path.write_text(rewritten(path.read_text(encoding="utf-8"), args.index), encoding="utf-8")


if __name__ == "__main__":
    main()

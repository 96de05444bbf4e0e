"""Builds a release: ``./run release [FOLDER]`` (default ``dist``).

Wheel, source archive, the packages that it needs (``sbom.json``, CycloneDX 1.6), notes from the changelog and
``SHA256SUMS``. Two builds of one commit are the same bytes: every time in them is the commit's.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PINS = ("requirements.txt", "requirements-screens.txt")


def version() -> str:
    """The one place that holds the number is ``companion/__init__.py``."""
    text = (ROOT / "companion/__init__.py").read_text(encoding="utf-8")
    (found,) = re.findall(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    return found


def notes(number: str) -> str:
    """What the changelog says of this version; SystemExit where it says nothing or the version is not out."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(number)}\b.*\n((?:(?!^## ).*\n?)*)", changelog, re.MULTILINE)
    if found is None or not found[1].strip():
        sys.exit(f"CHANGELOG.md says nothing of version {number} (companion/__init__.py)")
    return f"# Cups Up {number}\n\nThe tag is v{number}.\n\n{found[1].strip()}\n"


def components() -> list[dict[str, object]]:
    """Every pinned package with the hashes of the wheels that may be installed."""
    found = []
    for name in PINS:
        for entry in (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
            if "==" not in entry or entry.startswith("#"):
                continue
            words, *hashes = entry.split("--hash=sha256:")
            pin = Requirement(words.strip())
            number = str(pin.specifier).removeprefix("==")
            found.append(
                {
                    "type": "library",
                    "name": pin.name,
                    "version": number,
                    "purl": f"pkg:pypi/{pin.name}@{number}",
                    "hashes": [{"alg": "SHA-256", "content": each.strip()} for each in hashes],
                }
            )
    return found


def bill_of_materials(number: str) -> str:
    """CycloneDX 1.6, without time and serial number, so that it is the same each time."""
    described = {"type": "application", "name": "cups-up", "version": number}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": described},
        "components": components(),
    }
    return json.dumps(document, indent=1) + "\n"


def build(folder: Path) -> None:
    """Both archives, with the time of the commit in them."""
    commit = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    time = subprocess.run(commit, check=True, capture_output=True, text=True).stdout.strip()
    environment = os.environ | {"SOURCE_DATE_EPOCH": time}
    words = [sys.executable, "-I", "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(words, check=True, env=environment, stdout=subprocess.DEVNULL)


def main() -> None:
    """Build everything into an empty folder."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve()
    number = version()
    text = notes(number)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build(folder)
    (folder / "sbom.json").write_text(bill_of_materials(number), encoding="utf-8")
    (folder / "NOTES.md").write_text(text, encoding="utf-8")
    files = sorted(folder.iterdir())
    sums = "".join(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files)
    (folder / "SHA256SUMS").write_text(sums, encoding="ascii")
    sys.stdout.write(sums)


if __name__ == "__main__":
    main()

"""Builds a release: ``./run release [FOLDER] [--address URL]`` (default ``dist``).

The address from which the project is cloned goes into README and metadata; by default that of git's "origin".
Wheel, source archive, the packages that it needs (``sbom.json``, CycloneDX 1.6), notes from the changelog and
``SHA256SUMS``. Two builds of one commit are the same bytes: every time in them is the commit's.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
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


PLACEHOLDER = re.compile("git clone ADDRESS cups-up && cd cups-up +# ADDRESS:.*")
"""In the README: a repository does not know where it is at home."""


def origin() -> str:
    """The address of git's "origin" as anybody may read it; empty where there is none."""
    asked = ["git", "-C", str(ROOT), "remote", "get-url", "origin"]
    found = subprocess.run(asked, check=False, capture_output=True, text=True).stdout.strip()
    found = re.sub(r"^(?:ssh://)?git@([^:/]+)[:/]", r"https://\1/", found)
    return found if found.startswith("https://") and "@" not in found else ""


def with_address(readme: str, address: str) -> str:
    """The README with the address from which it is cloned; unchanged where none is known."""
    if not PLACEHOLDER.search(readme):
        sys.exit("README.md lacks the line with the address to clone from (.ci/release.py)")
    return PLACEHOLDER.sub(f"git clone {address} cups-up && cd cups-up", readme) if address else readme


def build(folder: Path, address: str) -> None:
    """Both archives of the committed files, with the time of the commit in them."""
    commit = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    time = subprocess.run(commit, check=True, capture_output=True, text=True).stdout.strip()
    environment = os.environ | {"SOURCE_DATE_EPOCH": time, "CUPS_UP_ADDRESS": address.removesuffix(".git")}
    with tempfile.TemporaryDirectory(prefix="cups-up-release-") as tree:
        archive = subprocess.run(["git", "-C", str(ROOT), "archive", "HEAD"], check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", tree], check=True, input=archive.stdout)
        readme = Path(tree) / "README.md"
        readme.write_text(with_address(readme.read_text(encoding="utf-8"), address), encoding="utf-8")
        words = [sys.executable, "-I", "-m", "build", "--no-isolation", "--outdir", str(folder), tree]
        subprocess.run(words, check=True, env=environment, stdout=subprocess.DEVNULL)


def main() -> None:
    """Build everything into an empty folder."""
    parser = argparse.ArgumentParser(prog="./run release")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist"))
    parser.add_argument("--address", metavar="URL", help="from which the project is cloned")
    given = parser.parse_args()
    folder, address = given.folder.resolve(), given.address or origin()
    if not address:
        sys.stderr.write("No address is known: README and metadata name none (--address URL).\n")
    number = version()
    text = notes(number)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build(folder, address)
    (folder / "sbom.json").write_text(bill_of_materials(number), encoding="utf-8")
    (folder / "NOTES.md").write_text(text, encoding="utf-8")
    files = sorted(folder.iterdir())
    sums = "".join(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files)
    (folder / "SHA256SUMS").write_text(sums, encoding="ascii")
    sys.stdout.write(sums)


if __name__ == "__main__":
    main()

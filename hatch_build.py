"""The README of the package: without pictures, and with words for links that lead into the repository.

Where the project is at home ``./run release`` tells in CUPS_UP_ADDRESS; the repository itself does not know.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[[^]]*\]\([^)]*\)")
INTO_REPOSITORY = re.compile(r"\[([^]]*)\]\((?!https?://|#)[^)]*\)")
EMPTY_TABLE = re.compile(r"^(\|[ |-]*\n){3,}", re.MULTILINE)
"""What is left of a table of pictures."""


def readme_alone(text: str) -> str:
    """The README as it can be read anywhere."""
    words = INTO_REPOSITORY.sub(r"\1", EMPTY_TABLE.sub("", PICTURE.sub("", text)))
    return re.sub(r"\n{3,}", "\n\n", words)


class CustomMetadataHook(MetadataHookInterface):
    """Called by hatchling when it writes the package's metadata."""

    def update(self, metadata: dict) -> None:
        """Put the README where pyproject.toml says "dynamic"."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        address = os.environ.get("CUPS_UP_ADDRESS")
        metadata["urls"] = {"Homepage": address} if address else {}
        metadata["readme"] = {"content-type": "text/markdown", "text": readme_alone(text)}

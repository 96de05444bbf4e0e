"""Where the house's own files are: beside the package in a checkout, inside it once installed."""

from __future__ import annotations

from pathlib import Path

from companion.text.speech import say

_PACKAGE = Path(__file__).resolve().parent


class AssetMissing(FileNotFoundError):
    """A file that belongs to the app is not there; the sentence names it."""


def asset(name: str) -> Path:
    """The file that is called ``name`` in the repository, as ``models/weights.json``.

    An installed package carries it under ``companion/_assets``. Raises ``AssetMissing`` when it is in
    neither place.
    """
    for root in (_PACKAGE / "_assets", _PACKAGE.parent):
        if (root / name).exists():
            return root / name
    raise AssetMissing(say("file.asset_missing", name=name))

"""Files that are written whole or not at all, and are on the disk when the call returns."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Put ``content`` at ``path``, over what stood there; its folder is made where there is none.

    The bytes are on the disk under another name first, then take the old file's place at one stroke. Raises
    ``OSError`` with the old file as it was.
    """
    draft = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        settle(path.parent)
    except OSError:
        _drop(draft)
        raise


def settle(folder: Path) -> None:
    """The folder's own entries onto the disk: what was made, renamed or deleted stays so, or ``OSError``."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _drop(draft: Path) -> None:
    """Away with what could not be finished; where that fails too, it is written over the next time."""
    try:
        draft.unlink(missing_ok=True)
    except OSError:
        return

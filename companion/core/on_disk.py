"""Reads ordinary files up to a size, and anybody's TOML; writes files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import re
import stat
import sys
import tomllib
from itertools import count
from pathlib import Path
from typing import BinaryIO

from companion.text import say, say_os_fault, say_whole, without_secrets

STANDARD_INPUT = "-"
"""This name means standard input."""
_ONE_MB = 1_000_000
_OTHERS, _SPECIAL = 0o077, 0o7000
_LONGEST_NAME = 200
"""Bytes of a name in a sentence."""
_LONGEST_PATH, _LONGEST_PART = 4095, 255
"""Bytes of a path, and of each name in it, that Linux knows."""
_LONGEST_STEM = 40
"""Characters of a file named by a title, as of the title."""
_DEEPEST = 256
"""Nested folders: Python makes each missing one inside the last [choice]."""


class NotRead(OSError):
    """The message follows the file's name: "is a folder"."""


def read_ordinary(path: str | Path, most_bytes: int) -> bytes:
    """Raises ``NotRead`` for anything but an ordinary file of this size: a pipe or device could be read for
    ever.
    """
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as fault:
        raise NotRead(_why_not(path, fault)) from None
    except ValueError:
        raise NotRead(say("file.no_name")) from None
    try:
        _need_ordinary(os.fstat(opened))
        with os.fdopen(opened, "rb", closefd=False) as file:
            return _up_to(file, most_bytes)
    finally:
        os.close(opened)


def read_input(path: str | Path, most_bytes: int) -> bytes:
    """As ``read_ordinary``; ``-`` is standard input."""
    if str(path) != STANDARD_INPUT:
        return read_ordinary(path, most_bytes)
    if sys.stdin is None:
        raise NotRead(say("file.input_closed"))
    try:
        with contextlib.suppress(io.UnsupportedOperation):
            os.set_blocking(sys.stdin.fileno(), True)  # else late bytes would be missed
        return _up_to(sys.stdin.buffer, most_bytes)
    except OSError as fault:
        raise NotRead(_unreadable(fault)) from None


def user_path(text: str | Path) -> Path:
    """The path with ``~`` and ``~name`` written out. Raises ``NotRead`` for an unknown user."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise NotRead(say("file.no_user", name=shown_name(str(text)))) from None


def possible_path(text: str | Path) -> Path:
    """As ``user_path``. Raises ``NotRead`` also if no file can have this path."""
    if text == "":
        raise NotRead(say("file.empty_name"))
    path = user_path(text)
    try:
        raw = os.fsencode(path)
    except UnicodeEncodeError:
        raw = b"\0"
    parts = raw.split(b"/")
    too_long = len(raw) > _LONGEST_PATH or len(parts) > _DEEPEST or max(map(len, parts)) > _LONGEST_PART
    if too_long or b"\0" in raw:
        raise NotRead(say("file.impossible", name=shown_name(text)))
    return path


def shown_name(path: str | Path) -> str:
    """A name for the screen: bytes that are not UTF-8 as escapes, cut if long, without an address's user and
    password.

    OpenCV and Kivy end the process when they are given such bytes.
    """
    name = without_secrets(os.fspath(path))
    try:
        raw = os.fsencode(name)
    except UnicodeEncodeError:
        raw = name.encode("utf-8", "backslashreplace")
    cut = raw if len(raw) <= _LONGEST_NAME else raw[:_LONGEST_NAME] + "…".encode()
    return "".join(_shown(each) for each in cut.decode("utf-8", "backslashreplace"))


def natural_order(path: Path) -> tuple[list[str | int], str]:
    """A sort key by which 2 comes before 10."""
    parts = re.split(r"([0-9]+)", path.name)
    return [int(each) if at % 2 else each for at, each in enumerate(parts)], path.name


def names_in(folder: Path, suffix: str) -> list[str]:
    """Of a folder's files with this suffix, sorted, without hidden ones; empty if there is no folder. Raises
    ``OSError``.
    """
    try:
        found = os.listdir(folder)
    except FileNotFoundError:
        return []
    return sorted(name for name in found if name.endswith(suffix) and not name.startswith("."))


def free_path(folder: Path, title: str, suffix: str, otherwise: str) -> Path:
    """A file that does not exist, named by the letters and digits of a title, else ``otherwise``."""
    words = "".join(each if each.isalnum() else " " for each in title).split()
    stem = "-".join(words)[:_LONGEST_STEM].strip("-") or otherwise
    numbered = (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}" for number in count(1))
    return next(path for path in map(folder.joinpath, numbered) if not os.path.lexists(path))


def need_place_for_file(path: Path) -> None:
    """Raises ``OSError`` for a folder, a pipe, a device or links in a circle, which no file may replace."""
    with contextlib.suppress(FileNotFoundError):
        there = path.stat().st_mode
        if stat.S_ISDIR(there):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(there):
            raise OSError(say("system.no_file"))


def holds_other(path: Path, start: bytes) -> bool:
    """Whether the file is none of the app's that begin so: the journal, a photograph, a text."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        return file.read(len(start)) not in (b"", start)
    return False


def write_whole(path: Path, content: bytes, private: bool = False) -> None:
    """Replace ``path``, or the file that it links to, with ``content``, making its folder; ``private``: for
    the owner alone.

    The bytes reach the disk under another name, then replace the old file at one stroke. Raises ``OSError``
    with the old file unchanged.
    """
    need_place_for_file(path)
    path = Path(os.path.realpath(path))
    draft = path.with_name(f".{path.name}.part")
    try:
        make_private_folder(path.parent)
        with draft.open("wb") as file:
            if private:
                draft.chmod(0o600)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        settle(path.parent)
    except OSError:
        _drop(draft)
        raise


def text_in(path: Path) -> str:
    """What Linux tells in a file of ``/proc`` or ``/sys``; empty if there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def make_private_folder(folder: Path) -> None:
    """Make the folder and its missing parents for the owner alone; existing folders stay as they are."""
    for each in (*reversed(folder.parents), folder):
        if not each.is_dir():
            each.mkdir(mode=0o700, exist_ok=True)


def close_folder(folder: Path) -> bool:
    """Close a folder to everybody but its owner; whether that worked.

    It stays open if it is somebody else's, shared by a special bit (sticky, setgid), the user's home or
    working folder or above them, or on a read-only card.
    """
    try:
        found = folder.stat()
        if not stat.S_IMODE(found.st_mode) & _OTHERS:
            return True
        if found.st_uid != os.geteuid() or found.st_mode & _SPECIAL or _is_lived_in(folder.resolve()):
            return False
        folder.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)
    except OSError:
        return False
    return True


def _is_lived_in(folder: Path) -> bool:
    return any(each.resolve().is_relative_to(folder) for each in (Path.cwd(), user_path("~")))


def settle(path: Path) -> None:
    """Sync a file's bytes, or a folder's entries, to disk: made, renamed or deleted files stay so.

    Raises ``OSError``.
    """
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _why_not(path: str | Path, fault: OSError) -> str:
    if os.path.isdir(path):
        return say("file.folder")
    if os.path.exists(path) and not os.path.isfile(path):
        return say("file.not_regular")
    return _unreadable(fault)


def _unreadable(fault: OSError) -> str:
    return say("file.unreadable", why=say_os_fault(fault))


def _need_ordinary(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise NotRead(say("file.folder"))
    if not stat.S_ISREG(found.st_mode):
        raise NotRead(say("file.not_regular"))


def _up_to(file: BinaryIO, most_bytes: int) -> bytes:
    try:
        content = file.read(most_bytes + 1)
    except OSError as fault:
        raise NotRead(_unreadable(fault)) from None
    if len(content) > most_bytes:
        raise NotRead(say("file.too_large", most=_amount(most_bytes)))
    return content


def _amount(count: int) -> str:
    if count >= _ONE_MB:
        return say("file.megabytes", megabytes=count // _ONE_MB)
    return say("file.bytes", bytes=say_whole(count))


def _shown(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


def _drop(draft: Path) -> None:
    try:
        draft.unlink(missing_ok=True)
    except OSError:
        return


_PACKAGE = Path(__file__).resolve().parents[1]


class AssetMissing(FileNotFoundError): ...


def asset(name: str) -> Path:
    """A file by its name in the repository, as ``models/weights.json``.

    An installed package has it under ``companion/_assets``. Raises ``AssetMissing``.
    """
    for root in (_PACKAGE / "_assets", _PACKAGE.parent):
        if (root / name).exists():
            return root / name
    raise AssetMissing(say("file.asset_missing", name=name))


LONGEST_LINE = 1_000
"""Characters: three times the app's longest line. The reader's time grows with the square of a line's dotted
keys: 32,000 on one line took minutes."""
MOST_NESTED = 16
"""Nested lists and tables; the app's own files have three levels."""
LARGEST_WHOLE = 2**63 - 1
"""TOML's integers have 64 bits; Python's reader takes 4,300 digits, which would flood a screen."""
_LONGEST_FAULT = 100
"""Characters of the reader's own words: the fault, line and column."""
_LONGEST_VALUE = 60


class NotToml(ValueError):
    """The message is one sentence."""


def toml_value(value: object) -> str:
    """As a file says it; JSON's escapes are TOML's too, for the characters that the app's own files have."""
    return repr(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False, default=str)


def shown_value(value: object) -> str:
    """The beginning of a wrong value, for a sentence."""
    told = toml_value(value)
    return told if len(told) <= _LONGEST_VALUE else told[:_LONGEST_VALUE] + "…"


def toml_of(text: str) -> dict[str, object]:
    """Values of TOML that may come from anybody or a damaged card. Raises ``NotToml``."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise NotToml(say("toml.long_line", line=number, most=say_whole(LONGEST_LINE)))
    try:
        found = tomllib.loads(text)
    except RecursionError:
        raise NotToml(say("toml.nested")) from None
    except ValueError as fault:
        raise NotToml(_readers_reason(fault)) from None
    _check(found)
    return found


def _check(found: dict[str, object]) -> None:
    """Raises ``NotToml`` for nesting and numbers that the reader takes but the app cannot bear."""
    level: list[object] = [found]
    for _ in range(MOST_NESTED):
        level = [inner for outer in level for inner in _within(outer)]
        if any(type(each) is int and abs(each) > LARGEST_WHOLE for each in level):
            raise NotToml(say("toml.large_number"))
        if not level:
            return
    raise NotToml(say("toml.nested"))


def _within(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _readers_reason(fault: ValueError) -> str:
    told = "".join(each if each.isprintable() else "?" for each in str(fault))[:_LONGEST_FAULT]
    return told[:1].lower() + told[1:]

"""Cups Up: a companion for real tables of Liar's Dice."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

__version__ = "0.2.0"

_NAMED = re.compile(r"^    from (\S+) import (\w+) as \2$", re.MULTILINE)


def lazily(package: str, file: str) -> tuple[Callable[[str], object], list[str]]:
    """A façade's ``__getattr__`` (PEP 562), which imports a name's module when the name is first asked for,
    and its ``__all__``.

    ``file``: of the façade. Its lines ``from MODULE import NAME as NAME``, by which type checkers know what
    others may use (PEP 484), say which names there are, and where.
    """
    home = {name: module for module, name in _NAMED.findall(Path(file).read_text(encoding="utf-8"))}

    def find(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home[name]), name)
        setattr(sys.modules[package], name, value)  # the next time nobody asks
        return value

    return find, [*home]

"""Façades of rooms whose modules need slow or optional libraries."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def lazily(package: str, **modules: str) -> Callable[[str], object]:
    """A package's ``__getattr__`` (PEP 562): imports the module of a name when the name is first asked for.

    ``modules`` has each module's public names, separated by spaces.
    """
    home = {name: module for module, names in modules.items() for name in names.split()}

    def find(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home[name]}"), name)

    return find

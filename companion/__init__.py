"""Cups Up: a companion for real tables of Liar's Dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

__version__ = "0.2.0"


def lazily(package: str, names_of: Mapping[str, str]) -> Callable[[str], object]:
    """A façade's ``__getattr__`` (PEP 562): imports the module of a name when the name is first asked for.

    ``names_of``: a module of the package, and its public names, separated by spaces.
    """
    home = {name: module for module, names in names_of.items() for name in names.split()}

    def find(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home[name]}"), name)

    return find

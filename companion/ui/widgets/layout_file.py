"""Loads each widget's .kv file, which lies beside its module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder, builder

_handler_of = builder.create_handler


class _Names:
    """What a widget's expressions may name. Kivy copies it for each of them, a kilobyte a copy."""

    __slots__ = ("_ids", "_known", "_shared", "_uid")

    def __init__(self) -> None:
        self._ids: dict[str, object] = {}
        self._known, self._uid = 0, -1
        self._shared: dict[str, object] = {}

    def of(self, uid: int, ids: dict[str, object]) -> _Names:
        """``ids`` of the rule grow while its children are made."""
        if ids is not self._ids or (uid, len(ids)) != (self._uid, self._known):
            self._ids, self._uid, self._known, self._shared = ids, uid, len(ids), dict(ids)
        return self

    def __copy__(self) -> dict[str, object]:
        return self._shared


_NAMES = _Names()


def _sharing_names(
    widget: Any, element: object, key: str, value: object, rule: object, ids: Any, *delayed: bool
) -> object:
    return _handler_of(widget, element, key, value, rule, _NAMES.of(widget.uid, ids), *delayed)


def load_layout(module_file: str) -> None:
    builder.create_handler = _sharing_names
    Builder.load_file(str(Path(module_file).with_suffix(".kv")))
    Builder.rules[-1][1].ctx.sourcecode = []  # only for messages, which give file and line, too

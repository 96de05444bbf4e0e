"""Loads each widget's .kv file, which lies beside its module."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

import companion.ui.widgets.box  # noqa: F401  (kv files mean its BoxLayout)


def load_layout(module_file: str) -> None:
    Builder.load_file(str(Path(module_file).with_suffix(".kv")))
    Builder.rules[-1][1].ctx.sourcecode = []  # only for messages, which give file and line, too

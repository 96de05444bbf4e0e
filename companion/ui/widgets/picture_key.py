"""A picture that a touch enlarges."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.ui.layout_file import load_layout
from companion.ui.widgets.camera_picture import CameraPicture
from companion.ui.widgets.surface import Target

load_layout(__file__)


class PictureKey(Target, CameraPicture):
    """A ``CameraPicture`` to be touched; ``sign`` says in its corner what a touch does."""

    sign = StringProperty("enlarge")

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "well")
        super().__init__(**properties)

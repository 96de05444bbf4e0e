"""Draws every sample scene at one size: ``draw_scenes.py WIDTH HEIGHT night|day|large [NAME…]``.

In another language, as the test that measures them: ``CUPS_UP_TEST_LANGUAGE=de draw_scenes.py …``.
"""

from __future__ import annotations

import os
import sys

import tests.ui.screenless  # noqa: F401  (a window without a display)
from companion.text import use_language
from companion.text.catalogue import ENGLISH
from companion.ui.environment import configure_window
from tests.ui.gallery import FOLDER


def draw(width: int, height: int, look: str, names: list[str]) -> None:
    """Draw the scenes named, or all of them."""
    configure_window((width, height), fullscreen=False)
    use_language(os.environ.get("CUPS_UP_TEST_LANGUAGE", ENGLISH))  # before the samples, which have sentences
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.ui.art.textures import use_colours
    from companion.ui.art.theme import LARGE, THEME
    from companion.ui.stage import Stage
    from tests.ui.scenes import sample_scenes

    THEME.motion = 0.0
    use_colours(look == "day")
    THEME.letters = LARGE if look == "large" else 1.0
    suffix = "" if look == "night" else f"_{look}"
    EventLoop.ensure_window()
    for scene in sample_scenes():
        if names and scene.name not in names:
            continue
        stage = Stage(send=lambda command: None, leave=lambda: None)
        Window.add_widget(stage)
        stage.show(scene.view)
        for _ in range(4):
            EventLoop.idle()
        if scene.then is not None:
            scene.then(stage)
        for _ in range(6):
            EventLoop.idle()
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / f"{scene.name}_{width}x{height}{suffix}.png"
        written = Window.screenshot(str(path))
        FOLDER.joinpath(written).replace(path)
        Window.remove_widget(stage)


if __name__ == "__main__":
    draw(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])

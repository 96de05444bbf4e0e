"""The touchscreen, in Kivy: draws what ``companion.play`` shows and sends touches.

Kivy reads its environment when it is imported, so this module sets it first. The names below are imported on
first use: the first picture waits for no screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import lazily
from companion.ui.environment import (
    DISPLAY_VARIABLES,
    configure_window,
    prepare_environment,
    prepare_rehearsal,
)

prepare_environment()

if TYPE_CHECKING:
    from companion.ui.app import AtTable, CupsUpApp, NoDisplay, OpeningApp, run_app
    from companion.ui.art.textures import texture_bytes
    from companion.ui.art.theme import THEME
    from companion.ui.desk_panel import DeskPanel
    from companion.ui.screens.dice.bidding import BiddingScreen
    from companion.ui.screens.dice.check import CheckScreen
    from companion.ui.screens.dice.hands_board import SlotKey
    from companion.ui.screens.welcome.welcome import WelcomeScreen
    from companion.ui.software_renderer import finish_each_frame
    from companion.ui.stage import Stage
    from companion.ui.widgets.die_face import DieKey
    from companion.ui.widgets.screen import Screen
    from companion.ui.widgets.surface import Target
    from companion.ui.widgets.words import Words
else:
    __getattr__ = lazily(
        __name__,
        {
            "app": "AtTable CupsUpApp NoDisplay OpeningApp run_app",
            "art.textures": "texture_bytes",
            "art.theme": "THEME",
            "desk_panel": "DeskPanel",
            "screens.dice.bidding": "BiddingScreen",
            "screens.dice.check": "CheckScreen",
            "screens.dice.hands_board": "SlotKey",
            "screens.welcome.welcome": "WelcomeScreen",
            "software_renderer": "finish_each_frame",
            "stage": "Stage",
            "widgets.die_face": "DieKey",
            "widgets.screen": "Screen",
            "widgets.surface": "Target",
            "widgets.words": "Words",
        },
    )

__all__ = [
    "DISPLAY_VARIABLES",
    "THEME",
    "AtTable",
    "BiddingScreen",
    "CheckScreen",
    "CupsUpApp",
    "DeskPanel",
    "DieKey",
    "NoDisplay",
    "OpeningApp",
    "Screen",
    "SlotKey",
    "Stage",
    "Target",
    "WelcomeScreen",
    "Words",
    "configure_window",
    "finish_each_frame",
    "prepare_rehearsal",
    "run_app",
    "texture_bytes",
]

"""The touchscreen, in Kivy and nowhere else: draws what ``companion.play`` shows, sends what is touched.

Kivy reads its environment when it is imported, so it is prepared here. A name below is imported when it is
first used: who only asks for a display needs no Kivy, and the first picture waits for no screen.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from companion.ui.environment import DISPLAY_VARIABLES, configure_window, prepare_environment

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
    "run_app",
    "texture_bytes",
]

_LIVES_IN = {
    "AtTable": "companion.ui.app",
    "BiddingScreen": "companion.ui.screens.dice.bidding",
    "CheckScreen": "companion.ui.screens.dice.check",
    "CupsUpApp": "companion.ui.app",
    "DeskPanel": "companion.ui.desk_panel",
    "DieKey": "companion.ui.widgets.die_face",
    "NoDisplay": "companion.ui.app",
    "OpeningApp": "companion.ui.app",
    "Screen": "companion.ui.widgets.screen",
    "SlotKey": "companion.ui.screens.dice.hands_board",
    "Stage": "companion.ui.stage",
    "THEME": "companion.ui.art.theme",
    "Target": "companion.ui.widgets.surface",
    "WelcomeScreen": "companion.ui.screens.welcome.welcome",
    "Words": "companion.ui.widgets.words",
    "finish_each_frame": "companion.ui.software_renderer",
    "run_app": "companion.ui.app",
    "texture_bytes": "companion.ui.art.textures",
}


def __getattr__(name: str) -> object:
    if name not in _LIVES_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LIVES_IN[name]), name)

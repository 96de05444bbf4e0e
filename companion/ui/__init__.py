"""The touchscreen, in Kivy: draws what ``companion.play`` shows and sends touches.

Kivy reads its environment when it is imported, so this module sets it first. The names below are imported on
first use: the first picture waits for no screen.
"""

from typing import TYPE_CHECKING

from companion import lazily
from companion.ui.environment import prepare_environment

prepare_environment()

if TYPE_CHECKING:
    from companion.ui.app import AtTable as AtTable
    from companion.ui.app import CupsUpApp as CupsUpApp
    from companion.ui.app import NoDisplay as NoDisplay
    from companion.ui.app import OpeningApp as OpeningApp
    from companion.ui.app import run_app as run_app
    from companion.ui.art.textures import texture_bytes as texture_bytes
    from companion.ui.art.theme import THEME as THEME
    from companion.ui.desk_panel import DeskPanel as DeskPanel
    from companion.ui.environment import DISPLAY_VARIABLES as DISPLAY_VARIABLES
    from companion.ui.environment import configure_window as configure_window
    from companion.ui.environment import finish_each_frame as finish_each_frame
    from companion.ui.environment import prepare_rehearsal as prepare_rehearsal
    from companion.ui.screens.dice.bidding import BiddingScreen as BiddingScreen
    from companion.ui.screens.dice.check import CheckScreen as CheckScreen
    from companion.ui.screens.dice.hands_board import SlotKey as SlotKey
    from companion.ui.screens.welcome.welcome import WelcomeScreen as WelcomeScreen
    from companion.ui.spoken_touch import parents as parents
    from companion.ui.stage import Stage as Stage
    from companion.ui.widgets.die_face import DieKey as DieKey
    from companion.ui.widgets.screen import Screen as Screen
    from companion.ui.widgets.surface import Target as Target
    from companion.ui.widgets.words import Words as Words
else:
    __getattr__, __all__ = lazily(__name__, __file__)

"""Parts of screens; a widget draws one value and decides nothing. Layouts name them, so all are imported."""

from companion.ui.widgets import camera_picture as camera_picture
from companion.ui.widgets import card_face as card_face
from companion.ui.widgets import confetti as confetti
from companion.ui.widgets import dice_row as dice_row
from companion.ui.widgets import die_face as die_face
from companion.ui.widgets import key as key
from companion.ui.widgets import seat_badge as seat_badge
from companion.ui.widgets import seat_board as seat_board
from companion.ui.widgets import sheet as sheet
from companion.ui.widgets import stepper as stepper
from companion.ui.widgets import surface as surface
from companion.ui.widgets import words as words

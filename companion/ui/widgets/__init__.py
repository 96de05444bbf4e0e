"""What the screens are made of; each widget draws one value and decides nothing.

All are imported here: the layouts name them.
"""

from companion.ui.widgets import (
    camera_picture,
    card_face,
    confetti,
    dice_row,
    die_face,
    key,
    round_panel,
    seat_badge,
    seat_board,
    sheet,
    stepper,
    surface,
    words,
)

__all__ = [
    "camera_picture",
    "card_face",
    "card_fan",
    "confetti",
    "cup_mark",
    "dice_row",
    "die_crop",
    "die_face",
    "die_key",
    "face_picker",
    "key",
    "lost_squares",
    "picture_key",
    "round_panel",
    "seat_badge",
    "seat_board",
    "seat_plate",
    "sheet",
    "sign_mark",
    "signed_words",
    "stepper",
    "surface",
    "sweep_light",
    "words",
]

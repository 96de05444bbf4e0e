"""Lens, plane and profile of a real table; seats and board; its light; its prints.

Names are imported at first use: the command line needs only the faults.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import lazily
from companion.calibration.errors import CalibrationError, ProfileError, ShelfError

if TYPE_CHECKING:
    from companion.calibration.backdrop import CORNER_DIGITS, LIKE_DIGITS, peak_between
    from companion.calibration.lens import (
        FEWEST_PICTURES,
        PART_COLUMNS,
        PART_ROWS,
        PARTS,
        TILTS,
        BoardSeen,
        find_board,
    )
    from companion.calibration.light import LightCheck, Settling, examine, wrong
    from companion.calibration.marks import MARK_MM, RIM_MM, Place, black_cells, lens_board, mark_dictionary
    from companion.calibration.optics import Optics
    from companion.calibration.place_watch import PlaceWatch
    from companion.calibration.profile import (
        FoundBy,
        LensNote,
        Profile,
        TableSeats,
        key_of,
        say_seats,
        table_name,
    )
    from companion.calibration.seating import (
        CUP_RADIUS,
        DICE_IN_A_CUP,
        DICE_RADIUS,
        FEWEST_SEATS,
        LARGE_CUP_RADIUS,
        LARGE_DICE_RADIUS,
        SPACES,
        AreaKind,
        LostGrid,
        Point,
        Rectangle,
        Seating,
        Size,
        board_of,
        cell_size,
        die_side_px,
        inner_field,
        lost_square,
        space_centre,
    )
    from companion.calibration.seats import Area, even_seats
    from companion.calibration.setting_up import CORNERS, HARDLY_MOVED, Setup, Step
    from companion.calibration.sheets import Paper, printed_sheets
    from companion.calibration.shelf import FOLDER_NAME, Tables, TableShelf
    from companion.calibration.table_marks import LaidMark
    from companion.calibration.table_plane import TablePlane, mapped
    from companion.calibration.view import DIE_MM, KNOWN_LENSES, known_lens
else:
    __getattr__ = lazily(
        __name__,
        {
            "backdrop": "CORNER_DIGITS LIKE_DIGITS peak_between",
            "lens": "BoardSeen FEWEST_PICTURES PARTS PART_COLUMNS PART_ROWS TILTS find_board",
            "light": "LightCheck Settling examine wrong",
            "marks": "MARK_MM Place RIM_MM black_cells lens_board mark_dictionary",
            "optics": "Optics",
            "place_watch": "PlaceWatch",
            "profile": "FoundBy LensNote Profile TableSeats key_of say_seats table_name",
            "seating": (
                "AreaKind CUP_RADIUS DICE_IN_A_CUP DICE_RADIUS FEWEST_SEATS LARGE_CUP_RADIUS "
                "LARGE_DICE_RADIUS LostGrid Point Rectangle SPACES Seating Size board_of cell_size "
                "die_side_px inner_field lost_square space_centre"
            ),
            "seats": "Area even_seats",
            "setting_up": "CORNERS HARDLY_MOVED Setup Step",
            "sheets": "Paper printed_sheets",
            "shelf": "FOLDER_NAME TableShelf Tables",
            "table_marks": "LaidMark",
            "table_plane": "TablePlane mapped",
            "view": "DIE_MM KNOWN_LENSES known_lens",
        },
    )


__all__ = [
    "CORNERS",
    "CORNER_DIGITS",
    "CUP_RADIUS",
    "DICE_IN_A_CUP",
    "DICE_RADIUS",
    "DIE_MM",
    "FEWEST_PICTURES",
    "FEWEST_SEATS",
    "FOLDER_NAME",
    "HARDLY_MOVED",
    "KNOWN_LENSES",
    "LARGE_CUP_RADIUS",
    "LARGE_DICE_RADIUS",
    "LIKE_DIGITS",
    "MARK_MM",
    "PARTS",
    "PART_COLUMNS",
    "PART_ROWS",
    "RIM_MM",
    "SPACES",
    "TILTS",
    "Area",
    "AreaKind",
    "BoardSeen",
    "CalibrationError",
    "FoundBy",
    "LaidMark",
    "LensNote",
    "LightCheck",
    "LostGrid",
    "Optics",
    "Paper",
    "Place",
    "PlaceWatch",
    "Point",
    "Profile",
    "ProfileError",
    "Rectangle",
    "Seating",
    "Settling",
    "Setup",
    "ShelfError",
    "Size",
    "Step",
    "TablePlane",
    "TableSeats",
    "TableShelf",
    "Tables",
    "black_cells",
    "board_of",
    "cell_size",
    "die_side_px",
    "even_seats",
    "examine",
    "find_board",
    "inner_field",
    "key_of",
    "known_lens",
    "lens_board",
    "lost_square",
    "mapped",
    "mark_dictionary",
    "peak_between",
    "printed_sheets",
    "say_seats",
    "space_centre",
    "table_name",
    "wrong",
]

"""Lens, plane and profile of a real table; seats and board; its light; its prints.

Names are imported at first use: the command line needs only the faults.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.calibration.backdrop import CORNER_DIGITS as CORNER_DIGITS
    from companion.calibration.backdrop import LIKE_DIGITS as LIKE_DIGITS
    from companion.calibration.backdrop import peak_between as peak_between
    from companion.calibration.errors import CalibrationError as CalibrationError
    from companion.calibration.errors import ProfileError as ProfileError
    from companion.calibration.errors import ShelfError as ShelfError
    from companion.calibration.lens import FEWEST_PICTURES as FEWEST_PICTURES
    from companion.calibration.lens import PART_COLUMNS as PART_COLUMNS
    from companion.calibration.lens import PART_ROWS as PART_ROWS
    from companion.calibration.lens import PARTS as PARTS
    from companion.calibration.lens import TILTS as TILTS
    from companion.calibration.lens import BoardSeen as BoardSeen
    from companion.calibration.lens import find_board as find_board
    from companion.calibration.light import LightCheck as LightCheck
    from companion.calibration.light import Settling as Settling
    from companion.calibration.light import examine as examine
    from companion.calibration.light import wrong as wrong
    from companion.calibration.marks import MARK_MM as MARK_MM
    from companion.calibration.marks import RIM_MM as RIM_MM
    from companion.calibration.marks import Place as Place
    from companion.calibration.marks import black_cells as black_cells
    from companion.calibration.marks import lens_board as lens_board
    from companion.calibration.marks import mark_dictionary as mark_dictionary
    from companion.calibration.optics import DIE_MM as DIE_MM
    from companion.calibration.optics import KNOWN_LENSES as KNOWN_LENSES
    from companion.calibration.optics import Optics as Optics
    from companion.calibration.optics import known_lens as known_lens
    from companion.calibration.place_watch import PlaceWatch as PlaceWatch
    from companion.calibration.profile import LensNote as LensNote
    from companion.calibration.profile import Profile as Profile
    from companion.calibration.profile import TableSeats as TableSeats
    from companion.calibration.profile import key_of as key_of
    from companion.calibration.profile import say_seats as say_seats
    from companion.calibration.profile import table_name as table_name
    from companion.calibration.seating import CUP_RADIUS as CUP_RADIUS
    from companion.calibration.seating import DICE_IN_A_CUP as DICE_IN_A_CUP
    from companion.calibration.seating import DICE_RADIUS as DICE_RADIUS
    from companion.calibration.seating import FEWEST_SEATS as FEWEST_SEATS
    from companion.calibration.seating import LARGE_CUP_RADIUS as LARGE_CUP_RADIUS
    from companion.calibration.seating import LARGE_DICE_RADIUS as LARGE_DICE_RADIUS
    from companion.calibration.seating import SPACES as SPACES
    from companion.calibration.seating import AreaKind as AreaKind
    from companion.calibration.seating import LostGrid as LostGrid
    from companion.calibration.seating import Point as Point
    from companion.calibration.seating import Rectangle as Rectangle
    from companion.calibration.seating import Seating as Seating
    from companion.calibration.seating import Size as Size
    from companion.calibration.seating import board_of as board_of
    from companion.calibration.seating import cell_size as cell_size
    from companion.calibration.seating import die_side_px as die_side_px
    from companion.calibration.seating import inner_field as inner_field
    from companion.calibration.seating import lost_square as lost_square
    from companion.calibration.seating import space_centre as space_centre
    from companion.calibration.seats import Area as Area
    from companion.calibration.seats import even_seats as even_seats
    from companion.calibration.setting_up import CORNERS as CORNERS
    from companion.calibration.setting_up import HARDLY_MOVED as HARDLY_MOVED
    from companion.calibration.setting_up import Setup as Setup
    from companion.calibration.setting_up import Step as Step
    from companion.calibration.sheets import Paper as Paper
    from companion.calibration.sheets import printed_sheets as printed_sheets
    from companion.calibration.shelf import FOLDER_NAME as FOLDER_NAME
    from companion.calibration.shelf import Tables as Tables
    from companion.calibration.shelf import TableShelf as TableShelf
    from companion.calibration.table_marks import FoundBy as FoundBy
    from companion.calibration.table_marks import LaidMark as LaidMark
    from companion.calibration.table_plane import TablePlane as TablePlane
    from companion.calibration.table_plane import mapped as mapped
else:
    __getattr__, __all__ = lazily(__name__, __file__)

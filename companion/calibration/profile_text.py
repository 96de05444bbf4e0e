"""A profile as text: TOML that people can read and edit, with a comment for each number.

tomli-w writes no comments.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from companion.calibration.areas import Area
from companion.calibration.errors import CalibrationError, ProfileError
from companion.calibration.marks import Place
from companion.calibration.optics import Optics
from companion.calibration.profile import FoundBy, LensNote, Profile
from companion.calibration.profile_values import (
    check_keys,
    key_at,
    number_at,
    number_list,
    number_text,
    numbers_at,
    part_of,
    points_at,
    quoted,
    told,
    value_of,
    whole_number_at,
    whole_numbers_at,
    words_at,
)
from companion.calibration.seating import AreaKind, Point, Size
from companion.calibration.table_marks import LaidMark
from companion.calibration.table_plane import TablePlane
from companion.reading import WildMark
from companion.text.numbers import say_list
from companion.text.speech import say
from companion.toml_text import NotToml, toml_of

VERSION = 3
"""Version of the profile's layout: 2 has seats and areas, 3 the dice's wild mark. A newer app reads older
ones; an older app refuses newer ones."""
_PARTS = {
    "": ("version", "name", "made_at", "camera", "lens", "table", "dice", "seats", "areas", "marks"),
    "camera": ("name", "size_px"),
    "lens": ("pictures", "error_px", "focal_px", "centre_px", "distortion"),
    "table": ("found_by", "error_px", "size_mm", "turn", "middle_mm"),
    "dice": ("side_mm", "wild"),
    "seats": ("places_mm",),
}
_OF_AN_AREA = ("kind", "corners_mm")
_OF_A_MARK = ("middle_mm", "turn_deg", "side_mm")
MARK_SIDES_MM = 5, 500
"""The smallest and largest black square of a corner mark that a print can have [choice]."""


def text_of(profile: Profile) -> str:
    """The profile as TOML; ``profile_of`` gives it back, numbers rounded as here."""
    optics, plane = profile.plane.optics, profile.plane
    lines = [
        "# Cups Up: where one table lies before its camera, written by `companion calibrate`.",
        "# Setting the table up again is safer than editing; what cannot be is refused with the reason.",
        f"version = {VERSION}",
        f"name = {quoted(profile.name)}",
        f"made_at = {profile.made_at.astimezone(UTC).strftime('%Y-%m-%dT%H:%M:%SZ')}",
        "",
        "[camera]",
        f"name = {quoted(profile.camera)}",
        f"size_px = [{optics.size[0]}, {optics.size[1]}]  # its pictures, width and height",
        "",
        "[lens]",
        f"pictures = {profile.lens.pictures}  # of the lens board; 0: the maker's figures, not measured",
        f"error_px = {number_text(profile.lens.error_px, 3)}  # of the board's corners, root mean square",
        f"focal_px = {number_list(optics.focal_px, 4)}  # focal length, across and down",
        f"centre_px = {number_list(optics.centre_px, 4)}  # where it looks straight ahead, from the top left",
        f"distortion = {number_list(optics.distortion, 7)}  # k1, k2, p1, p2, k3, as OpenCV has them",
        "",
        "[table]",
        f'found_by = "{profile.found_by.value}"  # marks or touch',
        f"error_px = {number_text(profile.error_px, 3)}  # of the marks or touches, root mean square",
        f"size_mm = {number_list(plane.size_mm, 2)}  # the playing field, across and toward seat 0",
        f"turn = {number_list(plane.turn, 7)}  # Rodrigues' vector, as the camera sees the table",
        f"middle_mm = {number_list(plane.middle_mm, 3)}  # its middle: right, down, away from the lens",
        "",
        "[dice]",
        f"side_mm = {number_text(profile.die_mm, 2)}",
    ]
    if profile.wild is not None:
        lines.append(f'wild = "{profile.wild.value}"  # {", ".join(each.value for each in WildMark)}')
    lines += _seat_lines(profile) + _area_lines(profile)
    for mark in profile.marks:
        lines += _mark_lines(mark)
    return "\n".join(lines) + "\n"


def _mark_lines(mark: LaidMark) -> list[str]:
    return [
        "",
        f"[marks.{mark.place.value}]  # {mark.place.words}",
        f"middle_mm = {number_list(mark.middle_mm, 3)}  # from the field's middle: right, toward seat 0",
        f"turn_deg = {number_text(mark.turn_deg, 3)}",
        f"side_mm = {number_text(mark.side_mm, 3)}  # of its black square",
    ]


def _seat_lines(profile: Profile) -> list[str]:
    if not profile.seats:
        return []
    seats = [f"  {number_list(seat, 1)}," for seat in profile.seats]
    return [
        "",
        "[seats]  # at the table's edge, clockwise as seen from above, the first player's first",
        "places_mm = [  # from the field's middle: right, toward seat 0",
        *seats,
        "]",
    ]


def _area_lines(profile: Profile) -> list[str]:
    lines = []
    for area in profile.areas:
        lines += [
            "",
            f"[[areas]]  # {area.kind.words}: dice here are not counted",
            f'kind = "{area.kind.value}"  # {", ".join(each.value for each in AreaKind)}',
            "corners_mm = [  # from the field's middle: right, toward seat 0",
            *(f"  {number_list(corner, 1)}," for corner in area.corners_mm),
            "]",
        ]
    return lines


def profile_of(text: str) -> Profile:
    """The profile in a text. Raises ``ProfileError``, which names the place and what is expected there."""
    try:
        raw = toml_of(text)
    except NotToml as fault:
        raise ProfileError(say("profile.no_toml", fault=str(fault))) from None
    _check_version(raw)
    try:
        return _profile(raw)
    except ProfileError:
        raise
    except OverflowError:
        raise ProfileError(say("profile.far_number")) from None
    except CalibrationError as fault:
        raise ProfileError(str(fault)) from None


def _check_version(raw: dict[str, Any]) -> None:
    version = raw.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ProfileError(say("profile.no_version", newest=VERSION))
    if version > VERSION:
        raise ProfileError(say("profile.later_version", version=str(version), newest=VERSION))


def _profile(raw: dict[str, Any]) -> Profile:
    check_keys(raw, _PARTS[""], "")
    camera, lens, table, dice = (
        part_of(raw, name, _PARTS[name]) for name in ("camera", "lens", "table", "dice")
    )
    width, height = whole_numbers_at(camera, "camera", "size_px", 2)
    optics = _optics((width, height), lens)
    return Profile(
        words_at(raw, "", "name"),
        _moment(raw),
        words_at(camera, "camera", "name"),
        LensNote(whole_number_at(lens, "lens", "pictures"), number_at(lens, "lens", "error_px")),
        _plane(optics, table),
        _found_by(table),
        number_at(table, "table", "error_px"),
        _marks(raw),
        number_at(dice, "dice", "side_mm"),
        _seats(raw),
        _areas(raw),
        _wild(dice),
    )


def _moment(raw: dict[str, Any]) -> datetime:
    moment = value_of(raw, "", "made_at")
    if not isinstance(moment, datetime):
        raise ProfileError(say("profile.moment"))
    return moment


def _found_by(table: dict[str, Any]) -> FoundBy:
    word = words_at(table, "table", "found_by")
    if word not in {each.value for each in FoundBy}:
        raise ProfileError(_one_of("table", "found_by", [each.value for each in FoundBy], word))
    return FoundBy(word)


def _wild(dice: dict[str, Any]) -> WildMark | None:
    if "wild" not in dice:
        return None
    word, known = words_at(dice, "dice", "wild"), [each.value for each in WildMark]
    if word not in known:
        raise ProfileError(_one_of("dice", "wild", known, word))
    return WildMark(word)


def _marks(raw: dict[str, Any]) -> tuple[LaidMark, ...]:
    marks = raw.get("marks", {})
    if not isinstance(marks, dict):
        raise ProfileError(say("profile.marks"))
    check_keys(marks, tuple(place.value for place in Place), "marks")
    return tuple(_mark(place, marks[place.value]) for place in Place if place.value in marks)


def _optics(size: Size, part: dict[str, Any]) -> Optics:
    focal_x, focal_y = numbers_at(part, "lens", "focal_px", 2)
    centre_x, centre_y = numbers_at(part, "lens", "centre_px", 2)
    k1, k2, p1, p2, k3 = numbers_at(part, "lens", "distortion", 5)
    return Optics(size, (focal_x, focal_y), (centre_x, centre_y), (k1, k2, p1, p2, k3))


def _plane(optics: Optics, part: dict[str, Any]) -> TablePlane:
    turn_x, turn_y, turn_z = numbers_at(part, "table", "turn", 3)
    x_mm, y_mm, z_mm = numbers_at(part, "table", "middle_mm", 3)
    across_mm, deep_mm = numbers_at(part, "table", "size_mm", 2)
    return TablePlane(optics, (turn_x, turn_y, turn_z), (x_mm, y_mm, z_mm), (across_mm, deep_mm))


def _mark(place: Place, part: Any) -> LaidMark:
    where = f"marks.{place.value}"
    if not isinstance(part, dict):
        raise ProfileError(say("profile.own_part", part=where))
    check_keys(part, _OF_A_MARK, where)
    side = number_at(part, where, "side_mm")
    least, most = MARK_SIDES_MM
    if not least <= side <= most:
        limits = {"least": str(least), "most": str(most), "given": f"{side:g}"}
        raise ProfileError(say("profile.mark_side", key=key_at(where, "side_mm"), **limits))
    x_mm, y_mm = numbers_at(part, where, "middle_mm", 2)
    return LaidMark(place, (x_mm, y_mm), number_at(part, where, "turn_deg"), side)


def _seats(raw: dict[str, Any]) -> tuple[Point, ...]:
    if "seats" not in raw:
        return ()
    return points_at(part_of(raw, "seats", _PARTS["seats"]), "seats", "places_mm")


def _areas(raw: dict[str, Any]) -> tuple[Area, ...]:
    areas = raw.get("areas", [])
    if not isinstance(areas, list):
        raise ProfileError(say("profile.areas"))
    return tuple(_area(number, part) for number, part in enumerate(areas, 1))


def _area(number: int, part: Any) -> Area:
    where = say("profile.area_number", number=number)
    if not isinstance(part, dict):
        raise ProfileError(say("profile.areas"))
    check_keys(part, _OF_AN_AREA, where)
    word, kinds = words_at(part, where, "kind"), [each.value for each in AreaKind]
    if word not in kinds:
        raise ProfileError(_one_of(where, "kind", kinds, word))
    return Area(AreaKind(word), points_at(part, where, "corners_mm"))


def _one_of(where: str, key: str, known: Sequence[str], given: str) -> str:
    choice = say_list((f'"{each}"' for each in known), either=True)
    return say("profile.one_of", key=key_at(where, key), known=choice, given=told(given))

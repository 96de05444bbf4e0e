"""Keeps a household's profiles: one TOML file each, written whole or not at all.

A profile may have a picture of its background, to notice a shift. A note names the table used last.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

import cv2

from companion.calibration.backdrop import WIDTH_PX, Backdrop
from companion.calibration.errors import CalibrationError, PlaneError, ProfileError, ShelfError
from companion.calibration.marks import Place
from companion.calibration.optics import Optics
from companion.calibration.profile import LensNote, Profile, key_of
from companion.calibration.seating import AreaKind, Point, Size
from companion.calibration.seats import Area
from companion.calibration.table_marks import FoundBy, LaidMark
from companion.calibration.table_plane import TablePlane
from companion.core import on_disk
from companion.core.picture import Kind, PictureError, header_of, pixels_of
from companion.core.reading import WildMark
from companion.text import say, say_list, say_os_fault

LARGEST = 1e9
"""No real number is larger [choice]."""
Chosen = TypeVar("Chosen", bound=Enum)


def part_of(raw: dict[str, Any], name: str, known: tuple[str, ...]) -> dict[str, Any]:
    part = raw.get(name)
    if not isinstance(part, dict):
        raise ProfileError(say("profile.no_part", part=name))
    check_keys(part, known, name)
    return part


def check_keys(part: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    """Raises ``ProfileError`` for an unknown key: it may be a typing error."""
    strange = sorted(set(part) - set(known))
    if strange:
        key = key_at(where, on_disk.shown_value(strange[0]))
        raise ProfileError(say("profile.unknown_key", key=key, known=", ".join(known)))


def key_at(where: str, key: str) -> str:
    return say("profile.key", key=key, part=where) if where else key


def _wanted(value: Any, where: str, key: str) -> dict[str, str]:
    return {"key": key_at(where, key), "given": on_disk.shown_value(value)}


def value_of(part: dict[str, Any], where: str, key: str) -> Any:
    if key not in part:
        raise ProfileError(say("profile.no_key", key=key_at(where, key)))
    return part[key]


def words_at(part: dict[str, Any], where: str, key: str) -> str:
    value = value_of(part, where, key)
    if not isinstance(value, str):
        raise ProfileError(say("profile.text", **_wanted(value, where, key)))
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and not abs(value) > LARGEST


def number_at(part: dict[str, Any], where: str, key: str) -> float:
    value = value_of(part, where, key)
    if not _is_number(value):
        raise ProfileError(say("profile.number", **_wanted(value, where, key)))
    return float(value)


def numbers_at(part: dict[str, Any], where: str, key: str, many: int) -> tuple[float, ...]:
    value = value_of(part, where, key)
    if not isinstance(value, list) or len(value) != many or not all(map(_is_number, value)):
        raise ProfileError(say("profile.numbers", many=str(many), **_wanted(value, where, key)))
    return tuple(float(each) for each in value)


def whole_number_at(part: dict[str, Any], where: str, key: str) -> int:
    value = value_of(part, where, key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProfileError(say("profile.whole_number", **_wanted(value, where, key)))
    return value


def whole_numbers_at(part: dict[str, Any], where: str, key: str, many: int) -> tuple[int, ...]:
    """``many`` whole numbers above 0, in brackets."""
    value = value_of(part, where, key)
    fits = isinstance(value, list) and len(value) == many
    if not fits or not all(
        isinstance(each, int) and not isinstance(each, bool) and each > 0 for each in value
    ):
        raise ProfileError(say("profile.whole_numbers", many=str(many), **_wanted(value, where, key)))
    return tuple(value)


def points_at(part: dict[str, Any], where: str, key: str) -> tuple[Point, ...]:
    value = value_of(part, where, key)
    pairs = isinstance(value, list) and all(isinstance(each, list) and len(each) == 2 for each in value)
    if not pairs or not all(_is_number(each) for pair in value for each in pair):
        raise ProfileError(say("profile.pairs", **_wanted(value, where, key)))
    return tuple((float(x), float(y)) for x, y in value)


def choice_at(part: dict[str, Any], where: str, key: str, choices: type[Chosen]) -> Chosen:
    word = words_at(part, where, key)
    for each in choices:
        if each.value == word:
            return each
    known = say_list((f'"{each.value}"' for each in choices), either=True)
    raise ProfileError(say("profile.one_of", known=known, **_wanted(word, where, key)))


def number_text(value: float, places: int) -> str:
    text = f"{value:.{places}f}".rstrip("0")
    text = text + "0" if text.endswith(".") else text
    return "0.0" if float(text) == 0 else text


def number_list(values: tuple[float, ...], places: int) -> str:
    return f"[{', '.join(number_text(value, places) for value in values)}]"


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
"""Smallest and largest black square of a printed corner mark [choice]."""


def text_of(profile: Profile) -> str:
    """TOML with rounded numbers, for ``profile_of``."""
    optics, plane = profile.plane.optics, profile.plane
    lines = [
        "# Cups Up: where one table lies before its camera, written by `cups-up calibrate`.",
        "# Setting the table up again is safer than editing; what cannot be is refused with the reason.",
        f"version = {VERSION}",
        f"name = {on_disk.toml_value(profile.name)}",
        f"made_at = {profile.made_at.astimezone(UTC).strftime('%Y-%m-%dT%H:%M:%SZ')}",
        "",
        "[camera]",
        f"name = {on_disk.toml_value(profile.camera)}",
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
    """Raises ``ProfileError``."""
    try:
        raw = on_disk.toml_of(text)
    except on_disk.NotToml as fault:
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
        choice_at(table, "table", "found_by", FoundBy),
        number_at(table, "table", "error_px"),
        _marks(raw),
        number_at(dice, "dice", "side_mm"),
        _seats(raw),
        _areas(raw),
        choice_at(dice, "dice", "wild", WildMark) if "wild" in dice else None,
    )


def _moment(raw: dict[str, Any]) -> datetime:
    moment = value_of(raw, "", "made_at")
    if not isinstance(moment, datetime):
        raise ProfileError(say("profile.moment"))
    return moment


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
    kind = choice_at(part, where, "kind", AreaKind)
    return Area(kind, points_at(part, where, "corners_mm"))


FOLDER_NAME = "tables"
"""In the app's home."""
SUFFIX = ".toml"
BACKGROUND = ".png"
DICE = ".dice.json"
"""The suffix, beside a profile, of what the table's dice taught."""
LAST_USED = "last-used.txt"
"""The file with the name of the table used last."""
LARGEST_FILE = 65_536
"""Bytes: thirty times a profile. A larger file was not written here."""
LARGEST_BACKGROUND = 2_000_000
"""Bytes: a background is grey and 640 px wide."""


@dataclass(frozen=True, slots=True)
class Tables:
    """Profiles by name, and a sentence for each faulty file."""

    profiles: tuple[Profile, ...]
    faults: tuple[str, ...] = ()

    def named(self, name: str) -> Profile | None:
        return next((each for each in self.profiles if key_of(each.name) == key_of(name)), None)


class TableShelf:
    """The folder is made by the first ``save``, and read anew each time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> Tables:
        """Raises ``ShelfError`` if the folder cannot be read."""
        found, faults = self._look()
        return Tables(tuple(found[key][0] for key in sorted(found)), tuple(faults))

    def save(self, profile: Profile, backdrop: Backdrop | None = None) -> Path:
        """Overwrites the profile of this name; on disk on return.

        After ``ShelfError`` the last good one stays. An older background is deleted: it would show a
        false shift.
        """
        key = key_of(profile.name)
        found, _ = self._look()
        path = found[key][1] if key in found else on_disk.free_path(self._folder, key, SUFFIX, "table")
        background = path.with_suffix(BACKGROUND)
        _delete(background)
        _write(path, text_of(profile).encode("utf-8"))
        if backdrop is not None:
            _write(background, cv2.imencode(BACKGROUND, backdrop.grey)[1].tobytes())
        return path

    def backdrop_of(self, profile: Profile) -> Backdrop | None:
        """``None`` if there is no usable one."""
        found, _ = self._look()
        if key_of(profile.name) not in found:
            return None
        try:
            raw = on_disk.read_ordinary(
                found[key_of(profile.name)][1].with_suffix(BACKGROUND), LARGEST_BACKGROUND
            )
            header = header_of(raw, (Kind.PNG,))
            if header.width != WIDTH_PX:
                return None
            grey = cv2.cvtColor(pixels_of(raw, header), cv2.COLOR_BGR2GRAY)
        except (on_disk.NotRead, PictureError):
            return None
        try:
            return Backdrop.of(grey, profile.plane)
        except PlaneError:
            return None

    def dice_file_of(self, name: str) -> Path | None:
        """It need not exist; ``None`` for an unknown table. Raises ``ShelfError``."""
        found, _ = self._look()
        return found[key_of(name)][1].with_suffix(DICE) if key_of(name) in found else None

    def use(self, name: str) -> None:
        """Notes the table used last. Raises ``ShelfError``."""
        _write(self._folder / LAST_USED, (name + "\n").encode("utf-8"))

    def last_used(self) -> str | None:
        """Its profile may be gone."""
        try:
            raw = on_disk.read_ordinary(self._folder / LAST_USED, LARGEST_FILE)
            return raw.decode("utf-8").partition("\n")[0].strip() or None
        except (on_disk.NotRead, UnicodeDecodeError):
            return None

    def remove(self, name: str) -> None:
        """Deletes the profile with everything beside it."""
        found, _ = self._look()
        if key_of(name) not in found:
            return
        path = found[key_of(name)][1]
        for beside in (BACKGROUND, DICE):
            _delete(path.with_suffix(beside))
        _delete(path)
        try:
            on_disk.settle(self._folder)
        except OSError as fault:
            raise ShelfError(say("profile.stays", file=str(path), why=say_os_fault(fault))) from None

    def _look(self) -> tuple[dict[str, tuple[Profile, Path]], list[str]]:
        found: dict[str, tuple[Profile, Path]] = {}
        faults = []
        for path in self._files():
            try:
                profile = read_profile(path)
            except ProfileError as fault:
                faults.append(say("profile.left_out", file=on_disk.shown_name(path.name), why=str(fault)))
                continue
            key = key_of(profile.name)
            if key in found:
                twin = on_disk.shown_name(found[key][1].name)
                here = on_disk.shown_name(path.name)
                faults.append(say("profile.twin", file=here, twin=twin))
                continue
            found[key] = profile, path
        return found, faults

    def _files(self) -> list[Path]:
        try:
            return [self._folder / each for each in on_disk.names_in(self._folder, SUFFIX)]
        except OSError as fault:
            told = say("profile.no_folder", folder=str(self._folder), why=say_os_fault(fault))
            raise ShelfError(told) from None


def read_profile(path: Path) -> Profile:
    """Raises ``ProfileError`` for any other file."""
    try:
        return profile_of(on_disk.read_ordinary(path, LARGEST_FILE).decode("utf-8-sig"))
    except on_disk.NotRead as fault:
        raise ProfileError(say("file.it", fault=str(fault))) from None
    except UnicodeDecodeError:
        raise ProfileError(say("file.not_utf8")) from None


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise ShelfError(say("profile.file_stays", file=str(path), why=say_os_fault(fault))) from None


def _write(path: Path, content: bytes) -> None:
    try:
        on_disk.write_whole(path, content)
    except OSError as fault:
        raise ShelfError(say("profile.unwritten", file=str(path), why=say_os_fault(fault))) from None

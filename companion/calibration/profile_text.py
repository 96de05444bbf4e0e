"""A profile as text: TOML that people can read and mend, with a comment to each number."""

from __future__ import annotations

import json
import tomllib
from datetime import UTC, datetime
from typing import Any

from companion.calibration.errors import CalibrationError, ProfileError
from companion.calibration.marks import Place
from companion.calibration.optics import Optics
from companion.calibration.profile import FoundBy, LensNote, Profile
from companion.calibration.table_marks import LaidMark
from companion.calibration.table_plane import TablePlane

VERSION = 1
"""Of the profile's layout. A later app reads all older ones; an older app refuses later ones."""
_PARTS = {
    "": ("version", "name", "made_at", "camera", "lens", "table", "dice", "marks"),
    "camera": ("name", "size_px"),
    "lens": ("pictures", "error_px", "focal_px", "centre_px", "distortion"),
    "table": ("found_by", "error_px", "size_mm", "turn", "middle_mm"),
    "dice": ("side_mm",),
}
_OF_A_MARK = ("middle_mm", "turn_deg", "side_mm")


def text_of(profile: Profile) -> str:
    """The profile as TOML; ``profile_of`` gives it back, numbers rounded as here."""
    optics, plane = profile.plane.optics, profile.plane
    lines = [
        "# Cups Up: where one table lies before its camera, written by `companion calibrate`.",
        "# Setting the table up again is safer than editing; what cannot be is refused with the reason.",
        f"version = {VERSION}",
        f"name = {_quoted(profile.name)}",
        f"made_at = {profile.made_at.astimezone(UTC).strftime('%Y-%m-%dT%H:%M:%SZ')}",
        "",
        "[camera]",
        f"name = {_quoted(profile.camera)}",
        f"size_px = [{optics.size[0]}, {optics.size[1]}]  # its pictures, width and height",
        "",
        "[lens]",
        f"pictures = {profile.lens.pictures}  # of the lens board; 0: the maker's figures, not measured",
        f"error_px = {_number(profile.lens.error_px, 3)}  # of the board's corners, root mean square",
        f"focal_px = {_numbers(optics.focal_px, 4)}  # focal length, across and down",
        f"centre_px = {_numbers(optics.centre_px, 4)}  # where it looks straight ahead, from the top left",
        f"distortion = {_numbers(optics.distortion, 7)}  # k1, k2, p1, p2, k3, as OpenCV has them",
        "",
        "[table]",
        f'found_by = "{profile.found_by.value}"  # marks or touch',
        f"error_px = {_number(profile.error_px, 3)}  # of the marks or touches, root mean square",
        f"size_mm = {_numbers(plane.size_mm, 2)}  # the playing field, across and toward seat 0",
        f"turn = {_numbers(plane.turn, 7)}  # Rodrigues' vector, as the camera sees the table",
        f"middle_mm = {_numbers(plane.middle_mm, 3)}  # the field's middle: right, down, away from the lens",
        "",
        "[dice]",
        f"side_mm = {_number(profile.die_mm, 2)}",
    ]
    for mark in profile.marks:
        lines += [
            "",
            f"[marks.{mark.place.value}]  # {mark.place.words}",
            f"middle_mm = {_numbers(mark.middle_mm, 3)}  # from the field's middle: right, toward seat 0",
            f"turn_deg = {_number(mark.turn_deg, 3)}",
            f"side_mm = {_number(mark.side_mm, 3)}  # of its black square",
        ]
    return "\n".join(lines) + "\n"


def profile_of(text: str) -> Profile:
    """The profile in a text. Raises ``ProfileError`` that names the place and what is wanted there."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ProfileError(f"it is no TOML: {fault}") from None
    _check_version(raw)
    try:
        return _profile(raw)
    except ProfileError:
        raise
    except CalibrationError as fault:
        raise ProfileError(str(fault)) from None


def _check_version(raw: dict[str, Any]) -> None:
    version = raw.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ProfileError(f"version must be a number from 1 to {VERSION}: is this a table's profile?")
    if version > VERSION:
        raise ProfileError(f"it has version {version}, from a later app; this app reads {VERSION}: update it")


def _profile(raw: dict[str, Any]) -> Profile:
    _only(raw, _PARTS[""], "it")
    camera, lens, table, dice = (_part(raw, name) for name in ("camera", "lens", "table", "dice"))
    width, height = _whole(camera, "camera", "size_px", 2)
    optics = Optics(
        (width, height),
        _floats(lens, "lens", "focal_px", 2),
        _floats(lens, "lens", "centre_px", 2),
        _floats(lens, "lens", "distortion", 5),
    )
    plane = TablePlane(
        optics,
        _floats(table, "table", "turn", 3),
        _floats(table, "table", "middle_mm", 3),
        _floats(table, "table", "size_mm", 2),
    )
    return Profile(
        _text(raw, "the top", "name"),
        _moment(raw),
        _text(camera, "camera", "name"),
        LensNote(_whole_one(lens, "lens", "pictures"), _float(lens, "lens", "error_px")),
        plane,
        _found_by(table),
        _float(table, "table", "error_px"),
        _marks(raw),
        _float(dice, "dice", "side_mm"),
    )


def _part(raw: dict[str, Any], name: str) -> dict[str, Any]:
    part = raw.get(name)
    if not isinstance(part, dict):
        raise ProfileError(f"it lacks the part [{name}]")
    _only(part, _PARTS[name], f"[{name}]")
    return part


def _only(part: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    strange = sorted(set(part) - set(known))
    if strange:
        raise ProfileError(f"{where} has {strange[0]!r}, which means nothing; known are {', '.join(known)}")


def _value(part: dict[str, Any], where: str, key: str) -> Any:
    if key not in part:
        raise ProfileError(f"[{where}] lacks {key}")
    return part[key]


def _text(part: dict[str, Any], where: str, key: str) -> str:
    value = _value(part, where, key)
    if not isinstance(value, str):
        raise ProfileError(f"{key} of [{where}] must be words in quotes, got {value!r}")
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _float(part: dict[str, Any], where: str, key: str) -> float:
    value = _value(part, where, key)
    if not _is_number(value):
        raise ProfileError(f"{key} of [{where}] must be a number, got {value!r}")
    return float(value)


def _floats(part: dict[str, Any], where: str, key: str, many: int) -> tuple[float, ...]:
    value = _value(part, where, key)
    if not isinstance(value, list) or len(value) != many or not all(map(_is_number, value)):
        raise ProfileError(f"{key} of [{where}] must be {many} numbers in brackets, got {value!r}")
    return tuple(float(each) for each in value)


def _whole_one(part: dict[str, Any], where: str, key: str) -> int:
    value = _value(part, where, key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ProfileError(f"{key} of [{where}] must be a whole number, got {value!r}")
    return value


def _whole(part: dict[str, Any], where: str, key: str, many: int) -> tuple[int, ...]:
    value = _value(part, where, key)
    fits = isinstance(value, list) and len(value) == many
    if not fits or not all(
        isinstance(each, int) and not isinstance(each, bool) and each > 0 for each in value
    ):
        raise ProfileError(f"{key} of [{where}] must be {many} whole numbers above 0, got {value!r}")
    return tuple(value)


def _moment(raw: dict[str, Any]) -> datetime:
    moment = _value(raw, "the top", "made_at")
    if not isinstance(moment, datetime):
        raise ProfileError("made_at must be a moment without quotes, as 2026-11-21T08:30:00Z")
    return moment


def _found_by(table: dict[str, Any]) -> FoundBy:
    word = _text(table, "table", "found_by")
    if word not in {each.value for each in FoundBy}:
        raise ProfileError(f'found_by of [table] must be "marks" or "touch", got {word!r}')
    return FoundBy(word)


def _marks(raw: dict[str, Any]) -> tuple[LaidMark, ...]:
    marks = raw.get("marks", {})
    if not isinstance(marks, dict):
        raise ProfileError("the marks must be parts like [marks.A]")
    _only(marks, tuple(place.value for place in Place), "[marks]")
    return tuple(_mark(place, marks[place.value]) for place in Place if place.value in marks)


def _mark(place: Place, part: Any) -> LaidMark:
    where = f"marks.{place.value}"
    if not isinstance(part, dict):
        raise ProfileError(f"[{where}] must be a part of its own")
    _only(part, _OF_A_MARK, f"[{where}]")
    side = _float(part, where, "side_mm")
    if not 5 <= side <= 500:
        raise ProfileError(f"side_mm of [{where}] must be 5 to 500, got {side:g}")
    middle = _floats(part, where, "middle_mm", 2)
    return LaidMark(place, middle, _float(part, where, "turn_deg"), side)


def _quoted(words: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's too, for what ``Profile`` lets pass."""
    return json.dumps(words, ensure_ascii=False)


def _number(value: float, places: int) -> str:
    text = f"{value:.{places}f}".rstrip("0")
    text = text + "0" if text.endswith(".") else text
    return "0.0" if float(text) == 0 else text


def _numbers(values: tuple[float, ...], places: int) -> str:
    return f"[{', '.join(_number(value, places) for value in values)}]"

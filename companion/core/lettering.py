"""Which font draws a letter (Kivy's, then the system's), and in which order letters are drawn."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import groupby, pairwise
from pathlib import Path
from typing import BinaryIO
from unicodedata import bidirectional, category, decomposition, normalize

Span = tuple[int, int]
_COLLECTION = b"ttcf"
_OUTLINES = {b"glyf", b"CFF ", b"CFF2"}
"""Fonts with one of these tables scale to any size; those with coloured pictures have none."""
_SEGMENTS, _GROUPS = 4, 12


class NoFont(ValueError):
    """The file holds no scalable letters."""


class Coverage:
    def __init__(self, spans: Iterator[Span] | list[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [start for start, _ in self._spans]

    def __contains__(self, letter: str) -> bool:
        at = bisect_right(self._starts, ord(letter)) - 1
        return at >= 0 and ord(letter) <= self._spans[at][1]


def coverage_of(path: Path) -> Coverage:
    """The letters of a font file, or of a collection's first font. Raises ``NoFont`` and ``OSError``."""
    with path.open("rb") as file:
        try:
            return Coverage(_spans(_character_map(file)))
        except (struct.error, IndexError):
            raise NoFont from None


def _character_map(file: BinaryIO) -> bytes:
    start = 0
    if file.read(4) == _COLLECTION:
        file.seek(12)
        (start,) = struct.unpack(">I", file.read(4))
    file.seek(start + 4)
    (count,) = struct.unpack(">H", file.read(2))
    file.seek(start + 12)
    rows = [struct.unpack(">4sIII", file.read(16)) for _ in range(count)]
    tables = {tag: (offset, length) for tag, _, offset, length in rows}
    if b"cmap" not in tables or not tables.keys() & _OUTLINES:
        raise NoFont
    offset, length = tables[b"cmap"]
    file.seek(offset)
    return file.read(length)


def _spans(table: bytes) -> list[Span]:
    (count,) = struct.unpack_from(">H", table, 2)
    maps = [struct.unpack_from(">HHI", table, 4 + 8 * at) for at in range(count)]
    by_format = {struct.unpack_from(">H", table, at)[0]: at for platform, _, at in maps if platform in (0, 3)}
    if _GROUPS in by_format:
        return [*_of_groups(table, by_format[_GROUPS])]
    if _SEGMENTS in by_format:
        return [*_of_segments(table, by_format[_SEGMENTS])]
    raise NoFont


def _of_groups(table: bytes, at: int) -> Iterator[Span]:
    (count,) = struct.unpack_from(">I", table, at + 12)
    for group in range(count):
        first, last, _ = struct.unpack_from(">III", table, at + 16 + 12 * group)
        yield first, last


def _of_segments(table: bytes, at: int) -> Iterator[Span]:
    (twice,) = struct.unpack_from(">H", table, at + 6)
    count = twice // 2
    ends = struct.unpack_from(f">{count}H", table, at + 14)
    starts = struct.unpack_from(f">{count}H", table, at + 16 + twice)
    offsets_at = at + 16 + 3 * twice
    offsets = struct.unpack_from(f">{count}H", table, offsets_at)
    for segment, (first, last, offset) in enumerate(zip(starts, ends, offsets, strict=True)):
        if offset == 0:
            yield first, last
            continue
        glyphs_at = offsets_at + 2 * segment + offset
        glyphs = struct.unpack_from(f">{last - first + 1}H", table, glyphs_at)
        yield from ((first + step, first + step) for step, glyph in enumerate(glyphs) if glyph)


_RIGHT_TO_LEFT = {"R", "AL"}
_BETWEEN = " -'"
"""Signs between words of a name: right-to-left text goes on after them."""
NO_BREAK = "\N{NO-BREAK SPACE}"
_LAM, _ALEFS = "\N{ARABIC LETTER LAM}", "\u0622\u0623\u0625\u0627"
_TATWEEL = "\N{ARABIC TATWEEL}"
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_ISOLATED, _INITIAL, _MEDIAL, _FINAL = "<isolated>", "<initial>", "<medial>", "<final>"
_PRESENTATION_FORMS = (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD))
_LOOKS = {*range(0xFE00, 0xFE10)}
"""Variation selectors; our fonts have no variants."""


def drawn(text: str) -> str:
    """The text in drawing order, left to right; right-to-left letters lose their vowel points."""
    if text.isascii():
        return text
    composed = "".join(each for each in normalize("NFC", text) if ord(each) not in _LOOKS)
    if not any(map(is_right_to_left, composed)):
        return composed
    return "".join(_turned(part) if turned else part for part, turned in _stretches(composed))


def is_right_to_left(letter: str) -> bool:
    return bidirectional(letter) in _RIGHT_TO_LEFT


def _stretches(text: str) -> Iterator[tuple[str, bool]]:
    """Parts and whether each runs from right to left; such a part ends with its last letter."""
    at = 0
    while at < len(text):
        turned = is_right_to_left(text[at])
        end = at + 1
        while end < len(text) and (_goes_on(text, end) if turned else not is_right_to_left(text[end])):
            end += 1
        yield text[at:end], turned
        at = end


def _goes_on(text: str, at: int) -> bool:
    if is_right_to_left(text[at]) or _is_silent(text[at]):
        return True
    return text[at] in _BETWEEN and at + 1 < len(text) and is_right_to_left(text[at + 1])


def _is_silent(letter: str) -> bool:
    return category(letter) == "Mn" or letter in _JOINERS


def _turned(stretch: str) -> str:
    return "".join(reversed([*_joined(stretch)])).replace(" ", NO_BREAK)


def _joined(stretch: str) -> Iterator[str]:
    letters = [*_letters(stretch)]
    ties = [False, *(_ties(one, other) for one, other in pairwise(letters)), False]
    for letter, (before, after) in zip(letters, pairwise(ties), strict=True):
        kind = (_FINAL, _MEDIAL)[after] if before else (_ISOLATED, _INITIAL)[after]
        if letter not in _JOINERS:
            yield _forms().get(letter, {}).get(kind, letter)


def _letters(stretch: str) -> Iterator[str]:
    bare = [each for each in stretch if category(each) != "Mn"]
    at = 0
    while at < len(bare):
        both = bare[at] == _LAM and bare[at + 1 : at + 2] != [] and bare[at + 1] in _ALEFS
        yield "".join(bare[at : at + 1 + both])
        at += 1 + both


def _ties(one: str, other: str) -> bool:
    forms = _forms()
    goes = one == _TATWEEL or _INITIAL in forms.get(one, {})
    return goes and (other == _TATWEEL or _FINAL in forms.get(other, {}))


@cache
def _forms() -> dict[str, dict[str, str]]:
    forms: dict[str, dict[str, str]] = {}
    for code in _PRESENTATION_FORMS:
        kind, *codes = (decomposition(chr(code)) or "none").split()
        letters = "".join(chr(int(each, 16)) for each in codes)
        if kind in (_ISOLATED, _INITIAL, _MEDIAL, _FINAL) and (
            len(letters) == 1 or (len(letters) == 2 and letters[0] == _LAM and letters[1] in _ALEFS)
        ):
            forms.setdefault(letters, {}).setdefault(kind, chr(code))
    return forms


SYSTEM = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
_KINDS = {".ttf", ".otf", ".ttc"}
_SPECIAL = ("bold", "italic", "oblique", "light", "thin", "mono", "serif")
_SHAPED = (
    (0x0700, 0x074F),  # Syriac
    (0x0780, 0x085F),  # Thaana, N'Ko, Samaritan, Mandaic
    (0x0900, 0x0DFF),  # Devanagari to Sinhala
    (0x0F00, 0x109F),  # Tibetan, Burmese
    (0x1700, 0x18AF),  # Philippine scripts, Khmer, Mongolian
    (0x1900, 0x1C7F),  # Limbu to Ol Chiki
    (0xA800, 0xA8FF),  # Syloti Nagri to Devanagari's extension
    (0xA900, 0xA95F),  # Kayah Li, Rejang
    (0xA980, 0xAAFF),  # Javanese to Meetei Mayek's extension
    (0xABC0, 0xABFF),  # Meetei Mayek
    (0x10A00, 0x10FFF),  # Kharoshthi to Elymaic
    (0x11000, 0x11FFF),  # Brahmi and its kin
    (0x1E900, 0x1E95F),  # Adlam
)
"""Scripts whose letters change places or shapes beside others (Unicode blocks). Nothing here lays them out,
so a name would be misspelt."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Letters of one font, from left to right; ``font`` None: the usual one."""

    text: str
    font: Path | None


class Fonts:
    def __init__(self, usual: Path, helpers: tuple[Path, ...], folders: tuple[Path, ...] = SYSTEM) -> None:
        self._usual, self._helpers, self._folders = coverage_of(usual), helpers, folders
        self._known: dict[str, Path | None] = {}
        self._opened: dict[Path, Coverage] = {}

    def stretches(self, text: str) -> tuple[Stretch, ...]:
        stretches: list[Stretch] = []
        for font, group in groupby(drawn(text), self._font_of):
            letters = "".join(group)
            if stretches and (stretches[-1].font == font or not letters.strip()):
                stretches[-1] = Stretch(stretches[-1].text + letters, stretches[-1].font)
            else:
                stretches.append(Stretch(letters, font))
        return tuple(stretches)

    def can_write(self, text: str) -> bool:
        letters = drawn(text)
        return letters.isascii() or all(map(self._is_writable, letters))

    def _is_writable(self, letter: str) -> bool:
        if any(first <= ord(letter) <= last for first, last in _SHAPED):
            return False
        return letter.isspace() or letter in self._usual or self._font_of(letter) is not None

    def _font_of(self, letter: str) -> Path | None:
        if letter.isspace() or letter in self._usual:
            return None
        if letter not in self._known:
            files = (*self._helpers, *_files_in(self._folders))
            self._known[letter] = next((path for path in files if letter in self._coverage(path)), None)
        return self._known[letter]

    def _coverage(self, path: Path) -> Coverage:
        if path not in self._opened:
            try:
                self._opened[path] = coverage_of(path)
            except (OSError, NoFont):
                self._opened[path] = Coverage([])
        return self._opened[path]


@cache
def _files_in(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix.lower() in _KINDS)
    return tuple(sorted(files, key=lambda path: (_is_special(path.stem), str(path))))


def _is_special(name: str) -> bool:
    return any(word in name.lower() for word in _SPECIAL)


def kivy_font(name: str) -> Path:
    """Roboto (Apache 2.0) or DejaVu Sans (Bitstream Vera's licence), from Kivy."""
    found = find_spec("kivy")
    assert found is not None
    assert found.submodule_search_locations
    return Path(next(iter(found.submodule_search_locations))) / "data" / "fonts" / f"{name}.ttf"


@cache
def fonts() -> Fonts:
    return Fonts(kivy_font("Roboto-Regular"), (kivy_font("DejaVuSans"),))


JOINER = "\N{ZERO WIDTH JOINER}"
_TONES = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)


def letters_of(text: str) -> tuple[str, ...]:
    letters: list[str] = []
    for sign in text:
        if letters and _belongs_to(letters[-1], sign):
            letters[-1] += sign
        else:
            letters.append(sign)
    return tuple(letters)


def _belongs_to(letter: str, sign: str) -> bool:
    if sign == JOINER or letter.endswith(JOINER) or ord(sign) in _TONES:
        return True
    if ord(sign) in _FLAG_LETTERS:
        return len(letter) == 1 and ord(letter) in _FLAG_LETTERS
    return category(sign).startswith("M")

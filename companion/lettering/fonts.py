"""The fonts that there are: Kivy's own, then those of the system, looked through when a letter needs it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from companion.lettering.coverage import Coverage, NoFont, coverage_of
from companion.lettering.drawn_order import drawn

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
"""Scripts whose letters change places or shapes beside others (Unicode's blocks): drawn one by one, a name
would be misspelt. Nothing here lays them out."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Letters that one font draws, from left to right; ``font`` is ``None`` for the usual one."""

    text: str
    font: Path | None


class Fonts:
    """The usual font, its helpers in their order, and folders with more."""

    def __init__(self, usual: Path, helpers: tuple[Path, ...], folders: tuple[Path, ...] = SYSTEM) -> None:
        self._usual, self._helpers, self._folders = coverage_of(usual), helpers, folders
        self._known: dict[str, Path | None] = {}
        self._opened: dict[Path, Coverage] = {}

    def stretches(self, text: str) -> tuple[Stretch, ...]:
        """The text as it is drawn, font by font. Letters that no font has are left to the usual one."""
        stretches: list[Stretch] = []
        for font, group in groupby(drawn(text), self._font_of):
            letters = "".join(group)
            if stretches and (stretches[-1].font == font or not letters.strip()):
                stretches[-1] = Stretch(stretches[-1].text + letters, stretches[-1].font)
            else:
                stretches.append(Stretch(letters, font))
        return tuple(stretches)

    def can_write(self, text: str) -> bool:
        """Whether every letter has a font, and stands as its readers know it."""
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
    """The font files in these folders, upright and of ordinary weight first."""
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix.lower() in _KINDS)
    return tuple(sorted(files, key=lambda path: (_is_special(path.stem), str(path))))


def _is_special(name: str) -> bool:
    return any(word in name.lower() for word in _SPECIAL)


def kivy_font(name: str) -> Path:
    """The file of a font that Kivy ships: Roboto (Apache 2.0) or DejaVu Sans (Bitstream Vera's licence)."""
    found = find_spec("kivy")
    assert found is not None
    assert found.submodule_search_locations
    return Path(next(iter(found.submodule_search_locations))) / "data" / "fonts" / f"{name}.ttf"


@cache
def fonts() -> Fonts:
    """The fonts of this machine."""
    return Fonts(kivy_font("Roboto-Regular"), (kivy_font("DejaVuSans"),))

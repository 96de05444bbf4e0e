"""The file of a table's settings: TOML, read with a sentence for what is wrong, written whole."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.on_disk import NotRead, read_ordinary, shown_name, write_whole
from companion.settings.settings import NAMES, Settings, SettingsError, written
from companion.text.foreign import quoted
from companion.text.speech import say
from companion.toml_text import NotToml, toml_of

FILE_NAME = "settings.toml"
"""In the home of a table."""
LARGEST_FILE = 65_536


@dataclass(frozen=True, slots=True)
class KeptSettings:
    """What a file holds; what is wrong in it has its default, and ``fault`` says so."""

    settings: Settings
    fault: str | None = None


class SettingsFile:
    """Reads and writes one file; nothing is made before the first ``write``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> KeptSettings:
        """The settings kept, the defaults where none are; never raises for what a file holds."""
        if not self.path.exists():
            return KeptSettings(Settings())
        try:
            found = toml_of(read_ordinary(self.path, LARGEST_FILE).decode("utf-8-sig"))
        except (NotRead, NotToml) as fault:
            return self._damaged(str(fault))
        except UnicodeDecodeError:
            return self._damaged(say("file.not_utf8"))
        settings, faults = Settings(), list[str]()
        for name, value in found.items():
            try:
                settings = settings.with_value(name, value)
            except SettingsError as fault:
                faults.append(str(fault))
        if faults:
            told = say("settings.partly", file=shown_name(self.path.name), why="; ".join(faults))
            return KeptSettings(settings, told)
        return KeptSettings(settings)

    def write(self, settings: Settings) -> None:
        """Keep these, on disk when this returns. Raises ``SettingsError`` with the old file as it was."""
        try:
            write_whole(self.path, text_of(settings).encode("utf-8"))
        except OSError as fault:
            why = fault.strerror or str(fault)
            raise SettingsError(say("settings.unwritten", file=shown_name(self.path.name), why=why)) from None

    def _damaged(self, why: str) -> KeptSettings:
        return KeptSettings(Settings(), say("settings.damaged", file=shown_name(self.path.name), why=why))


def text_of(settings: Settings) -> str:
    """The settings as TOML: those that differ from what a new table plays with."""
    fresh = Settings()
    chosen = {name: getattr(settings, name) for name in NAMES}
    return "".join(
        f"{name} = {quoted(written(value))}\n"
        for name, value in chosen.items()
        if value != getattr(fresh, name)
    )

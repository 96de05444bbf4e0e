"""The settings of this machine: kept beside the journal, overruled by the command line, applied."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from companion.calibration import ShelfError
from companion.cli.wiring.table import TableInUse
from companion.cli.wiring.versions import POWER_OFF, is_kiosk, run_program
from companion.core.reading import WildMark
from companion.core.settings import (
    FILE_NAME,
    LOUDEST,
    NAMES,
    Settings,
    SettingsError,
    SettingsFile,
    Value,
)
from companion.devices import Backlight, find_backlight
from companion.share.album import MB, PictureKeeper
from companion.share.voice import Voice, engine_for
from companion.text import say, spoken, use_language

VOICES = "voices"
"""The folder of Piper's voices, beside the journal."""
OF_EQUIPMENT = frozenset({"brightness", "watch", "pictures_mb", "lamps", "lamp_percent"})
"""Settings that are offered only with a display, camera or lamps that can do it."""


class SeatLamps(Protocol):
    @property
    def offers(self) -> frozenset[str]: ...

    def dim(self, percent: int) -> None: ...


class LiveSettings:
    """``now``: the values in force (``companion.play.base.ports.SettingsKeeper``).

    The kept values yield to the ``table`` in use, that to the command line, and all to a touch.
    """

    def __init__(
        self,
        file: SettingsFile,
        given: Mapping[str, Value],
        asks_language: bool = False,
        backlight: Backlight | None = None,
        switch_off: Callable[[], str | None] | None = None,
    ) -> None:
        """``given``: the command line's. ``asks_language``: ask if none is kept.

        ``switch_off`` gives why it fails; ``None``: not allowed.
        """
        self._backlight, self._switch_off = backlight, switch_off
        self._file = file
        found = file.read()
        self.fault = found.fault
        self.table: TableInUse | None = None
        """The table in use; it keeps what is wild on its dice."""
        self._kept = self._now = found.settings
        self._given = dict(given)
        for name, value in given.items():
            self._now = self._now.with_value(name, value)
        self.asks_language = asks_language and not self.now.language
        self._always = frozenset(NAMES) - OF_EQUIPMENT | ({"brightness"} if backlight is not None else set())
        self.offers = self._always
        self._home = file.path.parent
        self._voice: Voice | None = None
        self._pictures: PictureKeeper | None = None
        self._lamps: SeatLamps | None = None
        if self.now.language:
            use_language(self.now.language)
        self._shine()

    @property
    def now(self) -> Settings:
        wild = None if self.table is None or "wild" in self._given else self.table.wild
        return self._now if wild is None else replace(self._now, wild=wild)

    @property
    def language(self) -> str:
        return spoken().language

    def rule(self, voice: Voice, pictures: PictureKeeper, offers: frozenset[str]) -> None:
        """``offers``: more settings that the screen can show."""
        self._voice, self._pictures = voice, pictures
        self.offers = self._always | offers
        self._put_in_force(self.now)

    def light(self, lamps: SeatLamps) -> None:
        self._lamps = lamps
        self.offers |= lamps.offers
        self._light()

    def _light(self) -> None:
        if self._lamps is not None:
            self._lamps.dim(self.now.lamp_percent if self.now.lamps else 0)

    @property
    def may_shut_down(self) -> bool:
        return self._switch_off is not None

    def shut_down(self) -> None:
        why = None if self._switch_off is None else self._switch_off()
        if why is not None:
            raise SettingsError(say("settings.stays_on", why=why))

    def _shine(self) -> None:
        if self._backlight is not None and self.now.brightness:
            with suppress(OSError):  # a display that was unplugged meanwhile
                self._backlight.shine(self.now.brightness)

    def change(self, name: str, value: Value) -> None:
        if name == "wild" and self.table is not None and self.table.profile is not None:
            self._tell_table(WildMark(value))
            return
        before = self._now
        self._now, self._kept = before.with_value(name, value), self._kept.with_value(name, value)
        if name == "language" and self.now.language:
            use_language(self.now.language)
            self.asks_language = False
        self._put_in_force(before)
        self._file.write(self._kept)
        self.fault = None

    def _tell_table(self, mark: WildMark) -> None:
        self._given.pop("wild", None)
        assert self.table is not None, "it is the table's answer"
        try:
            self.table.tell_wild(mark)
        except ShelfError as fault:
            raise SettingsError(str(fault)) from None

    def _put_in_force(self, before: Settings) -> None:
        now, voice, pictures = self.now, self._voice, self._pictures
        if now.brightness != before.brightness:
            self._shine()
        if (now.lamps, now.lamp_percent) != (before.lamps, before.lamp_percent):
            self._light()
        if voice is not None:
            voice.talk, voice.quiet, voice.volume = now.voice, now.quiet_hours, now.volume / LOUDEST
            voice.hush()
            if now.language != before.language:
                voice.speak_with(engine_for(self.language, self._home / VOICES))
        if pictures is not None:
            pictures.most_bytes = now.pictures_mb * MB


def settings_in_force(args: argparse.Namespace, home: Path, environment: Mapping[str, str]) -> LiveSettings:
    """Asks for the language if only LANG gives one."""
    says = args.language is not None or bool(environment.get("LANGUAGE"))
    kept, off = SettingsFile(home / FILE_NAME), partial(run_program, POWER_OFF)
    switch_off = off if is_kiosk(environment) else None
    return LiveSettings(kept, _given(args), not says, find_backlight(), switch_off)


def _given(args: argparse.Namespace) -> dict[str, Value]:
    said: dict[str, Value | None] = {
        "language": args.language,
        "voice": args.voice,
        "volume": args.volume,
        "quiet": args.quiet,
        "watch": False if args.no_watch else None,
        "pictures_mb": args.keep_pictures,
        "wild": args.wild,
        "deck": args.deck,
    }
    return {name: value for name, value in said.items() if value is not None}

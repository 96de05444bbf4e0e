"""Who listens to an evening beside the screen: the table's voice, who keeps pictures, who draws souvenirs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from companion.cli.wiring.evening import Evening
from companion.cli.wiring.past import keeper_of, souvenirs_of
from companion.cli.wiring.settings import VOICES, SettingsHere
from companion.core.settings import Talk
from companion.share.album import PictureKeeper, SouvenirKeeper
from companion.share.voice import Speaker, SystemPlayer, Voice, engine_for
from companion.text import spoken


def voice_of(home: Path) -> Voice:
    """The voice of the language that is spoken, silent until it is told to talk; closed by the caller."""
    return Voice(Speaker(engine_for(spoken().language, home / VOICES), SystemPlayer()), Talk.OFF)


@contextmanager
def listened_to(evening: Evening, settings: SettingsHere, home: Path) -> Iterator[Evening]:
    """The evening with those who listen, each as the settings say at any time; closed in the end."""
    voice, pictures, souvenirs = voice_of(home), keeper_of(home), souvenirs_of(home)
    listeners = (voice, pictures, souvenirs)
    settings.rule(voice, pictures, _offers(evening))
    try:
        yield replace(
            evening,
            followers=(*evening.followers, *listeners),
            souvenirs=souvenirs,
            viewers=(*evening.viewers, *(each.show for each in listeners)),
            settings=settings,
            voice=voice,
        )
    finally:
        for each in listeners:
            each.close()


def _offers(evening: Evening) -> frozenset[str]:
    """What can be set only where a camera is, or may come."""
    sees = evening.opened.camera is not None or evening.look_again is not None
    return frozenset({"pictures_mb", *(("watch",) if evening.watch else ())}) if sees else frozenset()


def without_keepers(evening: Evening) -> Evening:
    """The evening of which nothing is kept: the voice speaks, but nobody keeps pictures or souvenirs."""
    keepers = tuple(each for each in evening.followers if isinstance(each, PictureKeeper | SouvenirKeeper))
    shows = tuple(each.show for each in keepers)
    return replace(
        evening,
        followers=tuple(each for each in evening.followers if each not in keepers),
        viewers=tuple(each for each in evening.viewers if each not in shows),
        souvenirs=None,
    )

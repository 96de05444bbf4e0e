"""Who listens to an evening beside the screen: the table's voice, who keeps pictures, who draws souvenirs."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from companion.album.keeper import PictureKeeper
from companion.album.souvenirs import SouvenirKeeper
from companion.commands.wiring.album_here import keeper_of, souvenirs_of
from companion.commands.wiring.evening import Evening
from companion.commands.wiring.voice_here import voice_of


@contextmanager
def listened_to(evening: Evening, args: argparse.Namespace, home: Path) -> Iterator[Evening]:
    """The evening with those who were asked for; closed in the end."""
    asked = (voice_of(args, home), keeper_of(args, home))
    listeners = tuple(each for each in asked if each is not None)
    souvenirs = souvenirs_of(home)
    try:
        yield replace(
            evening,
            followers=(*evening.followers, *listeners, souvenirs),
            souvenirs=souvenirs,
            viewers=(*evening.viewers, *(each.show for each in (*listeners, souvenirs))),
        )
    finally:
        for each in (*listeners, souvenirs):
            each.close()


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

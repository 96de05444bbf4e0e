"""``--keep-pictures``: whether a table keeps a picture of each reveal (docs/memory.md)."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.album.keeper import PictureKeeper
from companion.album.pictures import MOST_DAYS, MOST_MB, PictureShelf
from companion.album.souvenirs import SouvenirKeeper
from companion.commands.terminal.arguments import whole_number
from companion.text.speech import say

PICTURES, SOUVENIRS = "pictures", "souvenirs"
"""The folders beside the journal."""
LARGEST_MB = 1_000_000


def add_keeping(parser: argparse.ArgumentParser) -> None:
    """The option that this module answers for."""
    parser.add_argument(
        "--keep-pictures",
        nargs="?",
        type=whole_number(1, LARGEST_MB),
        const=MOST_MB,
        metavar="MB",
        help=say("arg.play.keep_pictures", most=MOST_MB, days=MOST_DAYS),
    )


def keeper_of(home: Path) -> PictureKeeper:
    """Who keeps the pictures, none until it is told how many; closed by the caller."""
    return PictureKeeper(PictureShelf(home / PICTURES, 0))


def souvenirs_of(home: Path) -> SouvenirKeeper:
    """Who draws a page of each game that is won; closed by the caller."""
    return SouvenirKeeper(home / SOUVENIRS, PictureShelf(home / PICTURES))


def forget_pictures(home: Path, game: int) -> None:
    """Delete what was kept of a game: its pictures and its souvenir."""
    PictureShelf(home / PICTURES).forget_game(game)
    _delete(home / SOUVENIRS, f"*-game-{game}.*")


def forget_souvenirs(home: Path) -> None:
    """Delete every souvenir: there are names on them. They can be made anew."""
    _delete(home / SOUVENIRS, "*-game-*.*")


def _delete(folder: Path, pattern: str) -> None:
    for path in folder.glob(pattern):
        if path.suffix in (".png", ".pdf"):
            path.unlink(missing_ok=True)

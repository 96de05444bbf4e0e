"""``companion read-cards PHOTO… [--json] [--out DIR] [--decks N]``: read the playing cards in photographs.

Cards that lie face up, by the indices in their corners. With ``--json`` one JSON object a photo and line on
standard output, in order; else a line of words. A photo that cannot be read is told in one line on standard
error, the others are still read, and the exit status is 1. Status 2: nothing could be read at all, for want
of weights or of the folder for ``--out``.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter

from companion.card_reading import CardReading
from companion.commands.terminal.each_photo import CANNOT_READ, PhotoResult, each_photo, in_file
from companion.commands.terminal.outlet import complain
from companion.commands.wiring.thrift import spare_memory
from companion.recognition.cards.card_eye import CardEye
from companion.recognition.cards.card_marks import marked_cards
from companion.recognition.errors import WeightsError
from companion.recognition.eye import one_thread_for_pictures
from companion.recognition.photo.loading import Photo

HELP = "read the playing cards in photographs"
MOST_DECKS = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help="a JPEG or PNG picture")
    parser.add_argument("--json", action="store_true", help="print one JSON object a photo")
    parser.add_argument(
        "--out", metavar="DIR", help="write each picture with its cards marked into this folder"
    )
    parser.add_argument(
        "--decks",
        type=_decks,
        default=1,
        metavar="N",
        help="decks on the table: a card seen more often is doubted",
    )


def _decks(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= MOST_DECKS:
        raise argparse.ArgumentTypeError(f"decks must be a number from 1 to {MOST_DECKS}, got {text!r}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Read every photo in order; an unreadable one is told and the others are still read."""
    spare_memory()
    one_thread_for_pictures()
    try:
        eye = CardEye()
    except WeightsError as fault:
        complain("companion read-cards", str(fault))
        return CANNOT_READ
    return each_photo(args.photos, args.out, lambda name, photo: _seen(eye, name, photo, args))


def _seen(eye: CardEye, name: str, photo: Photo, args: argparse.Namespace) -> PhotoResult:
    reading = eye.read(photo.frame, args.decks)
    line = json.dumps(_object(name, photo, reading), ensure_ascii=False) if args.json else told(name, reading)
    return PhotoResult(line, lambda: marked_cards(photo.frame.pixels, reading))


def _object(name: str, photo: Photo, reading: CardReading) -> dict[str, object]:
    """The JSON object of a photo, as docs/reading-cards.md lays it down."""
    cards = [
        {"card": card.code, "confidence": round(card.confidence, 4), "box": in_file(card.box, photo.scale),
         "doubts": [doubt.value for doubt in card.doubts], "likely": list(card.likely)}
        for card in reading.cards
    ]  # fmt: skip
    ms = {name: round(took, 2) for name, took in reading.ms}
    return {"image": name, "size": list(photo.size), "cards": cards, "ms": ms}


def told(photo: str, reading: CardReading) -> str:
    """A photo's cards in a line of words."""
    count = len(reading.cards)
    read = [card.code for card in reading.cards if card.code is not None]
    doubts = Counter(doubt.value.replace("_", " ") for card in reading.cards for doubt in card.doubts)
    parts = [f"{count} {'card' if count == 1 else 'cards'}" if count else "no cards"]
    parts += [" ".join(read)] if read else []
    parts += [f"{number} to be looked at ({why})" for why, number in sorted(doubts.items())]
    return f"{photo}: " + ", ".join(parts)

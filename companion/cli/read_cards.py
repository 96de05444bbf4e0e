"""``cups-up read-cards PHOTO…``: the playing cards in photographs, by the indices in their corners."""

from __future__ import annotations

import argparse
import json
from collections import Counter

from companion.cli.terminal.arguments import any_path, whole_number
from companion.cli.terminal.each_photo import CANNOT_READ, PhotoResult, each_photo
from companion.cli.terminal.outlet import complain
from companion.cli.wiring.options import add_deck
from companion.core.allocator import spare_memory
from companion.core.reading import CardReading, Deck, WeightsError, scaled
from companion.recognition.cards.eye import CardEye
from companion.recognition.photographs import Photo, marked_cards
from companion.recognition.pipeline.eye import one_thread_for_pictures
from companion.text import say, say_line

ME = "cups-up read-cards"
MOST_DECKS = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photos", nargs="+", metavar="PHOTO", help=say("arg.photos"))
    parser.add_argument("--json", action="store_true", help=say("arg.json_a_photo"))
    parser.add_argument("--out", type=any_path, metavar="DIR", help=say("arg.read_cards.out"))
    parser.add_argument(
        "--decks", type=whole_number(1, MOST_DECKS), default=1, metavar="N", help=say("arg.read_cards.decks")
    )
    add_deck(parser, Deck.ANY.value)


def run(args: argparse.Namespace) -> int:
    spare_memory()
    one_thread_for_pictures()
    try:
        eye = CardEye()
    except WeightsError as fault:
        complain(ME, str(fault))
        return CANNOT_READ
    eye.deck = lambda: Deck(args.deck)
    return each_photo(args.photos, args.out, lambda name, photo: _seen(eye, name, photo, args))


def _seen(eye: CardEye, name: str, photo: Photo, args: argparse.Namespace) -> PhotoResult:
    reading = eye.read(photo.frame, args.decks)
    line = json.dumps(_object(name, photo, reading), ensure_ascii=False) if args.json else told(name, reading)
    return PhotoResult(line, lambda: marked_cards(photo.frame.pixels, reading))


def _object(name: str, photo: Photo, reading: CardReading) -> dict[str, object]:
    """See docs/reading-cards.md."""
    cards = [
        {"card": card.code, "confidence": round(card.confidence, 4), "box": scaled(card.box, photo.scale),
         "doubts": [doubt.value for doubt in card.doubts], "likely": list(card.likely)}
        for card in reading.cards
    ]  # fmt: skip
    ms = {name: round(took, 2) for name, took in reading.ms}
    return {"image": name, "size": list(photo.size), "cards": cards, "ms": ms}


def told(photo: str, reading: CardReading) -> str:
    count = len(reading.cards)
    read = [card.code for card in reading.cards if card.code is not None]
    doubts = Counter(doubt for card in reading.cards for doubt in card.doubts)
    parts = [say("read_cards.cards", count=count) if count else say("read_cards.none")]
    parts += [" ".join(read)] if read else []
    parts += [
        say("photo.doubted", number=number, why=say(f"card_doubt.brief.{doubt.value}"))
        for doubt, number in sorted(doubts.items(), key=lambda each: each[0].value)
    ]
    return say_line(photo, parts)

"""The lines of the card game's record, all but the game line and undo, which every family has.

Cards are written by rank and suit, "10H"; what a Quest wants as a card, a rank or a suit: "7S", "7", "S".
"""

from __future__ import annotations

from companion.journal.lines import Fields, Line
from companion.rules.cards.deck import Cards, card_of, wanted_of
from companion.rules.cards.events import (
    Answered,
    CardCorrected,
    CardDrawn,
    CardGiven,
    CardsCorrected,
    CardShown,
    CardsSwapped,
    CardTaken,
    Decided,
    Discarded,
    DiscardsShuffled,
    HandDealt,
    HandShown,
    HitLaid,
    MeldLaid,
    PlayedOut,
    Quested,
)
from companion.rules.errors import EventError, quoted


def _cards(value: object) -> Cards:
    if type(value) is not list:
        raise EventError(f"cards must be a list of cards, not {quoted(value)}")
    return tuple(map(card_of, value))


def codes(cards: Cards) -> tuple[str, ...]:
    """Cards as the record writes them."""
    return tuple(card.code for card in cards)


def _read_shown(fields: Fields) -> CardShown:
    return CardShown(fields["player"], card_of(fields["card"]) if "card" in fields else None)


def _write_shown(event: CardShown) -> Fields:
    fields: Fields = {"player": event.player}
    return fields if event.card is None else {**fields, "card": event.card.code}


CARD_LINES = (
    Line("hand", HandDealt, (), lambda f: HandDealt(), lambda e: {}),
    Line(
        "draw",
        CardDrawn,
        ("player",),
        lambda f: CardDrawn(f["player"]),
        lambda e: {"player": e.player},
    ),
    Line(
        "quest",
        Quested,
        ("player", "other", "wanted"),
        lambda f: Quested(f["player"], f["other"], wanted_of(f["wanted"])),
        lambda e: {"player": e.player, "other": e.other, "wanted": e.wanted.code},
    ),
    Line(
        "answer",
        Answered,
        ("player", "yes"),
        lambda f: Answered(f["player"], f["yes"]),
        lambda e: {"player": e.player, "yes": e.yes},
    ),
    Line(
        "decide",
        Decided,
        ("player", "challenge"),
        lambda f: Decided(f["player"], f["challenge"]),
        lambda e: {"player": e.player, "challenge": e.challenge},
    ),
    Line(
        "decide",
        CardTaken,
        ("player", "take"),
        lambda f: CardTaken(f["player"], card_of(f["take"])),
        lambda e: {"player": e.player, "take": e.card.code},
    ),
    Line(
        "show",
        HandShown,
        ("player", "cards"),
        lambda f: HandShown(f["player"], _cards(f["cards"])),
        lambda e: {"player": e.player, "cards": codes(e.cards)},
    ),
    Line("show", CardShown, ("player",), _read_shown, _write_shown, ("card",)),
    Line(
        "meld",
        MeldLaid,
        ("player", "cards"),
        lambda f: MeldLaid(f["player"], _cards(f["cards"])),
        lambda e: {"player": e.player, "cards": codes(e.cards)},
    ),
    Line(
        "hit",
        HitLaid,
        ("player", "card", "meld"),
        lambda f: HitLaid(f["player"], card_of(f["card"]), f["meld"]),
        lambda e: {"player": e.player, "card": e.card.code, "meld": e.meld},
    ),
    Line(
        "discard",
        Discarded,
        ("player",),
        lambda f: Discarded(f["player"]),
        lambda e: {"player": e.player},
    ),
    Line(
        "give",
        CardGiven,
        ("player",),
        lambda f: CardGiven(f["player"]),
        lambda e: {"player": e.player},
    ),
    Line(
        "swap",
        CardsSwapped,
        ("player", "count"),
        lambda f: CardsSwapped(f["player"], f["count"]),
        lambda e: {"player": e.player, "count": e.count},
    ),
    Line("reshuffle", DiscardsShuffled, (), lambda f: DiscardsShuffled(), lambda e: {}),
    Line(
        "play_out",
        PlayedOut,
        ("player",),
        lambda f: PlayedOut(f["player"]),
        lambda e: {"player": e.player},
    ),
    Line(
        "correct",
        CardCorrected,
        ("card",),
        lambda f: CardCorrected(card_of(f["card"])),
        lambda e: {"card": e.card.code},
    ),
    Line(
        "correct",
        CardsCorrected,
        ("cards",),
        lambda f: CardsCorrected(_cards(f["cards"])),
        lambda e: {"cards": codes(e.cards)},
    ),
)

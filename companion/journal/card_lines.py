"""The lines of the card game's record, except the game line and undo, which every family has.

Cards are written by rank and suit, "10H"; what a Quest wants as a card, a rank or a suit: "7S", "7", "S".
"""

from __future__ import annotations

from companion.journal.lines import Fields, line_for, player
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
from companion.rules.errors import EventError, Foreign
from companion.rules.kinds import need_flag, need_whole
from companion.rules.refusal import Refusal


def _cards(value: object) -> Cards:
    if type(value) is not list:
        raise EventError(Refusal.NOT_CARDS, field="cards", value=Foreign(value))
    return tuple(map(card_of, value))


def codes(cards: Cards) -> tuple[str, ...]:
    """Cards as the record writes them."""
    return tuple(card.code for card in cards)


def _read_shown(fields: Fields) -> CardShown:
    return CardShown(player(fields), card_of(fields["card"]) if "card" in fields else None)


def _write_shown(event: CardShown) -> Fields:
    fields: Fields = {"player": event.player}
    return fields if event.card is None else {**fields, "card": event.card.code}


CARD_LINES = (
    line_for("hand", HandDealt, (), lambda f: HandDealt(), lambda e: {}),
    line_for(
        "draw",
        CardDrawn,
        ("player",),
        lambda f: CardDrawn(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "quest",
        Quested,
        ("player", "other", "wanted"),
        lambda f: Quested(player(f), need_whole(f["other"], "other"), wanted_of(f["wanted"])),
        lambda e: {"player": e.player, "other": e.other, "wanted": e.wanted.code},
    ),
    line_for(
        "answer",
        Answered,
        ("player", "yes"),
        lambda f: Answered(player(f), need_flag(f["yes"], "yes")),
        lambda e: {"player": e.player, "yes": e.yes},
    ),
    line_for(
        "decide",
        Decided,
        ("player", "challenge"),
        lambda f: Decided(player(f), need_flag(f["challenge"], "challenge")),
        lambda e: {"player": e.player, "challenge": e.challenge},
    ),
    line_for(
        "decide",
        CardTaken,
        ("player", "take"),
        lambda f: CardTaken(player(f), card_of(f["take"])),
        lambda e: {"player": e.player, "take": e.card.code},
    ),
    line_for(
        "show",
        HandShown,
        ("player", "cards"),
        lambda f: HandShown(player(f), _cards(f["cards"])),
        lambda e: {"player": e.player, "cards": codes(e.cards)},
    ),
    line_for("show", CardShown, ("player",), _read_shown, _write_shown, ("card",)),
    line_for(
        "meld",
        MeldLaid,
        ("player", "cards"),
        lambda f: MeldLaid(player(f), _cards(f["cards"])),
        lambda e: {"player": e.player, "cards": codes(e.cards)},
    ),
    line_for(
        "hit",
        HitLaid,
        ("player", "card", "meld"),
        lambda f: HitLaid(player(f), card_of(f["card"]), need_whole(f["meld"], "meld")),
        lambda e: {"player": e.player, "card": e.card.code, "meld": e.meld},
    ),
    line_for(
        "discard",
        Discarded,
        ("player",),
        lambda f: Discarded(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "give",
        CardGiven,
        ("player",),
        lambda f: CardGiven(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "swap",
        CardsSwapped,
        ("player", "count"),
        lambda f: CardsSwapped(player(f), need_whole(f["count"], "count")),
        lambda e: {"player": e.player, "count": e.count},
    ),
    line_for("reshuffle", DiscardsShuffled, (), lambda f: DiscardsShuffled(), lambda e: {}),
    line_for(
        "play_out",
        PlayedOut,
        ("player",),
        lambda f: PlayedOut(player(f)),
        lambda e: {"player": e.player},
    ),
    line_for(
        "correct",
        CardCorrected,
        ("card",),
        lambda f: CardCorrected(card_of(f["card"])),
        lambda e: {"card": e.card.code},
    ),
    line_for(
        "correct",
        CardsCorrected,
        ("cards",),
        lambda f: CardsCorrected(_cards(f["cards"])),
        lambda e: {"cards": codes(e.cards)},
    ),
)

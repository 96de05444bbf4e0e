"""Short ways to a card table in the middle of a hand, for the tests of Liar, Liar."""

from __future__ import annotations

from companion.rules import (
    Answered,
    CardDrawn,
    CardEvent,
    Cards,
    CardShown,
    Decided,
    Discarded,
    GameBegun,
    GameRecord,
    HandDealt,
    Match,
    OptionValue,
    Quested,
    card_match,
    card_of,
    record,
    wanted_of,
)

NAMES = ("Ann", "Joe", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jon", "Kay", "Lou", "Mo", "Ned")


def match_begun(players: int = 2, **options: OptionValue) -> GameRecord:
    """A match before its first hand."""
    return GameRecord.begin(GameBegun("liar-liar", NAMES[:players], tuple(options.items())))


def dealt(players: int = 2, **options: OptionValue) -> Match:
    """A match in which Ann, seat 0, begins the first hand."""
    return card_match(match_begun(players, **options).apply(HandDealt()).game)


def played(match: Match, *events: CardEvent) -> Match:
    """The match after these events."""
    for event in events:
        match = record.apply(match, event)
    return match


def cards(codes: str) -> Cards:
    """Cards from "7S 8S 9S"."""
    return tuple(card_of(code) for code in codes.split())


def asked(match: Match, wanted: str, other: int = 1) -> Match:
    """The seat on turn asks the other for this."""
    return played(match, Quested(match.acting, other, wanted_of(wanted)))


def yes(match: Match, wanted: str, challenge: bool, card: str, other: int = 1) -> Match:
    """A whole Quest that is answered with Yes."""
    asker = match.acting
    quested = asked(match, wanted, other)
    return played(quested, Answered(other, True), Decided(asker, challenge), CardShown(other, card_of(card)))


def no(match: Match, wanted: str, challenge: bool, other: int = 1) -> Match:
    """A Quest that is answered with No, up to the decision."""
    asker = match.acting
    return played(asked(match, wanted, other), Answered(other, False), Decided(asker, challenge))


def drawn(match: Match) -> Match:
    """The seat on turn draws and discards."""
    return played(match, CardDrawn(match.acting), Discarded(match.acting))

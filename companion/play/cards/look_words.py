"""Sentences of the camera's look at the card table."""

from __future__ import annotations

from companion.card_reading import CardDoubt
from companion.play.cards.cards_seen import CardsSeen
from companion.play.cards.look import Look, LookStage
from companion.play.cards.sheet import Purpose, Sheet, shower
from companion.rules.cards.match import Match, MatchPhase
from companion.rules.cards.names import say_number_of_cards, say_wanted
from companion.rules.words import say_number, say_player

TAP_THEM = "Read again, or tap the cards."
"""What to do after a reading that failed."""
NO_EYE = "no camera reads cards here: tap them"
NO_NEW_CARD = "no card is seen that does not lie on the table already: lay it face up, in the picture"
SEVERAL_PLACES = (
    "new cards are seen at several places, so none is named: lay the meld close together, and turn away "
    "or cover the others"
)

_DOUBTS = {
    CardDoubt.UNREAD: "It cannot be read surely.",
    CardDoubt.CORNERS_DISAGREE: "Its two corners tell different cards.",
    CardDoubt.FRAMES_DISAGREE: "It moved while it was read.",
    CardDoubt.TOO_OFTEN: "It is seen more often than it is in the deck.",
    CardDoubt.CUT_OFF: "It lies half outside the picture.",
}


def say_card_doubt(doubt: CardDoubt) -> str:
    """Why a card is asked about."""
    return _DOUBTS[doubt]


def say_too_many_turned(seen: int) -> str:
    """Why none is offered where one is turned over."""
    return (
        f"{say_number(seen)} cards are seen that do not lie on the table, so none is named: turn the others "
        "away or cover them"
    )


def say_too_many(name: str, held: int, seen: int) -> str:
    """Why nothing is laid onto the sheet where more cards are new than a player can have laid."""
    return (
        f"{name} holds {say_number_of_cards(held)}, but {seen} are seen that do not lie on the table: "
        "turn the others away or cover them"
    )


def say_look(match: Match, look: Look) -> str:
    """What happens while the camera looks."""
    if look.stage is LookStage.READING:
        return "Hands off the table: the cards are being read."
    name = say_player(match.players, shower(match))
    if look.stage is LookStage.OFFERED:
        return f"{name}'s card is read: is that right?"
    if look.purpose is Purpose.HAND:
        return f"{name} lays all cards open; then take your hands away."
    if match.phase is MatchPhase.SHOW:
        return f"{name} turns the card over; then take your hands away."
    return f"{name} shows {say_wanted(match.quests[-1].wanted)} after all; then take your hands away."


def say_read(seen: CardsSeen) -> str:
    """What was read, and what was left out of it: "Three cards are read. Six on the table are left out."."""
    read = say_number_of_cards(len(seen.sure))
    told = f"{read[:1].upper()}{read[1:]} {'is' if len(seen.sure) == 1 else 'are'} read"
    if seen.doubted:
        told += f", {say_number(len(seen.doubted))} in doubt"
    left = [f"{say_number(seen.lying)} on the table"] if seen.lying else []
    left += [f"{say_number(seen.elsewhere)} elsewhere"] if seen.elsewhere else []
    if not left:
        return f"{told}: correct them by taps."
    one = seen.lying + seen.elsewhere == 1
    return f"{told}; {' and '.join(left)} {'is' if one else 'are'} left out."


def say_asked(sheet: Sheet) -> str:
    """What is asked about a doubted card, beside which others may lie, and how many more there are."""
    alone, more = sheet.purpose is Purpose.SHOW, len(sheet.doubts) - 1
    asked = "Which card is this?" if alone else "Which card is in the middle?"
    return asked + (f" {say_number(more).capitalize()} more to go." if more else "")


def say_look_undo(look: Look) -> str:
    """What undo takes back while the camera looks."""
    return "look no longer" if look.stage is LookStage.AIMING else "forget what was read"

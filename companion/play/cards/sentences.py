"""The card table's sentences: what happens now, what its sheet asks, what would be taken back."""

from __future__ import annotations

from companion.card_reading import CardDoubt
from companion.play.cards.card_table import CardTable, Look, LookStage
from companion.play.cards.cards_seen import CardsSeen
from companion.play.cards.sheet import Purpose, Sheet, corrected_hit, shower, takes_many
from companion.rules.cards.events import (
    Answered,
    CardCorrected,
    CardDrawn,
    CardEvent,
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
from companion.rules.cards.match import Match, MatchPhase
from companion.text.card_names import say_number_of_cards, say_wanted
from companion.text.cards import say_hand, say_quest, say_turn
from companion.text.dice import say_player
from companion.text.numbers import say_number

_AFTER_A_QUEST = (Decided, CardShown, HandShown, CardTaken, CardCorrected, CardsCorrected)
"""Events with which a Quest can have ended."""


def say_card_scene(table: CardTable) -> str:
    """What happens at the card table now."""
    if table.look is not None:
        return say_look(table.match, table.look)
    told = say_turn(table.match) if table.sheet is None else _say_sheet(table.match, table.sheet)
    return told[:1].upper() + told[1:]


def _say_sheet(match: Match, sheet: Sheet) -> str:
    if sheet.purpose is Purpose.QUEST:
        asker, other = say_player(match.players, match.to_act), say_player(match.players, sheet.other)
        return f"{asker} asks {other}: for which card, rank or suit?"
    if sheet.seen is not None and takes_many(match, sheet):
        return say_read(sheet.seen)
    if sheet.purpose is Purpose.HAND:
        name = say_player(match.players, shower(match))
        held = say_number_of_cards(match.cards[shower(match)])
        return f"Tap every card of {name}'s hand: {held}."
    if sheet.purpose is Purpose.MELD:
        fewest = say_number_of_cards(match.limits.fewest)
        return f"Tap the cards of {say_player(match.players, match.may_meld)}'s meld, {fewest} or more."
    if sheet.purpose is Purpose.CORRECTION:
        return "Tap the cards as they lie." if takes_many(match, sheet) else _say_correction(match)
    return _say_show(match)


def _say_correction(match: Match) -> str:
    return "Which card was the hit?" if corrected_hit(match) else "Which card was shown?"


def _say_show(match: Match) -> str:
    name = say_player(match.players, shower(match))
    if match.phase is not MatchPhase.SHOW:
        return f"{name} shows {say_wanted(match.quests[-1].wanted)} after all: which card?"
    if match.quest.yes:
        return f"{name} turns the card over: which is it?"
    return f"{name}'s hand lies open: which card is taken?"


def quest_has_just_ended(table: CardTable) -> bool:
    """Whether the latest event is one with which a Quest has ended."""
    match, latest = table.match, table.record.live_events[-1]
    return match.quest is None and bool(match.quests) and isinstance(latest, _AFTER_A_QUEST) and _of_it(match)


def _of_it(match: Match) -> bool:
    """Whether a correction was one of a card shown, not of a meld or hit."""
    return not isinstance(match.seen, MeldLaid | HitLaid)


def say_told(table: CardTable) -> str | None:
    """What has just come out: a Quest or a hand that has ended; ``None`` for anything else."""
    match = table.match
    if quest_has_just_ended(table):
        return say_quest(match.quests[-1], match.players)
    if match.hands and match.phase in (MatchPhase.HAND, MatchPhase.OVER):
        return say_hand(match.hands[-1], match.players)
    return None


def say_hint(match: Match) -> str | None:
    """What may be touched besides the keys."""
    if match.phase is MatchPhase.OBTAIN:
        return f"To Quest, tap the player whom {say_player(match.players, match.to_act)} asks."
    return "To hit, tap a meld." if match.may_meld is not None and match.melds else None


def say_card_undo(table: CardTable) -> str | None:
    """What undo would take back; ``None`` where there is nothing."""
    if table.look is not None:
        return say_look_undo(table.look)
    if table.sheet is not None:
        return "take back the last tap" if table.sheet.before else "put the cards away"
    if not table.record.may_undo:
        return None
    return f"take back {_named(table.record.live_events[-1], table.match.players)}"


def _named(event: CardEvent, players: tuple[str, ...]) -> str:
    if isinstance(event, Answered):
        return f"{say_player(players, event.player)}'s {'Yes' if event.yes else 'No'}"
    if isinstance(event, Decided):
        name = say_player(players, event.player)
        return f"{name}'s Liar, Liar" if event.challenge else f"that {name} has accepted"
    words = _NAMED[type(event)]
    return words.format(name=say_player(players, event.player)) if "{" in words else words


_NAMED: dict[type, str] = {
    HandDealt: "the deal",
    CardDrawn: "{name}'s draw",
    Quested: "{name}'s Quest",
    CardTaken: "what {name} has taken",
    CardShown: "what {name} has shown",
    HandShown: "what {name} has shown",
    MeldLaid: "{name}'s meld",
    HitLaid: "{name}'s hit",
    Discarded: "{name}'s discard",
    CardGiven: "the card that {name} has given",
    CardsSwapped: "{name}'s swap",
    DiscardsShuffled: "the shuffling",
    PlayedOut: "that {name} has played out",
    CardCorrected: "the correction",
    CardsCorrected: "the correction",
}


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

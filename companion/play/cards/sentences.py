"""The card table's sentences: what happens now, what its sheet asks, what would be taken back."""

from __future__ import annotations

from companion.play.cards.card_table import CardTable
from companion.play.cards.look_words import say_look, say_look_undo, say_read
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
from companion.rules.cards.names import say_number_of_cards, say_wanted
from companion.rules.cards.words import say_hand, say_quest, say_turn
from companion.rules.words import say_player

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

"""The card table's sentences: what happens, what the sheet asks, what undo takes back."""

from __future__ import annotations

from companion import rules
from companion.core.reading import CardDoubt
from companion.play.modes.cards.state import (
    CardsSeen,
    CardTable,
    Look,
    LookStage,
    Purpose,
    Sheet,
    corrected_hit,
    shower,
    takes_many,
)
from companion.text import (
    capital,
    say,
    say_all,
    say_hand,
    say_list,
    say_match_turn,
    say_number_of_cards,
    say_player,
    say_quest,
    say_wanted,
)

_AFTER_A_QUEST = (
    rules.Decided,
    rules.CardShown,
    rules.HandShown,
    rules.CardTaken,
    rules.CardCorrected,
    rules.CardsCorrected,
)
"""Events with which a Quest can have ended."""


def say_card_scene(table: CardTable) -> str:
    if table.look is not None:
        return say_look(table.match, table.look)
    return capital(
        say_match_turn(table.match) if table.sheet is None else _say_sheet(table.match, table.sheet)
    )


def _say_sheet(match: rules.Match, sheet: Sheet) -> str:
    if sheet.purpose is Purpose.QUEST and sheet.other is not None:
        asker, other = say_player(match.players, match.acting), say_player(match.players, sheet.other)
        return say("sheet.quest", asker=asker, other=other)
    if sheet.seen is not None and takes_many(match, sheet):
        return say_read(sheet.seen)
    if sheet.purpose is Purpose.HAND:
        cards = say_number_of_cards(match.cards[shower(match)])
        return say("sheet.hand", player=say_player(match.players, shower(match)), cards=cards)
    if sheet.purpose is Purpose.MELD and match.may_meld is not None:
        player, fewest = say_player(match.players, match.may_meld), say_number_of_cards(match.limits.fewest)
        return say("sheet.meld", player=player, fewest=fewest)
    if sheet.purpose is Purpose.CORRECTION:
        return say("sheet.correct_many") if takes_many(match, sheet) else _say_correction(match)
    return _say_show(match)


def _say_correction(match: rules.Match) -> str:
    return say("sheet.correct_hit" if corrected_hit(match) else "sheet.correct_shown")


def _say_show(match: rules.Match) -> str:
    player = say_player(match.players, shower(match))
    if match.phase is not rules.MatchPhase.SHOW:
        return say("sheet.show_after_all", player=player, wanted=say_wanted(match.quests[-1].wanted))
    return say("sheet.turn_over" if match.asked.yes else "sheet.take", player=player)


def quest_has_just_ended(table: CardTable) -> bool:
    match, latest = table.match, table.record.live_events[-1]
    return match.quest is None and bool(match.quests) and isinstance(latest, _AFTER_A_QUEST) and _of_it(match)


def _of_it(match: rules.Match) -> bool:
    return not isinstance(match.seen, rules.MeldLaid | rules.HitLaid)


def say_told(table: CardTable) -> str | None:
    match, latest = table.match, table.record.live_events[-1]
    if isinstance(latest, rules.PlayerLeft):
        return say("voice.leaves", player=say_player(match.players, latest.player))
    if quest_has_just_ended(table):
        return say_quest(match.quests[-1], match.players)
    if match.hands and match.phase in (rules.MatchPhase.HAND, rules.MatchPhase.OVER):
        return say_hand(match.hands[-1], match.players)
    return None


def say_hint(match: rules.Match) -> str | None:
    if match.phase is rules.MatchPhase.OBTAIN:
        return say("hint.quest", player=say_player(match.players, match.acting))
    return say("hint.hit") if match.may_meld is not None and match.melds else None


def say_card_undo(table: CardTable) -> str | None:
    if table.look is not None:
        return say_look_undo(table.look)
    if table.sheet is not None:
        return say("undo.tap" if table.sheet.before else "undo.sheet")
    if not table.record.may_undo:
        return None
    return say("undo.take_back", event=_named(table.record.live_events[-1], table.match.players))


def _named(event: rules.AnyEvent, players: tuple[str, ...]) -> str:
    match event:
        case rules.HandDealt():
            return say("card_event.deal")
        case rules.DiscardsShuffled():
            return say("card_event.shuffle")
        case rules.CardCorrected() | rules.CardsCorrected():
            return say("event.correction")
        case rules.PlayerLeft(player):
            return say("event.left", player=say_player(players, player))
        case rules.Answered(player, yes):
            return say("card_event.yes" if yes else "card_event.no", player=say_player(players, player))
        case rules.Decided(player, challenge):
            asker = say_player(players, player)
            return say("card_event.challenge" if challenge else "card_event.accept", player=asker)
        case rules.CardShown(player) | rules.HandShown(player):
            return say("card_event.show", player=say_player(players, player))
    for kind, name in _BY_PLAYER:
        if isinstance(event, kind):
            return say(f"card_event.{name}", player=say_player(players, event.player))
    raise AssertionError(f"{event} is never the latest that stands")


_BY_PLAYER = (
    (rules.CardDrawn, "draw"),
    (rules.Quested, "quest"),
    (rules.CardTaken, "take"),
    (rules.MeldLaid, "meld"),
    (rules.HitLaid, "hit"),
    (rules.Discarded, "discard"),
    (rules.CardGiven, "give"),
    (rules.CardsSwapped, "swap"),
    (rules.PlayedOut, "play_out"),
)
"""Sentences of events that name only their player."""


def say_card_doubt(doubt: CardDoubt) -> str:
    return say(f"card_doubt.{doubt.value}")


def say_too_many_turned(seen: int) -> str:
    return say("read.too_many_turned", seen=seen)


def say_too_many(name: str, held: int, seen: int) -> str:
    return say("read.too_many", count=held, player=name, seen=seen)


def say_look(match: rules.Match, look: Look) -> str:
    if look.stage is LookStage.READING:
        return say("look.reading")
    player = say_player(match.players, shower(match))
    if look.stage is LookStage.OFFERED:
        return say("look.offered", player=player)
    if look.purpose is Purpose.HAND:
        return say("look.hand", player=player)
    if match.phase is rules.MatchPhase.SHOW:
        return say("look.turn_over", player=player)
    return say("look.show_after_all", player=player, wanted=say_wanted(match.quests[-1].wanted))


def say_read(seen: CardsSeen) -> str:
    """What was read and left out: "Three cards are read. Six on the table are left out." """
    read = say("read.cards", count=len(seen.sure))
    if seen.doubted:
        read = say("read.doubted", read=read, number=len(seen.doubted))
    left = [say("read.on_table", number=seen.lying)] if seen.lying else []
    left += [say("read.elsewhere", number=seen.elsewhere)] if seen.elsewhere else []
    if not left:
        return say("read.correct", read=read)
    return say("read.left_out", count=seen.lying + seen.elsewhere, read=read, left=say_list(left))


def say_asked(sheet: Sheet) -> str:
    alone, more = sheet.purpose is Purpose.SHOW, len(sheet.doubts) - 1
    asked = say("read.which_card" if alone else "read.which_in_the_middle")
    return say_all(asked, say("read.more_to_go", count=more) if more else None)


def say_look_undo(look: Look) -> str:
    return say("undo.look" if look.stage is LookStage.AIMING else "undo.read")

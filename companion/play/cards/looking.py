"""What a look of the camera makes of the card table. Pure: frames and eye are the controller's.

The eye's word never becomes an event by itself: it is offered, or laid onto the tap sheet. Where more cards
are new than can be meant, none of them is named: they may be somebody's hand.
"""

from __future__ import annotations

from dataclasses import replace

from companion.card_reading import CardReading
from companion.frame import Frame
from companion.play.cards.card_table import CardTable, Look, LookStage
from companion.play.cards.cards_seen import CardsSeen, Heap, NewCards, card_read, is_doubted, new_cards
from companion.play.cards.sentences import (
    say_too_many,
    say_too_many_turned,
)
from companion.play.cards.sheet import Purpose, Sheet, hits_of, melder, need_due, opened, shower
from companion.play.errors import Refused
from companion.rules.cards.events import MeldLaid
from companion.rules.cards.legal import why_not
from companion.rules.cards.match import Match
from companion.text.cards import say_turn
from companion.text.names import say_player
from companion.text.speech import say

READ_FOR = (Purpose.SHOW, Purpose.HAND, Purpose.MELD)
"""What the eye reads cards for; the others are said or tapped."""


def aimed(table: CardTable, purpose: Purpose) -> CardTable:
    """The table while the live picture waits for cards to be turned over. Refused where none are due."""
    _need(table.match, purpose)
    return replace(table, sheet=None, look=Look(purpose, LookStage.AIMING))


def reading(table: CardTable, purpose: Purpose) -> CardTable:
    """The table while its cards are read. Refused where none are due."""
    _need(table.match, purpose)
    return replace(table, look=Look(purpose, LookStage.READING))


def _need(match: Match, purpose: Purpose) -> None:
    if purpose not in READ_FOR:
        raise Refused(say_turn(match))
    need_due(match, purpose)


def before_look(table: CardTable) -> CardTable:
    """The table before its reading: the sheet that lay open, or the live picture, or neither."""
    look = table.look
    aims = look is None or look.stage is LookStage.AIMING
    if look is None or aims or table.sheet is not None or look.purpose is Purpose.MELD:
        return replace(table, look=None)
    return replace(table, look=Look(look.purpose, LookStage.AIMING))


def after_reading(table: CardTable, frame: Frame, reading: CardReading) -> CardTable:
    """The table with what was read: a card offered, or a sheet with cards on it. Refused with the reason."""
    match, look = table.match, table.look
    if look is None:
        raise Refused(say_turn(match))
    on_table = tuple(card for meld in match.melds for card in meld.cards)
    new = new_cards(reading.cards, on_table)
    if not new.heaps:
        raise Refused(say("read.no_new_card"))
    return _AFTER[look.purpose](table, frame, new)


def _shown(table: CardTable, frame: Frame, new: NewCards) -> CardTable:
    """One card is offered; one that is in doubt is asked about."""
    if len(new.cards) > 1:
        raise Refused(say_too_many_turned(len(new.cards)))
    (card,) = new.cards
    if is_doubted(card):
        seen = CardsSeen(frame, (), (card,), new.lying)
        return _with_sheet(table, Sheet(Purpose.SHOW, seen=seen, doubts=(card,)))
    seen = CardsSeen(frame, (card,), (), new.lying)
    return replace(table, sheet=None, look=Look(Purpose.SHOW, LookStage.OFFERED, seen))


def _hand(table: CardTable, frame: Frame, new: NewCards) -> CardTable:
    """All cards of a hand on the sheet; they may lie in any number of rows."""
    _need_held(table.match, shower(table.match), len(new.cards))
    return _with_cards(table, Purpose.HAND, _seen(frame, new, new.cards))


def _melded(table: CardTable, frame: Frame, new: NewCards) -> CardTable:
    """The cards of the one heap on the sheet; of several the one that can be laid."""
    heaps = new.heaps
    if len(heaps) > 1:
        heaps = tuple(heap for heap in heaps if _can_be_laid(table.match, heap))
    if len(heaps) != 1:
        raise Refused(say("read.several_places"))
    _need_held(table.match, melder(table.match), len(heaps[0]))
    return _with_cards(table, Purpose.MELD, _seen(frame, new, heaps[0]))


def _need_held(match: Match, seat: int, seen: int) -> None:
    if seen > match.cards[seat]:
        raise Refused(say_too_many(say_player(match.players, seat), match.cards[seat], seen))


def _can_be_laid(match: Match, heap: Heap) -> bool:
    if any(map(is_doubted, heap)):
        return False
    cards = tuple(map(card_read, heap))
    meld = why_not(match, MeldLaid(melder(match), cards)) is None
    return meld or bool(hits_of(match, Sheet(Purpose.MELD, picked=cards)))


def _seen(frame: Frame, new: NewCards, cards: Heap) -> CardsSeen:
    sure = tuple(card for card in cards if not is_doubted(card))
    doubted = tuple(card for card in cards if is_doubted(card))
    return CardsSeen(frame, sure, doubted, new.lying, len(new.cards) - len(cards))


def _with_cards(table: CardTable, purpose: Purpose, seen: CardsSeen) -> CardTable:
    sheet = Sheet(purpose, picked=seen.cards, seen=seen, doubts=seen.doubted)
    return _with_sheet(table, sheet)


def _with_sheet(table: CardTable, sheet: Sheet) -> CardTable:
    """This sheet laid open; undo goes back to one for the same purpose that lay there."""
    lay = table.sheet
    before = lay if lay is not None and lay.purpose is sheet.purpose else None
    return replace(table, sheet=replace(opened(table.match, sheet), before=before), look=None)


_AFTER = {Purpose.SHOW: _shown, Purpose.HAND: _hand, Purpose.MELD: _melded}
"""What a reading is taken for."""

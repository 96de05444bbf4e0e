"""The card table's view: everything its screens draw, decided here, for one moment."""

from __future__ import annotations

from companion.frame import Frame
from companion.play.cards.card_table import CardTable, LookStage, match_of
from companion.play.cards.commands import OpenSheet
from companion.play.cards.keys import On, hits_on, keys_of, why_no_hit
from companion.play.cards.look_view import look_view, offer_view
from companion.play.cards.sentences import quest_has_just_ended, say_hint, say_told
from companion.play.cards.sheet import Purpose, Sheet
from companion.play.cards.sheet_view import sheet_view
from companion.play.cards.views import (
    CardSeatView,
    CardTableView,
    ChipMove,
    MeldView,
    QuestView,
    face_of,
    face_of_wanted,
    faces_of,
)
from companion.rules.cards.events import PlayedOut
from companion.rules.cards.legal import may_be_asked
from companion.rules.cards.match import Match
from companion.rules.cards.quests import Quest
from companion.rules.events import Undone
from companion.text.cards import say_quest
from companion.text.names import say_player


def card_table_view(table: CardTable, number: int, has_eye: bool = False) -> CardTableView:
    """The view of this number; ``has_eye``: cards can be read here."""
    match, look, on = table.match, table.look, On(number, has_eye)
    offered = look.seen if look is not None and look.stage is LookStage.OFFERED else None
    seen_sheet = table.sheet if look is None else None
    ended = quest_has_just_ended(table)
    card = match.quests[-1].card if ended else None
    return CardTableView(
        hand=match.hand,
        target=match.ruleset.target,
        seats=tuple(_seat(match, seat, number) for seat in range(len(match.players))),
        stock=match.stock,
        discards=match.discards,
        bank=match.bank,
        melds=tuple(_meld(match, meld, number) for meld in range(len(match.melds))),
        keys=keys_of(match, on),
        quest=None if match.quest is None else _quest(match, match.quest),
        told=say_told(table),
        told_card=None if card is None else face_of(card),
        hint=say_hint(match),
        moves=_moves(table, ended),
        sheet=None if seen_sheet is None else sheet_view(match, seen_sheet, on),
        look=None if look is None or offered else look_view(match, look, number),
        offer=None if offered is None else offer_view(match, offered, number),
        has_eye=has_eye,
        winner=match.winner,
    )


def _seat(match: Match, seat: int, number: int) -> CardSeatView:
    asks = seat in may_be_asked(match)
    return CardSeatView(
        seat=seat,
        name=say_player(match.players, seat),
        cards=match.cards[seat],
        chips=match.chips[seat],
        score=match.scores[seat],
        to_act=seat == match.to_act,
        asked=match.quest is not None and seat == match.quest.other,
        ask=OpenSheet(number, Sheet(Purpose.QUEST, seat)) if asks else None,
    )


def _meld(match: Match, at: int, number: int) -> MeldView:
    meld, hits = match.melds[at], hits_on(match, at, number)
    owner = say_player(match.players, meld.player)
    return MeldView(at, owner, faces_of(meld.cards), hits, None if hits else why_no_hit(match))


def _quest(match: Match, quest: Quest) -> QuestView:
    return QuestView(
        asker_seat=quest.asker,
        asker=say_player(match.players, quest.asker),
        other_seat=quest.other,
        other=say_player(match.players, quest.other),
        wanted=face_of_wanted(quest.wanted),
        sentence=say_quest(quest, match.players),
        yes=quest.yes,
        challenged=quest.challenged,
    )


def _moves(table: CardTable, quest_ended: bool) -> tuple[ChipMove, ...]:
    """The chips that the latest event has moved."""
    match = table.match
    if quest_ended and any(match.quests[-1].chips):
        quest = match.quests[-1]
        payer = None if quest.bank else quest.chips.index(-1)
        return (ChipMove(payer, quest.chips.index(1)),)
    if isinstance(table.record.live_events[-1], PlayedOut):
        return _paid_to_the_winner(table)
    return ()


def _paid_to_the_winner(table: CardTable) -> tuple[ChipMove, ...]:
    """A chip from everybody who had one before the hand was played out."""
    match, before = table.match, match_of(table.record.apply(Undone()).game)
    winner = match.hands[-1].winner
    pairs = enumerate(zip(before.chips, match.chips, strict=True))
    return tuple(ChipMove(seat, winner) for seat, (had, has) in pairs if has < had)


COARSE_WIDTH = 96
"""Pixels across. Where the picture is 70 cm wide an index of 1.5 cm is then 2 px tall and a pip 1 px wide.

That is too little for a rank, and enough to see where a card lies and whether a hand is over it."""


def coarse(frame: Frame) -> Frame:
    """Every n-th pixel of a frame; one that is coarse already stays as it is."""
    step = -(-frame.width // COARSE_WIDTH)
    if step == 1:
        return frame
    return Frame(frame.pixels[step // 2 :: step, step // 2 :: step], frame.exposed_at_ns)

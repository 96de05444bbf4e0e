"""A match of cards: events onto the disk, cards read by the eye."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion import rules
from companion.core.frame import Frame
from companion.core.reading import CardReading, ReadCard
from companion.journal import CardNote, ReadingNote, Source, Store, StoreError
from companion.play.base.commands import PlayerJoins, PlayerLeaves, PlayError, Refused, Undo
from companion.play.base.ports import CardEye, Dealer
from companion.play.base.readings import Frames
from companion.play.modes.cards import state
from companion.play.modes.cards.hidden_hands import cards_lying, hands_dealt, why_nothing_lies
from companion.play.modes.cards.sentences import say_too_many, say_too_many_turned
from companion.play.modes.cards.views import (
    CardCommand,
    CloseSheet,
    Declare,
    LookAtCards,
    OpenSheet,
    PassOver,
    PickCard,
    ReadCards,
)
from companion.text import as_sentence, say, say_all, say_match_turn, say_player

READ_FOR = (state.Purpose.SHOW, state.Purpose.HAND, state.Purpose.MELD)
"""Cards that the eye reads; others are said or tapped."""


def aimed(table: state.CardTable, purpose: state.Purpose) -> state.CardTable:
    """Show the live picture until cards are turned over. Refused if none are due."""
    _need(table.match, purpose)
    return replace(table, sheet=None, look=state.Look(purpose, state.LookStage.AIMING))


def reading(table: state.CardTable, purpose: state.Purpose) -> state.CardTable:
    """Refused if no cards are due."""
    _need(table.match, purpose)
    return replace(table, look=state.Look(purpose, state.LookStage.READING))


def _need(match: rules.Match, purpose: state.Purpose) -> None:
    if purpose not in READ_FOR:
        raise Refused(say_match_turn(match))
    state.need_due(match, purpose)


def before_look(table: state.CardTable) -> state.CardTable:
    look = table.look
    aims = look is None or look.stage is state.LookStage.AIMING
    if look is None or aims or table.sheet is not None or look.purpose is state.Purpose.MELD:
        return replace(table, look=None)
    return replace(table, look=state.Look(look.purpose, state.LookStage.AIMING))


def after_reading(table: state.CardTable, frame: Frame, reading: CardReading) -> state.CardTable:
    """Offer the card, or put the cards on a sheet. Refused with the reason."""
    match, look = table.match, table.look
    if look is None:
        raise Refused(say_match_turn(match))
    on_table = tuple(card for meld in match.melds for card in meld.cards)
    new = state.new_cards(reading.cards, on_table)
    if not new.heaps:
        raise Refused(say("read.no_new_card"))
    return _AFTER[look.purpose](table, frame, new)


def _shown(table: state.CardTable, frame: Frame, new: state.NewCards) -> state.CardTable:
    if len(new.cards) > 1:
        raise Refused(say_too_many_turned(len(new.cards)))
    (card,) = new.cards
    if state.is_doubted(card):
        seen = state.CardsSeen(frame, (), (card,), new.lying)
        return _with_sheet(table, state.Sheet(state.Purpose.SHOW, seen=seen, doubts=(card,)))
    seen = state.CardsSeen(frame, (card,), (), new.lying)
    return replace(table, sheet=None, look=state.Look(state.Purpose.SHOW, state.LookStage.OFFERED, seen))


def _hand(table: state.CardTable, frame: Frame, new: state.NewCards) -> state.CardTable:
    _need_held(table.match, state.shower(table.match), len(new.cards))
    return _with_cards(table, state.Purpose.HAND, _seen(frame, new, new.cards))


def _melded(table: state.CardTable, frame: Frame, new: state.NewCards) -> state.CardTable:
    """Put the only heap on the sheet; of several, the one that can be laid."""
    heaps = new.heaps
    if len(heaps) > 1:
        heaps = tuple(heap for heap in heaps if _can_be_laid(table.match, heap))
    if len(heaps) != 1:
        raise Refused(say("read.several_places"))
    _need_held(table.match, state.melder(table.match), len(heaps[0]))
    return _with_cards(table, state.Purpose.MELD, _seen(frame, new, heaps[0]))


def _need_held(match: rules.Match, seat: int, seen: int) -> None:
    if seen > match.cards[seat]:
        raise Refused(say_too_many(say_player(match.players, seat), match.cards[seat], seen))


def _can_be_laid(match: rules.Match, heap: state.Heap) -> bool:
    if any(map(state.is_doubted, heap)):
        return False
    cards = tuple(map(state.card_read, heap))
    meld = rules.why_not(match, rules.MeldLaid(state.melder(match), cards)) is None
    return meld or bool(state.hits_of(match, state.Sheet(state.Purpose.MELD, picked=cards)))


def _seen(frame: Frame, new: state.NewCards, cards: state.Heap) -> state.CardsSeen:
    sure = tuple(card for card in cards if not state.is_doubted(card))
    doubted = tuple(card for card in cards if state.is_doubted(card))
    return state.CardsSeen(frame, sure, doubted, new.lying, len(new.cards) - len(cards))


def _with_cards(table: state.CardTable, purpose: state.Purpose, seen: state.CardsSeen) -> state.CardTable:
    sheet = state.Sheet(purpose, picked=seen.cards, seen=seen, doubts=seen.doubted)
    return _with_sheet(table, sheet)


def _with_sheet(table: state.CardTable, sheet: state.Sheet) -> state.CardTable:
    """Open this sheet; undo returns to an open one for the same purpose."""
    lay = table.sheet
    before = lay if lay is not None and lay.purpose is sheet.purpose else None
    return replace(table, sheet=replace(state.opened(table.match, sheet), before=before), look=None)


_AFTER = {state.Purpose.SHOW: _shown, state.Purpose.HAND: _hand, state.Purpose.MELD: _melded}
"""What follows a reading."""


@dataclass(frozen=True, slots=True)
class CardStep:
    """The card table after a command, and the event to write before anybody sees it."""

    table: state.CardTable
    event: rules.AnyEvent | None = None
    note: ReadingNote | None = None


CardTouch = CardCommand | PlayerLeaves | PlayerJoins | Undo
"""Commands that the card table takes."""


def step(table: state.CardTable, command: CardTouch) -> CardStep:
    """Raises Refused or ``RuleError`` with the reason; the table is then unchanged."""
    match command:
        case PlayerLeaves(player=player):
            return _written(table, rules.PlayerLeft(player))
        case PlayerJoins():
            return _written(table, rules.PlayerJoined(command.name, command.seat, command.dice))
        case Declare(event=event):
            return replace(_written(table, event), note=note_beside(table, event))
        case OpenSheet(sheet=sheet):
            return CardStep(replace(table, sheet=state.opened(table.match, sheet), look=None))
        case PickCard(card=card):
            return CardStep(replace(table, sheet=state.tapped(table.match, _on_top(table), card)))
        case PassOver():
            return CardStep(replace(table, sheet=state.passed_over(_on_top(table))))
        case CloseSheet():
            return CardStep(replace(table, sheet=None, look=None))
        case LookAtCards(purpose=purpose):
            return CardStep(aimed(table, purpose))
        case ReadCards(purpose=purpose):
            return CardStep(reading(table, purpose))
        case Undo():
            return _taken_back(table)
    raise TypeError(f"the card table knows no {type(command).__name__}")


def _written(table: state.CardTable, event: rules.AnyEvent) -> CardStep:
    return CardStep(state.CardTable(table.game_id, table.record.apply(event)), event)


def _on_top(table: state.CardTable) -> state.Sheet:
    if table.sheet is None or table.look is not None:
        raise Refused(say_match_turn(table.match))
    return table.sheet


def _taken_back(table: state.CardTable) -> CardStep:
    if table.look is not None:
        return CardStep(before_look(table))
    if table.sheet is not None:
        return CardStep(replace(table, sheet=state.untapped(table.sheet)))
    return CardStep(state.CardTable(table.game_id, table.record.apply(rules.Undone())), rules.Undone())


def note_beside(table: state.CardTable, event: rules.CardEvent) -> ReadingNote | None:
    seen = _seen_before(table)
    if seen is None:
        return None
    cards = _cards_of(event)
    if not cards:
        return None
    answers = () if table.sheet is None else table.sheet.answers
    told = {card: read for read, card in answers}
    return ReadingNote((), cards=tuple(_note(card, seen, told, alone=len(cards) == 1) for card in cards))


def _seen_before(table: state.CardTable) -> state.CardsSeen | None:
    if table.look is not None:
        return table.look.seen
    return None if table.sheet is None else table.sheet.seen


def _cards_of(event: rules.CardEvent) -> rules.Cards:
    if isinstance(event, rules.HandShown | rules.MeldLaid):
        return event.cards
    if isinstance(event, rules.CardShown | rules.HitLaid) and event.card is not None:
        return (event.card,)
    return ()


def _note(card: rules.Card, seen: state.CardsSeen, told: dict[rules.Card, ReadCard], alone: bool) -> CardNote:
    """One card: the eye's if sure, else the players', with what the eye had read."""
    for sure in seen.sure:
        if state.card_read(sure) == card:
            return CardNote(card.code, Source.EYE, sure.code, sure.confidence)
    every = (*seen.sure, *seen.doubted)
    only = every[0] if alone and len(every) == 1 else None
    read = told.get(card, only)
    if read is None:
        return CardNote(card.code, Source.PLAYER, None, None)
    doubt = state.main_doubt(read).value if read.doubts or read.code is None else None
    return CardNote(card.code, Source.PLAYER, read.code, read.confidence, doubt)


class CardMode:
    """Carries out touches at the card table; without an eye every card is tapped.

    With a ``dealer`` the simulated table lays out the cards for the eye, by ``seed``.
    """

    def __init__(
        self, journal: Store, eye: CardEye | None, dealer: Dealer | None = None, seed: int = 0
    ) -> None:
        self._journal, self._eye = journal, eye
        self._dealer, self._seed = dealer, seed

    @property
    def reads(self) -> bool:
        return self._eye is not None

    @property
    def deals(self) -> bool:
        return self._dealer is not None

    def hands(self, table: state.CardTable) -> tuple[rules.Cards, ...]:
        """By seat; empty between hands, and at a real table."""
        return () if self._dealer is None else hands_dealt(table, self._seed)

    def take(self, table: state.CardsOnTable, command: CardTouch) -> state.CardsOnTable:
        """The table after a command, its event on disk.

        Raises Refused, RuleError or StoreError with a sentence; the table is then unchanged.
        """
        if self._eye is None and isinstance(command, LookAtCards | ReadCards):
            raise Refused(say("read.no_eye"))
        taken = step(table.cards, command)
        self._need_cards(taken.table)
        if taken.event is not None:
            self._journal.append(taken.table.game_id, taken.event, taken.note)
        return self._kept(table, state.CardsOnTable(table.number + 1, taken.table))

    def _kept(self, before: state.CardsOnTable, table: state.CardsOnTable) -> state.CardsOnTable:
        """Keep the open sheet, which goes with the next event. If the journal fails, the table says so."""
        cards = table.cards
        text = state.text_of(cards.sheet)
        if cards.record is not before.cards.record or text == state.text_of(before.cards.sheet):
            return table
        try:
            self._journal.keep_unfinished(cards.game_id, text)
        except StoreError as fault:
            return replace(table, fault=as_sentence(str(fault)))
        return table

    def with_kept_sheet(self, table: state.CardsOnTable) -> state.CardsOnTable:
        text = self._journal.unfinished(table.cards.game_id)
        sheet = None if text is None else state.sheet_in(table.cards.match, text)
        return replace(table, cards=replace(table.cards, sheet=sheet))

    def lay(self, table: state.CardTable | None) -> None:
        if self._dealer is None:
            return
        if table is None:
            self._dealer.put_away()
            return
        self._dealer.lay(cards_lying(table, self._seed))

    def _need_cards(self, table: state.CardTable) -> None:
        """Refused if the simulated table has no card to lay for a look."""
        why = None if self._dealer is None else why_nothing_lies(table, cards_lying(table, self._seed))
        if why is not None:
            raise Refused(why)

    def look(self, table: state.CardsOnTable, frames: Frames) -> Callable[[], CardReading]:
        """Reads these frames. Refused without an eye."""
        eye, decks = self._eye, table.cards.match.limits.decks
        if eye is None:
            raise Refused(say("read.no_eye"))
        return lambda: eye.read_cards(frames, decks)

    def read(self, table: state.CardsOnTable, frame: Frame, told: CardReading) -> state.CardsOnTable:
        try:
            read = after_reading(table.cards, frame, told)
            return self._kept(table, state.CardsOnTable(table.number + 1, read))
        except PlayError as unclear:
            return self.reading_failed(table, str(unclear))

    @staticmethod
    def reading_failed(table: state.CardsOnTable, reason: str) -> state.CardsOnTable:
        told = say_all(as_sentence(reason), say("reading.failed_cards"))
        return state.CardsOnTable(table.number + 1, before_look(table.cards), told)

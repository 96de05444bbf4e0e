"""The card table between two commands, with an open sheet or look."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from companion import rules
from companion.core.frame import Frame
from companion.core.reading import Box, CardDoubt, ReadCard
from companion.play.base.commands import Refused
from companion.text import say, say_match_turn


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """New cards face up: ``sure`` and ``doubted``, boxes in ``frame`` pixels.

    Left out: ``lying`` cards, already in melds, and ``elsewhere``, new cards that lie apart.
    """

    frame: Frame
    sure: tuple[ReadCard, ...]
    doubted: tuple[ReadCard, ...] = ()
    lying: int = 0
    elsewhere: int = 0

    @property
    def cards(self) -> rules.Cards:
        return tuple(card_read(each) for each in self.sure)


def is_doubted(card: ReadCard) -> bool:
    return card.code is None or bool(card.doubts)


def card_read(card: ReadCard) -> rules.Card:
    """ValueError for a card without a code."""
    if card.code is None:
        raise ValueError("a card without a code was not read: ask which it is")
    return rules.card_of(card.code)


def likely_cards(card: ReadCard) -> rules.Cards:
    return tuple(
        rules.card_of(code) for code in dict.fromkeys(card.likely or ((card.code,) if card.code else ()))
    )


def main_doubt(card: ReadCard) -> CardDoubt:
    return card.doubts[0] if card.doubts else CardDoubt.UNREAD


REACH = 0.5
"""Cards closer than this part of the shorter one's length lie together: melds lie side by side or as a fan,
anything else a hand's breadth away [choice]."""

Heap = tuple[ReadCard, ...]


@dataclass(frozen=True, slots=True)
class NewCards:
    heaps: tuple[Heap, ...]
    lying: int

    @property
    def cards(self) -> Heap:
        return tuple(card for heap in self.heaps for card in heap)


def new_cards(read: Sequence[ReadCard], on_table: rules.Cards) -> NewCards:
    """The cards of a reading that are not those ``on_table``.

    A doubted card counts as a meld's if its likeliest card is in a meld and not seen elsewhere, and as a
    corner of a sure card that it touches if that is its likeliest. If a sure card is new, doubted cards that
    touch only melds are left out (a figure or pip was taken for a corner), and so are heaps without a sure
    card, unless they have more cards than melds have unseen ones.
    """
    lying: Counter[str | None] = Counter(card.code for card in on_table)
    sure = [card for card in read if not is_doubted(card)]
    unseen = lying - Counter(card.code for card in sure)
    new = _not_lying(sure, lying)
    doubted = [card for card in read if is_doubted(card) and not _seen_below(card, sure)]
    new += _not_upon_melds(_not_known(doubted, unseen), sure, new)
    heaps = _heaps([card for card in read if any(card is each for each in new)])
    kept = _without_old_doubts(heaps, unseen.total())
    return NewCards(kept, len(read) - sum(map(len, kept)))


def _not_lying(sure: list[ReadCard], lying: Counter[str | None]) -> list[ReadCard]:
    """Sure cards without those of the melds; of two alike, the one nearest to other new cards is new."""
    new = [card for card in sure if not lying[card.code]]
    seen = Counter(card.code for card in sure)
    for code in lying:
        alike = [card for card in sure if card.code == code]
        nearest = sorted(alike, key=lambda card: min((_gap(card.box, each.box) for each in new), default=0))
        new += nearest[: max(0, seen[code] - lying[code])]
    return new


def _seen_below(doubted: ReadCard, sure: list[ReadCard]) -> bool:
    likeliest = doubted.likely[0] if doubted.likely else doubted.code
    return any(each.code == likeliest and not _gap(each.box, doubted.box) for each in sure)


def _not_known(doubted: list[ReadCard], unseen: Counter[str | None]) -> list[ReadCard]:
    """Doubted cards, without those that are likeliest a meld's; these are removed from ``unseen``."""
    new: list[ReadCard] = []
    for card in doubted:
        likeliest = card.likely[0] if card.likely else card.code
        if unseen[likeliest] > 0:
            unseen[likeliest] -= 1
        else:
            new.append(card)
    return new


def _not_upon_melds(doubted: list[ReadCard], sure: list[ReadCard], new: list[ReadCard]) -> list[ReadCard]:
    if not new:
        return doubted
    old = [card for card in sure if not any(card is each for each in new)]
    return [card for card in doubted if _lies_upon(card, new) or not _lies_upon(card, old)]


def _lies_upon(card: ReadCard, others: list[ReadCard]) -> bool:
    return any(not _gap(card.box, other.box) for other in others)


def _without_old_doubts(heaps: tuple[Heap, ...], unseen: int) -> tuple[Heap, ...]:
    with_sure = tuple(heap for heap in heaps if not all(map(is_doubted, heap)))
    doubts_alone = sum(len(heap) for heap in heaps if heap not in with_sure)
    return with_sure if with_sure and doubts_alone <= unseen else heaps


def _heaps(cards: list[ReadCard]) -> tuple[Heap, ...]:
    heaps: list[set[int]] = []
    for number, card in enumerate(cards):
        near = [heap for heap in heaps if any(_lie_together(card, cards[each]) for each in heap)]
        heaps = [heap for heap in heaps if heap not in near]
        heaps.append({number}.union(*near))
    return tuple(tuple(cards[each] for each in sorted(heap)) for heap in sorted(heaps, key=min))


def _lie_together(one: ReadCard, other: ReadCard) -> bool:
    shorter = min(_length(one.box), _length(other.box))
    return _gap(one.box, other.box) <= REACH * shorter


def _length(box: Box) -> int:
    return max(box[2] - box[0], box[3] - box[1])


def _gap(one: Box, other: Box) -> int:
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, down, 0)


class Purpose(Enum):
    QUEST = "quest"
    """A card, rank or suit, of the player ``other``."""
    SHOW = "show"
    """A card turned over, one that proves a lie, or one taken from an open hand."""
    HAND = "hand"
    """Every card of a hand, open after a challenged No."""
    MELD = "meld"
    """A meld; a single card is a hit."""
    CORRECTION = "correction"
    """What the cards last shown or laid really were."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The open sheet; ``before``: the sheet before the last tap.

    ``seen``: what the eye read. ``doubts``: its doubtful cards, the first being asked about; ``answers``:
    what players said of others.
    """

    purpose: Purpose
    other: int | None = None
    picked: rules.Cards = ()
    seen: CardsSeen | None = None
    doubts: tuple[ReadCard, ...] = ()
    answers: tuple[tuple[ReadCard, rules.Card], ...] = ()
    before: Sheet | None = None


_ACTS = {
    Purpose.SHOW: (rules.Act.SHOW,),
    Purpose.HAND: (rules.Act.SHOW,),
    Purpose.MELD: (rules.Act.MELD, rules.Act.HIT),
    Purpose.CORRECTION: (rules.Act.CORRECT,),
}


def need_due(match: rules.Match, purpose: Purpose, other: int | None = None) -> None:
    """Refused, with what the table waits for, if such a sheet is not due."""
    if purpose is Purpose.QUEST:
        due = other in rules.may_be_asked(match)
    else:
        due = any(move.act in _ACTS[purpose] for move in rules.moves(match))
    if not due or (purpose is Purpose.HAND and not hand_lies_open(match)):
        raise Refused(say_match_turn(match))


def hand_lies_open(match: rules.Match) -> bool:
    return match.phase is rules.MatchPhase.SHOW and not match.asked.yes


def opened(match: rules.Match, sheet: Sheet) -> Sheet:
    """The sheet with its first cards; a correction begins with the present ones. Refused if not due."""
    need_due(match, sheet.purpose, sheet.other)
    picked = sheet.picked if takes_many(match, sheet) else ()
    return replace(sheet, picked=picked or _as_they_stand(match, sheet.purpose))


def _as_they_stand(match: rules.Match, purpose: Purpose) -> rules.Cards:
    seen = match.seen
    return (
        seen.cards
        if purpose is Purpose.CORRECTION and isinstance(seen, rules.MeldLaid | rules.HandShown)
        else ()
    )


def takes_many(match: rules.Match, sheet: Sheet) -> bool:
    if sheet.purpose is Purpose.CORRECTION:
        return isinstance(match.seen, rules.MeldLaid | rules.HandShown)
    return sheet.purpose in (Purpose.MELD, Purpose.HAND)


def tapped(match: rules.Match, sheet: Sheet, card: rules.Card) -> Sheet:
    """One more of this card, or none of it once all are picked. A new card answers a doubt."""
    if not takes_many(match, sheet):
        raise Refused(say("sheet.takes_one"))
    if sheet.picked.count(card) >= most_of(match, sheet, card):
        others = tuple(each for each in sheet.picked if each != card)
        return replace(sheet, picked=others, before=sheet)
    more = replace(sheet, picked=(*sheet.picked, card), before=sheet)
    if not sheet.doubts:
        return more
    return replace(more, doubts=sheet.doubts[1:], answers=(*sheet.answers, (sheet.doubts[0], card)))


def passed_over(sheet: Sheet) -> Sheet:
    """The thing asked about is none of these cards. Refused if nothing is asked."""
    if not sheet.doubts:
        raise Refused(say("sheet.nothing_asked"))
    return replace(sheet, doubts=sheet.doubts[1:], before=sheet)


def most_of(match: rules.Match, sheet: Sheet, card: rules.Card) -> int:
    corrected = match.before_seen if sheet.purpose is Purpose.CORRECTION else None
    return max(0, match.limits.decks - (corrected or match).lying(card))


def untapped(sheet: Sheet) -> Sheet | None:
    return sheet.before


def text_of(sheet: Sheet | None) -> str | None:
    """The sheet's picked cards, tap by tap, as JSON; what the eye saw is left out. None: no sheet."""
    if sheet is None:
        return None
    taps: list[list[str]] = []
    each: Sheet | None = sheet
    while each is not None:
        taps.insert(0, [card.code for card in each.picked])
        each = each.before
    told = {"sheet": sheet.purpose.value, "other": sheet.other, "taps": taps}
    return json.dumps(told, separators=(",", ":"))


def sheet_in(match: rules.Match, text: str) -> Sheet | None:
    """The sheet that ``text_of`` wrote; None for any other text, or if it is not due."""
    sheet: Sheet | None = None
    try:
        told = json.loads(text)
        for codes in told["taps"]:
            picked = tuple(map(rules.card_of, codes))
            sheet = Sheet(Purpose(told["sheet"]), told["other"], picked, before=sheet)
        if sheet is not None:
            need_due(match, sheet.purpose, sheet.other)
    except (ValueError, KeyError, TypeError):
        return None
    return sheet


def event_with(match: rules.Match, sheet: Sheet, card: rules.Card) -> rules.CardEvent:
    if sheet.purpose is Purpose.CORRECTION:
        return rules.CardCorrected(card)
    return rules.CardShown(shower(match), card)


def event_of(match: rules.Match, sheet: Sheet) -> rules.CardEvent:
    if sheet.purpose is Purpose.CORRECTION:
        return rules.CardsCorrected(sheet.picked)
    if sheet.purpose is Purpose.HAND:
        return rules.HandShown(shower(match), sheet.picked)
    return rules.MeldLaid(melder(match), sheet.picked)


def hits_of(match: rules.Match, sheet: Sheet) -> tuple[rules.HitLaid, ...]:
    if sheet.purpose is not Purpose.MELD or len(sheet.picked) != 1:
        return ()
    (card,) = sheet.picked
    return tuple(rules.HitLaid(melder(match), card, meld) for meld in rules.hit_by(match, card))


def shower(match: rules.Match) -> int:
    """The seat that must or may show a card; ValueError if none."""
    if match.phase is rules.MatchPhase.SHOW:
        return match.acting
    if match.may_show is None:
        raise ValueError(f"nobody may show a card in the phase {match.phase.value}")
    return match.may_show


def melder(match: rules.Match) -> int:
    """The seat that may lay melds and hits; ValueError if none."""
    if match.may_meld is None:
        raise ValueError(f"nobody may lay a meld in the phase {match.phase.value}")
    return match.may_meld


def corrected_hit(match: rules.Match) -> bool:
    return isinstance(match.seen, rules.HitLaid)


def quested(match: rules.Match, sheet: Sheet, wanted: rules.Wanted) -> rules.Quested:
    """The Quest of one touch on this sheet; ValueError for a sheet without an ``other``."""
    if sheet.other is None:
        raise ValueError("a Quest asks another player: this sheet has none")
    return rules.Quested(match.acting, sheet.other, wanted)


class LookStage(Enum):
    AIMING = "aiming"
    """The card is being turned over before the live picture."""
    READING = "reading"
    OFFERED = "offered"
    """One card was read; the players take it or correct it."""


@dataclass(frozen=True, slots=True)
class Look:
    purpose: Purpose
    stage: LookStage
    seen: CardsSeen | None = None


@dataclass(frozen=True, slots=True)
class CardTable:
    """A match with its record and its number in the journal.

    ``look``: the camera's present look; an open ``sheet`` waits below.
    """

    game_id: int
    record: rules.GameRecord
    sheet: Sheet | None = None
    look: Look | None = None

    @property
    def match(self) -> rules.Match:
        return rules.card_match(self.record.game)

    @property
    def is_over(self) -> bool:
        return self.match.phase is rules.MatchPhase.OVER and self.sheet is None and self.look is None


@dataclass(frozen=True, slots=True)
class CardsOnTable:
    number: int
    cards: CardTable
    fault: str | None = None

    @property
    def stage(self) -> LookStage | None:
        return None if self.cards.look is None else self.cards.look.stage

    @property
    def is_being_read(self) -> bool:
        return self.stage is LookStage.READING

    @property
    def wants_live_picture(self) -> bool:
        return self.stage in (LookStage.AIMING, LookStage.READING)

    @property
    def is_over(self) -> bool:
        return self.cards.is_over

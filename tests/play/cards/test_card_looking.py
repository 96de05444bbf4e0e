"""Whatever an eye tells, the card table stands: nothing is recorded, and no hand is named."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.core.frame import Frame
from companion.core.reading import CardDoubt, CardReading, ReadCard
from companion.play.base.commands import Refused
from companion.play.modes.cards.mode import after_reading, reading
from companion.play.modes.cards.pages import card_scene
from companion.play.modes.cards.state import CardTable, Purpose
from companion.play.modes.cards.views import CardReadScene
from companion.rules import (
    DECK,
    Answered,
    CardDrawn,
    Decided,
    Discarded,
    GameBegun,
    GameRecord,
    HandDealt,
    MeldLaid,
    Quested,
    card_of,
    wanted_of,
)
from companion.text import say_card
from tests.play.card_evening import read_card

FRAME = Frame(np.zeros((48, 64, 3), np.uint8), 1)
LAID = tuple(map(card_of, ("8S", "9S", "10S")))
TO_BOB = (Quested(1, 0, wanted_of("7")),)
PLAYED = {
    Purpose.SHOW: (Answered(0, True), Decided(1, True)),
    Purpose.HAND: (Answered(0, False), Decided(1, True)),
}


def record_for(purpose: Purpose) -> GameRecord:
    """Ann has laid a run; then the look for this purpose is due."""
    record = GameRecord.begin(GameBegun("liar-liar", ("Ann", "Bob"), (("target", 250),)))
    first = (HandDealt(), CardDrawn(0), MeldLaid(0, LAID), Discarded(0))
    then = (CardDrawn(1),) if purpose is Purpose.MELD else (*TO_BOB, *PLAYED[purpose])
    for event in (*first, *then):
        record = record.apply(event)
    return record


RECORDS = {purpose: record_for(purpose) for purpose in (Purpose.SHOW, Purpose.HAND, Purpose.MELD)}


@st.composite
def told_cards(draw: st.DrawFn) -> tuple[ReadCard, ...]:
    """Up to twelve cards anywhere in the picture, some in doubt, some twice."""
    codes = st.sampled_from([card.code for card in DECK])
    place = st.tuples(st.integers(0, 50), st.integers(0, 30))
    cards = []
    for at in draw(st.lists(place, max_size=12)):
        doubt = draw(st.none() | st.sampled_from(CardDoubt))
        code = None if doubt is CardDoubt.UNREAD else draw(codes)
        cards.append(read_card(code, at, doubt, draw(st.lists(codes, max_size=3))))
    return tuple(cards)


def looked(before: CardTable, cards: tuple[ReadCard, ...]) -> tuple[CardTable | None, str]:
    """The table after a reading of these cards, or the reason for which it was refused."""
    try:
        return after_reading(before, FRAME, CardReading((64, 48), cards)), ""
    except Refused as refusal:
        return None, str(refusal)


@given(st.sampled_from(list(RECORDS)), told_cards())
def test_a_reading_is_refused_in_a_sentence_or_stands_as_an_offer_or_a_sheet(
    purpose: Purpose, cards: tuple[ReadCard, ...]
) -> None:
    record = RECORDS[purpose]
    before = reading(CardTable(1, record), purpose)
    table, refusal = looked(before, cards)
    if table is None:
        assert refusal
        assert not any(say_card(card) in refusal or card.code in refusal for card in DECK), "a card is named"
        return
    assert table.record is record
    offered = table.look is not None
    assert offered != (table.sheet is not None)
    sure = [card.code for card in cards if card.code is not None and not card.doubts]
    picked = table.look.seen.cards if offered else table.sheet.picked
    assert all(card.code in sure for card in picked), "no doubted card is taken for read"
    assert all(sure.count(card.code) > 1 for card in picked if card in LAID), "the melds' are left out"
    if purpose is Purpose.SHOW:
        assert len(picked) + len(() if offered else table.sheet.doubts) == 1
    scene = card_scene(table, 5, has_eye=True)
    assert isinstance(scene, CardReadScene) == offered

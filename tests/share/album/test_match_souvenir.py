"""A match of cards has its page: ranking, hands, points, and the boldest lie that came to light."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.journal.statistics import match_and_lies
from companion.journal.statistics.rounds import LIES, chance_of_holding
from companion.rules import (
    DECK,
    Answered,
    AnyEvent,
    CardShown,
    Decided,
    GameBegun,
    GameRecord,
    HandDealt,
    Quested,
    card_match,
    wanted_of,
)
from companion.share.album import pdf_of, png_of
from companion.share.album.pages import SIZE, page_of, step_of
from companion.share.album.souvenir import MatchSouvenir, match_souvenir_of, page_words
from tests.rules.card_tables import cards, dealt, match_begun
from tests.rules.random_cards import Table, random_match

BEGUN_AT = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
MOST_EVENTS = 3000


def whole_match(seed: int) -> GameRecord:
    rng = random.Random(seed)
    table = Table.of(rng, random_match(rng, 5))
    while table.match.winner is None and table.record.length < MOST_EVENTS:
        table.play()
    return table.record


def souvenir(record: GameRecord) -> MatchSouvenir:
    return match_souvenir_of(7, BEGUN_AT, BEGUN_AT + timedelta(minutes=48), record.live_events)


@pytest.mark.parametrize("seed", range(6))
def test_its_facts_are_those_of_the_rules_own_match(seed: int) -> None:
    record = whole_match(seed)
    match, told = card_match(record.game), souvenir(record)
    assert told.winner == match.winner
    assert told.ranking[0] == (1, match.winner)
    assert tuple(course[-1] for course in told.points) == match.scores
    assert told.hands == len(match.hands)
    assert sorted(seat for _, seat in told.ranking) == list(range(len(match.players)))
    worth = [match.scores[seat] for _, seat in told.ranking]
    assert worth == sorted(worth, reverse=True)
    lies = [quest for quest in match.quests if quest.outcome in LIES]
    assert [lie.quest for lie in match_and_lies(record.live_events)[1]] == lies
    assert (told.boldest is None) == (not lies)


def test_how_likely_a_card_is_held_is_what_dealing_shows() -> None:
    match, wanted, rng = dealt(3), wanted_of("7"), random.Random(1)
    found = sum(any(wanted.matches(card) for card in rng.sample(DECK, 7)) for _ in range(4000)) / 4000
    assert chance_of_holding(match, 1, wanted) == pytest.approx(found, abs=0.03)
    assert chance_of_holding(match, 1, wanted_of("7S")) == pytest.approx(7 / 52)


def test_a_yes_to_one_card_is_bolder_than_a_yes_to_a_suit() -> None:
    card, suit = (chance_of_holding(dealt(2), 1, wanted_of(code)) for code in ("7S", "S"))
    assert card < 0.2 < 0.8 < suit


def lied(*answers: tuple[str, bool, bool]) -> GameRecord:
    """Quests of Ann and Joe in turn, each answered with a yes that was a lie: wanted, challenged."""
    record = match_begun(2).apply(HandDealt())
    for wanted, yes, challenge in answers:
        asker = card_match(record.game).acting
        events: tuple[AnyEvent, ...] = (
            Quested(asker, 1 - asker, wanted_of(wanted)),
            Answered(1 - asker, yes),
            Decided(asker, challenge),
            CardShown(1 - asker, cards("KH")[0]),
        )
        for event in events:
            record = record.apply(event)
    return record


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (("7S", True, False), "Joe lied with a yes, and was believed"),
        (("7S", True, True), "Joe lied with a yes, and was caught"),
        (("KH", False, False), "Joe lied with a no, and was believed"),
        (("KH", False, True), "Joe lied with a no, and was caught"),
    ],
)
def test_the_boldest_lie_is_told_with_its_quest(answer: tuple[str, bool, bool], told: str) -> None:
    page = page_words(souvenir(lied(answer)))
    assert page.boldest is not None
    assert page.boldest[0] == told
    assert page.boldest[1].startswith("Ann asks Joe for the ")
    assert page.boldest[1].endswith("13%" if answer[1] else "87%")


@pytest.mark.parametrize("seed", [1, 3])
def test_the_page_is_one_page_of_a5_and_the_code_can_be_read(seed: int) -> None:
    told = page_words(souvenir(whole_match(seed)))
    page = page_of(told)
    image = cv2.imdecode(np.frombuffer(png_of(page), np.uint8), cv2.IMREAD_COLOR)
    assert image.shape[:2] == SIZE[::-1]
    read, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.resize(image[-480:, -480:], None, fx=2, fy=2))
    assert read == told.code
    document = pypdfium2.PdfDocument(pdf_of(page, told.title))
    assert len(document) == 1
    document.close()


def test_a_match_that_was_left_has_a_page_too() -> None:
    told = page_words(souvenir(GameRecord.begin(GameBegun("liar-liar", ("Ann", "Ben")))))
    assert told.title == "Liar, Liar"
    assert told.boldest is None
    assert page_of(told).size == SIZE


def test_a_game_of_dice_is_no_match() -> None:
    record = GameRecord.begin(GameBegun("milton-bradley", ("Ann", "Ben"), opener=0))
    with pytest.raises(ValueError, match="match of cards"):
        souvenir(record)


@pytest.mark.parametrize(("most", "step"), [(1, 1), (6, 1), (30, 5), (250, 50), (1000, 100), (10_000, 1000)])
def test_a_plot_has_a_few_lines_at_round_numbers(most: int, step: int) -> None:
    assert step_of(most) == step

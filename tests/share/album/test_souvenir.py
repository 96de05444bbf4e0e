"""A game's page: its facts are those of the record, and it fits whatever the names and numbers are."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.journal.statistics import reveals
from companion.rules import (
    BidMade,
    Challenged,
    CupsRevealed,
    GameBegun,
    GameRecord,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RevealCorrected,
    Undone,
    count,
    dice_game,
)
from companion.share.album import pdf_of, png_of
from companion.share.album.pages import MARGIN, SIZE, page_of
from companion.share.album.souvenir import Souvenir, page_words, souvenir_of

BEGUN_AT = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)


def played(seed: int, players: tuple[str, ...] = ("Ann", "Ben", "Ada"), most: int = 500) -> GameRecord:
    """A whole game: random dice, bids of one or two more, and challenges."""
    rng = random.Random(seed)
    record = GameRecord.begin(GameBegun("milton-bradley", players, opener=0))
    for _ in range(most):
        game = dice_game(record.game)
        if game.winner is not None:
            return record
        if game.caller is not None:
            hands = tuple(tuple(rng.choices(range(1, 7), k=held)) for held in game.dice)
            record = record.apply(CupsRevealed(hands))
        elif game.bid is not None and rng.random() < 0.5:
            record = record.apply(Challenged(game.acting))
        else:
            quantity = rng.randint(1, 3) + (0 if game.bid is None else game.bid.claim)
            record = record.apply(BidMade(game.acting, quantity, rng.randint(2, 6)))
    return record


def souvenir(record: GameRecord, minutes: float = 34) -> Souvenir:
    return souvenir_of(7, BEGUN_AT, BEGUN_AT + timedelta(minutes=minutes), record)


@pytest.mark.parametrize("seed", range(20))
def test_its_facts_are_those_of_the_rules_own_game(seed: int) -> None:
    record = played(seed)
    game, told = dice_game(record.game), souvenir(record)
    assert told.ranking[0].seat == game.winner
    assert told.rounds == len(game.rounds)
    assert tuple(held[-1] for held in told.dice) == game.dice
    for seat, held in enumerate(told.dice):
        assert [before - after for before, after in itertools.pairwise(held)] == [
            ended.losses[seat] for ended in game.rounds
        ]
    assert sorted(place.seat for place in told.ranking) == [0, 1, 2]
    outs = [place.out_in for place in told.ranking[1:]]
    assert outs == sorted(outs, reverse=True)


@pytest.mark.parametrize("seed", range(8))
def test_no_challenged_bid_was_bolder(seed: int) -> None:
    """The chance counted another way: by ten thousand throws of the dice that its maker did not see."""
    told, record = souvenir(played(seed)), played(seed)
    game, rng = dice_game(record.game), np.random.default_rng(seed)
    thrown = []
    for ended in game.rounds:
        own, others = (
            ended.dice[ended.bid.player],
            sum(map(len, ended.dice)) - len(ended.dice[ended.bid.player]),
        )
        needed = ended.bid.claim - count(ended.bid, (own,), ended.ones_wild)
        hits = np.isin(rng.integers(1, 7, (10_000, others)), [1, ended.bid.face]).sum(axis=1)
        thrown.append(float((hits >= needed).mean()))
    assert told.boldest is not None
    assert told.boldest.chance == pytest.approx(thrown[told.boldest.round - 1], abs=0.03)
    assert told.boldest.chance <= min(thrown) + 0.03
    ended = game.rounds[told.boldest.round - 1]
    assert told.boldest.held == (ended.winner == ended.bid.player)


def test_players_who_go_out_together_share_a_place() -> None:
    record = GameRecord.begin(GameBegun("milton-bradley", ("Ann", "Ben", "Ada"), (), 0))
    for _ in range(5):
        game = dice_game(record.game)
        bidder = game.acting
        for event in (BidMade(bidder, 1, 4), Challenged((bidder + 1) % 3)):
            record = record.apply(event)
        hands = [[2] * held for held in game.dice]
        hands[bidder][0] = 4
        record = record.apply(CupsRevealed(tuple(map(tuple, hands))))
    places = Counter(place.place for place in souvenir(record).ranking)
    assert places == {1: 1, 2: 2}


def test_who_came_later_or_left_has_the_whole_line_and_the_right_word() -> None:
    record = GameRecord.begin(GameBegun("milton-bradley", ("Ann", "Ben", "Ada"), (("dice", 2),), 0))
    for comes_or_goes in (PlayerJoined("Dan", 3, 2), PlayerLeft(1), PlayerLeft(2), PlayerReturned(2, 1)):
        hands = tuple((2,) * held for held in dice_game(record.game).dice)
        record = record.apply(BidMade(dice_game(record.game).acting, 1, 4))
        record = record.apply(Challenged(dice_game(record.game).acting))
        record = record.apply(CupsRevealed(hands)).apply(comes_or_goes)
    told = page_words(souvenir(record))
    assert told.courses == ((2, 1, 1, 1, 1), (2, 2, 0), (2, 2, 2, 0, 1), (0, 2, 2, 2, 1))
    assert [each.told for each in told.ranking] == [*("1 die left",) * 3, "left"]


def test_the_picture_of_a_corrected_round_is_the_corrections() -> None:
    record = GameRecord.begin(GameBegun("milton-bradley", ("Ann", "Ben"), opener=0))
    dice = ((4, 4, 2, 2, 2), (4, 2, 2, 2, 2))
    events = (
        BidMade(0, 9, 4),
        Undone(),
        BidMade(0, 3, 4),
        Challenged(1),
        CupsRevealed(dice),
        RevealCorrected(dice),
    )
    for event in events:
        record = record.apply(event)
    assert reveals(record.numbered_live_events) == (7,)
    assert tuple(event for _, event in record.numbered_live_events) == record.live_events


LONG = tuple(f"A very long name indeed, number {seat}" for seat in range(6))


@pytest.mark.parametrize("players", [("Ann", "Ben"), LONG, ("Δέσποινα", "Олег", "Zoë")])
def test_the_page_is_one_page_of_a5_and_the_code_can_be_read(players: tuple[str, ...]) -> None:
    told = page_words(souvenir(played(3, players)))
    _, jpeg = cv2.imencode(".jpg", np.full((720, 1280, 3), 90, np.uint8))
    page = page_of(told, jpeg.tobytes())
    image = cv2.imdecode(np.frombuffer(png_of(page), np.uint8), cv2.IMREAD_COLOR)
    assert image.shape[:2] == SIZE[::-1]
    read, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.resize(image[-480:, -480:], None, fx=2, fy=2))
    assert read == told.code
    document = pypdfium2.PdfDocument(pdf_of(page, told.title))
    assert len(document) == 1
    assert document[0].get_size() == pytest.approx((419.5, 591.5), abs=1.5)
    document.close()


@pytest.mark.parametrize("name", ["😀" * 300, "W" * 300, "\x1b[2J" * 80])
def test_a_name_of_hundreds_of_letters_stays_on_the_page_and_off_the_numbers(name: str) -> None:
    pages = [
        np.asarray(page_of(page_words(souvenir(played(3, (each, "Ben", "Ada"))))).convert("L"))
        for each in ("Ann", name)
    ]
    for columns in (slice(0, MARGIN - 1), slice(SIZE[0] - MARGIN + 1, None)):
        assert (pages[1][:, columns] == pages[0][:, columns]).all()
    rows, number = slice(MARGIN + 120, MARGIN + 320), slice(SIZE[0] - MARGIN - 60, None)
    assert (pages[1][rows, number] == pages[0][rows, number]).all()
    assert page_words(souvenir(played(3, (name, "Ben")))).ranking[0].name.isprintable()


@pytest.mark.slow
def test_a_kept_picture_that_is_damaged_or_promises_too_much_is_left_out() -> None:
    told = page_words(souvenir(played(3)))
    jpeg = bytearray(cv2.imencode(".jpg", np.full((720, 1280, 3), 90, np.uint8))[1].tobytes())
    for side in (4000, 65_000):
        at = jpeg.index(b"\xff\xc0") + 5
        jpeg[at : at + 4] = side.to_bytes(2) * 2
        assert png_of(page_of(told, bytes(jpeg))) == png_of(page_of(told))
    assert png_of(page_of(told, b"jpeg")) == png_of(page_of(told))


def test_a_game_that_was_left_has_a_page_too() -> None:
    told = page_words(souvenir(played(3, most=6)))
    assert told.title == "Milton Bradley, 1987"
    assert page_of(told).size == SIZE


def test_a_game_of_cards_has_none() -> None:
    record = GameRecord.begin(GameBegun("liar-liar", ("Ann", "Ben")))
    with pytest.raises(ValueError, match="game of dice"):
        souvenir(record)


@pytest.mark.parametrize(("minutes", "told"), [(34, "34 minutes"), (-9, None), (212 * 24 * 60, None)])
def test_how_long_it_took_is_left_out_where_the_clock_was_set_meanwhile(
    minutes: float, told: str | None
) -> None:
    subtitle = page_words(souvenir(played(1), minutes)).subtitle
    assert ("minute" in subtitle) is (told is not None)
    assert told is None or told in subtitle

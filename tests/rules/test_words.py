"""The sentences for the people at the table."""

from __future__ import annotations

import pytest

from companion.rules import (
    HOUSE,
    MILTON_BRADLEY,
    RH,
    RULESETS,
    BidMade,
    Challenged,
    ChallengedTogether,
    SpotOnCalled,
    TotalBid,
)
from companion.text import capital, chapters, say, say_bid, say_list, say_turn, say_verdict, spoken
from companion.text.dice import table_words
from tests.rules.playing import after, begun, challenged, spot_on, table


@pytest.mark.parametrize(
    ("ruleset", "bid", "said"),
    [
        (MILTON_BRADLEY, BidMade(0, 7, 5), "seven 5s"),
        (MILTON_BRADLEY, BidMade(0, 1, 5), "one 5"),
        (MILTON_BRADLEY, BidMade(0, 3, 1), "three stars"),
        (MILTON_BRADLEY, BidMade(0, 1, 1), "one star"),
        (RH, BidMade(0, 21, 6), "twenty-one 6s"),
        (RH, BidMade(0, 2, 1), "two ones"),
        (RH, TotalBid(0, 7), "seven in all"),
    ],
)
def test_a_bid_is_called_out_as_players_say_it(ruleset, bid, said):
    assert say_bid(bid, ruleset) == said


def test_numbers_are_words_up_to_a_hundred() -> None:
    assert [spoken().number(number) for number in (0, 1, 12, 20, 25, 30, 99, 100, 10**9)] == [
        "no", "one", "twelve", "twenty", "twenty-five", "thirty", "ninety-nine", "100", "1000000000",
    ]  # fmt: skip
    assert spoken().number(-3) == "-3"


def test_a_list_reads_as_a_sentence_does() -> None:
    assert [say_list(list(names)) for names in ("", "A", "AB", "ABC")] == ["", "A", "A and B", "A, B and C"]


def test_the_table_hears_what_is_awaited() -> None:
    game = begun("rh", 3, spot_on="nothing", random_challenge=True).game
    assert say_turn(game) == "Ann: make the first bid."
    game = after(game, BidMade(0, 6, 4))
    assert say_turn(game) == "Bob: beat six 4s, challenge, or call spot on."
    assert say_turn(after(begun("rh", 2).game, BidMade(0, 6, 4))) == "Bob: beat six 4s, or challenge."
    assert (
        say_turn(after(begun("rh", 3).game, BidMade(0, 18, 6)))
        == "Bob: nothing beats eighteen 6s, so challenge."
    )
    assert say_turn(after(begun("rh", 3, spot_on="nothing").game, BidMade(0, 18, 6))) == (
        "Bob: nothing beats eighteen 6s. Challenge, or call spot on."
    )
    perudo = after(table("perudo", (5, 5, 5)), BidMade(0, 2, 6))
    assert say_turn(perudo) == "Bob: beat two 6s, challenge, or call calza."
    assert say_turn(after(game, Challenged(1))) == "Bob challenges six 4s. Lift the cups!"
    assert say_turn(after(game, SpotOnCalled(1))) == "Bob calls spot on six 4s. Lift the cups!"
    assert say_turn(after(game, ChallengedTogether((2,)))) == "Cy challenges six 4s. Lift the cups!"


def test_a_verdict_tells_the_call_the_count_and_the_loss() -> None:
    def told(game):
        return say_verdict(game.rounds[-1], game.players, game.ruleset)

    bidding = after(table("milton-bradley", (5, 5, 5)), BidMade(0, 3, 6))
    assert told(challenged(bidding, "66222", "22222", "22222")) == (
        "Bob challenges Ann's bid of three 6s. Only two 6s! Ann was one short and loses one die."
    )
    assert told(challenged(bidding, "66222", "12222", "22222")) == (
        "Bob challenges Ann's bid of three 6s. Exactly three 6s! Bob and Cy lose one die each."
    )
    assert told(challenged(bidding, "66222", "16622", "22222")) == (
        "Bob challenges Ann's bid of three 6s. Five 6s: the bid holds! Bob loses two dice."
    )
    called = after(table("rh", (6, 5), spot_on="win-back"), BidMade(0, 1, 6))
    assert told(spot_on(called, "622222", "22222")) == (
        "Bob calls spot on for Ann's bid of one 6. Exactly one 6! Bob wins one die back."
    )
    assert told(spot_on(called, "222222", "22222")) == (
        "Bob calls spot on for Ann's bid of one 6. No 6s at all! Bob loses one die."
    )
    tie = after(table("rh", (1, 1), tie_breaker=True, spot_on="nothing"), TotalBid(0, 7))
    assert told(spot_on(tie, "3", "4")) == (
        "Bob calls spot on for Ann's bid of seven in all. Exactly seven in all! Nobody loses a die."
    )


@pytest.mark.parametrize("ruleset", [*RULESETS.values(), HOUSE], ids=lambda ruleset: ruleset.name)
def test_the_rule_book_names_every_choice_as_one_and_every_switch(ruleset):
    told = [sentence for chapter in chapters(ruleset) for sentence in chapter.sentences]
    words = table_words(ruleset)
    choices = [capital(say(f"choice.{choice}", **words)) for choice in ruleset.choices]
    assert all(f"[choice] {choice}" in told for choice in choices)
    for option in ruleset.options:
        assert any(sentence.startswith(f"{option.name}: ") for sentence in told)


def test_the_rule_book_tells_what_sets_the_games_apart() -> None:
    told = {
        name: " ".join(s for c in chapters(rules) for s in c.sentences) for name, rules in RULESETS.items()
    }
    assert "red die moves clockwise" in told["milton-bradley"]
    assert "any bid but one on ones" in told["front-porch"]
    assert "Palafico: " in told["front-porch"]
    assert "it lowers neither" in told["cardinal"]
    assert "No bid names more dice than are in play" in told["rh"]
    assert "[off] Spot on: " in told["rh"]


def test_what_only_the_rh_sheet_says_of_stacked_dice_is_a_choice_in_the_others() -> None:
    stacked = "Dice that lie on each other are rolled again by their player before the bidding."
    told = {name: [s for c in chapters(rules) for s in c.sentences] for name, rules in RULESETS.items()}
    assert stacked in told.pop("rh")
    assert len(told) == len(RULESETS) - 1
    for sentences in told.values():
        assert stacked not in sentences
        assert f"[choice] {stacked}" in sentences

"""What is said aloud: short, in players' words, and enough to play by without looking."""

from __future__ import annotations

import random
import re

import pytest

from companion.rules import (
    AnyEvent,
    BidMade,
    Challenged,
    CupsRevealed,
    DiceShown,
    GameBegun,
    GameRecord,
    OpeningRolled,
    RevealCorrected,
    TotalBid,
    Undone,
    dice_game,
)
from companion.text import capital, languages, say_again, say_aloud, say_count, use_language


class Table:
    """A game, and everything that was said of it."""

    def __init__(self, begun: GameBegun, legal: bool = False) -> None:
        self.record, self.legal = GameRecord.begin(begun), legal
        self.said = [say_aloud(begun, self.record.game, None, legal)]

    def play(self, event: AnyEvent) -> str:
        before, self.record = self.record.game, self.record.apply(event)
        self.said.append(say_aloud(event, self.record.game, before, self.legal))
        return self.said[-1]


@pytest.fixture
def table() -> Table:
    return Table(GameBegun("milton-bradley", ("Ann", "Ben", "Ada"), opener=1))


def test_a_round_is_said_in_a_few_words(table: Table) -> None:
    assert table.said == ["A new game: Ann, Ben and Ada. Ben opens."]
    assert table.play(BidMade(1, 6, 4)) == "Ben: six 4s. Ada, your turn."
    assert table.play(Challenged(2)) == "Ada: Liar! Cups up!"
    lying = ((4, 4, 2, 2, 3), (4, 2, 3, 5, 6), (1, 2, 3, 5, 6))
    assert table.play(CupsRevealed(lying)) == "Only four. Ben was two short and loses two dice. Ada opens."


def test_a_correction_says_that_it_is_one_once(table: Table) -> None:
    for event in (BidMade(1, 6, 4), Challenged(2), CupsRevealed(((4,) * 5, (2,) * 5, (2,) * 5))):
        table.play(event)
    words = table.play(RevealCorrected(((4,) * 5, (4,) * 5, (2,) * 5)))
    assert words.startswith("Corrected. Ten. ")
    assert words.count("Corrected") == 1


def test_what_is_taken_back_is_said_with_whose_turn_it_is(table: Table) -> None:
    table.play(BidMade(1, 6, 4))
    assert table.play(Undone()) == "Taken back. Ben opens."


def test_dice_are_said_only_when_they_are_shown(table: Table) -> None:
    table.play(BidMade(1, 3, 4))
    assert table.play(DiceShown(1, (4, 1, 4))).startswith(
        "Ben shows one star and two 4s, and rolls the rest again."
    )


def test_a_count_of_nothing_and_the_exact_count(table: Table) -> None:
    table.play(BidMade(1, 6, 4))
    table.play(Challenged(2))
    assert table.play(CupsRevealed(((2,) * 5,) * 3)).startswith("Not a single one. ")
    table.play(RevealCorrected(((4, 4, 4, 4, 4), (4, 2, 2, 2, 2), (2,) * 5)))
    assert table.said[-1].startswith("Corrected. Exactly six. ")


def test_two_dice_that_are_lost_are_both_of_them() -> None:
    two = Table(GameBegun("milton-bradley", ("Ann", "Ben", "Ada"), opener=1, options=(("dice", 2),)))
    two.play(BidMade(1, 3, 4))
    two.play(Challenged(2))
    assert two.play(CupsRevealed(((4, 2), (2, 2), (2, 2)))).startswith(
        "Only one. Ben was two short and loses both dice. "
    )
    two.play(RevealCorrected(((4, 4), (4, 4), (4, 2))))
    assert two.said[-1].startswith("Corrected. Five. Ada loses both dice. ")


def test_what_was_counted_begins_with_a_capital_in_every_language() -> None:
    table = Table(GameBegun("milton-bradley", ("Ann", "Ben", "Ada"), opener=1))
    table.play(BidMade(1, 6, 4))
    table.play(Challenged(2))
    table.play(CupsRevealed(((2,) * 5, (2,) * 5, (4,) * 5)))
    (ended,) = table.record.game.rounds
    said = []
    for language in languages():
        use_language(language)
        said.append(say_count(ended, table.record.game.ruleset).lstrip("¡"))
    assert [each for each in said if each != capital(each)] == []


def test_a_game_taken_up_again_says_where_it_stands(table: Table) -> None:
    assert say_again(table.record.game) == "Ben opens."
    table.play(BidMade(1, 6, 4))
    assert say_again(table.record.game) == "Ben: six 4s. Ada, your turn."


def test_a_palafico_round_is_announced_as_it_begins_and_to_who_comes_back_to_it() -> None:
    table = Table(GameBegun("front-porch", ("Ann", "Ben", "Ada"), options=(("dice", 2),)))
    for event in (OpeningRolled(((0, 6), (1, 2), (2, 1))), BidMade(0, 4, 3), Challenged(1)):
        table.play(event)
    words = table.play(CupsRevealed(((2, 2),) * 3))
    assert words.endswith("Ann's Palafico round: nothing is wild, and the first face stays. Ann opens.")
    assert table.play(BidMade(0, 1, 3)) == "Ann: one 3. Ben, your turn."
    again = say_again(table.record.game)
    assert again.startswith("Ann's Palafico round: nothing is wild, and the face stays 3s. Ann: one 3.")


def test_a_tie_breaker_is_announced_and_its_sum_is_called_one() -> None:
    options = (("dice", 1), ("tie_breaker", True))
    table = Table(GameBegun("rh", ("Ann", "Ben"), opener=0, options=options))
    assert table.said[-1].endswith("Tie breaker: bid on the sum of the last two dice. Ann opens.")
    table.play(TotalBid(0, 7))
    table.play(Challenged(1))
    assert table.play(CupsRevealed(((2,), (4,)))).startswith("Only six in all! ")


# --- a game without looking -----------------------------------------------------------------------
WORDS = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
NUMBERS = {word: number for number, word in enumerate(WORDS.split())}
FACES = {"stars": 1, "star": 1, "ones": 1, "one": 1}


def heard_bid(seat: int, words: str) -> AnyEvent | None:
    """The first bid in "Raise to six 4s, 5s or 6s, or …"; with "any number of", two of it."""
    total = re.search(r"Bid (\w+) to twelve|Only (twelve) is left", words)
    if total:
        return TotalBid(seat, NUMBERS[total[1] or total[2]])
    numbers = "|".join([*NUMBERS, r"\d+"])
    found = re.search(rf"(?:Raise to|Open with) ({numbers}) ([1-6]s?|stars?|ones?)\b", words)
    if found:
        number, face = found.groups()
        return BidMade(seat, NUMBERS.get(number) or int(number), FACES.get(face) or int(face[0]))
    found = re.search(r"any bid|any number of (?:([2-6])s|(ones|stars))", words)
    return None if found is None else BidMade(seat, 2, int(found[1] or (1 if found[2] else 2)))


class Listener:
    """Somebody who has a name and ears, and knows the own dice by touch alone."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self.name, self._rng = name, rng

    def is_called(self, words: str) -> bool:
        return re.search(rf"\b{self.name}(, your turn| opens)\.", words) is not None

    def decide(self, seat: int, words: str) -> AnyEvent:
        """The lowest bid that was named, or a challenge."""
        mine = words[words.rindex(self.name) :]
        bid = heard_bid(seat, mine)
        if " opens." in mine or (bid is not None and self._rng.random() < 0.75):
            assert bid is not None, f"nothing to open with in {words!r}"
            return bid
        return Challenged(seat)


@pytest.mark.parametrize("rules", ["milton-bradley", "front-porch", "cardinal", "rh"])
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_is_played_by_what_is_heard_alone(rules: str, seed: int) -> None:
    rng = random.Random(f"{rules} {seed}")
    names = ("Ann", "Ben", "Ada")
    listeners = [Listener(name, rng) for name in names]
    table = Table(
        GameBegun(rules, names, opener=0 if rules in ("milton-bradley", "rh") else None), legal=True
    )
    for _ in range(2_000):
        words, game = table.said[-1], dice_game(table.record.game)
        if "wins the game!" in words:
            assert game.winner == names.index(words.split(" wins the game!")[0].split()[-1])
            return
        if "roll one die" in words:
            called = words[: words.index(": roll one die")].rpartition(". ")[2]
            rolling = [seat for seat, name in enumerate(names) if name in called]
            table.play(OpeningRolled(tuple((seat, rng.randint(1, 6)) for seat in rolling)))
        elif "Cups up!" in words:
            table.play(CupsRevealed(tuple(tuple(rng.choices(range(1, 7), k=held)) for held in game.dice)))
        else:
            (seat,) = [seat for seat, each in enumerate(listeners) if each.is_called(words)]
            table.play(listeners[seat].decide(seat, words))
    pytest.fail("the game did not end")

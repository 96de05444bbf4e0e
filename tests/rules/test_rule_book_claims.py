"""What the rule book says of a mix of house rules, each sentence tried against the referee.

Every mix of two switches that is accepted is read, from the common game and from Perudo, by the ids of its
sentences: so it holds in every language.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from companion.rules import (
    HOUSE,
    PERUDO,
    RULESETS,
    SWITCHES,
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    DiceShown,
    Event,
    FirstOpener,
    Game,
    GameBegun,
    OpeningRolled,
    Phase,
    Raising,
    RuleError,
    RuleSet,
    SpotOnCalled,
    Stakes,
    Switches,
    TotalBid,
    house_rules,
    quantities_for,
    referee,
    spot_on_callers,
    switches_of,
    why_not,
)
from companion.text import rulebook, say_different, say_face
from tests.rules.playing import NAMES, after

DICE = (1, 3, 5)
Words = dict[str, object]
Told = dict[str, Words]


@cache
def mixes() -> tuple[RuleSet, ...]:
    """Every accepted mix of two switches, each set at every value."""
    found: dict[Switches, RuleSet] = {}
    options = [(each.name, DICE if each.name == "dice" else each.values) for each in SWITCHES if each.values]
    for base, ((one, some), (other, more)) in itertools.product(
        (HOUSE, PERUDO), itertools.combinations(options, 2)
    ):
        for pair in itertools.product(some, more):
            switches = tuple((dict(switches_of(base)) | dict(zip((one, other), pair, strict=True))).items())
            if switches not in found:
                try:
                    found[switches] = house_rules(switches, new=True)
                except RuleError:
                    continue
    return tuple(found.values())


def told_of(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> Told:
    """The ids of the sentences of the rule book with their values; what is [off] is left out."""
    asked: Told = {}

    def say(message: str, /, **values: object) -> str:
        asked[message] = values
        return str(values["choice"]) if message == "rulebook.choice" else message

    monkeypatch.setattr(rulebook, "say", say)
    monkeypatch.setattr(rulebook, "capital", str)
    sentences = {each for chapter in rulebook.chapters(rules)[:-1] for each in chapter.sentences}
    return {message: asked[message] for message in sentences - {"rulebook.off"}}


def table(rules: RuleSet, *held: int, palafico: bool = False) -> Game:
    """Seats that hold so many dice; seat 0 is about to open a round."""
    seats = len(held)
    return Game(
        ruleset=rules,
        players=NAMES[:seats],
        phase=Phase.BIDDING,
        dice=held,
        shown=((),) * seats,
        opener=0,
        to_act=0,
        palafico=palafico,
    )


def standing(game: Game, quantity: int = 2, face: int = 3, seat: int = 0, acts: int = 1) -> Game:
    """The game with this bid."""
    bid = BidMade(seat, quantity, face)
    return game.but(bid=bid, bids=1, bidders=(seat,), to_act=acts, may_show=game.ruleset.show_reroll)


def lifted(game: Game, match: int, filler: int = 2, face: int = 3) -> Game:
    """The cups go up: so many dice show the face, all others the filler."""
    faces = [face] * match + [filler] * (sum(game.dice) - match)
    hands, at = [], 0
    for held in game.dice:
        hands.append(tuple(faces[at : at + held]))
        at += held
    return after(game, CupsRevealed(tuple(hands)))


def full(rules: RuleSet, palafico: bool = False) -> Game:
    return table(rules, *(rules.dice,) * 3, palafico=palafico)


def challenged(game: Game, match: int) -> Game:
    return lifted(after(game, Challenged(1)), match)


def allowed(game: Game, event: Event) -> bool:
    return why_not(game, event) is None


def counts(rules: RuleSet, face: int, dice: tuple[int, int, int], palafico: bool = False) -> int:
    """What is counted of three dice for a bid on the face."""
    game = standing(table(rules, 1, 1, 1, palafico=palafico), 1, face)
    return after(game, Challenged(1), CupsRevealed(tuple((each,) for each in dice))).rounds[-1].count


def wild(rules: RuleSet, told: Told) -> None:
    words, star = told["switch.ones_wild=yes.rule"], rules.wild_face
    assert counts(rules, 3, (star, 3, 2)) == 2
    assert counts(rules, star, (star, 3, 2)) == 1
    bears_stars = rules.star_six or rules.raising.value == "track"
    assert (words["ones"], words["capital"]) == (("stars", "Stars") if bears_stars else ("ones", "Ones"))


def nothing_wild(rules: RuleSet, told: Told) -> None:
    assert [counts(rules, face, (1, 6, 3)) for face in (1, 3, 6)] == [1, 1, 1]


def opens(rules: RuleSet) -> list[int]:
    return [face for face in range(1, 7) if allowed(full(rules), BidMade(0, 1, face))]


def opened_on_any(rules: RuleSet, told: Told) -> None:
    assert opens(rules) == [1, 2, 3, 4, 5, 6]


def not_opened_on_wild(rules: RuleSet, told: Told) -> None:
    assert opens(rules) == [face for face in range(1, 7) if face != rules.wild_face]
    assert any(bid_on_wild(rules))


def bid_on_wild(rules: RuleSet) -> Iterator[bool]:
    """Whether a bid on the wild face may follow one on another; all that can ever stand."""
    for face in range(1, 7):
        if face != rules.wild_face:
            yield quantities_for(standing(full(rules), 1, face), rules.wild_face) is not None


def never_wild(rules: RuleSet, told: Told) -> None:
    assert rules.wild_face not in opens(rules)
    assert not any(bid_on_wild(rules))
    assert not rules.palafico


def wild_in_palafico(rules: RuleSet, told: Told) -> None:
    assert rules.wild_face not in opens(rules)
    assert not any(bid_on_wild(rules))
    assert allowed(full(rules, palafico=True), BidMade(0, 1, rules.wild_face))


def track_places(star: int) -> dict[tuple[int, int], int]:
    """Where each bid stands on the printed track: one, star one, two, three, star two, four, …"""
    names = [(kind, 2 * pair + number) for pair in range(40) for kind, number in ((0, 1), (1, 0), (0, 2))]
    places = {}
    for place, (is_star, number) in enumerate(names):
        for face in range(1, 7):
            if is_star and face == star:
                places[number // 2 + 1, face] = place
            if not is_star and face != star:
                places[number, face] = place
    return places


def raises(rules: RuleSet, low: tuple[int, int], high: tuple[int, int]) -> bool:
    """Whether the second bid raises the first, as the sentences say it."""
    (quantity, face), (more, other) = low, high
    star = rules.wild_face
    match rules.raising.value:
        case "track":
            places = track_places(star)
            return (places[high], other) > (places[low], face) if face != star else places[high] > places[low]
        case "strict":
            return (other == face and more > quantity) or (other > face and more >= quantity)
        case "face-first":
            return other > face or (other == face and more > quantity)
        case "halved" if (face == star) != (other == star):
            return 2 * more >= quantity if other == star else more >= 2 * quantity + 1
    return more > quantity or (more >= quantity and other > face)


def raising(rules: RuleSet, told: Told) -> None:
    in_play = 3 * rules.dice
    for low in itertools.product((1, 2, 4), range(1, 7)):
        game = standing(full(rules), *low)
        for face in range(1, 7):
            legal = [
                more
                for more in range(1, 14)
                if raises(rules, low, (more, face)) and (more <= in_play or not rules.capped)
            ]
            may = quantities_for(game, face)
            found = [] if may is None else [*range(may[0], 1 + (13 if may[1] is None else min(13, may[1])))]
            assert found == legal, (low, face)
    lowest = 1 if rules.star_six else 2
    words = told[f"switch.raising={rules.raising.value}.rule"]
    assert (words["lowest"], words["highest"]) == (lowest, lowest + 4)


def capped(rules: RuleSet, told: Told) -> None:
    game = standing(full(rules), 3 * rules.dice, 3)
    assert not allowed(game, BidMade(1, 3 * rules.dice + 1, 3))


def not_capped(rules: RuleSet, told: Told) -> None:
    game = standing(full(rules), 3 * rules.dice, 3)
    assert allowed(game, BidMade(1, 3 * rules.dice + 1, 3))


def calls_in_turn(rules: RuleSet, told: Told) -> None:
    game = standing(full(rules))
    assert [allowed(game, Challenged(seat)) for seat in range(3)] == [False, True, rules.random_challenge]


def losers(game: Game) -> list[int]:
    return [seat for seat, lost in enumerate(game.rounds[-1].losses) if lost > 0]


def who_loses(rules: RuleSet) -> list[list[int]]:
    """Who loses dice when one die more lies there than was bid, one less, exactly as many."""
    return [losers(challenged(standing(full(rules)), match)) for match in (3, 1, 2)]


def bid_holds(rules: RuleSet, told: Told) -> None:
    assert who_loses(rules) == [[1], [0], [1]]


def all_but_bidder(rules: RuleSet, told: Told) -> None:
    assert who_loses(rules) == [[1], [0], [1, 2]]
    assert challenged(standing(full(rules)), 2).rounds[-1].losses == (0, 1, 1)


def the_challenger(rules: RuleSet, told: Told) -> None:
    assert who_loses(rules) == [[1], [0], [1]]
    assert challenged(standing(full(rules)), 2).rounds[-1].losses == (0, 1, 0)


def one_is_lost(rules: RuleSet, told: Told) -> None:
    assert challenged(standing(full(rules), 3), 0).rounds[-1].losses == (1, 0, 0)


def difference_is_lost(rules: RuleSet, told: Told) -> None:
    assert challenged(standing(full(rules), 3), 1).rounds[-1].losses == (min(2, rules.dice), 0, 0)
    assert challenged(standing(full(rules), 9), 0).rounds[-1].losses == (rules.dice, 0, 0)


def called_rightly(rules: RuleSet, *held: int) -> Game:
    return lifted(after(standing(table(rules, *held)), SpotOnCalled(1)), 2)


def nothing_comes_back(rules: RuleSet, told: Told) -> None:
    if rules.spot_on is not None and rules.dice > 1:
        assert min(called_rightly(rules, rules.dice, rules.dice - 1, rules.dice).rounds[-1].losses) == 0


def a_die_comes_back(rules: RuleSet, told: Told) -> None:
    assert called_rightly(rules, rules.dice, rules.dice - 1, rules.dice).rounds[-1].losses == (0, -1, 0)
    assert called_rightly(rules, rules.dice, rules.dice, rules.dice).rounds[-1].losses == (0, 0, 0)


def next_openers(rules: RuleSet) -> list[int | None]:
    """Who opens after the bidder lost, after the challenger lost, after a bidder lost the last die."""
    out = standing(table(rules, 1, rules.dice, rules.dice)).but(bidders=(0, 2))
    openers = [challenged(out, 1).opener]
    if rules.dice > 1:
        openers = [challenged(standing(full(rules)), match).opener for match in (1, 3)] + openers
    return openers


def openers(*expected: int) -> Callable[[RuleSet, Told], None]:
    def claim(rules: RuleSet, told: Told) -> None:
        assert next_openers(rules) == [*expected][-1 if rules.dice == 1 else 0 :]

    return claim


def bidder_opens_after_wrong_call(rules: RuleSet, told: Told) -> None:
    assert lifted(after(standing(full(rules)), SpotOnCalled(1)), 1).opener == 0


def shows(rules: RuleSet, told: Told) -> None:
    game = standing(full(rules))
    assert allowed(game, DiceShown(0, (2,) * (rules.dice - 1)))
    assert not allowed(game, DiceShown(0, (2,) * rules.dice))
    assert not allowed(game, DiceShown(1, (2,)))


def shows_again(rules: RuleSet, told: Told) -> None:
    game = after(standing(full(rules)), DiceShown(0, (2,)))
    game = after(game, BidMade(1, 5, 3), BidMade(2, 6, 3), BidMade(0, 7, 3))
    assert allowed(game, DiceShown(0, (2,)))


def palafico(rules: RuleSet, told: Told) -> None:
    fallen = challenged(standing(table(rules, 2, rules.dice, rules.dice)), 1)
    assert (fallen.palafico, fallen.opener) == (True, 0)
    star = rules.wild_face
    assert counts(rules, 3, (star, 3, 2), palafico=True) == 1
    assert all(allowed(fallen, BidMade(0, 1, face)) for face in range(1, 7))
    two = challenged(standing(table(rules, 2, rules.dice)), 1)
    assert not two.palafico


def palafico_changes(rules: RuleSet, held: int) -> tuple[bool, bool, bool]:
    """Whether who holds so many dice may change the face in a Palafico round, stay as low, raise."""
    game = standing(table(rules, 1, held, 3, palafico=True), 1, 3)
    bids = (BidMade(1, 2, 2), BidMade(1, 1, 3), BidMade(1, 2, 3))
    change, stay, more = (allowed(game, each) for each in bids)
    return change, stay, more


def palafico_face_stays(rules: RuleSet, told: Told) -> None:
    assert [palafico_changes(rules, held) for held in (1, 2)] == [(False, False, True)] * 2


def palafico_face_changes(rules: RuleSet, told: Told) -> None:
    assert [palafico_changes(rules, held) for held in (1, 2)] == [(True, False, True), (False, False, True)]
    higher = standing(table(rules, 1, 1, 3, palafico=True), 2, 3)
    assert [allowed(higher, BidMade(1, *bid)) for bid in ((2, 4), (2, 2), (3, 1), (1, 6))] == [
        True, False, True, False,
    ]  # fmt: skip


def palafico_once(rules: RuleSet, told: Told) -> None:
    again = standing(table(rules, 2, rules.dice, rules.dice)).but(had_palafico=(0,))
    assert not challenged(again, 1).palafico
    assert called_rightly(rules, rules.dice, 1, rules.dice).dice[1] == 2


def palafico_once_a_fall(rules: RuleSet, told: Told) -> None:
    fallen = challenged(standing(table(rules, 2, rules.dice, rules.dice)), 1)
    assert not challenged(standing(fallen.but(dice=(1, 3, 3)), 1), 2).palafico


def palafico_of_one(rules: RuleSet, told: Told) -> None:
    """Two come down to one die; who sits next clockwise from the caller has the round."""
    game = standing(table(rules, 2, 2, 2))
    if rules.exact.value == "all-but-bidder":
        fallen, first = challenged(game, 2), 2
    else:
        fallen = lifted(after(game, SpotOnCalled(1)), 2)
        first = 2
        if rules.spot_on.value == "others-lose":
            game = standing(table(rules, 2, 2, 2, 2))
            fallen = lifted(after(game, SpotOnCalled(1)), 2)
    assert (fallen.palafico, fallen.opener) == (True, first)
    assert len(losers(fallen)) > 1


def anyone_challenges(rules: RuleSet, told: Told) -> None:
    game = standing(table(rules, *(rules.dice,) * 4))
    assert [allowed(game, Challenged(seat)) for seat in range(4)] == [False, True, True, True]
    assert after(game, ChallengedTogether((2, 3))).caller == 3


def nearest(rules: RuleSet, told: Told) -> None:
    game = standing(table(rules, *(rules.dice,) * 4))
    assert after(game, ChallengedTogether((1, 3))).caller == 1
    assert after(game.but(dice=(2, 0, 2, 0)), ChallengedTogether((2,))).caller == 2


REWARDS = {
    "switch.spot_on=nothing.rule": (0, 0, 0),
    "switch.spot_on=win-back.rule": (0, -1, 0),
    "switch.spot_on=others-lose.rule": (0, 0, 1),
    "switch.spot_on=everybody-else.rule": (1, 0, 1),
}


def spot_on_of(message: str, callers: tuple[int, ...]) -> Callable[[RuleSet, Told], None]:
    def claim(rules: RuleSet, told: Told) -> None:
        words, game = told[message], standing(full(rules))
        assert spot_on_callers(game) == callers
        assert words["call"] == ("calza" if rules.exact_call == "calza" else "spot on")
        less = max(1, rules.dice - 1)
        right = called_rightly(rules, rules.dice, less, rules.dice)
        assert right.rounds[-1].losses == REWARDS[words["reward"]]
        if right.winner is None and not right.palafico:
            assert right.opener == 1
        wrong = lifted(after(game, SpotOnCalled(1)), 0)
        assert wrong.rounds[-1].losses == (0, 1, 0)
        two = bool(spot_on_callers(standing(table(rules, rules.dice, rules.dice))))
        assert two == ("switch.spot_on_with_two=no.rule" not in told)
        if rules.palafico:
            in_palafico = bool(spot_on_callers(standing(full(rules, palafico=True))))
            assert in_palafico == ("switch.spot_on_in_palafico=no.rule" not in told)

    return claim


def refused_in_palafico(rules: RuleSet, told: Told) -> None:
    assert spot_on_callers(standing(full(rules, palafico=True))) == ()


def refused_with_two(rules: RuleSet, told: Told) -> None:
    assert spot_on_callers(standing(table(rules, rules.dice, rules.dice))) == ()


def tie_breaker(rules: RuleSet, told: Told) -> None:
    game = after(table(rules, 1, 1), TotalBid(0, 7))
    assert [allowed(game, TotalBid(1, total)) for total in (7, 8, 12, 13)] == [False, True, True, False]
    assert after(game, Challenged(1), CupsRevealed(((3,), (3,)))).winner == 1
    assert after(game, Challenged(1), CupsRevealed(((4,), (3,)))).winner == 0
    assert ("rulebook.tie_breaker_sum" in told) == (rules.ones_wild or bool(rules.star_face))


def sum_of_stars(rules: RuleSet, told: Told) -> None:
    words = told["rulebook.tie_breaker_sum"]
    game = after(table(rules, 1, 1), TotalBid(0, 2), Challenged(1))
    count = after(game, CupsRevealed(((rules.wild_face,), (3,)))).rounds[-1].count
    assert (count, words["ones"]) == (words["number"] + 3, say_face(rules.wild_face, rules))


def tie_breaker_spot_on(rules: RuleSet, told: Told) -> None:
    game = after(table(rules, 1, 1), TotalBid(0, 7), SpotOnCalled(1), CupsRevealed(((3,), (4,))))
    assert game.rounds[-1].loser is None


def chips(rules: RuleSet, told: Told) -> None:
    begun = begin(rules)
    assert (begun.chips, begun.round_pot, begun.game_pot) == ((48, 48, 48), 3, 3)


def chips_short(rules: RuleSet, told: Told) -> None:
    """Seat 0 has one chip and loses; seat 1 takes the pot, and all who are in pay anew."""
    poor = standing(table(rules, *(max(2, rules.dice),) * 3)).but(stakes=Stakes((1, 50, 50), 3))
    paid = challenged(poor, 1)
    assert (paid.chips, paid.round_pot, paid.game_pot) == ((0, 51, 48), 3, 2)


def challenger_opens(rules: RuleSet, told: Told) -> None:
    game = challenged(standing(full(rules)), 2)
    expected = 1 if rules.dice > 1 else game.opener
    assert (losers(game), game.opener if game.winner is None else expected) == ([1, 2], expected)


def left_of_loser_opens(rules: RuleSet, told: Told) -> None:
    assert challenged(standing(table(rules, 1, rules.dice, rules.dice)), 1).opener == 1


def wrong_call_costs_one(rules: RuleSet, told: Told) -> None:
    assert lifted(after(standing(full(rules), 3), SpotOnCalled(1)), 0).rounds[-1].losses == (0, 1, 0)


def begin(rules: RuleSet) -> Game:
    """A game of three as it begins; seat 0 opens."""
    rolls = rules.first_opener is FirstOpener.ROLL
    game = referee.begin(GameBegun("house", NAMES[:3], switches_of(rules), None if rolls else 0))
    return after(game, OpeningRolled(((0, 6), (1, 1), (2, 1)))) if rolls else game


def table_agrees(rules: RuleSet, told: Told) -> None:
    assert begin(rules).to_act == 0


def highest_opens(rules: RuleSet, told: Told) -> None:
    game = referee.begin(GameBegun("house", NAMES[:3], switches_of(rules)))
    assert after(game, OpeningRolled(((0, 6), (1, 6), (2, 1)))).rolling == (0, 1)
    assert begin(rules).to_act == 0


def players(rules: RuleSet, told: Told) -> None:
    words = told["rulebook.players"]
    assert (words["most"], words["count"]) == (rules.most_players, begin(rules).dice[0])


def last_die_wins(rules: RuleSet, told: Told) -> None:
    game = challenged(standing(table(rules, 1, rules.dice)), 1)
    assert game.winner == 1


def star_on_the_six(rules: RuleSet, told: Told) -> None:
    assert (rules.star_face, counts(rules, 3, (1, 3, 2))) == (6, 1)


def needs_no_referee(rules: RuleSet, told: Told) -> None:
    """The table's own business, or what each event already shows."""


CLAIMS: dict[str, Callable[[RuleSet, Told], None]] = {
    "rulebook.players": players,
    "rulebook.last_die_wins": last_die_wins,
    "rulebook.in_turn": needs_no_referee,
    "rulebook.challenge": calls_in_turn,
    "rulebook.count": needs_no_referee,
    "rulebook.lost_to_squares": needs_no_referee,
    "rulebook.lost_aside": nothing_comes_back,
    "rulebook.lost_till_won_back": a_die_comes_back,
    "rulebook.wrong_call_opens": bidder_opens_after_wrong_call,
    "rulebook.tie_breaker_sum": sum_of_stars,
    "switch.first_opener=table.rule": table_agrees,
    "switch.first_opener=roll.rule": highest_opens,
    "switch.star_six=yes.rule": star_on_the_six,
    "switch.ones_wild=yes.rule": wild,
    "switch.ones_wild=no.rule": nothing_wild,
    "switch.ones_open=yes.rule": opened_on_any,
    "switch.ones_open=no.rule": not_opened_on_wild,
    "switch.ones_open=never.rule": never_wild,
    "switch.ones_open=palafico.rule": wild_in_palafico,
    **{f"switch.raising={each.value}.rule": raising for each in Raising},
    "switch.capped=yes.rule": capped,
    "switch.capped=no.rule": not_capped,
    "switch.exact=bid-holds.rule": bid_holds,
    "switch.exact=all-but-bidder.rule": all_but_bidder,
    "switch.exact=challenger.rule": the_challenger,
    "switch.loss=one.rule": one_is_lost,
    "switch.loss=difference.rule": difference_is_lost,
    "switch.next_opener=winner.rule": openers(1, 0, 1),
    "switch.next_opener=loser.rule": openers(0, 1, 1),
    "switch.next_opener=loser-or-bidder.rule": openers(0, 1, 2),
    "switch.show_reroll.rule": shows,
    "switch.palafico.rule": palafico,
    "switch.palafico_faces=no.rule": palafico_face_stays,
    "switch.palafico_faces=yes.rule": palafico_face_changes,
    "switch.palafico_once=yes.rule": palafico_once,
    "switch.random_challenge.rule": anyone_challenges,
    "switch.spot_on.rewarded": spot_on_of("switch.spot_on.rewarded", (1,)),
    "switch.spot_on_anyone.rewarded": spot_on_of("switch.spot_on_anyone.rewarded", (1, 2)),
    "switch.spot_on_in_palafico=no.rule": refused_in_palafico,
    "switch.spot_on_with_two=no.rule": refused_with_two,
    "switch.tie_breaker.rule": tie_breaker,
    "switch.chips.rule": chips,
    "choice.stacked_dice": needs_no_referee,
    "choice.shows_again": shows_again,
    "choice.challenger_opens": challenger_opens,
    "choice.no_bidder_left": left_of_loser_opens,
    "choice.nearest_caller": nearest,
    "choice.calza_first": needs_no_referee,
    "choice.spot_on_costs_one": wrong_call_costs_one,
    "choice.palafico_one_round": palafico_once_a_fall,
    "choice.palafico_together": palafico_of_one,
    "choice.palafico_faces_raise": palafico_face_changes,
    "choice.tie_breaker_spot_on": tie_breaker_spot_on,
    "choice.chips_short": chips_short,
}
"""Each sentence of a house game's rule book, and how it is tried."""

PLAYED = ("show_reroll", "palafico", "random_challenge", "tie_breaker", "chips")


def tried(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_of(rules, monkeypatch)
    for message in told:
        try:
            CLAIMS[message](rules, told)
        except AssertionError as fault:
            raise AssertionError(f"{message} is false in {switches_of(rules)}") from fault
    for field in PLAYED:
        assert (f"switch.{field}.rule" in told) == bool(getattr(rules, field)), field
    assert any(each.endswith(".rewarded") for each in told) == (rules.spot_on is not None)


@pytest.mark.slow
def test_every_sentence_is_true_in_every_mix_of_two_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(mixes()) > 700
    for rules in mixes():
        tried(rules, monkeypatch)


@pytest.mark.parametrize("name", RULESETS)
def test_every_sentence_is_true_in_house_rules_copied_from_a_published_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried(house_rules(switches_of(RULESETS[name]), new=True), monkeypatch)


@pytest.mark.slow
def test_the_banner_of_a_palafico_round_says_that_the_face_stays_where_it_stays_for_all() -> None:
    for rules in (each for each in mixes() if each.palafico):
        games = [standing(table(rules, 1, held, 3, palafico=True)) for held in (1, 2)]
        stays = all(game.face_is_fixed for game in games)
        assert ("the face stays" in str(say_different(games[0]))) == stays
        assert ("the first face stays" in str(say_different(table(rules, 1, 2, 3, palafico=True)))) == stays


def test_where_others_lose_the_book_says_that_a_palafico_round_comes_before_who_was_right() -> None:
    rules = house_rules((("palafico", True), ("spot_on", "others-lose")), new=True)
    fallen = lifted(after(standing(table(rules, 5, 5, 2, 5)), SpotOnCalled(1)), 2)
    assert (fallen.palafico, fallen.opener) == (True, 2)
    told = [each for chapter in rulebook.chapters(rules) for each in chapter.sentences]
    (right,) = (each for each in told if each.endswith("Whoever was right opens the next round."))
    (palafico,) = (each for each in told if each.startswith("Palafico: "))
    assert "opens the next round, whoever else would;" in palafico
    assert told.index(palafico) < told.index(right)

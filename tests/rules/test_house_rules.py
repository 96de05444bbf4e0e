"""A table's own mix of switches: played by the same referee, refused where switches contradict."""

from __future__ import annotations

import itertools

import pytest

from companion.journal import HouseRules
from companion.rules import (
    HOUSE,
    RULESETS,
    SWITCHES,
    BidMade,
    Challenged,
    FaceRange,
    GameBegun,
    GameRecord,
    Raising,
    RuleError,
    SpotOn,
    SpotOnCalled,
    clashes,
    house_rules,
    legal_bids,
    referee,
    ruleset_of,
    switches_of,
)
from companion.rules.house import CLASHES
from companion.rules.ruleset import Exact, Loss
from companion.text import reason_of
from tests.rules.playing import after, challenged, revealed, table
from tests.rules.refused import why_not


def rules(**switches: object):
    return house_rules(tuple(switches.items()))


def test_with_no_switch_touched_the_house_game_is_the_common_one() -> None:
    assert rules() == HOUSE


@pytest.mark.parametrize("ruleset", [*RULESETS.values(), HOUSE], ids=lambda ruleset: ruleset.name)
def test_no_published_game_contradicts_itself(ruleset):
    assert clashes(ruleset) == ()


@pytest.mark.parametrize(
    ("switches", "sentence"),
    [
        ({"raising": "track", "ones_wild": False}, "star spaces are for a star that is wild"),
        ({"raising": "halved", "ones_wild": False}, "only a wild face is bid at half"),
        ({"raising": "track", "palafico": True}, "a Palafico round keeps its face, the track does not"),
        ({"ones_wild": False, "ones_open": False}, "with nothing wild every face may open a round"),
        ({"loss": "difference"}, "an exact bid has no difference"),
        ({"show_reroll": True, "dice": 1}, "with one die each there is nothing to show"),
        ({"palafico": True, "dice": 1}, "who begins with one die never comes down to one"),
        ({"spot_on": "win-back", "dice": 1}, "with one die each nobody can win a die back"),
    ],
)
def test_switches_that_contradict_each_other_are_refused_in_a_sentence(switches, sentence):
    with pytest.raises(RuleError) as refused:
        house_rules(tuple(switches.items()), new=True)
    assert reason_of(refused.value).startswith("these house rules contradict themselves: ")
    assert sentence in reason_of(refused.value)


@pytest.mark.parametrize("switches", [{"palafico": True, "dice": 1}, {"spot_on": "win-back", "dice": 1}])
def test_a_game_begun_with_a_switch_that_never_acts_is_still_refereed(switches) -> None:
    assert table("house", (1, 1), **switches).dice == (1, 1)
    with pytest.raises(RuleError):
        HouseRules("Ours", tuple(switches.items()))


@pytest.mark.parametrize("more", [{"exact": "all-but-bidder"}, {"spot_on": "everybody-else"}])
def test_where_several_come_down_to_one_die_together_palafico_is_of_the_next_to_the_caller(more) -> None:
    ruleset = house_rules((("palafico", True), *more.items()), new=True)
    assert "palafico_together" in ruleset.choices
    game = after(table("house", (2, 2, 2), palafico=True, **more), BidMade(0, 2, 3))
    call = Challenged(1) if "exact" in more else SpotOnCalled(1)
    game = after(game, call, revealed("33", "22", "22"))
    assert (game.palafico, game.opener) == (True, 2)


def test_every_contradiction_is_told_at_once() -> None:
    with pytest.raises(RuleError) as refused:
        rules(raising="track", ones_wild=False, ones_open=False, loss="difference")
    assert reason_of(refused.value).count(";") == 2


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"loss": "two"}, 'option loss cannot be "two": choose "one" or "difference"'),
        ({"dice": 11}, "option dice cannot be 11: choose a whole number from 1 to 10"),
        ({"title": ""}, 'option title cannot be "": give it 1 to 40 characters'),
        ({"title": "a\nb"}, 'option title cannot be "a\\nb": give it 1 to 40 characters'),
        ({"title": "x" * 41}, f'option title cannot be "{"x" * 40}…": give it 1 to 40 characters'),
        ({"title": 7}, "option title cannot be 7: give it 1 to 40 characters"),
    ],
)
def test_a_wrong_value_is_refused_with_the_values_that_would_be_legal(switches, reason):
    with pytest.raises(RuleError) as refused:
        rules(**switches)
    assert reason_of(refused.value) == reason


def test_a_house_game_is_found_by_the_name_house_and_bears_the_tables_own_title() -> None:
    ruleset = ruleset_of("house", (("title", "Friday table"), ("spot_on", "win-back")))
    assert (ruleset.name, ruleset.title, ruleset.spot_on) == ("house", "Friday table", SpotOn.WIN_BACK)


def test_the_track_with_single_losses_is_refereed_like_any_other_game() -> None:
    game = after(
        table("house", (5, 5), raising="track", spot_on="win-back"), BidMade(0, 4, 3), BidMade(1, 3, 1)
    )
    assert legal_bids(game)[:2] == (FaceRange(1, 4, None), FaceRange(2, 6, None))
    game = challenged(game, "22222", "22222")
    assert (game.dice, game.to_act) == ((5, 4), 1)


def test_difference_losses_with_an_opening_roll_and_no_wilds() -> None:
    opened = referee.begin(
        GameBegun(
            "house",
            ("Ann", "Bob"),
            (
                ("first_opener", "roll"),
                ("loss", "difference"),
                ("exact", "all-but-bidder"),
                ("ones_wild", False),
            ),
        )
    )
    assert opened.rolling == (0, 1)
    game = table("house", (5, 5), loss="difference", exact="all-but-bidder", ones_wild=False)
    game = challenged(after(game, BidMade(0, 5, 6)), "66111", "11111")
    assert game.rounds[-1].losses == (3, 0)


def test_an_exact_bid_that_costs_all_but_the_bidder_lets_the_challenger_open() -> None:
    game = after(table("house", (5, 5, 5), exact="all-but-bidder"), BidMade(0, 2, 6), BidMade(1, 3, 6))
    game = after(game, Challenged(2), revealed("62222", "62222", "62222"))
    assert (game.dice, game.to_act) == ((4, 5, 4), 2)


def test_on_the_track_face_one_is_a_star_as_on_its_dice() -> None:
    assert [rules(raising=raising).ace for raising in ("track", "strict")] == ["star", "one"]


@pytest.mark.parametrize("clash", CLASHES, ids=lambda clash: "-".join(clash.switches))
def test_each_way_out_of_a_contradiction_ends_it(clash):
    """Every mix of the two switches is tried; the ways that are offered set one of them each."""
    values = [next(each.values for each in SWITCHES if each.name == name) for name in clash.switches]
    clashing = [
        mix
        for mix in itertools.product(*values)
        if clash.holds(HOUSE.with_options(tuple(zip(clash.switches, mix, strict=True))))
    ]
    assert clashing
    for mix, (name, value) in itertools.product(clashing, clash.ways):
        switched = dict(zip(clash.switches, mix, strict=True)) | {name: value}
        assert set(switched) == set(clash.switches)
        assert not clash.holds(HOUSE.with_options(tuple(switched.items())))


@pytest.mark.parametrize("name", RULESETS)
def test_a_published_game_copied_switch_by_switch_is_that_game(name):
    ruleset, copied = RULESETS[name], house_rules(switches_of(RULESETS[name]))
    for option in SWITCHES[1:]:
        assert getattr(copied, option.field) == getattr(ruleset, option.field)
    assert switches_of(copied) == switches_of(ruleset)


def test_a_cap_holds_on_the_track_too() -> None:
    game = after(table("house", (2, 2), raising="track", capped=True), BidMade(0, 4, 5))
    assert legal_bids(game) == (FaceRange(1, 3, 4), FaceRange(6, 4, 4))
    assert why_not(game, BidMade(1, 5, 6)) == ("only four dice are in play: raise to three stars, or four 6s")


def playable(**switches: object) -> bool:
    try:
        rules(**switches)
    except RuleError:
        return False
    return True


def test_every_mix_of_the_main_switches_is_played_or_contradicts_itself() -> None:
    """Of 5 x 2 x 3 x 5 x 2 x 2 = 600 mixes of raising, loss, exact, spot on, wilds and Palafico, 375 play.

    Without Palafico: raising and wilds fit in 8 of 10 ways, loss and exact in 5 of 6, spot on in all 5: 200.
    With it: raising and wilds in 7 (no track), loss and exact in 5, spot on in 5: 175.
    """
    mixes = itertools.product(Raising, Loss, Exact, (False, *SpotOn), (False, True), (False, True))
    played = [
        playable(
            raising=raising.value,
            loss=loss.value,
            exact=exact.value,
            spot_on=spot_on and spot_on.value,
            ones_wild=wild,
            palafico=palafico,
        )
        for raising, loss, exact, spot_on, wild, palafico in mixes
    ]
    assert (len(played), sum(played)) == (600, 375)


def test_twelve_sit_down_by_house_rules_and_not_thirteen() -> None:
    names = tuple(f"P{number}" for number in range(13))
    assert len(GameRecord.begin(GameBegun("house", names[:12], (), 11)).game.players) == 12
    with pytest.raises(RuleError) as refused:
        GameRecord.begin(GameBegun("house", names, (), 0))
    assert reason_of(refused.value) == "house is for 2 to 12 players, not 13"

"""A table mixes its house rules: every switch in words, contradictions told at once."""

from __future__ import annotations

import pytest

from companion.journal import HouseRules
from companion.play.base.commands import DeleteHouseRules, LeaveGame, MixHouseRules, SaveHouseRules, SetSwitch
from companion.play.base.views import Answer
from companion.play.modes.dice.views import BiddingScene, OpeningRollScene
from companion.play.modes.house_rules.views import (
    BeginningView,
    HouseRulesScene,
    say_all,
    say_line,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.rules import HOUSE, RULESETS, SWITCHES, matters, switches_of
from companion.rules.house import CLASHES
from companion.text import GROUPS, OPTIONS, as_sentence, label_of, say, say_clash, say_setting, switch_words
from tests.play.evening import Evening
from tests.play.house_rules.mixed_rules import begin, house_choices, mix, save, switch, titles


def test_every_switch_stands_in_one_group_and_has_words_for_each_value() -> None:
    grouped = [name for _, names in GROUPS for name in names]
    assert sorted(grouped) == sorted(option.name for option in SWITCHES[1:])
    for name in grouped:
        said = [switch_words(name, value, HOUSE) for value in OPTIONS[name].values]
        assert len({each.value for each in said}) == len(said)
        assert all(each.meaning.endswith(".") for each in said)


def test_mixing_begins_from_the_common_game_or_a_published_one(evening: Evening) -> None:
    assert evening.view.scene.beginnings == (
        BeginningView("house", "The common game", "Five dice, number first, ones wild."),
        BeginningView(
            "milton-bradley",
            "Milton Bradley, 1987",
            "Five dice, the winner opens, bidding track, stars wild, 3 more.",
        ),
        BeginningView(
            "front-porch",
            "Front Porch Classics",
            "Five dice, the highest die opens, number first, ones wild, 2 more.",
        ),
        BeginningView("cardinal", "Cardinal", "Five dice, the highest die opens, strict raises, ones wild."),
        BeginningView(
            "rh",
            "RH common hand",
            "Six dice, the loser or last bidder opens, face before number, nothing wild, bids capped.",
        ),
        BeginningView(
            "perudo",
            "Perudo",
            "Five dice, the highest die opens, ones at half, ones wild, 8 more.",
        ),
        BeginningView("bluff", "Bluff", "Five dice, the winner opens, bidding track, stars wild, 4 more."),
    )


@pytest.mark.parametrize("name", RULESETS)
def test_a_published_games_switches_are_copied(evening: Evening, name: str) -> None:
    view = mix(evening, name)
    assert evening.view.kind is HouseRulesScene
    assert (view.title, view.origin, view.changed, view.clashes) == (None, RULESETS[name].title, False, ())
    shown = {each.name: each.now.value for group in view.groups for each in group.switches}
    copied = dict(switches_of(RULESETS[name]))
    assert shown == {each: value for each, value in copied.items() if matters(each, RULESETS[name])}


def test_a_switch_is_offered_while_it_matters_or_contradicts_another(evening: Evening) -> None:
    def offered(rules: str, **switches: object) -> set[str]:
        view = mix(evening, rules, **switches)
        evening.do(LeaveGame)
        return {each.name for group in view.groups for each in group.switches}

    of_palafico, of_spot_on = {"palafico_once", "palafico_faces"}, {"spot_on_anyone", "spot_on_with_two"}
    assert {*of_palafico, *of_spot_on, "spot_on_in_palafico"} <= offered("perudo")
    without_calza = offered("perudo", spot_on=False)
    assert "palafico_faces" in without_calza
    assert "palafico_once" not in without_calza, "nobody wins a die back"
    assert not {*of_spot_on, "spot_on_in_palafico"} & without_calza
    without_palafico = offered("perudo", palafico=False)
    assert of_spot_on <= without_palafico
    assert not {*of_palafico, "spot_on_in_palafico"} & without_palafico
    assert "ones_open" not in offered("rh")
    assert "ones_open" in offered("rh", ones_open=False)
    assert "star_six" in offered("rh"), "dice with stars are called so where nothing is wild, too"
    assert "loss" not in offered("cardinal", dice=1)


def test_a_touch_sets_a_switch_and_its_words_follow(evening: Evening) -> None:
    view = mix(evening, palafico=True)
    shown = switch(view, "palafico")
    assert (shown.title, shown.now.words, shown.flips) == ("Palafico rounds", "Yes", True)
    assert shown.now.meaning == "Down to one die, you open a round without wilds."
    assert view.changed
    assert evening.view.message == "Tap what you play differently."


def test_contradictions_are_told_live_with_both_switches_and_what_to_do(evening: Evening) -> None:
    view = mix(evening, "milton-bradley", palafico=True, ones_wild=False)
    assert evening.view.message == "Two pairs of rules don't go together."
    first = view.clashes[0]
    assert first.sentence == (
        "“What raises a bid: Track” and “Stars are wild: No” contradict each other: the track's star spaces "
        "are for a star that is wild. Choose “Stars are wild: Yes” or “What raises a bid: Number first”."
    )
    now = evening.view.number
    assert first.answers == (
        Answer("Stars are wild: Yes", SetSwitch(now, "ones_wild", True)),
        Answer("What raises a bid: Number first", SetSwitch(now, "raising", "quantity-first")),
    )
    marked = {each.name for group in view.groups for each in group.switches if each.clashes}
    assert marked == {"raising", "ones_wild", "palafico"}
    assert [group.clashes for group in view.groups] == [False, True, False, False, True, False]


@pytest.mark.parametrize("clash", CLASHES, ids=lambda clash: "-".join(clash.switches))
def test_every_contradiction_names_both_its_switches_on_the_screen(clash) -> None:
    sentence = say_clash(clash, switches_of(HOUSE))
    assert all(label_of(name, HOUSE) in sentence for name in clash.switches)
    assert all(say_setting(name, value, HOUSE) in sentence for name, value in clash.ways)
    assert not any(name in sentence for name in clash.switches if "_" in name)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("dice", 99, "Option dice cannot be 99: choose a whole number from 1 to 10."),
        ("dice", True, "Option dice cannot be true: choose a whole number from 1 to 10."),
        ("exact", "maybe", 'Option exact cannot be "maybe": choose "bid-holds" or "all-but-bidder"'),
        ("jokers", True, 'House has no option "jokers": it has title, dice, first_opener'),
    ],
)
def test_a_switch_that_cannot_be_so_stays_as_it_is(
    evening: Evening, name: str, value: object, reason: str
) -> None:
    before = mix(evening)
    view = evening.do(SetSwitch, name=name, value=value)
    assert view.fault.startswith(reason)
    assert view.scene == before


def test_rules_with_an_opening_roll_name_no_opener(evening: Evening) -> None:
    mix(evening, "cardinal")
    (choice,) = house_choices(save(evening, "Our Cardinal"))
    assert not choice.names_opener
    assert begin(evening, choice, opener=None).kind is OpeningRollScene


def test_leaving_gives_the_draft_up(evening: Evening) -> None:
    mix(evening, dice=3)
    assert evening.do(LeaveGame).kind is WelcomeScene
    assert titles(evening) == []


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (SetSwitch, {"name": "dice", "value": 3}),
        (SaveHouseRules, {"title": "x"}),
        (DeleteHouseRules, {}),
    ],
)
def test_outside_the_mixing_there_is_nothing_to_set_or_save(
    evening: Evening, kind: type, fields: dict[str, object]
) -> None:
    assert evening.do(kind, **fields).fault is not None
    assert evening.begin().kind is BiddingScene
    assert evening.do(kind, **fields).fault is not None
    assert evening.do(MixHouseRules, rules="rh").kind is BiddingScene
    assert titles(evening) == []


def test_there_is_no_game_of_that_name_to_begin_from(evening: Evening) -> None:
    assert evening.do(MixHouseRules, rules="poker").fault == as_sentence(say("mix.no_game", rules="poker"))


def test_a_mix_is_told_briefly_or_whole() -> None:
    rules = HouseRules("All", (("chips", True), ("tie_breaker", True), ("random_challenge", True)))
    assert say_line(rules.switches) == "Five dice, chips, number first, ones wild, 2 more."
    assert say_all(rules.switches) == (
        "Five dice, chips, number first, ones wild, anyone may challenge, tie breaker."
    )

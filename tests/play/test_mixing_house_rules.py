"""A table mixes its house rules: every switch in words, contradictions told at once, saved by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from evening import Evening, Ticks, now

from companion.journal.errors import HouseRulesError
from companion.journal.house_rules import HouseRules
from companion.journal.store import Store
from companion.play.commands import (
    ChangeHouseRules,
    DeleteHouseRules,
    LeaveGame,
    MixHouseRules,
    NewGame,
    PlaceBid,
    ResumeGame,
    SaveHouseRules,
    SetSwitch,
    Undo,
)
from companion.play.host import Host
from companion.play.house_views import BeginningView, MixView, SaveAnswerView, SwitchView, WayOutView
from companion.play.mix_views import say_all, say_line
from companion.play.switch_words import GROUPS, OPTIONS, label_of, said_of, say_clash, say_setting
from companion.play.views import RulesChoice, Scene, TableView
from companion.rules.house import CLASHES, HOUSE, SWITCHES, switches_of
from companion.rules.ruleset import RULESETS


def mix(evening: Evening, rules: str = "house", **switches: object) -> MixView:
    evening.do(MixHouseRules, rules=rules)
    for name, value in switches.items():
        evening.do(SetSwitch, name=name, value=value)
    return evening.view.mix


def save(evening: Evening, title: str, **answers: bool) -> TableView:
    return evening.do(SaveHouseRules, title=title, **answers)


def switch(view: MixView, name: str) -> SwitchView:
    return next(each for group in view.groups for each in group.switches if each.name == name)


def house_choices(view: TableView) -> list[RulesChoice]:
    return [choice for choice in view.welcome.choices if choice.saved_as is not None]


def titles(evening: Evening) -> list[str]:
    return [rules.title for rules in evening.shelf.read().rules]


def begin(evening: Evening, choice: RulesChoice, opener: int | None = 0) -> TableView:
    return evening.do(
        NewGame, rules=choice.name, players=("Ann", "Bob"), options=choice.switches, opener=opener
    )


def test_every_switch_stands_in_one_group_and_has_words_for_each_value() -> None:
    grouped = [name for _, names in GROUPS for name in names]
    assert sorted(grouped) == sorted(option.name for option in SWITCHES[1:])
    for name in grouped:
        said = [said_of(name, value) for value in OPTIONS[name].values]
        assert len({each.value for each in said}) == len(said)
        assert all(each.meaning.endswith(".") for each in said)


def test_mixing_begins_from_the_common_game_or_a_published_one(evening: Evening) -> None:
    assert evening.view.welcome.beginnings == (
        BeginningView("house", "The common game", "Five dice, number first, ones wild."),
        BeginningView(
            "milton-bradley",
            "Milton Bradley, 1987",
            "Five dice, the winner opens, bidding track, ones wild, 3 more.",
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
    )


@pytest.mark.parametrize("name", RULESETS)
def test_a_published_games_switches_are_copied(evening: Evening, name: str) -> None:
    view = mix(evening, name)
    assert evening.view.scene is Scene.HOUSE_RULES
    assert (view.title, view.origin, view.changed, view.may_save) == (None, RULESETS[name].title, False, True)
    shown = {each.name: each.now.value for group in view.groups for each in group.switches}
    assert shown == dict(switches_of(RULESETS[name]))


def test_a_touch_sets_a_switch_and_its_words_follow(evening: Evening) -> None:
    view = mix(evening, palafico=True)
    shown = switch(view, "palafico")
    assert (shown.title, shown.now.words, shown.flips) == ("Palafico rounds", "Yes", True)
    assert shown.now.meaning == "Down to one die: one round without wilds, its face stays."
    assert view.changed
    assert evening.view.message == "Tap what your table plays otherwise."


def test_contradictions_are_told_live_with_both_switches_and_what_to_do(evening: Evening) -> None:
    view = mix(evening, "milton-bradley", palafico=True, ones_wild=False)
    assert evening.view.message == "Three pairs contradict each other."
    assert not view.may_save
    first = view.clashes[0]
    assert first.sentence == (
        "“What raises a bid: Track” and “Ones are wild: No” contradict each other: the track's star spaces "
        "stand for wild ones. Choose “Ones are wild: Yes” or “What raises a bid: Number first”."
    )
    assert first.ways == (
        WayOutView("ones_wild", True, "Ones are wild: Yes"),
        WayOutView("raising", "quantity-first", "What raises a bid: Number first"),
    )
    marked = {each.name for group in view.groups for each in group.switches if each.clashes}
    assert marked == {"raising", "ones_wild", "palafico", "exact"}
    assert [group.clashes for group in view.groups] == [False, True, True, True]


def test_the_ways_out_lead_to_rules_that_can_be_saved(evening: Evening) -> None:
    view = mix(evening, "milton-bradley", palafico=True, ones_wild=False)
    for _ in range(8):
        if view.clashes:
            way = view.clashes[0].ways[0]
            view = evening.do(SetSwitch, name=way.name, value=way.value).mix
    assert view.may_save


@pytest.mark.parametrize("clash", CLASHES, ids=lambda clash: "-".join(clash.switches))
def test_every_contradiction_names_both_its_switches_on_the_screen(clash) -> None:
    sentence = say_clash(clash, switches_of(HOUSE))
    assert all(label_of(name) in sentence for name in clash.switches)
    assert all(say_setting(name, value) in sentence for name, value in clash.ways)
    assert not any(name in sentence for name in clash.switches if "_" in name)


def test_contradicting_rules_are_not_saved(evening: Evening) -> None:
    mix(evening, raising="track", palafico=True)
    view = save(evening, "Friday table")
    assert view.scene is Scene.HOUSE_RULES
    assert view.fault.startswith("These house rules contradict themselves: a Palafico round keeps its face")
    assert titles(evening) == []


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("dice", 99, "Option dice cannot be 99: choose a whole number from 1 to 10."),
        ("dice", True, "Option dice cannot be true: choose a whole number from 1 to 10."),
        ("exact", "maybe", 'Option exact cannot be "maybe": choose "bid-holds" or "all-but-bidder".'),
        ("jokers", True, 'House has no option "jokers": it has title, dice, first_opener'),
    ],
)
def test_a_switch_that_cannot_be_so_stays_as_it_is(
    evening: Evening, name: str, value: object, reason: str
) -> None:
    before = mix(evening)
    view = evening.do(SetSwitch, name=name, value=value)
    assert view.fault.startswith(reason)
    assert view.mix == before


def test_saved_rules_are_picked_and_stand_before_the_published_games(evening: Evening) -> None:
    mix(evening, "milton-bradley", loss="one", spot_on="win-back")
    view = save(evening, "  Friday   table ")
    assert (view.scene, view.fault, view.welcome.picked) == (Scene.WELCOME, None, "Friday table")
    assert [choice.title for choice in view.welcome.choices] == [
        "Friday table",
        *(ruleset.title for ruleset in RULESETS.values()),
    ]
    (choice,) = house_choices(view)
    assert (choice.name, choice.fewest, choice.most, choice.names_opener) == ("house", 2, 8, True)
    assert (choice.has_stars, choice.options, choice.saved_as) == (True, (), "Friday table")
    assert choice.line == "Five dice, the winner opens, bidding track, ones wild, 3 more."
    assert choice.told == (
        "Five dice, the winner opens, bidding track, ones wild, exact: all but the bidder lose one, "
        "spot on wins a die, show and reroll."
    )
    assert dict(choice.switches)["title"] == "Friday table"
    assert len(choice.switches) == len(SWITCHES)


def test_a_game_is_played_by_saved_rules(evening: Evening) -> None:
    mix(evening, "milton-bradley", dice=2, loss="one")
    (choice,) = house_choices(save(evening, "Friday table"))
    view = begin(evening, choice)
    assert (view.scene, view.rules_title, view.has_stars) == (Scene.BIDDING, "Friday table", True)
    assert [seat.dice for seat in view.seats] == [2, 2]
    evening.bid(4, 6)
    evening.challenge(1)
    view = evening.lift((1, 2), (3, 3))
    assert [seat.lost for seat in view.seats] == [1, 0]


def test_rules_with_an_opening_roll_name_no_opener(evening: Evening) -> None:
    mix(evening, "cardinal")
    (choice,) = house_choices(save(evening, "Our Cardinal"))
    assert not choice.names_opener
    assert begin(evening, choice, opener=None).scene is Scene.OPENING_ROLL


def test_after_a_restart_the_rules_are_still_there(sit_down: Callable[..., Evening]) -> None:
    mix(sit_down(), dice=3)
    evening = sit_down()
    assert house_choices(evening.view) == []
    mix(evening, dice=3)
    save(evening, "Three dice")
    again = sit_down().view
    assert [choice.saved_as for choice in house_choices(again)] == ["Three dice"]
    assert again.welcome.picked is None


def test_an_unfinished_game_keeps_its_switches_when_the_rules_are_changed_or_deleted(
    sit_down: Callable[..., Evening],
) -> None:
    evening = sit_down()
    mix(evening, "milton-bradley", dice=2, loss="one")
    (choice,) = house_choices(save(evening, "Friday table"))
    begin(evening, choice)
    evening.bid(1, 6)
    evening.do(LeaveGame)
    evening.do(ChangeHouseRules, title="Friday table")
    evening.do(SetSwitch, name="raising", value="face-first")
    evening.do(SetSwitch, name="dice", value=7)
    save(evening, "Friday table")
    (game,) = evening.store.games()
    resumed = evening.do(ResumeGame, game_id=game.id)
    assert resumed.track is not None
    assert [seat.dice for seat in resumed.seats] == [2, 2]
    evening.do(LeaveGame)
    evening.do(ChangeHouseRules, title="Friday table")
    evening.do(DeleteHouseRules)
    assert titles(evening) == []
    evening = sit_down()
    resumed = evening.do(ResumeGame, game_id=game.id)
    assert (resumed.rules_title, resumed.fault) == ("Friday table", None)
    assert dict(evening.store.load(game.id).live_events[0].options)["loss"] == "one"
    assert evening.do(PlaceBid, quantity=2, face=6).bid == "two 6s"


def test_saving_changed_rules_under_their_own_name_asks_nothing(evening: Evening) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    evening.do(ChangeHouseRules, title="Friday table")
    assert evening.view.mix.title == "Friday table"
    evening.do(SetSwitch, name="dice", value=4)
    assert save(evening, "Friday table").scene is Scene.WELCOME
    assert [dict(rules.switches)["dice"] for rules in evening.shelf.read().rules] == [4]


def test_a_name_that_is_taken_is_asked_about_before_anything_is_written_over(evening: Evening) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    mix(evening, dice=4)
    view = save(evening, "friday TABLE")
    assert view.scene is Scene.HOUSE_RULES
    assert view.mix.question.sentence == (
        "There are house rules “friday TABLE” already. Replace them with these?"
    )
    assert view.mix.question.answers == (SaveAnswerView("Replace them", "friday TABLE", True, None),)
    assert titles(evening) == ["Friday table"]
    save(evening, "friday TABLE", replace=True)
    (only,) = evening.shelf.read().rules
    assert (only.title, dict(only.switches)["dice"]) == ("friday TABLE", 4)


def test_the_question_is_gone_after_another_touch(evening: Evening) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    mix(evening, dice=4)
    save(evening, "Friday table")
    assert evening.do(SetSwitch, name="dice", value=5).mix.question is None


@pytest.mark.parametrize(("keep", "left"), [(False, ["Saturday"]), (True, ["Friday table", "Saturday"])])
def test_a_new_name_for_changed_rules_is_a_renaming_or_a_copy_as_the_table_says(
    evening: Evening, keep: bool, left: list[str]
) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    evening.do(ChangeHouseRules, title="Friday table")
    question = save(evening, "Saturday").mix.question
    assert question.sentence == (
        "Shall “Friday table” be called “Saturday” from now on, or do you keep both?"
    )
    assert [answer.words for answer in question.answers] == ["Rename", "Keep both"]
    assert titles(evening) == ["Friday table"]
    view = save(evening, "Saturday", keep=keep)
    assert (view.scene, titles(evening)) == (Scene.WELCOME, left)


def test_renaming_onto_another_set_asks_both_questions(evening: Evening) -> None:
    for title, dice in (("Friday table", 3), ("Saturday", 4)):
        mix(evening, dice=dice)
        save(evening, title)
    evening.do(ChangeHouseRules, title="Friday table")
    (over,) = save(evening, "Saturday").mix.question.answers
    rename, _both = save(evening, over.title, replace=over.replace).mix.question.answers
    save(evening, rename.title, replace=rename.replace, keep=rename.keep)
    (only,) = evening.shelf.read().rules
    assert (only.title, dict(only.switches)["dice"]) == ("Saturday", 3)


@pytest.mark.parametrize(
    ("title", "reason"),
    [
        ("", 'Option title cannot be "": give it 1 to 40 characters.'),
        ("x" * 41, "Option title cannot be "),
        ("cardinal", '"cardinal" is the name of a published game: choose another name.'),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_a_sentence(evening: Evening, title: str, reason: str) -> None:
    mix(evening)
    view = save(evening, title)
    assert view.fault.startswith(reason)
    assert (view.scene, titles(evening)) == (Scene.HOUSE_RULES, [])


def test_a_full_disk_is_told_and_the_draft_stays(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise HouseRulesError("The house rules cannot be written to the card: No space left on device.")

    before = mix(evening, dice=3)
    monkeypatch.setattr(evening.shelf, "save", full)
    view = save(evening, "Friday table")
    assert view.fault == "The house rules cannot be written to the card: No space left on device."
    assert view.mix == before


def test_leaving_gives_the_draft_up(evening: Evening) -> None:
    mix(evening, dice=3)
    assert evening.do(LeaveGame).scene is Scene.WELCOME
    assert titles(evening) == []


def test_rules_deleted_behind_the_tables_back_are_told(evening: Evening) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    evening.shelf.remove("Friday table")
    view = evening.do(ChangeHouseRules, title="Friday table")
    assert (view.scene, view.fault) == (
        Scene.WELCOME,
        "There are no house rules “Friday table” any more.",
    )


def test_a_bad_file_is_told_on_the_first_screen_and_the_others_are_offered(
    sit_down: Callable[..., Evening], tmp_path: Path
) -> None:
    evening = sit_down()
    mix(evening, dice=3)
    save(evening, "Friday table")
    (tmp_path / "house-rules" / "broken.toml").write_text("dice = ")
    view = sit_down().view
    assert view.fault == (
        "The house rules broken.toml are left out: this is no TOML: invalid value (at end of document)."
    )
    assert [choice.saved_as for choice in house_choices(view)] == ["Friday table"]


def test_an_unreadable_folder_leaves_the_published_games(
    sit_down: Callable[..., Evening], tmp_path: Path
) -> None:
    (tmp_path / "house-rules").write_text("not a folder")
    view = sit_down().view
    assert view.fault.endswith("house-rules cannot be read: Not a directory.")
    assert len(view.welcome.choices) == len(RULESETS)


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
    assert evening.begin().scene is Scene.BIDDING
    assert evening.do(kind, **fields).fault is not None
    assert evening.do(MixHouseRules, rules="rh").scene is Scene.BIDDING
    assert titles(evening) == []


def test_while_mixing_nothing_is_played_or_taken_back(evening: Evening) -> None:
    before = mix(evening, dice=3)
    for kind, fields in ((Undo, {}), (PlaceBid, {"quantity": 1, "face": 2}), (DeleteHouseRules, {})):
        view = evening.do(kind, **fields)
        assert (view.scene, view.mix) == (Scene.HOUSE_RULES, before)
        assert view.fault is not None


def test_there_is_no_game_of_that_name_to_begin_from(evening: Evening) -> None:
    assert evening.do(MixHouseRules, rules="poker").fault == "There is no game “poker” to begin from."


def test_a_table_without_a_shelf_offers_no_mixing(tmp_path: Path) -> None:
    views: list[TableView] = []
    with Store(tmp_path / "games.sqlite3", now) as store:
        host = Host(store, None, None, None, Ticks(), views.append)
        host.open()
        assert views[-1].welcome.beginnings == ()
        host.take(MixHouseRules(views[-1].number, "rh"))
    assert views[-1].fault == "No house rules are kept at this table."


def test_a_mix_is_told_briefly_or_whole() -> None:
    rules = HouseRules("All", (("chips", True), ("tie_breaker", True), ("random_challenge", True)))
    assert say_line(rules.switches) == "Five dice, chips, number first, ones wild, 2 more."
    assert say_all(rules.switches) == (
        "Five dice, chips, number first, ones wild, anyone may challenge, tie breaker."
    )

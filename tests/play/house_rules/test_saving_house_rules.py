"""House rules are saved by name, picked, changed, renamed and deleted; nothing is lost on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import HouseRulesError, Store
from companion.play.base.commands import (
    ChangeHouseRules,
    DeleteHouseRules,
    LeaveGame,
    MixHouseRules,
    PlaceBid,
    ResumeGame,
    SaveHouseRules,
    SetSwitch,
    Undo,
)
from companion.play.base.views import Answer
from companion.play.modes.dice.views import BiddingScene
from companion.play.modes.house_rules.views import HouseRulesScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.first_game import BeginFirstGame
from companion.play.tables import Services
from companion.rules import LIAR_LIAR, RULESETS, SWITCHES
from companion.text import as_sentence, say
from tests.clocks import Ticks
from tests.play.driven import Driven
from tests.play.evening import Evening, now
from tests.play.house_rules.mixed_rules import begin, house_choices, mix, save, titles

SitDown = Callable[..., Evening]


@pytest.mark.parametrize("title", [None, "Friday"])
def test_what_is_being_mixed_outlives_a_kill(sit_down: SitDown, title: str | None) -> None:
    evening = sit_down()
    mixed = mix(evening, "perudo", dice=4)
    if title is not None:
        save(evening, title)
        evening.do(ChangeHouseRules, title=title)
        mixed = evening.do(SetSwitch, name="dice", value=3).scene
    for _ in range(2):
        evening = sit_down()
        assert evening.view.scene == mixed
    assert evening.do(LeaveGame).kind is WelcomeScene
    assert sit_down().view.kind is WelcomeScene


def test_a_kill_after_a_look_at_a_mix_leads_to_the_first_screen(sit_down: SitDown) -> None:
    mix(sit_down(), "perudo")
    assert sit_down().view.kind is WelcomeScene


@pytest.mark.parametrize(
    "kept", ["", "[]", '{"title":null,"origin":"Perudo","switches":{"dice":99},"at_first":{}}']
)
def test_a_draft_that_cannot_be_read_is_left_out(sit_down: SitDown, kept: str) -> None:
    sit_down().shelf.keep_draft(kept)
    assert sit_down().view.kind is WelcomeScene


def test_the_ways_out_lead_to_rules_that_can_be_saved(evening: Evening) -> None:
    view = mix(evening, "milton-bradley", palafico=True, ones_wild=False)
    for _ in range(8):
        if view.clashes:
            way = view.clashes[0].answers[0].command
            view = evening.do(SetSwitch, name=way.name, value=way.value).scene
    assert not view.clashes


def test_contradicting_rules_are_not_saved(evening: Evening) -> None:
    mix(evening, raising="track", palafico=True)
    view = save(evening, "Friday table")
    assert view.kind is HouseRulesScene
    assert view.fault.startswith("These house rules contradict themselves: a Palafico round keeps its face")
    assert titles(evening) == []


def test_saved_rules_are_picked_and_stand_before_the_published_games(evening: Evening) -> None:
    mix(evening, "milton-bradley", loss="one", spot_on="win-back")
    view = save(evening, "  Friday   table ")
    assert (view.kind, view.fault, view.scene.picked) == (WelcomeScene, None, "Friday table")
    assert [choice.title for choice in view.scene.choices] == [
        "Friday table",
        *(ruleset.title for ruleset in RULESETS.values()),
        LIAR_LIAR.title,
    ]
    (choice,) = house_choices(view)
    assert (choice.name, choice.fewest, choice.most, choice.names_opener) == ("house", 2, 12, True)
    assert (choice.star_face, choice.options, choice.saved_as) == (1, (), "Friday table")
    assert choice.line == "Five dice, the winner opens, bidding track, stars wild, 3 more."
    assert choice.told == (
        "Five dice, the winner opens, bidding track, stars wild, exact: all but the bidder lose one, "
        "spot on wins a die, show and reroll."
    )
    assert dict(choice.switches)["title"] == "Friday table"
    assert len(choice.switches) == len(SWITCHES)


def test_who_comes_back_to_the_first_screen_is_not_led_to_the_saved_rules_again(evening: Evening) -> None:
    mix(evening)
    assert save(evening, "Friday table").scene.picked == "Friday table"
    evening.do(BeginFirstGame)
    assert evening.do(LeaveGame).scene.picked is None


def test_a_game_is_played_by_saved_rules(evening: Evening) -> None:
    mix(evening, "milton-bradley", dice=2, loss="one")
    (choice,) = house_choices(save(evening, "Friday table"))
    view = begin(evening, choice)
    assert (view.kind, view.scene.game.rules_title, view.scene.game.star_face) == (
        BiddingScene,
        "Friday table",
        1,
    )
    assert [seat.dice for seat in view.scene.game.seats] == [2, 2]
    evening.bid(4, 6)
    evening.challenge(1)
    view = evening.lift((1, 2), (3, 3))
    assert [seat.lost for seat in view.scene.game.seats] == [1, 0]


def test_after_a_restart_the_rules_are_still_there(sit_down: Callable[..., Evening]) -> None:
    evening = sit_down()
    mix(evening, dice=3)
    save(evening, "Three dice")
    again = sit_down().view
    assert [choice.saved_as for choice in house_choices(again)] == ["Three dice"]
    assert again.scene.picked is None


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
    assert resumed.scene.track is not None
    assert [seat.dice for seat in resumed.scene.game.seats] == [2, 2]
    evening.do(LeaveGame)
    evening.do(ChangeHouseRules, title="Friday table")
    evening.do(DeleteHouseRules)
    assert titles(evening) == []
    evening = sit_down()
    resumed = evening.do(ResumeGame, game_id=game.id)
    assert (resumed.scene.game.rules_title, resumed.fault) == ("Friday table", None)
    assert dict(evening.store.load(game.id).live_events[0].options)["loss"] == "one"
    assert evening.do(PlaceBid, quantity=2, face=6).scene.game.bid == "two 6s"


def test_saving_changed_rules_under_their_own_name_asks_nothing(evening: Evening) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    evening.do(ChangeHouseRules, title="Friday table")
    assert evening.view.scene.title == "Friday table"
    evening.do(SetSwitch, name="dice", value=4)
    assert save(evening, "Friday table").kind is WelcomeScene
    assert [dict(rules.switches)["dice"] for rules in evening.shelf.read().rules] == [4]


def test_a_name_that_is_taken_is_asked_about_before_anything_is_written_over(evening: Evening) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    mix(evening, dice=4)
    view = save(evening, "friday TABLE")
    assert view.kind is HouseRulesScene
    assert view.scene.question.sentence == ("You already have “friday TABLE”. Replace it?")
    asked = SaveHouseRules(view.number, "friday TABLE", replace=True, keep=None)
    assert view.scene.question.answers == (Answer("Replace it", asked),)
    assert titles(evening) == ["Friday table"]
    save(evening, "friday TABLE", replace=True)
    (only,) = evening.shelf.read().rules
    assert (only.title, dict(only.switches)["dice"]) == ("friday TABLE", 4)


def test_the_question_is_gone_after_another_touch(evening: Evening) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    mix(evening, dice=4)
    save(evening, "Friday table")
    assert evening.do(SetSwitch, name="dice", value=5).scene.question is None


@pytest.mark.parametrize(("keep", "left"), [(False, ["Saturday"]), (True, ["Friday table", "Saturday"])])
def test_a_new_name_for_changed_rules_is_a_renaming_or_a_copy_as_the_table_says(
    evening: Evening, keep: bool, left: list[str]
) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    evening.do(ChangeHouseRules, title="Friday table")
    question = save(evening, "Saturday").scene.question
    assert question.sentence == ("Rename “Friday table” to “Saturday”, or keep both?")
    assert [answer.words for answer in question.answers] == ["Rename", "Keep both"]
    assert titles(evening) == ["Friday table"]
    view = save(evening, "Saturday", keep=keep)
    assert (view.kind, titles(evening)) == (WelcomeScene, left)


def test_renaming_onto_another_set_asks_both_questions(evening: Evening) -> None:
    for title, dice in (("Friday table", 3), ("Saturday", 4)):
        mix(evening, dice=dice)
        save(evening, title)
    evening.do(ChangeHouseRules, title="Friday table")
    (over,) = save(evening, "Saturday").scene.question.answers
    evening.controller.take(over.command)
    rename, _both = evening.view.scene.question.answers
    evening.controller.take(rename.command)
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
    assert (view.kind, titles(evening)) == (HouseRulesScene, [])


def test_a_full_disk_is_told_and_the_draft_stays(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise HouseRulesError("The house rules cannot be written to the card: No space left on device.")

    before = mix(evening, dice=3)
    monkeypatch.setattr(evening.shelf, "save", full)
    view = save(evening, "Friday table")
    assert view.fault == "The house rules cannot be written to the card: No space left on device."
    assert view.scene == before


def test_rules_deleted_behind_the_tables_back_are_told(evening: Evening) -> None:
    mix(evening, dice=3)
    save(evening, "Friday table")
    evening.shelf.remove("Friday table")
    view = evening.do(ChangeHouseRules, title="Friday table")
    assert (view.kind, view.fault) == (
        WelcomeScene,
        as_sentence(say("mix.no_rules", title="Friday table")),
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
        "The house rules broken.toml are left out: this is not TOML: invalid value (at end of document)."
    )
    assert [choice.saved_as for choice in house_choices(view)] == ["Friday table"]


def test_an_unreadable_folder_leaves_the_published_games(
    sit_down: Callable[..., Evening], tmp_path: Path
) -> None:
    (tmp_path / "house-rules").write_text("not a folder")
    view = sit_down().view
    assert view.fault.endswith("house-rules cannot be read: a file is there, so name a folder.")
    assert len(view.scene.choices) == len((*RULESETS, LIAR_LIAR))


def test_while_mixing_nothing_is_played_or_taken_back(evening: Evening) -> None:
    before = mix(evening, dice=3)
    for kind, fields in ((Undo, {}), (PlaceBid, {"quantity": 1, "face": 2}), (DeleteHouseRules, {})):
        view = evening.do(kind, **fields)
        assert (view.kind, view.scene) == (HouseRulesScene, before)
        assert view.fault is not None


def test_a_table_without_a_shelf_offers_no_mixing(tmp_path: Path) -> None:
    with Store(tmp_path / "games.sqlite3", now) as store:
        table = Driven(Services(store, Ticks()))
        assert table.view.scene.beginnings == ()
        view = table.do(MixHouseRules, rules="rh")
    assert view.fault == as_sentence(say("mix.none_kept"))

"""The "?": what to do here now and the rules, on every scene; nothing of the game changes."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from companion.play.base.views import RuleBook, View, scene_name
from companion.play.modes.dice.views import CallSheet
from companion.play.overlays.views import JournalScene
from companion.play.views import Scene, TableView, game_of, help_of
from companion.rules import RULESETS
from companion.simulator.rehearsal.touching import Touch
from companion.text import chapters, languages, say, use_language
from companion.ui.screens.help import HelpSheet, RulesPage
from tests.ui import house_samples as house
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, box_of, draw_frames
from tests.ui.help_scenes import RH, by
from tests.ui.scenes import SampleScene, sample_scenes
from tests.ui.settings_scenes import first_language, settings

pytestmark = pytest.mark.slow


NO_JOURNAL = View(99, JournalScene("It is damaged.", True, True, True), "The games can't be saved.")
SCENES = (SampleScene("journal", NO_JOURNAL), *sample_scenes())
PLAYED = [scene for scene in SCENES if scene.then is None and scene.view.coach is None]
"""In the first game the coach says what to do, in the header's place."""
ONE_OF_EACH = tuple({scene.view.kind: scene for scene in PLAYED}.values())


def ask(table: TouchedTable) -> HelpSheet:
    table.tap(table.stage.ids.header.ids.help)
    assert isinstance(table.stage.help_sheet, HelpSheet)
    return table.stage.help_sheet


def read(table: TouchedTable, title: str) -> RulesPage:
    ask(table)
    table.tap_words(f"The rules of {title}")
    assert isinstance(table.stage.help_sheet, RulesPage)
    return table.stage.help_sheet


def test_the_samples_have_every_scene() -> None:
    assert {scene.view.kind for scene in ONE_OF_EACH} == set(get_args(Scene))


def test_the_rule_book_of_a_sample_is_of_the_game_that_it_shows() -> None:
    for scene in SCENES:
        book, game = scene.view.book, game_of(scene.view.scene)
        if book is not None and game is not None:
            assert book.title == game.rules_title, scene.name


@pytest.mark.parametrize("scene", ONE_OF_EACH, ids=lambda scene: scene_name(scene.view.kind))
def test_every_scene_says_what_to_do_there_and_a_touch_anywhere_closes_it(
    scene: SampleScene, kept_table: Opened
) -> None:
    table = kept_table().show(scene.view)
    before = list(table.sent)
    lines = help_of(table.stage.view).lines
    assert len(lines) == 3
    ask(table)
    assert set(lines) <= table.words()
    Touch(*table.stage.help_sheet.ids.picture.center).tap()
    draw_frames()
    assert table.stage.help_sheet is None
    assert table.sent == before


@pytest.mark.parametrize("language", languages())
def test_the_first_screens_say_what_their_own_keys_do(language: str) -> None:
    use_language(language)
    first, home, behind = (help_of(view).lines for view in (first_language(), views.welcome(), settings()))
    named = [say(key) for key in ("key.new_game", "home.go_on", "home.practise")]
    assert len({first, home, behind}) == 3
    assert [line.startswith(name) for line, name in zip(home, named, strict=True)] == [True] * 3


def test_help_closes_with_the_key_that_says_ok(kept_table: Opened) -> None:
    table = kept_table().show(first_language())
    ask(table)
    table.tap_words("OK")
    assert table.stage.help_sheet is None
    assert table.sent == []


def test_beside_undo_the_key_has_room_for_a_thumb(kept_table: Opened) -> None:
    table = kept_table(480, 800).show(views.bidding(parts.LONG_NAMES))
    header = table.stage.ids.header.ids
    help_box, undo_box = box_of(header.help), box_of(header.undo)
    assert undo_box[0] - help_box[2] >= 8
    assert min(*header.help.size, *header.undo.size) >= 48


def test_the_second_touch_on_the_key_takes_the_help_away(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    ask(table)
    table.tap(table.stage.ids.header.ids.help)
    assert table.stage.help_sheet is None


def test_help_follows_the_table_and_goes_with_the_scene(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    ask(table)
    bid = views.padded()
    table.show(replace(bid, number=bid.number + 1))
    assert "Touch how many, then which face: that is your bid." in table.words()
    table.show(views.reveal())
    assert table.stage.help_sheet is None


def test_the_rule_book_stays_open_while_others_bid_and_closes_with_the_scene(kept_table: Opened) -> None:
    view = by("milton-bradley", views.bidding())
    table = kept_table().show(view)
    page = read(table, "Milton Bradley, 1987")
    table.show(replace(view, number=view.number + 1))
    assert table.stage.help_sheet is page
    table.show(by("milton-bradley", views.reveal()))
    assert table.stage.help_sheet is None


def said(page: RulesPage) -> list[str]:
    return [each.text for each in reversed(page.ids.text.children)]


def test_the_book_is_that_of_the_command_with_the_variations_switched_on(kept_table: Opened) -> None:
    table = kept_table().show(by("rh", views.padded()))
    told = said(read(table, "RH common hand"))
    printed = {sentence for chapter in chapters(RH) for sentence in chapter.sentences}
    printed |= {sentence.removeprefix("[choice] ") for sentence in printed}
    headings = {chapter.heading for chapter in chapters(RH)}
    assert set(told) <= printed | headings
    named = dict.fromkeys(each.split(":")[0] for each in told)
    assert [each for each in named if each in VARIATIONS] == ["Spot on", "Tie breaker", "Ones wild"]
    assert not any(each.startswith("[") for each in told)


def test_a_book_is_laid_a_page_at_a_time_to_its_end_so_that_no_finger_waits(kept_table: Opened) -> None:
    view = by("rh", views.padded())
    table = kept_table().show(view)
    assert view.book is not None
    whole = [text for each in view.book.chapters for text in (each.heading, *each.sentences)]
    page = RulesPage(view.book, view.kind)
    laid = len(said(page))
    assert 0 < laid < len(whole) / 2
    table.stage.open(page)
    draw_frames(len(whole) // laid + 1)
    assert said(page) == whole


VARIATIONS = {"Random challenge", "Spot on", "Ones wild", "Tie breaker"}


def test_a_book_is_read_by_finger_and_by_keys_in_letters_of_eighteen_pixels(kept_table: Opened) -> None:
    table = kept_table().show(by("rh", views.padded()))
    page = read(table, "RH common hand")
    draw_frames()
    assert min(each.font_size for each in page.ids.text.children) >= 18
    scroll, steps = page.ids.scroll, 0
    assert scroll.scroll_y == 1.0
    assert page.ids.up.disabled
    while not page.ids.down.disabled:
        table.tap(page.ids.down)
        steps += 1
        assert steps < 12
    assert scroll.scroll_y == pytest.approx(0.0, abs=0.001)
    table.tap(page.ids.up)
    assert scroll.scroll_y > 0
    table.tap(page.ids.back)
    assert table.stage.help_sheet is None


def test_every_game_may_be_read_before_it_is_chosen(kept_table: Opened) -> None:
    table = kept_table().show(house.welcome())
    table.tap_words("New game")
    ask(table)
    table.tap_words("Read the rules")
    keys = table.stage.help_sheet.ids.choices.walk(restrict=True)
    table.tap(next(each for each in keys if getattr(each, "words", "") == "Quick game"))
    assert said(table.stage.help_sheet)[0] == "The table"
    assert table.sent == []


def test_the_players_page_reads_the_variations_as_they_are_switched(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    table.tap_words("New game")
    table.stage.screen._pick(next(each for each in parts.CHOICES if each.name == "rh"))
    draw_frames()
    row = next(each for each in table.stage.screen.players.ids.options.children if each.name == "spot_on")
    row._turn()
    told = said(read(table, "RH common hand"))
    assert any(each.startswith("Spot on: ") for each in told)


def test_a_sheet_under_the_help_stays_as_it_is(kept_table: Opened) -> None:
    table = kept_table().show(views.padded(parts.SHORT_NAMES, calls=True))
    table.tap(table.stage.screen.ids.challenge)
    callers = table.stage.sheet
    assert table.stage.view.scene.challenge(0).sheet is CallSheet.CALLERS
    sheet = ask(table)
    sheet.close()
    assert table.stage.sheet is callers


def choices() -> tuple[TableView, ...]:
    return (views.welcome(), house.welcome())


@pytest.mark.parametrize("view", choices(), ids=["published", "house"])
def test_every_choice_has_a_book(view: TableView) -> None:
    for choice in view.scene.choices:
        book = choice.book()
        assert isinstance(book, RuleBook)
        assert len(book.chapters) >= 4
        if choice.name in RULESETS and not choice.switches:
            assert book.rules == RULESETS[choice.name]

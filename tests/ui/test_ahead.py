"""Screens are made before their scenes come."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from kivy.core.text import Label as Letters

from companion.play.modes.cards.state import Purpose, Sheet
from companion.play.modes.dice.views import VerdictScene
from companion.rules import HandDealt
from companion.ui.ahead import Rest
from companion.ui.art import textures
from companion.ui.screens import coming
from companion.ui.screens.cards.card_sheet import CardSheetScreen
from companion.ui.screens.dice.bidding import BiddingScreen
from companion.ui.screens.dice.check import CheckScreen
from companion.ui.screens.dice.reveal import ReadTableScreen, RevealScreen
from companion.ui.screens.dice.verdict import VerdictScreen
from companion.ui.screens.settings import SettingsScreen
from companion.ui.widgets.screen import Screen
from companion.ui.widgets.sheet import Question
from companion.ui.widgets.words import Words
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.card_samples import THREE, match, shown
from tests.ui.fingers import Opened, TouchedTable, draw_frames
from tests.ui.settings_scenes import settings

ALL = 40
"""More steps than there are to take."""


def made(table: TouchedTable) -> set[type[Screen]]:
    return set(table.stage.screens.made)


def test_what_may_come_is_known_from_what_is_shown() -> None:
    assert coming(views.welcome())[0] is BiddingScreen
    assert coming(views.bidding())[:3] == (BiddingScreen, RevealScreen, VerdictScreen)
    assert coming(views.reveal()) == (), "nothing is made while cups are watched"
    assert coming(views.reveal(camera=False))[0] is CheckScreen, "nothing moves: dice are entered by hand"


def test_all_that_a_challenge_needs_is_there_before_the_first_one(open_table: Opened) -> None:
    table = open_table().show(views.bidding())
    assert made(table) == {BiddingScreen}
    while table.stage._prepare_shout():
        pass
    table.stage.ahead.step()
    assert made(table) == {BiddingScreen, RevealScreen}, "one at a time: a touch may come between"
    for _ in range(ALL):
        table.stage.ahead.step()
    assert {RevealScreen, ReadTableScreen, CheckScreen, VerdictScreen} <= made(table)
    reveal = table.stage.screens.made[RevealScreen]
    table.show(views.reveal())
    assert table.stage.screen is reveal


def test_a_screen_made_ahead_is_as_large_as_it_will_be_and_says_what_it_will_say(open_table: Opened) -> None:
    table = open_table().show(replace(views.bidding(), has_camera=True))
    while RevealScreen not in made(table):
        table.stage.ahead.step()
    reveal = table.stage.screens.made[RevealScreen]
    assert reveal.title == "", "its words are a step of their own"
    table.stage.ahead.step()
    draw_frames()
    assert tuple(reveal.size) == tuple(table.stage.ids.body.size)
    assert reveal.title == "Cups up!"
    words = [each for each in reveal.walk() if isinstance(each, Words) and each.text == reveal.title]
    assert [each.texture is not None for each in words] == [True]
    assert reveal.parent is None


def test_the_dice_of_a_verdict_and_of_questions_are_drawn_in_their_size_before(open_table: Opened) -> None:
    table = open_table().show(views.bidding())
    view = table.stage.view
    for _ in range(ALL):
        table.stage.ahead.step()
    draw_frames()
    verdict, check = (table.stage.screens.made[scene] for scene in (VerdictScreen, CheckScreen))
    strips = {strip.seat: strip for strip in verdict.ids.hands.children}
    assert {seat: len(strip._dice) for seat, strip in strips.items()} == {
        each.seat: each.dice for each in view.scene.game.seats
    }
    assert [len(card.keys) for card in check.ids.hands.cards] == [each.dice for each in view.scene.game.seats]
    table.show(views.verdict())
    assert table.stage.screen is verdict
    assert verdict.headline == table.stage.view.scene.verdict.headline


def test_the_first_challenge_of_eight_is_shouted_without_drawing_anything(
    open_table: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table().show(views.padded(parts.SHORT_NAMES))
    drawn: list[object] = []
    texture_of = textures.texture_of
    monkeypatch.setattr(textures, "texture_of", lambda picture: drawn.append(picture) or texture_of(picture))
    written: list[str] = []
    render = Letters.render

    def noted(letters: Letters, *real: bool) -> object:
        written.append(letters.text)
        return render(letters, *real)

    monkeypatch.setattr(Letters, "render", noted)
    textures._die.cache_clear()
    textures.badge_texture.cache_clear()
    steps = []
    while table.stage._prepare_shout():
        draw_frames()
        steps.append(len(drawn))
    assert max(after - before for before, after in pairwise((0, *steps))) <= 3, "a few milliseconds each"
    drawn.clear()
    written.clear()
    challenge = table.stage.view.scene.challenge(table.stage.view.number)
    table.stage.answer(challenge.command)
    draw_frames()
    assert {"Liar!", "Bob", "Ann"} <= table.words()
    assert (drawn, written) == ([], [table.stage.header.message])


def test_each_quiet_moment_is_told_once_all_is_made(open_table: Opened) -> None:
    table = open_table().show(views.bidding())
    told: list[Rest] = []
    table.stage.ahead.on_rest = told.append
    for number, view in enumerate((views.bidding(), views.verdict(), views.bidding(number=100)), start=1):
        table.show(view)
        if view.kind is VerdictScene:
            assert not table.stage.ahead._next.is_triggered, "nothing is searched while it is played"
            table.stage.ahead.rest()  # a touch
        assert table.stage.ahead._next.is_triggered
        while len(told) < number:
            table.stage.ahead.step()
        table.stage.ahead.end()
    assert told == [Rest.MADE, Rest.TOUCHED, Rest.PLAYED]


def test_it_is_told_whether_people_pause_to_think(open_table: Opened) -> None:
    table, calm = open_table(), list[bool]()
    table.stage.ahead.on_calm = calm.append
    table.show(views.bidding()).show(views.verdict())
    assert calm == [True, False]


def test_no_screen_is_made_while_a_finger_touches(open_table: Opened) -> None:
    table = open_table().show(views.bidding())
    waits = table.stage.ahead._next
    assert waits.is_triggered
    waits.cancel()
    table.tap_words("Liar!")
    assert waits.is_triggered, "a touch begins the waiting anew"
    assert made(table) == {BiddingScreen}


def test_what_a_setting_cleared_is_made_again_before_people_leave_the_settings(open_table: Opened) -> None:
    table = open_table().show(views.bidding())
    table.show(replace(settings(), number=90))
    table.stage._turned()
    assert made(table) == {SettingsScreen}
    table.show(replace(settings(), number=91))
    for _ in range(ALL):
        table.stage.ahead.step()
    assert made(table) == {SettingsScreen, BiddingScreen}


def test_the_keys_of_a_card_sheet_are_made_before_it_opens(open_table: Opened) -> None:
    dealt = match(THREE, HandDealt())
    table = open_table().show(shown(dealt))
    for _ in range(ALL):
        table.stage.ahead.step()
    made_ahead = list(table.stage.screens.made[CardSheetScreen].ids.grid.keys)
    table.show(shown(dealt, Sheet(Purpose.QUEST, 1)))
    assert table.stage.screen.ids.grid.keys == made_ahead
    assert len(made_ahead) == 72


@pytest.mark.slow
def test_all_is_made_anew_in_another_look(open_table: Opened) -> None:
    table = open_table().show(views.bidding())
    for _ in range(ALL):
        table.stage.ahead.step()
    table.stage.open(Question(title="?", answers=(), back="Good"))
    table.stage._turned()
    assert made(table) == {BiddingScreen}

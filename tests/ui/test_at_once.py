"""What is done is said before the table answers."""

from __future__ import annotations

from dataclasses import replace

from companion.play.at_once import said_at_once
from companion.play.base.commands import (
    AcceptReading,
    CallChallenge,
    CupsAreUp,
    NewGame,
    NextRound,
    Peek,
    PlaceBid,
    SetFace,
)
from companion.play.base.views import LookView
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.words import Words
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, draw_frames


def test_who_challenges_is_said_before_the_table_answers(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    seen: list[str] = []
    table.stage._send = lambda command: seen.append(table.stage.header.message)
    table.tap_words("Liar!")
    assert seen == ["Bob challenges seven 5s. Lift the cups!"]
    table.show(views.bidding(fault="That was refused."))
    assert table.stage.header.message != seen[0]


def test_the_shout_lies_over_the_screen_before_the_table_answers_and_goes_once_it_was_read(
    kept_table: Opened,
) -> None:
    THEME.motion = 1.0
    table = kept_table().show(views.bidding())
    shouted: list[set[str]] = []
    table.stage._send = lambda command: shouted.append(table.words())
    table.stage.answer(CallChallenge(12, (1,)))
    draw_frames()
    assert {"Liar!", "Bob", "Ann", "7 ×"} <= table.words()
    shout = table.stage.shout
    table.stage.show(replace(views.reveal(), number=13))  # no frame is drawn: a slow one would be its last
    assert table.stage.ids.body.children[0] is shout, "above the screen that came"
    draw_frames()
    table.tap(table.stage.screen.ids.by_hand)
    assert shout.parent is None
    assert "Liar!" not in table.words()
    assert len(shouted) == 2, "the touch counted"


def test_the_shout_has_the_colours_of_day_or_night(kept_table: Opened) -> None:
    table = kept_table()
    for day in (True, False):
        table.show(replace(views.bidding(), look=LookView("en", day=day, still=True)))
        words = next(each for each in table.stage.shout.walk() if isinstance(each, Words))
        assert tuple(words.color) == Palette.ivory


def test_a_challenge_that_is_refused_is_not_shouted_on(kept_table: Opened) -> None:
    THEME.motion = 1.0
    table = kept_table().show(views.bidding())
    table.stage.answer(CallChallenge(12, (1,)))
    table.show(views.bidding(fault="That was refused."))
    assert table.stage.shout.parent is None


def test_of_several_who_challenge_the_table_says_who_it_is(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    before = table.stage.header.message
    table.stage.answer(CallChallenge(12, (1, 2)))
    assert table.stage.header.message == before


def test_who_bids_what_is_said_and_who_opens_a_new_game() -> None:
    players = ("Ann", "Bob")
    assert said_at_once(PlaceBid(12, 8, 5), views.bidding()) == "Bob: eight 5s."
    assert said_at_once(PlaceBid(12, 8, 5), views.welcome()) is None
    assert said_at_once(NewGame(1, "rh", players, (), 1), views.welcome()) == "Bob: make the first bid."
    assert said_at_once(NewGame(1, "rh", players, (), None), views.welcome()) is None
    rolls = "Ann and Bob: roll one die each. The highest opens."
    assert said_at_once(NewGame(1, "perudo", players, (), None), views.welcome()) == rolls
    assert said_at_once(NewGame(1, "liar-liar", players, (), 0), views.welcome()) is None
    cards = said_at_once(NewGame(1, "liar-liar", players, (), None), views.welcome())
    assert cards == "Deal hand 1: seven cards and five chips each. Ann begins."
    assert said_at_once(NewGame(1, "liar-liar", ("Ann",), (), None), views.welcome()) is None, "too few"


def test_what_comes_next_is_said_with_the_touch() -> None:
    assert said_at_once(CupsAreUp(12), views.reveal()) == "Hands off the table: I'm reading the dice."
    assert said_at_once(Peek(12, 0), views.bidding()) == "Ann peeks. Everybody else looks away!"
    assert said_at_once(CupsAreUp(12), views.opening_roll()) == "Hands off the table: I'm reading the dice."
    assert said_at_once(SetFace(12, 1, 0, 5), views.check()) == "Bob: one 5."
    assert said_at_once(SetFace(12, 1, 0, 1), views.check()) == "Bob: one star."
    assert said_at_once(Peek(12, None), views.bidding()) is None
    peeks = replace(views.bidding(), scene=replace(views.bidding().scene, said_next="Bob: beat seven 5s."))
    assert said_at_once(Peek(12, None), peeks) == "Bob: beat seven 5s."
    assert said_at_once(NextRound(12), views.verdict()) == "Ann: make the first bid."
    check = views.check()
    called = replace(check, scene=replace(check.scene, said_next="Bob challenges Ann's bid of seven 5s."))
    assert said_at_once(AcceptReading(12), called) == "Bob challenges Ann's bid of seven 5s."
    assert said_at_once(AcceptReading(12), check) is None

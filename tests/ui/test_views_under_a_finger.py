"""A view that comes while a finger is on a key takes nothing from the touch: every key of play."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.scrollview import ScrollView

from companion.play.base.commands import Command
from companion.play.base.views import View
from companion.play.modes.cards.views import (
    CardLookScene,
    CardReadScene,
    CardSheetScene,
    CardsOverScene,
    CardsScene,
)
from companion.play.modes.counting.views import CountingScene
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    RevealScene,
    ShowingScene,
    VerdictScene,
)
from companion.simulator.rehearsal.touching import Touch
from companion.text import say
from companion.ui.spoken_touch import spoken_name
from companion.ui.widgets.surface import Target
from tests.made_views import changed
from tests.ui import card_samples
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, draw_frames, parents
from tests.ui.sample_scene import SampleScene
from tests.ui.scenes import sample_scenes

pytestmark = pytest.mark.slow

OF_PLAY = (
    OpeningRollScene, BiddingScene, ShowingScene, RevealScene, CheckScene, VerdictScene, OverScene,
    CardsScene, CardSheetScene, CardLookScene, CardReadScene, CardsOverScene, CountingScene,
)  # fmt: skip


def scenes_of_play() -> list[SampleScene]:
    """One of each scene, and of the cards one of each kind of keys."""
    first: dict[object, SampleScene] = {}
    for scene in sample_scenes():
        if scene.view.kind in OF_PLAY and scene.then is None:
            cards = getattr(scene.view.scene, "cards", None)
            kinds = (
                None if cards is None else tuple(bool(getattr(cards, each.name)) for each in fields(cards))
            )
            first.setdefault((scene.view.kind, kinds and kinds[:9]), scene)
    return list(first.values())


def numbered(part: Any, number: int) -> Any:
    """A view, or a part of it, with all its commands made on the view of this number."""
    if isinstance(part, tuple):
        return tuple(numbered(each, number) for each in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    made = {each.name: numbered(getattr(part, each.name), number) for each in fields(part) if each.init}
    if isinstance(part, Command | View):
        made["number"] = number
    return replace(part, **made) if any(made[name] is not getattr(part, name) for name in made) else part


def in_a_list(target: Target) -> bool:
    """Whether it hears of touches later: what scrolls holds them back."""
    return any(isinstance(each, ScrollView) for each in parents(target))


@pytest.mark.parametrize("scene", scenes_of_play(), ids=lambda scene: scene.name)
def test_a_touch_counts_on_the_view_that_came_meanwhile(scene: SampleScene, kept_table: Opened) -> None:
    table, number = kept_table(), 100
    keys = [at for at, each in enumerate(table.show(numbered(scene.view, number)).targets())
            if not each.disabled and not in_a_list(each)]  # fmt: skip
    for at in keys:
        sent = []
        for comes in (False, True):
            table.stage.close()
            table.sent.clear()
            number += 2
            target = table.show(numbered(scene.view, number)).targets()[at]
            words, finger = spoken_name(target), Touch(*target.to_window(*target.center))
            EventLoop.post_dispatch_input("begin", finger)
            if comes:
                number += 1
                table.show(numbered(scene.view, number))
            EventLoop.post_dispatch_input("end", finger)
            draw_frames(1)
            assert {each.number for each in table.sent} <= {number}, words
            sent.append([replace(each, number=0) for each in table.sent])
        assert sent[0] == sent[1], words


def pressed(target: Target, **taps: bool) -> Touch:
    """A finger that has come down on it."""
    finger = Touch(*target.to_window(*target.center))
    for name, is_so in taps.items():
        setattr(finger, name, is_so)
    EventLoop.post_dispatch_input("begin", finger)
    return finger


def test_a_key_whose_screen_has_gone_does_nothing_and_the_table_says_so(kept_table: Opened) -> None:
    table = kept_table().show(dict(card_samples.card_views())["cards_meld"])
    finger = pressed(table.stage.screen.ids.take)
    table.show(views.bidding(number=99))
    EventLoop.post_dispatch_input("end", finger)
    draw_frames()
    assert table.sent == []
    assert say("phone.old_view") in table.words()


@pytest.mark.parametrize(("on_turn", "tapped"), [(2, 1), (1, 3)], ids=["the next player", "the same player"])
def test_a_double_tap_says_nothing_for_the_next_player(kept_table: Opened, on_turn: int, tapped: int) -> None:
    table = kept_table().show(views.bidding(number=20))
    for number, taps in enumerate(({}, {"is_double_tap": True}, {"is_triple_tap": True}), start=21):
        finger = pressed(table.stage.screen.ids.challenge, **taps)
        EventLoop.post_dispatch_input("end", finger)
        seats = tuple(
            replace(each, to_act=each.seat == on_turn) for each in table.stage.view.scene.game.seats
        )
        table.show(changed(views.bidding(number=number), seats=seats))
    assert len(table.sent) == tapped
    EventLoop.post_dispatch_input("end", pressed(table.stage.screen.ids.challenge))
    assert len(table.sent) == tapped + 1


def test_a_double_tap_whose_first_touch_only_woke_the_screen_counts_once(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(number=20))
    EventLoop.post_dispatch_input("end", pressed(table.stage.screen.ids.challenge))
    seats = tuple(replace(each, to_act=each.seat == 2) for each in table.stage.view.scene.game.seats)
    table.show(changed(views.bidding(number=21), seats=seats))
    table.stage.dimmer.dim()
    for taps in ({}, {"is_double_tap": True}):
        EventLoop.post_dispatch_input("end", pressed(table.stage.screen.ids.challenge, **taps))
    assert len(table.sent) == 2


def test_a_key_of_a_list_that_is_made_anew_under_the_finger_is_touched_once(kept_table: Opened) -> None:
    table = kept_table().show(dict(card_samples.card_views())["cards_melds"])
    board = table.stage.screen.ids.melds
    touched: list[object] = []
    board.bind(on_meld=lambda _, meld: touched.append(meld))
    old, now = board.keys[1], [Clock.time()]
    finger = pressed(old)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Clock, "time", lambda: now[0])
        for _ in range(5):  # the list gives up waiting for a drag, and hands the finger on
            now[0] += 0.1
            draw_frames(1)
    assert old.state == "down"
    board.ids.melds.clear_widgets()
    board._draw()
    draw_frames()
    EventLoop.post_dispatch_input("end", finger)
    draw_frames()
    assert touched == [board.keys[1].meld]
    assert board.keys[1] is not old


def test_a_key_that_takes_itself_away_is_not_touched_again_as_its_replacement(kept_table: Opened) -> None:
    table = kept_table().show(dict(card_samples.card_views())["cards_obtain"])
    acts = table.stage.screen.ids.acts
    keys, key = acts._keys, acts.children[0]
    touched: list[str] = []

    def anew(pressed: Target) -> None:
        touched.append(spoken_name(pressed))
        acts.show((), table.stage)
        acts.show(keys, table.stage)
        for each in acts.children:
            each.bind(on_release=anew)

    key.bind(on_release=anew)
    table.tap(key)
    assert len(touched) == 1

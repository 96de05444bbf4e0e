"""The first game: what is shown in it is legal and true, nothing is kept of it, it is left at any moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.play.base.commands import CallChallenge, Command, LeaveGame, PlaceBid
from companion.play.modes.dice.views import BiddingScene, VerdictScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays import first_game as mode
from companion.play.overlays.first_game import (
    ADA,
    BEN,
    LEARNER,
    ROUNDS,
    STEPS,
    BeginFirstGame,
    Lesson,
    Step,
    first_game,
)
from companion.play.views import hands_of
from companion.rules import BidMade, legal
from companion.text import languages, use_language
from tests.play.evening import Evening

SitDown = Callable[..., Evening]


def lessons() -> list[Lesson]:
    found = [first_game()]
    while (later := found[-1].after(found[-1].step.asked)) is not None:
        found.append(later)
    return found


def played_through(evening: Evening, until: int = len(STEPS)) -> None:
    evening.do(BeginFirstGame)
    for step in STEPS[:until]:
        evening.controller.take(replace(step.asked, number=evening.view.number))


def test_the_lesson_has_every_step_once_and_ends() -> None:
    assert [lesson.step for lesson in lessons()] == list(STEPS)
    assert len({step.name for step in STEPS}) == len(STEPS)


@pytest.mark.parametrize("lesson", [each for each in lessons() if isinstance(each.step.asked, PlaceBid)])
def test_the_bid_that_is_asked_for_is_the_learners_and_legal(lesson: Lesson) -> None:
    asked, game = lesson.step.asked, lesson.table.game
    assert isinstance(asked, PlaceBid)
    assert game.acting == LEARNER
    assert legal.why_not(game, BidMade(LEARNER, asked.quantity, asked.face)) is None


@pytest.mark.parametrize("lesson", [each for each in lessons() if isinstance(each.step.asked, PlaceBid)])
def test_of_the_track_only_the_bid_that_is_asked_for_is_lit(lesson: Lesson) -> None:
    track, asked = lesson.view(1).scene.track, lesson.step.asked
    assert track is not None
    assert isinstance(asked, PlaceBid)
    lit = [(each.quantity, each.star, each.faces) for lap in track.laps for each in lap if each.faces]
    assert lit == [(asked.quantity, False, (asked.face,))]
    assert track.lowest is None, "no yellow key offers another bid"


WORDS_A_SECOND, A_TOUCH_S, THE_VERDICT_S, TWO_MINUTES_S = 3.0, 2.5, 8.0, 120.0
"""A person who reads every word aloud in the mind, and looks for each key; the verdict is played, too."""


@pytest.mark.parametrize("language", languages())
def test_it_takes_two_minutes_at_a_persons_pace_in_every_language(language: str) -> None:
    use_language(language)
    coaches = [lesson.view(1).coach for lesson in lessons()]
    words = sum(len(f"{coach.told} {coach.to_do}".split()) for coach in coaches)
    touches = sum(2 if coach.asks_bid else 1 for coach in coaches)
    assert words / WORDS_A_SECOND + touches * A_TOUCH_S + THE_VERDICT_S <= TWO_MINUTES_S


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.step.name)
def test_a_challenge_is_made_only_where_it_is_asked_for(lesson: Lesson) -> None:
    view = lesson.view(1)
    may_challenge = isinstance(view.scene, BiddingScene) and view.scene.may_challenge
    assert may_challenge == isinstance(lesson.step.asked, CallChallenge)


def test_the_coach_counts_right() -> None:
    table = lessons()[-1].table
    first, second = ROUNDS
    (ended,) = table.game.rounds
    assert [face in (1, 5) for face in first[LEARNER]].count(True) == 4
    assert (ended.count, ended.losses) == (6, (0, 0, 2)), "two fives of the others: Ben is two short"
    assert ended.bid == BidMade(BEN, 8, 5)
    assert table.game.dice == (5, 5, 3) == tuple(map(len, second))
    assert [face in (1, 6) for face in second[LEARNER]].count(True) == 1, "three sixes are a bluff"


def test_the_friends_say_what_the_coach_tells_and_all_but_one_bluff_comes_from_their_bots() -> None:
    said = [each for each in lessons()[-1].table.record.live_events if isinstance(each, BidMade)]
    friends = [(bid.player, bid.quantity, bid.face) for bid in said if bid.player != LEARNER]
    assert friends == [(BEN, 3, 5), (ADA, 5, 5), (BEN, 8, 5), (ADA, 2, 1)]
    assert [step.name for step in STEPS if isinstance(step.friend, Command)] == ["challenge"]


@pytest.mark.parametrize(
    "step", [each for each in STEPS if isinstance(each.friend, int)], ids=lambda each: each.name
)
def test_a_friend_moves_by_the_dice_under_the_own_cup_alone(
    step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = STEPS.index(step)
    before, after = lessons()[at - 1], lessons()[at]
    friend = after.table.record.live_events[-1].player
    others = tuple(
        tuple(hand if seat == friend else (6,) * len(hand) for seat, hand in enumerate(hands))
        for hands in ROUNDS
    )
    table = before.table if before.step.by_key else mode._played(before.table, (before.step.asked,))
    monkeypatch.setattr(mode, "ROUNDS", others)
    assert mode._after_friend(table, step.friend).record == after.table.record


def test_own_dice_are_seen_while_bids_are_made_and_no_others_are() -> None:
    for lesson in lessons():
        view = lesson.view(1)
        assert view.coach is not None
        faces, lie_open = tuple(die.face for die in view.coach.dice), view.kind is VerdictScene
        assert faces == (() if lie_open else ROUNDS[len(lesson.table.game.rounds)][LEARNER])
        assert bool(hands_of(view.scene)) == lie_open


def other_than(step: Step) -> Command:
    others: tuple[Command, ...] = (PlaceBid(0, 9, 2), CallChallenge(0, (LEARNER,)))
    return next(each for each in others if type(each) is not type(step.asked))


@pytest.mark.parametrize("step", [each for each in STEPS if not each.by_key], ids=lambda step: step.name)
def test_something_else_moves_nothing_and_the_coach_says_so(step: Step) -> None:
    lesson = lessons()[STEPS.index(step)]
    missed = lesson.after(other_than(step))
    assert missed == replace(lesson, missed=True)
    coach = missed.view(1).coach
    assert coach is not None
    assert coach.told == "Not that one."
    assert missed.after(step.asked) == lesson.after(step.asked)


@pytest.mark.parametrize("step", [each for each in STEPS if each.by_key], ids=lambda step: step.name)
def test_a_sentence_stays_until_it_is_read(step: Step) -> None:
    lesson = lessons()[STEPS.index(step)]
    assert lesson.after(other_than(step)) == lesson


def test_nothing_of_it_is_kept(sit_down: SitDown) -> None:
    evening = sit_down(with_camera=False)
    before = evening.view
    played_through(evening)
    learned = replace(before.scene, learned=True)
    assert evening.view == replace(before, number=evening.view.number, scene=learned)
    assert evening.store.games(9) == ()
    assert [view.kind for view in evening.views].count(VerdictScene) == 1


@pytest.mark.parametrize("done", range(len(STEPS)))
def test_it_is_left_at_any_moment(done: int, sit_down: SitDown) -> None:
    evening = sit_down(with_cups=True)
    played_through(evening, done)
    assert evening.view.coach is not None
    evening.do(LeaveGame)
    assert evening.view.kind is WelcomeScene
    assert evening.view.coach is None
    assert evening.store.games(9) == ()
    evening.begin("cardinal", 2)
    assert evening.view.coach is None


def test_no_camera_is_asked_and_no_cup_moved_meanwhile(sit_down: SitDown) -> None:
    evening = sit_down(with_cups=True)
    told = list(evening.cups.told)
    played_through(evening, STEPS.index(next(each for each in STEPS if each.name == "count")))
    assert evening.view.kind is VerdictScene
    assert evening.controller.wait_s is None
    assert evening.cups.told == told
    assert evening.camera.asked_after == []


def test_it_is_not_begun_over_a_game(sit_down: SitDown) -> None:
    evening = sit_down()
    evening.begin("cardinal", 2)
    scene = evening.view.kind
    evening.do(BeginFirstGame)
    assert (evening.view.kind, evening.view.coach) == (scene, None)


def test_after_it_a_new_game_is_offered_before_all_else(sit_down: SitDown) -> None:
    evening = sit_down()
    assert evening.view.scene.is_the_first
    evening.do(BeginFirstGame)
    evening.do(LeaveGame)
    assert evening.view.scene.is_the_first, "who left it may want it again"
    played_through(evening)
    assert evening.view.coach is None
    assert not evening.view.scene.is_the_first

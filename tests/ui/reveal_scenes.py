"""Scenes from lifted cups, or dice put out, to the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.play.modes.dice.views import CheckScene, LiftView, ShowBy
from companion.play.views import TableView
from companion.text import say
from companion.ui.stage import Stage
from tests.made_views import changed
from tests.ui import card_samples
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.sample_scene import SampleScene, of_each_hand, of_each_seat

SIX = parts.LONG_NAMES
PAID = (
    "Maximiliane has one die too many, Bartholomew one too few: has Bartholomew paid what Maximiliane "
    "lost? Give it back, then look again."
)
SHOWN_WORDS = "Maximiliane showed two 5s and a star. Konstantina showed a 3."


def reveal_scenes() -> tuple[SampleScene, ...]:
    """From lifted cups, or dice put out, to the verdict."""
    return (*_reveals(), *_dice_put_out(), *_checks(), *_verdicts())


def _reveals() -> tuple[SampleScene, ...]:
    covered = "Still covered: Maximiliane, Bartholomew, Konstantina, Alexandrine and Christopher."
    down = LiftView("Lift your cups", covered, late=False)
    late = LiftView("Cups up", "Bartholomew: three of five dice seen.", late=True)
    turn = LiftView(
        "Maximiliane lifts", "Bartholomew's cup is last.", late=False, so_far="Twenty-three 5s so far."
    )
    last = replace(
        turn, title="Bartholomew lifts", words="The last cup! Konstantina: four of five dice seen.", late=True
    )
    return (
        SampleScene("reveal", views.reveal(SIX)),
        SampleScene("reveal_in_turn", changed(views.half_lifted(SIX), lift=turn)),
        SampleScene("reveal_last_cup", changed(views.half_lifted(SIX), lift=last, shown_words=SHOWN_WORDS)),
        SampleScene("reveal_shown", changed(views.reveal(SIX), shown_words=SHOWN_WORDS)),
        SampleScene("reveal_watched", changed(views.reveal(SIX), lift=down)),
        SampleScene(
            "reveal_watched_shown", changed(views.half_lifted(SIX), lift=late, shown_words=SHOWN_WORDS)
        ),
        SampleScene("reveal_by_hand", views.reveal(camera=False)),
        SampleScene("reading", views.reading(SIX)),
    )


def _much_shown() -> TableView:
    faces = (1, 2, 3, 4, 5, 6, 6, 6, 6)
    view = of_each_seat(
        views.bidding(SIX), lambda each: {"dice": 10, "lost": 0, "shown": faces[: each.seat * 2 + 1]}
    )
    return replace(view, message=f"Maximiliane rolls the others again. {view.message}")


def _miscounted() -> TableView:
    told = "You show 2 dice, I see 3. Take the extra away."
    view = views.shown_check(message=told, may_accept=False)
    view = of_each_hand(view, lambda each: {"complaint": told, "expected": 2})
    return changed(view, show=changed(view.of(CheckScene).scene.show, count=2, seen=3))


def nine_shown() -> TableView:
    """Nine of ten dice lie out, three of them in doubt."""
    view = views.shown_check(doubts={1: "cannot be read"})
    (hand,) = view.of(CheckScene).scene.hands
    return changed(view, hands=(changed(hand, slots=hand.slots * 3, expected=9),))


def _dice_put_out() -> tuple[SampleScene, ...]:
    return (
        SampleScene("bidding_shown", _much_shown()),
        SampleScene("slide_out", views.sliding_out(SIX)),
        SampleScene("slide_out_house", views.sliding_out(SIX, ShowBy.HOUSE)),
        SampleScene("shown", views.shown_check(SIX)),
        SampleScene("shown_nine", nine_shown()),
        SampleScene("shown_doubt", views.shown_check(doubts={1: "cannot be read"})),
        SampleScene("shown_miscounted", _miscounted()),
    )


def _complained() -> TableView:
    complaint = "Konstantina's cup: 5 dice expected, 4 seen. Tap the missing one."
    view = of_each_hand(
        views.check(SIX, {}),
        lambda each: {"complaint": complaint, "slots": each.slots[:4]} if each.seat == 2 else {},
    )
    return changed(views.check(SIX), message=complaint, hands=view.of(CheckScene).scene.hands)


def _lacking() -> TableView:
    missing = "Maximiliane showed two 6s: only one lies at Maximiliane's place."
    view = of_each_hand(
        views.check(SIX, {}, may_enter_by_hand=True),
        lambda each: {"complaint": missing if each.seat == 0 else None},
    )
    return replace(view, message=f"{missing} Look again, or tap the right face.")


def is_it_a_die() -> TableView:
    """The third thing at the first seat may be no die."""
    view = views.check(SIX, {(0, 2): "may not be a die"})
    first, *others = view.of(CheckScene).scene.hands
    asked = tuple(replace(slot, maybe_no_die=at == 2) for at, slot in enumerate(first.slots))
    hands = replace(first, slots=asked), *others
    return changed(view, message=say("check.is_it_a_die"), hands=hands)


def _checks() -> tuple[SampleScene, ...]:
    eight = parts.SHORT_NAMES
    return (
        SampleScene("check_is_it_a_die", is_it_a_die()),
        SampleScene("check_shown_missing", _lacking()),
        SampleScene("check", views.check()),
        SampleScene("check_six", views.check(SIX)),
        SampleScene("check_complaint", _complained()),
        SampleScene("check_done", views.check(SIX, {}, may_accept=True)),
        SampleScene("check_by_hand", views.check(SIX, camera=False)),
        SampleScene("check_eight", views.check(eight, {(7, 5): "cannot be read"}, dice=6)),
        SampleScene("check_eight_by_hand", views.check(eight, camera=False, dice=10)),
        SampleScene("check_advice", views.advised(_complained(), PAID)),
        SampleScene("check_eight_advice", views.advised(views.check(eight, dice=6), PAID)),
    )


def _stopped(share: float) -> Callable[[Stage], None]:
    """The verdict's theatre, stopped after a part of its time."""

    def stop(stage: Stage) -> None:
        stage.screen.elapsed = stage.screen.elapsed * share

    return stop


def _verdicts() -> tuple[SampleScene, ...]:
    six, by_hand = views.verdict(SIX), views.verdict(SIX, camera=False)
    cards_over = dict(card_samples.card_views())["cards_over"]
    eight = views.verdict(parts.SHORT_NAMES, dice=6)
    return (
        SampleScene("verdict", views.verdict()),
        SampleScene("verdict_picture", six, lambda stage: stage.screen.enlarge()),
        SampleScene("verdict_eight", eight),
        SampleScene("verdict_eight_by_hand", views.verdict(parts.SHORT_NAMES, camera=False, dice=6)),
        SampleScene("verdict_six", six),
        SampleScene("verdict_by_hand", by_hand),
        SampleScene("verdict_farewell", views.farewell(SIX)),
        SampleScene("verdict_counting", six, _stopped(0.5)),
        SampleScene("verdict_counting_by_hand", by_hand, _stopped(0.5)),
        SampleScene("verdict_counting_eight", eight, _stopped(0.3)),
        SampleScene("verdict_flying", six, _stopped(0.95)),
        SampleScene("over", views.over()),
        SampleScene("over_six", views.over(SIX)),
        SampleScene("over_awards", views.with_souvenir(views.awarded(SIX))),
        SampleScene("over_souvenir", views.with_souvenir(views.over(SIX))),
        SampleScene("cards_over_souvenir", views.with_souvenir(cards_over)),
        SampleScene(
            "over_souvenir_open",
            views.with_souvenir(views.over()),
            lambda stage: stage.screen.open_souvenir(),
        ),
        SampleScene(
            "over_night_open",
            views.with_souvenir(views.over(), pages=2),
            lambda stage: stage.screen.open_souvenir(),
        ),
    )

"""Every scene as it is drawn and measured: a view, and touches that open what lies behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import calibration_samples as calibration
import card_samples
import house_samples as house
import sample_parts as parts
import sample_views as views

from companion.play.views import LiftView, PadView, PictureView, ShowBy, TableView
from companion.ui.stage import Stage


@dataclass(frozen=True, slots=True)
class SampleScene:
    """``then`` opens a page or a sheet on the stage that shows the view."""

    name: str
    view: TableView
    then: Callable[[Stage], None] | None = None


def _press(stage: Stage, name: str) -> None:
    stage.screen.ids[name].dispatch("on_release")


def _stopped(share: float) -> Callable[[Stage], None]:
    """The verdict's theatre, stopped after a part of its time."""

    def stop(stage: Stage) -> None:
        stage.screen.elapsed = stage.screen.elapsed * share

    return stop


def _games(stage: Stage) -> None:
    stage.screen.home.ids.new.dispatch("on_release")


def _players(choice: int, count: int = 3) -> Callable[[Stage], None]:
    def turn(stage: Stage) -> None:
        stage.screen.players.names = (
            parts.LONG_NAMES[: min(count, 6)] + parts.SHORT_NAMES[: max(0, count - 6)]
        )
        _games(stage)
        stage.screen._pick(parts.CHOICES[choice])

    return turn


def _name(stage: Stage) -> None:
    _players(0, 4)(stage)
    stage.screen.players._rename(1)


def _tap_space(at: int) -> Callable[[Stage], None]:
    return lambda stage: stage.screen.track.keys[at].dispatch("on_release")


def _open_house_game(at: int) -> Callable[[Stage], None]:
    def turn(stage: Stage) -> None:
        stage.screen.players.names = parts.LONG_NAMES
        _games(stage)
        stage.screen._pick(house.house_choice(at))

    return turn


def _page(at: int) -> Callable[[Stage], None]:
    return lambda stage: stage.screen.turn_to(at)


def _touch_switch(page: int, row: int) -> Callable[[Stage], None]:
    def touch(stage: Stage) -> None:
        stage.screen.turn_to(page)
        stage.screen.ids.rows.children[-1 - row].dispatch("on_release")

    return touch


def _title(stage: Stage) -> None:
    stage.screen.save()
    for letter in "FRIDAY TABLE":
        stage.sheet.type_letter(letter)


def _beginning(stage: Stage) -> None:
    _games(stage)
    stage.screen._ask_beginning()


def _card_game(stage: Stage) -> None:
    _games(stage)
    stage.screen.games.ids.scroll.scroll_y = 0.0


def _card_players(stage: Stage) -> None:
    stage.screen.players.names = card_samples.FOURTEEN
    _games(stage)
    stage.screen._pick(stage.view.welcome.choices[-1])


def _hit(stage: Stage) -> None:
    stage.screen.ids.melds.keys[0].dispatch("on_release")


def _show_dice(stage: Stage) -> None:
    stage.screen._open_show()
    for face in (1, 5, 5):
        stage.sheet.add(face)


LONG_FAULT = (
    "The picture of USB camera 0 does not come any more: is its cable in? Plug it in again and touch "
    "“Cups are up”, or enter the dice by hand. The game is kept."
)
SIX = parts.LONG_NAMES


def nine_shown() -> TableView:
    """Nine of ten dice lie out, three of them in doubt."""
    view = views.shown_check(doubts={1: "cannot be read"})
    (hand,) = view.hands
    return replace(view, hands=(replace(hand, slots=hand.slots * 3, expected=9),))


def _ask_size(stage: Stage) -> None:
    stage.screen._press(stage.view.calibration.keys[0])
    for digit in "124.5":
        stage.sheet.type_digit(digit)
    stage.sheet.lead_on()


def _calibration_scenes() -> tuple[SampleScene, ...]:
    page, surveyed = calibration.page, calibration.surveyed
    may = views.welcome()
    may = replace(may, welcome=replace(may.welcome, may_set_up=True))
    return (
        SampleScene("welcome_camera", may),
        SampleScene("welcome_table", may, lambda stage: stage.screen._open_table()),
        SampleScene("set_up_name", calibration.naming()),
        SampleScene("set_up_tables", calibration.naming(*calibration.TABLES)),
        SampleScene(
            "set_up_letters",
            calibration.naming(),
            lambda stage: stage.screen._press(stage.view.calibration.choices[-1]),
        ),
        SampleScene("set_up_lens", calibration.lens()),
        SampleScene("set_up_lenses", calibration.lens(*calibration.TABLES)),
        SampleScene("set_up_lens_again", calibration.lens(*calibration.TABLES, name="Kitchen")),
        SampleScene("set_up_board", page(surveyed(calibration.board(5)))),
        SampleScene("set_up_board_refused", page(surveyed(calibration.board(1)), LONG_FAULT)),
        SampleScene("set_up_board_enough", page(surveyed(calibration.board(12)))),
        SampleScene("set_up_table", page(surveyed(calibration.touched(0)))),
        SampleScene("set_up_corners", page(surveyed(calibration.touched(3)))),
        SampleScene("set_up_size", page(surveyed(calibration.touched(4)))),
        SampleScene("set_up_size_typed", page(surveyed(calibration.touched(4))), _ask_size),
        SampleScene("set_up_seats", page(surveyed(calibration.found()))),
        SampleScene("set_up_seats_touched", page(surveyed(calibration.seated(5)))),
        SampleScene(
            "set_up_seats_evenly",
            page(surveyed(calibration.found())),
            lambda stage: stage.screen._press(stage.view.calibration.keys[0]),
        ),
        SampleScene("set_up_areas", page(surveyed(calibration.seated(5).seats_done()))),
        SampleScene("set_up_area_touched", page(surveyed(calibration.with_areas(drawing=True)))),
        SampleScene("set_up_areas_told", page(surveyed(calibration.with_areas()))),
        SampleScene("set_up_light", calibration.light(*calibration.GOOD)),
        SampleScene("set_up_light_wrong", calibration.light(*calibration.BAD[:4], *calibration.GOOD[4:])),
        SampleScene("set_up_saved", calibration.saved()),
        SampleScene("health", calibration.health(*calibration.GOOD)),
        SampleScene("health_waits", calibration.health()),
        SampleScene("health_spoiled", calibration.spoiled()),
        SampleScene("health_wrong", calibration.health(*calibration.BAD)),
    )


@cache
def sample_scenes() -> tuple[SampleScene, ...]:
    """All of them, in the order of a game, each view with a number of its own."""
    scenes = enumerate(_scenes(), start=100)
    return tuple(replace(scene, view=replace(scene.view, number=number)) for number, scene in scenes)


def _scenes() -> tuple[SampleScene, ...]:
    frame, _hands, _marks = views.hands_of(SIX)
    chips = views.bidding(SIX, pots=(12, 36))
    with_chips = replace(chips, seats=tuple(replace(each, chips=47) for each in chips.seats))
    ten = views.bidding(SIX, pots=(12, 36))
    ten = replace(ten, seats=tuple(replace(each, dice=8, lost=2, chips=7) for each in ten.seats))
    shown = views.bidding(SIX)
    with_shown = replace(
        shown, seats=tuple(replace(each, shown=(1, 5) if each.seat == 0 else ()) for each in shown.seats)
    )
    complaint = "Konstantina's cup: 5 dice expected, 4 seen – tap what the missing one shows."
    checked = views.check(SIX)
    complained = replace(
        checked,
        hands=tuple(
            replace(hand, complaint=complaint, slots=hand.slots[:4]) if hand.seat == 2 else hand
            for hand in views.check(SIX, {}).hands
        ),
    )
    told = "You show 2 dice; the camera sees 3 – take away what is none."
    miscounted = views.shown_check(message=told, may_accept=False)
    miscounted = replace(
        miscounted,
        show=replace(miscounted.show, count=2, seen=3),
        hands=tuple(replace(hand, complaint=told, expected=2) for hand in miscounted.hands),
    )
    missing = "Maximiliane showed two 6s: only one lies at Maximiliane's place."
    lacking = replace(
        views.check(SIX, {}, may_enter_by_hand=True),
        message=f"{missing} Look again, or tap the right face.",
        hands=tuple(
            replace(hand, complaint=missing if hand.seat == 0 else None)
            for hand in views.check(SIX, {}).hands
        ),
    )
    much_shown = replace(
        views.bidding(SIX),
        seats=tuple(
            replace(each, dice=10, lost=0, shown=(1, 2, 3, 4, 5, 6, 6, 6, 6)[: each.seat * 2 + 1])
            for each in views.bidding(SIX).seats
        ),
        message="Maximiliane rolls the others again. Bartholomew is to answer seven 5s.",
    )
    owed = "Maximiliane and Bartholomew owe two more dice between them: put them on the Lost Dice Squares."
    paid = (
        "Maximiliane has one die too many, Bartholomew one too few: has Bartholomew paid what Maximiliane "
        "lost? Give it back, then look again."
    )
    down = LiftView(
        "Lift your cups",
        "Still covered: Maximiliane, Bartholomew, Konstantina, Alexandrine and Christopher.",
        late=False,
    )
    late = LiftView("Cups up", "Bartholomew: three of five dice seen.", late=True)
    words = "Maximiliane showed two 5s and a star. Konstantina showed a 3."
    callers = views.padded(parts.SHORT_NAMES, several_may_challenge=True, may_spot_on=True)
    all_call = replace(
        callers, seats=tuple(replace(each, may_challenge=each.seat != 0) for each in callers.seats)
    )
    return (
        SampleScene("welcome", views.welcome()),
        SampleScene("welcome_first", views.welcome(False)),
        SampleScene("welcome_saved", views.welcome(), lambda stage: stage.screen._open_saved()),
        SampleScene("welcome_games", views.welcome(), _games),
        SampleScene("welcome_players", views.welcome(), _players(0, 6)),
        SampleScene("welcome_players_rh", views.welcome(), _players(3, 8)),
        SampleScene("welcome_name", views.welcome(), _name),
        SampleScene("welcome_games_house", house.welcome(), _games),
        SampleScene("welcome_games_house_one", house.welcome(1), _games),
        SampleScene("welcome_players_house", house.welcome(), _open_house_game(1)),
        SampleScene("welcome_picked", house.welcome(picked="Friday table")),
        SampleScene("house_beginning", house.welcome(1), _beginning),
        SampleScene("house_new", house.mixing()),
        SampleScene("house_bidding", house.mixing("milton-bradley", house.LONGEST), _page(1)),
        SampleScene("house_challenge", house.mixing("rh", spot_on="others-lose"), _page(2)),
        SampleScene("house_special", house.mixing(title="Friday table", **dict(house.EVERYTHING)), _page(3)),
        SampleScene("house_clash", house.mixing(raising="track", palafico=True), _page(1)),
        SampleScene(
            "house_clashes",
            house.mixing("milton-bradley", palafico=True, spot_on="others-lose", ones_wild=False),
            _page(2),
        ),
        SampleScene("house_clash_exact", house.mixing(palafico=True, exact="all-but-bidder"), _page(2)),
        SampleScene("house_clash_longest", house.mixing(palafico=True, spot_on="others-lose"), _page(3)),
        SampleScene("house_choose", house.mixing(), _touch_switch(1, 0)),
        SampleScene("house_dice", house.mixing(), _touch_switch(0, 0)),
        SampleScene("house_title", house.mixing(dice=3), _title),
        SampleScene("house_delete", house.mixing(title=house.LONGEST), lambda stage: stage.screen.delete()),
        SampleScene("house_replace", house.asked(over=True)),
        SampleScene("house_rename", house.asked(over=False)),
        SampleScene("house_leave", house.mixing(dice=3), lambda stage: stage.lead()),
        *_calibration_scenes(),
        SampleScene("leave", views.welcome(), lambda stage: stage.lead()),
        SampleScene("opening_roll", views.opening_roll()),
        SampleScene("opening_roll_picture", views.opening_roll(parts.LONG_NAMES[:4], camera=True)),
        SampleScene(
            "opening_roll_face",
            views.opening_roll(),
            lambda stage: stage.screen._ask(stage.screen.ids.rollers.children[0]),
        ),
        SampleScene("bidding_opening", views.bidding(bid=None)),
        SampleScene("bidding", views.bidding(parts.SHORT_NAMES[:4])),
        SampleScene("bidding_two", views.bidding(parts.SHORT_NAMES[:2], (3, 1))),
        SampleScene("bidding_six", with_shown),
        SampleScene("bidding_chips", with_chips),
        SampleScene("bidding_ten_dice", ten),
        SampleScene("bidding_far", views.bidding(SIX, (16, 4))),
        SampleScene("bidding_face", views.bidding(), _tap_space(12)),
        SampleScene("bidding_star", views.bidding(), _tap_space(13)),
        SampleScene("bidding_refused", views.bidding(), _tap_space(2)),
        SampleScene("bidding_fault", views.bidding(SIX, fault=LONG_FAULT)),
        SampleScene("bidding_fault_large", views.bidding(fault=LONG_FAULT), lambda stage: stage.read_out()),
        SampleScene("bidding_show", views.bidding(), _show_dice),
        SampleScene("bidding_advice", views.advised(with_shown, owed)),
        SampleScene(
            "bidding_advice_asked", views.advised(with_shown, owed), lambda stage: stage.ask_advice()
        ),
        SampleScene("pad_advice", views.advised(all_call, owed)),
        SampleScene("check_advice", views.advised(complained, paid)),
        SampleScene("check_eight_advice", views.advised(views.check(parts.SHORT_NAMES, dice=6), paid)),
        SampleScene("bidding_undo", views.bidding(), lambda stage: stage.ask_undo()),
        SampleScene("bidding_menu", views.bidding(may_correct=True), lambda stage: stage.lead()),
        SampleScene(
            "bidding_peek",
            views.bidding(SIX, peeking=1, picture=PictureView(frame, (), True)),
            lambda stage: stage.screen._open_peek(),
        ),
        SampleScene("pad", views.padded(parts.LONG_NAMES[:4])),
        SampleScene("pad_eight", all_call),
        SampleScene("pad_callers", all_call, lambda stage: stage.screen._challenge()),
        SampleScene(
            "pad_palafico",
            views.padded(
                view=parts.pad(locked=5),
                banner="Palafico, Bob's round: ones are not wild, the face stays 5s.",
            ),
        ),
        SampleScene(
            "pad_totals",
            views.padded(
                parts.SHORT_NAMES[:2],
                PadView((), (7, 12), None),
                banner="Tie breaker: bid on the sum of the last two dice.",
            ),
        ),
        SampleScene("reveal", views.reveal(SIX)),
        SampleScene("bidding_shown", much_shown),
        SampleScene("slide_out", views.sliding_out(SIX)),
        SampleScene("slide_out_house", views.sliding_out(SIX, ShowBy.HOUSE)),
        SampleScene("shown", views.shown_check(SIX)),
        SampleScene("shown_nine", nine_shown()),
        SampleScene("shown_doubt", views.shown_check(doubts={1: "cannot be read"})),
        SampleScene("shown_miscounted", miscounted),
        SampleScene("reveal_shown", replace(views.reveal(SIX), shown_words=words)),
        SampleScene("reveal_watched", replace(views.reveal(SIX), lift=down)),
        SampleScene("reveal_watched_shown", replace(views.half_lifted(SIX), lift=late, shown_words=words)),
        SampleScene("check_shown_missing", lacking),
        SampleScene("reveal_by_hand", views.reveal(camera=False)),
        SampleScene("reading", views.reading(SIX)),
        SampleScene("check", views.check()),
        SampleScene("check_six", checked),
        SampleScene("check_complaint", complained),
        SampleScene("check_done", views.check(SIX, {}, may_accept=True)),
        SampleScene("check_by_hand", views.check(SIX, camera=False)),
        SampleScene("check_eight", views.check(parts.SHORT_NAMES, {(7, 5): "cannot be read"}, dice=6)),
        SampleScene("check_eight_by_hand", views.check(parts.SHORT_NAMES, camera=False, dice=10)),
        SampleScene("verdict", views.verdict()),
        SampleScene("verdict_picture", views.verdict(SIX), lambda stage: stage.screen.enlarge()),
        SampleScene("verdict_eight", views.verdict(parts.SHORT_NAMES, dice=6)),
        SampleScene("verdict_eight_by_hand", views.verdict(parts.SHORT_NAMES, camera=False, dice=6)),
        SampleScene("verdict_six", views.verdict(SIX)),
        SampleScene("verdict_by_hand", views.verdict(SIX, camera=False)),
        SampleScene("verdict_counting", views.verdict(SIX), _stopped(0.5)),
        SampleScene("verdict_counting_by_hand", views.verdict(SIX, camera=False), _stopped(0.5)),
        SampleScene("verdict_counting_eight", views.verdict(parts.SHORT_NAMES, dice=6), _stopped(0.3)),
        SampleScene("verdict_flying", views.verdict(SIX), _stopped(0.95)),
        SampleScene("over", views.over()),
        SampleScene("over_six", views.over(SIX)),
        *(SampleScene(name, view) for name, view in card_samples.card_views()),
        *(SampleScene(name, view) for name, view in card_samples.eye_views()),
        SampleScene("cards_doubt_large", card_samples.doubted(), lambda stage: stage.screen._enlarge()),
        SampleScene("cards_among_games", card_samples.first_screen(), _card_game),
        SampleScene("cards_players", card_samples.first_screen(), _card_players),
        SampleScene("cards_hit", dict(card_samples.card_views())["cards_melds"], _hit),
    )

"""Every scene as it is drawn and measured: a view, and touches that open what lies behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import card_samples
import house_samples as house
import sample_games as games
import sample_parts as parts
import sample_views as views
from count_scenes import count_scenes
from first_game_scenes import first_game_scenes
from help_scenes import help_scenes
from history_scenes import history_scenes
from house_scenes import house_scenes
from perudo_scenes import calling, perudo_scenes
from roster_scenes import roster_scenes
from sample_scene import SampleScene
from settings_scenes import settings_scenes
from setup_scenes import setup_scenes
from twelve_scenes import twelve_scenes

from companion.phones.desk import Invitation
from companion.play.dice.views import BidView, CallSheet, LiftView, PadView, ShowBy
from companion.play.views import HandView, PictureView, SeatView, TableView
from companion.rules import BidMade
from companion.ui.screens.phones_sheet import PhoneCodeSheet, players_sheet
from companion.ui.screens.scoreboard_sheet import ScoreboardSheet
from companion.ui.stage import Stage


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


def _ten_players(stage: Stage) -> None:
    stage.screen.players.names = parts.TEN_NAMES
    _games(stage)
    stage.screen._pick(parts.CHOICES[4])


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


def _beginning(stage: Stage) -> None:
    _games(stage)
    stage.screen._ask_beginning()


def _card_game(stage: Stage) -> None:
    _games(stage)
    stage.screen.games.ids.games.scroll_y = 0.0


def _card_players(stage: Stage) -> None:
    stage.screen.players.names = card_samples.FOURTEEN
    _games(stage)
    stage.screen._pick(stage.view.welcome.choices[-1])


def _hit(stage: Stage) -> None:
    stage.screen.ids.melds.keys[0].dispatch("on_release")


def _show_dice(stage: Stage) -> None:
    calling(CallSheet.SHOWN_DICE)(stage)
    for face in (1, 5, 5):
        stage.sheet.add(face)


SIX = parts.LONG_NAMES


def nine_shown() -> TableView:
    """Nine of ten dice lie out, three of them in doubt."""
    view = views.shown_check(doubts={1: "cannot be read"})
    (hand,) = view.hands
    return replace(view, hands=(replace(hand, slots=hand.slots * 3, expected=9),))


@cache
def sample_scenes() -> tuple[SampleScene, ...]:
    """All of them, in the order of a game, each view with a number of its own."""
    scenes = enumerate(_scenes(), start=100)
    return tuple(replace(scene, view=replace(scene.view, number=number)) for number, scene in scenes)


def _scenes() -> tuple[SampleScene, ...]:
    return (
        *_first_screens(),
        *roster_scenes(),
        *house_scenes(),
        *setup_scenes(),
        *settings_scenes(),
        *history_scenes(),
        SampleScene("leave", views.welcome(), lambda stage: stage.lead()),
        *_opening_rolls(),
        *_bids_on_the_track(),
        *_advice(),
        *_over_the_track(),
        *_bids_on_the_pad(),
        *_reveals(),
        *_dice_put_out(),
        *_checks(),
        *_verdicts(),
        *perudo_scenes(),
        *twelve_scenes(),
        *_cards(),
        *count_scenes(),
        *help_scenes(),
        *first_game_scenes(),
    )


def _first_screens() -> tuple[SampleScene, ...]:
    return (
        SampleScene("welcome", views.welcome()),
        SampleScene("welcome_first", views.welcome(False)),
        SampleScene("welcome_saved", views.welcome(), lambda stage: stage.screen._open_saved()),
        SampleScene("welcome_games", views.welcome(), _games),
        SampleScene("welcome_players", views.welcome(), _players(0, 6)),
        SampleScene("welcome_players_rh", views.welcome(), _players(3, 8)),
        SampleScene("welcome_players_perudo", views.welcome(), _ten_players),
        SampleScene("welcome_name", views.welcome(), _name),
        SampleScene("welcome_games_house", house.welcome(), _games),
        SampleScene("welcome_games_house_one", house.welcome(1), _games),
        SampleScene("welcome_players_house", house.welcome(), _open_house_game(1)),
        SampleScene("house_beginning", house.welcome(1), _beginning),
        SampleScene("welcome_picked", house.welcome(picked="Friday table")),
    )


def _opening_rolls() -> tuple[SampleScene, ...]:
    ask = SampleScene(
        "opening_roll_face",
        views.opening_roll(),
        lambda stage: stage.screen._ask(stage.screen.ids.rollers.children[0]),
    )
    return (
        SampleScene("opening_roll", views.opening_roll()),
        SampleScene("opening_roll_picture", views.opening_roll(parts.LONG_NAMES[:4], camera=True)),
        ask,
    )


def _with_shown_dice() -> TableView:
    return of_each_seat(views.bidding(SIX), lambda each: {"shown": (1, 5) if each.seat == 0 else ()})


def of_each_seat(view: TableView, changes: Callable[[SeatView], dict[str, object]]) -> TableView:
    """The view with some fields of each seat different."""
    return replace(view, seats=tuple(replace(each, **changes(each)) for each in view.seats))


def of_each_hand(view: TableView, changes: Callable[[HandView], dict[str, object]]) -> TableView:
    """The view with some fields of each hand different."""
    return replace(view, hands=tuple(replace(each, **changes(each)) for each in view.hands))


def _many_bids() -> TableView:
    made = (BidView(at % 6, SIX[at % 6], 2 + at // 3, 1 + at % 6) for at in range(14))
    return replace(views.bidding(SIX), bids=tuple(made))


def _bids_on_the_track() -> tuple[SampleScene, ...]:
    chips = views.bidding(SIX, pots=(12, 36))
    ten = of_each_seat(chips, lambda each: {"dice": 8, "lost": 2, "chips": 7})
    sixty = games.shown(games.going_on(games.begun(SIX, dice=10), BidMade(0, 9, 4)))
    return (
        SampleScene("bidding_opening", views.bidding(bid=None)),
        SampleScene("bidding", views.bidding(parts.SHORT_NAMES[:4])),
        SampleScene("bidding_bids", _many_bids(), lambda stage: stage.screen._show_bids()),
        SampleScene("bidding_two", views.bidding(parts.SHORT_NAMES[:2], (3, 1))),
        SampleScene("bidding_six", _with_shown_dice()),
        SampleScene("bidding_chips", of_each_seat(chips, lambda each: {"chips": 47})),
        SampleScene("bidding_ten_dice", ten),
        SampleScene("bidding_far", views.bidding(SIX, (16, 4))),
        SampleScene("bidding_face", views.bidding(), _tap_space(12)),
        SampleScene("bidding_star", views.bidding(), _tap_space(13)),
        SampleScene("bidding_laps", sixty, _tap_space(0)),
        SampleScene("bidding_star_laps", sixty, _tap_space(4)),
        SampleScene("bidding_refused", views.bidding(), _tap_space(2)),
        SampleScene("bidding_fault", views.bidding(SIX, fault=parts.LONG_FAULT)),
        SampleScene(
            "bidding_fault_large", views.bidding(fault=parts.LONG_FAULT), lambda stage: stage.read_out()
        ),
        SampleScene("bidding_show", views.bidding(), _show_dice),
    )


OWED = "Maximiliane and Bartholomew owe two more dice between them: put them on the Lost Dice Squares."
PAID = (
    "Maximiliane has one die too many, Bartholomew one too few: has Bartholomew paid what Maximiliane "
    "lost? Give it back, then look again."
)


def _advice() -> tuple[SampleScene, ...]:
    owed = views.advised(_with_shown_dice(), OWED)
    return (
        SampleScene("bidding_advice", owed),
        SampleScene("bidding_advice_asked", owed, lambda stage: stage.ask_advice()),
        SampleScene("pad_advice", views.advised(_eight_callers(), OWED)),
        SampleScene("check_advice", views.advised(_complained(), PAID)),
        SampleScene("check_eight_advice", views.advised(views.check(parts.SHORT_NAMES, dice=6), PAID)),
    )


def _scoreboard_key(stage: Stage) -> None:
    stage.servers = SampleServers((BOARD, False), SamplePhones())
    stage.lead()


def _phones(stage: Stage) -> None:
    stage.open(players_sheet(SamplePhones(), stage.view.seats, stage.open))


def _phone_code(seat: int, local: bool = False) -> Callable[[Stage], None]:
    """The code of a player's phone; seat 0 has one already."""

    def opened(stage: Stage) -> None:
        stage.open(PhoneCodeSheet(SamplePhones(local), stage.view.seats[seat], lambda: None))

    return opened


@dataclass
class SamplePhones:
    """Codes for phones; the player at seat 0 has one in."""

    local: bool = False

    def invitation(self, seat: int) -> Invitation:
        code = f"ABCDE{seat + 2}"
        return Invitation("", code, f"{PHONES}#{code}", joined=seat == 0)

    def send_away(self, seat: int) -> None:
        """Nobody is sent."""


@dataclass
class SampleServers:
    """What listens for other screens."""

    scoreboard: tuple[str, bool] | None = None
    phones: SamplePhones | None = None


PHONES = "http://192.168.178.120:8038/"


BOARD = "http://192.168.178.120:8037/abcdefghjkmn/"


def _over_the_track() -> tuple[SampleScene, ...]:
    frame, _hands, _marks = views.hands_of(SIX)
    peeking = views.bidding(SIX, peeking=1, picture=PictureView(frame, (), True))
    return (
        SampleScene("bidding_undo", views.bidding(), lambda stage: stage.ask_undo()),
        SampleScene("bidding_menu", views.bidding(may_correct=True), lambda stage: stage.lead()),
        SampleScene(
            "menu_with_scoreboard", replace(views.bidding(may_correct=True), may_set=True), _scoreboard_key
        ),
        SampleScene("scoreboard", views.bidding(), lambda stage: stage.open(ScoreboardSheet(BOARD, False))),
        SampleScene(
            "scoreboard_here", views.bidding(), lambda stage: stage.open(ScoreboardSheet(BOARD, True))
        ),
        SampleScene("phones", views.bidding(SIX), _phones),
        SampleScene("phone_code", views.bidding(), _phone_code(1)),
        SampleScene("phone_code_again", views.bidding(), _phone_code(0)),
        SampleScene("phone_code_here", views.bidding(), _phone_code(1, local=True)),
        SampleScene("bidding_peek", peeking, calling(CallSheet.PEEK)),
    )


def _eight_callers() -> TableView:
    return views.padded(parts.SHORT_NAMES, calls=True)


def _bids_on_the_pad() -> tuple[SampleScene, ...]:
    palafico = "Palafico, Bob's round: ones are not wild, the face stays 5s."
    tie_breaker = "Tie breaker: bid on the sum of the last two dice."
    totals = views.padded(parts.SHORT_NAMES[:2], PadView((), (7, 12), None), banner=tie_breaker)
    return (
        SampleScene("pad", views.padded(parts.LONG_NAMES[:4])),
        SampleScene("pad_eight", _eight_callers()),
        SampleScene("pad_callers", _eight_callers(), lambda stage: _press(stage, "challenge")),
        SampleScene("pad_palafico", views.padded(view=parts.pad(locked=5), banner=palafico)),
        SampleScene("pad_totals", totals),
    )


SHOWN_WORDS = "Maximiliane showed two 5s and a star. Konstantina showed a 3."


def _reveals() -> tuple[SampleScene, ...]:
    covered = "Still covered: Maximiliane, Bartholomew, Konstantina, Alexandrine and Christopher."
    down = LiftView("Lift your cups", covered, late=False)
    late = LiftView("Cups up", "Bartholomew: three of five dice seen.", late=True)
    return (
        SampleScene("reveal", views.reveal(SIX)),
        SampleScene("reveal_shown", replace(views.reveal(SIX), shown_words=SHOWN_WORDS)),
        SampleScene("reveal_watched", replace(views.reveal(SIX), lift=down)),
        SampleScene(
            "reveal_watched_shown", replace(views.half_lifted(SIX), lift=late, shown_words=SHOWN_WORDS)
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
    return replace(view, show=replace(view.show, count=2, seen=3))


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
    return replace(views.check(SIX), message=complaint, hands=view.hands)


def _lacking() -> TableView:
    missing = "Maximiliane showed two 6s: only one lies at Maximiliane's place."
    view = of_each_hand(
        views.check(SIX, {}, may_enter_by_hand=True),
        lambda each: {"complaint": missing if each.seat == 0 else None},
    )
    return replace(view, message=f"{missing} Look again, or tap the right face.")


def _checks() -> tuple[SampleScene, ...]:
    eight = parts.SHORT_NAMES
    return (
        SampleScene("check_shown_missing", _lacking()),
        SampleScene("check", views.check()),
        SampleScene("check_six", views.check(SIX)),
        SampleScene("check_complaint", _complained()),
        SampleScene("check_done", views.check(SIX, {}, may_accept=True)),
        SampleScene("check_by_hand", views.check(SIX, camera=False)),
        SampleScene("check_eight", views.check(eight, {(7, 5): "cannot be read"}, dice=6)),
        SampleScene("check_eight_by_hand", views.check(eight, camera=False, dice=10)),
    )


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
        SampleScene("verdict_counting", six, _stopped(0.5)),
        SampleScene("verdict_counting_by_hand", by_hand, _stopped(0.5)),
        SampleScene("verdict_counting_eight", eight, _stopped(0.3)),
        SampleScene("verdict_flying", six, _stopped(0.95)),
        SampleScene("over", views.over()),
        SampleScene("over_six", views.over(SIX)),
        SampleScene("over_souvenir", views.with_souvenir(views.over(SIX))),
        SampleScene("cards_over_souvenir", views.with_souvenir(cards_over)),
        SampleScene(
            "over_souvenir_open",
            views.with_souvenir(views.over()),
            lambda stage: stage.screen.open_souvenir(),
        ),
    )


def _opened_souvenir(stage: Stage) -> None:
    stage.screen.open_souvenir()


def _cards() -> tuple[SampleScene, ...]:
    return (
        *(SampleScene(name, view) for name, view in card_samples.card_views()),
        *(SampleScene(name, view) for name, view in card_samples.eye_views()),
        SampleScene("cards_doubt_large", card_samples.doubted(), lambda stage: stage.screen._enlarge()),
        SampleScene("cards_among_games", card_samples.first_screen(), _card_game),
        SampleScene("cards_players", card_samples.first_screen(), _card_players),
        SampleScene("cards_hit", dict(card_samples.card_views())["cards_melds"], _hit),
    )

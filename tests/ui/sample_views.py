"""Views of every scene: of games that were played, and doubts about their dice made by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import numpy as np

from companion.core.frame import Frame
from companion.play.base.commands import Command, CupsAreUp, LookAgain, SquaresAreRight
from companion.play.base.views import AdviceView, Answer, Mark, PictureView, Surroundings, Tone, View
from companion.play.modes.dice.awards import Tonight, say_tonight
from companion.play.modes.dice.views import (
    AwardView,
    BiddingScene,
    CheckScene,
    HandView,
    PadView,
    ReadingScene,
    ShowBy,
    ShowingScene,
    ShowView,
    SlotView,
)
from companion.play.modes.house_rules.views import beginnings
from companion.play.modes.welcome.mode import partners_for
from companion.play.modes.welcome.views import SavedGameView, WelcomeScene
from companion.play.views import TableView
from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun, OptionValue, replay
from companion.share.album.pages import beside_code, page_of
from companion.share.album.souvenir import page_words, souvenir_of
from companion.text import say
from tests.made_views import changed
from tests.ui import sample_games as games
from tests.ui.painted_table import cups_table, painted_table
from tests.ui.sample_parts import CHOICES, DEALT, SHORT_NAMES

DAYS = ("2026-11-24 20:15", "2026-11-23 19:40", "2026-10-30 18:05")


def welcome(saved: bool = True) -> TableView:
    """The first screen, with or without games to go on with."""
    games = (
        SavedGameView(7, "Ann, Bob and Cy: round 4, Bob to bid", False, "Milton Bradley, 1987", DAYS[0]),
        SavedGameView(
            5,
            "Maximiliane, Bartholomew and Konstantina: round 2, cups to be lifted",
            False,
            "Perudo",
            DAYS[1],
        ),
        SavedGameView(3, "Dora and Eve: Eve has won", True, "Perudo", DAYS[2]),
    )
    camera = "Simulated table (no camera found)"
    view = WelcomeScene(
        CHOICES, games if saved else (), camera, beginnings(), may_count=True, partners=partners_for(("Kim",))
    )
    return View(1, view, "Start a game, or pick up where you left off.")


def bidding(
    names: tuple[str, ...] = SHORT_NAMES[:3], bid: tuple[int, int] | None = (7, 5), **fields: object
) -> TableView:
    """The second round on the track: a bid by seat 0 and seat 1 on turn; without a bid, seat 1 opens."""
    lost_by_the_opener = -2 if bid is None else 2
    before = (games.begun(names), *games.one_round(names, more=lost_by_the_opener))
    made = () if bid is None else (BidMade(0, *bid),)
    return changed(games.shown(games.going_on(*before, *made)), **fields)


def padded(
    names: tuple[str, ...] = SHORT_NAMES[:4],
    view: PadView | None = None,
    calls: bool = False,
    **fields: object,
) -> TableView:
    """A game without a track: four 4s are bid by seat 0. ``fields`` of several callers make it theirs."""
    options: dict[str, OptionValue] = {"random_challenge": True, "spot_on": "win-back"} if calls else {}
    shown = games.shown(games.going_on(games.common_hand(names, **options), BidMade(0, 4, 4)))
    return changed(shown, **({} if view is None else {"pad": view}), **fields)


def hands_of(
    names: tuple[str, ...], doubts: dict[tuple[int, int], str] | None = None, dice: int = 5
) -> tuple[Frame, tuple[HandView, ...], tuple[Mark, ...]]:
    """A painted table with these players' dice; doubted ones are unread."""
    doubts = doubts or {}
    frame, boxes = painted_table(tuple(hand[:dice] for hand in DEALT[: len(names)]))
    hands, marks = [], []
    for number, name in enumerate(names):
        slots = []
        for at, face in enumerate(DEALT[number][:dice]):
            doubt = doubts.get((number, at))
            tone = Tone.DOUBTED if doubt else Tone.READ
            known = None if doubt else face
            slots.append(SlotView(known, tone, doubt, boxes[number][at]))
            marks.append(Mark(boxes[number][at], known, tone, number, at))
        hands.append(HandView(number, name, dice, tuple(slots), None))
    return frame, tuple(hands), tuple(marks)


def reveal(names: tuple[str, ...] = SHORT_NAMES[:3], camera: bool = True, dice: int = 5) -> TableView:
    """Challenged; the cups are to be lifted."""
    around = games.AT_THE_SIMULATED_TABLE if camera else Surroundings()
    live = replace(around, live=cups_table() if camera else None)
    return games.shown(games.going_on(games.begun(names, dice), BidMade(0, 7, 5), Challenged(1)), live)


def half_lifted(names: tuple[str, ...] = SHORT_NAMES[:3]) -> TableView:
    """Cups are going up: dice seen are marked without their faces, and a place where some are missing."""
    frame, _hands, marks = hands_of(names)
    seen = tuple(replace(mark, face=None, tone=Tone.READ, slot=None) for mark in marks[2:])
    place = Mark((20, 30, frame.width // 3, frame.height - 30), None, Tone.MISSING, 1, None)
    return replace(reveal(names), picture=PictureView(frame, (*seen, place), True))


def sliding_out(
    names: tuple[str, ...] = SHORT_NAMES[:3], by: ShowBy = ShowBy.CAMERA, count: int = 2
) -> TableView:
    """The bidder puts dice out."""
    frame, _hands, _marks = hands_of(names, dice=2)
    slid = by is ShowBy.HOUSE
    dice = "1 die" if count == 1 else f"{count} dice"
    return changed(
        reveal(names),
        scene=ShowingScene,
        message=f"{names[0]} has slid {dice} out. The cup stays down."
        if slid
        else f"{names[0]}: slide {dice} out. The cup stays down.",
        picture=PictureView(frame, (), True),
        show=ShowView(0, names[0], 4, by, count, slid),
        undo_words="show no dice",
    )


def shown_check(
    names: tuple[str, ...] = SHORT_NAMES[:3], doubts: dict[int, str] | None = None, **fields: object
) -> TableView:
    """The dice put out were read: three of them, of which some may be in doubt."""
    doubted = {(0, at): why for at, why in (doubts or {}).items()}
    frame, hands, marks = hands_of(names, doubted, dice=3)
    base = changed(
        sliding_out(names, count=3),
        scene=CheckScene,
        message="I can't read one die. Tap the face you see."
        if doubted
        else f"{names[0]} shows a star and two 5s. Is that right?",
        hands=hands[:1],
        picture=PictureView(frame, marks[:3], False),
        may_accept=not doubted,
        may_read_again=True,
        undo_words="back to the dice put out",
    )
    return changed(base, **fields)


def reading(names: tuple[str, ...] = SHORT_NAMES[:3]) -> TableView:
    """The eye is at work."""
    frame, _hands, _marks = hands_of(names)
    return changed(
        reveal(names),
        scene=ReadingScene,
        message="Hands off the table: I'm reading the dice.",
        picture=PictureView(frame, (), True),
    )


def check(
    names: tuple[str, ...] = SHORT_NAMES[:3],
    doubts: dict[tuple[int, int], str] | None = None,
    camera: bool = True,
    dice: int = 5,
    **fields: object,
) -> TableView:
    """Some dice are in doubt; the second seat's hand has one die too few."""
    if doubts is None:
        doubts = {(0, 2): "cannot be read", (2, 4): "is tilted: agree on a face"}
    frame, hands, marks = hands_of(names, doubts, dice)
    if not camera:
        empty = SlotView(None, Tone.DOUBTED, None, None)
        hands = tuple(replace(hand, slots=(empty,) * dice) for hand in hands)
    shown = changed(
        reveal(names, camera, dice),
        scene=CheckScene,
        hands=hands,
        picture=PictureView(frame, marks, False) if camera else None,
        may_read_again=camera,
    )
    return changed(_about_the_check(shown, camera), **fields)


def _about_the_check(shown: TableView, camera: bool) -> TableView:
    """The view with what its header says."""
    left = len(shown.of(CheckScene).scene.doubted)
    if not left:
        return replace(shown, message=say("scene.check.known"), caption=say("title.all_read"))
    asked = say("scene.check.unsure" if camera else "scene.check.tap", count=left)
    return replace(shown, message=asked, caption=say("title.to_look_at", count=left))


def verdict(names: tuple[str, ...] = SHORT_NAMES[:3], camera: bool = True, dice: int = 5) -> TableView:
    """Two more 5s and stars lie there than the first player bid: the second, who challenged, loses two."""
    return games.told(camera, games.begun(names, dice), *games.one_round(names, dice))


def farewell(names: tuple[str, ...]) -> TableView:
    """The first player's bluff is caught and takes the last dice: the second opens for that."""
    caught = BidMade(0, 9, 6), Challenged(1)
    hands = games.dealt(names, 2)
    rules = games.begun(names, 2)
    return games.told(True, rules, *caught, CupsRevealed(hands))


def over(names: tuple[str, ...] = SHORT_NAMES[:3]) -> TableView:
    """The first player has won: with one die each, who bids exactly right keeps it, and nobody else does."""
    return games.told(True, games.begun(names, dice=1), *games.one_round(names, dice=1, more=0))


def awarded(names: tuple[str, ...]) -> TableView:
    """Awards for three, and the wins of an evening."""
    told: tuple[tuple[str, dict[str, str | int]], ...] = (
        ("award.bold.told", {"bid": "Thirteen 5s", "chance": "4%"}),
        ("award.nose.told", {"right": 3, "count": 4}),
        ("award.luck.told", {"true": 5, "count": 7}),
    )
    given = zip(range(3), ("bold", "nose", "luck"), told, strict=True)
    awards = tuple(
        AwardView(seat, names[seat], say(f"award.{award}"), say(words, **values))
        for seat, award, (words, values) in given
    )
    wins = tuple((name, 4 - at) for at, name in enumerate(names[:3]))
    return changed(over(names), awards=awards, evening=say_tonight(Tonight(wins, (names[0], names[1], 4))))


@cache
def souvenir_page() -> Frame:
    """The page of a game of three, as it is offered."""
    names = SHORT_NAMES[:3]
    record = replay((games.begun(names, dice=1), *games.one_round(names, dice=1, more=0)))
    now = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
    told = page_words(souvenir_of(1, now, now, record))
    page = beside_code(page_of(told), told)
    return Frame(np.ascontiguousarray(np.asarray(page)[:, :, ::-1]), 0)


def with_souvenir(view: TableView, pages: int = 1) -> TableView:
    """The view with the page of its game drawn; ``pages`` 2: the night's, too."""
    return changed(view, souvenir=(PictureView(souvenir_page(), (), live=False),) * pages)


def opening_roll(names: tuple[str, ...] = SHORT_NAMES[:4], camera: bool = False) -> TableView:
    """Two of the players have rolled."""
    around = Surroundings("Pi camera", live=cups_table()) if camera else Surroundings()
    table = games.going_on(GameBegun("cardinal", names))
    return games.shown(replace(table, rolls=((0, 5), (1, 3))), around)


def advised(view: TableView, sentence: str) -> TableView:
    """The view with an advice on it, and the keys that the scene has for it."""
    answers: tuple[tuple[str, Command], ...] = (("Look again", CupsAreUp(view.number)),)
    if view.kind is BiddingScene:
        overrule, again = SquaresAreRight(view.number, 2), LookAgain(view.number)
        answers = (("The dice are right", overrule), ("Look again", again))
    return replace(view, advice=AdviceView(sentence, tuple(Answer(*each) for each in answers)))

"""Views of every scene, made by hand."""

from __future__ import annotations

from dataclasses import replace

from sample_parts import CHOICES, DEALT, SHORT_NAMES, cups_table, pad, painted_table, seat, seats_of, track

from companion.frame import Frame
from companion.play.commands import Command, CupsAreUp, LookAgain, SquaresAreRight
from companion.play.house_rules.mix_views import beginnings
from companion.play.views import (
    AdviceView,
    Answer,
    CountedHand,
    HandView,
    Mark,
    PadView,
    PictureView,
    RematchView,
    SavedGameView,
    Scene,
    ShowBy,
    ShowView,
    SlotView,
    TableView,
    Tone,
    VerdictView,
    WelcomeView,
)


def welcome(saved: bool = True) -> TableView:
    """The first screen, with or without games to go on with."""
    games = (
        SavedGameView(7, "Ann, Bob and Cy: round 4, Bob to bid", False),
        SavedGameView(5, "Maximiliane, Bartholomew and Konstantina: round 2, cups to be lifted", False),
        SavedGameView(3, "Dora and Eve: Eve has won", True),
    )
    view = WelcomeView(CHOICES, games if saved else (), "Simulated table (no camera found)", beginnings())
    return TableView(1, Scene.WELCOME, "Begin a game, or go on with one.", welcome=view)


def bidding(
    names: tuple[str, ...] = SHORT_NAMES[:3], bid: tuple[int, int] | None = (7, 5), **fields: object
) -> TableView:
    """A track game with a bid by seat 0 and seat 1 on turn."""
    words = {None: None, (7, 5): "seven 5s", (3, 1): "three stars", (16, 4): "sixteen 4s"}[bid]
    base = TableView(
        number=12,
        scene=Scene.BIDDING,
        message=f"{names[1]} answers {words}." if bid else f"{names[1]} opens.",
        rules_title="Milton Bradley, 1987",
        has_stars=True,
        round_number=3,
        seats=seats_of(names, 1, 0 if bid else None),
        bid=words,
        bid_face=bid[1] if bid else None,
        bid_quantity=bid[0] if bid else None,
        track=track(bid),
        may_challenge=bid is not None,
        show=ShowView(0, names[0], 4, ShowBy.HOUSE) if bid else None,
        may_peek=True,
        may_undo=True,
        undo_words="take back Ann's bid of seven 5s",
        has_camera=True,
    )
    return replace(base, **fields)


def padded(
    names: tuple[str, ...] = SHORT_NAMES[:4], view: PadView | None = None, **fields: object
) -> TableView:
    """A game without a track."""
    base = bidding(names, None)
    return replace(
        base,
        message=f"{names[1]} answers four 4s.",
        rules_title="RH common hand",
        has_stars=False,
        seats=seats_of(names, 1, 0),
        bid="four 4s",
        bid_face=4,
        bid_quantity=4,
        track=None,
        pad=view or pad(),
        may_challenge=True,
        **fields,
    )


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


def reveal(names: tuple[str, ...] = SHORT_NAMES[:3], camera: bool = True) -> TableView:
    """Challenged; the cups are to be lifted."""
    picture = PictureView(cups_table(), (), True) if camera else None
    return replace(
        bidding(names),
        scene=Scene.REVEAL,
        message=f"{names[1]} challenges seven 5s: lift the cups.",
        track=None,
        may_challenge=False,
        show=None,
        may_peek=False,
        picture=picture,
        has_camera=camera,
    )


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
    return replace(
        reveal(names),
        scene=Scene.SHOWING,
        message=f"{names[0]} has slid {dice} out: the cup stays down."
        if slid
        else f"{names[0]}: slide {dice} out, the cup stays down.",
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
    base = replace(
        sliding_out(names, count=3),
        scene=Scene.CHECK,
        message="The eye is not sure of one die: tap what it shows."
        if doubted
        else f"{names[0]} shows a star and two 5s: is that right?",
        hands=hands[:1],
        picture=PictureView(frame, marks[:3], False),
        may_accept=not doubted,
        may_read_again=True,
        undo_words="back to the dice put out",
    )
    return replace(base, **fields)


def reading(names: tuple[str, ...] = SHORT_NAMES[:3]) -> TableView:
    """The eye is at work."""
    frame, _hands, _marks = hands_of(names)
    return replace(
        reveal(names),
        scene=Scene.READING,
        message="Hands off the table: the dice are being read.",
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
        doubts = {(0, 2): "cannot be read", (2, 4): "stands on its edge: agree on a face"}
    frame, hands, marks = hands_of(names, doubts, dice)
    if not camera:
        empty = SlotView(None, Tone.DOUBTED, None, None)
        hands = tuple(replace(hand, slots=(empty,) * dice) for hand in hands)
    return replace(
        reveal(names, camera),
        scene=Scene.CHECK,
        message="The eye is not sure of two dice: tap what they show.",
        hands=hands,
        picture=PictureView(frame, marks, False) if camera else None,
        may_read_again=camera,
        **fields,
    )


def verdict(names: tuple[str, ...] = SHORT_NAMES[:3], camera: bool = True, dice: int = 5) -> TableView:
    """Seven 5s were bid; the dice with a 5 or a star have counted."""
    frame, hands, marks = hands_of(names, dice=dice)
    counted = tuple(
        replace(
            hand,
            slots=tuple(
                replace(slot, tone=Tone.COUNTED if slot.face in (1, 5) else Tone.IDLE) for slot in hand.slots
            ),
        )
        for hand in hands
    )
    count = sum(slot.tone is Tone.COUNTED for hand in counted for slot in hand.slots)
    marks = tuple(replace(mark, tone=Tone.COUNTED if mark.face in (1, 5) else Tone.IDLE) for mark in marks)
    losses = tuple(2 if at == 1 else 0 for at in range(len(names)))
    sentence = f"{names[0]} bid seven 5s; {count} lie on the table, enough. {names[1]} loses two dice."
    return replace(
        reveal(names),
        scene=Scene.VERDICT,
        message=f"{names[0]} opens the next round.",
        hands=counted,
        picture=PictureView(frame, marks, False) if camera else None,
        verdict=VerdictView(
            "The bid holds",
            sentence,
            count,
            7,
            losses,
            counted,
            called=f"{names[1]} challenges {names[0]}'s bid of seven 5s.",
            counted=_counted(counted),
            next_words="Next round",
        ),
        may_correct=True,
        undo_words="take back the reveal",
    )


def _counted(hands: tuple[HandView, ...]) -> tuple[CountedHand, ...]:
    """What counts, the first player's dice last: theirs was the bid."""
    found = (
        CountedHand(hand.seat, tuple(int(slot.tone is Tone.COUNTED) for slot in hand.slots)) for hand in hands
    )
    first, *others = found
    return (*others, first)


def over(names: tuple[str, ...] = SHORT_NAMES[:3]) -> TableView:
    """The first player has won."""
    view = verdict(names)
    seats = tuple(seat(at, name, 3 if at == 0 else 0) for at, name in enumerate(names))
    return replace(
        view,
        scene=Scene.OVER,
        message=f"{names[0]} has won the game.",
        seats=seats,
        winner=names[0],
        rematch=RematchView("milton-bradley", names, (("dice", 5),), 0),
    )


def opening_roll(names: tuple[str, ...] = SHORT_NAMES[:4], camera: bool = False) -> TableView:
    """Two of the players have rolled."""
    hands = tuple(
        HandView(
            at,
            name,
            1,
            (SlotView((5, 3)[at] if at < 2 else None, Tone.TAPPED if at < 2 else Tone.DOUBTED, None, None),),
            None,
        )
        for at, name in enumerate(names)
    )
    return replace(
        bidding(names, None),
        scene=Scene.OPENING_ROLL,
        message="Everybody rolls one die: the highest opens.",
        rules_title="Cardinal",
        has_stars=False,
        track=None,
        hands=hands,
        may_peek=False,
        picture=PictureView(cups_table(), (), True) if camera else None,
        has_camera=camera,
        seats=tuple(seat(at, name) for at, name in enumerate(names)),
    )


def advised(view: TableView, sentence: str) -> TableView:
    """The view with an advice on it, and the keys that the scene has for it."""
    answers: tuple[tuple[str, Command], ...] = (("Look again", CupsAreUp(view.number)),)
    if view.scene is Scene.BIDDING:
        overrule, again = SquaresAreRight(view.number, 2), LookAgain(view.number)
        answers = (("They are right", overrule), ("Look again", again))
    return replace(view, advice=AdviceView(sentence, tuple(Answer(*each) for each in answers)))

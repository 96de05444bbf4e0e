"""Views of every scene, made by hand, with a table painted where a camera would stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.frame import Frame
from companion.play.mix_views import beginnings
from companion.play.views import (
    HandView,
    Mark,
    PadFace,
    PadView,
    PictureView,
    RematchView,
    RulesChoice,
    SavedGameView,
    Scene,
    SeatView,
    ShowBy,
    ShowView,
    SlotView,
    SpaceView,
    TableView,
    Tone,
    TrackView,
    VerdictView,
    WelcomeView,
)
from companion.ui.art.canvas import Picture
from companion.ui.art.dice import IVORY, YELLOW, draw_die
from companion.ui.theme import colour

LONG_NAMES = ("Maximiliane", "Bartholomew", "Konstantina", "Alexandrine", "Christopher", "Wilhelmina")
SHORT_NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Finn", "Gus", "Hanna")
FRAME_SIZE = (1280, 720)
"""Width and height of the painted table in pixels."""
DIE_SIDE = 46

DICE_OPTION = ("dice", "Dice each at the start", tuple(range(1, 11)), 5)
CHOICES = (
    RulesChoice(
        "milton-bradley",
        "Milton Bradley, 1987",
        2,
        6,
        True,
        (DICE_OPTION, ("chips", "Play for chips", (False, True), False)),
        "The bidding track, wild stars, and losses by the difference.",
        True,
    ),
    RulesChoice(
        "front-porch",
        "Front Porch Classics",
        2,
        4,
        False,
        (DICE_OPTION,),
        "The highest die opens; Palafico for the last die.",
    ),
    RulesChoice("cardinal", "Cardinal", 2, 4, False, (DICE_OPTION,), "Strict raises, one die a loss."),
    RulesChoice(
        "rh",
        "RH common hand",
        2,
        8,
        True,
        (
            ("dice", "Dice each at the start", tuple(range(1, 11)), 6),
            ("random_challenge", "Anyone may challenge", (False, True), False),
            ("spot_on", "Call a bid exactly right", (False, "nothing", "win-back", "others-lose"), False),
            ("aces_wild", "Aces are wild", (False, True), False),
            ("tie_breaker", "Bid on the sum of the last two dice", (False, True), False),
        ),
        "Six dice, spot on, and anybody may challenge.",
    ),
)


def seat(number: int, name: str, dice: int = 5, **fields: object) -> SeatView:
    """A seat with nothing special about it, but for what is named."""
    plain = {
        "lost": 5 - dice,
        "shown": (),
        "to_act": False,
        "bidder": False,
        "out": dice == 0,
        "chips": None,
        "may_challenge": False,
    }
    return SeatView(number, name, dice, **(plain | fields))


def spaces(lap: int) -> list[tuple[int, bool]]:
    """(quantity, star) of each space of a lap, in track order."""
    found: list[tuple[int, bool]] = []
    for number in range(1, 21):
        found.append((20 * lap + number, False))
        if number % 2:
            found.append((10 * lap + (number + 1) // 2, True))
    return found


def track(bid: tuple[int, int] | None) -> TrackView:
    """The first two laps with a bid (quantity, face) on them: all later spaces are lit."""
    order = [(lap, *space) for lap in (0, 1) for space in spaces(lap)]
    at = -1
    if bid is not None:
        at = next(
            i for i, (_, quantity, star) in enumerate(order) if (quantity, star) == (bid[0], bid[1] == 1)
        )
    views = []
    for index, (_, quantity, star) in enumerate(order):
        faces: tuple[int, ...] = ((1,) if star else (2, 3, 4, 5, 6)) if index > at else ()
        if index == at and not star:
            faces = tuple(range(bid[1] + 1, 7))
        why = None if faces else "Below the bid: move the red die clockwise to a later space."
        label = f"★{quantity}" if star else str(quantity)
        views.append(SpaceView(label, quantity, star, faces, bid[1] if index == at else None, why))
    return TrackView((tuple(views[:30]), tuple(views[30:])))


def pad(lowest: int = 4, locked: int | None = None) -> PadView:
    """A pad after a bid of so many: higher faces at the same quantity, others one more."""
    faces = tuple(
        PadFace(face, None, None, f"Palafico: the face stays {locked}.")
        if locked is not None and face != locked
        else PadFace(face, lowest + (face < 4), 24, None)
        for face in range(1, 7)
    )
    return PadView(faces, None, locked)


def _paste(ground: np.ndarray, face: int, left: int, top: int, star: bool) -> None:
    painted = draw_die(DIE_SIDE, face, YELLOW if star else IVORY, star).pixels
    strength = painted[..., 3:]
    part = ground[top : top + DIE_SIDE, left : left + DIE_SIDE]
    part[:] = part * (1 - strength) + painted[..., 2::-1] * strength


def painted_table(
    hands: tuple[tuple[int, ...], ...], star: bool = True
) -> tuple[Frame, list[list[tuple[int, int, int, int]]]]:
    """A frame with the dice of each hand on a brown table, and their boxes."""
    width, height = FRAME_SIZE
    picture = Picture(width, height, colour("#5B3A22"))
    stripes = (np.sin(picture.y / 9 + np.sin(picture.x / 160) * 2) + 1) / 2
    picture.paint(stripes * 0.35, colour("#3B2412"))
    ground = picture.pixels[..., 2::-1].copy()
    boxes: list[list[tuple[int, int, int, int]]] = []
    for number, hand in enumerate(hands):
        turn = 2 * np.pi * number / len(hands) + np.pi / 2
        centre = (width / 2 + np.cos(turn) * width * 0.34, height / 2 + np.sin(turn) * height * 0.33)
        own = []
        for at, face in enumerate(hand):
            left = int(centre[0] + (at % 3 - 1) * DIE_SIDE * 1.35 - DIE_SIDE / 2 + 7 * (at // 3))
            top = int(centre[1] + (at // 3 - 0.5) * DIE_SIDE * 1.4 - DIE_SIDE / 2 + 3 * (at % 2))
            _paste(ground, face, left, top, star)
            own.append((left + 4, top + 4, left + DIE_SIDE - 4, top + DIE_SIDE - 4))
        boxes.append(own)
    return Frame((np.clip(ground, 0, 1) * 255).astype(np.uint8), 0), boxes


def cups_table() -> Frame:
    """A frame of the empty table, for the live picture."""
    return painted_table(((),))[0]


DEALT = (
    (1, 5, 5, 2, 3, 4),
    (4, 5, 6, 1, 1, 2),
    (2, 2, 5, 6, 3, 3),
    (5, 3, 3, 4, 6, 6),
    (6, 6, 2, 1, 5, 4),
    (4, 4, 3, 2, 5, 1),
    (2, 6, 1, 3, 3, 5),
    (6, 4, 1, 1, 2, 2),
)
"""What lies under each cup; the first five, or all six."""


def seats_of(names: tuple[str, ...], turn: int, bidder: int | None, **fields: object) -> tuple[SeatView, ...]:
    """Seats of these names, with some dice lost here and there."""
    lost = (0, 1, 0, 3, 0, 2, 1, 0)
    return tuple(
        seat(
            at,
            name,
            5 - lost[at],
            to_act=at == turn,
            bidder=at == bidder,
            may_challenge=at == turn and bidder is not None,
            **fields,
        )
        for at, name in enumerate(names)
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
        verdict=VerdictView("The bid holds", sentence, count, 7, losses, counted),
        may_correct=True,
        undo_words="take back the reveal",
    )


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

"""Games as they are played: the rules sum up what the samples show, and the app says it."""

from __future__ import annotations

from dataclasses import replace

from companion.core.frame import Frame
from companion.core.reading import Box, ReadDie
from companion.journal import Source
from companion.play.base.views import Surroundings
from companion.play.modes.dice.hands import Hand
from companion.play.modes.dice.state import DiceTable, Picture, resumed_game
from companion.play.table import view_of
from companion.play.views import TableView
from companion.rules import (
    MILTON_BRADLEY,
    RH,
    BidMade,
    Challenged,
    CupsRevealed,
    Dice,
    Event,
    GameBegun,
    OptionValue,
    PlayerLeft,
    replay,
    switches_of,
)
from tests.ui.painted_table import painted_table
from tests.ui.sample_parts import DEALT, SHORT_NAMES

NUMBER = 12
"""Of every view: a touch on it sends a command with this number."""
Seen = tuple[Frame, list[list[Box]]]
"""A picture, and the boxes of each seat's dice in it."""
AT_THE_SIMULATED_TABLE = Surroundings(camera="Simulated table", may_peek=True)


def begun(names: tuple[str, ...], dice: int = 5, opener: int = 0) -> GameBegun:
    """A game on the track; more players than the published game has cups for play it as house rules."""
    if len(names) <= MILTON_BRADLEY.most_players:
        return GameBegun(MILTON_BRADLEY.name, names, (("dice", dice),), opener)
    switches = dict(switches_of(MILTON_BRADLEY)) | {"dice": dice}
    return GameBegun("house", names, tuple(switches.items()), opener)


def common_hand(names: tuple[str, ...], **options: OptionValue) -> GameBegun:
    """A game without a track."""
    return GameBegun(RH.name, names, tuple(options.items()), 0)


def one_round(names: tuple[str, ...], dice: int = 5, more: int = 2) -> tuple[Event, ...]:
    """The first player bids on 5s, the second challenges, and so many more lie there than were bid."""
    hands = dealt(names, dice)
    return BidMade(0, matching(hands, 5) - more, 5), Challenged(1), CupsRevealed(hands)


def dealt(names: tuple[str, ...], dice: int = 5) -> tuple[Dice, ...]:
    """What lies under each cup."""
    return tuple(hand[:dice] for hand in DEALT[: len(names)])


def matching(hands: tuple[Dice, ...], face: int) -> int:
    """How many dice count for a bid of this face, stars included."""
    return sum(each in (1, face) for hand in hands for each in hand)


def left_between() -> tuple[Event, ...]:
    """A round was played, then the second of five leaves."""
    names = SHORT_NAMES[:5]
    return begun(names), *one_round(names, more=-2), PlayerLeft(1)


def going_on(*events: Event) -> DiceTable:
    """The table that plays on after these events; after a reveal the next round has begun."""
    record = replay(events)
    return replace(resumed_game(0, 7, record).at(record), number=NUMBER)


def shown(table: DiceTable, around: Surroundings = AT_THE_SIMULATED_TABLE) -> TableView:
    """What its screen draws."""
    return view_of(table, around)


def told(camera: bool, *events: Event, seen: Seen | None = None) -> TableView:
    """What the screen draws of the latest reveal: read by the camera in a picture, or tapped in."""
    table = resumed_game(NUMBER, 7, replay(events))
    frame, boxes = seen or painted_table(table.game.rounds[-1].dice)
    vouched = tuple(_vouched(hand, boxes[hand.seat] if camera else None) for hand in table.hands)
    table = replace(table, hands=vouched, picture=Picture(frame) if camera else None)
    return shown(table, AT_THE_SIMULATED_TABLE if camera else Surroundings())


def _vouched(hand: Hand, boxes: list[Box] | None) -> Hand:
    if boxes is None:
        return replace(hand, slots=tuple(replace(each, source=Source.PLAYER) for each in hand.slots))
    slots = (
        replace(slot, source=Source.EYE, seen=ReadDie(box, slot.face, slot.face == 1, 0.99))
        for slot, box in zip(hand.slots, boxes, strict=True)
    )
    return replace(hand, slots=tuple(slots))

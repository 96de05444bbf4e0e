"""What a screen shows of lifted cups, of shown dice and of a reading, and what a touch there asks for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.play.commands import AcceptReading, BeginShow, CallSpotOn, Command, EnterByHand, ShowDice
from companion.text.speech import say


class CallSheet(Enum):
    """On which sheet the players say who calls, which dice are shown, or who looks under a cup."""

    CALLERS = "callers"
    SPOT_ON = "spot_on"
    SHOWN_DICE = "shown_dice"
    PEEK = "peek"


@dataclass(frozen=True, slots=True)
class CallView:
    """A key beside the bids: its words; a touch opens the ``sheet``, sends the command, or both."""

    words: str
    command: Command | None = None
    sheet: CallSheet | None = None


@dataclass(frozen=True, slots=True)
class BidView:
    """A bid of the round. ``face`` is ``None`` for the sum of a tie breaker."""

    seat: int
    name: str
    quantity: int
    face: int | None


class ShowBy(Enum):
    """How shown dice come onto the screen: tapped in, read by the camera, or slid out by the house, too."""

    HAND = "hand"
    CAMERA = "camera"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class ShowView:
    """Show and reroll by the last bidder. ``count``: dice on their way out now, at most ``most``.

    ``seen`` is how many the camera sees instead, where the number may be changed to that; ``slid`` that
    the house has put them out, their number then being settled.
    """

    seat: int
    name: str
    most: int
    by: ShowBy
    count: int = 0
    slid: bool = False
    seen: int | None = None

    @property
    def told_words(self) -> str:
        """What stands on the key under the faces that the bidder has tapped."""
        return say("show_sheet.slide" if self.by is ShowBy.HOUSE else "show_sheet.show")

    def call(self, number: int) -> CallView:
        """The key that begins it on a view: the camera looks, or the bidder first taps the faces."""
        words = say("bidding.show")
        if self.by is ShowBy.CAMERA:
            return CallView(words, BeginShow(number, count=1))
        return CallView(words, sheet=CallSheet.SHOWN_DICE)

    def told(self, number: int, faces: tuple[int, ...]) -> Command:
        """What follows on a view once the bidder has tapped these faces."""
        if self.by is ShowBy.HOUSE:
            return BeginShow(number, count=len(faces), faces=faces)
        return ShowDice(number, faces)


@dataclass(frozen=True, slots=True)
class SpotOnView:
    """The call that the bid is exactly right, which the seats ``callers`` may make now.

    ``words`` stand on the key, in the word that this game's players use; ``asked`` asks who calls.
    """

    words: str
    asked: str
    callers: tuple[int, ...]

    def call(self, number: int) -> CallView:
        """The key on a view. Where several may call, they say who does."""
        if len(self.callers) > 1:
            return CallView(self.words, sheet=CallSheet.SPOT_ON)
        return CallView(self.words, CallSpotOn(number, self.callers[0]))


@dataclass(frozen=True, slots=True)
class LiftView:
    """What is waited for while cups are lifted and the table is looked at. ``late``: help by touch is due."""

    title: str
    words: str
    late: bool


@dataclass(frozen=True, slots=True)
class WayOn:
    """The one key that leads on from a reading. ``command`` is ``None`` while dice are still in doubt."""

    words: str
    command: Command | None


def way_on(number: int, show: ShowView | None, may_accept: bool, may_enter_by_hand: bool) -> WayOn:
    """The faces are taken as they stand, or what else leads on from them."""
    taken = say("way_on.accept" if show is None else "way_on.show")
    if may_accept:
        return WayOn(taken, AcceptReading(number))
    if show is not None and show.seen is not None:
        return WayOn(say("way_on.show_seen", seen=show.seen), BeginShow(number, show.seen))
    if may_enter_by_hand:
        return WayOn(say("way_on.by_hand"), EnterByHand(number))
    return WayOn(taken, None)


@dataclass(frozen=True, slots=True)
class PadFace:
    """What may be bid on a face: quantities from ``lowest`` to ``highest`` (None: no upper limit).

    ``lowest`` None: this face cannot be bid now, for the reason in ``why``.
    """

    face: int
    lowest: int | None
    highest: int | None
    why: str | None


@dataclass(frozen=True, slots=True)
class PadView:
    """The bid pad of the games without a track. ``totals``: lowest and highest sum in a tie breaker.

    ``lowest``, quantity and face, is the lowest raise in the order of the rules, or the lowest opening;
    ``None`` where only a call is left, and in a tie breaker.

    ``in_play``: where there is no highest quantity, all up to so many are offered at once. ``shown`` are the
    quantities to draw, where they are others than those that may be bid.
    """

    faces: tuple[PadFace, ...]
    totals: tuple[int, int] | None
    lowest: tuple[int, int] | None
    in_play: int = 0
    shown: tuple[int, ...] = ()

    @property
    def endless(self) -> bool:
        """Whether there is no highest quantity."""
        return any(each.lowest is not None and each.highest is None for each in self.faces)

    @property
    def quantities(self) -> tuple[int, ...]:
        """What is drawn: all that is offered at once, from the lowest that may be bid on any face."""
        if self.shown:
            return self.shown
        if self.totals is not None:
            return tuple(range(self.totals[0], self.totals[1] + 1))
        lowest = [each.lowest for each in self.faces if each.lowest is not None]
        if not lowest:
            return ()
        highest = max(each.highest or 0 for each in self.faces)
        return tuple(range(min(lowest), max(highest, *lowest, self.in_play if self.endless else 0) + 1))

    def may_bid(self, quantity: int, face: int | None = None) -> bool:
        """Whether so many dice of this face may be bid; of any face where none is named."""
        if self.totals is not None:
            return self.totals[0] <= quantity <= self.totals[1]
        return any(
            each.lowest is not None
            and each.lowest <= quantity
            and (each.highest is None or quantity <= each.highest)
            for each in self.faces
            if face in (None, each.face)
        )

    def faces_for(self, quantity: int | None) -> tuple[int, ...]:
        """The faces that may be bid at this quantity; at any where none is named."""
        possible = (each.face for each in self.faces if each.lowest is not None)
        return tuple(face for face in possible if quantity is None or self.may_bid(quantity, face))

    def offer(self, quantity: int | None, face: int | None) -> tuple[int, int] | None:
        """The bid to offer with one touch where a quantity or a face was picked; a total has face 0."""
        if self.totals is not None:
            return (self.totals[0] if quantity is None else quantity), 0
        if quantity is not None:
            faces = self.faces_for(quantity)
            if not faces:
                return None
            nearest = None if self.lowest is None else self.lowest[1]
            return quantity, nearest if nearest in faces else faces[0]
        if face is None:
            return self.lowest
        wanted = next(each for each in self.faces if each.face == face)
        return None if wanted.lowest is None else (wanted.lowest, wanted.face)

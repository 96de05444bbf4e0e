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

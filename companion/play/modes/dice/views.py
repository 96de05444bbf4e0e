"""What a screen shows of a game of dice, and what a touch there asks for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.core.reading import Box
from companion.play.base import commands
from companion.play.base.views import PictureView, RematchView, Tone, Topic
from companion.rules import Bid, BidMade
from companion.text import say, say_all, say_player


class CallSheet(Enum):
    CALLERS = "callers"
    SPOT_ON = "spot_on"
    SHOWN_DICE = "shown_dice"
    PEEK = "peek"


@dataclass(frozen=True, slots=True)
class CallView:
    """A key beside the bids; a touch opens the ``sheet``, sends the command, or both."""

    words: str
    command: commands.Command | None = None
    sheet: CallSheet | None = None
    name: str = ""
    """The player in the words."""


@dataclass(frozen=True, slots=True)
class BidView:
    seat: int
    name: str
    quantity: int
    face: int | None

    @classmethod
    def of(cls, bid: Bid, players: tuple[str, ...]) -> BidView:
        face = bid.face if isinstance(bid, BidMade) else None
        return cls(bid.player, say_player(players, bid.player), bid.claim, face)


class ShowBy(Enum):
    HAND = "hand"
    CAMERA = "camera"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class ShowView:
    """Show and reroll by the last bidder: ``count`` dice on their way out, at most ``most``.

    ``seen``: how many the camera sees instead, if that may be shown. ``slid``: the simulated table has put
    them out.
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
        return say("show_sheet.slide" if self.by is ShowBy.HOUSE else "show_sheet.show")

    def call(self, number: int) -> CallView:
        words = say("bidding.show", player=self.name)
        if self.by is ShowBy.CAMERA:
            return CallView(words, commands.BeginShow(number, count=1), name=self.name)
        return CallView(words, sheet=CallSheet.SHOWN_DICE, name=self.name)

    def told(self, number: int, faces: tuple[int, ...]) -> commands.Command:
        if self.by is ShowBy.HOUSE:
            return commands.BeginShow(number, count=len(faces), faces=faces)
        return commands.ShowDice(number, faces)


@dataclass(frozen=True, slots=True)
class SpotOnView:
    """The call that the bid is exactly right, open to ``callers``; ``words`` and ``asked`` are this game's
    terms.
    """

    words: str
    asked: str
    callers: tuple[int, ...]

    def call(self, number: int) -> CallView:
        """The key; if several may call, a sheet asks who does."""
        if len(self.callers) > 1:
            return CallView(self.words, sheet=CallSheet.SPOT_ON)
        return CallView(self.words, commands.CallSpotOn(number, self.callers[0]))


@dataclass(frozen=True, slots=True)
class LiftView:
    """What is waited for during a lift; ``late``: help by touch is due.

    ``so_far``, ``said``: the count, and what is heard, if cups go up in turn.
    """

    title: str
    words: str
    late: bool
    so_far: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class NextKey:
    """The one key that leads on from a reading; ``command`` None while dice are in doubt."""

    words: str
    command: commands.Command | None


def next_key(number: int, show: ShowView | None, may_accept: bool, may_enter_by_hand: bool) -> NextKey:
    taken = say("way_on.accept" if show is None else "way_on.show")
    if may_accept:
        return NextKey(taken, commands.AcceptReading(number))
    if show is not None and show.seen is not None:
        return NextKey(say("way_on.show_seen", seen=show.seen), commands.BeginShow(number, show.seen))
    if may_enter_by_hand:
        return NextKey(say("key.by_hand"), commands.EnterByHand(number))
    return NextKey(taken, None)


@dataclass(frozen=True, slots=True)
class PadFace:
    """Quantities for a face, ``lowest`` to ``highest`` (None: unlimited).

    ``lowest`` None: the face cannot be bid now, because of ``why``.
    """

    face: int
    lowest: int | None
    highest: int | None
    why: str | None


@dataclass(frozen=True, slots=True)
class PadView:
    """The bid pad of games without a track. ``totals``: lowest and highest sum in a tie breaker.

    ``lowest``: the lowest raise or opening (quantity, face), if any. ``in_play``: how many quantities are
    offered if there is no highest. ``shown``: quantities to draw, if not these.
    """

    faces: tuple[PadFace, ...]
    totals: tuple[int, int] | None
    lowest: tuple[int, int] | None
    in_play: int = 0
    shown: tuple[int, ...] = ()

    @property
    def endless(self) -> bool:
        return any(each.lowest is not None and each.highest is None for each in self.faces)

    @property
    def quantities(self) -> tuple[int, ...]:
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
        """``face`` None: any face."""
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
        """Faces that may be bid at this quantity; None: at any."""
        possible = (each.face for each in self.faces if each.lowest is not None)
        return tuple(face for face in possible if quantity is None or self.may_bid(quantity, face))

    def offer(self, quantity: int | None, face: int | None) -> tuple[int, int] | None:
        """The bid for one touch, given a picked quantity or face; a total has face 0."""
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


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's place; ``chips`` None: none are played for."""

    seat: int
    name: str
    dice: int
    lost: int
    shown: tuple[int, ...]
    to_act: bool
    bidder: bool
    out: bool
    chips: int | None
    may_challenge: bool
    lost_now: int = 0
    left: bool = False
    own: tuple[int, ...] = ()
    """Dice under the cup of the one who practises."""
    time: str = ""
    """The player's clock; empty without clocks."""


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space of the track; ``faces`` may be bid here now, none: not lit.

    ``die``: the red die's face if it stands here. ``why``: why not lit. ``warning``: more dice than are in
    play. ``far``: the lap's numbers exceed two thirds of those dice, so earlier laps do not offer it.
    """

    label: str
    quantity: int
    star: bool
    faces: tuple[int, ...]
    die: int | None
    why: str | None
    warning: str | None = None
    far: bool = False


MOST_LAPS = {False: 3, True: 6}
"""On this many laps at most a touch offers a bid, by whether it is on a star space: the laps of sixty
dice."""


@dataclass(frozen=True, slots=True)
class TrackView:
    """The red die's lap and later ones, 30 spaces each, clockwise.

    ``lowest``: the lowest raise (quantity, face); None without a bid or a possible raise.
    """

    laps: tuple[tuple[SpaceView, ...], ...]
    lowest: tuple[int, int] | None = None

    @property
    def first_lap(self) -> int:
        """Index of the lap to begin with: 1 if the red die's offers no bid and a later one does, else 0."""
        here, *later = (any(space.faces for space in lap) for lap in self.laps)
        return int(not here and any(later))

    def leads_on(self, lap: int) -> bool:
        return any(space.warning is None and not space.star for space in self.laps[lap])

    def offers(self, lap: int, place: int) -> tuple[SpaceView, ...]:
        """Bids for a touch on this place: on this lap and later ones that the dice reach, ``MOST_LAPS`` at
        most.
        """
        here, *later = (spaces[place] for spaces in self.laps[lap:])
        reached = [space for space in later if space.warning is None and not space.far]
        return tuple(space for space in (here, *reached) if space.faces)[: MOST_LAPS[here.star]]


@dataclass(frozen=True, slots=True)
class SlotView:
    """One die of a hand; ``face`` None: to be tapped. ``doubt``: why it is asked about.

    ``maybe_no_die``: ask first whether it is one.
    """

    face: int | None
    tone: Tone
    doubt: str | None
    box: Box | None
    maybe_no_die: bool = False

    @property
    def doubted(self) -> bool:
        return self.face is None or self.tone is Tone.DOUBTED


@dataclass(frozen=True, slots=True)
class HandView:
    seat: int
    name: str
    expected: int
    slots: tuple[SlotView, ...]
    complaint: str | None

    @property
    def places(self) -> tuple[SlotView, ...]:
        empty = SlotView(None, Tone.DOUBTED, None, None)
        return (*self.slots, *(empty for _ in range(self.expected - len(self.slots))))


@dataclass(frozen=True, slots=True)
class CountedHand:
    seat: int
    worth: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VerdictView:
    """How a challenge ended, in words; counted dice have tone COUNTED in ``hands``.

    ``called``: who called whose bid, without the outcome. ``counted``: hands in counting order, the bidder's
    last. ``told``: the players know this verdict. ``lie``: what the bidder held of the bid.
    """

    headline: str
    sentence: str
    count: int
    quantity: int
    losses: tuple[int, ...]
    hands: tuple[HandView, ...]
    called: str
    counted: tuple[CountedHand, ...]
    next_words: str
    told: bool = False
    begins: str = ""
    lie: str = ""


@dataclass(frozen=True, slots=True)
class GameView:
    """A game of dice in every scene; ``star_face`` 0: none.

    ``bids``: of the round, in order. ``before``: how the last round ended. ``shown_words``: what lies beside
    the cups.
    """

    rules_title: str
    star_face: int
    round_number: int
    seats: tuple[SeatView, ...]
    bid: str | None = None
    bid_face: int | None = None
    bid_quantity: int | None = None
    bids: tuple[BidView, ...] = ()
    before: str = ""
    banner: str | None = None
    pots: tuple[int, int] | None = None
    shown_words: str | None = None

    @property
    def in_play(self) -> int:
        return sum(seat.dice for seat in self.seats)

    @property
    def on_turn(self) -> SeatView | None:
        return next((seat for seat in self.seats if seat.to_act), None)

    @property
    def bidder(self) -> SeatView | None:
        return next((seat for seat in self.seats if seat.bidder), None)


@dataclass(frozen=True, slots=True)
class OpeningRollScene:
    """One die a player decides who opens; ``hands``: of those who roll."""

    topic: ClassVar = Topic.OPENING
    game: GameView
    hands: tuple[HandView, ...]


@dataclass(frozen=True, slots=True)
class BiddingScene:
    """The player on turn bids, on ``track`` or ``pad``, or somebody calls.

    ``peeking``: the seat whose cup is lifted; ``said_next``: what is said after that. ``shout``: the
    challenge in this game's word. ``thinks``: the partner about to move, or to be hurried by a touch.
    """

    game: GameView
    track: TrackView | None = None
    pad: PadView | None = None
    legal: str = ""
    may_challenge: bool = False
    several_may_challenge: bool = False
    spot_on: SpotOnView | None = None
    show: ShowView | None = None
    may_peek: bool = False
    may_correct: bool = False
    peeking: int | None = None
    said_next: str = ""
    shout: str = ""
    thinks: str = ""

    @property
    def topic(self) -> Topic:
        return Topic.TRACK if self.pad is None else Topic.PAD

    @property
    def callers(self) -> tuple[SeatView, ...]:
        return tuple(seat for seat in self.game.seats if seat.may_challenge)

    def challenge(self, number: int) -> CallView | None:
        """The challenge key; if several may challenge, a sheet asks who does. None: nobody may."""
        callers = self.callers
        if not callers:
            return None
        if self.several_may_challenge and len(callers) > 1:
            return CallView(self.shout, sheet=CallSheet.CALLERS)
        return CallView(self.shout, commands.CallChallenge(number, (callers[0].seat,)))

    def calls(self, number: int) -> tuple[CallView, ...]:
        spot_on = None if self.spot_on is None else self.spot_on.call(number)
        show = None if self.show is None else self.show.call(number)
        peek = self._peek(number) if self.may_peek else None
        return tuple(call for call in (spot_on, show, peek) if call)

    def _peek(self, number: int) -> CallView:
        on_turn = next((seat.seat for seat in self.game.seats if seat.to_act), 0)
        return CallView(say("bidding.peek"), commands.Peek(number, on_turn), CallSheet.PEEK)


@dataclass(frozen=True, slots=True)
class ShowingScene:
    topic: ClassVar = Topic.SHOWING
    game: GameView
    show: ShowView


@dataclass(frozen=True, slots=True)
class RevealScene:
    """``lift``: what is missing, if a lift is watched. ``caller``: the seat that called ``shout``."""

    topic: ClassVar = Topic.REVEAL
    game: GameView
    lift: LiftView | None = None
    caller: int | None = None
    shout: str = ""

    def awaited(self, has_camera: bool) -> LiftView:
        if self.lift is not None:
            return self.lift
        words = say("reveal.aside" if has_camera else "reveal.no_camera")
        return LiftView(say("reveal.cups_up"), words, late=True)


@dataclass(frozen=True, slots=True)
class ReadingScene:
    topic: ClassVar = Topic.REVEAL
    game: GameView


@dataclass(frozen=True, slots=True)
class CheckScene:
    """``may_enter_by_hand``: the reading cannot be right, so faces may be tapped.

    ``show``: the show whose dice these are. ``said_next``: said once the reading is taken, without a call's
    outcome.
    """

    topic: ClassVar = Topic.CHECK
    game: GameView
    hands: tuple[HandView, ...]
    may_accept: bool = False
    may_read_again: bool = False
    may_enter_by_hand: bool = False
    show: ShowView | None = None
    said_next: str = ""

    @property
    def doubted(self) -> tuple[tuple[int, int], ...]:
        places = ((hand.seat, at, slot) for hand in self.hands for at, slot in enumerate(hand.places))
        return tuple((seat, at) for seat, at, slot in places if slot.doubted)

    def next_key(self, number: int) -> NextKey:
        return next_key(number, self.show, self.may_accept, self.may_enter_by_hand)


@dataclass(frozen=True, slots=True)
class VerdictScene:
    topic: ClassVar = Topic.VERDICT
    game: GameView
    hands: tuple[HandView, ...]
    verdict: VerdictView
    may_correct: bool = False


@dataclass(frozen=True, slots=True)
class AwardView:
    seat: int
    name: str
    title: str
    told: str


@dataclass(frozen=True, slots=True)
class OverScene:
    """A game is won; ``souvenir``: its page, and the night's. ``verdict`` None: the others left the winner
    alone.
    """

    topic: ClassVar = Topic.OVER
    game: GameView
    hands: tuple[HandView, ...]
    verdict: VerdictView | None
    winner: str
    winner_seat: int
    rematch: RematchView
    souvenir: tuple[PictureView, ...] = ()
    may_correct: bool = False
    awards: tuple[AwardView, ...] = ()
    evening: str = ""

    @property
    def told(self) -> str:
        verdict = self.verdict
        return say("over.alone") if verdict is None else say_all(verdict.headline, verdict.sentence)


DiceScene = (
    OpeningRollScene
    | BiddingScene
    | ShowingScene
    | RevealScene
    | ReadingScene
    | CheckScene
    | VerdictScene
    | OverScene
)

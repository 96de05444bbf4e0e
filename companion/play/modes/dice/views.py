"""What a screen shows of lifted cups, of shown dice and of a reading, and what a touch there asks for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.reading import Box
from companion.play.base.commands import (
    AcceptReading,
    BeginShow,
    CallChallenge,
    CallSpotOn,
    Command,
    EnterByHand,
    Peek,
    ShowDice,
)
from companion.play.base.views import PictureView, RematchView, Tone
from companion.text import say, say_all


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
        words = say("bidding.show", player=self.name)
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


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's place. ``chips`` is None where none are played for. ``left``: the player has gone."""

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
    """The faces under the cup, where they are the dice of the one who practises."""
    time: str = ""
    """What the player's clock shows; empty without clocks."""


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space of the bidding track. ``faces`` may be bid here now (empty: not lit).

    ``die`` is the red die's face when it stands here. ``why`` says why the space is not lit,
    ``warning`` that more dice would be bid than are in play. ``far``: the numbers of its lap are more than
    two thirds of those dice, and on an earlier lap it is not offered.
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
"""On how many laps a touch on a number space, or a star space, offers a bid: those of sixty dice."""


@dataclass(frozen=True, slots=True)
class TrackView:
    """The bidding track: the lap of the red die and later ones, 30 spaces each, clockwise.

    ``lowest`` is the lowest raise, quantity and face; ``None`` where no bid stands or none can be raised.
    """

    laps: tuple[tuple[SpaceView, ...], ...]
    lowest: tuple[int, int] | None = None

    @property
    def first_lap(self) -> int:
        """The lap to begin on: the next one, where nothing can be bid on that of the red die."""
        here, *later = (any(space.faces for space in lap) for lap in self.laps)
        return int(not here and any(later))

    def leads_on(self, lap: int) -> bool:
        """Whether a lap has a number space that the dice in play reach."""
        return any(space.warning is None and not space.star for space in self.laps[lap])

    def offers(self, lap: int, place: int) -> tuple[SpaceView, ...]:
        """What may be bid by a touch on a place while this lap is shown.

        There, and on later laps as far as the dice in play may reach, and the room: ``MOST_LAPS``.
        """
        here, *later = (spaces[place] for spaces in self.laps[lap:])
        reached = [space for space in later if space.warning is None and not space.far]
        return tuple(space for space in (here, *reached) if space.faces)[: MOST_LAPS[here.star]]


@dataclass(frozen=True, slots=True)
class SlotView:
    """One die of a hand. ``face`` None: to be tapped. ``doubt`` says why it is asked about.

    ``maybe_no_die``: the first question is whether it is a die at all.
    """

    face: int | None
    tone: Tone
    doubt: str | None
    box: Box | None
    maybe_no_die: bool = False

    @property
    def doubted(self) -> bool:
        """Whether a person must say what this die shows."""
        return self.face is None or self.tone is Tone.DOUBTED


@dataclass(frozen=True, slots=True)
class HandView:
    """The dice of one seat as far as they are known. ``expected`` is how many there must be."""

    seat: int
    name: str
    expected: int
    slots: tuple[SlotView, ...]
    complaint: str | None

    @property
    def places(self) -> tuple[SlotView, ...]:
        """The dice, and an empty place for each one that lacks."""
        empty = SlotView(None, Tone.DOUBTED, None, None)
        return (*self.slots, *(empty for _ in range(self.expected - len(self.slots))))


@dataclass(frozen=True, slots=True)
class CountedHand:
    """What each die of a seat, slot by slot, adds to the count; 0 where it does not count."""

    seat: int
    worth: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VerdictView:
    """How a challenge ended, in words, and the dice that counted (tone COUNTED in ``hands``).

    ``called`` says who called whose bid, and nothing of what came of it: for the time until the dice are
    counted. ``counted`` are the hands in the order in which they are counted, the bidder's last. ``told``:
    the players have seen this verdict before (a game gone on with, a correction taken back).
    ``next_words`` stand on the key that leads on, ``begins`` is what the next round begins with. ``lie`` says
    what the bidder held of the bid.
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
    """A game of dice as every scene of it shows it.

    ``star_face`` is drawn as a star, 0: none. ``bids`` are those of the round, the first one first;
    ``before`` says how the round before ended, ``shown_words`` what lies open beside the cups.
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
        """The dice of all players together."""
        return sum(seat.dice for seat in self.seats)


@dataclass(frozen=True, slots=True)
class OpeningRollScene:
    """One die a player says who opens; ``hands`` are those of the players who roll."""

    game: GameView
    hands: tuple[HandView, ...]


@dataclass(frozen=True, slots=True)
class BiddingScene:
    """The player on turn bids, or somebody calls.

    Bids are made on the ``track``, or on the ``pad`` in games without one. ``legal`` says what may be bid.
    ``show`` is the show and reroll that may be made now; ``peeking`` is the seat whose cup is lifted for its
    player's eyes, its dice then to be seen in the picture, and ``said_next`` what is said once it is back.
    ``shout`` is what is called in doubt of the bid,
    in this game's own word. ``thinks`` says which partner by program is about to move, which a
    touch has it do now.
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
    def callers(self) -> tuple[SeatView, ...]:
        """The players who may challenge the bid."""
        return tuple(seat for seat in self.game.seats if seat.may_challenge)

    def challenge(self, number: int) -> CallView | None:
        """The challenge key on a view; ``None`` where nobody may. Where several may, they say who does."""
        callers = self.callers
        if not callers:
            return None
        if self.several_may_challenge and len(callers) > 1:
            return CallView(self.shout, sheet=CallSheet.CALLERS)
        return CallView(self.shout, CallChallenge(number, (callers[0].seat,)))

    def calls(self, number: int) -> tuple[CallView, ...]:
        """The keys beside the challenge: spot on, show and reroll, and a look under a cup."""
        spot_on = None if self.spot_on is None else self.spot_on.call(number)
        show = None if self.show is None else self.show.call(number)
        peek = self._peek(number) if self.may_peek else None
        return tuple(call for call in (spot_on, show, peek) if call)

    def _peek(self, number: int) -> CallView:
        on_turn = next((seat.seat for seat in self.game.seats if seat.to_act), 0)
        return CallView(say("bidding.peek"), Peek(number, on_turn), CallSheet.PEEK)


@dataclass(frozen=True, slots=True)
class ShowingScene:
    """The bidder puts dice out for a show and reroll."""

    game: GameView
    show: ShowView


@dataclass(frozen=True, slots=True)
class RevealScene:
    """The cups go up. ``lift`` says what is still missing, where lifted cups are looked out for."""

    game: GameView
    lift: LiftView | None = None

    def awaited(self, has_camera: bool) -> LiftView:
        """``lift``; where nobody looks out for lifted cups, what the players are asked to do."""
        if self.lift is not None:
            return self.lift
        words = say("reveal.aside" if has_camera else "reveal.no_camera")
        return LiftView(say("reveal.cups_up"), words, late=True)


@dataclass(frozen=True, slots=True)
class ReadingScene:
    """The dice are being read."""

    game: GameView


@dataclass(frozen=True, slots=True)
class CheckScene:
    """What was read, and what the players are asked about.

    ``may_enter_by_hand``: what was read cannot be right, so all faces may be tapped in instead. ``show`` is
    the show and reroll whose dice these are. ``said_next``: what is said as soon as the reading is taken, and
    nothing of how a call ended.
    """

    game: GameView
    hands: tuple[HandView, ...]
    may_accept: bool = False
    may_read_again: bool = False
    may_enter_by_hand: bool = False
    show: ShowView | None = None
    said_next: str = ""

    @property
    def doubted(self) -> tuple[tuple[int, int], ...]:
        """Seat and place of each die that the players are asked about."""
        places = ((hand.seat, at, slot) for hand in self.hands for at, slot in enumerate(hand.places))
        return tuple((seat, at) for seat, at, slot in places if slot.doubted)

    def way_on(self, number: int) -> WayOn:
        """The one key that leads on from a reading."""
        return way_on(number, self.show, self.may_accept, self.may_enter_by_hand)


@dataclass(frozen=True, slots=True)
class VerdictScene:
    """A challenge has been decided."""

    game: GameView
    hands: tuple[HandView, ...]
    verdict: VerdictView
    may_correct: bool = False


@dataclass(frozen=True, slots=True)
class AwardView:
    """Who earned an award, its name, and what for."""

    seat: int
    name: str
    title: str
    told: str


@dataclass(frozen=True, slots=True)
class OverScene:
    """A game is won. ``rematch`` begins it once more; ``souvenir`` is its page, once it is drawn.

    ``verdict`` is ``None`` where the others have left the winner alone. ``evening`` says who won how often
    tonight, and who catches whom.
    """

    game: GameView
    hands: tuple[HandView, ...]
    verdict: VerdictView | None
    winner: str
    winner_seat: int
    rematch: RematchView
    souvenir: PictureView | None = None
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
"""What a game of dice shows."""

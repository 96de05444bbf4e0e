"""What a screen shows: values that widgets draw as given. A widget decides nothing.

Colours, sizes and layout are the screen's; words, legality and what glows are decided here.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import TypeVar

from companion.frame import Frame
from companion.play.advice.views import AdviceView
from companion.play.cards.views import CardTableView
from companion.play.commands import CallChallenge, Peek
from companion.play.counting.views import CountView
from companion.play.dice.views import (
    BidView,
    CallSheet,
    CallView,
    LiftView,
    PadView,
    ShowView,
    SpotOnView,
    WayOn,
    way_on,
)
from companion.play.first_game.views import CoachView
from companion.play.help.views import RuleBook
from companion.play.history.views import FiguresView, GamesView, StoryView
from companion.play.house_rules.views import MixView
from companion.play.settings.views import LockView, LookView, PauseView, SettingsView
from companion.play.setup.views import CalibrationView
from companion.play.start.views import JournalView, RematchView, WelcomeView
from companion.reading import Box
from companion.text.speech import say

Part = TypeVar("Part")
"""A kind of view within a ``TableView``."""


class Scene(Enum):
    """Which screen the table looks at."""

    JOURNAL = "journal"
    LANGUAGE = "language"
    SETTINGS = "settings"
    HISTORY = "history"
    STORY = "story"
    FIGURES = "figures"
    PAUSE = "pause"
    LOCK = "lock"
    WELCOME = "welcome"
    HOUSE_RULES = "house_rules"
    CALIBRATION = "calibration"
    COUNTING = "counting"
    OPENING_ROLL = "opening_roll"
    BIDDING = "bidding"
    SHOWING = "showing"
    REVEAL = "reveal"
    READING = "reading"
    CHECK = "check"
    VERDICT = "verdict"
    OVER = "over"
    CARDS = "cards"
    CARD_SHEET = "card_sheet"
    CARD_LOOK = "card_look"
    CARD_READING = "card_reading"
    CARD_READ = "card_read"
    CARDS_OVER = "cards_over"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's place. ``chips`` is None where none are played for."""

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


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space of the bidding track. ``faces`` may be bid here now (empty: not lit).

    ``die`` is the red die's face when it stands here. ``why`` says why the space is not lit,
    ``warning`` that more dice would be bid than are in play.
    """

    label: str
    quantity: int
    star: bool
    faces: tuple[int, ...]
    die: int | None
    why: str | None
    warning: str | None = None


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
        return int(not any(space.faces for space in self.laps[0]))

    def offers(self, lap: int, place: int) -> tuple[SpaceView, ...]:
        """What may be bid by a touch on a place while this lap is shown.

        There, and on later laps as far as the dice in play reach, and the room: ``MOST_LAPS``.
        """
        here, *later = (spaces[place] for spaces in self.laps[lap:])
        reached = [space for space in later if space.warning is None]
        return tuple(space for space in (here, *reached) if space.faces)[: MOST_LAPS[here.star]]


class Tone(Enum):
    """How a die is marked on the picture and in a hand."""

    READ = "read"
    DOUBTED = "doubted"
    MISSING = "missing"
    TAPPED = "tapped"
    COUNTED = "counted"
    IDLE = "idle"
    KEPT = "kept"
    """It lies where it lay in the roll before."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on the picture round one die. ``face`` None: unread."""

    box: Box
    face: int | None
    tone: Tone
    seat: int | None
    slot: int | None


@dataclass(frozen=True, slots=True)
class PictureView:
    """A picture of the table with its marks; ``live`` while it is the camera's newest.

    ``focus`` is the part that matters now (the dice of the player who peeks), ``None`` for the whole.
    """

    frame: Frame
    marks: tuple[Mark, ...]
    live: bool
    focus: Box | None = None


@dataclass(frozen=True, slots=True)
class SlotView:
    """One die of a hand. ``face`` None: to be tapped. ``doubt`` says why it is asked about."""

    face: int | None
    tone: Tone
    doubt: str | None
    box: Box | None

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
    ``next_words`` stand on the key that leads on.
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


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a screen needs, for one moment of the table.

    ``message`` is what happens now, in one sentence; ``fault`` what went wrong and what to do about
    it (a refused command, a camera that is gone), or None. ``star_face`` is drawn as a star, 0: none.
    ``rematch`` is the game to begin for playing once more; ``peeking`` is the seat whose cup is lifted
    for its player's eyes, its dice then to be seen in ``picture``. ``show`` is the show and reroll that may
    be made now or is being made; ``shown_words`` says what lies open beside the cups this round.
    ``lift`` says what is still missing of the dice, where lifted cups are looked out for.
    ``may_enter_by_hand``: what was read cannot be right, so all faces may be tapped in instead.
    ``advice`` is what the camera has noticed that is not by the rules. ``cards`` is a match of cards.
    ``caption`` is the small line over the message: which game, which round, or what is looked at.
    ``souvenir`` is the page of a game that was won, once it is drawn.
    ``bids`` are those of the round, the first one first; ``before`` says how the round before ended.
    ``mark`` stands in the header all through a game: that its dice are simulated, or its camera missing.
    ``look`` is how the settings want it drawn, ``None``: as it is. ``may_set``: there are settings to open.
    ``games`` are the kept games, ``story`` one of them, ``figures`` what players did in them;
    ``may_look_back``: they can be opened. ``book`` is the rule book of the game being played or mixed.
    ``turn_s``: after so many seconds whose turn it is is reminded, 0: never. ``legal`` says what may be bid.
    ``locked``: closing needs a code. ``closing``: the window closes. ``coach`` speaks over the screen in
    the first game.
    """

    number: int
    scene: Scene
    message: str
    fault: str | None = None
    caption: str = ""
    welcome: WelcomeView | None = None
    rules_title: str = ""
    star_face: int = 0
    round_number: int = 0
    seats: tuple[SeatView, ...] = ()
    bid: str | None = None
    bid_face: int | None = None
    bid_quantity: int | None = None
    bids: tuple[BidView, ...] = ()
    before: str = ""
    track: TrackView | None = None
    pad: PadView | None = None
    banner: str | None = None
    pots: tuple[int, int] | None = None
    picture: PictureView | None = None
    hands: tuple[HandView, ...] = ()
    verdict: VerdictView | None = None
    winner: str | None = None
    winner_seat: int | None = None
    may_undo: bool = False
    may_challenge: bool = False
    spot_on: SpotOnView | None = None
    show: ShowView | None = None
    may_accept: bool = False
    may_correct: bool = False
    may_peek: bool = False
    several_may_challenge: bool = False
    has_camera: bool = False
    undo_words: str | None = None
    may_read_again: bool = False
    may_enter_by_hand: bool = False
    shown_words: str | None = None
    lift: LiftView | None = None
    advice: AdviceView | None = None
    rematch: RematchView | None = None
    peeking: int | None = None
    mix: MixView | None = None
    calibration: CalibrationView | None = None
    count: CountView | None = None
    cards: CardTableView | None = None
    journal: JournalView | None = None
    mark: str | None = None
    souvenir: PictureView | None = None
    look: LookView | None = None
    may_set: bool = False
    settings: SettingsView | None = None
    games: GamesView | None = None
    story: StoryView | None = None
    figures: FiguresView | None = None
    may_look_back: bool = False
    pause: PauseView | None = None
    book: RuleBook | None = None
    lock: LockView | None = None
    legal: str = ""
    turn_s: int = 0
    locked: bool = False
    closing: bool = False
    coach: CoachView | None = None

    def part(self, kind: type[Part]) -> Part:
        """The part of this kind, which a view of its scene has; ValueError where there is none."""
        wholes = (self,) if self.cards is None else (self, self.cards)
        parts = (getattr(whole, each.name) for whole in wholes for each in fields(whole))
        found = next((each for each in parts if isinstance(each, kind)), None)
        if found is None:
            raise ValueError(f"a view of the scene {self.scene.value} has no {kind.__name__}")
        return found

    @property
    def doubted(self) -> tuple[tuple[int, int], ...]:
        """Seat and place of each die that the players are asked about."""
        places = ((hand.seat, at, slot) for hand in self.hands for at, slot in enumerate(hand.places))
        return tuple((seat, at) for seat, at, slot in places if slot.doubted)

    @property
    def way_on(self) -> WayOn:
        """The one key that leads on from a reading."""
        return way_on(self.number, self.show, self.may_accept, self.may_enter_by_hand)

    @property
    def in_play(self) -> int:
        """The dice of all players together."""
        return sum(seat.dice for seat in self.seats)

    @property
    def callers(self) -> tuple[SeatView, ...]:
        """The players who may challenge the bid."""
        return tuple(seat for seat in self.seats if seat.may_challenge)

    @property
    def challenge(self) -> CallView | None:
        """The challenge key; ``None`` where nobody may challenge. Where several may, they say who does."""
        callers, words = self.callers, say("bidding.challenge")
        if not callers:
            return None
        if self.several_may_challenge and len(callers) > 1:
            return CallView(words, sheet=CallSheet.CALLERS)
        return CallView(words, CallChallenge(self.number, (callers[0].seat,)))

    @property
    def calls(self) -> tuple[CallView, ...]:
        """The keys beside the challenge: spot on, show and reroll, and a look under a cup."""
        spot_on = None if self.spot_on is None else self.spot_on.call(self.number)
        show = None if self.show is None else self.show.call(self.number)
        return tuple(call for call in (spot_on, show, self._peek if self.may_peek else None) if call)

    @property
    def _peek(self) -> CallView:
        """The player on turn looks first."""
        on_turn = next((seat.seat for seat in self.seats if seat.to_act), 0)
        return CallView(say("bidding.peek"), Peek(self.number, on_turn), CallSheet.PEEK)

    @property
    def awaited(self) -> LiftView:
        """``lift``; where nobody looks out for lifted cups, what the players are asked to do."""
        if self.lift is not None:
            return self.lift
        words = say("reveal.aside" if self.has_camera else "reveal.no_camera")
        return LiftView(say("reveal.cups_up"), words, late=True)

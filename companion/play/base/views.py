"""What a screen shows: values that widgets draw as given.

The screen chooses colours, sizes and layout; words, legality and what glows are decided here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar, cast

from companion.core.frame import Frame
from companion.core.reading import Box
from companion.play.base.commands import Command, NewGame
from companion.play.base.company import Company
from companion.play.base.ports import ClubRound
from companion.rules import (
    FEWEST_PLAYERS,
    Cards,
    GameBegun,
    GameRecord,
    Match,
    MatchRules,
    Moves,
    OptionValue,
    RuleError,
    RuleSet,
    begin,
    with_moves,
)
from companion.text import Chapter, chapters, for_the_table, match_chapters, say


class Tone(Enum):
    READ = "read"
    DOUBTED = "doubted"
    MISSING = "missing"
    TAPPED = "tapped"
    COUNTED = "counted"
    IDLE = "idle"
    KEPT = "kept"
    """The die lies where it lay in the roll before."""


@dataclass(frozen=True, slots=True)
class Mark:
    """``face`` None: unread."""

    box: Box
    face: int | None
    tone: Tone
    seat: int | None
    slot: int | None


@dataclass(frozen=True, slots=True)
class PictureView:
    """``live``: the camera's newest. ``focus``: the part that matters; None: all."""

    frame: Frame
    marks: tuple[Mark, ...]
    live: bool
    focus: Box | None = None


@dataclass(frozen=True, slots=True)
class RematchView:
    rules: str
    players: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    opener: int | None
    earlier: tuple[Moves, ...] = ()

    def begun(self, number: int) -> NewGame:
        return NewGame(number, self.rules, self.players, self.options, self.opener, self.earlier)

    @property
    def fits(self) -> bool:
        """Whether the game has places for all: a latecomer may have come while others were out."""
        try:
            begin(GameBegun(self.rules, self.players, self.options, self.opener, self.earlier))
        except RuleError:
            return False
        return True


def rematch(record: GameRecord, opener: int | None, back: tuple[int, ...] = ()) -> RematchView:
    """The same game for the players still there, or for all if these are too few. ``back``: seats whose
    players are out by their clocks, and still sit there.
    """
    begun, game = record.live_events[0], record.game
    if not isinstance(begun, GameBegun):
        raise ValueError(f"a record begins with its game, not with {type(begun).__name__}")
    there = [seat for seat in range(len(game.players)) if seat not in game.left or seat in back]
    returning = tuple(seat for seat in there if seat in game.left)
    if len(there) < FEWEST_PLAYERS:
        there, returning = [*range(len(game.players))], game.left
    players = tuple(game.players[seat] for seat in there)
    opens = None if opener is None else there.index(opener)
    moves = () if isinstance(game, Match) else (*game.moves, *((seat, True) for seat in returning))
    earlier = with_moves(begun.earlier, moves)
    return RematchView(begun.rules, players, begun.options, opens, earlier)


@dataclass(frozen=True, slots=True)
class RuleBook:
    rules: RuleSet | MatchRules

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The rules that are played, in the spoken language."""
        rules = self.rules
        return for_the_table(match_chapters(rules) if isinstance(rules, MatchRules) else chapters(rules))


class Topic(Enum):
    APP = "app"
    LANGUAGE = "language"
    GAMES = "games"
    PLAYERS = "players"
    SETTINGS = "settings"
    PAUSE = "pause"
    HOUSE_RULES = "house_rules"
    SETUP = "setup"
    COUNTING = "counting"
    JOURNAL = "journal"
    HISTORY = "history"
    OPENING = "opening"
    TRACK = "track"
    PAD = "pad"
    SHOWING = "showing"
    REVEAL = "reveal"
    CHECK = "check"
    VERDICT = "verdict"
    OVER = "over"
    CARDS = "cards"
    CARD_LOOK = "card_look"


@dataclass(frozen=True, slots=True)
class HelpView:
    """Help on one topic; ``books``: rules of this game, or of each that may be chosen."""

    topic: Topic
    books: tuple[RuleBook, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(say(f"here.{self.topic.value}").splitlines())


@dataclass(frozen=True, slots=True)
class Answer:
    words: str
    command: Command


@dataclass(frozen=True, slots=True)
class AdviceView:
    """What the camera noticed; the game goes on without an answer."""

    sentence: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What surrounds the table.

    ``place``: where the peeking seat's dice lie. ``mark``: the kind of table, throughout a game.
    ``souvenir``: pages of the won game and the night. ``most_thrown``: dice that the simulated table throws.
    ``table``: name of the table that was set up. ``own``: dice of the one who practises, else None.
    ``times``: on the players' clocks, if any; ``fallen``: seats that are out by them. ``evening``: who won
    tonight. ``drawn``: the app draws the
    table, on which no hand can be seen. ``hands``: cards that the app has dealt to each seat.
    """

    camera: str | None = None
    may_peek: bool = False
    live: Frame | None = None
    place: Box | None = None
    may_set_up: bool = False
    advice: AdviceView | None = None
    card_eye: bool = False
    mark: str | None = None
    souvenir: tuple[Frame, ...] = ()
    may_count: bool = False
    most_thrown: int = 0
    table: str | None = None
    club_round: ClubRound | None = None
    may_practise: bool = False
    own: tuple[int, ...] | None = None
    times: tuple[str, ...] = ()
    fallen: tuple[int, ...] = ()
    evening: str = ""
    drawn: bool = False
    hands: tuple[Cards, ...] = ()

    @property
    def pages(self) -> tuple[PictureView, ...]:
        return tuple(PictureView(page, (), live=False) for page in self.souvenir)


@dataclass(frozen=True, slots=True)
class LookView:
    """How everything is drawn.

    ``language``: its code. ``idle_s``: seconds until an untouched screen dims, 0: never. ``spoken``: a first
    touch names its target, the second counts. ``birds``: the one is a bird. ``flat``: the screen lies on the
    table and turns.
    """

    language: str
    day: bool = False
    large: bool = False
    still: bool = False
    idle_s: int = 0
    spoken: bool = False
    birds: bool = False
    flat: bool = False

    @property
    def style(self) -> tuple[str, bool, bool, bool]:
        """What screens are made for: when it changes they are made anew."""
        return self.language, self.day, self.large, self.birds


@dataclass(frozen=True, slots=True)
class OwnDie:
    face: int
    lit: bool


@dataclass(frozen=True, slots=True)
class CoachView:
    """What the coach says: ``told``, what happens; ``to_do``, what to touch below.

    ``key``: on the coach's own key, in steps without ``to_do``. ``dice``: the learner's, empty while all lie
    open.
    """

    told: str
    to_do: str
    key: str
    asks_bid: bool
    dice: tuple[OwnDie, ...]
    step: int
    steps: int


S_co = TypeVar("S_co", covariant=True)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class View(Generic[S_co]):
    """One moment of the table: its scene, and what every screen shows.

    ``message``: what happens now; ``caption``: the small line above it; ``fault``: what went wrong and what
    to do. ``undo_words``: None for nothing. ``mark``: in the header throughout a game, such as a missing
    camera. ``look`` None: unchanged. ``turn_s``: seconds until a reminder, 0: never. ``locked``: closing
    needs a code. ``practised``: a game with partners, of which nothing is kept.
    """

    number: int
    scene: S_co
    message: str
    fault: str | None = None
    caption: str = ""
    picture: PictureView | None = None
    undo_words: str | None = None
    has_camera: bool = False
    mark: str | None = None
    advice: AdviceView | None = None
    book: RuleBook | None = None
    look: LookView | None = None
    may_set: bool = False
    may_look_back: bool = False
    turn_s: int = 0
    locked: bool = False
    closing: bool = False
    coach: CoachView | None = None
    company: Company | None = None
    practised: bool = False

    @property
    def may_undo(self) -> bool:
        return self.undo_words is not None

    @property
    def kind(self) -> type[S_co]:
        return type(self.scene)

    def of(self, kind: type[T]) -> View[T]:
        """ValueError for another kind of scene."""
        if not isinstance(self.scene, kind):
            raise ValueError(f"the scene is {scene_name(type(self.scene))}, not {scene_name(kind)}")
        return cast("View[T]", self)


def scene_name(kind: type) -> str:
    """A scene's name in logs and file names: "house_rules"."""
    words = re.findall("[A-Z][a-z]*", kind.__name__.removesuffix("Scene"))
    return "_".join(words).lower()

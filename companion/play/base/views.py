"""What a screen shows: values that widgets draw as given. A widget decides nothing.

Colours, sizes and layout are the screen's; words, legality and what glows are decided here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar, cast

from companion.core.frame import Frame
from companion.core.reading import Box
from companion.play.base.commands import (
    Command,
    NewGame,
)
from companion.play.base.company import Company
from companion.play.base.ports import ClubRound
from companion.rules import GameBegun, GameRecord, MatchRules, OptionValue, RuleSet
from companion.text import Chapter, chapters, for_the_table, match_chapters


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


FEWEST_PLAYERS = 2
"""Of every game."""


@dataclass(frozen=True, slots=True)
class RematchView:
    """The same game once more. ``opener`` is the winner, or None for a roll."""

    rules: str
    players: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    opener: int | None

    def begun(self, number: int) -> NewGame:
        """What begins it on a view of this number."""
        return NewGame(number, self.rules, self.players, self.options, self.opener)


def rematch(record: GameRecord, opener: int | None) -> RematchView:
    """The same game and options once more, for those who are still there, or for all where too few are."""
    begun, game = record.live_events[0], record.game
    if not isinstance(begun, GameBegun):
        raise ValueError(f"a record begins with its game, not with {type(begun).__name__}")
    there = [seat for seat in range(len(game.players)) if seat not in game.left]
    if len(there) < FEWEST_PLAYERS:
        there = [*range(len(game.players))]
    players = tuple(game.players[seat] for seat in there)
    return RematchView(begun.rules, players, begun.options, None if opener is None else there.index(opener))


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of one game, with the variations as they are switched now."""

    rules: RuleSet | MatchRules

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The whole book in the language that is spoken: what is played, not what could be."""
        rules = self.rules
        return for_the_table(match_chapters(rules) if isinstance(rules, MatchRules) else chapters(rules))


@dataclass(frozen=True, slots=True)
class Answer:
    """A touch that answers an advice: what stands on its key, and the command that it sends."""

    words: str
    command: Command


@dataclass(frozen=True, slots=True)
class AdviceView:
    """What the camera has noticed, in a sentence that says what to do, and the touches that answer it.

    It blocks nothing: the game goes on whether it is answered or not.
    """

    sentence: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the house has round the table: a camera's name, cups to peek under, the newest picture.

    ``place`` is the part of the picture in which the dice of the seat that peeks lie. ``may_set_up``: its
    table can be set up for the camera. ``advice`` is what was noticed about the table's place. ``card_eye``:
    cards can be read. ``mark`` says of what kind the table is, all the time while a game is played.
    ``souvenir`` is the page of the game, once it is won and drawn. ``may_count``: rolls can be counted;
    ``most_thrown`` is how many dice the simulated table throws. ``table`` is the name of the table that was
    set up, ``club_round`` whom a club has seated at it. ``may_practise``: partners by program can play;
    ``own`` are the dice of the one who practises, ``None`` in any other game. ``times`` are what the players'
    clocks show, none without clocks. ``evening`` says who won tonight, once a game is won.
    """

    camera: str | None = None
    may_peek: bool = False
    live: Frame | None = None
    place: Box | None = None
    may_set_up: bool = False
    advice: AdviceView | None = None
    card_eye: bool = False
    mark: str | None = None
    souvenir: Frame | None = None
    may_count: bool = False
    most_thrown: int = 0
    table: str | None = None
    club_round: ClubRound | None = None
    may_practise: bool = False
    own: tuple[int, ...] | None = None
    times: tuple[str, ...] = ()
    evening: str = ""

    @property
    def page(self) -> PictureView | None:
        """The souvenir as the screen shows it."""
        return None if self.souvenir is None else PictureView(self.souvenir, (), live=False)


@dataclass(frozen=True, slots=True)
class LookView:
    """How everything is drawn. ``language``: its code; all words on the screen are of this language.

    ``idle_s``: after so many seconds without a touch the screen is dimmed, 0: never. ``spoken``: a first
    touch says what would be touched, the second one counts. ``birds``: the dice have birds for ones.
    ``flat``: the screen lies on the table and turns to the player whose turn it is.
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
    def dress(self) -> tuple[str, bool, bool, bool]:
        """What all screens are made of: where it changes they are made anew."""
        return self.language, self.day, self.large, self.birds


@dataclass(frozen=True, slots=True)
class OwnDie:
    """A die of the learner; ``lit``: the coach speaks of it."""

    face: int
    lit: bool


@dataclass(frozen=True, slots=True)
class CoachView:
    """What the coach says. ``told`` is what happens, ``to_do`` what to touch on the screen below.

    ``key`` are the words of the coach's own key; it is there where nothing else is to be touched, and
    ``to_do`` is empty then. ``asks_bid``: a bid is to be touched. ``dice`` are the learner's, none while all
    lie open.
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
    """One moment of the table: its scene, and what stands on the screen in every scene.

    ``message`` is what happens now, in one sentence; ``fault`` what went wrong and what to do about it (a
    refused command, a camera that is gone). ``caption`` is the small line over the message.
    ``undo_words`` say what undo would take back, ``None`` where it takes nothing. ``advice`` is what the
    camera has noticed that is not by the rules; ``book`` is the rule book of the game being played or mixed.
    ``mark`` stands in the header all through a game: that its dice are simulated, or its camera missing.
    ``look`` is how the settings want it drawn, ``None``: as it is. ``may_set``: there are settings to open;
    ``may_look_back``: there are kept games to open. ``turn_s``: after so many seconds whose turn it is is
    reminded, 0: never. ``locked``: closing needs a code. ``closing``: the window closes. ``coach``
    speaks over the screen in the first game. ``company``: who may leave the game on the table, and who may
    join it. ``practised``: it is a game with partners by program, of which nothing is kept.
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
        """This view, its scene being of that kind; ValueError where another one is shown."""
        if not isinstance(self.scene, kind):
            raise ValueError(f"the scene is {scene_name(type(self.scene))}, not {scene_name(kind)}")
        return cast("View[T]", self)


def scene_name(kind: type) -> str:
    """What a kind of scene is called in logs and names of files: "house_rules"."""
    words = re.findall("[A-Z][a-z]*", kind.__name__.removesuffix("Scene"))
    return "_".join(words).lower()

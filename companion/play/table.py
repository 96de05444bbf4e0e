"""The table between two commands: a frozen value from which everything on the screen follows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from types import UnionType

from companion.core.frame import Frame
from companion.core.reading import Box, Expectation, LiftSeen, TableDie
from companion.journal import KeptHouseRules, SavedGame
from companion.play.base.ports import ClubRound
from companion.play.base.views import AdviceView, PictureView
from companion.play.modes.cards.state import CardTable, LookStage
from companion.play.modes.counting.state import Counting
from companion.play.modes.dice.hands import Hands, hands_recorded
from companion.play.modes.dice.squares import NOTHING_KNOWN, Squares
from companion.play.modes.house_rules.state import Draft
from companion.play.modes.setup.state import Calibrating
from companion.rules import (
    AnyEvent,
    CupsRevealed,
    Dice,
    Game,
    GameBegun,
    GameRecord,
    Match,
    Phase,
    RevealCorrected,
    Round,
)


class Moment(Enum):
    """What the table waits for."""

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


SCENE_OF = {
    Phase.OPENING_ROLL: Moment.OPENING_ROLL,
    Phase.BIDDING: Moment.BIDDING,
    Phase.REVEAL: Moment.REVEAL,
    Phase.OVER: Moment.OVER,
}


@dataclass(frozen=True, slots=True)
class Picture:
    """The frame that was read, and what else was seen in it than the players' dice.

    ``strays`` are dice that lie at nobody's place, ``lost`` is how many lie on the Lost Dice Squares,
    ``None`` where these are not known.
    """

    frame: Frame
    strays: tuple[TableDie, ...] = ()
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Show:
    """Dice on their way out: how many the bidder shows, and at the simulated table which ones lie out."""

    count: int
    slid: Dice = ()


@dataclass(frozen=True, slots=True)
class SeatsAsked:
    """Who sits where is asked. ``above`` is the table from straight above, where a camera shows it."""

    above: Frame | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What the session knows.

    ``number`` counts the changes: a command made on an older one is refused. ``record`` and ``game_id``
    are ``None`` only in the scenes WELCOME, where ``saved`` lists the games to go on with. ``rolls`` are
    the opening rolls entered so far, (seat, face). ``hands`` and ``picture`` belong to the reveal;
    ``earlier_hands`` are those before each tap, for undo. ``correcting`` means that the hands correct a
    reveal that stands. ``show`` are dice being shown: hands and picture are then those of the open dice.
    ``squares`` is what is known of the Lost Dice Squares. ``peeking`` is the seat that looks under its cup
    at the simulated table. ``cups`` is what was seen of cups that are being lifted, ``None`` where nobody
    looks out for them.
    ``kept`` are the saved house rules in the scene WELCOME, ``None`` where none are kept, ``picked`` the
    title of those just saved, and ``begun`` the first lines of the newest games. ``draft`` is what is mixed
    in the scene HOUSE_RULES, ``calibration`` what is set up in the scene CALIBRATION, ``counting`` the rolls
    in the scene COUNTING. ``seats_asked``: in the scene WELCOME the players say who sits where. ``cards`` is
    the match in the scenes of the card table, which has its own record.
    """

    number: int
    scene: Moment
    saved: tuple[SavedGame, ...] = ()
    game_id: int | None = None
    record: GameRecord | None = None
    rolls: tuple[tuple[int, int], ...] = ()
    hands: Hands = ()
    earlier_hands: tuple[Hands, ...] = ()
    picture: Picture | None = None
    correcting: bool = False
    show: Show | None = None
    squares: Squares = NOTHING_KNOWN
    peeking: int | None = None
    cups: LiftSeen | None = None
    fault: str | None = None
    kept: KeptHouseRules | None = None
    picked: str | None = None
    begun: tuple[GameBegun, ...] = ()
    draft: Draft | None = None
    calibration: Calibrating | None = None
    counting: Counting | None = None
    seats_asked: SeatsAsked | None = None
    cards: CardTable | None = None

    @property
    def id_on_table(self) -> int | None:
        """The number of the game or match on the table."""
        return self.game_id if self.cards is None else self.cards.game_id

    @property
    def played(self) -> GameRecord:
        """``record`` where a game of dice is on the table; ValueError where none is."""
        if self.record is None:
            raise ValueError(f"no game of dice is on the table in the scene {self.scene.value}")
        return self.record

    @property
    def played_id(self) -> int:
        """``game_id`` where a game of dice is on the table; ValueError where none is."""
        if self.game_id is None:
            raise ValueError(f"no game of dice is on the table in the scene {self.scene.value}")
        return self.game_id

    @property
    def game(self) -> Game:
        """The game of dice on the table; ValueError where none is."""
        return dice_game(self.played)

    @property
    def showing(self) -> Show:
        """``show`` where dice are being shown; ValueError where none are."""
        if self.show is None:
            raise ValueError(f"no dice are being shown in the scene {self.scene.value}")
        return self.show

    @property
    def read(self) -> Picture:
        """``picture`` where dice were read; ValueError where they were not."""
        if self.picture is None:
            raise ValueError(f"no picture was read in the scene {self.scene.value}")
        return self.picture

    @property
    def mixed(self) -> Draft:
        """``draft`` where house rules are mixed; ValueError where none are."""
        if self.draft is None:
            raise ValueError(f"no house rules are mixed in the scene {self.scene.value}")
        return self.draft

    @property
    def verdict(self) -> Round:
        """``ended`` where a reveal is on the screen; ValueError where none is."""
        if self.ended is None:
            raise ValueError(f"no reveal is on the screen in the scene {self.scene.value}")
        return self.ended

    @property
    def ended(self) -> Round | None:
        """The round whose reveal is on the screen; ``None`` while the current round is played, and where
        the others left the winner alone."""
        on_screen = self.scene in (Moment.VERDICT, Moment.OVER) or self.correcting
        return self.game.rounds[-1] if on_screen and self.game.may_correct else None

    @property
    def next(self) -> Table:
        """This table one number further and without an old fault: where a change begins."""
        return replace(self, number=self.number + 1, fault=None)

    def at(self, record: GameRecord, scene: Moment | None = None) -> Table:
        """This table with a record's newest state and nothing of the round before on the screen."""
        return Table(
            number=self.number + 1,
            scene=scene or SCENE_OF[dice_game(record).phase],
            game_id=self.game_id,
            record=record,
            squares=self.squares.carried_on(written=record is not self.record),
        )

    def with_verdict(self, record: GameRecord, scene: Moment = Moment.VERDICT) -> Table:
        """This table with the verdict of a record's latest reveal, its dice as the record has them."""
        return replace(self.at(record, scene), hands=recorded_hands(dice_game(record)))


def dice_game(record: GameRecord) -> Game:
    """The game of a record of dice; ValueError for a match of cards."""
    if isinstance(record.game, Match):
        raise ValueError(f"a game of dice was expected, not {record.game.ruleset.title}")
    return record.game


def recorded_hands(game: Game) -> Hands:
    """The hands of the latest reveal, as the record has them, while that reveal may be corrected."""
    return hands_recorded(game.rounds[-1].dice, before_reveal(game).shown)


def before_reveal(game: Game) -> Game:
    """The game that the latest reveal was held against; ValueError once it may not be corrected any more."""
    if game.before_reveal is None:
        raise ValueError(f"no reveal can be corrected in the phase {game.phase.value}")
    return game.before_reveal


def welcome(number: int, saved: tuple[SavedGame, ...], fault: str | None = None) -> Table:
    """The table with no game on it."""
    return Table(number, Moment.WELCOME, saved=saved, fault=fault)


def mixing_rules(number: int, draft: Draft) -> Table:
    """The table with no game on it while its house rules are mixed."""
    return Table(number, Moment.HOUSE_RULES, draft=draft)


def setting_up(number: int, calibration: Calibrating, fault: str | None = None) -> Table:
    """The table with no game on it while it is set up for the camera, or its light is checked."""
    return Table(number, Moment.CALIBRATION, calibration=calibration, fault=fault)


def counting_rolls(number: int, counting: Counting) -> Table:
    """The table with no game on it while any roll is counted."""
    return Table(number, Moment.COUNTING, counting=counting)


_LOOKS = {
    LookStage.AIMING: Moment.CARD_LOOK,
    LookStage.READING: Moment.CARD_READING,
    LookStage.OFFERED: Moment.CARD_READ,
}


def with_cards(number: int, cards: CardTable) -> Table:
    """The table with a match of cards on it."""
    return Table(number, _card_scene(cards), cards=cards)


def _card_scene(cards: CardTable) -> Moment:
    if cards.look is not None:
        return _LOOKS[cards.look.stage]
    if cards.sheet is not None:
        return Moment.CARD_SHEET
    return Moment.CARDS_OVER if cards.is_over else Moment.CARDS


def resumed(number: int, game_id: int, record: GameRecord) -> Table:
    """The table at the point where a game was left; after a reveal its verdict is shown again."""
    if isinstance(record.game, Match):
        return with_cards(number, CardTable(game_id, record))
    table = Table(number, Moment.WELCOME, game_id=game_id, record=record)
    if latest_event(record, CupsRevealed | RevealCorrected):
        return table.with_verdict(record, Moment.OVER if record.game.phase is Phase.OVER else Moment.VERDICT)
    return table.at(record)


def latest_event(record: GameRecord, kinds: type | UnionType) -> AnyEvent | None:
    """The latest event that still stands, if it is of these kinds."""
    latest = record.live_events[-1]
    return latest if isinstance(latest, kinds) else None


def expected_dice(game: Game) -> Expectation:
    """What must lie on the table when it is read: one die a seat that rolls, or all dice in play."""
    if game.phase is Phase.OPENING_ROLL:
        seats = range(len(game.players))
        return Expectation(
            tuple(int(seat in game.rolling) for seat in seats), game.shown, game.ruleset.star_six
        )
    return Expectation(game.dice, game.shown, game.ruleset.star_six)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the house has round the table: a camera's name, cups to peek under, the newest picture.

    ``place`` is the part of the picture in which the dice of the seat that peeks lie. ``may_set_up``: its
    table can be set up for the camera. ``advice`` is what was noticed about the table's place. ``card_eye``:
    cards can be read. ``mark`` says of what kind the table is, all the time while a game is played.
    ``souvenir`` is the page of the game, once it is won and drawn. ``may_count``: rolls can be counted;
    ``most_thrown`` is how many dice the simulated table throws. ``table`` is the name of the table that was
    set up, ``club_round`` whom a club has seated at it.
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

    @property
    def page(self) -> PictureView | None:
        """The souvenir as the screen shows it."""
        return None if self.souvenir is None else PictureView(self.souvenir, (), live=False)


LOOKING_SCENES = (Moment.CARD_LOOK, Moment.CARD_READING)
"""Where cards are about to lie open: the picture is too coarse there to read a card by."""
READING_SCENES = (Moment.READING, Moment.CARD_READING)
"""Where frames are taken, one a turn."""
ENDED_SCENES = (Moment.OVER, Moment.CARDS_OVER)
"""Where a game has been won."""
LIVE_SCENES = (Moment.OPENING_ROLL, Moment.SHOWING, Moment.REVEAL, Moment.READING, *LOOKING_SCENES)
"""Where dice lie, or are about to lie, open on the table, or cards."""


def wants_live_picture(table: Table) -> bool:
    """Whether this scene shows what the camera sees now."""
    return table.scene in LIVE_SCENES or table.peeking is not None

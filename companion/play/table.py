"""The table between two commands: a frozen value from which everything on the screen follows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.frame import Frame
from companion.journal.house_shelf import Kept
from companion.journal.saved_game import SavedGame
from companion.play.advice.squares import NOTHING_KNOWN, Squares
from companion.play.cards.card_table import CardTable, LookStage
from companion.play.dice.hands import Hands, hands_recorded
from companion.play.house_rules.mixing import Draft
from companion.play.setup.calibrating import Calibrating
from companion.play.views import Scene
from companion.reading import Expectation, LiftSeen, TableDie
from companion.rules.cards.match import Match
from companion.rules.events import CupsRevealed, Dice, Event, RevealCorrected
from companion.rules.game import Game, Phase, Round
from companion.rules.record import GameRecord

SCENE_OF = {
    Phase.OPENING_ROLL: Scene.OPENING_ROLL,
    Phase.BIDDING: Scene.BIDDING,
    Phase.REVEAL: Scene.REVEAL,
    Phase.OVER: Scene.OVER,
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
    ``kept`` are the saved house rules in the scene WELCOME, ``None`` where none are kept, and ``picked``
    the title of those just saved; ``draft`` is what is mixed in the scene HOUSE_RULES, ``calibration`` what
    is set up in the scene CALIBRATION. ``cards`` is the match in the scenes of the card table, which has its
    own record.
    """

    number: int
    scene: Scene
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
    kept: Kept | None = None
    picked: str | None = None
    draft: Draft | None = None
    calibration: Calibrating | None = None
    cards: CardTable | None = None

    @property
    def game(self) -> Game:
        """The game on the table; not to be asked in the scenes WELCOME and HOUSE_RULES."""
        assert self.record is not None, "no game is on the table"
        return self.record.game

    @property
    def ended(self) -> Round | None:
        """The round whose reveal is on the screen, ``None`` while the current round is played."""
        on_screen = self.scene in (Scene.VERDICT, Scene.OVER) or self.correcting
        return self.game.rounds[-1] if on_screen else None

    def but(self, **changes: object) -> Table:
        """This table with some fields different, still under the same number."""
        return replace(self, **changes)

    def changed(self, **changes: object) -> Table:
        """This table with changes, one number further and without an old fault."""
        return replace(self, number=self.number + 1, fault=None, **changes)

    def at(self, record: GameRecord, scene: Scene | None = None) -> Table:
        """This table with a record's newest state and nothing of the round before on the screen."""
        return Table(
            number=self.number + 1,
            scene=scene or SCENE_OF[record.game.phase],
            game_id=self.game_id,
            record=record,
            squares=self.squares.carried_on(written=record is not self.record),
        )

    def with_verdict(self, record: GameRecord, scene: Scene = Scene.VERDICT) -> Table:
        """This table with the verdict of a record's latest reveal, its dice as the record has them."""
        return replace(self.at(record, scene), hands=recorded_hands(record.game))


def recorded_hands(game: Game) -> Hands:
    """The hands of the latest reveal, as the record has them."""
    return hands_recorded(game.rounds[-1].dice, game.before_reveal.shown)


def welcome(number: int, saved: tuple[SavedGame, ...], fault: str | None = None) -> Table:
    """The table with no game on it."""
    return Table(number, Scene.WELCOME, saved=saved, fault=fault)


def mixing_rules(number: int, draft: Draft) -> Table:
    """The table with no game on it while its house rules are mixed."""
    return Table(number, Scene.HOUSE_RULES, draft=draft)


def setting_up(number: int, calibration: Calibrating, fault: str | None = None) -> Table:
    """The table with no game on it while it is set up for the camera, or its light is checked."""
    return Table(number, Scene.CALIBRATION, calibration=calibration, fault=fault)


_LOOKS = {
    LookStage.AIMING: Scene.CARD_LOOK,
    LookStage.READING: Scene.CARD_READING,
    LookStage.OFFERED: Scene.CARD_READ,
}


def with_cards(number: int, cards: CardTable) -> Table:
    """The table with a match of cards on it."""
    return Table(number, _card_scene(cards), cards=cards)


def _card_scene(cards: CardTable) -> Scene:
    if cards.look is not None:
        return _LOOKS[cards.look.stage]
    if cards.sheet is not None:
        return Scene.CARD_SHEET
    return Scene.CARDS_OVER if cards.is_over else Scene.CARDS


def resumed(number: int, game_id: int, record: GameRecord) -> Table:
    """The table at the point where a game was left; after a reveal its verdict is shown again."""
    if isinstance(record.game, Match):
        return with_cards(number, CardTable(game_id, record))
    table = Table(number, Scene.WELCOME, game_id=game_id, record=record)
    if latest_event(record, CupsRevealed | RevealCorrected):
        return table.with_verdict(record, Scene.OVER if record.game.phase is Phase.OVER else Scene.VERDICT)
    return table.at(record)


def latest_event(record: GameRecord, kinds: object) -> Event | None:
    """The latest event that still stands, if it is of these kinds."""
    latest = record.live_events[-1]
    return latest if isinstance(latest, kinds) else None


def expected_dice(game: Game) -> Expectation:
    """What must lie on the table when it is read: one die a seat that rolls, or all dice in play."""
    if game.phase is Phase.OPENING_ROLL:
        seats = range(len(game.players))
        return Expectation(tuple(int(seat in game.rolling) for seat in seats), game.shown)
    return Expectation(game.dice, game.shown)

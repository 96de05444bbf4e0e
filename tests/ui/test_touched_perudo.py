"""Whole games of Perudo and of Bluff by touches: the real app, the simulated table, the real eye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.reading import WildMark
from companion.journal import Store
from companion.play.base.commands import CallSpotOn, PlaceBid
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    VerdictScene,
)
from companion.play.views import Scene, TableView
from companion.rules import BidMade, Game, GameRecord, Phase, SpotOnCalled
from companion.simulator import DiceKind
from companion.simulator.rehearsal.touching import Finger
from tests.ui.touched_evening import (
    ACTIONS,
    TouchedEvening,
    answer_doubts,
    bid_or_challenge,
    evening_at,
    next_round,
)

pytestmark = pytest.mark.slow

DICE = {"perudo": 3, "bluff": 2}
"""Dice each: a game has a round for most of them, and each is read by the eye."""


def carry_out(evening: TouchedEvening, command: PlaceBid | CallSpotOn) -> None:
    """Touch what sends this command, and wait for the table."""
    number = evening.view.number
    Finger(evening.fingers).carry_out(command)
    evening.wait_for(lambda view: view.number > number)
    assert evening.view.fault is None, evening.view.fault


def bid(evening: TouchedEvening, quantity: int, face: int) -> None:
    carry_out(evening, PlaceBid(evening.view.number, quantity, face))


def lying(evening: TouchedEvening) -> Counter[int]:
    return Counter(face for hand in evening.table.truth() for face in hand)


def losers(view: TableView) -> list[int]:
    return [seat.seat for seat in view.scene.game.seats if seat.lost]


class PerudoPlayers:
    """In the second round the next player bids what truly lies there, and who lost the first calls calza."""

    def __init__(self) -> None:
        self.won_back: tuple[int, int] | None = None
        self.banners: set[str] = set()
        self.birds = self.asked = self.birds_of_the_first_check = 0

    def check(self, evening: TouchedEvening) -> None:
        """The birds of the first lift are asked about; afterwards the table knows them."""
        doubts = [slot for hand in evening.view.scene.hands for slot in hand.slots if slot.face is None]
        self.birds_of_the_first_check = self.birds_of_the_first_check or len(doubts)
        self.asked += len(doubts)
        answer_doubts(evening)

    def bid(self, evening: TouchedEvening) -> None:
        view = evening.view
        if view.scene.game.banner is not None:
            self.banners.add(view.scene.game.banner)
        if view.scene.game.round_number != 2:
            bid_or_challenge(evening)
        elif view.scene.game.bid_quantity is None:
            bid(evening, 1, 2)
        elif view.scene.game.bid_quantity == 1:
            there = lying(evening)
            face = max(range(3, 7), key=lambda each: there[each])
            bid(evening, there[face] + there[1], face)
        else:
            (caller,) = losers(view)
            self.won_back = caller, view.scene.game.seats[caller].dice
            evening.picture("perudo_calza")
            carry_out(evening, CallSpotOn(view.number, caller))

    def next(self, evening: TouchedEvening) -> None:
        self.birds += lying(evening)[1]
        if evening.view.scene.game.round_number != 2:
            next_round(evening)
            return
        assert self.won_back is not None
        assert evening.view.scene.verdict is not None
        caller, dice = self.won_back
        assert evening.view.scene.verdict.losses[caller] == -1
        next_round(evening)
        assert evening.view.scene.game.seats[caller].dice == dice + 1


def play(evening: TouchedEvening, game: str, actions: dict[Scene, Callable[[TouchedEvening], None]]) -> None:
    evening.sit_down(game, 3, {"dice": DICE[game]})
    evening.touch("Start", lambda view: view.kind in (BiddingScene, OpeningRollScene))
    while evening.view.kind is not OverScene:
        actions[evening.view.kind](evening)
    assert evening.view.scene.winner in evening.fingers.words()


def saved(folder: Path) -> GameRecord:
    """The one game in the journal."""
    with Store(
        folder / "games.sqlite", now=lambda: pytest.fail("nothing is written"), writing=False
    ) as journal:
        (game,) = journal.games()
        record = journal.load(game.id)
    assert isinstance(record.game, Game)
    assert record.game.phase is Phase.OVER
    return record


def test_perudo_is_played_by_touches_with_birds_from_the_opening_roll_to_the_winner(tmp_path: Path) -> None:
    players = PerudoPlayers()
    with evening_at(tmp_path, wild=WildMark.BIRD) as evening:
        actions = {BiddingScene: players.bid, CheckScene: players.check, VerdictScene: players.next}
        play(evening, "perudo", {**ACTIONS, **actions})
        assert evening.table._dice is DiceKind.BIRD
    assert players.birds > players.asked == players.birds_of_the_first_check > 0
    record = saved(tmp_path)
    calls = [event.player for event in record.live_events if isinstance(event, SpotOnCalled)]
    assert calls == [players.won_back[0]]
    assert players.banners, "nobody had a Palafico round"


class BluffPlayers:
    """Every other round is opened on stars; who hears stars challenges."""

    def __init__(self) -> None:
        self.ones_lay_there = 0

    def bid(self, evening: TouchedEvening) -> None:
        view = evening.view
        if view.scene.game.bid_quantity is not None:
            evening.touch(evening.screen.ids.challenge)
            return
        in_play = sum(seat.dice for seat in view.scene.game.seats)
        star = view.scene.game.round_number % 2 == 1
        bid(evening, max(1, in_play // 6), 6) if star else bid(evening, max(1, in_play // 3), 1)
        assert evening.view.scene.game.bid_face == (6 if star else 1)

    def next(self, evening: TouchedEvening) -> None:
        """A pip one counts for a bid on ones alone; the star for every bid."""
        verdict, there = evening.view.scene.verdict, lying(evening)
        face = 6 if evening.view.scene.game.round_number % 2 == 1 else 1
        assert verdict is not None
        assert verdict.count == (there[6] if face == 6 else there[1] + there[6])
        self.ones_lay_there += there[1] if face == 6 else 0
        next_round(evening)


def test_bluff_is_played_by_touches_and_its_pip_one_is_never_wild(tmp_path: Path) -> None:
    players = BluffPlayers()
    with evening_at(tmp_path) as evening:
        play(evening, "bluff", {**ACTIONS, BiddingScene: players.bid, VerdictScene: players.next})
    bids = {event.face for event in saved(tmp_path).live_events if isinstance(event, BidMade)}
    assert bids == {1, 6}
    assert players.ones_lay_there > 0

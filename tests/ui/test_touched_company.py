"""Somebody leaves and somebody joins by touch, in two languages, and the game is played to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.demonstration.eyes import answer
from companion.journal import Store
from companion.play.base.commands import (
    CallChallenge,
    Command,
    CupsAreUp,
    NewGame,
    PlaceBid,
    PlayerJoins,
    PlayerLeaves,
    PlayerReturns,
)
from companion.play.modes.cards.views import CardsOverScene
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    ReadingScene,
    RevealScene,
    VerdictScene,
)
from companion.play.views import TableView, seated
from companion.rules import RULESETS, Game, GameRecord, Match, Phase, PlayerJoined, PlayerLeft, PlayerReturned
from companion.simulator.rehearsal.touching import Finger
from companion.text import say, use_language
from tests.cli.test_demo import TellingEye
from tests.ui.touched_evening import TouchedEvening, evening_at, next_round

pytestmark = pytest.mark.slow

DICE = 2
"""Dice each: the way to the winner has few rounds."""
CALLS_FROM = 0.5
"""Of the dice in play: from so many on the next player challenges."""


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    use_language(request.param)
    return request.param


class Table:
    """Plays by commands, each of them touched on the screen."""

    def __init__(self, evening: TouchedEvening) -> None:
        self.evening = evening
        self.hurries = False
        """Whether each bid is for all dice in play: the game is over in few rounds."""

    @property
    def view(self) -> TableView:
        return self.evening.view

    def touch(self, command: Command) -> None:
        number = self.view.number
        Finger(self.evening.fingers).carry_out(command)
        self.evening.wait_for(lambda view: view.number > number and view.kind is not ReadingScene)
        assert self.view.fault is None, self.view.fault

    def play_on(self) -> None:
        """What is due: a bid, a challenge, lifted cups, faces in doubt, the next round."""
        view, number = self.view, self.view.number
        self.evening.picture(view.kind.__name__)
        match view.scene:
            case BiddingScene():
                self.touch(self._bid(view))
            case OpeningRollScene() | RevealScene():
                self.evening.wait_for(lambda view: view.picture is not None)
                self.touch(CupsAreUp(number))
            case CheckScene():
                lying = self.evening.simulated
                self.touch(answer(view, lying.dice_in_view(), lying.truth()))
            case VerdictScene():
                next_round(self.evening)

    def _bid(self, view: TableView) -> Command:
        game = view.scene.game
        in_play, bid = sum(seat.dice for seat in game.seats), game.bid_quantity or 0
        turn = next(seat.seat for seat in game.seats if seat.to_act)
        if bid >= in_play * CALLS_FROM:
            return CallChallenge(view.number, (turn,))
        return PlaceBid(view.number, in_play if self.hurries else bid + 1, 3)


def saved(folder: Path) -> GameRecord:
    with Store(
        folder / "games.sqlite", now=lambda: pytest.fail("nothing is written"), writing=False
    ) as journal:
        return journal.load(journal.games()[0].id)


@pytest.mark.parametrize(
    ("rules", "language"),
    [
        *(("milton-bradley", "en"), ("front-porch", "fr"), ("cardinal", "en")),
        *(("rh", "fr"), ("perudo", "en"), ("bluff", "fr")),
    ],
    indirect=["language"],
)
def test_a_game_goes_on_with_who_is_there(tmp_path: Path, rules: str, language: str) -> None:
    with evening_at(tmp_path, eye_at=TellingEye) as evening:
        table = Table(evening)
        evening.sit_down(rules, 3, {"dice": DICE})
        evening.touch(
            evening.screen.players.ids.start, lambda view: view.kind in (BiddingScene, OpeningRollScene)
        )
        while table.view.kind is not BiddingScene:
            table.play_on()
        assert table.view.scene.game.rules_title == RULESETS[rules].title
        table.touch(table._bid(table.view))
        table.touch(PlayerLeaves(table.view.number, 1))
        assert say("seat.left") in evening.fingers.words()
        evening.picture(f"left_{rules}_{language}")
        guest = say("names.players").splitlines()[5]
        dice = table.view.company.dice[0].dice
        table.touch(PlayerJoins(table.view.number, guest, 3, dice))
        assert guest in evening.fingers.words()
        table.touch(PlayerReturns(table.view.number, 1, table.view.company.dice[-1].dice))
        table.touch(PlayerLeaves(table.view.number, 0))
        while table.view.kind is not VerdictScene:
            table.play_on()
        truth = [len(hand) for hand in evening.table.truth()]
        assert truth[0] == 0
        while table.view.kind is VerdictScene:
            table.play_on()
        there = [seat.seat for seat in seated(table.view.scene) if not seat.out]
        table.hurries = True
        for leaver in there[2:]:
            table.touch(PlayerLeaves(table.view.number, leaver))
        while table.view.kind is not OverScene:
            table.play_on()
        assert table.view.scene.winner in evening.fingers.words()
    record = saved(tmp_path)
    assert isinstance(record.game, Game)
    assert record.game.phase is Phase.OVER
    kinds = [type(event) for event in record.live_events]
    assert PlayerJoined in kinds
    assert PlayerReturned in kinds
    assert kinds.count(PlayerLeft) >= 2


@pytest.mark.parametrize("language", ["en", "fr"], indirect=True)
def test_leaving_a_match_of_cards_by_touch_ends_the_hand_and_the_last_one_wins(
    tmp_path: Path, language: str
) -> None:
    with evening_at(tmp_path) as evening:
        table = Table(evening)
        names = tuple(say("names.players").splitlines()[:3])
        Finger(evening.fingers).carry_out(NewGame(evening.view.number, "liar-liar", names, (), None))
        evening.wait_for(lambda view: view.company is not None)
        table.touch(table.view.scene.cards.keys[0].command)
        table.touch(PlayerLeaves(table.view.number, 2))
        evening.picture(f"left_cards_{language}")
        table.touch(table.view.scene.cards.keys[0].command)
        table.touch(PlayerLeaves(table.view.number, 0))
        assert table.view.kind is CardsOverScene
    record = saved(tmp_path)
    assert isinstance(record.game, Match)
    assert record.game.winner == 1

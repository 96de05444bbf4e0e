"""Practice: partners by program move by themselves, see their own dice alone, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.journal import Store
from companion.play.base.commands import (
    AcceptReading,
    BeginShow,
    CallChallenge,
    CallSpotOn,
    CupsAreUp,
    HurryPartner,
    LeaveGame,
    NextRound,
    Peek,
    PlaceBid,
    Practise,
    Undo,
)
from companion.play.base.ports import SettingsKeeper
from companion.play.modes.dice.practice import PAUSE_S, PERSON, partners
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    RevealScene,
    ShowingScene,
    VerdictScene,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.views import BackToTable, PauseTable
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from companion.players import View
from companion.rules import RULESETS
from companion.text import say
from tests.clocks import ManualClock
from tests.play.driven import Driven
from tests.play.evening import FakeCamera, FakeCups, FakeEye, now

NS_PER_S = 1_000_000_000


class DealtCups(FakeCups):
    """Knows what it dealt; ``asked`` are the seats whose dice were looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.dice: list[list[int]] = []
        self.asked: list[int] = []

    def deal(
        self,
        dice: tuple[int, ...],
        shown: tuple[tuple[int, ...], ...],
        seed: int,
        order: tuple[int, ...] = (),
    ) -> None:
        luck = Random(seed)
        self.dice = [
            [*out, *luck.choices(range(1, 7), k=held - len(out))]
            for held, out in zip(dice, shown, strict=True)
        ]

    def show(self, seat: int, faces: tuple[int, ...], seed: int) -> None:
        hidden = list(self.dice[seat])
        for face in faces:
            hidden.remove(face)  # ValueError where it does not lie there
        self.dice[seat] = [*faces, *Random(seed).choices(range(1, 7), k=len(hidden))]

    def hand(self, seat: int) -> tuple[int, ...]:
        self.asked.append(seat)
        return tuple(sorted(self.dice[seat]))


class Table(Driven):
    """A controller at a real table, with practice beside it."""

    def __init__(self, folder: Path, settings: SettingsKeeper | None = None) -> None:
        self.clock, self.cups, self.eye = ManualClock(0), DealtCups(), FakeEye()
        self.kept, self.passing = Store(folder / "kept", now), Store(folder / "passing", now)
        equipment = Equipment(FakeCamera(self.clock), self.eye, self.cups)
        own = Services(self.passing, self.clock, equipment, dice_seed=5, settings=settings)
        super().__init__(Services(self.kept, self.clock, practice=lambda: own, settings=settings))

    @property
    def mode(self):
        return self.controller._now.at.dice

    def practise(self, rules: str = "perudo", players: tuple[str, ...] = ("Kim", "Ada", "Ben")) -> TableView:
        opener = 0 if RULESETS[rules].first_opener.value == "table" else None
        return self.do(Practise, rules=rules, players=players, options=(), opener=opener)

    def lift(self) -> None:
        self.eye.sees = self.cups.dice
        if isinstance(self.view.scene, ShowingScene):
            out = self.view.scene.show.count
            self.eye.sees = [dice[: out * (seat == PERSON)] for seat, dice in enumerate(self.cups.dice)]
        if isinstance(self.view.scene, OpeningRollScene):
            rolling = {hand.seat for hand in self.view.scene.hands}
            self.eye.sees = [dice if seat in rolling else [] for seat, dice in enumerate(self.cups.dice)]
        self.do(CupsAreUp)
        self.read()

    def pass_time(self, seconds: float) -> None:
        self.clock.ns += round(seconds * NS_PER_S)
        self.controller.idle()

    def to_bids(self) -> TableView:
        """The opening roll, if there is one, is over."""
        while isinstance(self.view.scene, OpeningRollScene | CheckScene):
            if isinstance(self.view.scene, CheckScene):
                self.do(AcceptReading)
            else:
                self.lift()
        return self.view

    def to_own_turn(self) -> TableView:
        while isinstance(self.view.scene, BiddingScene) and self.view.scene.thinks:
            self.do(HurryPartner)
        return self.view

    def bid(self) -> TableView:
        """The lowest bid."""
        return self.do(PlaceBid, **dict(zip(("quantity", "face"), lowest(self.view.scene), strict=True)))


def lowest(scene: BiddingScene) -> tuple[int, int]:
    if scene.pad is not None:
        return scene.pad.offer(None, None)
    if scene.track.lowest is not None:
        return scene.track.lowest
    return 1, 2


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.kept.close()
    made.passing.close()


@pytest.mark.parametrize("rules", RULESETS)
def test_each_game_of_dice_is_played_to_its_end_and_no_bot_sees_anothers_dice(
    rules: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[View] = []
    for each in {type(partner.bot) for partner in partners()}:
        was = each.move
        monkeypatch.setattr(each, "move", watched(was, seen))
    table.practise(rules)
    while not isinstance(table.view.scene, OverScene):
        play_one(table)
        assert table.view.fault is None
    assert len(seen) > 5
    for view in seen:
        assert view.seat != PERSON
        assert not view.game.bid or len(view.hand) == view.game.dice[view.seat]
    assert table.kept.games() == ()


def watched(was: Callable[..., object], seen: list[View]) -> Callable[..., object]:
    def move(bot: object, view: View, luck: Random) -> object:
        seen.append(view)
        return was(bot, view, luck)

    return move


def play_one(table: Table) -> None:
    scene = table.view.scene
    match scene:
        case BiddingScene() if scene.thinks:
            table.do(HurryPartner)
        case BiddingScene():
            in_play = scene.game.in_play
            calls = scene.may_challenge and 3 * (scene.game.bid_quantity or 0) > in_play
            if calls or (scene.game.bid and scene.pad and scene.pad.offer(None, None) is None):
                table.do(CallChallenge, players=(PERSON,))
            else:
                table.bid()
        case VerdictScene():
            table.do(NextRound)
        case CheckScene():
            table.do(AcceptReading)
        case OpeningRollScene() | RevealScene():
            table.lift()


def test_a_bot_is_shown_its_own_dice_and_of_the_others_none(table: Table) -> None:
    table.practise()
    table.to_bids()
    table.to_own_turn()
    table.bid()
    state, told = table.controller._now.table, []
    for seat in (1, 2):
        table.cups.dice[seat] = [6] * len(table.cups.dice[seat])
    acting = state.game.acting
    before = table.mode._move(state)
    for luck in range(200):
        others = [each for each in range(3) if each != acting]
        for seat in others:
            table.cups.dice[seat] = Random(luck).choices(range(1, 7), k=len(table.cups.dice[seat]))
        table.cups.asked.clear()
        told.append(table.mode._move(state))
        assert set(table.cups.asked) == {acting}
    assert set(told) == {before}, "whatever the others hold, the move is the same"


def test_a_partner_thinks_before_it_moves_and_a_touch_cuts_that_short(table: Table) -> None:
    table.practise("rh")  # where nobody shows dice
    table.bid()
    view = table.view
    assert view.scene.thinks == view.message == say("practice.thinks", player="Ada")
    least, most = PAUSE_S
    assert least <= table.controller.wait_s <= most
    table.pass_time(least / 2)
    assert table.view.number == view.number
    table.pass_time(most)
    assert table.view.number > view.number
    table.controller.take(HurryPartner(view.number))
    assert table.view.fault is None, "a touch that came a moment too late is no mistake"
    moved = table.view.number
    table.do(HurryPartner)
    assert table.view.number > moved


def test_nothing_is_bid_for_a_partner_and_nobody_calls_for_one(table: Table) -> None:
    table.practise("milton-bradley")
    table.bid()
    bids = len(table.view.scene.game.bids)
    view = table.do(PlaceBid, quantity=29, face=6)
    assert [each.quantity for each in view.scene.game.bids][bids:] != [29], "Ada moved as she wanted to"
    table.to_own_turn()
    view = table.do(CallChallenge, players=(1,))
    assert view.fault is not None
    view = table.do(CallSpotOn, player=1)
    assert view.fault is not None
    assert view.kind is BiddingScene


def test_the_person_sees_the_own_dice_and_looks_under_no_other_cup(table: Table) -> None:
    view = table.practise("milton-bradley")
    own, *others = view.scene.game.seats
    assert own.own == table.cups.hand(PERSON)
    assert [each.own for each in others] == [(), ()]
    assert not view.scene.may_peek
    refused = table.do(Peek, seat=1)
    assert refused.fault is not None
    assert "peek" not in table.cups.names()


def test_undo_goes_back_to_what_the_person_did_last(table: Table) -> None:
    table.practise("milton-bradley", ("Kim", "Ada", "Ben", "Cleo"))
    own_bid = lowest(table.view.scene)
    table.bid()
    table.to_own_turn()
    if table.view.kind is RevealScene:
        assert table.view.undo_words is not None
    else:
        assert "Kim" in table.view.undo_words
    view = table.do(Undo)
    assert view.kind is BiddingScene
    assert view.scene.game.seats[PERSON].to_act
    assert lowest(view.scene) == own_bid


def test_after_a_partners_challenge_undo_names_the_persons_bid_which_it_takes_back(table: Table) -> None:
    table.practise("milton-bradley", ("Kim", "Ada"))
    table.do(PlaceBid, quantity=10, face=2)
    view = table.do(HurryPartner)
    assert (view.kind, view.undo_words) == (RevealScene, "take back Kim's bid of ten 2s")
    view = table.do(Undo)
    assert (view.kind, view.scene.game.bid) == (BiddingScene, None)


def test_nobody_moves_during_a_pause(table: Table) -> None:
    table.practise("milton-bradley")
    table.bid()
    bids = table.view.scene.game.bids
    table.do(PauseTable)
    assert table.controller.wait_s is None
    table.pass_time(60)
    table.do(BackToTable)
    assert table.view.scene.game.bids == bids
    assert table.controller.wait_s >= PAUSE_S[0]


def test_shown_dice_are_the_persons_or_the_partners_own(table: Table) -> None:
    table.practise("milton-bradley")
    table.bid()
    assert table.view.scene.show.seat == PERSON
    face = table.cups.hand(PERSON)[0]
    table.do(BeginShow, count=1, faces=(face,))
    table.lift()
    view = table.do(AcceptReading)
    assert view.scene.game.seats[PERSON].shown == (face,)
    assert len(view.scene.game.seats[PERSON].own) == 4


def test_the_first_screen_offers_partners_and_none_with_the_persons_name(table: Table) -> None:
    offered = table.view.scene.partners
    assert [each.players for each in offered][:2] == [("Kim", "Ada"), ("Kim", "Ada", "Ben")]
    table.practise()
    view = table.do(LeaveGame)
    assert view.kind is WelcomeScene
    assert view.scene.saved == ()
    assert view.scene.roster.names == ()


def test_a_table_without_a_simulated_one_does_not_offer_it(tmp_path: Path) -> None:
    with Store(tmp_path / "kept", now) as kept:
        table = Driven(Services(kept, ManualClock(0)))
        assert table.view.scene.partners == ()
        view = table.do(Practise, rules="perudo", players=("Kim", "Ada"), options=(), opener=None)
    assert view.fault == say("table.no_simulated")

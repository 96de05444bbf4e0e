"""What a phone may do: its own player's bids and calls, on the newest view, by the rules."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.play.base.commands import LeaveGame, PlaceBid, PlayerJoins, PlayerLeaves, Undo
from companion.play.modes.dice.views import BiddingScene, RevealScene
from companion.play.overlays.first_game import BeginFirstGame
from companion.play.overlays.views import BackToTable, PauseTable
from companion.rules import GameBegun, GameRecord, PlayerJoined
from companion.share.feed import Happening, NameFilter
from companion.share.web import PhoneGateway
from companion.share.web.board_view import shown
from companion.text import languages, use_language
from tests.share.web.phone_table import NAMES, PATIENCE_S, PhoneTable, table

AN_HOUR_NS = 3_600_000_000_000
MOVED_ON = "The table has moved on. Look again."
Answer = tuple[str | None, str | None]


@pytest.fixture
def here(tmp_path: Path) -> Iterator[PhoneTable]:
    with table(tmp_path) as found:
        found.begin(dice=2)
        yield found


def _ask(here: PhoneTable, **fields: object) -> Answer:
    """The refusal and the key in the gateway's answer."""
    answers: queue.SimpleQueue[str] = queue.SimpleQueue()
    here.gateway.take(json.dumps({"question": 1, **fields}), answers.put)
    told = json.loads(answers.get(timeout=PATIENCE_S))
    return told["refused"], told["phone"]


def _join(here: PhoneTable, seat: int) -> str:
    refused, key = _ask(here, do="join", code=here.gateway.invitation(seat).code)
    assert refused is None
    assert key is not None
    return key


def _bid(here: PhoneTable, key: str, quantity: int, face: int, number: int | None = None) -> str | None:
    at = here.view.number if number is None else number
    return _ask(here, do="bid", phone=key, number=at, quantity=quantity, face=face)[0]


def _state(here: PhoneTable) -> dict:
    return json.loads(here.gateway.line())["state"]


def test_a_round_is_bid_and_challenged_from_phones(here: PhoneTable) -> None:
    ann, ben = _join(here, 0), _join(here, 1)
    assert _bid(here, ann, 1, 4) is None
    assert here.view.scene.game.bid == "one 4"
    assert _bid(here, ben, 2, 4) is None
    cleo = _join(here, 2)
    assert _ask(here, do="challenge", phone=cleo, number=here.view.number)[0] is None
    assert here.view.kind is RevealScene


def test_only_the_player_on_turn_bids(here: PhoneTable) -> None:
    ben = _join(here, 1)
    assert _bid(here, ben, 1, 4) == "Ann: make the first bid."
    assert here.view.scene.game.bid is None


def test_an_older_view_is_refused_and_nothing_happens(here: PhoneTable) -> None:
    ann, old = _join(here, 0), here.view.number
    here.touch(PlaceBid, quantity=1, face=4)
    assert _bid(here, ann, 2, 4, number=old) == MOVED_ON
    assert here.view.scene.game.bid == "one 4"


def test_of_a_touch_and_a_phone_at_once_one_counts(here: PhoneTable) -> None:
    ann, number = _join(here, 0), here.view.number
    here.session.send(PlaceBid(number, 1, 4))
    refused = _bid(here, ann, 1, 5, number=number)
    assert (refused, here.view.scene.game.bid) == (MOVED_ON, "one 4")


def test_the_referee_refuses_a_bid_in_its_own_words_and_shows_them(here: PhoneTable) -> None:
    ann, ben = _join(here, 0), _join(here, 1)
    _bid(here, ann, 2, 4)
    refused = _bid(here, ben, 1, 3)
    assert refused == here.view.fault
    assert refused is not None
    assert here.view.scene.game.bid == "two 4s"


@pytest.mark.parametrize("language", languages())
def test_each_refusal_is_a_sentence_with_a_capital(language: str, tmp_path: Path) -> None:
    use_language(language)
    with table(tmp_path) as here:
        here.begin()
        ann, ben = _join(here, 0), _join(here, 1)
        _bid(here, ann, 2, 4)
        told = [_bid(here, ben, *bid) for bid in ((2, 4), (1, 3), (99, 4))]
        told += [_bid(here, ann, 3, 4), _bid(here, "nobody", 3, 4), _bid(here, ben, 3, 4, number=0)]
        told.append(_ask(here, do="spot-on", phone=ben, number=here.view.number)[0])
    assert [each for each in told if each.lstrip("¿¡„")[0].islower() or each[-1] not in ".!?"] == []


def test_of_two_phones_that_challenge_at_once_the_rules_choose_not_the_network(tmp_path: Path) -> None:
    at_once = time.monotonic_ns() + AN_HOUR_NS  # they are gathered until the next touch
    with table(tmp_path, gateway=PhoneGateway(lambda: at_once)) as here:
        here.begin("rh", random_challenge=True)
        keys = [_join(here, seat) for seat in range(len(NAMES))]
        assert _bid(here, keys[0], 2, 4) is None
        number = here.view.number
        for seat in (2, 1):
            assert _ask(here, do="challenge", phone=keys[seat], number=number)[0] is None
        challenged = here.touch(PauseTable)
        assert challenged.kind is RevealScene
        assert challenged.message == "Ben challenges two 4s. Lift the cups!"  # the nearest one's counts
        assert _ask(here, do="challenge", phone=keys[1], number=number)[0] == MOVED_ON


def test_nobody_challenges_where_the_rules_do_not_let_them(here: PhoneTable) -> None:
    ann = _join(here, 0)
    assert _ask(here, do="challenge", phone=ann, number=here.view.number)[0] == "Ann: make the first bid."
    assert _ask(here, do="spot-on", phone=ann, number=here.view.number)[0] == "Ann: make the first bid."
    assert here.view.kind is BiddingScene


def test_no_phone_bids_while_something_else_is_on_the_screen(here: PhoneTable) -> None:
    ann = _join(here, 0)
    paused = here.touch(PauseTable)
    assert _bid(here, ann, 1, 4) == paused.message
    here.touch(BackToTable)
    assert _bid(here, ann, 1, 4) is None


def test_a_first_game_is_not_on_the_phones_and_leaves_them_their_players(here: PhoneTable) -> None:
    ann = _join(here, 0)
    here.touch(LeaveGame)
    before = _state(here)
    lesson = here.touch(BeginFirstGame)
    assert lesson.coach is not None
    assert _state(here) == before
    assert _bid(here, ann, 1, 4) == MOVED_ON
    here.touch(LeaveGame)
    here.begin(dice=2)
    assert _bid(here, ann, 1, 4) is None


def test_a_code_is_good_once_and_for_one_player(here: PhoneTable) -> None:
    code = here.gateway.invitation(0).code
    assert not here.gateway.invitation(0).joined
    assert _ask(here, do="join", code=f" {code.lower()} ")[0] is None
    assert _ask(here, do="join", code=code) == ("This code is not valid now. The table shows yours.", None)
    assert here.gateway.invitation(0).joined
    assert not here.gateway.invitation(1).joined


@pytest.mark.parametrize("code", ["", "AAAAAA", "é", "\ud800", "A" * 400])
def test_a_wrong_code_lets_nobody_in(here: PhoneTable, code: str) -> None:
    assert _ask(here, do="join", code=code)[1] is None
    assert json.loads(here.gateway.line())["phones"] == {}


def test_a_second_phone_of_a_player_takes_the_place_of_the_first(here: PhoneTable) -> None:
    first, second = _join(here, 0), _join(here, 0)
    assert _bid(here, first, 1, 4) == (
        "This phone is not at the table now. In the menu there, choose Phones and your name."
    )
    assert _bid(here, second, 1, 4) is None


def test_the_table_takes_a_phone_away(here: PhoneTable) -> None:
    ann, code = _join(here, 0), here.gateway.invitation(0).code
    here.gateway.send_away(0)
    assert _bid(here, ann, 1, 4) is not None
    assert not here.gateway.invitation(0).joined
    assert _ask(here, do="join", code=code)[1] is None


def test_phones_stay_with_the_same_people_and_go_with_others(here: PhoneTable) -> None:
    ann = _join(here, 0)
    here.touch(LeaveGame)
    here.begin(names=("Cleo", "Ann", "Ben"), dice=2)
    assert json.loads(here.gateway.line())["phones"] == {ann: 1}
    assert _bid(here, ann, 1, 4) == "Cleo: make the first bid."
    here.touch(LeaveGame)
    here.begin(names=("Ann", "Ben", "Dan"), dice=2)
    assert json.loads(here.gateway.line())["phones"] == {}
    with pytest.raises(KeyError):
        here.gateway.invitation(3)


def test_players_of_one_name_have_a_phone_each_and_none_when_it_is_not_known_whose_it_was(
    here: PhoneTable,
) -> None:
    """The screen takes no name twice, but a record by others may have it."""
    here.touch(LeaveGame)
    here.begin(names=("Ann", "Ben", "Ann"), dice=2)
    first, ben, second = (_join(here, seat) for seat in range(3))
    assert [here.gateway.invitation(seat).joined for seat in range(3)] == [True, True, True]
    assert json.loads(here.gateway.line())["phones"] == {first: 0, ben: 1, second: 2}
    assert _bid(here, second, 1, 4) == "Ann (seat 0): make the first bid."
    assert _bid(here, first, 1, 4) is None
    here.gateway.send_away(2)
    assert json.loads(here.gateway.line())["phones"] == {first: 0, ben: 1}
    here.touch(LeaveGame)
    here.begin(names=("Ann", "Ben"), dice=2)
    assert json.loads(here.gateway.line())["phones"] == {}


def test_who_comes_and_goes_takes_no_phone_from_the_others(here: PhoneTable) -> None:
    ann = _join(here, 0)
    here.touch(PlayerJoins, name="Dan", seat=1, dice=2)
    dan = _join(here, 1)
    here.touch(PlayerLeaves, player=3)
    assert [each["note"] for each in _state(here)["players"]][2:] == ["2 dice", "left"]
    here.touch(Undo)
    assert json.loads(here.gateway.line())["phones"] == {ann: 0, dan: 1}
    here.touch(Undo)
    assert json.loads(here.gateway.line())["phones"] == {ann: 0}
    assert _bid(here, dan, 1, 4) is not None
    here.touch(PlayerJoins, name="Dan", seat=3, dice=2)
    assert json.loads(here.gateway.line())["phones"] == {ann: 0}
    here.touch(LeaveGame)
    here.begin(names=("Ann", "Cleo"), dice=2)
    assert json.loads(here.gateway.line())["phones"] == {ann: 0}


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"do": "undo"}',
        '{"do": ["bid"]}',
        '{"do": "bid", "number": true}',
        '{"do": "bid", "number": -1}',
        '{"do": "bid", "quantity": 1e400}',
        '{"do": "bid", "phone": 7}',
        "[" * 100_000,
    ],
)
def test_a_line_that_asks_nothing_is_left(here: PhoneTable, line: str) -> None:
    here.gateway.take(line, lambda answer: pytest.fail(answer))


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "bid", "number": -1},
        {"do": "bid", "quantity": 1e400},
        {"do": "undo"},
        {"do": "bid", "phone": 7},
    ],
)
def test_a_question_that_cannot_be_meant_is_refused_at_once(here: PhoneTable, fields: dict) -> None:
    assert _ask(here, **fields) == ("This was not understood. Open the page again.", None)


@pytest.mark.parametrize("rules", ["milton-bradley", "cardinal", "rh"])
def test_no_phone_bids_more_dice_than_anybody_is_offered(tmp_path: Path, rules: str) -> None:
    with table(tmp_path) as here:
        here.begin(rules)
        ann, beyond = _join(here, 0), f"Only {here.view.scene.game.in_play} dice are in play."
        assert [_bid(here, ann, quantity, 4) for quantity in (here.view.scene.game.in_play + 1, 10**9)] == [
            beyond
        ] * 2
        assert here.view.scene.game.bid is None
        assert _bid(here, ann, here.view.scene.game.in_play, 4) is None


def test_only_legal_bids_are_offered_and_all_that_make_sense(here: PhoneTable) -> None:
    offers = _state(here)["offers"]
    assert [each["die"]["face"] for each in offers] == [1, 2, 3, 4, 5, 6]
    assert [each["quantity"] for each in offers[3]["bids"]] == [1, 2, 3, 4, 5, 6]
    assert offers[3]["bids"][1]["words"] == "Bid: two 4s"
    here.touch(PlaceBid, quantity=3, face=5)
    state = _state(here)
    assert (state["turn"], state["challengers"]) == (1, [1])
    assert [each["bids"][0]["quantity"] for each in state["offers"] if each["die"]["face"] == 4] == [4]


@pytest.mark.parametrize("rules", ["front-porch", "cardinal", "rh", "perudo", "bluff"])
def test_every_game_is_bid_from_a_phone_as_it_is_offered(tmp_path: Path, rules: str) -> None:
    with table(tmp_path) as here:
        here.begin(rules)
        keys = [_join(here, seat) for seat in range(len(NAMES))]
        for _ in range(4):
            state = _state(here)
            highest = state["offers"][-1]
            face, quantity = highest["die"]["face"], highest["bids"][0]["quantity"]
            assert _bid(here, keys[state["turn"]], quantity, face) is None
        state = _state(here)
        caller = state["challengers"][-1]
        assert _ask(here, do="challenge", phone=keys[caller], number=here.view.number)[0] is None
        here.wait_for(lambda view: view.kind is RevealScene)


def test_spot_on_is_called_from_a_phone(tmp_path: Path) -> None:
    with table(tmp_path) as here:
        here.begin("perudo")
        keys = [_join(here, seat) for seat in range(len(NAMES))]
        assert _bid(here, keys[0], 1, 4) is None
        state = _state(here)
        assert state["spot_on"] == "Calza!"
        caller = state["spot_on_callers"][0]
        assert _ask(here, do="spot-on", phone=keys[caller], number=here.view.number)[0] is None
        assert here.view.kind is RevealScene


def test_no_covered_die_is_told_and_a_reveal_is_in_words(here: PhoneTable) -> None:
    here.touch(PlaceBid, quantity=1, face=4)
    assert [each["shown"] for each in _state(here)["players"]] == [[], [], []]
    assert (_state(here)["hands"], _state(here)["held"]) == ([], None)


def test_without_names_players_are_seats(tmp_path: Path) -> None:
    with table(tmp_path, gateway=PhoneGateway(lambda: 0, names=False)) as here:
        here.begin(dice=2)
        here.touch(PlaceBid, quantity=1, face=4)
        assert "Ann" not in here.gateway.line()
        assert _state(here)["message"] == "On turn: Seat 2"
        assert _bid(here, _join(here, 0), 2, 4) == "On turn: Seat 2."


def test_without_names_a_newcomer_has_the_same_word_as_on_the_scoreboard(tmp_path: Path) -> None:
    begun = GameRecord.begin(GameBegun("milton-bradley", NAMES, opener=0))
    record = begun.apply(PlayerJoined("Dan", 1, 5))
    happening = Happening(1, datetime(2026, 11, 29, tzinfo=UTC), record, record.events, None)
    on_board = [each.name for each in shown(NameFilter().apply(happening)).players]
    with table(tmp_path, gateway=PhoneGateway(lambda: 0, names=False)) as here:
        here.begin()
        here.touch(PlayerJoins, name="Dan", seat=1, dice=5)
        assert [each["name"] for each in _state(here)["players"]] == on_board

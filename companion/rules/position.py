"""A game from the middle as one line of JSON: a puzzle, a handicap, a study (docs/library.md).

Without ended rounds and corrections. An impossible position is a value, too; ``status`` gives everything that
is wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from companion.rules.events import FACES, Bid, BidMade, TotalBid
from companion.rules.fields import (
    need_hands,
    need_name,
    need_names,
    need_pairs,
    need_whole,
    need_wholes,
    one_form,
)
from companion.rules.game import (
    BIDDING,
    MOST_SEATS,
    OPENING_ROLL,
    OVER,
    REVEAL,
    Call,
    Game,
    SeatChange,
    Stakes,
    next_in,
)
from companion.rules.house import Switches, options_of, ruleset_of
from companion.rules.raising import range_of, totals
from companion.rules.refusals import Refusal, RulesError
from companion.rules.ruleset import FirstOpener, RuleSet

CHIPS_A_PLAYER = 50
FIELDS = (
    "rules", "options", "players", "dice", "left", "rolling", "opener", "bid", "bids", "bidders", "may_show",
    "shown", "call", "palafico", "had_palafico", "chips", "round_pot", "game_pot",
)  # fmt: skip


@lru_cache(8)
def _options(ruleset: RuleSet) -> Switches:
    """Raises ValueError for a rule set without a name in records."""
    options = options_of(ruleset)
    if ruleset_of(ruleset.name, options) != ruleset:
        raise ValueError(f"no record can name these rules: {ruleset.name}")
    return options


def written(game: Game) -> str:
    """Raises ValueError for a rule set without a name in records."""
    options = dict(_options(game.ruleset))
    calls = None if game.caller is None or game.call is None else {game.call.value: game.caller}
    bidders = list(game.bidders) if len(game.bidders) > 1 else []
    stakes = game.stakes
    values: dict[str, object] = {
        "rules": game.ruleset.name,
        "options": options,
        "players": list(game.players),
        "dice": list(game.dice),
        "left": list(game.left),
        "rolling": list(game.rolling),
        "opener": game.opener,
        "bid": None if game.bid is None else asdict(game.bid),
        "bids": game.bids if game.bids > 1 else 0,
        "bidders": bidders,
        "may_show": game.may_show,
        "shown": list(map(list, game.shown)) if any(game.shown) else [],
        "call": calls,
        "palafico": game.palafico,
        "had_palafico": list(game.had_palafico),
    }
    if stakes is not None:
        values |= {"chips": list(stakes.chips), "round_pot": stakes.round_pot, "game_pot": stakes.game_pot}
    kept = {name: value for name, value in values.items() if value or (name == "opener" and value == 0)}
    return json.dumps(kept, separators=(",", ":"))


def read(line: str) -> Game:
    """Raises ValueError for no position; an impossible one is allowed."""
    try:
        values = json.loads(line)
        if not isinstance(values, dict):
            raise ValueError("a position is one object of JSON")
        return _game(values)
    except json.JSONDecodeError as fault:
        raise ValueError(f"a position is one object of JSON on a line: {fault}") from fault
    except (RulesError, RecursionError) as fault:
        raise ValueError(f"no position: {fault}") from fault


def _game(values: Mapping[str, Any]) -> Game:
    unknown = values.keys() - {*FIELDS}
    if unknown or not values.keys() >= {"rules", "players", "dice"}:
        raise ValueError(f"a position has rules, players and dice, and may have {', '.join(FIELDS[4:])}")
    options = need_pairs(values.get("options", {}), Refusal.NOT_OPTIONS)
    ruleset = ruleset_of(need_name(values["rules"], "rules"), options)  # type: ignore[arg-type]  # it checks
    players = tuple(map(one_form, need_names(values["players"])))
    dice = _wholes(values, "dice")
    rolling, opener, bid = _wholes(values, "rolling"), _whole(values, "opener"), _bid(values.get("bid"))
    caller, call = _call(values.get("call"))
    over = sum(1 for held in dice if held > 0) < 2
    phase = OVER if over else OPENING_ROLL if rolling else REVEAL if call else BIDDING
    to_act = opener
    if phase is not BIDDING:
        to_act = None
    elif bid is not None and 0 <= bid.player < len(dice):
        to_act = next_in(dice, bid.player)
    chips = values.get("chips")
    return Game(
        ruleset=ruleset,
        players=players,
        phase=phase,
        dice=dice,
        shown=need_hands(values.get("shown", [[] for _ in players]), "shown"),
        opener=opener,
        to_act=to_act,
        bid=bid,
        bids=_whole(values, "bids") or int(bid is not None),
        bidders=_wholes(values, "bidders") or (() if bid is None else (bid.player,)),
        may_show=_flag(values, "may_show"),
        caller=caller,
        call=call,
        palafico=_flag(values, "palafico"),
        rolling=rolling,
        stakes=None
        if chips is None
        else Stakes(
            need_wholes(chips, "chips"), _whole(values, "round_pot") or 0, _whole(values, "game_pot") or 0
        ),
        had_palafico=_wholes(values, "had_palafico"),
        seat_changes=tuple(SeatChange(0, seat, -1) for seat in _wholes(values, "left")),
    )


def _whole(values: Mapping[str, object], field: str) -> int | None:
    return None if values.get(field) is None else need_whole(values[field], field)


def _wholes(values: Mapping[str, object], field: str) -> tuple[int, ...]:
    return need_wholes(values.get(field, []), field)


def _flag(values: Mapping[str, object], field: str) -> bool:
    value = values.get(field, False)
    if type(value) is not bool:
        raise ValueError(f"{field} is true or false, got {value!r}")
    return value


def _bid(value: object) -> Bid | None:
    if value is None:
        return None
    if isinstance(value, dict) and value.keys() == {"player", "quantity", "face"}:
        return BidMade(**value)
    if isinstance(value, dict) and value.keys() == {"player", "total"}:
        return TotalBid(**value)
    raise ValueError(f"a bid has player, quantity and face, or player and total, got {value!r}")


def _call(value: object) -> tuple[int | None, Call | None]:
    if value is None:
        return None, None
    if isinstance(value, dict) and len(value) == 1:
        ((name, caller),) = value.items()
        if name in (call.value for call in Call):
            return need_whole(caller, "call"), Call(name)
    raise ValueError(f'a call is {{"challenge": seat}} or {{"spot_on": seat}}, got {value!r}')


def status(game: Game) -> tuple[str, ...]:
    found = [*_of_table(game)]
    if not found:
        for check in (_of_phase, _of_bid, _of_shown, _of_call, _of_palafico, _of_stakes):
            found += check(game)
    return tuple(found)


def _of_table(game: Game) -> Iterator[str]:
    rules, seats = game.ruleset, len(game.players)
    if not 2 <= seats <= MOST_SEATS:
        yield f"{seats} players: two to {MOST_SEATS} seats are at a table"
    if len(game.still_in) > rules.most_players:
        yield f"{len(game.still_in)} players hold dice: {rules.name} is for {rules.most_players}"
    yield from (f"seat {seat} has no name" for seat, name in enumerate(game.players) if not name.strip())
    if len(game.dice) != seats:
        yield f"dice are given for {len(game.dice)} seats of {seats}"
    for seat, held in enumerate(game.dice):
        if not 0 <= held <= rules.dice:
            yield f"seat {seat} holds {held} dice: none to {rules.dice} are possible"
    if not game.still_in:
        yield "nobody holds dice"
    if len(game.shown) != seats:
        yield f"shown dice are given for {len(game.shown)} seats of {seats}"
    named = (*game.left, *game.rolling, *game.bidders, *game.had_palafico, game.opener, game.caller)
    for number in sorted({seat for seat in named if seat is not None and not 0 <= seat < seats}):
        yield f"there is no seat {number}"
    if game.bid is not None and not 0 <= game.bid.player < seats:
        yield f"there is no seat {game.bid.player} that could have bid"


def _of_phase(game: Game) -> Iterator[str]:
    yield from (f"seat {seat} has left and holds dice" for seat in game.left if game.dice[seat])
    if game.rolling:
        if game.ruleset.first_opener is not FirstOpener.ROLL:
            yield f"{game.ruleset.name} has no opening roll"
        if list(game.rolling) != sorted({*game.rolling}) or len(game.rolling) < 2:
            yield "two seats or more roll, each once, in order"
        yield from (f"seat {seat} rolls and holds no dice" for seat in game.rolling if not game.dice[seat])
        if game.opener is not None or game.bid is not None:
            yield "nobody opens or bids before the opening roll"
    elif game.phase is OVER:
        if game.opener is not None or game.bid is not None:
            yield "nobody opens or bids once one player holds all dice that are left"
    elif game.opener is None:
        yield "nobody opens"
    elif not game.dice[game.opener]:
        yield f"seat {game.opener} opens and holds no dice"


def _of_bid(game: Game) -> Iterator[str]:
    bid = game.bid
    if bid is None:
        if game.bids or game.bidders:
            yield "bids are counted and none stands"
        return
    if not game.dice[bid.player]:
        yield f"seat {bid.player} bid and holds no dice"
    if game.bidders[:1] != (bid.player,) or len({*game.bidders}) != len(game.bidders):
        yield "the bidders are each seat once, the last one first"
    if game.opener is not None and game.opener not in game.bidders:
        yield f"seat {game.opener} opened and did not bid"
    if game.bids < len(game.bidders):
        yield f"{len(game.bidders)} players made {game.bids} bids"
    if isinstance(bid, TotalBid) != game.tie_breaker:
        yield "a total is bid in a tie breaker, and nothing else there"
    elif isinstance(bid, TotalBid):
        if bid.total not in totals(game.but(bid=None)):
            yield f"two dice cannot be bid to add up to {bid.total}"
    else:
        yield from _of_number(game, bid)


def _of_number(game: Game, bid: BidMade) -> Iterator[str]:
    rules = game.ruleset
    if bid.face not in FACES:
        yield f"face {bid.face} is bid: faces are 1 to 6"
    if bid.quantity < 1:
        yield f"{bid.quantity} dice are bid"
    if rules.capped and bid.quantity > game.dice_in_play:
        yield f"{bid.quantity} dice are bid and {game.dice_in_play} are in play"
    opens = game.bids == 1 and bid.face in FACES and game.dice_in_play > 0
    if opens and range_of(game.but(bid=None), bid.face) is None:
        yield f"{rules.name} is not opened on the wild face"


def _of_shown(game: Game) -> Iterator[str]:
    if not game.ruleset.show_reroll and (any(game.shown) or game.may_show):
        yield f"{game.ruleset.name} is played without showing dice"
    if game.may_show and (game.bid is None or game.phase is not BIDDING):
        yield "dice are shown after a bid"
    for seat, faces in enumerate(game.shown):
        if not {*faces} <= {*FACES}:
            yield f"seat {seat} shows a face that no die has"
        if faces and len(faces) >= game.dice[seat]:
            yield f"seat {seat} shows all its dice: one stays covered"
        if faces and seat not in game.bidders:
            yield f"seat {seat} shows dice and did not bid"


def _of_call(game: Game) -> Iterator[str]:
    caller, bid, rules = game.caller, game.bid, game.ruleset
    if caller is None:
        return
    if game.phase is not REVEAL or bid is None or not 0 <= bid.player < len(game.dice):
        yield f"seat {caller} calls and no bid stands"
        return
    anyone = rules.random_challenge if game.call is Call.CHALLENGE else rules.spot_on_anyone
    if not game.dice[caller] or caller == bid.player:
        yield f"seat {caller} cannot call this bid"
    elif not anyone and caller != next_in(game.dice, bid.player):
        yield f"seat {caller} called out of turn"
    if game.call is Call.SPOT_ON:
        two = len(game.still_in) == 2 and not rules.spot_on_with_two
        if rules.spot_on is None or two or (game.palafico and not rules.spot_on_in_palafico):
            yield "nobody may call this bid exactly right"


def _of_palafico(game: Game) -> Iterator[str]:
    if not game.ruleset.palafico:
        if game.palafico or game.had_palafico:
            yield f"{game.ruleset.name} has no Palafico"
    elif game.palafico:
        if game.opener is None or game.dice[game.opener] != 1:
            yield "who opens a Palafico holds one die"
        if len(game.still_in) < 3:
            yield "a Palafico is played by three or more"
        if game.opener is not None and game.opener not in game.had_palafico:
            yield f"seat {game.opener} opens a Palafico and stands not among those who had one"
    if list(game.had_palafico) != sorted({*game.had_palafico}):
        yield "those who had a Palafico are each seat once, in order"


def _of_stakes(game: Game) -> Iterator[str]:
    stakes = game.stakes
    if (stakes is not None) != game.ruleset.chips:
        yield f"{game.ruleset.name} is played {'for' if game.ruleset.chips else 'without'} chips here"
    if stakes is None:
        return
    every = (*stakes.chips, stakes.round_pot, stakes.game_pot)
    if len(stakes.chips) != len(game.players):
        yield f"chips are given for {len(stakes.chips)} seats of {len(game.players)}"
    elif min(every) < 0 or sum(every) != CHIPS_A_PLAYER * len(game.players):
        yield f"{sum(every)} chips are on the table: each player brought {CHIPS_A_PLAYER}"

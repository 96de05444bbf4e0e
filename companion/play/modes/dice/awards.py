"""What friends talk about after a game: awards, who won tonight, who catches whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import TypeVar

from companion.journal import SavedGame, Store, StoreError
from companion.journal.statistics import GameTally, SeatTally, played_game, tally_of
from companion.play.modes.dice.state import DiceTable, Moment
from companion.play.modes.dice.views import AwardView
from companion.rules import AnyEvent, Call, Game, RuleSet
from companion.text import capital, say, say_all, say_bid, say_chance, say_list, say_player

EVENING = timedelta(hours=12)
"""A game that began longer than this before another is of another evening [choice]."""
GAMES = 12
"""Newest games that are looked at."""
BOLD_BELOW, RIGHT_AT_LEAST, LUCK_AT_LEAST = 0.5, 2, 1.0
"""A bid that held is bold below this chance. A good nose needs this many right challenges. Luck is this many
more true bids than expected [choice]."""
TIMES, SHARED = 2, 2
"""How often somebody must have caught the same player, to be told; how many players an earlier game must
share with this one."""


@lru_cache(maxsize=2)
def _tally(events: tuple[AnyEvent, ...]) -> GameTally:
    return tally_of(played_game(events))


def award_views(table: DiceTable) -> tuple[AwardView, ...]:
    game, tally = table.game, _tally(tuple(table.record.live_events))
    seats = dict(enumerate(tally.seats))
    given = (_boldest(tally, game.ruleset), best_nose(seats), luckiest(seats))
    return tuple(
        AwardView(seat, say_player(game.players, seat), say(f"award.{award}"), told)
        for award, seat, told in filter(None, given)
    )


_Who = TypeVar("_Who", int, str)
"""A seat, or a name over many games."""
_Award = tuple[str, _Who, str] | None
"""Which award, whose, and for what."""


def _boldest(tally: GameTally, ruleset: RuleSet) -> _Award[int]:
    held = [seat.boldest for seat in tally.seats if seat.boldest is not None]
    bold = min(held, key=lambda each: each.chance, default=None)
    if bold is None or bold.chance >= BOLD_BELOW:
        return None
    told = say("award.bold.told", bid=capital(say_bid(bold.bid, ruleset)), chance=say_chance(bold.chance))
    return "bold", bold.bid.player, told


def best_nose(tallies: Mapping[_Who, SeatTally]) -> _Award[_Who]:
    counts = {who: tally.counts for who, tally in tallies.items()}
    best = max(counts, key=lambda who: (counts[who]["challenges_right"], -counts[who]["challenges"]))
    right = counts[best]["challenges_right"]
    if right < RIGHT_AT_LEAST:
        return None
    return "nose", best, say("award.nose.told", right=right, count=counts[best]["challenges"])


def luckiest(tallies: Mapping[_Who, SeatTally]) -> _Award[_Who]:
    luck = {who: tally.counts["true"] - tally.expected for who, tally in tallies.items()}
    best = max(luck, key=lambda who: luck[who])
    if luck[best] < LUCK_AT_LEAST:
        return None
    counts = tallies[best].counts
    return "luck", best, say("award.luck.told", true=counts["true"], count=counts["weighed"])


def pairs_caught(games: Iterable[Game]) -> Counter[tuple[str, str]]:
    """How often a caller caught a bidder."""
    return Counter(
        (game.players[ended.by], game.players[ended.bid.player])
        for game in games
        for ended in game.rounds
        if ended.call is Call.CHALLENGE and ended.winner == ended.by
    )


@dataclass(frozen=True, slots=True)
class Tonight:
    wins: tuple[tuple[str, int], ...]
    pair: tuple[str, str, int] | None


def tonight(games: Iterable[SavedGame], game_id: int) -> Tonight | None:
    """Up to this game; a clock that was set back has earlier games begin later."""
    of_dice = {each.id: (each.begun_at, each.game) for each in games if isinstance(each.game, Game)}
    if game_id not in of_dice:
        return None
    until, here = of_dice[game_id]
    night = [
        game
        for number, (begun_at, game) in of_dice.items()
        if number <= game_id and abs(until - begun_at) <= EVENING
        if len({*game.players} & {*here.players}) >= SHARED
    ]
    wins = Counter(game.players[game.winner] for game in night if game.winner is not None)
    often = max(pairs_caught(night).items(), key=lambda each: each[1], default=None)
    pair = None if often is None or often[1] < TIMES else (*often[0], often[1])
    return Tonight(tuple(sorted(wins.items(), key=lambda each: -each[1])), pair)


def say_tonight(evening: Tonight | None) -> str:
    if evening is None:
        return ""
    wins = [say("evening.win", player=player, wins=count) for player, count in evening.wins]
    told = say("evening.wins", wins=say_list(wins)) if sum(count for _, count in evening.wins) > 1 else None
    if evening.pair is None:
        return say_all(told)
    caller, bidder, times = evening.pair
    return say_all(told, say("evening.pair", caller=caller, bidder=bidder, count=times))


def evening_of(table: object, journal: Store) -> str:
    if not isinstance(table, DiceTable) or table.moment is not Moment.OVER:
        return ""
    try:
        return say_tonight(tonight(journal.games(GAMES), table.game_id))
    except StoreError:
        return ""  # the journal's fault is reported elsewhere; do not keep the winner waiting

"""What a game leaves to remember, in words: places, length, the boldest bid, all dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from companion.journal.statistics import (
    Lie,
    Place,
    PlayedRound,
    chances,
    dice_after_each,
    match_and_lies,
    played_game,
    ranking_of,
)
from companion.rules import POINTS_A_CHIP, AnyEvent, Bid, Call, Card, RuleSet
from companion.text import capital, say, say_asked, say_bid, say_percent, say_player

LONGEST = timedelta(hours=12)
"""An evening; a longer game was interrupted, or the clock was set."""


@dataclass(frozen=True, slots=True)
class BoldBid:
    """The least likely challenged bid: round (from 1), chance (0-1), whether it held."""

    round: int
    seat: int
    bid: Bid
    chance: float
    held: bool


@dataclass(frozen=True, slots=True)
class Souvenir:
    """A game of dice for its page. ``dice[seat]``: at the start and after each round. ``took`` None:
    unknown.
    """

    game: int
    ruleset: RuleSet
    players: tuple[str, ...]
    begun_at: datetime
    took: timedelta | None
    ranking: tuple[Place, ...]
    dice: tuple[tuple[int, ...], ...]
    boldest: BoldBid | None

    @property
    def rounds(self) -> int:
        return len(self.dice[0]) - 1


def souvenir_of(game: int, begun_at: datetime, ended_at: datetime, events: Sequence[AnyEvent]) -> Souvenir:
    """The souvenir of events that still stand. ValueError for a card game."""
    played = played_game(events)
    ended = [each for each in played.rounds if each.ended is not None]
    rounds = tuple(each.ended for each in played.rounds if each.ended is not None)
    dice = dice_after_each(played.ruleset.dice, rounds, len(played.players), played.seat_changes)
    took = length_of(begun_at, ended_at)
    boldest = _boldest(ended)
    ranking = ranking_of(played.players, dice, played.seat_changes)
    return Souvenir(game, played.ruleset, played.players, begun_at, took, ranking, dice, boldest)


def length_of(begun_at: datetime, ended_at: datetime) -> timedelta | None:
    """None if the game seems to have ended before it began, or to have lasted longer than an evening."""
    took = ended_at - begun_at
    return took if timedelta() <= took <= LONGEST else None


def _boldest(ended: Sequence[PlayedRound]) -> BoldBid | None:
    bold: BoldBid | None = None
    for number, played in enumerate(ended, start=1):
        found, chance = played.ended, chances(played)[-1]
        if found is None or chance is None or found.call is not Call.CHALLENGE:
            continue
        if bold is None or chance < bold.chance:
            bidder = found.bid.player
            bold = BoldBid(number, bidder, found.bid, chance, found.winner == bidder)
    return bold


@dataclass(frozen=True, slots=True)
class MatchSouvenir:
    """A match for its page. ``points[seat]``: 0 at the start, then after each hand.

    ``boldest``: the least likely lie that came to light.
    """

    game: int
    title: str
    players: tuple[str, ...]
    begun_at: datetime
    took: timedelta | None
    points: tuple[tuple[int, ...], ...]
    winner: int | None
    boldest: Lie | None

    @property
    def hands(self) -> int:
        return len(self.points[0]) - 1

    @property
    def ranking(self) -> tuple[tuple[int, int], ...]:
        """Place (from 1) and seat, winner first; equal points share a place."""
        worth = [(seat == self.winner, course[-1]) for seat, course in enumerate(self.points)]
        ranked = sorted(range(len(worth)), key=lambda seat: worth[seat], reverse=True)
        return tuple((1 + sum(each > worth[seat] for each in worth), seat) for seat in ranked)


def match_souvenir_of(
    game: int, begun_at: datetime, ended_at: datetime, events: Sequence[AnyEvent]
) -> MatchSouvenir:
    """The souvenir of events that still stand. ValueError for a dice game."""
    match, lies = match_and_lies(events)
    points = tuple(
        tuple(accumulate((hand.chips[seat] * POINTS_A_CHIP for hand in match.hands), initial=0))
        for seat in range(len(match.players))
    )
    boldest = min(lies, key=lambda lie: lie.chance, default=None)
    took, title = length_of(begun_at, ended_at), match.ruleset.title
    return MatchSouvenir(game, title, match.players, begun_at, took, points, match.winner, boldest)


MINUTE_S = 60
LONGEST_NAME = 16


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in the ranking; ``place`` from 1."""

    place: int
    seat: int
    name: str
    told: str


@dataclass(frozen=True, slots=True)
class PageWords:
    """``boldest``: two lines; ``code``: for phones; ``card``: showed the boldest lie.

    ``courses``: each seat's dice or points, at the start and after each round; shorter for a player who is
    out.
    """

    title: str
    subtitle: str
    ranking: tuple[Ranked, ...]
    boldest: tuple[str, str] | None
    heading: str
    courses: tuple[tuple[int, ...], ...]
    rounds: int
    code: str
    card: Card | None = None


def in_the_code(subtitle: str, ranking: tuple[Ranked, ...], boldest: tuple[str, str] | None) -> str:
    places = (f"{each.place}. {each.name[:LONGEST_NAME]}" for each in ranking)
    return "\n".join((subtitle, *places, *(boldest or ())))


def say_length(title: str, begun_at: datetime, took: timedelta | None, rounds: str) -> str:
    if took is None:
        return say("souvenir.no_length", rules=title, date=_day(begun_at), rounds=rounds)
    return say(
        "souvenir.subtitle",
        rules=title,
        date=_day(begun_at),
        rounds=rounds,
        minutes=say("souvenir.minutes", count=max(1, round(took.total_seconds() / MINUTE_S))),
    )


def _day(moment: datetime) -> str:
    return moment.astimezone().strftime("%Y-%m-%d")


def say_chance(chance: float) -> str:
    """A chance in whole percent; a smaller one is "hardly any"."""
    return say_percent(chance) if round(chance * 100) else say("souvenir.hardly")


def match_page(souvenir: MatchSouvenir) -> PageWords:
    players, points = souvenir.players, souvenir.points
    ranking = tuple(
        Ranked(place, seat, say_player(players, seat), say("souvenir.points", count=points[seat][-1]))
        for place, seat in souvenir.ranking
    )
    lie = souvenir.boldest
    boldest = None if lie is None else (_say_lie(lie, players), _say_lie_chance(lie, players))
    hands = say("souvenir.hands", count=souvenir.hands)
    subtitle = say_length(souvenir.title, souvenir.begun_at, souvenir.took, hands)
    return PageWords(
        title=_say_match_title(souvenir),
        subtitle=subtitle,
        ranking=ranking,
        boldest=boldest,
        heading=say("souvenir.points_heading"),
        courses=points,
        rounds=souvenir.hands,
        code=in_the_code(subtitle, ranking, boldest),
        card=None if lie is None else lie.quest.card,
    )


def _say_match_title(souvenir: MatchSouvenir) -> str:
    if souvenir.winner is None:
        return souvenir.title
    return say("souvenir.wins", player=say_player(souvenir.players, souvenir.winner))


def _say_lie(lie: Lie, players: tuple[str, ...]) -> str:
    answer, end = "yes" if lie.quest.yes else "no", "caught" if lie.caught else "believed"
    return say(f"souvenir.lie.{answer}-{end}", player=say_player(players, lie.quest.other))


def _say_lie_chance(lie: Lie, players: tuple[str, ...]) -> str:
    asked, chance = say_asked(lie.quest, players), say_chance(lie.chance)
    told = say("souvenir.lie_chance", hand=lie.quest.hand, chance=chance)
    return say("sentences", first=asked, second=told)


def page_words(souvenir: Souvenir | MatchSouvenir) -> PageWords:
    if isinstance(souvenir, MatchSouvenir):
        return match_page(souvenir)
    ranking = tuple(
        Ranked(place.place, place.seat, place.name, _say_out(place, souvenir)) for place in souvenir.ranking
    )
    bold = souvenir.boldest
    boldest = None if bold is None else (_say_boldest(bold, souvenir), _say_chance(bold))
    rounds = say("souvenir.rounds", count=souvenir.rounds)
    subtitle = say_length(souvenir.ruleset.title, souvenir.begun_at, souvenir.took, rounds)
    return PageWords(
        title=_say_title(souvenir),
        subtitle=subtitle,
        ranking=ranking,
        boldest=boldest,
        heading=say("souvenir.dice"),
        courses=tuple(tuple(_until_out(held)) for held in souvenir.dice),
        rounds=souvenir.rounds,
        code=in_the_code(subtitle, ranking, boldest),
    )


def _until_out(held: Sequence[int]) -> Sequence[int]:
    """The dice up to the round that took the last one."""
    return held[: held.index(0) + 1] if 0 in held else held


def _say_title(souvenir: Souvenir) -> str:
    first = souvenir.ranking[0]
    unfinished = sum(place.out_in is None for place in souvenir.ranking) > 1
    if unfinished:
        return souvenir.ruleset.title
    return say("souvenir.wins", player=say_player(souvenir.players, first.seat))


def _say_out(place: Place, souvenir: Souvenir) -> str:
    if place.out_in is not None:
        return say("souvenir.out", round=place.out_in)
    return say("souvenir.left", count=souvenir.dice[place.seat][-1])


def _say_boldest(bold: BoldBid, souvenir: Souvenir) -> str:
    player, bid = say_player(souvenir.players, bold.seat), say_bid(bold.bid, souvenir.ruleset)
    return capital(say("souvenir.held" if bold.held else "souvenir.caught", player=player, bid=bid))


def _say_chance(bold: BoldBid) -> str:
    return say("souvenir.chance", chance=say_chance(bold.chance), round=bold.round)

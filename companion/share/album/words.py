"""The souvenir of a game of dice in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.journal.statistics import Lie, Place
from companion.rules import Card
from companion.share.album.souvenir import BoldBid, MatchSouvenir, Souvenir
from companion.text import capital, say, say_asked, say_bid, say_percent, say_player

MINUTE_S = 60
LONGEST_NAME = 16
"""Characters of a name in the code: it must stay small enough to be read by a phone."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line in the ranking: place (from 1), seat, name, and what is said of it."""

    place: int
    seat: int
    name: str
    told: str


@dataclass(frozen=True, slots=True)
class ToldPage:
    """A page. ``boldest`` are two lines or none, ``code`` is what a phone reads.

    ``courses`` is for each seat how its dice or points went: at the start, then after each of ``rounds``;
    who is out stops early. ``heading`` stands above them. ``card`` is the one that showed the boldest lie.
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
    """What a phone reads from the code: the page in a few lines of text."""
    places = (f"{each.place}. {each.name[:LONGEST_NAME]}" for each in ranking)
    return "\n".join((subtitle, *places, *(boldest or ())))


def say_length(title: str, begun_at: datetime, took: timedelta | None, rounds: str) -> str:
    """Which game, on which day, how many rounds, how long, if that is known."""
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
    """A chance (0-1) in whole percent; a smaller one is hardly any."""
    return say_percent(chance) if round(chance * 100) else say("souvenir.hardly")


def match_page(souvenir: MatchSouvenir) -> ToldPage:
    players, points = souvenir.players, souvenir.points
    ranking = tuple(
        Ranked(place, seat, say_player(players, seat), say("souvenir.points", count=points[seat][-1]))
        for place, seat in souvenir.ranking
    )
    lie = souvenir.boldest
    boldest = None if lie is None else (_say_lie(lie, players), _say_lie_chance(lie, players))
    hands = say("souvenir.hands", count=souvenir.hands)
    subtitle = say_length(souvenir.title, souvenir.begun_at, souvenir.took, hands)
    return ToldPage(
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


def told_page(souvenir: Souvenir | MatchSouvenir) -> ToldPage:
    """The page in words, of dice or of cards."""
    if isinstance(souvenir, MatchSouvenir):
        return match_page(souvenir)
    ranking = tuple(
        Ranked(place.place, place.seat, place.name, _say_out(place, souvenir)) for place in souvenir.ranking
    )
    bold = souvenir.boldest
    boldest = None if bold is None else (_say_boldest(bold, souvenir), _say_chance(bold))
    rounds = say("souvenir.rounds", count=souvenir.rounds)
    subtitle = say_length(souvenir.ruleset.title, souvenir.begun_at, souvenir.took, rounds)
    return ToldPage(
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
    """A player's dice up to the round that took the last one."""
    return held[: held.index(0) + 1] if 0 in held else held


def _say_title(souvenir: Souvenir) -> str:
    """Who has won, or which game it was while nobody has."""
    first = souvenir.ranking[0]
    unfinished = sum(place.out_in is None for place in souvenir.ranking) > 1
    if unfinished:
        return souvenir.ruleset.title
    return say("souvenir.wins", player=say_player(souvenir.players, first.seat))


def _say_out(place: Place, souvenir: Souvenir) -> str:
    """When a player's last die went, or how many are left."""
    if place.out_in is not None:
        return say("souvenir.out", round=place.out_in)
    return say("souvenir.left", count=souvenir.dice[place.seat][-1])


def _say_boldest(bold: BoldBid, souvenir: Souvenir) -> str:
    player, bid = say_player(souvenir.players, bold.seat), say_bid(bold.bid, souvenir.ruleset)
    return capital(say("souvenir.held" if bold.held else "souvenir.caught", player=player, bid=bid))


def _say_chance(bold: BoldBid) -> str:
    return say("souvenir.chance", chance=say_chance(bold.chance), round=bold.round)

"""What a game leaves to remember, in words: places, length, the boldest bid, all dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from companion.journal import statistics
from companion.play.modes.dice.awards import EVENING, SHARED, TIMES, best_nose, luckiest, pairs_caught
from companion.rules import POINTS_A_CHIP, AnyEvent, Call, Card, Game, GameRecord, Match, RuleSet, dice_game
from companion.text import capital, say, say_asked, say_bid, say_chance, say_list, say_name, say_player

LONGEST = timedelta(hours=12)
"""An evening; a longer game was interrupted, or the clock was set."""


@dataclass(frozen=True, slots=True)
class BoldBid(statistics.WeighedBid):
    """The least likely challenged bid, and whether it held."""

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
    ranking: tuple[statistics.Place, ...]
    dice: tuple[tuple[int, ...], ...]
    boldest: BoldBid | None

    @property
    def rounds(self) -> int:
        return len(self.dice[0]) - 1


def souvenir_of(number: int, begun_at: datetime, ended_at: datetime, record: GameRecord) -> Souvenir:
    """ValueError for a match of cards."""
    played, game = statistics.played_game(record.live_events), dice_game(record.game)
    boldest = _boldest([each for each in played.rounds if each.ended is not None])
    ranking, dice = statistics.ranking_of(game), statistics.dice_after_each(game)
    took = length_of(begun_at, ended_at)
    return Souvenir(number, game.ruleset, game.players, begun_at, took, ranking, dice, boldest)


def length_of(begun_at: datetime, ended_at: datetime) -> timedelta | None:
    """None if the game seems to have ended before it began, or to have lasted longer than an evening."""
    took = ended_at - begun_at
    return took if timedelta() <= took <= LONGEST else None


def _boldest(ended: Sequence[statistics.PlayedRound]) -> BoldBid | None:
    bold: BoldBid | None = None
    for number, played in enumerate(ended, start=1):
        found, chance = played.ended, statistics.chances(played)[-1]
        if found is None or chance is None or found.call is not Call.CHALLENGE:
            continue
        if bold is None or chance < bold.chance:
            bold = BoldBid(number, found.bid, chance, found.winner == found.bid.player)
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
    boldest: statistics.Lie | None

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
    match, lies = statistics.match_and_lies(events)
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
    place: int
    seat: int
    name: str
    told: str


@dataclass(frozen=True, slots=True)
class PageWords:
    """``boldest``: two lines; ``code``: for phones; ``card``: the boldest lie's; ``notes``: a line each.

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
    notes: tuple[str, ...] = ()


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


def _say_lie(lie: statistics.Lie, players: tuple[str, ...]) -> str:
    answer, end = "yes" if lie.quest.yes else "no", "caught" if lie.caught else "believed"
    return say(f"souvenir.lie.{answer}-{end}", player=say_player(players, lie.quest.other))


def _say_lie_chance(lie: statistics.Lie, players: tuple[str, ...]) -> str:
    asked, chance = say_asked(lie.quest, players), say_chance(lie.chance)
    told = say("souvenir.lie_chance", hand=lie.quest.hand, chance=chance)
    return say("sentences", first=asked, second=told)


def page_words(souvenir: Souvenir | MatchSouvenir) -> PageWords:
    if isinstance(souvenir, MatchSouvenir):
        return match_page(souvenir)
    ranking = tuple(
        Ranked(place.place, place.seat, say_player(souvenir.players, place.seat), _say_out(place, souvenir))
        for place in souvenir.ranking
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
    return held[: max((at for at, dice in enumerate(held) if dice), default=-1) + 2]


def _say_title(souvenir: Souvenir) -> str:
    first = souvenir.ranking[0]
    unfinished = sum(place.out_in is None for place in souvenir.ranking) > 1
    if unfinished:
        return souvenir.ruleset.title
    return say("souvenir.wins", player=say_player(souvenir.players, first.seat))


def _say_out(place: statistics.Place, souvenir: Souvenir) -> str:
    if place.left:
        return say("seat.left")
    if place.out_in is not None:
        return say("souvenir.out", round=place.out_in)
    return say("souvenir.left", count=souvenir.dice[place.seat][-1])


def _say_boldest(bold: BoldBid, souvenir: Souvenir) -> str:
    player, bid = say_player(souvenir.players, bold.bid.player), say_bid(bold.bid, souvenir.ruleset)
    return capital(say("souvenir.held" if bold.held else "souvenir.caught", player=player, bid=bid))


def _say_chance(bold: BoldBid) -> str:
    return say("souvenir.chance", chance=say_chance(bold.chance), round=bold.round)


MOST_PAIRS = 3
"""Pairs that are named."""


@dataclass(frozen=True, slots=True)
class NightGame:
    """A won game, for a night's page."""

    begun_at: datetime
    ended_at: datetime
    record: GameRecord


def of_one_night(games: Sequence[NightGame], game: NightGame) -> tuple[NightGame, ...]:
    """The latest night with this game among them, in order: its games share players with the last one and
    begin at most ``EVENING`` before it. A clock that was set back has later games begin earlier.
    """
    ordered = sorted(games, key=lambda each: each.begun_at)
    nights = (_night_of(each, ordered) for each in reversed(ordered) if each.begun_at >= game.begun_at)
    return next((night for night in nights if game in night), (game,))


def _night_of(last: NightGame, ordered: Sequence[NightGame]) -> tuple[NightGame, ...]:
    return tuple(
        each
        for each in ordered
        if timedelta() <= last.begun_at - each.begun_at <= EVENING
        and (each is last or len({*each.record.game.players} & {*last.record.game.players}) >= SHARED)
    )


def night_page(games: Sequence[NightGame]) -> PageWords:
    """The whole night: who won how often, the awards, and who caught whom. ``games``: one at least."""
    played = tuple(each.record.game for each in games)
    players = tuple(dict.fromkeys(name for game in played for name in game.players))
    winners = [None if each.winner is None else each.players[each.winner] for each in played]
    courses = tuple(tuple(accumulate((who == name for who in winners), initial=0)) for name in players)
    ranking = _night_ranking(players, courses, played)
    bolds = [(each, bold) for each in games if (bold := _bold_of(each)) is not None]
    boldest = min(bolds, key=lambda each: each[1][1].chance, default=None)
    told = None if boldest is None else _say_bold_night(*boldest[1])
    titles = say_list(dict.fromkeys(each.ruleset.title for each in played))
    took = length_of(games[0].begun_at, games[-1].ended_at)
    subtitle = say_length(titles, games[0].begun_at, took, say("souvenir.games", count=len(games)))
    notes = (*_night_awards(played, games), *_night_pairs(played))
    return PageWords(
        title=_say_night(ranking),
        subtitle=subtitle,
        ranking=ranking,
        boldest=told,
        heading=say("souvenir.wins_heading"),
        courses=courses,
        rounds=len(games),
        code="\n".join((in_the_code(subtitle, ranking, told), *notes)),
        notes=notes,
    )


def _night_ranking(
    players: tuple[str, ...], courses: tuple[tuple[int, ...], ...], played: Sequence[Game | Match]
) -> tuple[Ranked, ...]:
    wins = [course[-1] for course in courses]
    there = Counter(name for game in played for name in game.players)
    order = sorted(range(len(players)), key=lambda at: -wins[at])
    return tuple(
        Ranked(
            1 + sum(each > wins[at] for each in wins),
            at,
            say_name(players[at]),
            say("souvenir.won_of", count=there[players[at]], won=wins[at]),
        )
        for at in order
    )


def _say_night(ranking: tuple[Ranked, ...]) -> str:
    first = [each.name for each in ranking if each.place == 1]
    return say("souvenir.night", player=first[0]) if len(first) == 1 else say("souvenir.night_shared")


def _bold_of(game: NightGame) -> tuple[Souvenir, BoldBid] | None:
    if not isinstance(game.record.game, Game):
        return None
    souvenir = souvenir_of(0, game.begun_at, game.ended_at, game.record)
    return None if souvenir.boldest is None else (souvenir, souvenir.boldest)


def _say_bold_night(souvenir: Souvenir, bold: BoldBid) -> tuple[str, str]:
    return _say_boldest(bold, souvenir), say("souvenir.night_chance", chance=say_chance(bold.chance))


def _night_awards(played: Sequence[Game | Match], games: Sequence[NightGame]) -> tuple[str, ...]:
    """Best nose and luckiest dice of all games of dice together."""
    tallies: dict[str, statistics.SeatTally] = {}
    for game, kept in zip(played, games, strict=True):
        if isinstance(game, Game):
            tally = statistics.tally_of(statistics.played_game(kept.record.live_events))
            for name, seat in zip(game.players, tally.seats, strict=True):
                mine = tallies.setdefault(name, statistics.SeatTally())
                mine.counts.update(seat.counts)
                mine.expected += seat.expected
    given = (best_nose(tallies), luckiest(tallies)) if tallies else ()
    return tuple(
        say("souvenir.award", award=say(f"award.{award}"), player=say_name(name), told=told)
        for award, name, told in filter(None, given)
    )


def _night_pairs(played: Sequence[Game | Match]) -> tuple[str, ...]:
    caught = pairs_caught(game for game in played if isinstance(game, Game))
    often = [each for each in caught.most_common(MOST_PAIRS) if each[1] >= TIMES]
    return tuple(
        say("evening.pair", caller=say_name(caller), bidder=say_name(bidder), count=times)
        for (caller, bidder), times in often
    )

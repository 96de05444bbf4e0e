"""The souvenir of a game of dice in words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.album.match_souvenir import MatchSouvenir
from companion.album.match_words import match_page
from companion.album.souvenir import BoldBid, Souvenir
from companion.album.told import Ranked, ToldPage, in_the_code, say_chance, say_length
from companion.memory.ranking import Place
from companion.text.dice import say_bid
from companion.text.names import say_player
from companion.text.numbers import capital
from companion.text.speech import say


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
    """The boldest bid and what came of it."""
    player, bid = say_player(souvenir.players, bold.seat), say_bid(bold.bid, souvenir.ruleset)
    return capital(say("souvenir.held" if bold.held else "souvenir.caught", player=player, bid=bid))


def _say_chance(bold: BoldBid) -> str:
    """How likely it was, and when it was made."""
    return say("souvenir.chance", chance=say_chance(bold.chance), round=bold.round)

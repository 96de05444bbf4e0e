"""The souvenir in words."""

from __future__ import annotations

from companion.album.souvenir import BoldBid, Souvenir
from companion.memory.ranking import Place
from companion.text.dice import say_bid, say_player
from companion.text.numbers import capital
from companion.text.speech import say

MINUTE_S = 60
LONGEST_NAME = 16
"""Characters of a name in the code: it must stay small enough to be read by a phone."""


def say_title(souvenir: Souvenir) -> str:
    """Who has won, or which game it was while nobody has."""
    first = souvenir.ranking[0]
    unfinished = sum(place.out_in is None for place in souvenir.ranking) > 1
    if unfinished:
        return say(f"game.{souvenir.ruleset.name}")
    return say("souvenir.wins", player=say_player(souvenir.players, first.seat))


def say_subtitle(souvenir: Souvenir) -> str:
    """Which game, on which day, how many rounds, how long."""
    return say(
        "souvenir.subtitle",
        rules=souvenir.ruleset.title,
        date=souvenir.begun_at.astimezone().strftime("%Y-%m-%d"),
        rounds=say("souvenir.rounds", count=souvenir.rounds),
        minutes=say("souvenir.minutes", count=max(1, round(souvenir.took.total_seconds() / MINUTE_S))),
    )


def say_out(place: Place, souvenir: Souvenir) -> str:
    """When a player's last die went, or how many are left."""
    if place.out_in is not None:
        return say("souvenir.out", round=place.out_in)
    return say("souvenir.left", count=souvenir.dice[place.seat][-1])


def say_boldest(bold: BoldBid, souvenir: Souvenir) -> str:
    """The boldest bid and what came of it."""
    player, bid = say_player(souvenir.players, bold.seat), say_bid(bold.bid, souvenir.ruleset)
    return capital(say("souvenir.held" if bold.held else "souvenir.caught", player=player, bid=bid))


def say_chance(bold: BoldBid) -> str:
    """How likely it was, and when it was made."""
    percent = round(bold.chance * 100)
    chance = say("souvenir.percent", percent=percent) if percent else say("souvenir.hardly")
    return say("souvenir.chance", chance=chance, round=bold.round)


def say_dice_heading() -> str:
    """What stands above the plot."""
    return say("souvenir.dice")


def say_in_the_code(souvenir: Souvenir) -> str:
    """What a phone reads from the code: the page in a few lines of text."""
    ranking = "\n".join(f"{place.place}. {place.name[:LONGEST_NAME]}" for place in souvenir.ranking)
    bold = souvenir.boldest
    lines = [say_subtitle(souvenir), ranking]
    if bold is not None:
        lines += [say_boldest(bold, souvenir), say_chance(bold)]
    return "\n".join(lines)

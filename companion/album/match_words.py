"""The souvenir of a match of cards in words."""

from __future__ import annotations

from companion.album.match_souvenir import MatchSouvenir
from companion.album.told import Ranked, ToldPage, in_the_code, say_chance, say_length
from companion.memory.lies import Lie
from companion.text.cards import say_asked
from companion.text.names import say_player
from companion.text.speech import say


def match_page(souvenir: MatchSouvenir) -> ToldPage:
    """The page in words."""
    players, points = souvenir.players, souvenir.points
    ranking = tuple(
        Ranked(place, seat, say_player(players, seat), say("souvenir.points", count=points[seat][-1]))
        for place, seat in souvenir.ranking
    )
    lie = souvenir.boldest
    boldest = None if lie is None else (_say_lie(lie, players), _say_chance(lie, players))
    hands = say("souvenir.hands", count=souvenir.hands)
    subtitle = say_length(souvenir.title, souvenir.begun_at, souvenir.took, hands)
    return ToldPage(
        title=_say_title(souvenir),
        subtitle=subtitle,
        ranking=ranking,
        boldest=boldest,
        heading=say("souvenir.points_heading"),
        courses=points,
        rounds=souvenir.hands,
        code=in_the_code(subtitle, ranking, boldest),
        card=None if lie is None else lie.quest.card,
    )


def _say_title(souvenir: MatchSouvenir) -> str:
    if souvenir.winner is None:
        return souvenir.title
    return say("souvenir.wins", player=say_player(souvenir.players, souvenir.winner))


def _say_lie(lie: Lie, players: tuple[str, ...]) -> str:
    answer, end = "yes" if lie.quest.yes else "no", "caught" if lie.caught else "believed"
    return say(f"souvenir.lie.{answer}-{end}", player=say_player(players, lie.quest.other))


def _say_chance(lie: Lie, players: tuple[str, ...]) -> str:
    asked, chance = say_asked(lie.quest, players), say_chance(lie.chance)
    told = say("souvenir.lie_chance", hand=lie.quest.hand, chance=chance)
    return say("sentences", first=asked, second=told)

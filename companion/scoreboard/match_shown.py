"""What the page shows of a match of Liar, Liar: chips, points, whose turn, the last Quest."""

from __future__ import annotations

from companion.rules.cards.match import Match, MatchPhase
from companion.scoreboard.parts import PlaceShown, PlayerShown, Shown, VerdictShown
from companion.text.cards import say_came_of, say_quest, say_turn
from companion.text.names import say_player
from companion.text.speech import say


def match_shown(match: Match) -> Shown:
    """The page of a match as it stands now. No card is shown, not even one that lies open."""
    return Shown(
        title=match.ruleset.title,
        turn=say_turn(match),
        players=tuple(_player(match, seat) for seat in range(len(match.players))),
        verdict=_last_quest(match),
        revealed=match.quest is None and bool(match.quests) and match.phase is not MatchPhase.OVER,
        ranking=_ranking(match) if match.winner is not None else (),
    )


def _player(match: Match, seat: int) -> PlayerShown:
    points, chips = match.scores[seat], match.chips[seat] if match.chips else 0
    note = say("scoreboard.points", count=points, chips=say("scoreboard.chips", count=chips))
    return PlayerShown(seat, say_player(match.players, seat), 0, 0, note, seat == match.to_act, out=False)


def _last_quest(match: Match) -> VerdictShown | None:
    if match.quest is not None:
        return VerdictShown("", say_quest(match.quest, match.players), "")
    if not match.quests:
        return None
    newest = match.quests[-1]
    return VerdictShown("", say_came_of(newest, match.players), "")


def _ranking(match: Match) -> tuple[PlaceShown, ...]:
    """Most points first; the winner before others with as many."""
    order = sorted(range(len(match.players)), key=lambda seat: (-match.scores[seat], seat != match.winner))
    return tuple(
        PlaceShown(place, seat, say_player(match.players, seat)) for place, seat in enumerate(order, start=1)
    )

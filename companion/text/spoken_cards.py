"""What is said aloud at the card table: Quests, melds, hits, what came of them, and who is asked what.

Never a card that is still covered: only the record's own events are told. Who plays by ear remembers melds.
"""

from __future__ import annotations

from companion.rules.cards import events as card_events
from companion.rules.cards.match import Match, MatchPhase
from companion.rules.events import GameBegun, Undone
from companion.rules.families import AnyEvent
from companion.text.card_names import say_cards, say_number_of_cards, say_the_card
from companion.text.cards import say_asked, say_came_of, say_hand, say_turn
from companion.text.names import say_player
from companion.text.numbers import capital, say_all, say_list
from companion.text.speech import say

_PLAIN = (MatchPhase.ANSWER, MatchPhase.DECIDE)
"""Where a Quest itself says who is asked what."""


def say_of_cards(event: AnyEvent, match: Match, was: Match | None, legal: bool) -> str:
    """What is said of an event; ``was`` is the match before it. ``legal``: for people who do not look."""
    told = say_came_of(match.quests[-1], match.players) if _ended(event, match, was) else _event(event, match)
    return say_all(told, *_open_now(match, legal), _asked(event, match, was, legal))


def _ended(event: AnyEvent, match: Match, was: Match | None) -> bool:
    """Whether a Quest has come to its end now, or a lie that was believed is shown after all."""
    if was is None:
        return False
    shown = isinstance(event, card_events.CardShown) and match.quests != was.quests
    return shown or len(match.quests) > len(was.quests)


def say_how_cards_stand(match: Match, legal: bool) -> str:
    """How a match stands that is taken up again: the Quest under way, and what the table waits for."""
    quest = None if match.quest is None else say_asked(match.quest, match.players)
    return say_all(quest, *_open_now(match, legal), capital(say_turn(match)))


def _asked(event: AnyEvent, match: Match, was: Match | None, legal: bool) -> str | None:
    """What the table waits for, unless that was said already."""
    turn = capital(say_turn(match))
    if isinstance(event, Undone) or was is None:
        return turn
    if match.phase in _PLAIN and not legal:
        return None
    said_before = was.phase not in _PLAIN or legal
    return None if said_before and turn == capital(say_turn(was)) else turn


def _open_now(match: Match, legal: bool) -> tuple[str, ...]:
    """What players other than the one on turn may do now, for people who do not look."""
    may = (
        ("show", match.may_show),
        ("swap", match.may_swap),
        ("meld", None if match.may_meld == match.to_act else match.may_meld),
    )
    return tuple(
        say(f"voice.may.{what}", player=say_player(match.players, seat))
        for what, seat in may
        if legal and seat is not None
    )


def _event(event: AnyEvent, match: Match) -> str | None:
    seat = getattr(event, "player", None)
    player = "" if seat is None else say_player(match.players, seat)
    match event:
        case GameBegun():
            return say("voice.begins", players=say_list(match.players))
        case card_events.Quested():
            return say_asked(match.asked, match.players)
        case card_events.Answered(yes=yes):
            return say("voice.calls", player=player, words=say("voice.yes" if yes else "voice.no"))
        case card_events.Decided(challenge=challenge):
            words = say("voice.liar_liar" if challenge else "voice.accepts")
            return say("voice.calls", player=player, words=words)
        case card_events.MeldLaid():
            return say("voice.lays", player=player, cards=say_cards(match.melds[-1].cards))
        case card_events.HitLaid():
            return _hit(player, event, match)
        case card_events.CardsSwapped(count=count):
            return say("voice.swaps", player=player, cards=say_number_of_cards(count))
        case card_events.PlayedOut():
            return say_all(say_hand(match.hands[-1], match.players), _scores(match))
        case card_events.CardCorrected() | card_events.CardsCorrected():
            return say_all(say("voice.corrected"), _corrected(match))
        case Undone():
            return say("voice.undone")
    return None


def _hit(player: str, event: card_events.HitLaid, match: Match) -> str:
    meld, card = match.melds[event.meld], say_the_card(event.card)
    if meld.player == event.player:
        return say(f"voice.hits_own.{meld.kind.value}", player=player, card=card)
    owner = say_player(match.players, meld.player)
    return say(f"voice.hits.{meld.kind.value}", player=player, card=card, owner=owner)


def _scores(match: Match) -> str | None:
    """The points of each in all, where they are more than those of the last hand."""
    if len(match.hands) == 1:
        return None
    points = (
        say("hand.points", player=say_player(match.players, seat), points=score)
        for seat, score in enumerate(match.scores)
    )
    return say("voice.scores", points=say_list(points))


def _corrected(match: Match) -> str | None:
    """What was told wrongly before, as it is."""
    if isinstance(match.seen, card_events.MeldLaid | card_events.HitLaid):
        return _event(match.seen, match)
    return say_came_of(match.quests[-1], match.players) if match.quest is None else None

"""What is said aloud when something happens at the table: who did what, what came of it, whose turn it is.

Never a die or a card that is still covered: only the record's own events are told.
"""

from __future__ import annotations

from collections import Counter

from companion.rules.cards.match import Match
from companion.rules.events import (
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    DiceShown,
    GameBegun,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
    Undone,
)
from companion.rules.families import AnyEvent, AnyGame
from companion.rules.game import Game, Phase, Round
from companion.text.dice import say_bid, say_count, say_dice, say_different, say_legal, say_losses
from companion.text.names import say_player
from companion.text.numbers import as_sentence, say_all, say_list
from companion.text.speech import say
from companion.text.spoken_cards import say_how_cards_stand, say_of_cards


def say_aloud(event: AnyEvent, game: AnyGame, before: AnyGame | None, legal: bool = False) -> str:
    """What is said of an event. ``before`` and ``game`` are the game as it stood before and after it.

    ``legal`` adds what may be bid now, for people who do not look.
    """
    if isinstance(game, Match):
        return say_of_cards(event, game, before if isinstance(before, Match) else None, legal)
    return say_all(_of_dice(event, game), _whose_turn(game, legal))


def say_again(game: AnyGame, legal: bool = False) -> str:
    """How a game stands that is taken up again: the bid, and whose turn it is."""
    if isinstance(game, Match):
        return say_how_cards_stand(game, legal)
    bid = game.bid
    standing = None if bid is None else _called(game, bid.player, say_bid(bid, game.ruleset))
    different = None if bid is None else say_different(game)
    return say_all(different, standing, _whose_turn(game, legal))


def _called(game: Game, seat: int, words: str) -> str:
    return say("voice.calls", player=say_player(game.players, seat), words=words)


def _of_dice(event: AnyEvent, game: Game) -> str | None:
    players = game.players
    match event:
        case GameBegun():
            return say("voice.begins", players=say_list(players))
        case BidMade() | TotalBid():
            return _called(game, event.player, say_bid(event, game.ruleset))
        case DiceShown():
            return say("voice.shows", player=say_player(players, event.player), dice=_faces(event.dice, game))
        case Challenged():
            return _called(game, event.player, say("voice.liar"))
        case ChallengedTogether():
            callers = say_list(say_player(players, seat) for seat in event.players)
            return say("voice.calls", player=callers, words=say("voice.liar"))
        case SpotOnCalled():
            return _called(game, event.player, say(f"exact_call.{game.ruleset.exact_call}.voice"))
        case CupsRevealed():
            return _verdict(game.rounds[-1], game)
        case RevealCorrected():
            return say_all(say("voice.corrected"), _verdict(game.rounds[-1], game))
        case Undone():
            return say("voice.undone")
    return None


def _faces(faces: tuple[int, ...], game: Game) -> str:
    counts = sorted(Counter(faces).items())
    return say_list(say_dice(count, face, game.ruleset) for face, count in counts)


def _verdict(ended: Round, game: Game) -> str:
    found, claim = ended.count, ended.bid.claim
    if isinstance(ended.bid, TotalBid):
        counted = say_count(ended, game.ruleset)
    elif found == claim:
        counted = say("voice.exactly", count=found)
    elif found > claim:
        counted = say("voice.enough", count=found)
    else:
        counted = say("voice.only", count=found) if found else say("voice.none")
    return say_all(counted, say_losses(ended, game.players), _who_is_out(ended, game))


def _who_is_out(ended: Round, game: Game) -> str | None:
    out = [seat for seat, lost in enumerate(ended.losses) if lost > 0 and not game.dice[seat]]
    if not out or game.winner is not None:
        return None
    players = say_list(say_player(game.players, seat) for seat in out)
    return say("voice.out", count=len(out), players=players)


def _whose_turn(game: Game, legal: bool) -> str | None:
    if game.winner is not None:
        return say("voice.wins", player=say_player(game.players, game.winner))
    if game.phase is Phase.OPENING_ROLL:
        rolling = say_list(say_player(game.players, seat) for seat in game.rolling)
        return say("voice.roll", players=rolling)
    if game.phase is Phase.REVEAL:
        return say("voice.cups_up")
    player = say_player(game.players, game.acting)
    if game.bid is None:
        turn = say_all(say_different(game), say("voice.opens", player=player))
    else:
        turn = say("voice.turn", player=player)
    return say_all(turn, as_sentence(say_legal(game))) if legal else turn

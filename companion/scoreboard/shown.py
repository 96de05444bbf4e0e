"""What the page shows of a game, worked out and worded here: the browser only draws it."""

from __future__ import annotations

from itertools import takewhile

from companion.feed.happening import Happening
from companion.memory.ranking import dice_after_each, ranking_of
from companion.rules.count import matching
from companion.rules.events import Bid, BidMade, CupsRevealed, OpeningRolled, RevealCorrected, TotalBid
from companion.rules.families import AnyEvent
from companion.rules.game import Game, Phase, Round
from companion.rules.ruleset import RuleSet
from companion.scoreboard.match_shown import match_shown
from companion.scoreboard.parts import BidShown, DieShown, PlaceShown, PlayerShown, Shown, VerdictShown
from companion.text.dice import say_bid, say_call, say_count, say_face, say_losses, say_turn
from companion.text.names import say_player
from companion.text.numbers import as_sentence
from companion.text.speech import say


def shown(happening: Happening) -> Shown:
    """What the page shows after this."""
    game = happening.record.game
    if not isinstance(game, Game):
        return match_shown(game)
    bids = tuple(_bid(each, game) for each in _bids_of_the_round(happening.record.live_events))
    return Shown(
        title=game.ruleset.title,
        turn=say_turn(game),
        players=tuple(_player(game, seat) for seat in range(len(game.players))),
        bid=None if game.bid is None else _bid(game.bid, game),
        bids=bids,
        verdict=_verdict(game.rounds[-1], game) if game.rounds else None,
        revealed=bool(game.rounds) and (game.before_reveal is not None or game.phase is Phase.OVER),
        ranking=_ranking(game) if game.winner is not None else (),
    )


def _bids_of_the_round(events: tuple[AnyEvent, ...]) -> tuple[Bid, ...]:
    """The bids since the last reveal, the newest last."""
    ends = (CupsRevealed, RevealCorrected, OpeningRolled)
    newest_first = takewhile(lambda each: not isinstance(each, ends), reversed(events))
    bids = [each for each in newest_first if isinstance(each, BidMade | TotalBid)]
    return tuple(reversed(bids))


def _bid(bid: Bid, game: Game) -> BidShown:
    words, who = say_bid(bid, game.ruleset), say_player(game.players, bid.player)
    if isinstance(bid, TotalBid):
        return BidShown(bid.player, who, bid.total, None, words)
    return BidShown(bid.player, who, bid.quantity, _die(bid.face, game.ruleset), words)


def _die(face: int, ruleset: RuleSet, counted: bool = True) -> DieShown:
    name = say_face(face, ruleset, plural=False)
    return DieShown(face, name, face == ruleset.star_face, counted)


def _player(game: Game, seat: int) -> PlayerShown:
    held = game.dice[seat]
    return PlayerShown(
        seat,
        say_player(game.players, seat),
        held,
        game.lost[seat],
        say("scoreboard.dice", count=held) if held else say("scoreboard.out"),
        on_turn=seat == game.to_act or seat in game.rolling,
        out=not held,
        shown=tuple(_die(face, game.ruleset) for face in game.shown[seat]),
    )


def _verdict(ended: Round, game: Game) -> VerdictShown:
    counted = matching(ended, ended.dice)
    hands = (
        tuple(_die(face, game.ruleset, hit) for face, hit in zip(faces, hits, strict=True))
        for faces, hits in zip(ended.dice, counted, strict=True)
    )
    return VerdictShown(
        call=as_sentence(say_call(ended, game.players, game.ruleset)),
        headline=say_count(ended, game.ruleset),
        losses=say_losses(ended, game.players),
        dice=tuple(hands),
        lost=ended.losses,
    )


def _ranking(game: Game) -> tuple[PlaceShown, ...]:
    dice = dice_after_each(game.ruleset.dice, game.rounds, len(game.players))
    places = ranking_of(game.players, dice)
    return tuple(PlaceShown(each.place, each.seat, say_player(game.players, each.seat)) for each in places)

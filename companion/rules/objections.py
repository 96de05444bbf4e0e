"""Whether an event is allowed in a game, and if not, the objection with what would be legal instead."""

from __future__ import annotations

from collections import Counter
from typing import NoReturn, assert_never

from companion.rules.errors import Foreign, RuleError
from companion.rules.events import (
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    Dice,
    DiceShown,
    Event,
    GameBegun,
    OpeningRolled,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
    Undone,
)
from companion.rules.game import Game, Phase
from companion.rules.mentions import LegalBids, NamedBid, NamedFace, Player, named
from companion.rules.raising import range_of, totals
from companion.rules.refusal import Refusal


def check(game: Game, event: Event) -> None:
    """Raise RuleError unless the event is allowed now."""
    match event:
        case BidMade():
            _bid(game, event)
        case TotalBid():
            _total(game, event)
        case DiceShown():
            _show(game, event)
        case Challenged():
            _challenge(game, event)
        case ChallengedTogether():
            _challenge_together(game, event)
        case SpotOnCalled():
            _spot_on(game, event)
        case CupsRevealed():
            _reveal(game, event)
        case RevealCorrected():
            _fits(before_reveal(game), event.dice)
        case OpeningRolled():
            _opening_roll(game, event)
        case GameBegun() | Undone():
            refuse(game, event)
        case _:
            assert_never(event)


def _need(phase: Phase, game: Game, otherwise: Refusal) -> None:
    if game.phase is not phase:
        raise RuleError(otherwise, turn=game)


def _need_seat(game: Game, seat: int) -> None:
    if not 0 <= seat < len(game.players):
        raise RuleError(Refusal.NO_SUCH_SEAT, seat=Foreign(seat), last=len(game.players) - 1)
    if not game.dice[seat]:
        player = Player(game.players, seat)
        raise RuleError(Refusal.PLAYER_OUT, player=player, players=named(game, *game.still_in))


def _need_turn(game: Game, seat: int) -> None:
    _need_seat(game, seat)
    if seat != game.to_act:
        player, on_turn = named(game, seat, game.acting)
        raise RuleError(Refusal.NOT_ON_TURN, player=player, on_turn=on_turn)


def _need_bid(game: Game, not_now: Refusal, nothing: Refusal) -> None:
    _need(Phase.BIDDING, game, not_now)
    if game.bid is None:
        raise RuleError(nothing, turn=game)


def _need_face(face: int, otherwise: Refusal, **values: object) -> None:
    if not 1 <= face <= 6:
        raise RuleError(otherwise, face=Foreign(face), **values)


def refuse(game: Game, event: GameBegun | Undone) -> NoReturn:
    """Raise RuleError: no game that has begun allows this event."""
    if isinstance(event, GameBegun):
        raise RuleError(Refusal.GAME_BEGUN, turn=game)
    raise RuleError(Refusal.UNDO_WITHOUT_RECORD)


def _opening_roll(game: Game, event: OpeningRolled) -> None:
    _need(Phase.OPENING_ROLL, game, Refusal.NO_OPENING_ROLL_NOW)
    if tuple(sorted(seat for seat, _ in event.rolls)) != game.rolling:
        raise RuleError(Refusal.OPENING_ROLL_SEATS, seats=game.rolling)
    for seat, face in event.rolls:
        _need_face(face, Refusal.FACE_OF_ROLL, seat=seat)


def _bid(game: Game, event: BidMade) -> None:
    _need(Phase.BIDDING, game, Refusal.NO_BID_NOW)
    _need_turn(game, event.player)
    if game.tie_breaker:
        raise RuleError(Refusal.BID_IS_TOTAL, legal=LegalBids(game))
    _need_face(event.face, Refusal.FACE_OF_BID)
    if event.quantity < 1:
        raise RuleError(Refusal.BID_ON_NOTHING, legal=LegalBids(game))
    legal = range_of(game, event.face)
    if legal is None or event.quantity not in legal:
        raise _too_low(game, event)


def _total(game: Game, event: TotalBid) -> None:
    _need(Phase.BIDDING, game, Refusal.NO_BID_NOW)
    _need_turn(game, event.player)
    if not game.tie_breaker:
        raise RuleError(Refusal.TOTAL_OUT_OF_PLACE, legal=LegalBids(game))
    if event.total not in totals(game):
        raise RuleError(Refusal.TOTAL_TOO_LOW, total=Foreign(event.total), legal=LegalBids(game))


def _too_low(game: Game, event: BidMade) -> RuleError:
    legal, bid = LegalBids(game), NamedBid(event, game.ruleset)
    if game.ruleset.capped and event.quantity > game.dice_in_play:
        return RuleError(Refusal.BID_ABOVE_DICE, number=game.dice_in_play, legal=legal)
    last = game.bid
    if last is None:
        return RuleError(
            Refusal.BID_OPENS_ON_ONES, faces=NamedFace(game.wild_face, game.ruleset), legal=legal
        )
    if isinstance(last, BidMade) and game.face_is_fixed and event.face != last.face:
        faces = NamedFace(last.face, game.ruleset)
        return RuleError(Refusal.BID_LEAVES_PALAFICO, faces=faces, legal=legal)
    if isinstance(last, BidMade) and (event.quantity, event.face) == (last.quantity, last.face):
        return RuleError(Refusal.BID_STANDS, bid=bid, legal=legal)
    return RuleError(Refusal.BID_TOO_LOW, bid=bid, last=NamedBid(last, game.ruleset), legal=legal)


def _show(game: Game, event: DiceShown) -> None:
    if not game.ruleset.show_reroll:
        raise RuleError(Refusal.SHOWING_NOT_PLAYED, rules=game.ruleset.name, turn=game)
    _need(Phase.BIDDING, game, Refusal.NO_SHOWING_DICE_NOW)
    _need_seat(game, event.player)
    if not game.may_show or event.player != game.last_bid.player:
        raise RuleError(Refusal.SHOWING_NOT_BIDDER, turn=game)
    for face in event.dice:
        _need_face(face, Refusal.FACE_SHOWN)
    hidden = game.dice[event.player] - len(game.shown[event.player])
    if not 1 <= len(event.dice) < hidden:
        raise _shows_wrong_number(hidden)


def _shows_wrong_number(hidden: int) -> RuleError:
    if hidden == 1:
        return RuleError(Refusal.SHOWS_LAST_DIE)
    if hidden == 2:
        return RuleError(Refusal.SHOWS_NOT_ONE)
    return RuleError(Refusal.SHOWS_TOO_MANY, hidden=hidden, most=hidden - 1)


def _challenge(game: Game, event: Challenged) -> None:
    _need_bid(game, Refusal.NO_CHALLENGE_NOW, Refusal.NOTHING_TO_CHALLENGE)
    if game.ruleset.random_challenge:
        _need_caller(game, event.player)
    else:
        _need_turn(game, event.player)


def _challenge_together(game: Game, event: ChallengedTogether) -> None:
    if not game.ruleset.random_challenge:
        raise RuleError(Refusal.ONLY_TURN_CHALLENGES)
    _need_bid(game, Refusal.NO_CHALLENGE_NOW, Refusal.NOTHING_TO_CHALLENGE)
    if not event.players or len(set(event.players)) != len(event.players):
        raise RuleError(Refusal.CHALLENGERS_TWICE)
    for seat in event.players:
        _need_caller(game, seat)


def _need_caller(game: Game, seat: int) -> None:
    _need_seat(game, seat)
    if seat == game.last_bid.player:
        raise RuleError(Refusal.OWN_BID, player=Player(game.players, seat))


def _spot_on(game: Game, event: SpotOnCalled) -> None:
    if game.ruleset.spot_on is None:
        raise RuleError(Refusal.SPOT_ON_NOT_PLAYED, turn=game)
    _need_bid(game, Refusal.NO_SPOT_ON_NOW, Refusal.NOTHING_TO_CALL_SPOT_ON)
    if game.palafico and not game.ruleset.spot_on_in_palafico:
        raise RuleError(Refusal.SPOT_ON_IN_PALAFICO, turn=game)
    if len(game.still_in) == 2 and not game.ruleset.spot_on_with_two:
        raise RuleError(Refusal.SPOT_ON_WITH_TWO, turn=game)
    if not game.ruleset.spot_on_anyone:
        _need_turn(game, event.player)
        return
    _need_seat(game, event.player)
    if event.player == game.last_bid.player:
        raise RuleError(Refusal.OWN_BID_SPOT_ON, player=Player(game.players, event.player))


def _reveal(game: Game, event: CupsRevealed) -> None:
    _need(Phase.REVEAL, game, Refusal.NO_REVEAL_NOW)
    _fits(game, event.dice)


def before_reveal(game: Game) -> Game:
    """The game that the last reveal was held against; RuleError where no reveal can be corrected."""
    if game.before_reveal is None:
        raise RuleError(Refusal.NO_REVEAL_TO_CORRECT, turn=game)
    return game.before_reveal


def _fits(game: Game, dice: tuple[Dice, ...]) -> None:
    """Raise RuleError unless these faces can lie on the table: right numbers, shown dice among them."""
    players = game.players
    if len(dice) != len(players):
        raise RuleError(Refusal.REVEAL_LISTS, wanted=len(players), came=len(dice))
    for seat, hand in enumerate(dice):
        player, held = Player(players, seat), game.dice[seat]
        if len(hand) != held:
            raise RuleError(Refusal.REVEAL_COUNT, player=player, count=held, came=len(hand))
        for face in hand:
            _need_face(face, Refusal.FACE_OF_DIE)
        if game.shown[seat] and (missing := Counter(game.shown[seat]) - Counter(hand)):
            faces = ", ".join(map(str, missing.elements()))
            raise RuleError(Refusal.REVEAL_LACKS_SHOWN, player=player, faces=faces)

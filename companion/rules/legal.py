"""What is allowed now, and the refusal of anything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any, NoReturn

from companion.rules import events
from companion.rules.card_events import CardEvent
from companion.rules.fields import need_player
from companion.rules.game import BIDDING, MOST_SEATS, OPENING_ROLL, OVER, REVEAL, Game, Phase
from companion.rules.raising import FaceRange, Space, position_of, range_of, ranges, totals
from companion.rules.refusals import Foreign, Player, Refusal, RuleError
from companion.rules.ruleset import Raising, RuleSet


@dataclass(frozen=True, slots=True)
class NamedFace:
    """A face in the rule set's words, plural."""

    face: int
    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class NamedDice:
    faces: tuple[int, ...]
    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class NamedCall:
    """The rule set's call for an exact bid."""

    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class NamedBid:
    bid: events.Bid
    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class LegalBids:
    game: Game


def named(game: Game, *seats: int) -> tuple[Player, ...]:
    return tuple(Player(game.players, seat) for seat in seats)


def check(game: Game, event: events.Event | CardEvent) -> None:
    """Raises RuleError unless allowed now."""
    _CHECKS.get(type(event), refuse)(game, event)


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


def _need_bid(game: Game) -> None:
    """A bid to challenge."""
    _need(BIDDING, game, Refusal.NO_CHALLENGE_NOW)
    if game.bid is None:
        raise RuleError(Refusal.NOTHING_TO_CHALLENGE, turn=game)


def _need_face(face: int, otherwise: Refusal, **values: object) -> None:
    if not 1 <= face <= 6:
        raise RuleError(otherwise, face=Foreign(face), **values)


def refuse(game: Game, event: object) -> NoReturn:
    """Raises RuleError for an event that no game under way allows, TypeError for anything else."""
    if isinstance(event, events.GameBegun):
        raise RuleError(Refusal.GAME_BEGUN, turn=game)
    if isinstance(event, events.Undone):
        raise RuleError(Refusal.UNDO_WITHOUT_RECORD)
    if isinstance(event, CardEvent):
        raise RuleError(Refusal.NO_CARDS_HERE, rules=game.ruleset.name)
    raise TypeError(f"an event is wanted, not {type(event).__name__}")


def _opening_roll(game: Game, event: events.OpeningRolled) -> None:
    _need(OPENING_ROLL, game, Refusal.NO_OPENING_ROLL_NOW)
    if tuple(sorted(seat for seat, _ in event.rolls)) != game.rolling:
        raise RuleError(Refusal.OPENING_ROLL_SEATS, seats=game.rolling)
    for seat, face in event.rolls:
        _need_face(face, Refusal.FACE_OF_ROLL, seat=seat)


def _bid(game: Game, event: events.BidMade) -> None:
    face, quantity = event.face, event.quantity
    _need(BIDDING, game, Refusal.NO_BID_NOW)
    _need_turn(game, event.player)
    if game.tie_breaker:
        raise RuleError(Refusal.BID_IS_TOTAL, legal=LegalBids(game))
    if face not in _FACES:
        raise RuleError(Refusal.FACE_OF_BID, face=Foreign(face))
    if quantity < 1:
        raise RuleError(Refusal.BID_ON_NOTHING, legal=LegalBids(game))
    legal = range_of(game, face)
    if legal is None or quantity not in legal:
        raise _too_low(game, event)


def _total(game: Game, event: events.TotalBid) -> None:
    _need(BIDDING, game, Refusal.NO_BID_NOW)
    _need_turn(game, event.player)
    if not game.tie_breaker:
        raise RuleError(Refusal.TOTAL_OUT_OF_PLACE, legal=LegalBids(game))
    if event.total not in totals(game):
        raise RuleError(Refusal.TOTAL_TOO_LOW, total=Foreign(event.total), legal=LegalBids(game))


def _too_low(game: Game, event: events.BidMade) -> RuleError:
    legal, bid = LegalBids(game), NamedBid(event, game.ruleset)
    if game.ruleset.capped and event.quantity > game.dice_in_play:
        return RuleError(Refusal.BID_ABOVE_DICE, number=game.dice_in_play, legal=legal)
    last = game.bid
    if last is None:
        return RuleError(
            Refusal.BID_OPENS_ON_ONES, faces=NamedFace(game.wild_face, game.ruleset), legal=legal
        )
    if isinstance(last, events.BidMade) and game.face_is_fixed and event.face != last.face:
        if game.ruleset.palafico_faces:
            return RuleError(Refusal.BID_LEAVES_PALAFICO_FACES, legal=legal)
        faces = NamedFace(last.face, game.ruleset)
        return RuleError(Refusal.BID_LEAVES_PALAFICO, faces=faces, legal=legal)
    if isinstance(last, events.BidMade) and (event.quantity, event.face) == (last.quantity, last.face):
        return RuleError(Refusal.BID_STANDS, bid=bid, legal=legal)
    return RuleError(Refusal.BID_TOO_LOW, bid=bid, last=NamedBid(last, game.ruleset), legal=legal)


def _show(game: Game, event: events.DiceShown) -> None:
    if not game.ruleset.show_reroll:
        raise RuleError(Refusal.SHOWING_NOT_PLAYED, rules=game.ruleset.name, turn=game)
    _need(BIDDING, game, Refusal.NO_SHOWING_DICE_NOW)
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


def _challenge(game: Game, event: events.Challenged) -> None:
    _need_bid(game)
    if game.ruleset.random_challenge:
        _need_caller(game, event.player)
    else:
        _need_turn(game, event.player)


def _challenge_together(game: Game, event: events.ChallengedTogether) -> None:
    if not game.ruleset.random_challenge:
        raise RuleError(Refusal.ONLY_TURN_CHALLENGES)
    _need_bid(game)
    if not event.players or len(set(event.players)) != len(event.players):
        raise RuleError(Refusal.CHALLENGERS_TWICE)
    for seat in event.players:
        _need_caller(game, seat)


def _need_caller(game: Game, seat: int) -> None:
    _need_seat(game, seat)
    if seat == game.last_bid.player:
        raise RuleError(Refusal.OWN_BID, player=Player(game.players, seat))


def _spot_on(game: Game, event: events.SpotOnCalled) -> None:
    call = NamedCall(game.ruleset)
    if game.ruleset.spot_on is None:
        raise RuleError(Refusal.SPOT_ON_NOT_PLAYED, call=call, turn=game)
    if game.phase is not BIDDING:
        raise RuleError(Refusal.NO_SPOT_ON_NOW, call=call, turn=game)
    if game.bid is None:
        raise RuleError(Refusal.NOTHING_TO_CALL_SPOT_ON, call=call, turn=game)
    if game.palafico and not game.ruleset.spot_on_in_palafico:
        raise RuleError(Refusal.SPOT_ON_IN_PALAFICO, call=call, turn=game)
    if not game.ruleset.spot_on_with_two and len(game.still_in) == 2:
        raise RuleError(Refusal.SPOT_ON_WITH_TWO, call=call, turn=game)
    if not game.ruleset.spot_on_anyone:
        _need_turn(game, event.player)
        return
    _need_seat(game, event.player)
    if event.player == game.last_bid.player:
        raise RuleError(Refusal.OWN_BID_SPOT_ON, player=Player(game.players, event.player), call=call)


def _reveal(game: Game, event: events.CupsRevealed) -> None:
    _need(REVEAL, game, Refusal.NO_REVEAL_NOW)
    _fits(game, event.dice)


def _correction(game: Game, event: events.RevealCorrected) -> None:
    _fits(before_reveal(game), event.dice)


def before_reveal(game: Game) -> Game:
    """The game before the last reveal. Raises RuleError if no reveal can be corrected."""
    if game.before_reveal is None:
        raise RuleError(Refusal.NO_REVEAL_TO_CORRECT, turn=game)
    return game.before_reveal


def _leave(game: Game, event: events.PlayerLeft) -> None:
    if game.phase is OVER:
        raise RuleError(Refusal.NO_LEAVING_NOW, turn=game)
    if event.player in game.left:
        raise RuleError(Refusal.PLAYER_LEFT, player=Player(game.players, event.player))
    _need_seat(game, event.player)


def _join(game: Game, event: events.PlayerJoined) -> None:
    _need_room(game, event.dice)
    seats = len(game.players)
    if not 0 <= event.seat <= seats:
        raise RuleError(Refusal.JOIN_SEAT, seat=Foreign(event.seat), last=seats)
    if seats >= MOST_SEATS:
        raise _full(game)
    need_player(event.seat, event.name)


def _return(game: Game, event: events.PlayerReturned) -> None:
    _need_room(game, event.dice)
    if not 0 <= event.player < len(game.players):
        raise RuleError(Refusal.NO_SUCH_SEAT, seat=Foreign(event.player), last=len(game.players) - 1)
    if event.player not in game.left:
        raise RuleError(Refusal.PLAYER_NOT_LEFT, player=Player(game.players, event.player))


def _need_room(game: Game, dice: int) -> None:
    """Raises RuleError unless a player may join now with ``dice`` dice."""
    if not game.is_between_rounds:
        raise RuleError(Refusal.NO_JOINING_NOW, turn=game)
    if len(game.still_in) >= game.ruleset.most_players:
        raise _full(game)
    if dice not in game.joins_with:
        fewest, every = game.joins_with
        raise RuleError(Refusal.JOIN_DICE, fewest=fewest, all=every, came=Foreign(dice))


def _full(game: Game) -> RuleError:
    most = game.ruleset.most_players
    return RuleError(Refusal.JOIN_FULL, rules=game.ruleset.title, most=most, seats=MOST_SEATS)


def _fits(game: Game, dice: tuple[events.Dice, ...]) -> None:
    """Raises RuleError for wrong numbers of dice or faces, or if shown dice are missing."""
    right = (*map(len, dice),) == game.dice and _FACES.issuperset(chain.from_iterable(dice))
    if right and (not any(game.shown) or all(map(_holds, dice, game.shown))):
        return
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
            faces = NamedDice(tuple(missing.elements()), game.ruleset)
            raise RuleError(Refusal.REVEAL_LACKS_SHOWN, player=player, faces=faces)


def _holds(hand: events.Dice, shown: events.Dice) -> bool:
    left = list(hand)
    for face in shown:
        if face not in left:
            return False
        left.remove(face)
    return True


_FACES = frozenset(events.FACES)
HIGHEST_FACE = 6
NO_TOTALS = range(0)


_CHECKS: dict[type, Callable[[Game, Any], None]] = {
    events.BidMade: _bid,
    events.TotalBid: _total,
    events.DiceShown: _show,
    events.Challenged: _challenge,
    events.ChallengedTogether: _challenge_together,
    events.SpotOnCalled: _spot_on,
    events.CupsRevealed: _reveal,
    events.RevealCorrected: _correction,
    events.OpeningRolled: _opening_roll,
    events.PlayerLeft: _leave,
    events.PlayerJoined: _join,
    events.PlayerReturned: _return,
}
"""The check for each type of event; ``match`` would try the types in turn."""


def why_not(game: Game, event: events.Event | CardEvent) -> RuleError | None:
    try:
        check(game, event)
    except RuleError as refusal:
        return refusal
    return None


@dataclass(frozen=True)
class LegalMoves:
    """All that is allowed now; the rest is empty, ``None``, 0 or ``False``.

    ``rolling``: seats before their opening roll. ``bidder`` may bid ``bids`` (a range of quantities a face),
    or ``totals`` in a tie breaker. ``challenge``, ``spot_on``: seats that may call; ``together``: several at
    once. ``shower`` may put out up to ``most_shown`` dice and reroll the others. ``reveal``: dice to be
    shown, per seat. ``correct``: the last reveal may still be corrected. Leaving and joining are left
    out. Not slotted: empty fields stay the class's defaults, which halves the time.
    """

    rolling: tuple[int, ...] = ()
    bidder: int | None = None
    bids: tuple[FaceRange, ...] = ()
    totals: range = NO_TOTALS
    challenge: tuple[int, ...] = ()
    together: bool = False
    spot_on: tuple[int, ...] = ()
    shower: int | None = None
    most_shown: int = 0
    reveal: tuple[int, ...] = ()
    correct: bool = False

    def events(
        self, reach: int = 0
    ) -> tuple[events.BidMade | events.TotalBid | events.Challenged | events.SpotOnCalled, ...]:
        """Calls by one seat, and bids or totals from the least to ``reach`` above it."""
        bidder = -1 if self.bidder is None else self.bidder
        return (
            *(
                events.BidMade(bidder, quantity, each.face)
                for each in self.bids
                for quantity in range(each.lowest, each.lowest + reach + 1)
                if quantity in each
            ),
            *(events.TotalBid(bidder, total) for total in self.totals[: reach + 1]),
            *map(events.Challenged, self.challenge),
            *map(events.SpotOnCalled, self.spot_on),
        )


def legal_moves(game: Game) -> LegalMoves:
    phase = game.phase
    if phase is BIDDING:
        legal: LegalMoves = object.__new__(LegalMoves)
        values = legal.__dict__
        values["correct"] = game.before_reveal is not None
        open_to_bid: tuple[FaceRange, ...] | range
        if game.tie_breaker:
            values["totals"] = open_to_bid = totals(game)
        else:
            values["bids"] = open_to_bid = ranges(game)
        values["bidder"] = game.to_act if open_to_bid else None
        if game.bid is not None:
            values["challenge"] = may_challenge(game)
            values["together"] = game.ruleset.random_challenge
            values["spot_on"] = spot_on_callers(game)
            if most := most_shown(game):
                values["shower"], values["most_shown"] = game.bid.player, most
        return legal
    if phase is REVEAL:
        return LegalMoves(reveal=game.dice)
    return LegalMoves(rolling=game.rolling if phase is OPENING_ROLL else (), correct=game.may_correct)


def legal_bids(game: Game) -> tuple[FaceRange, ...]:
    """Bids of the seat on turn, a range of quantities a face.

    Empty if nobody is to bid, in a tie breaker (``legal_totals``), and if only a call is left.
    """
    return ranges(game) if game.phase is BIDDING and not game.tie_breaker else ()


def legal_totals(game: Game) -> range:
    """Totals that may be bid now; empty outside a tie breaker."""
    return totals(game) if game.phase is BIDDING and game.tie_breaker else NO_TOTALS


def faces_at(game: Game, quantity: int) -> tuple[int, ...]:
    return tuple(each.face for each in legal_bids(game) if quantity in each)


def quantities_for(game: Game, face: int) -> tuple[int, int | None] | None:
    """Lowest and highest quantity, the highest ``None`` if unlimited.

    ``None`` if the face cannot be bid.
    """
    if game.phase is not BIDDING or game.tie_breaker or face not in events.FACES:
        return None
    legal = range_of(game, face)
    return None if legal is None else (legal.lowest, legal.highest)


def faces_on(game: Game, space: Space) -> tuple[int, ...]:
    """Faces of the bid die on a space: on star spaces only the star."""
    star = game.wild_face
    return tuple(face for face in faces_at(game, space.quantity) if (face == star) == space.star)


def lowest_raise(game: Game) -> events.BidMade | events.TotalBid | None:
    """The least legal bid; ``None`` if only a call is left."""
    if legal_totals(game):
        return events.TotalBid(game.acting, legal_totals(game)[0])
    legal = legal_bids(game)
    if not legal:
        return None
    least = min(legal, key=lambda each: _height(game, each.lowest, each.face))
    return events.BidMade(game.acting, least.lowest, least.face)


def _height(game: Game, quantity: int, face: int) -> tuple[int, int]:
    if game.ruleset.raising is Raising.TRACK:
        return position_of(quantity, face, game.wild_face), face
    if game.ruleset.raising is Raising.HALVED and face == game.wild_face and not game.palafico:
        return 2 * quantity, HIGHEST_FACE + 1
    return (face, quantity) if game.ruleset.raising is Raising.FACE_FIRST else (quantity, face)


def may_challenge(game: Game) -> tuple[int, ...]:
    """Seats that may challenge now."""
    if game.phase is not BIDDING or game.bid is None:
        return ()
    if not game.ruleset.random_challenge:
        return (game.acting,)
    bidder = game.bid.player
    return tuple([seat for seat, held in enumerate(game.dice) if held and seat != bidder])


def spot_on_callers(game: Game) -> tuple[int, ...]:
    """Seats that may call spot on."""
    rules, bid = game.ruleset, game.bid
    if rules.spot_on is None or game.phase is not BIDDING or bid is None:
        return ()
    if game.palafico and not rules.spot_on_in_palafico:
        return ()
    if not rules.spot_on_with_two and len(game.dice) - game.dice.count(0) == 2:
        return ()
    if not rules.spot_on_anyone:
        return (game.acting,)
    bidder = bid.player
    return tuple([seat for seat, held in enumerate(game.dice) if held and seat != bidder])


def may_show(game: Game) -> bool:
    """Whether the last bidder may show and reroll."""
    return most_shown(game) > 0


def most_shown(game: Game) -> int:
    """How many dice the last bidder may show now; 0 if none."""
    if not game.may_show:
        return 0
    bidder = game.last_bid.player
    return max(0, game.dice[bidder] - len(game.shown[bidder]) - 1)

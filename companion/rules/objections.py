"""Whether an event is allowed in a game, and if not, the reason and what would be legal instead."""

from __future__ import annotations

from collections import Counter
from typing import NoReturn, assert_never

from companion.rules.errors import RuleError, quoted
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
from companion.rules.raising import FACES, FaceRange, range_of, ranges, totals
from companion.rules.ruleset import RuleSet
from companion.rules.words import say_bid, say_dice, say_face, say_list, say_number, say_player, say_turn


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


def _need(phase: Phase, game: Game, what: str) -> None:
    if game.phase is not phase:
        raise RuleError(f"no {what} now: {say_turn(game)}")


def _need_seat(game: Game, seat: int) -> None:
    if not 0 <= seat < len(game.players):
        raise RuleError(f"there is no seat {quoted(seat)}: the seats are 0 to {len(game.players) - 1}")
    if not game.dice[seat]:
        names = say_list([say_player(game.players, each) for each in game.still_in])
        raise RuleError(f"{say_player(game.players, seat)} is out: {names} are still in")


def _need_turn(game: Game, seat: int) -> None:
    _need_seat(game, seat)
    if seat != game.to_act:
        on_turn = say_player(game.players, game.acting)
        raise RuleError(f"it is not {say_player(game.players, seat)}'s turn: {on_turn} is to act")


def _need_bid(game: Game, what: str) -> None:
    _need(Phase.BIDDING, game, what)
    if game.bid is None:
        raise RuleError(f"there is no bid yet to answer with a {what}: {say_turn(game)}")


def _need_face(face: int, what: str) -> None:
    if not 1 <= face <= 6:
        raise RuleError(f"{what} cannot be {quoted(face)}: faces are 1 to 6")


def refuse(game: Game, event: GameBegun | Undone) -> NoReturn:
    """Raise RuleError: no game that has begun allows this event."""
    if isinstance(event, GameBegun):
        raise RuleError(f"the game has begun already and cannot begin again: {say_turn(game)}")
    raise RuleError("only a record can take an event back, a game on its own cannot")


def _opening_roll(game: Game, event: OpeningRolled) -> None:
    _need(Phase.OPENING_ROLL, game, "opening roll")
    if tuple(sorted(seat for seat, _ in event.rolls)) != game.rolling:
        seats = say_list([str(seat) for seat in game.rolling])
        raise RuleError(f"the opening roll is one die of each of the seats {seats}, and of no other")
    for seat, face in event.rolls:
        _need_face(face, f"the roll of seat {seat}")


def _bid(game: Game, event: BidMade) -> None:
    _need(Phase.BIDDING, game, "bid")
    _need_turn(game, event.player)
    if game.tie_breaker:
        raise RuleError(f"one die each is left, so the bid is a total: {_legal_totals(game)}")
    _need_face(event.face, "the face of a bid")
    if event.quantity < 1:
        raise RuleError(f"a bid is on one die at least: {legal_in_words(game)}")
    legal = range_of(game, event.face)
    if legal is None or event.quantity not in legal:
        raise RuleError(f"{_why_low(game, event)}: {legal_in_words(game)}")


def _total(game: Game, event: TotalBid) -> None:
    _need(Phase.BIDDING, game, "bid")
    _need_turn(game, event.player)
    if not game.tie_breaker:
        raise RuleError(f"a total may be bid in a tie breaker only: {legal_in_words(game)}")
    if event.total not in totals(game):
        raise RuleError(f"a total of {quoted(event.total)} cannot be bid: {_legal_totals(game)}")


def _why_low(game: Game, event: BidMade) -> str:
    wanted = say_dice(event.quantity, event.face, game.ruleset)
    if game.ruleset.capped and event.quantity > game.dice_in_play:
        return f"{wanted} is more than the {say_number(game.dice_in_play)} dice in play"
    bid = game.bid
    if bid is None:
        return f"a round cannot be opened on {say_face(1, game.ruleset)}"
    if isinstance(bid, BidMade) and game.palafico and event.face != bid.face:
        return f"this is a Palafico round, its face stays {say_face(bid.face, game.ruleset)}"
    if isinstance(bid, BidMade) and (event.quantity, event.face) == (bid.quantity, bid.face):
        return f"{wanted} is what stands already"
    return f"{wanted} is below {say_bid(bid, game.ruleset)} here"


def _legal_totals(game: Game) -> str:
    legal = totals(game)
    if not legal:
        return "nothing is above twelve, challenge it"
    return f"bid {say_number(legal[0])} to twelve" if len(legal) > 1 else "only twelve is left"


def legal_in_words(game: Game) -> str:
    """What may be bid now: "raise to seven 4s, or any number of 5s or 6s"."""
    if game.tie_breaker:
        return _legal_totals(game)
    legal = ranges(game)
    if not legal:
        return "nothing is above it, challenge it"
    groups: dict[int, list[FaceRange]] = {}
    for each in legal:
        groups.setdefault(each.lowest, []).append(each)
    alone = len(groups) == 1
    told = [_say_group(lowest, group, game.ruleset, alone) for lowest, group in groups.items()]
    return f"{'open with' if game.bid is None else 'raise to'} {', or '.join(told)}"


def _say_group(lowest: int, group: list[FaceRange], ruleset: RuleSet, alone: bool) -> str:
    if lowest == 1:
        faces = say_list([say_face(each.face, ruleset) for each in group], last="or")
        return "any number of anything" if alone and len(group) == len(FACES) else f"any number of {faces}"
    faces = say_list([say_face(each.face, ruleset) for each in group], last="or")
    return f"{say_number(lowest)} {faces}"


def _show(game: Game, event: DiceShown) -> None:
    if not game.ruleset.show_reroll:
        raise RuleError(f"no dice are shown under the rules {game.ruleset.name}: {say_turn(game)}")
    _need(Phase.BIDDING, game, "showing of dice")
    _need_seat(game, event.player)
    if not game.may_show or event.player != game.last_bid.player:
        raise RuleError(f"dice may be shown only by a bidder, right after the bid: {say_turn(game)}")
    for face in event.dice:
        _need_face(face, "a shown die")
    hidden = game.dice[event.player] - len(game.shown[event.player])
    if not 1 <= len(event.dice) < hidden:
        most = "show one" if hidden == 2 else f"show one to {say_number(hidden - 1)} of them"
        most = "none may be shown" if hidden < 2 else most
        dice = "die is" if hidden == 1 else "dice are"
        raise RuleError(f"{say_number(hidden)} {dice} hidden and one at least is rolled again: {most}")


def _challenge(game: Game, event: Challenged) -> None:
    _need_bid(game, "challenge")
    if game.ruleset.random_challenge:
        _need_caller(game, event.player)
    else:
        _need_turn(game, event.player)


def _challenge_together(game: Game, event: ChallengedTogether) -> None:
    if not game.ruleset.random_challenge:
        raise RuleError("several may challenge only with the random challenge: only the seat on turn may")
    _need_bid(game, "challenge")
    if not event.players or len(set(event.players)) != len(event.players):
        raise RuleError("those who challenge together are one or more seats, each named once")
    for seat in event.players:
        _need_caller(game, seat)


def _need_caller(game: Game, seat: int) -> None:
    _need_seat(game, seat)
    if seat == game.last_bid.player:
        name = say_player(game.players, seat)
        raise RuleError(f"{name} made the bid and cannot challenge it: anyone else still in may")


def _spot_on(game: Game, event: SpotOnCalled) -> None:
    if game.ruleset.spot_on is None:
        raise RuleError(f"spot on is not played at this table: {say_turn(game)}")
    _need_bid(game, "spot-on call")
    _need_turn(game, event.player)


def _reveal(game: Game, event: CupsRevealed) -> None:
    _need(Phase.REVEAL, game, "reveal")
    _fits(game, event.dice)


def before_reveal(game: Game) -> Game:
    """The game that the last reveal was held against; RuleError where no reveal can be corrected."""
    if game.before_reveal is None:
        raise RuleError(
            f"a reveal can be corrected only until the next bid, and there is none: {say_turn(game)}"
        )
    return game.before_reveal


def _fits(game: Game, dice: tuple[Dice, ...]) -> None:
    """Raise RuleError unless these faces can lie on the table: right numbers, shown dice among them."""
    players = game.players
    if len(dice) != len(players):
        raise RuleError(f"a reveal has one list a seat: {len(players)} are wanted, {len(dice)} came")
    for seat, hand in enumerate(dice):
        if len(hand) != game.dice[seat]:
            name, held = say_player(players, seat), say_number(game.dice[seat])
            dice_held = f"{held} {'die' if game.dice[seat] == 1 else 'dice'}"
            raise RuleError(f"{name} holds {dice_held}, but {len(hand)} came: give as many faces as dice")
        for face in hand:
            _need_face(face, "a die")
        if game.shown[seat] and (missing := Counter(game.shown[seat]) - Counter(hand)):
            faces = ", ".join(map(str, missing.elements()))
            name = say_player(players, seat)
            raise RuleError(f"{name} has shown {faces} this round: the reveal must hold what was shown")

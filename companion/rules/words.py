"""The rules in words: sentences for the people at the table, in the players' own terms."""

from __future__ import annotations

from companion.rules.errors import printable
from companion.rules.events import Bid, TotalBid
from companion.rules.game import Call, Game, Phase, Round
from companion.rules.ruleset import RuleSet

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    *("nineteen", "twenty"),
)
_DIGITS_WRITTEN_OUT = 30
"""Numbers of more digits than this are told by their length: no table bids them, a record may."""
_LONGEST_NAME = 40
"""Characters of a name used in a sentence."""
_BITS_A_DIGIT = 3.3219
"""log2 of 10."""


def say_number(number: int) -> str:
    """A number as a player says it: in words up to twenty, then in digits."""
    if 0 <= number < len(_NUMBERS):
        return _NUMBERS[number]
    digits = int(number.bit_length() / _BITS_A_DIGIT) + 1
    return str(number) if digits <= _DIGITS_WRITTEN_OUT else f"a number of about {digits} digits,"


def say_face(face: int, ruleset: RuleSet, plural: bool = True) -> str:
    """A face as it is called at this table: "5s", "stars", "ace"."""
    name = ruleset.ace if face == 1 else str(face)
    return name + "s" if plural else name


def say_dice(quantity: int, face: int, ruleset: RuleSet) -> str:
    """So many of a face: "seven 5s", "one star"."""
    return f"{say_number(quantity)} {say_face(face, ruleset, plural=quantity != 1)}"


def say_bid(bid: Bid, ruleset: RuleSet) -> str:
    """A bid as it is called out: "seven 5s", "three stars", "nine in all"."""
    if isinstance(bid, TotalBid):
        return f"{say_number(bid.total)} in all"
    return say_dice(bid.quantity, bid.face, ruleset)


def say_player(players: tuple[str, ...], seat: int) -> str:
    """The player's name, with the seat where two share a name."""
    name = players[seat]
    told = printable(name[:_LONGEST_NAME]) + ("…" if len(name) > _LONGEST_NAME else "")
    return told if players.count(name) == 1 else f"{told} (seat {seat})"


def say_list(items: list[str], last: str = "and") -> str:
    """Items as a sentence lists them: "Ann, Bob and Cy"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def say_turn(game: Game) -> str:
    """What the table waits for now."""
    if game.winner is not None:
        return f"{say_player(game.players, game.winner)} has won the game."
    if game.phase is Phase.OPENING_ROLL:
        names = say_list([say_player(game.players, seat) for seat in game.rolling])
        return f"{names} roll one die each: the highest opens."
    if game.phase is Phase.REVEAL:
        called = game.called
        caller = say_player(game.players, called.caller)
        calls = "calls spot on" if called.call is Call.SPOT_ON else "challenges"
        return f"{caller} {calls} {say_bid(called.bid, game.ruleset)}: lift the cups."
    name = say_player(game.players, game.acting)
    if game.bid is None:
        return f"{name} is to open."
    return f"{name} is to answer {say_bid(game.bid, game.ruleset)}."


def say_verdict(ended: Round, players: tuple[str, ...], ruleset: RuleSet) -> str:
    """The verdict of a round: what was counted, who was right, who loses what."""
    called = say_call(ended, players, ruleset)
    return f"{called}: {_say_count(ended, ruleset)}. {_say_losses(ended, players)}"


def say_call(ended: Round, players: tuple[str, ...], ruleset: RuleSet) -> str:
    """Who called whose bid, without a full stop and without what came of it."""
    caller, bidder = say_player(players, ended.by), say_player(players, ended.bid.player)
    called = "calls spot on for" if ended.call is Call.SPOT_ON else "challenges"
    return f"{caller} {called} {bidder}'s bid of {say_bid(ended.bid, ruleset)}"


def _say_count(ended: Round, ruleset: RuleSet) -> str:
    if isinstance(ended.bid, TotalBid):
        counted = f"the dice add up to {say_number(ended.count)}"
    else:
        are = "is" if ended.count == 1 else "are"
        counted = f"{say_dice(ended.count, ended.bid.face, ruleset)} {are} counted"
    if ended.count == ended.bid.claim:
        return counted + ", exactly the bid"
    how = "enough" if ended.count > ended.bid.claim else "too few"
    if ended.call is Call.SPOT_ON:
        how = "more" if ended.count > ended.bid.claim else "fewer"
        return f"{counted}, {how} than the bid"
    return f"{counted}, {how}"


def _say_losses(ended: Round, players: tuple[str, ...]) -> str:
    told = []
    for seat, lost in enumerate(ended.losses):
        name = say_player(players, seat)
        if lost > 0:
            told.append(f"{name} loses {say_number(lost)} {'die' if lost == 1 else 'dice'}")
        elif lost < 0:
            told.append(f"{name} wins one die back")
    return say_list(told) + "." if told else "Nobody loses a die."

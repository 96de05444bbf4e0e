"""Sentences on dice that do not lie by the rules: who, how many, how many are owed, and what to do."""

from __future__ import annotations

from companion.play.advice.squares import Owing
from companion.play.dice.hands import Hand
from companion.play.dice.show_words import say_dice_number
from companion.play.table import Table
from companion.rules.game import Game, Phase
from companion.text.dice import say_player
from companion.text.numbers import say_list, say_number

SQUARES = "the Lost Dice Squares"
AGAIN = "then look again."


def say_owing(game: Game, owing: Owing) -> str:
    """Between two rounds: what the squares lack, or hold too much, and who is to see to it."""
    if owing.seen < owing.wanted:
        return _say_lacking(game, owing)
    return _say_spare(game, owing)


def _say_lacking(game: Game, owing: Owing) -> str:
    lacking = owing.wanted - owing.seen
    losers = _last_losers(game)
    names = say_list([say_player(game.players, seat) for seat, _ in losers])
    lost_last = sum(lost for _, lost in losers)
    if not losers or lacking > lost_last:
        return f"{_say_count(owing)} Put {_the_other(lacking)} there."
    more = "" if lacking == lost_last else "more "
    dice = f"{say_number(lacking)} {more}{'die' if lacking == 1 else 'dice'}"
    where = f"put {_it(lacking)} on {SQUARES}."
    if len(losers) == 1:
        return f"{names} owes {dice}: {where}"
    if lacking == lost_last == len(losers):
        return f"{names} owe one die each: {where}"
    return f"{names} owe {dice} between them: {where}"


def _say_spare(game: Game, owing: Owing) -> str:
    spare = owing.seen - owing.wanted
    losers = _last_losers(game)
    winner = _wins_back(game)
    if winner is not None and spare == 1:
        return f"{winner} has won one die back: take it from {SQUARES}."
    if len(losers) == 1:
        name = say_player(game.players, losers[0][0])
        return f"{name} has put down {_too_many(spare)}: take {_it(spare)} back."
    return f"{_say_count(owing)} Take {_it(spare) if owing.wanted == 0 else say_number(spare)} away."


def _say_count(owing: Owing) -> str:
    lost = "none is lost" if owing.wanted == 0 else f"{say_number(owing.wanted)} {_are(owing.wanted)} lost"
    held = "no die" if owing.seen == 0 else say_dice_number(owing.seen)
    return f"{SQUARES[0].upper()}{SQUARES[1:]} hold {held}; {lost}."


def say_reading(table: Table) -> str | None:
    """At a reading: the most telling thing about dice too many, too few, or at nobody's place."""
    if table.picture is None:
        return None
    told = _say_roll if table.game.phase is Phase.OPENING_ROLL else _say_reveal
    return told(table)


def _say_roll(table: Table) -> str | None:
    for hand in table.hands:
        name = say_player(table.game.players, hand.seat)
        if hand.too_many:
            lie = say_number(len(hand.slots))
            away = "the other" if len(hand.slots) == 2 else "all but one"
            return f"{name} rolls one die, and {lie} lie there: take {away} away, {AGAIN}"
        if hand.unseen:
            return f"{name}'s die is not seen: roll it in front of {name}, {AGAIN}"
    for stray in table.picture.strays:
        if stray.beside is not None:
            name = say_player(table.game.players, stray.beside)
            return f"{name} does not roll again: take {name}'s die away, {AGAIN}"
    return _say_strays(table)


def _say_reveal(table: Table) -> str | None:
    many = [hand for hand in table.hands if hand.too_many]
    few = [hand for hand in table.hands if hand.unseen]
    lacking = _lacking(table)
    if many and lacking > 0:
        return _say_unpaid(table, many[0], lacking)
    if many and few:
        return _say_mixed_up(table, many[0], few[0])
    if many:
        return _say_too_many(table, many[0])
    out = next((stray.beside for stray in table.picture.strays if stray.beside is not None), None)
    if out is not None:
        return _say_of_one_who_is_out(table, out, lacking)
    if few:
        return _say_too_few(table, few[0], lacking)
    return _say_strays(table)


def _say_unpaid(table: Table, hand: Hand, lacking: int) -> str:
    """Dice that must lie on the squares lie at a seat."""
    name = say_player(table.game.players, hand.seat)
    dice = min(len(hand.slots) - hand.expected, lacking)
    if dict(_last_losers(table.game)).get(hand.seat, 0) >= dice and not table.squares.right(table.game):
        lost = "the die" if dice == 1 else f"{say_number(dice)} dice"
        return f"{name} still has {lost} that {name} lost: put {_it(dice)} on {SQUARES}, {AGAIN}"
    lost = "A lost die is" if dice == 1 else f"{say_number(dice).capitalize()} lost dice are"
    return f"{lost} back in play, and {name} has {_too_many(dice)}: put {_it(dice)} on {SQUARES}, {AGAIN}"


def _say_mixed_up(table: Table, many: Hand, few: Hand) -> str:
    over, short = (say_player(table.game.players, hand.seat) for hand in (many, few))
    has = f"{over} has {_too_many(len(many.slots) - many.expected)}, {short} {say_number(few.unseen)} too few"
    if dict(_last_losers(table.game)).get(many.seat):
        return f"{has}: has {short} paid what {over} lost? Give it back, {AGAIN}"
    return f"{has}: move what has rolled over, {AGAIN}"


def _say_too_many(table: Table, hand: Hand) -> str:
    name, spare = say_player(table.game.players, hand.seat), len(hand.slots) - hand.expected
    has = f"{name} has {_too_many(spare)}: {say_number(len(hand.slots))} lie there"
    held = f"{name} holds {say_number(hand.expected)}"
    return f"{has}, {held}. Take {_it(spare)} away, {AGAIN}"


def _say_too_few(table: Table, hand: Hand, lacking: int) -> str:
    name, short = say_player(table.game.players, hand.seat), hand.unseen
    is_short = f"{name} is {say_number(short)} {'die' if short == 1 else 'dice'} short"
    if lacking < 0:
        spare = min(short, -lacking)
        hold = f"{SQUARES} hold {_too_many(spare)}"
        return f"{is_short}, and {hold}: roll {_it(spare)} openly for {name}, {AGAIN}"
    if any(stray.beside is None for stray in table.picture.strays):
        return f"{is_short}, and a die lies at nobody's place: is it {name}'s? Move it there, {AGAIN}"
    seen = len(hand.slots) - short
    lie = f"{say_number(seen) if seen else 'none'} {'lies' if seen < 2 else 'lie'} there"
    return f"{is_short}: {lie}, {name} holds {say_number(hand.expected)}. Look under the cup, {AGAIN}"


def _say_of_one_who_is_out(table: Table, seat: int, lacking: int) -> str:
    name = say_player(table.game.players, seat)
    if lacking > 0:
        return f"A lost die is back in play at {name}'s place: put it on {SQUARES}, {AGAIN}"
    return f"A die lies at the place of {name}, who is out: take it away, {AGAIN}"


def _say_strays(table: Table) -> str | None:
    strays = len(table.picture.strays)
    if strays == 0:
        return None
    lie = "A die lies" if strays == 1 else f"{say_number(strays).capitalize()} dice lie"
    counts = "counts" if strays == 1 else "count"
    move = "move it to its player" if strays == 1 else "move them to their players"
    return f"{lie} at nobody's place and {counts} for nobody: {move} or away, {AGAIN}"


def _lacking(table: Table) -> int:
    """How many dice the squares lacked in the picture that was read; 0 where they are not known."""
    lost = table.picture.lost
    return 0 if lost is None else table.squares.wanted(table.game) - lost


def _last_losers(game: Game) -> tuple[tuple[int, int], ...]:
    """(seat, dice lost) of the latest verdict."""
    losses = game.rounds[-1].losses if game.rounds else ()
    return tuple((seat, lost) for seat, lost in enumerate(losses) if lost > 0)


def _wins_back(game: Game) -> str | None:
    losses = game.rounds[-1].losses if game.rounds else ()
    return next((say_player(game.players, seat) for seat, lost in enumerate(losses) if lost < 0), None)


def _too_many(dice: int) -> str:
    return "one die too many" if dice == 1 else f"{say_number(dice)} dice too many"


def _the_other(dice: int) -> str:
    return "the missing one" if dice == 1 else f"the other {say_number(dice)}"


def _it(dice: int) -> str:
    return "it" if dice == 1 else "them"


def _are(dice: int) -> str:
    return "is" if dice == 1 else "are"

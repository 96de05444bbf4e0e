"""What the camera noticed against the rules, in words, with the touches that answer it."""

from __future__ import annotations

from companion.play.base.commands import CupsAreUp, LookAgain, SquaresAreRight
from companion.play.base.views import AdviceView, Answer
from companion.play.modes.dice.hands import Hand
from companion.play.modes.dice.sentences import say_dice_number
from companion.play.modes.dice.state import DiceTable, Moment, Owing
from companion.rules import Game, Phase
from companion.text import say, say_all, say_list, say_player


def say_owing(game: Game, owing: Owing) -> str:
    if owing.seen < owing.wanted:
        return _say_lacking(game, owing)
    return _say_spare(game, owing)


def _say_lacking(game: Game, owing: Owing) -> str:
    lacking = owing.wanted - owing.seen
    losers = _last_losers(game)
    lost_last = sum(lost for _, lost in losers)
    if not losers or lacking > lost_last:
        return say_all(_say_count(owing), say("owing.put_others", count=lacking))
    if len(losers) > 1 and lacking == lost_last == len(losers):
        return say("owing.one_each", players=_names(game, losers))
    dice = say("owing.dice" if lacking == lost_last else "owing.more_dice", count=lacking)
    if len(losers) == 1:
        return say("owing.owes", count=lacking, player=_names(game, losers), dice=dice)
    return say("owing.owe", count=lacking, players=_names(game, losers), dice=dice)


def _names(game: Game, losers: tuple[tuple[int, int], ...]) -> str:
    return say_list(say_player(game.players, seat) for seat, _ in losers)


def _say_spare(game: Game, owing: Owing) -> str:
    spare = owing.seen - owing.wanted
    losers = _last_losers(game)
    winner = _wins_back(game)
    if winner is not None and spare == 1:
        return say("owing.won_back", player=winner)
    if len(losers) == 1:
        return say("owing.put_too_many", count=spare, player=say_player(game.players, losers[0][0]))
    away = say("owing.take_all", count=spare) if owing.wanted == 0 else say("owing.take_some", count=spare)
    return say_all(_say_count(owing), away)


def _say_count(owing: Owing) -> str:
    lost = say("owing.lost", count=owing.wanted) if owing.wanted else say("owing.none_lost")
    held = say_dice_number(owing.seen) if owing.seen else say("owing.no_die")
    return say("owing.squares", held=held, lost=lost)


def say_reading(table: DiceTable) -> str | None:
    if table.picture is None:
        return None
    told = _say_roll if table.game.phase is Phase.OPENING_ROLL else _say_reveal
    return told(table)


def _say_roll(table: DiceTable) -> str | None:
    for hand in table.hands:
        name = say_player(table.game.players, hand.seat)
        if hand.too_many:
            lying = len(hand.slots)
            return say("roll.two" if lying == 2 else "roll.too_many", player=name, lying=lying)
        if hand.unseen:
            return say("roll.unseen", player=name)
    for stray in table.strays:
        if stray.beside is not None:
            return say("roll.not_again", player=say_player(table.game.players, stray.beside))
    return _say_strays(table)


def _say_reveal(table: DiceTable) -> str | None:
    many = [hand for hand in table.hands if hand.too_many]
    few = [hand for hand in table.hands if hand.unseen]
    lacking = _lacking(table)
    if many and lacking > 0:
        return _say_unpaid(table, many[0], lacking)
    if many and few:
        return _say_mixed_up(table, many[0], few[0])
    if many:
        return _say_too_many(table, many[0])
    out = next((stray.beside for stray in table.strays if stray.beside is not None), None)
    if out is not None:
        return _say_of_one_who_is_out(table, out, lacking)
    if few:
        return _say_too_few(table, few[0], lacking)
    return _say_strays(table)


def _say_unpaid(table: DiceTable, hand: Hand, lacking: int) -> str:
    name = say_player(table.game.players, hand.seat)
    dice = min(len(hand.slots) - hand.expected, lacking)
    if dict(_last_losers(table.game)).get(hand.seat, 0) >= dice and not table.squares.right(table.game):
        return say("unpaid.still_has", count=dice, player=name)
    return say("unpaid.back_in_play", count=dice, player=name)


def _say_mixed_up(table: DiceTable, many: Hand, few: Hand) -> str:
    over, short = (say_player(table.game.players, hand.seat) for hand in (many, few))
    spare = say("dice.too_many", count=len(many.slots) - many.expected)
    if dict(_last_losers(table.game)).get(many.seat):
        return say("mixed_up.paid", over=over, spare=spare, short=short, number=few.unseen)
    return say("mixed_up.rolled", over=over, spare=spare, short=short, number=few.unseen)


def _say_too_many(table: DiceTable, hand: Hand) -> str:
    name, spare = say_player(table.game.players, hand.seat), len(hand.slots) - hand.expected
    return say("place.too_many", count=spare, player=name, lying=len(hand.slots), held=hand.expected)


def _say_too_few(table: DiceTable, hand: Hand, lacking: int) -> str:
    name, short = say_player(table.game.players, hand.seat), hand.unseen
    is_short = say("place.short", count=short, player=name)
    if lacking < 0:
        spare = min(short, -lacking)
        return say("place.short_squares", count=spare, short=is_short, player=name)
    if any(stray.beside is None for stray in table.strays):
        return say("place.short_stray", short=is_short, player=name)
    seen = len(hand.slots) - short
    if seen == 0:
        return say("place.short_none", short=is_short, player=name, held=hand.expected)
    return say("place.short_some", count=seen, short=is_short, player=name, held=hand.expected)


def _say_of_one_who_is_out(table: DiceTable, seat: int, lacking: int) -> str:
    player = say_player(table.game.players, seat)
    return say("out.back_in_play" if lacking > 0 else "out.die", player=player)


def _say_strays(table: DiceTable) -> str | None:
    strays = len(table.strays)
    return say("place.strays", count=strays) if strays else None


def _lacking(table: DiceTable) -> int:
    """Dice that the squares lacked in the picture that was read; 0 if unknown."""
    lost = None if table.picture is None else table.picture.lost
    return 0 if lost is None else table.squares.wanted(table.game) - lost


def _last_losses(game: Game) -> tuple[int, ...]:
    """By the last verdict; empty where somebody has come or gone since, so that nobody else is blamed."""
    since = any(change.round == len(game.rounds) for change in game.seat_changes)
    return game.rounds[-1].losses if game.rounds and not since else ()


def _last_losers(game: Game) -> tuple[tuple[int, int], ...]:
    return tuple((seat, lost) for seat, lost in enumerate(_last_losses(game)) if lost > 0)


def _wins_back(game: Game) -> str | None:
    losses = _last_losses(game)
    return next((say_player(game.players, seat) for seat, lost in enumerate(losses) if lost < 0), None)


def advice_of(table: DiceTable) -> AdviceView | None:
    if table.moment is Moment.BIDDING and table.squares.owing is not None:
        owing = table.squares.owing
        right = Answer(say("advice.right"), SquaresAreRight(table.number, owing.seen))
        again = Answer(say("advice.look_again"), LookAgain(table.number))
        return AdviceView(say_owing(table.game, owing), (right, again))
    if table.moment is Moment.CHECK and table.show is None and not table.correcting:
        told, again = say_reading(table), Answer(say("advice.look_again"), CupsAreUp(table.number))
        return None if told is None else AdviceView(told, (again,))
    return None

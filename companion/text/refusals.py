"""Objections of the rules, in a sentence for the table."""

from __future__ import annotations

from typing import TypeVar

from companion import rules
from companion.text import cards, dice
from companion.text.cards import say_cards, say_rank, say_ranks, say_suit, say_the_card, say_wanted
from companion.text.catalogue import Value, say
from companion.text.names import quoted, say_list, say_player

Kind = TypeVar("Kind")


def reason_of(fault: BaseException) -> str:
    """What is wrong, without a full stop; faults that are not the rules' own carry their sentence already."""
    if not isinstance(fault, rules.RulesError):
        return str(fault)
    values = {name: _said(value) for name, value in fault.values.items()}
    return say(f"refusal.{fault.code.value}", **values)


def reason_if(fault: rules.RulesError | None) -> str | None:
    return None if fault is None else reason_of(fault)


def _said(value: object) -> Value:
    match value:
        case rules.Foreign(foreign):
            return quoted(foreign)
        case rules.Player(players, seat):
            return say_player(players, seat)
        case rules.NamedBid(bid, ruleset):
            return dice.say_bid(bid, ruleset)
        case rules.NamedFace(face, ruleset):
            return dice.say_face(face, ruleset)
        case rules.NamedCall(ruleset):
            return dice.say_exact_call(ruleset)
        case rules.NamedDice(faces, ruleset):
            return dice.say_faces(faces, ruleset)
        case rules.LegalBids(game):
            return dice.say_legal(game)
        case rules.Game():
            return dice.say_turn(value)
        case rules.Match():
            return cards.say_match_turn(value)
        case rules.Card() | rules.Rank() | rules.Suit() | rules.Wanted():
            return _said_of_cards(value)
        case rules.Choice(values):
            return _said_of_choice(values)
        case tuple():
            return _said_of_several(value)
        case int() | str():
            return value
    raise TypeError(f"a refusal mentions what no sentence can say: {type(value).__name__}")


def _said_of_cards(value: rules.Card | rules.Rank | rules.Suit | rules.Wanted) -> str:
    match value:
        case rules.Card():
            return say_the_card(value)
        case rules.Rank():
            return say_rank(value)
        case rules.Suit():
            return say_suit(value)
    return say_wanted(value)


def _said_of_choice(values: tuple[object, ...]) -> str:
    cards_named, ranks = _all_of(rules.Card, values), _all_of(rules.Rank, values)
    if cards_named:
        return say_cards(cards_named, either=True)
    if ranks:
        return say_ranks(ranks)
    listed, *more = (str(_said(each)) for each in values)
    for each in more:
        listed = say("list.or", list=listed, item=each)
    return listed


def _said_of_several(values: tuple[object, ...]) -> str:
    cards_named, clashes = _all_of(rules.Card, values), _all_of(rules.Clash, values)
    if cards_named:
        return say_cards(cards_named)
    if clashes:
        return "; ".join(map(_say_clash, clashes))
    return say_list(str(_said(each)) for each in values)


def _all_of(kind: type[Kind], values: tuple[object, ...]) -> tuple[Kind, ...]:
    """The values; empty if one is of another type."""
    found = tuple(each for each in values if isinstance(each, kind))
    return found if len(found) == len(values) else ()


def _say_clash(clash: rules.Clash) -> str:
    return say("clash", why=say_why(clash), advice=say(f"clash.{clash.name}.advice"))


def say_why(clash: rules.Clash) -> str:
    return say(f"clash.{clash.name}")

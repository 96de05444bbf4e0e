"""The card game in words: sentences for the people at the table."""

from __future__ import annotations

from companion.rules.cards.liar_liar import CARDS_EACH, CHIPS_EACH, POINTS_A_CHIP
from companion.rules.cards.match import HandPlayed, Match, MatchPhase
from companion.rules.cards.melds import Meld
from companion.rules.cards.names import say_cards, say_the_card, say_wanted
from companion.rules.cards.quests import Outcome, Quest
from companion.rules.words import say_list, say_number, say_player


def say_turn(match: Match) -> str:
    """What the table waits for now."""
    return _TURNS[match.phase](match)


def _acting(match: Match) -> str:
    return say_player(match.players, match.acting)


def _hand(match: Match) -> str:
    begins = say_player(match.players, match.opener)
    dealt = f"{say_number(CARDS_EACH)} cards and {say_number(CHIPS_EACH)} chips each"
    return f"deal hand {match.hand + 1}, {dealt}; {begins} begins."


def _obtain(match: Match) -> str:
    name = _acting(match)
    if match.stock:
        return f"{name} is to draw a card or Quest another player."
    if match.discards:
        return f"{name} is to Quest another player, or shuffle the discards and draw."
    return f"{name} is to Quest another player: no card is left to draw."


def _answer(match: Match) -> str:
    return f"{_acting(match)} is asked for {say_wanted(match.asked.wanted)}: yes or no?"


def _decide(match: Match) -> str:
    other = say_player(match.players, match.asked.other)
    return f"{_acting(match)} is to accept {other}'s {'Yes' if match.asked.yes else 'No'} or say Liar, Liar."


def _show(match: Match) -> str:
    if match.asked.yes:
        return f"{_acting(match)} is to turn the card over."
    return f"{_acting(match)} is to show all cards."


def _take(match: Match) -> str:
    return f"{_acting(match)} is to take {say_cards(match.takes, last='or')}."


def _discard(match: Match) -> str:
    return f"{_acting(match)} may lay down melds and hits, then discards a card."


def _give(match: Match) -> str:
    other = say_player(match.players, match.gives_to)
    but = f", not {say_the_card(match.won)}" if match.won else ""
    return f"{_acting(match)} may lay down melds and hits, then gives {other} a card{but}."


def _play_out(match: Match) -> str:
    return f"{_acting(match)} has no card left and plays out."


def _over(match: Match) -> str:
    return f"{_winner(match)} has won the match."


def _winner(match: Match) -> str:
    return "nobody" if match.winner is None else say_player(match.players, match.winner)


_TURNS = {
    MatchPhase.HAND: _hand,
    MatchPhase.OBTAIN: _obtain,
    MatchPhase.ANSWER: _answer,
    MatchPhase.DECIDE: _decide,
    MatchPhase.SHOW: _show,
    MatchPhase.TAKE: _take,
    MatchPhase.DISCARD: _discard,
    MatchPhase.GIVE: _give,
    MatchPhase.PLAY_OUT: _play_out,
    MatchPhase.OVER: _over,
}


def say_standing(match: Match) -> str:
    """Where a match stands, short, for a list of games: "hand 3, Ann to draw or Quest"."""
    if match.phase is MatchPhase.OVER:
        return f"{_winner(match)} has won"
    if match.phase is MatchPhase.HAND:
        return f"hand {match.hand + 1} to be dealt"
    return f"hand {match.hand}, {_acting(match)} {_STANDINGS[match.phase]}"


_STANDINGS = {
    MatchPhase.OBTAIN: "to draw or Quest",
    MatchPhase.ANSWER: "to answer",
    MatchPhase.DECIDE: "to accept or challenge",
    MatchPhase.SHOW: "to show",
    MatchPhase.TAKE: "to take a card",
    MatchPhase.DISCARD: "to discard",
    MatchPhase.GIVE: "to give a card",
    MatchPhase.PLAY_OUT: "to play out",
}


def say_quest(quest: Quest, players: tuple[str, ...]) -> str:
    """A Quest in sentences, as far as it has come: "Ann asks Joe for a 7. Joe says yes, Ann accepts: …"."""
    asker, other = say_player(players, quest.asker), say_player(players, quest.other)
    told = f"{asker} asks {other} for {say_wanted(quest.wanted)}."
    if quest.yes is None:
        return told
    told = f"{told} {other} says {'yes' if quest.yes else 'no'}"
    if quest.challenged is None:
        return told + "."
    told = f"{told}, {asker} {'says Liar, Liar' if quest.challenged else 'accepts'}"
    if quest.outcome is None:
        return told + "."
    return f"{told}: {_say_outcome(quest, asker, other)}. {_say_chip(quest, players)}"


def _say_outcome(quest: Quest, asker: str, other: str) -> str:
    card = "no card" if quest.card is None else say_the_card(quest.card)
    match quest.outcome:
        case Outcome.YES_TRUE_ACCEPTED:
            return f"it was {card}, and {asker} keeps it"
        case Outcome.YES_TRUE_CHALLENGED:
            return f"it was {card}, and {other} takes it back"
        case Outcome.YES_LIE_ACCEPTED:
            return f"it was {card}, a lie, and {other} takes it back"
        case Outcome.YES_LIE_CHALLENGED:
            return f"it was {card}, a lie, and {asker} keeps it"
        case Outcome.NO_LIE_ACCEPTED:
            return f"{other} shows {card}, it was a lie"
        case Outcome.NO_ACCEPTED:
            return "nothing is shown"
        case Outcome.NO_TRUE_CHALLENGED:
            return f"{other} has none"
    return f"{other} has {card}, and {asker} takes it"


def _say_chip(quest: Quest, players: tuple[str, ...]) -> str:
    if not any(quest.chips):
        return "No chip moves."
    payee = say_player(players, quest.chips.index(1))
    payer = "The bank" if quest.bank else say_player(players, quest.chips.index(-1))
    return f"{payer} pays {payee} a chip."


def say_meld(meld: Meld) -> str:
    """A meld on the table: "run: the 5, 6 and 7 of spades" card by card."""
    return f"{meld.kind.value}: {say_cards(meld.cards)}"


def say_hand(hand: HandPlayed, players: tuple[str, ...]) -> str:
    """How a hand ended: who played out, and the points of each."""
    points = [f"{say_player(players, seat)} {held * POINTS_A_CHIP}" for seat, held in enumerate(hand.chips)]
    return f"{say_player(players, hand.winner)} has played out. Points: {say_list(points)}."

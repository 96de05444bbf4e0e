"""Liar, Liar in words: what the table waits for, Quests, melds, hands."""

from __future__ import annotations

from typing import assert_never

from companion import rules
from companion.text.catalogue import say
from companion.text.names import capital, say_list, say_player

_MOST_CARDS_NAMED = 8
"""As many as the largest set has."""


def say_rank(rank: rules.Rank) -> str:
    return say(f"rank.{rank.value}")


def say_ranks(ranks: tuple[rules.Rank, ...]) -> str:
    """ "the 5 or the queen"."""
    return say_list(map(_the_rank, ranks), either=True)


def _the_rank(rank: rules.Rank) -> str:
    """ "the 7", with its article."""
    return say(f"rank.the.{rank.value}")


def say_suit(suit: rules.Suit) -> str:
    return say(f"suit.{suit.value}")


def say_card(card: rules.Card) -> str:
    """ "7 of spades"."""
    return say("card", rank=say_rank(card.rank), suit=say_suit(card.suit))


def say_the_card(card: rules.Card) -> str:
    """ "the 7 of spades"."""
    return say("card.the", the_rank=_the_rank(card.rank), suit=say_suit(card.suit))


def say_cards(cards: rules.Cards, either: bool = False) -> str:
    """ "the 7 of spades and the queen of hearts"; of very many only the first."""
    if len(cards) > _MOST_CARDS_NAMED:
        first, second = (say_the_card(card) for card in cards[:2])
        return say("card.many", first=first, second=second, more=len(cards) - 2)
    return say_list((say_the_card(card) for card in cards), either)


def say_wanted(wanted: rules.Wanted) -> str:
    """ "the 7 of spades", "an ace", "a spade", "a red card"."""
    if wanted.kind is not None:
        return say(f"kind.any.{wanted.kind.value}")
    if wanted.rank is None:
        return say("card.any") if wanted.suit is None else say(f"suit.any.{wanted.suit.value}")
    if wanted.suit is None:
        return say(f"rank.any.{wanted.rank.value}")
    return say_the_card(rules.Card(wanted.rank, wanted.suit))


def say_number_of_cards(number: int) -> str:
    return say("card.number", count=number)


def say_match_turn(match: rules.Match) -> str:
    player = "" if match.to_act is None else say_player(match.players, match.to_act)
    match match.phase:
        case rules.MatchPhase.HAND:
            hand, opener = match.hand + 1, say_player(match.players, match.opener)
            dealt, chips = rules.CARDS_EACH, rules.CHIPS_EACH
            return say("match.deal", hand=hand, cards=dealt, chips=chips, player=opener)
        case rules.MatchPhase.OBTAIN if match.stock:
            return say("match.draw_or_quest", player=player)
        case rules.MatchPhase.OBTAIN:
            return say("match.quest_or_shuffle" if match.discards else "match.only_quest", player=player)
        case rules.MatchPhase.ANSWER:
            return say("match.answer", player=player, wanted=say_wanted(match.asked.wanted))
        case rules.MatchPhase.DECIDE:
            other = say_player(match.players, match.asked.other)
            yes = match.asked.yes
            return say("match.decide_yes" if yes else "match.decide_no", player=player, other=other)
        case rules.MatchPhase.SHOW:
            return say("match.turn_over" if match.asked.yes else "match.show_hand", player=player)
        case rules.MatchPhase.TAKE:
            return say("match.take", player=player, cards=say_cards(match.takes, either=True))
        case rules.MatchPhase.DISCARD:
            return say("match.discard", player=player)
        case rules.MatchPhase.GIVE:
            other = say_player(match.players, match.gives_to)
            if match.won:
                return say("match.give_but", player=player, other=other, card=say_the_card(match.won))
            return say("match.give", player=player, other=other)
        case rules.MatchPhase.PLAY_OUT:
            return say("match.play_out", player=player)
        case rules.MatchPhase.OVER:
            return say("match.over", player=_winner(match))
    assert_never(match.phase)


def _winner(match: rules.Match) -> str:
    return "" if match.winner is None else say_player(match.players, match.winner)


def say_standing(match: rules.Match) -> str:
    """A match in a list of games: "hand 3, Ann to draw or Quest"."""
    if match.phase is rules.MatchPhase.OVER:
        return say("standing.over", player=_winner(match))
    if match.phase is rules.MatchPhase.HAND:
        return say("standing.hand", hand=match.hand + 1)
    player = say_player(match.players, match.acting)
    return say(f"standing.{match.phase.value}", hand=match.hand, player=player)


def say_quest(quest: rules.Quest, players: tuple[str, ...]) -> str:
    """A Quest so far: "Ann asks Joe for a 7. Joe says yes, Ann accepts: …"."""
    asker, other = say_player(players, quest.asker), say_player(players, quest.other)
    asked = say_asked(quest, players)
    if quest.yes is None:
        return asked
    said = say("quest.yes" if quest.yes else "quest.no", other=other)
    if quest.challenged is None:
        return say("sentences", first=asked, second=say("sentence", words=said))
    decided = say("quest.challenged" if quest.challenged else "quest.accepted", said=said, asker=asker)
    if quest.outcome is None:
        return say("sentences", first=asked, second=say("sentence", words=decided))
    outcome = say("quest.ended", decided=decided, outcome=_say_outcome(quest, asker, other))
    told = say("sentences", first=asked, second=outcome)
    return say("sentences", first=told, second=_say_chip(quest, players))


def say_asked(quest: rules.Quest, players: tuple[str, ...]) -> str:
    asker, other = say_player(players, quest.asker), say_player(players, quest.other)
    return say("quest.asked", asker=asker, other=other, wanted=say_wanted(quest.wanted))


def say_came_of(quest: rules.Quest, players: tuple[str, ...]) -> str:
    """What came of an ended Quest: the truth, the card, the chip."""
    asker, other = say_player(players, quest.asker), say_player(players, quest.other)
    outcome = capital(say("sentence", words=_say_outcome(quest, asker, other)))
    return say("sentences", first=outcome, second=_say_chip(quest, players))


def _say_outcome(quest: rules.Quest, asker: str, other: str) -> str:
    assert quest.outcome is not None, "only what came of a Quest is told"
    card = "" if quest.card is None else say_the_card(quest.card)
    return say(f"outcome.{quest.outcome.value}", asker=asker, other=other, card=card)


def _say_chip(quest: rules.Quest, players: tuple[str, ...]) -> str:
    if not any(quest.chips):
        return say("quest.no_chip")
    payee = say_player(players, quest.chips.index(1))
    if quest.bank:
        return say("quest.bank_pays", payee=payee)
    return say("quest.pays", payer=say_player(players, quest.chips.index(-1)), payee=payee)


def say_meld(meld: rules.Meld) -> str:
    return say(f"meld.{meld.kind.value}", cards=say_cards(meld.cards))


def say_hand(hand: rules.HandPlayed, players: tuple[str, ...]) -> str:
    points = say_list(
        say("hand.points", player=say_player(players, seat), points=held * rules.POINTS_A_CHIP)
        for seat, held in enumerate(hand.chips)
    )
    return say("hand.played_out", player=say_player(players, hand.winner), points=points)

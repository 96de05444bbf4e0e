"""Liar, Liar among the games that a table may pick."""

from __future__ import annotations

from companion.play.views import RulesChoice
from companion.rules.cards.liar_liar import LIAR_LIAR, TARGETS

FEWEST_PLAYERS = 2
"""Of whom one asks the other."""


def card_choice() -> RulesChoice:
    """The card game, to be begun from the first screen."""
    return RulesChoice(
        name=LIAR_LIAR.name,
        title=LIAR_LIAR.title,
        fewest=FEWEST_PLAYERS,
        most=LIAR_LIAR.most_players,
        names_opener=False,
        options=(("target", "Points to win the match", TARGETS, LIAR_LIAR.target),),
        line="Real cards: ask, answer, and say Liar, Liar. Sets, runs and chips.",
        has_cards=True,
        opening="The first player begins",
    )

"""Liar, Liar told in our own words, chapter by chapter, with the figures that the referee reads."""

from __future__ import annotations

from companion.rules.cards.liar_liar import (
    CARDS_EACH,
    CHIPS_EACH,
    HIGHEST_TARGET,
    LARGE_GROUP,
    MOST_IN_SMALL_GROUP,
    POINTS_A_CHIP,
    SMALL_GROUP,
    TARGETS,
    MatchRules,
)
from companion.rules.rulebook import Chapter
from companion.rules.words import say_list, say_number


def match_chapters(rules: MatchRules) -> tuple[Chapter, ...]:
    """The whole game; the last chapters name our choices and what may be switched."""
    return (
        Chapter("The match", _match(rules)),
        Chapter("A turn", _TURN),
        Chapter("Melds", _MELDS),
        Chapter("A Quest answered with Yes", _YES),
        Chapter("A Quest answered with No", _NO),
        Chapter("Chips", _CHIPS),
        Chapter("Large groups", _LARGE),
        Chapter("Choices", tuple(f"[choice] {choice}" for choice in rules.choices)),
        Chapter("May be switched", (f"target: Points to reach (1 to {HIGHEST_TARGET})",)),
    )


def _match(rules: MatchRules) -> tuple[str, ...]:
    suggested = say_list([str(target) for target in TARGETS], last="or")
    return (
        f"Two to {say_number(rules.most_players)} players agree on a target, {suggested} points for "
        f"instance; here it is {rules.target}.",
        f"Every hand is dealt anew: {say_number(CARDS_EACH)} cards and {say_number(CHIPS_EACH)} chips to "
        "each, no jokers; the other cards are the stock.",
        "The turn goes round to the left until somebody has no card left.",
        f"Then each chip scores {POINTS_A_CHIP} points. Whoever reaches the target first wins the match.",
    )


_TURN = (
    "Take a card: draw one from the stock, or Quest another player.",
    "Then lay down as many sets, runs and hits as you like, face up. They score nothing but empty your hand.",
    "After a draw discard one card, face down.",
    "An empty stock is made anew from the discards, shuffled.",
)
_MELDS = (
    f"A set: {say_number(SMALL_GROUP.fewest)} or {say_number(SMALL_GROUP.most_of_a_rank)} cards of one rank.",
    f"A run: {say_number(SMALL_GROUP.fewest)} cards or more of one suit that follow each other. The ace "
    "stands below the two or above the king.",
    "A hit: one card that completes a set or continues a run at either end, whoever laid it down, and hits "
    "may be hit again.",
)
_YES = (
    "A Quest asks one player for a card, a rank or a suit. Who answers Yes lays a card face down; the asker "
    "accepts it or says Liar, Liar; then it is turned over.",
    "A right card that was accepted is the asker's, and no chip moves.",
    "A right card that was challenged, or a wrong one that was accepted: the asker pays a chip, and the card "
    "goes back.",
    "A wrong card that was challenged: the other pays a chip, and the asker keeps the card.",
    "Who keeps a card gives the other one instead of discarding, face down, and not that one. Who gets none "
    "may still lay down cards and does not discard.",
)
_NO = (
    "An accepted No ends the turn without a discard. The other may now show a card that was asked for after "
    "all: then the asker pays a chip for the lie.",
    "A challenged No: the other shows the whole hand. With nothing in it that was asked for, the asker pays "
    "a chip, may still lay down cards, and does not discard; the other may swap any cards for new ones.",
    "If there was one, the other pays a chip, and the asker takes the card, lays down cards, and gives "
    "another one back; nothing is swapped.",
)
_CHIPS = (
    "Who owes a chip in a Quest and has none lets the bank pay it.",
    "Who plays the last card gets a chip from everybody who has one; here the bank pays nothing.",
)
_LARGE = (
    f"More than {say_number(MOST_IN_SMALL_GROUP)} players use two decks; a set or run has "
    f"{say_number(LARGE_GROUP.fewest)} cards at least.",
    f"A set may be hit until all {say_number(LARGE_GROUP.most_of_a_rank)} cards of its rank lie there, a run "
    "only once.",
)

"""A rule set told in our own words, chapter by chapter, from the same switches that the referee reads."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.ruleset import (
    STACKED_DICE,
    Exact,
    FirstOpener,
    Loss,
    NextOpener,
    Option,
    Raising,
    RuleSet,
    SpotOn,
)
from companion.rules.words import say_face, say_number


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading and its sentences."""

    heading: str
    sentences: tuple[str, ...]


_FIRST_OPENER = {
    FirstOpener.TABLE: "The table agrees who opens the first round.",
    FirstOpener.ROLL: "Everybody rolls one die; the highest opens the first round, and who is tied "
    "for it rolls again.",
}
_RAISING = {
    Raising.TRACK: (
        "The red die moves clockwise along the track: a later space with any face that belongs there, "
        "or the same number space with a higher face.",
        "Number spaces take the faces 2 to 6; a star space lies between each two numbers, star one "
        "between one and two, star two between three and four, and takes bids on stars alone.",
        "After twenty the track goes round again and reads twenty-one for one; it never ends.",
    ),
    Raising.QUANTITY_FIRST: (
        "A raise names more dice of any face, or as many or more dice of a higher face.",
    ),
    Raising.STRICT: (
        "A raise names more dice of the same face, as many of a higher face, or more of a higher face; "
        "it lowers neither.",
    ),
    Raising.FACE_FIRST: (
        "A raise names a higher face in any quantity, even a smaller one, or more dice of the same face.",
    ),
}
_LOSS = {
    Loss.ONE: "Who loses the challenge loses one die.",
    Loss.DIFFERENCE: "Who loses the challenge loses as many dice as bid and count lie apart, "
    "never more than they hold.",
}
_EXACT = {
    Exact.BID_HOLDS: "As many dice as bid, or more: the bid holds and the challenger loses. "
    "Fewer: the bidder loses.",
    Exact.ALL_BUT_BIDDER: "More dice than bid: the challenger loses. Fewer: the bidder loses. "
    "Exactly as many: everyone still in loses one die, save the bidder.",
}
_NEXT_OPENER = {
    NextOpener.WINNER: "Who won the challenge opens the next round.",
    NextOpener.LOSER: "Who lost the die opens the next round; if that put them out, "
    "the next player still in to their left.",
    NextOpener.LOSER_OR_BIDDER: "Who lost the die opens the next round; if that put them out, the last to "
    "bid among those still in.",
}
_SPOT_ON = {
    SpotOn.NOTHING: "right, nobody loses a die",
    SpotOn.WIN_BACK: "right, the caller wins one lost die back",
    SpotOn.OTHERS_LOSE: "right, everyone but caller and bidder loses a die",
}


def chapters(ruleset: RuleSet) -> tuple[Chapter, ...]:
    """The whole game as this table plays it; the last chapters name our choices and what may be switched."""
    told = (
        Chapter("The table", _table(ruleset)),
        Chapter("Bidding", _bidding(ruleset)),
        Chapter("Calling", _calling(ruleset)),
        Chapter("After the count", _after(ruleset)),
        Chapter("Variations", _variations(ruleset)),
        Chapter("Choices", tuple(f"[choice] {choice}" for choice in ruleset.choices)),
        Chapter("May be switched", tuple(map(_switch, ruleset.options))),
    )
    return tuple(chapter for chapter in told if chapter.sentences)


def _table(ruleset: RuleSet) -> tuple[str, ...]:
    dice = "one die" if ruleset.dice == 1 else f"{say_number(ruleset.dice)} dice"
    return (
        f"Two to {say_number(ruleset.most_players)} players with {dice} each, hidden under a cup.",
        *(() if STACKED_DICE in ruleset.choices else (STACKED_DICE,)),
        "The last player who holds a die wins.",
        _FIRST_OPENER[ruleset.first_opener],
    )


def _bidding(ruleset: RuleSet) -> tuple[str, ...]:
    ones = say_face(1, ruleset)
    wild = f"{ones.capitalize()} count as any face; a bid on {ones} counts {ones} alone."
    opening = "A round may be opened with any bid."
    if not ruleset.ones_open:
        opening = f"A round may be opened with any bid but one on {ones}."
    cap = "No bid names more dice than are in play."
    return (
        "In turn, clockwise, each player bids so many dice of a face among all on the table, or calls.",
        wild if ruleset.ones_wild else "No face is wild.",
        opening,
        *_RAISING[ruleset.raising],
        cap if ruleset.capped else "A bid may name more dice than are in play.",
    )


def _calling(ruleset: RuleSet) -> tuple[str, ...]:
    turn = "Who is on turn may challenge instead of raising; nobody may pass."
    return (turn, "All cups are lifted and the dice that match the bid are counted.", _EXACT[ruleset.exact])


def _after(ruleset: RuleSet) -> tuple[str, ...]:
    return (_LOSS[ruleset.loss], _NEXT_OPENER[ruleset.next_opener])


_VARIATIONS = {
    "show_reroll": "Show and reroll: right after a bid its maker may put dice outside the cup and roll all "
    "their other hidden dice again, at least one. Shown dice stay out until the round ends, and count.",
    "palafico": "Palafico: who comes down to one die opens the next round; in it no face is wild, any face "
    "may be opened on, and only the quantity rises. Not when two players are left.",
    "random_challenge": "Random challenge: anyone but the bidder may challenge at any time after a bid. Of "
    "several at once the one nearest to the bidder counts, among those still in.",
    "spot_on": "Spot on: on your turn say that the bid is exactly right. Wrong, and you lose one die; "
    "{reward}, and you open the next round.",
    "ones_wild": "Aces wild: a die that shows one counts as any face.",
    "tie_breaker": "Tie breaker: two players with one die each bid on the sum of the two dice, two to "
    "twelve, each higher than the last. Less than bid: the challenger wins the game, else the bidder.",
    "chips": "Chips: 50 each. As a round begins everyone still in pays one chip into the round pot and one "
    "into the game pot. The challenge's winner takes the first, the game's winner the second.",
}


def _variations(ruleset: RuleSet) -> tuple[str, ...]:
    """Each variation that is played or that the table may switch on."""
    offered = {option.field for option in ruleset.options}
    told = []
    for field, sentence in _VARIATIONS.items():
        played = bool(getattr(ruleset, field))
        if field in offered and not played:
            told.append(f"[off] {sentence.format(reward=_reward(ruleset))}")
        elif played and field != "ones_wild":
            told.append(sentence.format(reward=_reward(ruleset)))
    return tuple(told)


def _reward(ruleset: RuleSet) -> str:
    if ruleset.spot_on is not None:
        return _SPOT_ON[ruleset.spot_on]
    return f"as the table agreed: {', or '.join(_SPOT_ON.values())}"


def _switch(option: Option) -> str:
    if not option.values:
        return f"{option.name}: {option.label} (a name)"
    if type(option.values[0]) is int:
        return f"{option.name}: {option.label} ({option.values[0]} to {option.values[-1]})"
    values = ", ".join(value if isinstance(value, str) else str(value).lower() for value in option.values)
    return f"{option.name}: {option.label} ({values})"

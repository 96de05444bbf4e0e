"""The switches of house rules in words: what stands on the screen for each, and what it means."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.events import OptionValue
from companion.rules.house import SWITCHES, TITLE, Clash, Switches
from companion.rules.ruleset import Option
from companion.text.numbers import say_list, say_number
from companion.text.refusals import say_why
from companion.text.speech import say

GROUPS = (
    ("The table", ("dice", "first_opener", "next_opener", "chips")),
    ("Bidding", ("raising", "ones_wild", "ones_open", "capped")),
    ("Challenge", ("loss", "exact", "random_challenge", "spot_on")),
    ("Special", ("show_reroll", "palafico", "tie_breaker")),
)
"""Every switch but the title, four at most together: as many rows as the smallest screen has room for."""

_LABELS = {
    "dice": "Dice each",
    "capped": "Only as many as in play",
    "exact": "Bid exactly right",
    "loss": "Dice lost",
    "random_challenge": "Anyone may challenge",
    "spot_on": "Spot on",
    "tie_breaker": "Tie breaker",
    "chips": "Chips",
    "ones_open": "Opening on ones",
}
"""Shorter than the rules' own labels, which need not stand on one line."""


@dataclass(frozen=True, slots=True)
class Said:
    """A switch at one value: ``value`` on its key, ``meaning`` in a sentence, ``brief`` among other rules.

    An empty ``brief`` is not worth a word.
    """

    value: str
    meaning: str
    brief: str = ""


_SAID: dict[str, dict[OptionValue, Said]] = {
    "first_opener": {
        "table": Said("Agreed", "You agree who opens the first round."),
        "roll": Said("Highest die", "Everybody rolls one die; the highest opens.", "the highest die opens"),
    },
    "next_opener": {
        "winner": Said("Who won", "Who won the challenge opens the next round.", "the winner opens"),
        "loser": Said("Who lost", "Who lost opens; once out, the next player to their left."),
        "loser-or-bidder": Said(
            "Loser or bidder", "Who lost opens; once out, the last bidder.", "the loser or last bidder opens"
        ),
    },
    "chips": {
        False: Said("No", "Nobody pays in, and nobody wins chips."),
        True: Said("50 each", "Each pays one into either pot; challenge and game win them.", "chips"),
    },
    "raising": {
        "track": Said("Track", "The red die goes forward on the bidding track.", "bidding track"),
        "quantity-first": Said(
            "Number first", "More dice of any face, or as many of a higher one.", "number first"
        ),
        "strict": Said("Strict", "Neither the number nor the face may go down.", "strict raises"),
        "face-first": Said(
            "Face first", "A higher face in any number, or more of the same.", "face before number"
        ),
    },
    "ones_wild": {
        False: Said("No", "No face is wild.", "nothing wild"),
        True: Said("Yes", "Ones count as any face; a bid on ones counts ones alone.", "ones wild"),
    },
    "ones_open": {
        False: Said("No", "The first bid of a round is not on ones.", "no opening on ones"),
        True: Said("Yes", "The first bid of a round may be on ones."),
    },
    "capped": {
        False: Said("No", "A bid may name more dice than are in play."),
        True: Said("Yes", "No bid names more dice than are in play.", "bids capped"),
    },
    "loss": {
        "one": Said("One", "Who loses the challenge loses one die."),
        "difference": Said(
            "Difference", "As many dice as bid and count lie apart.", "the difference is lost"
        ),
    },
    "exact": {
        "bid-holds": Said("Bid holds", "The bid was true: the challenger loses."),
        "all-but-bidder": Said(
            "All but bidder", "Everybody but the bidder loses one die.", "exact: all but the bidder lose one"
        ),
    },
    "random_challenge": {
        False: Said("No", "Who is on turn raises or challenges."),
        True: Said("Yes", "Anybody but the bidder, at any time after a bid.", "anyone may challenge"),
    },
    "spot_on": {
        False: Said("Not played", "Nobody calls a bid exactly right."),
        "nothing": Said("No loss", "Rightly called: nobody loses. Wrongly: one die.", "spot on"),
        "win-back": Said(
            "Win one back", "Rightly called: one die back. Wrongly: one lost.", "spot on wins a die"
        ),
        "others-lose": Said(
            "Others lose", "Rightly called: the others lose one die. Wrongly: you.", "spot on for all others"
        ),
    },
    "show_reroll": {
        False: Said("No", "All dice stay under the cups until they are lifted."),
        True: Said("Yes", "After your bid, put dice outside the cup and reroll the rest.", "show and reroll"),
    },
    "palafico": {
        False: Said("No", "The last die brings no round of its own."),
        True: Said("Yes", "Down to one die: one round without wilds, its face stays.", "Palafico"),
    },
    "tie_breaker": {
        False: Said("No", "The last two dice are bid on like any others."),
        True: Said("Yes", "With one die each, the last two bid on the sum.", "tie breaker"),
    },
}

OPTIONS: dict[str, Option] = {each.name: each for each in SWITCHES if each is not TITLE}
"""Every switch but the title, by name."""


def label_of(name: str) -> str:
    """What a switch is called on the screen."""
    return _LABELS.get(name, say(f"switch.{name}.long"))


def said_of(name: str, value: OptionValue) -> Said:
    """A switch at this value in words."""
    if name == "dice":
        dice = "one die" if value == 1 else f"{say_number(value)} dice"
        return Said(str(value), f"Every player starts with {dice}.", dice)
    return _SAID[name][value]


def say_briefly(switches: Switches) -> tuple[str, ...]:
    """These rules in a few words each: "five dice", "bidding track", "the difference is lost" …"""
    briefs = {name: said_of(name, value).brief for name, value in switches}
    ordered = (briefs[name] for _, names in GROUPS for name in names)
    return tuple(brief for brief in ordered if brief)


def say_clash(clash: Clash, switches: Switches) -> str:
    """Two switches that contradict each other, why, and what to do, for the screen."""
    now = dict(switches)
    first, second = (f"“{label_of(name)}: {said_of(name, now[name]).value}”" for name in clash.switches)
    ways = say_list([f"“{say_setting(name, value)}”" for name, value in clash.ways], either=True)
    return f"{first} and {second} contradict each other: {say_why(clash)}. Choose {ways}."


def say_setting(name: str, value: OptionValue) -> str:
    """A switch with its value: "Ones are wild: Yes"."""
    return f"{label_of(name)}: {said_of(name, value).value}"

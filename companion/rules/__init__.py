"""The rules of all games: pure values and functions, standard library only.

``events`` say what happened at the table, a rule set says what is allowed, the referee folds the events
into a game. Nothing here reads a clock, rolls a die or touches a file. docs/library.md begins with examples.
"""

from companion.rules.adjudicate import Verdict
from companion.rules.cards.liar_liar import LIAR_LIAR
from companion.rules.cards.match import Match
from companion.rules.errors import EventError, RuleError, RulesError
from companion.rules.events import (
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    DiceShown,
    Event,
    GameBegun,
    OpeningRolled,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
    Undone,
)
from companion.rules.families import AnyEvent, AnyGame, apply, begin
from companion.rules.game import Call, Game, Phase, Round
from companion.rules.house import HOUSE, SWITCHES, ruleset_of
from companion.rules.legal import legal_bids, lowest_raise, may_challenge, why_not
from companion.rules.record import GameRecord, replay
from companion.rules.refusal import Refusal
from companion.rules.ruleset import (
    BLUFF,
    CARDINAL,
    FRONT_PORCH,
    MILTON_BRADLEY,
    PERUDO,
    RH,
    RULESETS,
    Option,
    RuleSet,
)

__all__ = [
    "BLUFF",
    "CARDINAL",
    "FRONT_PORCH",
    "HOUSE",
    "LIAR_LIAR",
    "MILTON_BRADLEY",
    "PERUDO",
    "RH",
    "RULESETS",
    "SWITCHES",
    "AnyEvent",
    "AnyGame",
    "BidMade",
    "Call",
    "Challenged",
    "ChallengedTogether",
    "CupsRevealed",
    "DiceShown",
    "Event",
    "EventError",
    "Game",
    "GameBegun",
    "GameRecord",
    "Match",
    "OpeningRolled",
    "Option",
    "Phase",
    "Refusal",
    "RevealCorrected",
    "Round",
    "RuleError",
    "RuleSet",
    "RulesError",
    "SpotOnCalled",
    "TotalBid",
    "Undone",
    "Verdict",
    "apply",
    "begin",
    "legal_bids",
    "lowest_raise",
    "may_challenge",
    "replay",
    "ruleset_of",
    "why_not",
]

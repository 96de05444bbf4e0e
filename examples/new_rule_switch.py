"""A new rule switch: nobody loses more than two dice at once.

``python examples/new_rule_switch.py`` plays one challenge without it and with it. In the house the field
stands in ``RuleSet`` itself, ``dice_lost`` reads it, and ``companion/rules/house.py`` offers it.
"""

from dataclasses import dataclass, fields, replace

from companion.rules import (
    MILTON_BRADLEY,
    BidMade,
    Challenged,
    CupsRevealed,
    GameBegun,
    Option,
    RuleSet,
    apply,
    begin,
)


@dataclass(frozen=True, slots=True)
class GentleRules(RuleSet):
    at_most_two: bool = False

    def dice_lost(self, claim: int, count: int) -> int:
        lost = RuleSet.dice_lost(self, claim, count)
        return min(lost, 2) if self.at_most_two else lost


AT_MOST_TWO = Option("at_most_two", "at_most_two", (False, True))
GENTLE = replace(
    GentleRules(*(getattr(MILTON_BRADLEY, each.name) for each in fields(RuleSet))),
    options=(*MILTON_BRADLEY.options, AT_MOST_TWO),
)
ROUND = BidMade(0, 6, 4), Challenged(1), CupsRevealed(((4, 4, 2, 2, 2), (2, 2, 2, 2, 2)))

for switched in False, True:
    rules = GENTLE.with_options((("at_most_two", switched),))
    game = begin(GameBegun("milton-bradley", ("Ann", "Bob"), opener=0)).but(ruleset=rules)
    for event in ROUND:
        game = apply(game, event)
    print(f"at_most_two {switched}: Ann has {game.dice[0]} dice left")

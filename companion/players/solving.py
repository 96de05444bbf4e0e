"""Computes the policy of ``Bluffing``: ``python -m companion.players.solving ROUNDS [OUT]``.

Monte Carlo counterfactual regret minimisation (Lanctot et al., 2009) with linear averaging (Brown and
Sandholm, 2019). A round has two to six players with one to five dice each, by any published rules. For each
seat, one decision is tried in every way; all else is sampled. Utility: the mean of the dice that others lose,
less the own loss. In half of the rounds most opponents play by the odds. With more than two players no
equilibrium is promised: ``./run arena`` decides. The shipped policy: 60,000 rounds, about two minutes of one
processor.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from companion import rules
from companion.players.bots import BLUFF, ByOdds, Choice, choice_of
from companion.players.table import Table, View, dealt

ACTS = BLUFF + 1
DECISIONS = (0, 0, 0, 1, 1, 2, 3)
"""The learner's decision to try in every way, as often as listed."""
WITH_ODDS, ODDS_AMONG_OTHERS = 0.5, 0.7
"""Share of rounds with opponents who play by the odds, and of such opponents in them."""
SEED = 2026
ODDS = ByOdds()


class Solver:
    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self.regrets: dict[str, list[float]] = {}
        self.sums: dict[str, list[float]] = {}
        self.rounds = 0
        self._by_odds: set[int] = set()

    def one_round(self) -> None:
        self.rounds += 1
        table = dealt(a_round(self._luck), self._luck)
        seats, mixed = table.game.still_in, self._luck.random() < WITH_ODDS
        for seat in seats:
            self._by_odds = {
                each for each in seats if mixed and each != seat and self._luck.random() < ODDS_AMONG_OTHERS
            }
            self._learn(table, seat, self._luck.choice(DECISIONS))

    def _learn(self, table: Table, learner: int, decisions: int) -> None:
        """Play up to the learner's decision of this number and try all open acts."""
        game = table.game
        while game.phase is rules.Phase.BIDDING:
            if game.acting != learner:
                game = self._next(table, game)
                continue
            choice = _choice(table, game)
            if decisions == 0:
                self._weigh(table, game, choice)
                return
            decisions -= 1
            game = rules.apply(game, self._luck.choice([*choice.acts.values()]))

    def _weigh(self, table: Table, game: rules.Game, choice: Choice) -> None:
        learner, shares = game.acting, self._shares(choice)
        known = {
            event: self._played(table, rules.apply(game, event), learner) for event in {*choice.acts.values()}
        }
        values = {act: known[event] for act, event in choice.acts.items()}
        mean = sum(shares[act] * value for act, value in values.items())
        regrets = self.regrets.setdefault(choice.situation, [0.0] * ACTS)
        for act, value in values.items():
            regrets[act] += value - mean

    def _played(self, table: Table, game: rules.Game, learner: int) -> float:
        while game.phase is rules.Phase.BIDDING:
            game = self._next(table, game)
        return _utility(rules.apply(game, rules.CupsRevealed(table.hands)), learner)

    def _next(self, table: Table, game: rules.Game) -> rules.Game:
        if game.acting in self._by_odds:
            return rules.apply(game, ODDS.move(View(game, game.acting, table.hands[game.acting]), self._luck))
        choice = _choice(table, game)
        shares = self._shares(choice)
        sums = self.sums.setdefault(choice.situation, [0.0] * ACTS)
        for act, share in shares.items():
            sums[act] += share * self.rounds
        act = self._luck.choices([*shares], [*shares.values()])[0]
        return rules.apply(game, choice.acts[act])

    def _shares(self, choice: Choice) -> dict[int, float]:
        regrets = self.regrets.get(choice.situation)
        wanted = {act: max(0.0, regrets[act]) if regrets else 0.0 for act in choice.acts}
        every = sum(wanted.values())
        if every <= 0:
            return dict.fromkeys(wanted, 1 / len(wanted))
        return {act: each / every for act, each in wanted.items()}

    def policy(self) -> dict[str, list[int]]:
        found = {}
        for situation, sums in sorted(self.sums.items()):
            every = sum(sums)
            if every:
                found[situation] = [round(100 * each / every) for each in sums]
        return found


def _choice(table: Table, game: rules.Game) -> Choice:
    choice = choice_of(View(game, game.acting, table.hands[game.acting]))
    if choice is None:
        raise ValueError("a tie breaker is not learned")
    return choice


def a_round(luck: Random) -> rules.Game:
    ruleset: rules.RuleSet = luck.choice([*rules.RULESETS.values()])
    players = luck.randint(2, min(6, ruleset.most_players))
    held = tuple(luck.randint(1, 5) for _ in range(players))
    names = [f"{seat}" for seat in range(players)]
    return opened(ruleset, names, held, luck.randrange(players))


def opened(ruleset: rules.RuleSet, names: Sequence[str], held: tuple[int, ...], opener: int) -> rules.Game:
    """A game that begins with these dice and this opener."""
    game = rules.new_game(ruleset, names, opener=None if ruleset.first_opener.value == "roll" else opener)
    return game.but(phase=rules.Phase.BIDDING, dice=held, opener=opener, to_act=opener, rolling=())


def _utility(ended: rules.Game, learner: int) -> float:
    losses = ended.rounds[-1].losses
    others = sum(losses) - losses[learner]
    playing = sum(1 for held in ended.rounds[-1].dice if held)
    return others / (playing - 1) - losses[learner]


def main(rounds: int, out: Path) -> None:
    solver = Solver(Random(SEED))
    for _ in range(rounds):
        solver.one_round()
    lines = (f"{json.dumps(each)}:{json.dumps(shares)}" for each, shares in solver.policy().items())
    out.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")
    print(f"{len(solver.sums)} situations, {out.stat().st_size} bytes")


if __name__ == "__main__":
    main(
        int(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).with_name("policy.json")
    )

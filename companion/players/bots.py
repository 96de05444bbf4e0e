"""Players by chance, by the odds, and by a table of situations that ``python -m companion.players.solving``
computes.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

from companion.players.table import Bot, Said, View
from companion.rules import Bid, BidMade, Challenged, Dice, FaceRange, Loss, Raising, RuleSet, TotalBid, count

NAMES = ("Ann", "Bob", "Cleo", "Dev", "Eve", "Finn", "Gina", "Hal")


class ByChance(Bot):
    def move(self, view: View, luck: Random) -> Said:
        legal = view.legal
        bids = [event for event in legal.events(1) if isinstance(event, BidMade | TotalBid)]
        if view.seat in legal.challenge and (not bids or luck.random() < CALLS):
            return Challenged(view.seat)
        return luck.choice(bids)

    def show(self, view: View, luck: Random) -> Dice:
        shown = luck.random() < SHOWS_BY_CHANCE
        return tuple(luck.sample(view.covered, luck.randint(1, view.legal.most_shown))) if shown else ()


CALLS, SHOWS_BY_CHANCE = 1 / 3, 1 / 4
DISBELIEF = 0.33
"""A bid is challenged below this chance of being true."""
COMFORT = 0.55
"""Wanted chance of an own bid: rounds then run to four or five bids."""
BLUFFS = 0.18
"""How often a bid has no cover in the own dice."""
SHOWS = 0.45
"""How often a bidder who may show dice does."""
HEADROOM = 2
"""How far above a face's lowest raise a bid is looked for."""


class ByOdds(Bot):
    """Reckons bids with the own dice, takes other dice for fair, and now and then bids without cover."""

    def __init__(
        self, disbelief: float = DISBELIEF, comfort: float = COMFORT, bluffs: float = BLUFFS
    ) -> None:
        """Thresholds for challenges and own bids, and the share of bids without cover; each 0-1."""
        self._disbelief, self._comfort, self._bluffs = disbelief, comfort, bluffs

    def move(self, view: View, luck: Random) -> Said:
        return self._bid(view, luck) or Challenged(view.seat)

    def _bid(self, view: View, luck: Random) -> Bid | None:
        likely = {
            event: view.chance(event)
            for event in view.legal.events(HEADROOM)
            if isinstance(event, BidMade | TotalBid)
        }
        if not likely:
            return None
        last = view.game.bid
        doubted = last is not None and view.chance(last) < self._disbelief
        if luck.random() < self._bluffs and not doubted:
            return luck.choice([bid for bid in likely if likely[bid] > self._disbelief] or [*likely][:1])
        believed = [bid for bid in likely if likely[bid] >= self._comfort]
        if believed and not doubted:
            return max(believed, key=lambda bid: (_daring(bid, view), luck.random()))
        if last is not None and (doubted or max(likely.values()) < self._disbelief):
            return None
        return max(likely, key=likely.__getitem__)

    def show(self, view: View, luck: Random) -> Dice:
        bid, most = view.game.bid, view.legal.most_shown
        if most == 0 or not isinstance(bid, BidMade) or luck.random() >= SHOWS:
            return ()
        wild = view.game.ones_wild, view.game.wild_face
        matching = [face for face in view.covered if count(bid, ((face,),), *wild)]
        return tuple(matching[:most]) if len(matching) < len(view.covered) else ()


def _daring(bid: Bid, view: View) -> float:
    if isinstance(bid, TotalBid):
        return float(bid.total)
    return bid.quantity * (2.0 if bid.face == view.game.wild_face else 1.0)


CHALLENGE, SAFEST, LIKELY, EVEN, BOLD, BLUFF = range(6)
"""Acts: challenge; the likeliest raise; the most daring raise of at least each chance in ``DARING``; the
lowest raise of the face for which the own dice speak least."""
DARING = {LIKELY: 0.75, EVEN: 0.5, BOLD: 0.3}
STANDING_EDGES = (0.06, 0.15, 0.25, 0.35, 0.5, 0.7)
RAISING_EDGES = (0.25, 0.5, 0.75)
"""Steps between chances of the standing bid and of the likeliest raise."""
DICE_EDGES, MOST_BIDS, MOST_PLAYERS = (7,), 2, 3
"""Dice in play of a large table; more bids or players count as so many."""
HOPELESS = 0.02
"""If the likeliest raise is less likely, no raise is considered."""

Situation = str
Policy = Mapping[Situation, tuple[float, ...]]
"""How often each act is chosen, by situation."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A situation, with what each open act says."""

    situation: Situation
    acts: dict[int, Said]


def choice_of(view: View) -> Choice | None:
    """None in a tie breaker, whose bids are totals."""
    game, legal = view.game, view.legal
    if legal.totals or game.tie_breaker:
        return None
    acts: dict[int, Said] = {}
    standing = "-"
    if game.bid is not None:
        acts[CHALLENGE] = Challenged(view.seat)
        standing = str(bisect(STANDING_EDGES, view.chance(game.bid)))
    raises = {each: view.chance(BidMade(view.seat, each.lowest, each.face)) for each in legal.bids}
    raising = "-"
    if raises and (not acts or max(raises.values()) >= HOPELESS):
        acts |= _raises(view, raises)
        raising = str(bisect(RAISING_EDGES, max(raises.values())))
    players, dice = min(len(game.still_in), MOST_PLAYERS), bisect(DICE_EDGES, game.dice_in_play)
    return Choice(f"{_kind(game.ruleset)}{players}{dice}{min(game.bids, MOST_BIDS)}{standing}{raising}", acts)


def _kind(rules: RuleSet) -> str:
    """'d': many dice may be lost at once; 'f': faces only rise; 'o': neither."""
    if rules.loss is Loss.DIFFERENCE:
        return "d"
    return "f" if rules.raising in (Raising.STRICT, Raising.FACE_FIRST) else "o"


def _raises(view: View, lowest: Mapping[FaceRange, float]) -> dict[int, Said]:
    ranked = sorted(lowest, key=lambda each: lowest[each])
    safest = BidMade(view.seat, ranked[-1].lowest, ranked[-1].face)
    acts: dict[int, Said] = dict.fromkeys((SAFEST, LIKELY, EVEN, BOLD), safest)
    acts[BLUFF] = BidMade(view.seat, ranked[0].lowest, ranked[0].face)
    worth = dict.fromkeys(DARING, 0.0)
    for each, chance in lowest.items():
        weight = 2.0 if each.face == view.game.wild_face and view.game.ones_wild else 1.0
        quantity = each.lowest
        while chance >= DARING[BOLD] and quantity in each:
            bid = BidMade(view.seat, quantity, each.face)
            chance = view.chance(bid)
            for act, least in DARING.items():
                if chance >= least and quantity * weight > worth[act]:
                    worth[act], acts[act] = quantity * weight, bid
            quantity += 1
    return acts


class Bluffing(Bot):
    """Plays a policy; by the odds where it says nothing."""

    def __init__(self) -> None:
        self._policy = shipped()
        self._odds = ByOdds()

    def move(self, view: View, luck: Random) -> Said:
        choice = choice_of(view)
        weights = None if choice is None else self._policy.get(choice.situation)
        if choice is None or weights is None:
            return self._odds.move(view, luck)
        acts = list(choice.acts)
        open_weights = [weights[act] for act in acts]
        if not any(open_weights):
            return self._odds.move(view, luck)
        return choice.acts[luck.choices(acts, open_weights)[0]]

    def show(self, view: View, luck: Random) -> Dice:
        return self._odds.show(view, luck)


@cache
def shipped() -> Policy:
    text = files("companion.players").joinpath("policy.json").read_text(encoding="utf-8")
    return {situation: tuple(each / 100 for each in shares) for situation, shares in json.loads(text).items()}

"""Players by chance, and by the odds."""

from __future__ import annotations

from random import Random

from companion.players.table import Bot, Said, View
from companion.rules import Bid, BidMade, Challenged, Dice, TotalBid, count

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

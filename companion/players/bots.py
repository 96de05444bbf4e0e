"""Players by program: by chance, and by the odds."""

from __future__ import annotations

from random import Random

from companion.players.table import Bot, Said, View
from companion.rules import Bid, BidMade, Challenged, Dice, TotalBid, count

NAMES = ("Ann", "Bob", "Cleo", "Dev", "Eve", "Finn", "Gina", "Hal")


class ByChance(Bot):
    """Does anything legal."""

    def move(self, view: View, luck: Random) -> Said:
        """A call in one turn of three, else one of the lowest bids."""
        legal = view.legal
        bids = [event for event in legal.events(1) if isinstance(event, BidMade | TotalBid)]
        if view.seat in legal.challenge and (not bids or luck.random() < CALLS):
            return Challenged(view.seat)
        return luck.choice(bids)

    def show(self, view: View, luck: Random) -> Dice:
        """Some dice in one bid of four."""
        shown = luck.random() < SHOWS_BY_CHANCE
        return tuple(luck.sample(view.covered, luck.randint(1, view.legal.most_shown))) if shown else ()


CALLS, SHOWS_BY_CHANCE = 1 / 3, 1 / 4
DISBELIEF = 0.33
"""A bid is challenged when its player holds the chance that it is true below this."""
COMFORT = 0.55
"""A player likes to bid what is true with at least this chance: rounds then run to four or five bids."""
BLUFFS = 0.18
"""How often a player bids something their own dice do not speak for."""
SHOWS = 0.45
"""How often a bidder who can shows dice and rolls the others again."""
HEADROOM = 2
"""How far above the lowest raise of a face a player looks for a bid."""


class ByOdds(Bot):
    """Reckons each bid with the own dice, takes all others for fair, and now and then bids without cover."""

    def __init__(
        self, disbelief: float = DISBELIEF, comfort: float = COMFORT, bluffs: float = BLUFFS
    ) -> None:
        """Its manner: what it challenges, what it likes to bid, how often it bids without cover; each 0-1."""
        self._disbelief, self._comfort, self._bluffs = disbelief, comfort, bluffs

    def move(self, view: View, luck: Random) -> Said:
        """The boldest bid that is likely enough, or a challenge of what is not."""
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
        """The dice that speak for the bid, where others do not."""
        bid, most = view.game.bid, view.legal.most_shown
        if most == 0 or not isinstance(bid, BidMade) or luck.random() >= SHOWS:
            return ()
        wild = view.game.ones_wild, view.game.wild_face
        matching = [face for face in view.covered if count(bid, ((face,),), *wild)]
        return tuple(matching[:most]) if len(matching) < len(view.covered) else ()


def _daring(bid: Bid, view: View) -> float:
    """How much a bid says: a wild face is worth two of another face."""
    if isinstance(bid, TotalBid):
        return float(bid.total)
    return bid.quantity * (2.0 if bid.face == view.game.wild_face else 1.0)

"""The players of the demonstration: each looks at their own dice alone and reckons with the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from random import Random

from companion.rules import Bid, BidMade, Dice, Game, TotalBid, count, legal_bids, legal_totals, most_shown

NAMES = ("Ann", "Bob", "Cleo", "Dev", "Eve", "Finn", "Gina", "Hal")
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


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What one player knows: the game, and the faces of all their own dice, shown ones too."""

    game: Game
    seat: int
    own: Dice

    @property
    def hidden(self) -> list[int]:
        """The faces under the own cup."""
        left = list(self.own)
        for face in self.game.shown[self.seat]:
            left.remove(face)
        return left


def chance(glimpse: Glimpse, bid: Bid) -> float:
    """The chance, by what this player knows, that the bid is true (0-1)."""
    game = glimpse.game
    if isinstance(bid, TotalBid):
        needed = bid.total - sum(glimpse.own)
        return min(1.0, max(0.0, (7 - needed) / 6))
    others = tuple(faces for seat, faces in enumerate(game.shown) if seat != glimpse.seat)
    known = count(bid, (glimpse.own, *others), game.ones_wild, game.wild_face)
    unknown = game.dice_in_play - len(glimpse.own) - sum(map(len, others))
    matching = 2 / 6 if game.ones_wild and bid.face != game.wild_face else 1 / 6
    return _at_least(bid.quantity - known, unknown, matching)


def _at_least(wanted: int, dice: int, each: float) -> float:
    """The chance of at least ``wanted`` matches among ``dice`` dice, each matching with chance ``each``."""
    if wanted <= 0:
        return 1.0
    return sum(comb(dice, n) * each**n * (1 - each) ** (dice - n) for n in range(wanted, dice + 1))


def choose_bid(glimpse: Glimpse, luck: Random) -> Bid | None:
    """The next bid, or ``None`` to challenge."""
    bids = list(_bids(glimpse))
    if not bids:
        return None
    doubted = glimpse.game.bid is not None and chance(glimpse, glimpse.game.bid) < DISBELIEF
    if luck.random() < BLUFFS and not doubted:
        return luck.choice([bid for bid in bids if chance(glimpse, bid) > DISBELIEF] or bids[:1])
    believed = [bid for bid in bids if chance(glimpse, bid) >= COMFORT]
    if believed and not doubted:
        return max(believed, key=lambda bid: (_daring(bid, glimpse.game), luck.random()))
    if glimpse.game.bid is not None and (doubted or max(chance(glimpse, bid) for bid in bids) < DISBELIEF):
        return None
    return max(bids, key=lambda bid: chance(glimpse, bid))


def _bids(glimpse: Glimpse) -> Iterator[Bid]:
    """The lowest few bids on each face."""
    game = glimpse.game
    for total in legal_totals(game)[: HEADROOM + 1]:
        yield TotalBid(glimpse.seat, total)
    for each in legal_bids(game):
        for quantity in range(each.lowest, each.lowest + HEADROOM + 1):
            if quantity in each:
                yield BidMade(glimpse.seat, quantity, each.face)


def _daring(bid: Bid, game: Game) -> float:
    """How much a bid says: a wild face is worth two of another face."""
    if isinstance(bid, TotalBid):
        return float(bid.total)
    return bid.quantity * (2.0 if bid.face == game.wild_face else 1.0)


def choose_show(glimpse: Glimpse, luck: Random) -> Dice:
    """The faces that the last bidder puts outside the cup; none where there is nothing to gain."""
    most = most_shown(glimpse.game)
    bid = glimpse.game.bid
    if most == 0 or not isinstance(bid, BidMade) or luck.random() >= SHOWS:
        return ()
    wild = glimpse.game.ones_wild, glimpse.game.wild_face
    matching = [face for face in glimpse.hidden if count(bid, ((face,),), *wild)]
    return tuple(matching[:most]) if len(matching) < len(glimpse.hidden) else ()

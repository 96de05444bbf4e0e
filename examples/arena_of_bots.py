"""Two bots of one's own at a table of four: ``python examples/arena_of_bots.py``."""

from random import Random

from companion.players import Bot, Said, View, contest
from companion.rules import PERUDO, BidMade, Challenged


class Doubting(Bot):
    """Makes the likeliest raise, unless the bid on the table is less likely than this player's patience."""

    def __init__(self, patience: float) -> None:
        self.patience = patience

    def move(self, view: View, luck: Random) -> Said:
        """A challenge or the likeliest raise."""
        if view.game.bid is not None and view.chance(view.game.bid) < self.patience:
            return Challenged(view.seat)
        raises = [BidMade(view.seat, each.lowest, each.face) for each in view.legal.bids]
        return max(raises, key=view.chance)


score = contest(Doubting(0.2), Doubting(0.5), PERUDO, players=4, games=200, luck=Random(1))
print(f"The patient side wins {100 * score.share:.0f} ± {100 * score.error:.0f} of 100 games")

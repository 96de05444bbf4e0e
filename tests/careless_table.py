"""A simulated table whose players do not lay their dice as the game demands."""

from __future__ import annotations

from typing import Any

from companion.simulator import SimulatedTable


class CarelessTable(SimulatedTable):
    """``pays`` changes the dice a seat on the Lost Dice Squares, ``deals`` those under its cup.

    With ``forgets`` who loses dice keeps one of them, until ``pay``.
    """

    def __init__(self, players: int, seed: int, **options: Any) -> None:
        super().__init__(players, seed, **options)
        self.pays: tuple[int, ...] = ()
        self.deals: tuple[int, ...] = ()
        self.forgets = False
        self._demanded: tuple[int, ...] = ()
        self._dealt: tuple[tuple[int, ...], int] = ((), 0)

    def lost(self, dice: tuple[int, ...]) -> None:
        if self.forgets:
            before = self._demanded or (0,) * len(dice)
            self.deals = tuple(int(now > then) for now, then in zip(dice, before, strict=True))
            self.pays = tuple(-kept for kept in self.deals)
        self._demanded = dice
        super().lost(_plus(dice, self.pays))

    def deal(
        self,
        dice: tuple[int, ...],
        shown: tuple[tuple[int, ...], ...],
        deal_seed: int,
        order: tuple[int, ...] = (),
    ) -> None:
        self._dealt = dice, deal_seed
        super().deal(_plus(dice, self.deals), shown, deal_seed, order)

    def pay(self) -> None:
        """Everything is put right: dice on the squares, and those that are left, with the cups up."""
        self.pays, self.deals = (), ()
        super().lost(self._demanded)
        dice, seed = self._dealt
        super().deal(dice, (), seed)
        self.lift()


def _plus(dice: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(held + extra for held, extra in zip(dice, more or (0,) * len(dice), strict=True))

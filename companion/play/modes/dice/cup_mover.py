"""Moves the cups of the simulated table from how they stand to how they must stand."""

from __future__ import annotations

from dataclasses import replace

from companion.core.reading import Box
from companion.play.base.ports import Cups
from companion.play.modes.dice.deals import CupsWanted, Deal


class CupMover:
    """Knows how the cups stand now; does nothing at a real table, whose players move their own."""

    def __init__(self, cups: Cups | None) -> None:
        self._cups = cups
        self._stand = CupsWanted()

    def move(self, wanted: CupsWanted) -> None:
        """Deal, show, lift, cover and peek, as far as anything differs.

        Raises ValueError when dice are to be shown that do not lie under that cup; the cups then stand
        as before.
        """
        if self._cups is None:
            return
        if wanted.deal is not None and wanted.deal != self._stand.deal:
            self._bring(self._cups, wanted, wanted.deal)
        if wanted.red_die != self._stand.red_die:
            self._cups.bid(*wanted.red_die)
        if _how_cups_are(wanted) != _how_cups_are(self._stand):
            _raise_cups(self._cups, wanted)
        self._stand = wanted

    def place(self, seat: int | None) -> Box | None:
        """Where in the picture that seat's dice lie; ``None`` for no seat and at a real table."""
        return None if self._cups is None or seat is None else self._cups.place(seat)

    def _bring(self, cups: Cups, wanted: CupsWanted, deal: Deal) -> None:
        stood = self._stand.deal
        if _is_one_show_later(deal, stood):
            seat, faces = deal.shows[-1]
            cups.show(seat, faces, deal.seed_of_show(len(deal.shows) - 1))
            return
        if stood is not None and _is_another_show(deal, stood):
            _show_instead(cups, deal, stood)
            return
        if wanted.birds:
            cups.birds()
        else:
            cups.stars(wanted.stars)
        cups.cover()
        cups.lost(deal.lost)
        _roll(cups, deal)
        self._stand = CupsWanted(deal, red_die=self._stand.red_die)


def _show_instead(cups: Cups, deal: Deal, stood: Deal) -> None:
    """The dice put out last go back under the cup, others come out. ValueError where there are none."""
    _roll(cups, replace(deal, shows=deal.shows[:-1]))
    seat, faces = deal.shows[-1]
    try:
        cups.show(seat, faces, deal.seed_of_show(len(deal.shows) - 1))
    except ValueError:
        _roll(cups, stood)
        raise


def _roll(cups: Cups, deal: Deal) -> None:
    """Roll the round anew and show again what was shown.

    Shown dice that this roll does not have (a game begun with another seed) are laid out beside it.
    """
    cups.deal(deal.dice, ((),) * len(deal.dice), deal.seed)
    try:
        for number, (seat, faces) in enumerate(deal.shows):
            cups.show(seat, faces, deal.seed_of_show(number))
    except ValueError:
        cups.deal(deal.dice, deal.shown, deal.seed)


def _how_cups_are(wanted: CupsWanted) -> tuple[bool, bool, int | None]:
    return wanted.up, wanted.by_hand, wanted.peeking


def _raise_cups(cups: Cups, wanted: CupsWanted) -> None:
    if wanted.up:
        cups.lift()
    elif wanted.by_hand and wanted.deal is not None:
        cups.lift_by_hand(wanted.deal.seed)
    elif wanted.peeking is not None:
        cups.peek(wanted.peeking)
    else:
        cups.cover()


def _is_one_show_later(deal: Deal, before: Deal | None) -> bool:
    if before is None or not deal.shows:
        return False
    return (deal.seed, deal.dice, deal.shows[:-1]) == (before.seed, before.dice, before.shows)


def _is_another_show(deal: Deal, before: Deal) -> bool:
    """Whether other dice are put out than those that were slid out for it."""
    if not deal.shows or len(deal.shows) != len(before.shows):
        return False
    return (deal.seed, deal.dice, deal.shows[:-1]) == (before.seed, before.dice, before.shows[:-1])

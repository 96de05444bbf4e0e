"""Moves the simulated cups from where they stand to where they must stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion import rules
from companion.core.reading import Box, WildMark
from companion.play.base.ports import Cups, seed_of
from companion.play.modes.dice.state import DiceTable, Moment, expected_dice

MOST_ROUNDS = 10_000
"""More than the rounds of any game: a round begun again because somebody left or joined gets a number beyond
it, so another roll."""
OPEN_SCENES = (Moment.OPENING_ROLL, Moment.READING, Moment.CHECK)
"""Moments at which the round's dice lie open."""
FIRST_ROLL = -1
"""For their seeds opening rolls are numbered downward from here, rounds upward from 0."""

Shows = tuple[tuple[int, rules.Dice], ...]
"""(seat, faces put out), in order."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's roll: dice a seat, dice lost before, dice shown since, the seed, seats in order of coming."""

    dice: tuple[int, ...]
    lost: tuple[int, ...]
    shows: Shows
    seed: int
    order: tuple[int, ...]

    @property
    def shown(self) -> tuple[rules.Dice, ...]:
        out: list[rules.Dice] = [()] * len(self.dice)
        for seat, faces in self.shows:
            out[seat] += faces
        return tuple(out)

    def seed_of_show(self, number: int) -> int:
        return seed_of(self.seed, number + 1)


OFF_THE_TRACK = (None, 1)


@dataclass(frozen=True, slots=True)
class CupsWanted:
    """How the cups must stand.

    ``by_hand``: hands lift them, seats of ``turns`` one by one. ``mark``: what the dice show in place of the
    wild face. ``red_die``: place on the track (0-29, None: beside it) and face.
    """

    deal: Deal | None = None
    up: bool = False
    by_hand: bool = False
    turns: tuple[int, ...] = ()
    peeking: int | None = None
    mark: WildMark = WildMark.ONE
    red_die: tuple[int | None, int] = OFF_THE_TRACK


def cups_of(table: DiceTable, dice_seed: int, wild: WildMark = WildMark.ANY) -> CupsWanted:
    """How the cups must stand; another ``dice_seed`` gives other dice. ``wild``: what these show in place of
    the wild face.
    """
    return CupsWanted(
        deal=_deal(table, dice_seed),
        up=table.ended is not None or (table.moment in OPEN_SCENES and table.show is None),
        by_hand=table.moment is Moment.REVEAL and table.cups is not None,
        turns=() if table.cups is None else table.cups.turns,
        peeking=table.peeking,
        mark=_mark(table.game.ruleset, wild),
        red_die=_red_die(table),
    )


def _mark(ruleset: rules.RuleSet, wild: WildMark) -> WildMark:
    mark = wild.in_game(ruleset.star_six)
    if mark is not WildMark.ANY:
        return mark
    return WildMark.STAR if ruleset.star_face else WildMark.ONE


def _red_die(table: DiceTable) -> tuple[int | None, int]:
    bid = table.game.bid if table.ended is None else table.ended.bid
    if table.game.ruleset.raising is not rules.Raising.TRACK or not isinstance(bid, rules.BidMade):
        return OFF_THE_TRACK
    return rules.space_of(bid, table.game.wild_face).position % rules.SPACES_A_LAP, bid.face


def _deal(table: DiceTable, dice_seed: int) -> Deal:
    game = table.game if table.ended is None else rules.before_reveal(table.game)
    events, number = table.record.live_events, len(game.rounds)
    if game.phase is rules.Phase.OPENING_ROLL:
        rolled = sum(isinstance(event, rules.OpeningRolled) for event in events)
        seed = seed_of(dice_seed, table.game_id, FIRST_ROLL - rolled)
        return Deal(expected_dice(game).dice, game.lost, (), seed, game.in_order_of_coming)
    shows = _shows(events, number)
    if table.show is not None and table.show.slid:
        shows += ((game.last_bid.player, table.show.slid),)
    rolled = number + len(game.seat_changes) * MOST_ROUNDS
    seed = seed_of(dice_seed, table.game_id, rolled)
    return Deal(game.dice, game.lost, shows, seed, game.in_order_of_coming)


def _shows(events: tuple[rules.AnyEvent, ...], round_number: int) -> Shows:
    shows: list[tuple[int, rules.Dice]] = []
    reveals = 0
    for event in events:
        reveals += isinstance(event, rules.CupsRevealed)
        if isinstance(event, rules.PlayerLeft):
            shows.clear()
        if isinstance(event, rules.DiceShown) and reveals == round_number:
            shows.append((event.player, event.dice))
    return tuple(shows)


class CupMover:
    def __init__(self, cups: Cups | None) -> None:
        self._cups = cups
        self._stand = CupsWanted()

    def move(self, wanted: CupsWanted) -> None:
        """Deal, show, lift, cover and peek, as far as anything differs.

        Raises ValueError for shown dice that are not under that cup; the cups then stand as before.
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
        """Where the seat's dice lie in the picture; None for no seat or a real table."""
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
        cups.use(wanted.mark)
        cups.cover()
        cups.lost(deal.lost)
        _roll(cups, deal)
        self._stand = CupsWanted(deal, red_die=self._stand.red_die)


def _show_instead(cups: Cups, deal: Deal, stood: Deal) -> None:
    _roll(cups, replace(deal, shows=deal.shows[:-1]))
    seat, faces = deal.shows[-1]
    try:
        cups.show(seat, faces, deal.seed_of_show(len(deal.shows) - 1))
    except ValueError:
        _roll(cups, stood)
        raise


def _roll(cups: Cups, deal: Deal) -> None:
    """Roll the round anew and repeat its shows; dice that this roll lacks are laid beside it."""
    cups.deal(deal.dice, ((),) * len(deal.dice), deal.seed, deal.order)
    try:
        for number, (seat, faces) in enumerate(deal.shows):
            cups.show(seat, faces, deal.seed_of_show(number))
    except ValueError:
        cups.deal(deal.dice, deal.shown, deal.seed, deal.order)


def _how_cups_are(wanted: CupsWanted) -> tuple[bool, bool, int | None]:
    return wanted.up, wanted.by_hand, wanted.peeking


def _raise_cups(cups: Cups, wanted: CupsWanted) -> None:
    if wanted.up:
        cups.lift()
    elif wanted.by_hand and wanted.deal is not None:
        cups.lift_by_hand(wanted.deal.seed, wanted.turns)
    elif wanted.peeking is not None:
        cups.peek(wanted.peeking)
    else:
        cups.cover()


def _is_one_show_later(deal: Deal, before: Deal | None) -> bool:
    if before is None or not deal.shows:
        return False
    return (deal.seed, deal.dice, deal.shows[:-1]) == (before.seed, before.dice, before.shows)


def _is_another_show(deal: Deal, before: Deal) -> bool:
    if not deal.shows or len(deal.shows) != len(before.shows):
        return False
    return (deal.seed, deal.dice, deal.shows[:-1]) == (before.seed, before.dice, before.shows[:-1])

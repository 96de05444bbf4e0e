"""The panel's place at the table: buttons and cup sensors become commands, views become lamps.

A press counts for the view that stood when it was made, like a touch; a stale one does nothing.
"""

from __future__ import annotations

from dataclasses import replace

from companion.panel import ChallengePressed, CupMoved, PanelFault, PanelLights, RoundPressed, Signal, Sound
from companion.play.cards.views import CardTableView
from companion.play.commands import AcceptReading, CallChallenge, Command, CupsAreUp, NextRound
from companion.play.panel.card_keys import liar_command, round_command
from companion.play.panel.panel_lights import lights_of
from companion.play.panel.panel_port import Panel
from companion.play.ports import Clock
from companion.play.views import Scene, TableView
from companion.text.numbers import say_list
from companion.text.speech import say

NS_PER_S = 1_000_000_000
TOGETHER_NS = 300_000_000
"""Challenges within this time of the first count as made at once (issue 6), where anybody may challenge."""
CUPS_QUIET_NS = 1_500_000_000
"""After the last cup moved, by its sensor: time for the hand to leave the picture."""
CUPS_QUIET_WATCHED_NS = 4_000_000_000
"""The same where the camera looks out for lifted cups and hands: the sensors step in when it sees none."""
ROUND_BUTTON: dict[Scene, type[Command]] = {
    Scene.OPENING_ROLL: CupsAreUp,
    Scene.SHOWING: CupsAreUp,
    Scene.REVEAL: CupsAreUp,
    Scene.CHECK: AcceptReading,
    Scene.VERDICT: NextRound,
}
"""What the round button says in each scene; elsewhere nothing."""


class PanelDesk:
    """Hears signals and gives the commands that follow; without a panel nothing comes of it."""

    def __init__(self, panel: Panel | None, clock: Clock) -> None:
        self._panel, self._clock = panel, clock
        self._calls: list[tuple[int, int]] = []
        """Challenges being gathered: (moment in ns, seat)."""
        self._calls_on = 0
        self._up: dict[int, bool] = {}
        self._was_down: set[int] = set()
        self._moved_ns = 0
        self._view = TableView(0, Scene.WELCOME, "")
        self._shown: PanelLights | None = None
        self._beyond: tuple[str, ...] = ()
        """Who sits where the panel has no place."""

    @property
    def wait_s(self) -> float | None:
        """How long until ``due`` has something to say; ``None``: not by itself."""
        due_ns = self._due_ns()
        return None if due_ns is None else max(0.0, (due_ns - self._clock()) / NS_PER_S)

    def hear(self, signal: Signal, number: int) -> Command | None:
        """The command that a signal is, made while the view with this number stood."""
        match signal:
            case CupMoved():
                self._note_cup(signal)
            case _ if self._view.cards is not None:
                return self._hear_cards(signal, self._view.cards) if number == self._view.number else None
            case ChallengePressed() if self._counts(number, Scene.BIDDING):
                return self._challenge(signal)
            case RoundPressed() if self._counts(number, *ROUND_BUTTON):
                return ROUND_BUTTON[self._view.scene](number)
        return None

    def say(self, signal: Signal) -> str | None:
        """What the table is told of a signal: a fault of the panel, or a button at an empty place."""
        if isinstance(signal, PanelFault):
            return signal.sentence
        cards = self._view.cards
        seats = self._view.seats if cards is None else cards.seats
        if isinstance(signal, ChallengePressed) and seats and signal.seat >= len(seats):
            return say("panel.empty_seat", seat=signal.seat + 1)
        return None

    def untold(self) -> str | None:
        """What the table has not been told yet: for whom the panel has no place."""
        cards = self._view.cards
        names = [seat.name for seat in (self._view.seats if cards is None else cards.seats)]
        places = 0 if self._panel is None else self._panel.seats
        before, self._beyond = self._beyond, tuple(names[places:]) if places else ()
        if not self._beyond or self._beyond == before:
            return None
        return say("panel.no_place", places=places, players=say_list(self._beyond))

    def _hear_cards(self, signal: Signal, cards: CardTableView) -> Command | None:
        match signal:
            case ChallengePressed(seat=seat):
                return liar_command(cards, seat)
            case RoundPressed():
                return round_command(cards)
        return None

    def due(self) -> Command | None:
        """What has come due while nobody touched anything."""
        due_ns = self._due_ns()
        if due_ns is None or self._clock() < due_ns:
            return None
        if self._calls:
            return self.gathered()
        self._was_down.clear()
        return CupsAreUp(self._view.number)

    def gathered(self) -> Command | None:
        """The challenges gathered so far as one call, who pressed first named first; then none are."""
        if not self._calls:
            return None
        seats = tuple(seat for _, seat in sorted(self._calls))
        self._calls = []
        return CallChallenge(self._calls_on, seats)

    def show(self, view: TableView, refused: bool = False) -> None:
        """Light the lamps for a view. ``refused``: it answers a button that was not allowed."""
        before, self._view = self._view, view
        called = tuple(seat for _, seat in self._calls)
        lights = lights_of(view, before, called, self._cups_down())
        if refused and view.fault is not None:
            lights = replace(lights, sound=Sound.REFUSED)
        if self._panel is not None and (lights.sound is not None or lights != self._shown):
            self._shown = replace(lights, sound=None)
            self._panel.show(lights)

    def _counts(self, number: int, *scenes: Scene) -> bool:
        return number == self._view.number and self._view.scene in scenes

    def _challenge(self, pressed: ChallengePressed) -> Command | None:
        view = self._view
        if pressed.seat >= len(view.seats):
            return None
        if not (view.several_may_challenge and view.seats[pressed.seat].may_challenge):
            return CallChallenge(view.number, (pressed.seat,))
        within = not self._calls or pressed.at_ns - min(self._calls)[0] <= TOGETHER_NS
        if within and pressed.seat not in (seat for _, seat in self._calls):
            self._calls.append((pressed.at_ns, pressed.seat))
            self._calls_on = view.number
        self.show(view)
        return None

    def _note_cup(self, moved: CupMoved) -> None:
        self._up[moved.seat], self._moved_ns = moved.up, moved.at_ns
        if not moved.up:
            self._was_down.add(moved.seat)
        self.show(self._view)

    def _cups_down(self) -> tuple[int, ...]:
        return tuple(seat for seat, up in self._up.items() if not up)

    def _due_ns(self) -> int | None:
        if self._calls:
            return min(self._calls)[0] + TOGETHER_NS
        playing = [seat.seat for seat in self._view.seats if not seat.out]
        lifted = all(self._up.get(seat, False) and seat in self._was_down for seat in playing)
        if self._view.scene is not Scene.REVEAL or not playing or not lifted:
            return None
        watched = self._view.lift is not None
        return self._moved_ns + (CUPS_QUIET_WATCHED_NS if watched else CUPS_QUIET_NS)

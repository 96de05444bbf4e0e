"""Prints the demonstration: names in colour, dice, a bar for the game's progress."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.cli.terminal.outlet import CLEAR_LINE, tell
from companion.play.base.views import Tone, View
from companion.play.modes.cards.views import CardSeatView
from companion.play.modes.dice.views import HandView, SeatView, SlotView, VerdictScene
from companion.play.session import Session
from companion.play.views import TableView
from companion.text import say

RESET, BOLD, DIM = "\x1b[0m", "\x1b[1m", "\x1b[2m"
NAME_COLOURS = tuple(f"\x1b[{code}m" for code in (96, 95, 92, 94, 93, 91, 36, 35))
GOOD, WARM, BAD = "\x1b[92m", "\x1b[93m", "\x1b[91m"
DIE = "\x1b[30;103m"
COUNTED_DIE, IDLE_DIE, ASKED_DIE = "\x1b[30;102m", "\x1b[30;47m", "\x1b[30;105m"
"""ANSI colours: yellow dice as in the box, green for counted dice, violet for dice in doubt."""
UNKNOWN = "?"
BAR_CELLS = 30
GLANCE_S, BREATH_S, MOMENT_S = 0.25, 0.6, 1.1
"""Pauses after a bid, a challenge, a verdict: a game of three takes about half a minute."""


@dataclass(frozen=True, slots=True)
class Signs:
    star: str
    full: str
    empty: str
    suits: bool = True

    @classmethod
    def for_encoding(cls, encoding: str | None) -> Signs:
        drawn = cls("★", "█", "░")
        try:
            (drawn.star + drawn.full + drawn.empty + "♠♥♦♣").encode(encoding or "ascii")
        except UnicodeEncodeError:
            return cls("*", "#", "-", suits=False)
        return drawn


@dataclass(slots=True)
class Teller:
    """Prints lines, on a terminal in colour above a bar.

    ``rest`` waits some seconds; tests and ``--fast`` do not wait.
    """

    colour: bool
    signs: Signs
    rest: Callable[[float], None] = time.sleep
    star_face: int = 0
    lost: int = 0
    to_lose: int = 0

    def line(self, text: str = "", rest_s: float = 0.0) -> None:
        if self.colour:
            print(CLEAR_LINE, end="")
        tell(text)
        self._draw_bar()
        if rest_s:
            self.rest(rest_s)

    def painted(self, text: str, *codes: str) -> str:
        return f"{''.join(codes)}{text}{RESET}" if self.colour else text

    def name(self, seat: SeatView | CardSeatView) -> str:
        return self.painted(seat.name, NAME_COLOURS[seat.seat % len(NAME_COLOURS)], BOLD)

    def says(self, seat: SeatView | CardSeatView, words: str, rest_s: float = GLANCE_S) -> None:
        padding = " " * max(1, 8 - len(seat.name))
        self.line(f"  {self.name(seat)}{padding}{words}", rest_s)

    def face(self, face: int | None) -> str:
        if face is None:
            return UNKNOWN
        return self.signs.star if face == self.star_face else str(face)

    def dice(self, slots: Sequence[SlotView]) -> str:
        return " ".join(self._die(slot) for slot in slots)

    def faces(self, faces: Sequence[int]) -> str:
        return " ".join(self._drawn(self.face(face), DIE) for face in faces)

    def _die(self, slot: SlotView) -> str:
        drawn = self.face(slot.face)
        if self.colour:
            paint = {
                Tone.COUNTED: COUNTED_DIE,
                Tone.IDLE: IDLE_DIE,
                Tone.READ: DIE,
                Tone.TAPPED: ASKED_DIE,
                Tone.DOUBTED: ASKED_DIE,
            }
            return self._drawn(drawn, paint[slot.tone])
        return f"[{drawn}]" if slot.tone is Tone.COUNTED else f" {drawn} "

    def _drawn(self, face: str, paint: str) -> str:
        return f"{paint} {face} {RESET}" if self.colour else f" {face} "

    def hands(self, hands: Sequence[HandView], seats: Sequence[SeatView]) -> None:
        for hand in hands:
            self.says(seats[hand.seat], self.dice(hand.slots), 0.0)

    def verdict(self, view: View[VerdictScene]) -> None:
        found = view.scene.verdict
        if found is None:
            return
        self.hands(found.hands, view.scene.game.seats)
        colour = GOOD if found.count >= found.quantity else BAD
        self.line("  " + self.painted(found.headline, colour, BOLD))
        self.line("  " + found.sentence, MOMENT_S)

    def progress(self, view: View[VerdictScene]) -> None:
        """Moves the bar: dice lost, of those to lose before one player is left."""
        held = [seat.dice for seat in view.scene.game.seats]
        self.lost = sum(seat.lost for seat in view.scene.game.seats)
        self.to_lose = self.lost + sum(held) - max(held)
        if not self.colour and self.lost:
            tell(self._bar())

    def end(self) -> None:
        if self.colour and self.to_lose:
            print()
        self.to_lose = 0

    def _draw_bar(self) -> None:
        if self.colour and self.to_lose:
            print(CLEAR_LINE + self._bar(), end="", flush=True)

    def _bar(self) -> str:
        share = self.lost / self.to_lose if self.to_lose else 0.0
        full = round(share * BAR_CELLS)
        full_cells = self.painted(self.signs.full * full, WARM)
        cells = full_cells + self.painted(self.signs.empty * (BAR_CELLS - full), DIM)
        return f"  {cells} {say('demo.progress', share=f'{share:4.0%}', count=self.lost)}"


VIEW_WAIT_S = 300.0
"""Without a view for this long the demonstration stops; under emulation a reading takes over a minute."""


MOST_REFUSALS = 3
"""After this many refusals in a row of one command the demonstration stops."""
GAME_ID = 1
"""Each demonstration, and each evening of a rehearsal, has its own journal with one game."""


class Stuck(RuntimeError):
    """The demonstration cannot go on; the message says where it stands."""


class Views:
    """Gives the session's views; remembers the view last answered."""

    def __init__(self, session: Session) -> None:
        self._views: queue.SimpleQueue[TableView] = queue.SimpleQueue()
        self.answered = session.view
        session.on_view = self._views.put
        self._views.put(session.view)

    def wait(self, wanted: Callable[[TableView], bool]) -> TableView:
        while True:
            try:
                view = self._views.get(timeout=VIEW_WAIT_S)
            except queue.Empty:
                last = self.answered.fault
                told = say("demo.silent_after", fault=last) if last else say("demo.silent")
                raise Stuck(told) from None
            if wanted(view):
                return view

    def next(self, wanted: Callable[[TableView], bool] = lambda view: True) -> TableView:
        """The next view to answer. Raises ``Stuck`` when none comes."""
        self.answered = self.wait(lambda view: wanted(view) and self._is_new(view))
        return self.answered

    def _is_new(self, view: TableView) -> bool:
        refused = view.fault is not None and view.fault != self.answered.fault
        return view.number != self.answered.number or refused

"""A table's evening played by fingers: the real app, session, journal, simulated table and model."""

from __future__ import annotations

import os
import queue
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kivy.core.window import WindowBase
from kivy.uix.widget import Widget

from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.settings import LiveSettings
from companion.core.reading import WildMark
from companion.core.settings import SettingsFile
from companion.play.base.ports import TableEye
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    HandView,
    OpeningRollScene,
    ReadingScene,
    RevealScene,
    VerdictScene,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.session import Session
from companion.play.views import TableView, seated
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.rules import OptionValue
from companion.share.web import SwitchedServers
from companion.simulator import SimulatedTable
from companion.simulator.table import TrueDie
from companion.text import say
from companion.ui.app import CupsUpApp
from companion.ui.spoken_touch import Reader
from companion.ui.widgets.screen import Screen
from tests.awaited_time import ANSWER_SECONDS, AwaitedTime
from tests.ui.fingers import LAID, Touched, clear_away, draw_frames, window_of
from tests.ui.sample_scene import top_sheet

SEED = 1987
PLAYERS = ("Ada", "Ben", "Cleo")
MOST_TOUCHES = 400
PICTURES = Path(__file__).resolve().parents[1] / "screenshots"


class TouchedEvening:
    """The app on the screen, a session behind it, and fingers that wait for its answers."""

    def __init__(
        self,
        session: Session,
        table: SimulatedTable | None,
        reader: Reader | None = None,
        servers: SwitchedServers | None = None,
        time: AwaitedTime | None = None,
    ) -> None:
        """``time``: the session's; without one it is played in real time."""
        self.session, self.table, self._time = session, table, time
        clear_away()  # the evening before this one
        window = window_of(800, 480)
        self.app = CupsUpApp(session, servers=servers, reader=reader)
        self.fingers = Touched(window, self.app.build())
        LAID.add(self.fingers.stage)
        self._arrived: queue.SimpleQueue[TableView] = queue.SimpleQueue()
        session.on_view = self._arrive
        self.pictures: set[str] = set()
        self.wait_for(
            lambda view: view.number > 0 and view.kind is WelcomeScene
        )  # number 0 is of nothing yet

    @property
    def view(self) -> TableView:
        return self.fingers.stage.view

    @property
    def simulated(self) -> SimulatedTable:
        """The table, which is drawn."""
        assert self.table is not None
        return self.table

    @property
    def screen(self) -> Screen[Any]:
        return self.fingers.stage.screen

    def _arrive(self, view: TableView) -> None:
        self.app.arrive(view)
        if self._time is not None:
            self._time.arrive(view)
        self._arrived.put(view)

    def wait_for(self, wanted: Callable[[TableView], bool]) -> TableView:
        """Draw views as they come until one is as wanted."""
        if self._time is not None:
            self._time.wait_for(self.session, wanted)
        view = self.session.view
        while not wanted(view):  # a view that waits in the queue may be of a screen that is long gone
            self._arrived.get(timeout=ANSWER_SECONDS)
            view = self.session.view
        draw_frames()
        while not wanted(self.view):  # the session has it, but it is still on its way to the screen
            self._arrived.get(timeout=ANSWER_SECONDS)
            draw_frames()
        return self.view

    def touch(self, target: str | Widget, wanted: Callable[[TableView], bool] | None = None) -> None:
        """Tap words or a widget; then wait for the table to move on, or to become as wanted."""
        number = self.view.number
        if isinstance(target, str):
            self.fingers.tap_words(target)
        else:
            self.fingers.tap(target)
        self.wait_for(wanted or (lambda view: view.number > number))
        assert self.view.fault is None, self.view.fault
        assert self.fingers.touches < MOST_TOUCHES, "the game does not end"

    def sit_down(self, rules: str, players: int, options: Mapping[str, OptionValue]) -> None:
        """From the first screen: pick the game, who of the company plays, and what is switched."""
        self.fingers.tap_words(say("key.new_game"))
        choice = next(each for each in self.view.of(WelcomeScene).scene.choices if each.name == rules)
        card = self.screen.games.bring(choice)
        draw_frames()
        self.fingers.tap(card)
        page = self.screen.players
        while len(page.names) > players:
            self.fingers.tap_words(page.names[-1])
            self.fingers.tap(top_sheet(self.fingers.stage).ids["remove"])
        for row in page.ids.options.children:
            if row.name in options:
                self._switch(row, options[row.name])

    def _switch(self, row: Widget, value: OptionValue) -> None:
        while row.value != value:
            stepped = type(value) is int
            key = row.control if not stepped else row.control.ids["less" if row.value > value else "more"]
            self.fingers.tap(key)

    def picture(self, name: str) -> None:
        """Paint the first screen of each kind; its screenshot is kept if ``CUPS_UP_TEST_PICTURES`` is set."""
        if name in self.pictures:
            return
        self.pictures.add(name)
        WindowBase.on_draw(self.fingers.window)
        if "CUPS_UP_TEST_PICTURES" in os.environ:
            PICTURES.mkdir(exist_ok=True)
            path = PICTURES / f"game_{len(self.pictures):02}_{name}.png"
            with TemporaryDirectory(dir=PICTURES) as own:  # Kivy counts on names that others may take
                written = self.fingers.window.screenshot(str(Path(own) / path.name))
                Path(written).replace(path)

    def close(self) -> None:
        self.fingers.close()


@contextmanager
def evening_at(
    folder: Path,
    seed: int = SEED,
    wild: WildMark = WildMark.ANY,
    in_real_time: bool = False,
    eye_at: Callable[[SimulatedTable], TableEye] = lambda _: TableReader(Eye(threads=1)),
) -> Iterator[TouchedEvening]:
    """The app on an empty journal in this folder; the same seed, the same dice, which have this wild mark."""
    awaited = None if in_real_time else AwaitedTime()
    clock = time.monotonic_ns if awaited is None else awaited.clock
    opened = open_camera("simulated", Simulation(seed=seed), clock)
    assert opened.cups is not None
    eye = eye_at(opened.cups)
    settings = None
    if wild is not WildMark.ANY:
        settings = LiveSettings(SettingsFile(folder / "settings.toml"), {"wild": wild, "motion": "reduced"})
    evening = Evening(
        folder / "games.sqlite", opened, eye, seed, False, clock=clock, inbox=awaited, settings=settings
    )
    with session_of(evening) as session:
        touched = TouchedEvening(session, opened.cups, time=awaited)
        try:
            yield touched
        finally:
            touched.close()


def begin(evening: TouchedEvening, game: str = "Milton Bradley, 1987") -> None:
    evening.picture("welcome")
    evening.fingers.tap_words("New game")
    evening.picture("which_game")
    evening.fingers.tap_words(game)
    evening.picture("who_plays")
    evening.touch("Start", lambda view: view.kind in (BiddingScene, OpeningRollScene))
    assert tuple(seat.name for seat in seated(evening.view.scene)) == PLAYERS


def is_peeking(view: TableView) -> bool:
    return (
        isinstance(view.scene, BiddingScene) and view.scene.peeking is not None and view.picture is not None
    )


def look_under_the_cup(evening: TouchedEvening) -> None:
    evening.touch("Peek", is_peeking)
    evening.picture("peek")
    evening.touch("Cup down")


def bid(evening: TouchedEvening, quantity: int, face: int) -> None:
    track = evening.screen.track
    key = next(key for key in track.keys if (key.space.quantity, key.space.star) == (quantity, face == 1))
    evening.fingers.tap(key)
    evening.picture("which_face")
    evening.touch(next(each for each in evening.screen.picker.rows[0].ids.faces.keys if each.face == face))


def bid_or_challenge(evening: TouchedEvening) -> None:
    """Open with a third of the dice, raise by one, challenge from half of them on."""
    scene = evening.view.of(BiddingScene).scene
    game, in_play = scene.game, sum(seat.dice for seat in scene.game.seats)
    if scene.pad is not None and (game.bid_quantity or 0) * 2 < in_play:
        evening.picture("pad")
        evening.touch(evening.screen.pad.ids.bid)
    elif game.bid_quantity is None or game.bid_face is None:
        evening.picture("opening")
        bid(evening, max(1, in_play // 3), 2 + game.round_number % 5)
    elif game.bid_quantity * 2 < in_play:
        evening.picture("raising")
        bid(evening, game.bid_quantity + 1, 2 + (game.bid_face + 1) % 5)
    else:
        evening.picture("challenge")
        evening.touch(evening.screen.ids.challenge)
        assert evening.view.kind is RevealScene


def lift_cups(evening: TouchedEvening) -> None:
    evening.wait_for(lambda view: view.picture is not None)
    evening.picture("cups_up")
    evening.touch("Cups are up", lambda view: view.kind in (CheckScene, VerdictScene))


def true_face(table: SimulatedTable, hand: HandView, slot: int) -> int:
    """What the asked die really shows: the die in its box, or the one that is missing from the hand."""
    box = hand.slots[slot].box if slot < len(hand.slots) else None
    if box is not None:
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)

        def far(die: TrueDie) -> float:
            left, top, right, bottom = die.box
            return abs((left + right) / 2 - middle[0]) + abs((top + bottom) / 2 - middle[1])

        return min(table.dice_in_view(), key=far).face
    faces = (each.face for at, each in enumerate(hand.slots) if at != slot)
    known = Counter(face for face in faces if face is not None)
    return next((Counter(table.truth()[hand.seat]) - known).elements())


def answer_doubts(evening: TouchedEvening) -> None:
    evening.picture("doubts")
    while evening.screen.asked is not None:
        seat, slot = evening.screen.asked
        hand = next(each for each in evening.view.of(CheckScene).scene.hands if each.seat == seat)
        if len(hand.slots) > hand.expected:
            evening.touch("Not a die")
            continue
        face = true_face(evening.simulated, hand, slot)
        evening.touch(next(each for each in evening.screen.ids.faces.keys if each.face == face))
    evening.touch("Accept")


def next_round(evening: TouchedEvening) -> None:
    """The verdict stands on what really lies on the table."""
    evening.picture("verdict")
    hands = evening.view.of(VerdictScene).scene.verdict.hands
    read = [sorted(slot.face or 0 for slot in hand.slots) for hand in hands]
    assert read == [list(faces) for faces in evening.simulated.truth() if faces]
    evening.touch(evening.screen.ids.next)


def roll_to_open(evening: TouchedEvening) -> None:
    evening.wait_for(lambda view: view.picture is not None)
    evening.picture("opening_roll")
    asked_on = evening.view.number
    evening.touch(
        "Dice are down: read them",
        lambda view: view.kind is not ReadingScene and view.number > asked_on,
    )


ACTIONS = {
    OpeningRollScene: roll_to_open,
    BiddingScene: bid_or_challenge,
    RevealScene: lift_cups,
    CheckScene: answer_doubts,
    VerdictScene: next_round,
}

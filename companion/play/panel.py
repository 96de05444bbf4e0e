"""The panel: buttons and cup sensors become commands, views become lamps.

A press counts for the view on which it was made; a stale one does nothing. In a card game the round button is
the only yellow key, and a challenge button is that player's "Liar, Liar".
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.frame import NS_PER_S, Clock
from companion.core.panel import (
    ChallengePressed,
    CupMoved,
    Lamp,
    PanelFault,
    PanelLights,
    RoundPressed,
    Signal,
    Sound,
)
from companion.play.base.commands import AcceptReading, CallChallenge, Command, CupsAreUp, NextRound
from companion.play.base.ports import Panel
from companion.play.base.views import View
from companion.play.modes.cards.views import (
    CardScene,
    CardsOverScene,
    CardTableView,
    Declare,
    KeyTone,
    keys_on,
)
from companion.play.modes.dice import views
from companion.play.modes.house_rules.views import HouseRulesScene
from companion.play.modes.welcome.views import NOTHING_YET, WelcomeScene
from companion.play.views import Scene, TableView, seated
from companion.rules import Decided
from companion.text import say, say_list

TOGETHER_NS = 300_000_000
"""Challenges within this time of the first count as simultaneous, where anybody may challenge."""
CUPS_QUIET_NS = 1_500_000_000
"""Time for the hand to leave the picture after the last cup was lifted."""
CUPS_QUIET_WATCHED_NS = 4_000_000_000
"""The same while the camera watches the lift: sensors step in if it sees none."""


def pressed_round(scene: Scene, number: int) -> Command | None:
    match scene:
        case views.OpeningRollScene() | views.ShowingScene() | views.RevealScene():
            return CupsAreUp(number)
        case views.CheckScene():
            return AcceptReading(number)
        case views.VerdictScene():
            return NextRound(number)
    yellow = [key for key in keys_on(scene) if key.tone is KeyTone.MAIN]
    return yellow[0].command if len(yellow) == 1 else None


def pressed_liar(scene: Scene, seat: int) -> Command | None:
    """A challenge button's command at the card table: "Liar, Liar" if it is that seat's to say."""
    for key in keys_on(scene):
        command = key.command
        if key.tone is not KeyTone.CALL or not isinstance(command, Declare):
            continue
        if isinstance(command.event, Decided) and command.event.player == seat:
            return command
    return None


def lights_of(
    view: TableView, before: TableView, called: tuple[int, ...], cups_down: tuple[int, ...]
) -> PanelLights:
    """``called``: seats whose call is being gathered; ``cups_down``: by the sensors.

    The ring shines as long as the camera may look: a light that comes on would look like a hand, and disturb
    a locked exposure.
    """
    scene = view.scene
    if isinstance(scene, CardScene):
        looked_at = view.has_camera and scene.cards.has_eye and not isinstance(scene, CardsOverScene)
        return PanelLights(_card_lamps(scene.cards), looked_at, _card_sound(scene, before.scene))
    looked_at = view.has_camera and not isinstance(scene, WelcomeScene | HouseRulesScene | views.OverScene)
    if not isinstance(scene, views.DiceScene):
        return PanelLights((), looked_at, None)
    lamps = tuple(_lamp(scene, seat, called, cups_down) for seat in scene.game.seats)
    return PanelLights(lamps, looked_at, _sound(scene, before.scene))


def _lamp(
    scene: views.DiceScene, seat: views.SeatView, called: tuple[int, ...], cups_down: tuple[int, ...]
) -> Lamp:
    match scene:
        case views.OverScene():
            return Lamp.OFF if seat.out else Lamp.WON
        case views.VerdictScene():
            return Lamp.LOST if seat.lost_now > 0 else Lamp.WON if seat.lost_now < 0 else Lamp.OFF
    if seat.seat in called:
        return Lamp.CALLED
    if seat.to_act or (isinstance(scene, views.ShowingScene) and scene.show.seat == seat.seat):
        return Lamp.TURN
    if isinstance(scene, views.RevealScene) and seat.seat in cups_down and not seat.out:
        return Lamp.WANTED
    return Lamp.WANTED if seat.seat in _asked(scene) else Lamp.OFF


def _asked(scene: views.DiceScene) -> set[int]:
    hands = scene.hands if isinstance(scene, views.OpeningRollScene | views.CheckScene) else ()
    return {hand.seat for hand in hands if hand.complaint or any(slot.face is None for slot in hand.slots)}


def _card_lamps(cards: CardTableView) -> tuple[Lamp, ...]:
    won = cards.winner
    return tuple(
        Lamp.WON if seat.seat == won else Lamp.TURN if seat.to_act and won is None else Lamp.OFF
        for seat in cards.seats
    )


def _card_sound(scene: CardScene, before: Scene) -> Sound | None:
    if not isinstance(before, CardScene):
        return None
    if isinstance(scene, CardsOverScene) and not isinstance(before, CardsOverScene):
        return Sound.WON
    called, was = ((each.quest is not None and each.quest.challenged) for each in (scene.cards, before.cards))
    return Sound.CHALLENGE if called and not was else None


def _sound(scene: views.DiceScene, before: Scene) -> Sound | None:
    match scene, before:
        case views.RevealScene(), views.BiddingScene():
            return Sound.CHALLENGE
        case views.VerdictScene(), views.ReadingScene() | views.CheckScene():
            return Sound.VERDICT
        case views.OverScene(), views.VerdictScene():
            return Sound.WON
    return None


class PanelDesk:
    """Turns signals into commands; without a panel it does nothing."""

    def __init__(self, panel: Panel | None, clock: Clock) -> None:
        self._panel, self._clock = panel, clock
        self._calls: list[tuple[int, int]] = []
        """Challenges being gathered: (moment in ns, seat)."""
        self._calls_on = 0
        self._up: dict[int, bool] = {}
        self._was_down: set[int] = set()
        """Seats whose cup was felt in this round."""
        self._moved_ns = 0
        self._view: TableView = View(0, NOTHING_YET, "")
        self._shown: PanelLights | None = None
        self._beyond: tuple[str, ...] = ()
        """Players without a place on the panel."""

    @property
    def wait_s(self) -> float | None:
        """Seconds until ``due`` has a command; None: never by itself."""
        due_ns = self._due_ns()
        return None if due_ns is None else max(0.0, (due_ns - self._clock()) / NS_PER_S)

    def hear(self, signal: Signal) -> Command | None:
        scene, number = self._view.scene, self._view.number
        match signal:
            case CupMoved():
                self._note_cup(signal)
            case RoundPressed():
                return pressed_round(scene, number)
            case ChallengePressed() if isinstance(scene, views.BiddingScene):
                return self._challenge(scene, signal)
            case ChallengePressed(seat=seat):
                return pressed_liar(scene, seat)
        return None

    def say(self, signal: Signal) -> str | None:
        if isinstance(signal, PanelFault):
            return signal.sentence
        seats = seated(self._view.scene)
        if isinstance(signal, ChallengePressed) and seats and signal.seat >= len(seats):
            return say("panel.empty_seat", seat=signal.seat + 1)
        return None

    def unseated_notice(self) -> str | None:
        names = [seat.name for seat in seated(self._view.scene)]
        places = 0 if self._panel is None else self._panel.seats
        before, self._beyond = self._beyond, tuple(names[places:]) if places else ()
        if not self._beyond or self._beyond == before:
            return None
        return say("panel.no_place", places=places, players=say_list(self._beyond))

    def due(self) -> Command | None:
        due_ns = self._due_ns()
        if due_ns is None or self._clock() < due_ns:
            return None
        if self._calls:
            return self.gathered()
        self._was_down.clear()
        return CupsAreUp(self._view.number)

    def gathered(self) -> Command | None:
        if not self._calls:
            return None
        seats = tuple(seat for _, seat in sorted(self._calls))
        self._calls = []
        return CallChallenge(self._calls_on, seats)

    def show(self, view: TableView, refused: bool = False) -> None:
        """Light the lamps; ``refused``: the view answers a refused button."""
        before, self._view = self._view, view
        if isinstance(view.scene, views.BiddingScene) and not isinstance(before.scene, views.BiddingScene):
            self._was_down = set(self._cups_down())
        called = tuple(seat for _, seat in self._calls)
        lights = lights_of(view, before, called, self._cups_down())
        if refused and view.fault is not None:
            lights = replace(lights, sound=Sound.REFUSED)
        if self._panel is not None and (lights.sound is not None or lights != self._shown):
            self._shown = replace(lights, sound=None)
            self._panel.show(lights)

    def _challenge(self, scene: views.BiddingScene, pressed: ChallengePressed) -> Command | None:
        seats, number = scene.game.seats, self._view.number
        if pressed.seat >= len(seats):
            return None
        if not (scene.several_may_challenge and seats[pressed.seat].may_challenge):
            return CallChallenge(number, (pressed.seat,))
        within = not self._calls or pressed.at_ns - min(self._calls)[0] <= TOGETHER_NS
        if within and pressed.seat not in (seat for _, seat in self._calls):
            self._calls.append((pressed.at_ns, pressed.seat))
            self._calls_on = number
        self.show(self._view)
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
        scene = self._view.scene
        if not isinstance(scene, views.RevealScene):
            return None
        playing = [seat.seat for seat in scene.game.seats if not seat.out]
        lifted = all(self._up.get(seat, False) and seat in self._was_down for seat in playing)
        if not playing or not lifted:
            return None
        watched = scene.lift is not None
        return self._moved_ns + (CUPS_QUIET_WATCHED_NS if watched else CUPS_QUIET_NS)

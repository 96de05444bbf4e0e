"""What the panel's lamps, ring and buzzer say about a view. Pure."""

from __future__ import annotations

from companion.panel import Lamp, PanelLights, Sound
from companion.play.panel.card_keys import card_lamps
from companion.play.views import HandView, Scene, SeatView, TableView

DARK_SCENES = (Scene.WELCOME, Scene.HOUSE_RULES, Scene.OVER, Scene.CARDS_OVER)
"""Where nothing is looked at; nor is it at a card table whose cards are tapped.

Else the ring shines all the time: a light that is switched on between two pictures would look like a hand to
whoever watches the cups, and unsettle a locked exposure."""
READ_SCENES = (Scene.READING, Scene.CHECK)


def lights_of(
    view: TableView, before: TableView, called: tuple[int, ...], cups_down: tuple[int, ...]
) -> PanelLights:
    """The lights of a view. ``called``: seats whose call is being gathered; ``cups_down``: by the sensors."""
    looked_at = view.has_camera and view.scene not in DARK_SCENES
    if view.cards is not None:
        lamps = card_lamps(view.cards, view.cards.winner)
        return PanelLights(lamps, looked_at and view.cards.has_eye, _card_sound(view, before))
    lamps = tuple(_lamp(view, seat, called, cups_down) for seat in view.seats)
    return PanelLights(lamps, looked_at, _sound(view, before))


def _lamp(view: TableView, seat: SeatView, called: tuple[int, ...], cups_down: tuple[int, ...]) -> Lamp:
    if view.scene is Scene.OVER:
        return Lamp.OFF if seat.out else Lamp.WON
    if view.scene is Scene.VERDICT:
        return Lamp.LOST if seat.lost_now > 0 else Lamp.WON if seat.lost_now < 0 else Lamp.OFF
    if seat.seat in called:
        return Lamp.CALLED
    if seat.to_act or (view.scene is Scene.SHOWING and view.show is not None and view.show.seat == seat.seat):
        return Lamp.TURN
    if view.scene is Scene.REVEAL and seat.seat in cups_down and not seat.out:
        return Lamp.WANTED
    return Lamp.WANTED if seat.seat in _asked(view.hands) else Lamp.OFF


def _asked(hands: tuple[HandView, ...]) -> set[int]:
    """Seats with a die that somebody must tap: those that roll, and those in doubt."""
    return {hand.seat for hand in hands if hand.complaint or any(slot.face is None for slot in hand.slots)}


def _card_sound(view: TableView, before: TableView) -> Sound | None:
    if view.cards is None or before.cards is None:
        return None
    if view.scene is Scene.CARDS_OVER and before.scene is not Scene.CARDS_OVER:
        return Sound.WON
    called, was = ((each.quest is not None and each.quest.challenged) for each in (view.cards, before.cards))
    return Sound.CHALLENGE if called and not was else None


def _sound(view: TableView, before: TableView) -> Sound | None:
    if view.scene is before.scene:
        return None
    if view.scene is Scene.REVEAL and before.scene is Scene.BIDDING:
        return Sound.CHALLENGE
    if view.scene is Scene.VERDICT and before.scene in READ_SCENES:
        return Sound.VERDICT
    return Sound.WON if view.scene is Scene.OVER and before.scene is Scene.VERDICT else None

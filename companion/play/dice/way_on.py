"""The one key that leads on from a reading: what stands on it, and what a touch of it asks for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.commands import AcceptReading, BeginShow, Command, EnterByHand
from companion.play.views import TableView
from companion.text.speech import say


@dataclass(frozen=True, slots=True)
class WayOn:
    """``command`` is ``None`` while dice are still in doubt."""

    words: str
    command: Command | None


def way_on(view: TableView) -> WayOn:
    """The faces are taken as they stand, or what else leads on from them."""
    shows = view.show is not None
    seen = None if view.show is None else view.show.seen
    if view.may_accept:
        return WayOn(say("way_on.show" if shows else "way_on.accept"), AcceptReading(view.number))
    if seen is not None:
        return WayOn(say("way_on.show_seen", seen=seen), BeginShow(view.number, seen))
    if view.may_enter_by_hand:
        return WayOn(say("way_on.by_hand"), EnterByHand(view.number))
    return WayOn(say("way_on.show" if shows else "way_on.accept"), None)

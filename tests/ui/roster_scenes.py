"""The first screen of a table that has played before: who sits there again, and who may."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.play.base.ports import ClubRound
from companion.play.base.views import PictureView
from companion.play.modes.welcome.mode import roster_of
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import TableView
from companion.rules import GameBegun
from companion.ui.stage import Stage
from tests.made_views import changed
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.painted_table import painted_table
from tests.ui.sample_scene import SampleScene, top_sheet

EARLIER = (
    GameBegun("cardinal", ("Opa", "Oma", "Bartholomew", "Lea", "Kim")),
    GameBegun("rh", ("Tom", "Bob", "Vera", "Alexandrine", "Ole", "Ida", "Jo", "Una", "Max", "Zoë")),
)


def played_before(
    names: tuple[str, ...] = parts.SHORT_NAMES[:3], saved: bool = False, called: ClubRound | None = None
) -> TableView:
    """The first screen after a game of these players; ``saved``: every other key is there, too.

    ``called`` are those whom a club has seated here.
    """
    view = views.welcome(saved)
    last = (
        GameBegun("milton-bradley", names, (), 0)
        if len(names) <= 6
        else GameBegun("perudo" if len(names) <= 10 else "rh", names)
    )
    roster = roster_of((last, *EARLIER), called)
    first = replace(view.of(WelcomeScene).scene, roster=roster, may_count=saved, may_set_up=saved)
    return changed(view, scene=first, may_set=saved)


def _called_first() -> WelcomeScene:
    """The first screen of a table at which nobody has played, and which a club has seated."""
    return replace(
        views.welcome().of(WelcomeScene).scene,
        saved=(),
        roster=roster_of((), ClubRound(1, parts.SHORT_NAMES[:4])),
    )


def set_up(choice: int) -> Callable[[Stage], None]:
    """Touches to the players' page of this game."""

    def turn(stage: Stage) -> None:
        stage.screen.home.ids.new.dispatch("on_release")
        stage.screen._pick(parts.CHOICES[choice])

    return turn


def seen_from_above() -> PictureView:
    """A table as its camera sees it, set straight."""
    frame, _ = painted_table(((1, 2), (3, 4), (5, 6)))
    return PictureView(frame, (), live=True)


def seats_of(choice: int, touched: int | None = None) -> Callable[[Stage], None]:
    """The touches to the seats, and one on this seat."""

    def turn(stage: Stage) -> None:
        set_up(choice)(stage)
        stage.screen.players.ids.seats.dispatch("on_release")
        if touched is not None:
            stage.screen.seats.table.plates[touched].dispatch("on_release")

    return turn


def refused_name(stage: Stage) -> None:
    """The touches to a player's name, and a letter that no font draws."""
    set_up(0)(stage)
    stage.screen.players._rename(1)
    top_sheet(stage).type_letter("\u0915")


def roster_scenes() -> tuple[SampleScene, ...]:
    """Two, six and ten at the last table, and where they sit."""
    six, ten = played_before(parts.LONG_NAMES), played_before(parts.TEN_NAMES)
    return (
        SampleScene("welcome_again", played_before()),
        SampleScene("welcome_again_saved", played_before(parts.LONG_NAMES, saved=True)),
        SampleScene("welcome_again_ten", ten),
        SampleScene("welcome_club_round", played_before(called=ClubRound(2, parts.LONG_NAMES))),
        SampleScene("welcome_club_first", replace(views.welcome(), scene=_called_first())),
        SampleScene("welcome_players_again", played_before(parts.SHORT_NAMES[:2]), set_up(0)),
        SampleScene("welcome_players_again_six", six, set_up(4)),
        SampleScene("welcome_players_again_ten", ten, set_up(4)),
        SampleScene("welcome_seats", played_before(parts.SHORT_NAMES[:2]), seats_of(0)),
        SampleScene("welcome_seats_six", six, seats_of(0, touched=3)),
        SampleScene("welcome_seats_ten", ten, seats_of(4)),
        SampleScene("name_sheet_refused", six, refused_name),
        SampleScene("welcome_seats_seen", replace(six, picture=seen_from_above()), seats_of(0)),
    )

"""Scenes of the first screen, and of what stands behind its keys."""

from __future__ import annotations

from collections.abc import Callable

from companion.play.modes.dice.practice import for_the_person
from companion.play.modes.dice.views import BiddingScene
from companion.play.views import TableView
from companion.ui.stage import Stage
from tests.made_views import changed
from tests.ui import house_samples as house
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.sample_scene import SampleScene


def open_games(stage: Stage) -> None:
    stage.screen.home.ids.new.dispatch("on_release")


def _players(choice: int, count: int = 3) -> Callable[[Stage], None]:
    def turn(stage: Stage) -> None:
        stage.screen.players.names = (
            parts.LONG_NAMES[: min(count, 6)] + parts.SHORT_NAMES[: max(0, count - 6)]
        )
        open_games(stage)
        stage.screen._pick(parts.CHOICES[choice])

    return turn


def _ten_players(stage: Stage) -> None:
    stage.screen.players.names = parts.TEN_NAMES
    open_games(stage)
    stage.screen._pick(parts.CHOICES[4])


def _name(stage: Stage) -> None:
    _players(0, 4)(stage)
    stage.screen.players._rename(1)


def _open_house_game(at: int) -> Callable[[Stage], None]:
    def turn(stage: Stage) -> None:
        stage.screen.players.names = parts.LONG_NAMES
        open_games(stage)
        stage.screen._pick(house.house_choice(at))

    return turn


def _partners(stage: Stage) -> None:
    stage.screen.home.ids.practise.dispatch("on_release")
    stage.screen._pick(parts.CHOICES[0])


def _practised(bid: tuple[int, int] | None, **fields: object) -> TableView:
    """Practice on the track; seat 1, a partner, is on turn."""
    view = views.bidding(parts.SHORT_NAMES[:4], bid, **fields)
    track = view.of(BiddingScene).scene
    scene = for_the_person(track, (1, 2, 3, 5, 6)[: track.game.seats[0].dice])
    return changed(view, scene=scene, practised=True, company=None)


def _beginning(stage: Stage) -> None:
    open_games(stage)
    stage.screen._ask_beginning()


def welcome_scenes() -> tuple[SampleScene, ...]:
    """The first screen, the games and the players."""
    return (
        SampleScene("welcome", views.welcome()),
        SampleScene("welcome_first", views.welcome(False)),
        SampleScene("welcome_all_keys", changed(views.welcome(), may_set=True, may_look_back=True)),
        SampleScene("partners", views.welcome(), _partners),
        SampleScene("practice_partner_thinks", _practised((7, 5))),
        SampleScene("welcome_saved", views.welcome(), lambda stage: stage.screen._open_saved()),
        SampleScene("welcome_games", views.welcome(), open_games),
        SampleScene("welcome_players", views.welcome(), _players(0, 6)),
        SampleScene("welcome_players_rh", views.welcome(), _players(3, 8)),
        SampleScene("welcome_players_perudo", views.welcome(), _ten_players),
        SampleScene("welcome_name", views.welcome(), _name),
        SampleScene("welcome_games_house", house.welcome(), open_games),
        SampleScene("welcome_games_house_one", house.welcome(1), open_games),
        SampleScene("welcome_players_house", house.welcome(), _open_house_game(1)),
        SampleScene("house_beginning", house.welcome(1), _beginning),
        SampleScene("welcome_picked", house.welcome(picked="Friday table")),
    )

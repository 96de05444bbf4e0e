"""Every scene as it is drawn and measured: a view, and touches that open what lies behind it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from companion.play.modes.welcome.views import WelcomeScene
from companion.ui.stage import Stage
from tests.ui import card_samples
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.bidding_scenes import bidding_scenes
from tests.ui.count_scenes import count_scenes
from tests.ui.first_game_scenes import first_game_scenes
from tests.ui.help_scenes import help_scenes
from tests.ui.history_scenes import history_scenes
from tests.ui.house_scenes import house_scenes
from tests.ui.perudo_scenes import perudo_scenes
from tests.ui.reveal_scenes import reveal_scenes
from tests.ui.roster_scenes import roster_scenes
from tests.ui.sample_scene import SampleScene, top_sheet
from tests.ui.settings_scenes import settings_scenes
from tests.ui.setup_scenes import setup_scenes
from tests.ui.twelve_scenes import twelve_scenes
from tests.ui.welcome_scenes import open_games, welcome_scenes


@cache
def sample_scenes() -> tuple[SampleScene, ...]:
    """All of them, in the order of a game, each view with a number of its own."""
    scenes = enumerate(_scenes(), start=100)
    return tuple(replace(scene, view=replace(scene.view, number=number)) for number, scene in scenes)


def alike_in_a_row() -> list[SampleScene]:
    """All of them for those who lay them out on one stage: it keeps the keys that the next scene has, too."""

    def parts(scene: SampleScene) -> tuple[str, int, str]:
        shown = scene.view.scene
        game = getattr(shown, "game", None) or getattr(shown, "cards", None) or shown
        seats = getattr(game, "seats", ())
        hands = getattr(getattr(shown, "verdict", None) or shown, "hands", ())
        pad = getattr(shown, "pad", None)
        dice = [len(hand.places) for hand in hands if hasattr(hand, "places")]
        return type(shown).__name__, len(seats), f"{dice} {pad and len(pad.quantities)}"

    return sorted(sample_scenes(), key=parts)


def _scenes() -> tuple[SampleScene, ...]:
    return (
        *welcome_scenes(),
        *roster_scenes(),
        *house_scenes(),
        *setup_scenes(),
        *settings_scenes(),
        *history_scenes(),
        SampleScene("leave", views.welcome(), lambda stage: stage.lead()),
        *_opening_rolls(),
        *bidding_scenes(),
        *reveal_scenes(),
        *perudo_scenes(),
        *twelve_scenes(),
        *_cards(),
        *count_scenes(),
        *help_scenes(),
        *first_game_scenes(),
    )


def _opening_rolls() -> tuple[SampleScene, ...]:
    ask = SampleScene(
        "opening_roll_face",
        views.opening_roll(),
        lambda stage: stage.screen._ask(stage.screen.ids.rollers.children[0]),
    )
    return (
        SampleScene("opening_roll", views.opening_roll()),
        SampleScene("opening_roll_picture", views.opening_roll(parts.LONG_NAMES[:4], camera=True)),
        ask,
    )


def _hit(stage: Stage) -> None:
    stage.screen.ids.melds.keys[0].dispatch("on_release")


def _card_game(stage: Stage) -> None:
    open_games(stage)
    stage.screen.games.ids.games.scroll_y = 0.0


def _card_players(stage: Stage) -> None:
    stage.screen.players.names = card_samples.FOURTEEN
    open_games(stage)
    stage.screen._pick(stage.view.of(WelcomeScene).scene.choices[-1])


def look_at_hand(stage: Stage) -> None:
    """The key, then the last name."""
    stage.screen.ids.acts.children[0].dispatch("on_release")
    top_sheet(stage).ids.choices.cells[-1].dispatch("on_release")


def _cards() -> tuple[SampleScene, ...]:
    return (
        *(SampleScene(name, view) for name, view in card_samples.card_views()),
        *(SampleScene(name, view) for name, view in card_samples.eye_views()),
        SampleScene("cards_doubt_large", card_samples.doubted(), lambda stage: stage.screen._enlarge()),
        SampleScene("cards_among_games", card_samples.first_screen(), _card_game),
        SampleScene("cards_players", card_samples.first_screen(), _card_players),
        SampleScene("cards_peek", card_samples.with_hands()),
        SampleScene("cards_peek_hand", card_samples.with_hands(), look_at_hand),
        SampleScene("cards_hit", dict(card_samples.card_views())["cards_melds"], _hit),
    )

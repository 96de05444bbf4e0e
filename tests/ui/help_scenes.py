"""Help over scenes of every kind: what to do here, and the rule book."""

from __future__ import annotations

from dataclasses import replace

from companion.play.base.views import RuleBook
from companion.play.views import TableView
from companion.rules import LIAR_LIAR, RULESETS
from companion.text import say
from companion.ui.stage import Stage
from tests.ui import card_samples
from tests.ui import house_samples as house
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.sample_scene import SampleScene, top_sheet
from tests.ui.settings_scenes import first_language

RH = RULESETS["rh"].with_options((("spot_on", "win-back"), ("aces_wild", True), ("tie_breaker", True)))


def ask(stage: Stage) -> None:
    """Touch "?"."""
    stage.ids.header.ids.help.dispatch("on_release")


def read(stage: Stage) -> None:
    """Open the rule book that the help offers."""
    ask(stage)
    key = top_sheet(stage).ids.answers.children[1]
    key.dispatch("on_release")


def _of_games(stage: Stage) -> None:
    stage.screen.home.ids.new.dispatch("on_release")
    ask(stage)


def _of_players(stage: Stage) -> None:
    stage.screen.home.ids.new.dispatch("on_release")
    stage.screen._pick(parts.CHOICES[3])
    ask(stage)


def _book_of_games(stage: Stage) -> None:
    stage.screen.home.ids.new.dispatch("on_release")
    read(stage)


def by(name: str, view: TableView) -> TableView:
    """The view of a game of these rules."""
    return replace(view, book=RuleBook(RH if name == "rh" else RULESETS[name]))


def help_scenes() -> tuple[SampleScene, ...]:
    """In the order of a game."""
    cards = replace(dict(card_samples.card_views())["cards_melds"], book=RuleBook(LIAR_LIAR))
    padded = by("rh", views.padded(parts.LONG_NAMES[:4]))
    return (
        SampleScene("help_language", first_language(), ask),
        SampleScene("help_app", views.welcome(), ask),
        SampleScene("help_games", house.welcome(), _of_games),
        SampleScene("help_which_rules", house.welcome(), _book_of_games),
        SampleScene("help_players", views.welcome(), _of_players),
        SampleScene("help_opening", by("cardinal", views.opening_roll()), ask),
        SampleScene("help_track", by("milton-bradley", views.bidding()), ask),
        SampleScene("bidding_marked", replace(views.bidding(parts.LONG_NAMES), mark=say("mark.simulated"))),
        SampleScene("help_pad", padded, ask),
        SampleScene("bidding_lit", views.bidding(), lambda stage: stage.screen.light_up()),
        SampleScene("pad_lit", padded, lambda stage: stage.screen.light_up()),
        SampleScene("pad_quantity", padded, lambda stage: stage.screen.pad.choose_quantity(3)),
        SampleScene("help_rules", padded, read),
        SampleScene("help_reveal", by("milton-bradley", views.reveal()), ask),
        SampleScene("help_check", by("milton-bradley", views.check()), ask),
        SampleScene("help_verdict", by("milton-bradley", views.verdict()), ask),
        SampleScene("help_over", by("milton-bradley", views.over()), ask),
        SampleScene("help_cards", cards, ask),
    )

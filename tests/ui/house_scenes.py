"""Scenes of house rules while they are mixed."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.stage import Stage
from tests.ui import house_samples as house
from tests.ui.sample_scene import SampleScene, top_sheet


def _page(at: int) -> Callable[[Stage], None]:
    return lambda stage: stage.screen.turn_to(at)


def _touch_switch(page: int, row: int) -> Callable[[Stage], None]:
    def touch(stage: Stage) -> None:
        stage.screen.turn_to(page)
        stage.screen.ids.rows.cells[row].dispatch("on_release")

    return touch


def _title(stage: Stage) -> None:
    stage.screen.save()
    for letter in "FRIDAY TABLE":
        top_sheet(stage).type_letter(letter)


def house_scenes() -> tuple[SampleScene, ...]:
    """Page by page, then contradictions, choices and names."""
    everything = house.mixing("house", "Friday table", **dict(house.EVERYTHING))
    several = house.mixing("milton-bradley", palafico=True, dice=1, ones_wild=False)
    return (
        SampleScene("house_new", house.mixing()),
        SampleScene("house_bidding", house.mixing("milton-bradley", house.LONGEST), _page(1)),
        SampleScene("house_challenge", house.mixing("rh", spot_on="others-lose"), _page(2)),
        SampleScene("house_spot_on", house.mixing("perudo"), _page(3)),
        SampleScene("house_palafico", house.mixing("perudo", spot_on=False), _page(4)),
        SampleScene("house_special", everything, _page(5)),
        SampleScene("house_clash", house.mixing(raising="track", palafico=True), _page(1)),
        SampleScene("house_clashes", several, _page(2)),
        SampleScene("house_clash_dice", house.mixing(palafico=True, dice=1), _page(2)),
        SampleScene("house_clash_longest", house.mixing(spot_on="win-back", dice=1), _page(3)),
        SampleScene("house_choose", house.mixing(), _touch_switch(1, 0)),
        SampleScene("house_reward", house.mixing(), _touch_switch(3, 0)),
        SampleScene("house_dice", house.mixing(), _touch_switch(0, 0)),
        SampleScene("house_title", house.mixing(dice=3), _title),
        SampleScene("house_delete", house.mixing(title=house.LONGEST), lambda stage: stage.screen.delete()),
        SampleScene("house_replace", house.asked(over=True)),
        SampleScene("house_rename", house.asked(over=False)),
        SampleScene("house_leave", house.mixing(dice=3), lambda stage: stage.lead()),
    )

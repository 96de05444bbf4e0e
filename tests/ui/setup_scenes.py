"""The scenes in which a table is set up for its camera."""

from __future__ import annotations

from companion.play.modes.setup.views import CalibrationScene
from companion.text import say
from companion.ui.stage import Stage
from tests.made_views import changed
from tests.ui import calibration_samples as calibration
from tests.ui import sample_views as views
from tests.ui.sample_parts import LONG_FAULT
from tests.ui.sample_scene import SampleScene, top_sheet


def _ask_size(stage: Stage) -> None:
    stage.screen._press(stage.view.of(CalibrationScene).scene.keys[0])
    for digit in ("1", "2", "4", say("number.mark"), "5"):
        top_sheet(stage).type_digit(digit)
    top_sheet(stage).lead_on()


def setup_scenes() -> tuple[SampleScene, ...]:
    """A table that is set up page by page, and its light."""
    page, surveyed = calibration.page, calibration.surveyed
    may = views.welcome()
    may = changed(may, scene=changed(may.scene, may_set_up=True))
    return (
        SampleScene("welcome_camera", may),
        SampleScene("welcome_table", may, lambda stage: stage.screen._open_table()),
        SampleScene("set_up_name", calibration.naming()),
        SampleScene("set_up_tables", calibration.naming(*calibration.TABLES)),
        SampleScene(
            "set_up_letters",
            calibration.naming(),
            lambda stage: stage.screen._press(stage.view.of(CalibrationScene).scene.choices[-1]),
        ),
        SampleScene("set_up_lens", calibration.lens()),
        SampleScene("set_up_lenses", calibration.lens(*calibration.TABLES)),
        SampleScene("set_up_lens_again", calibration.lens(*calibration.TABLES, name="Kitchen")),
        SampleScene("set_up_board", page(surveyed(calibration.board(5)))),
        SampleScene("set_up_board_refused", page(surveyed(calibration.board(1)), LONG_FAULT)),
        SampleScene("set_up_board_enough", page(surveyed(calibration.board(12)))),
        SampleScene("set_up_table", page(surveyed(calibration.touched(0)))),
        SampleScene("set_up_corners", page(surveyed(calibration.touched(3)))),
        SampleScene("set_up_size", page(surveyed(calibration.touched(4)))),
        SampleScene("set_up_size_typed", page(surveyed(calibration.touched(4))), _ask_size),
        SampleScene("set_up_seats", page(surveyed(calibration.found()))),
        SampleScene("set_up_seats_touched", page(surveyed(calibration.seated(5)))),
        SampleScene(
            "set_up_seats_evenly",
            page(surveyed(calibration.found())),
            lambda stage: stage.screen._press(stage.view.of(CalibrationScene).scene.keys[0]),
        ),
        SampleScene("set_up_areas", page(surveyed(calibration.seated(5).seats_done()))),
        SampleScene("set_up_area_touched", page(surveyed(calibration.with_areas(drawing=True)))),
        SampleScene("set_up_areas_told", page(surveyed(calibration.with_areas()))),
        SampleScene("set_up_light", calibration.light(*calibration.GOOD)),
        SampleScene("set_up_light_wrong", calibration.light(*calibration.BAD[:4], *calibration.GOOD[4:])),
        SampleScene("set_up_saved", calibration.saved()),
        SampleScene("health", calibration.health(*calibration.GOOD)),
        SampleScene("health_waits", calibration.health()),
        SampleScene("health_spoiled", calibration.spoiled()),
        SampleScene("health_wrong", calibration.health(*calibration.BAD)),
    )

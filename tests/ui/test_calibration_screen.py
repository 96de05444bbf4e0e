"""The pages of the calibration: touches become commands, findings are outlined in the running picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from kivy.graphics import Line, Rectangle
from kivy.tests.common import UnitTestTouch

from companion.core.frame import Frame
from companion.play.base.commands import LeaveGame
from companion.play.base.views import PictureView
from companion.play.modes.setup.views import (
    BeginArea,
    CheckLight,
    LensDone,
    LensOfTable,
    MeasureLens,
    NameTable,
    SaveTable,
    SeatEvenly,
    SetUpTable,
    TakeBack,
    TakeLens,
    TakePicture,
    TellSize,
    TurnBack,
)
from companion.play.views import TableView
from companion.text import say, use_language
from companion.ui.art.theme import THEME
from companion.ui.screens.setup.calibrate import SizeSheet
from companion.ui.screens.setup.survey_picture import SurveyPicture
from companion.ui.widgets.words import Words
from tests.made_views import changed
from tests.ui import calibration_samples as samples
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, all_shown, draw_frames

NUMBER = 7
"""Of the sample views."""


def picture_of(table: TouchedTable) -> SurveyPicture:
    return table.stage.screen.picture.ids.picture


def touch_at(table: TouchedTable, x: float, y: float, slide_to: tuple[float, float] | None = None) -> None:
    """A finger on a place of the picture, perhaps moved before it is lifted."""
    touch = UnitTestTouch(*picture_of(table).window_place((x, y)))
    touch.touch_down()
    draw_frames(1)
    if slide_to is not None:
        touch.touch_move(*picture_of(table).window_place(slide_to))
    touch.touch_up()
    draw_frames()


def _words_on(target: object) -> tuple[str, str]:
    return getattr(target, "text", ""), getattr(target, "words", "")


def may_set_up() -> TableView:
    welcome = views.welcome()
    return changed(welcome, scene=changed(welcome.scene, may_set_up=True))


@pytest.mark.parametrize(
    ("words", "sent"), [("Set up the table", SetUpTable), ("Check the light", CheckLight)]
)
def test_two_touches_lead_from_the_first_screen(kept_table: Opened, words: str, sent: type) -> None:
    table = kept_table().show(may_set_up())
    table.tap_words("Table and light")
    table.target_with("Go back")
    table.tap(next(each for each in table.targets() if getattr(each, "words", "") == words))
    assert table.sent == [sent(may_set_up().number)]


def test_without_a_camera_nothing_leads_there(kept_table: Opened) -> None:
    table = kept_table().show(views.welcome())
    assert "Table and light" not in table.words()


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800)])
@pytest.mark.parametrize("place", [(0.02, 0.03), (0.5, 0.5), (0.97, 0.9)])
def test_a_touch_on_the_picture_is_the_place_under_the_finger(
    kept_table: Opened, size: tuple[int, int], place: tuple[float, float]
) -> None:
    table = kept_table(*size).show(samples.page(samples.surveyed(samples.touched(1))))
    touch_at(table, *place)
    (sent,) = table.sent
    assert sent.number == NUMBER
    assert (sent.x, sent.y) == (pytest.approx(place[0], abs=0.004), pytest.approx(place[1], abs=0.006))


def test_a_finger_may_slide_until_it_is_right(kept_table: Opened) -> None:
    table = kept_table().show(samples.page(samples.surveyed(samples.touched(1))))
    touch_at(table, 0.2, 0.2, slide_to=(0.6, 0.7))
    (sent,) = table.sent
    assert (sent.x, sent.y) == (pytest.approx(0.6, abs=0.004), pytest.approx(0.7, abs=0.006))


def test_a_touch_beside_the_picture_or_where_none_is_asked_is_nothing(kept_table: Opened) -> None:
    table = kept_table().show(samples.page(samples.surveyed(samples.touched(1))))
    picture = picture_of(table)
    UnitTestTouch(picture.center_x, picture.y + 2).touch_down()
    touch_at(table, 0.5, 0.5, slide_to=(0.5, 1.4))
    table.show(samples.page(samples.surveyed(samples.board(2))))
    touch_at(table, 0.5, 0.5)
    assert table.sent == []


def test_keys_send_what_the_view_says(kept_table: Opened) -> None:
    table = kept_table()
    for view, words, sent in (
        (samples.naming(), "Kitchen", NameTable(NUMBER, "Kitchen")),
        (samples.lens(), "HQ Camera, 6 mm", TakeLens(NUMBER, "hq")),
        (samples.lens(), "Measure the lens", MeasureLens(NUMBER)),
        (samples.page(samples.surveyed(samples.board(3))), "Take it now", TakePicture(NUMBER)),
        (samples.page(samples.surveyed(samples.board(3))), "Take back", TakeBack(NUMBER)),
        (samples.page(samples.surveyed(samples.board(12))), "Measure the lens", LensDone(NUMBER)),
        (samples.page(samples.surveyed(samples.touched(0))), "The cards are there", TakePicture(NUMBER)),
        (samples.page(samples.surveyed(samples.with_areas())), "Bidding board", BeginArea(NUMBER, "board")),
        (samples.light(*samples.GOOD), "Save the table", SaveTable(NUMBER)),
        (samples.saved(), "Done", LeaveGame(NUMBER)),
    ):
        table.sent.clear()
        table.show(view)
        (key,) = (each for each in table.targets() if words in _words_on(each))
        table.tap(key)
        assert table.sent == [sent], words


def test_the_lens_of_a_table_is_picked_from_a_sheet(kept_table: Opened) -> None:
    table = kept_table().show(samples.lens(*samples.TABLES))
    table.tap(next(each for each in table.targets() if getattr(each, "words", "") == "A table's lens"))
    table.tap(next(each for each in table.targets() if getattr(each, "words", "") == "The lens of Kitchen"))
    assert table.sent == [LensOfTable(NUMBER, "Kitchen")]


@pytest.mark.slow
def test_players_sit_evenly_by_two_touches(kept_table: Opened) -> None:
    table = kept_table().show(samples.page(samples.surveyed(samples.found())))
    table.tap_words("Seats evenly round it")
    table.tap_words("5")
    assert table.sent == [SeatEvenly(NUMBER, 5)]


@pytest.mark.slow
def test_the_size_is_typed_in_centimetres(kept_table: Opened) -> None:
    table = kept_table().show(samples.page(samples.surveyed(samples.touched(4))))
    table.tap_words("Enter the size")
    for digit in "124.5":
        table.tap_words(digit)
    assert say("size.across", cm="124.5") in table.words()
    table.tap_words("Next")
    for digit in "70":
        table.tap_words(digit)
    table.tap_words("Done")
    assert table.sent == [TellSize(NUMBER, 1245.0, 700.0)]
    assert table.stage.sheet is None


@pytest.mark.parametrize("language", ["de", "fr", "pt"])
def test_beside_five_keys_a_sentence_is_as_large_as_elsewhere(kept_table: Opened, language: str) -> None:
    use_language(language)
    table = kept_table().show(samples.page(samples.surveyed(samples.with_areas())))
    said = table.stage.view.scene.said
    (words,) = (each for each in all_shown(table.stage) if isinstance(each, Words) and each.said == said)
    assert words.font_size == int(THEME.text)


@pytest.mark.parametrize("language", ["de", "fr", "pt"])
def test_upright_all_stages_are_written_alike(kept_table: Opened, language: str) -> None:
    use_language(language)
    table = kept_table(480, 800).show(samples.naming())
    marks = [
        each
        for each in table.stage.screen.ids.stages.walk(restrict=True)
        if isinstance(each, Words) and each.said
    ]
    assert {each.font_size for each in marks} == {int(THEME.text_small)}


def test_a_size_is_typed_with_the_decimal_mark_of_the_language(kept_table: Opened) -> None:
    taken = []
    use_language("fr")
    table = kept_table().show(samples.naming())
    table.stage.open(SizeSheet(lambda *lengths: taken.append(lengths)))
    draw_frames()
    for touch in (*"12,,4", say("size.next"), *",70", say("key.done")):
        table.tap_words(touch)
    assert taken == [(124.0, 700.0)]


@pytest.mark.slow
def test_a_name_is_typed_by_letters(kept_table: Opened) -> None:
    table = kept_table().show(samples.naming())
    table.tap(next(each for each in table.targets() if getattr(each, "words", "") == "Another name"))
    for letter in "BAR":
        table.tap_words(letter)
    table.tap_words("Done")
    assert table.sent == [NameTable(NUMBER, "Bar")]


@pytest.mark.slow
def test_the_key_on_the_left_turns_back_a_page_or_leaves(kept_table: Opened) -> None:
    table = kept_table()
    for view, sent in ((samples.lens(), TurnBack), (samples.health(), LeaveGame)):
        table.sent.clear()
        table.show(view)
        table.tap(table.stage.ids.header.ids.leading)
        assert table.sent == [sent(NUMBER)]


def test_live_pictures_leave_the_keys_where_they_are(kept_table: Opened) -> None:
    table = kept_table()
    view = samples.page(samples.surveyed(samples.board(9)))
    table.show(view)
    column = table.stage.screen.picture.ids.column
    before = list(column.children)
    darker = Frame((view.picture.frame.pixels // 2).astype(np.uint8), 99)
    table.show(replace(view, picture=PictureView(darker, (), live=True)))
    assert list(column.children) == before
    table.show(samples.page(samples.surveyed(samples.board(2))))
    assert len(column.children) == 2


def test_what_is_wrong_with_the_light_is_said_with_what_to_do(kept_table: Opened) -> None:
    table = kept_table(1280, 720).show(samples.health())
    table.show(samples.health(samples.GOOD[5], *samples.BAD[1:4]))
    rows = table.stage.screen.picture.ids.checks.parent
    assert rows.height > table.window.height / 2
    words = table.words()
    for check in samples.BAD[1:4]:
        assert f"{check.sentence[0].upper()}{check.sentence[1:]}" in words
        assert f"{check.remedy[0].upper()}{check.remedy[1:]}." in words
    for row in table.stage.screen.picture.ids.checks.children:
        if row.wrong:
            assert row.ids.sentence.y - row.ids.remedy.top < 2, "what to do stands right under it"
            assert row.ids.remedy.y >= row.y
    assert table.stage.ids.header.message == "Switch on another lamp or bring one nearer."
    assert [shape.label for shape in table.stage.view.scene.shapes] == ["glare", ""]
    assert [each.sentence for each in table.stage.view.scene.checks][3] == samples.GOOD[5].sentence


def test_a_place_with_the_wrong_light_is_named_in_the_language_of_the_table(kept_table: Opened) -> None:
    use_language("de")
    table = kept_table(1280, 720).show(samples.health(*samples.BAD[3:5]))
    assert [each.label for each in table.stage.view.scene.shapes] == ["Spiegelung", "", "zu dunkel"]


@pytest.mark.painted
def test_glare_is_outlined_where_it_is(kept_table: Opened) -> None:
    from tests.ui.test_pictures import window_pixels

    table = kept_table().show(samples.health(samples.BAD[3]))
    picture = picture_of(table)
    shown = window_pixels(table).astype(int)
    left, top = picture.window_place((0.2, 0.2))
    right, bottom = picture.window_place((0.32, 0.4))
    red = (shown[..., 0] - shown[..., 2]) > 90
    high = table.window.height
    edge = red[round(high - top) + 12 : round(high - bottom) - 4, :]
    columns = np.flatnonzero(edge[:, : round(right) + 20].mean(axis=0) > 0.9)
    assert columns.min() == pytest.approx(left, abs=4)
    assert columns.max() == pytest.approx(right, abs=4)


def test_no_outline_strikes_a_label(kept_table: Opened) -> None:
    picture = picture_of(kept_table().show(samples.page(samples.surveyed(samples.with_areas()))))
    drawn = picture._drawn.children
    last_outline = max(at for at, each in enumerate(drawn) if isinstance(each, Line))
    wide = [each for each in drawn[last_outline:] if type(each) is Rectangle and each.size[0] > 30]
    assert len(wide) == 4, "two labels, each on its ground: of the Lost Dice Squares and of the board"


def test_numbers_lie_in_rows_that_leave_few_places_empty(kept_table: Opened) -> None:
    table = kept_table().show(samples.page(samples.surveyed(samples.found())))
    table.stage.screen._press(table.stage.view.scene.keys[0])
    choices = table.stage.sheet.ids.choices
    assert (len(choices.cells), choices.cols) == (11, 6)

"""The scoreboard's key is in the menu only while it is on, and a camera reads the code behind it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, draw_frames
from tests.ui.server_scenes import BOARD, SampleServers

pytestmark = pytest.mark.slow


def _code_on(table: TouchedTable, folder: Path) -> str:
    draw_frames()
    picture = folder / "sheet.png"
    table.stage.sheet.export_to_png(str(picture))
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.imread(str(picture)))
    return text


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)])
def test_the_code_leads_to_the_scoreboard(size: tuple[int, int], open_table: Opened, tmp_path: Path) -> None:
    table = open_table(*size).show(views.bidding())
    table.stage.servers = SampleServers((BOARD, False))
    table.stage.lead()
    draw_frames()
    table.tap_words("Scoreboard")
    assert _code_on(table, tmp_path) == BOARD
    assert BOARD in table.words()
    table.tap_words("Go back")
    assert table.stage.sheet is None


def test_no_code_leads_a_phone_to_an_address_that_only_this_machine_can_open(
    open_table: Opened, tmp_path: Path
) -> None:
    table = open_table().show(views.bidding())
    table.stage.servers = SampleServers(("http://127.0.0.1:8037/word/", True))
    table.stage.lead()
    draw_frames()
    table.tap_words("Scoreboard")
    assert "Open this address in a browser on this machine." in table.words()
    assert _code_on(table, tmp_path) == ""


def test_a_table_without_a_scoreboard_has_no_key_for_it(open_table: Opened) -> None:
    table = open_table().show(views.bidding())
    table.stage.lead()
    draw_frames()
    assert "Scoreboard" not in table.words()


def test_the_code_stays_while_the_table_plays_on(open_table: Opened) -> None:
    table = open_table().show(views.bidding())
    table.stage.servers = SampleServers((BOARD, False))
    table.stage.lead()
    draw_frames()
    table.tap_words("Scoreboard")
    table.show(views.bidding(number=99))
    assert BOARD in table.words()
    table.show(replace(views.reveal(), number=100))
    assert BOARD in table.words(), "after a challenge"


def test_an_open_code_follows_the_table_to_another_address(open_table: Opened, tmp_path: Path) -> None:
    table = open_table().show(views.bidding())
    table.stage.servers = SampleServers((BOARD, False))
    table.stage.lead()
    draw_frames()
    table.tap_words("Scoreboard")
    other = BOARD.replace("120", "7")
    table.stage.servers.scoreboard = other, False
    table.show(views.bidding(number=100))
    assert other in table.words()
    assert _code_on(table, tmp_path) == other

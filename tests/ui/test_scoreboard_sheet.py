"""The scoreboard's key is in the menu only while it is on, and a camera reads the code behind it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable
from tests.ui.server_scenes import BOARD, SampleServers, code_on, menu_over

pytestmark = pytest.mark.slow


def _opened(table: TouchedTable, board: str = BOARD, local: bool = False) -> TouchedTable:
    menu_over(table, SampleServers((board, local))).tap_words("Scoreboard")
    return table


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)])
def test_the_code_leads_to_the_scoreboard(size: tuple[int, int], kept_table: Opened, tmp_path: Path) -> None:
    table = _opened(kept_table(*size))
    assert code_on(table, tmp_path) == BOARD
    assert BOARD in table.words()
    table.tap_words("Go back")
    assert table.stage.sheet is None


def test_no_code_leads_a_phone_to_an_address_that_only_this_machine_can_open(
    kept_table: Opened, tmp_path: Path
) -> None:
    table = _opened(kept_table(), "http://127.0.0.1:8037/word/", local=True)
    assert "Open this address in a browser on this machine." in table.words()
    assert code_on(table, tmp_path) == ""


def test_a_table_without_servers_has_no_key_for_them(kept_table: Opened) -> None:
    assert not {"Scoreboard", "Phones"} & set(menu_over(kept_table(), SampleServers()).words())


def test_the_code_stays_while_the_table_plays_on(kept_table: Opened) -> None:
    table = _opened(kept_table())
    table.show(views.bidding(number=99))
    assert BOARD in table.words()
    table.show(replace(views.reveal(), number=100))
    assert BOARD in table.words(), "after a challenge"


def test_an_open_code_follows_the_table_to_another_address(kept_table: Opened, tmp_path: Path) -> None:
    table = _opened(kept_table())
    other = BOARD.replace("120", "7")
    table.stage.servers.scoreboard = other, False
    table.show(views.bidding(number=100))
    assert other in table.words()
    assert code_on(table, tmp_path) == other

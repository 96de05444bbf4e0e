"""Scenes of what listens for other screens: the scoreboard and the phones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from companion.play.base.ports import Invitation
from companion.ui.screens.servers import PhoneCodeSheet, ScoreboardSheet, players_sheet
from companion.ui.stage import Stage
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.fingers import TouchedTable, draw_frames
from tests.ui.sample_scene import SampleScene, dice_scene

PHONES = "http://192.168.178.120:8038/"
BOARD = "http://192.168.178.120:8037/abcdefghjkmn/"


@dataclass
class SamplePhones:
    """Codes for phones; the player at seat 0 has one in."""

    local: bool = False

    def invitation(self, seat: int) -> Invitation:
        code = f"ABCDE{seat + 2}"
        return Invitation("", code, f"{PHONES}#{code}", joined=seat == 0)

    def send_away(self, seat: int) -> None:
        """Nobody is sent."""


@dataclass
class SampleServers:
    """What listens for other screens."""

    scoreboard: tuple[str, bool] | None = None
    phones: SamplePhones | None = None


def menu_over(table: TouchedTable, servers: SampleServers) -> TouchedTable:
    """The menu of a table that bids, where these servers listen."""
    table.show(views.bidding()).stage.servers = servers
    table.stage.lead()
    draw_frames()
    return table


def code_on(table: TouchedTable, folder: Path) -> str:
    """What a camera reads in the code of the sheet; "" without one."""
    draw_frames()
    picture = folder / "sheet.png"
    assert table.stage.sheet is not None
    table.stage.sheet.export_to_png(str(picture))
    drawn = cv2.imread(str(picture))
    assert drawn is not None
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(drawn)
    return text


def _scoreboard_key(stage: Stage) -> None:
    stage.servers = SampleServers((BOARD, False), SamplePhones())
    stage.lead()


def _scoreboard(local: bool = False) -> Callable[[Stage], None]:
    return lambda stage: stage.open(ScoreboardSheet(SampleServers((BOARD, local))))


def _phones(stage: Stage) -> None:
    stage.open(players_sheet(SamplePhones(), dice_scene(stage.view).game.seats, stage.open))


def _phone_code(seat: int, local: bool = False) -> Callable[[Stage], None]:
    """The code of a player's phone; seat 0 has one already."""

    def opened(stage: Stage) -> None:
        stage.open(PhoneCodeSheet(SamplePhones(local), dice_scene(stage.view).game.seats[seat], lambda: None))

    return opened


def server_scenes() -> tuple[SampleScene, ...]:
    """Keys, sheets and codes of the scoreboard and the phones."""
    return (
        SampleScene(
            "menu_with_scoreboard", replace(views.bidding(may_correct=True), may_set=True), _scoreboard_key
        ),
        SampleScene("scoreboard", views.bidding(), _scoreboard()),
        SampleScene("scoreboard_here", views.bidding(), _scoreboard(local=True)),
        SampleScene("phones", views.bidding(parts.LONG_NAMES), _phones),
        SampleScene("phone_code", views.bidding(), _phone_code(1)),
        SampleScene("phone_code_again", views.bidding(), _phone_code(0)),
        SampleScene("phone_code_here", views.bidding(), _phone_code(1, local=True)),
    )

"""Players bring their phones in one after the other, and the screen says whose is in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.play.base.ports import Invitation
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, draw_frames
from tests.ui.server_scenes import PHONES, SampleServers, code_on, menu_over

pytestmark = pytest.mark.slow


@dataclass
class Phones:
    """Codes for phones; ``let_in`` spends one as a phone does."""

    local: bool = False
    spent: dict[int, int] = field(default_factory=dict)
    sent_away: list[int] = field(default_factory=list)

    def invitation(self, seat: int) -> Invitation:
        code = f"ABC{seat}{self.spent.get(seat, 0):02}"
        return Invitation("", code, f"{PHONES}#{code}", joined=seat in self.spent)

    def let_in(self, seat: int) -> None:
        self.spent[seat] = self.spent.get(seat, 0) + 1

    def send_away(self, seat: int) -> None:
        self.sent_away.append(seat)


def _opened(kept_table: Opened, phones: Phones) -> TouchedTable:
    table = menu_over(kept_table(), SampleServers(phones=phones))
    table.tap_words("Phones")
    return table


def test_a_player_s_code_is_shown_and_after_it_the_next_player_is_asked(
    kept_table: Opened, tmp_path: Path
) -> None:
    phones = Phones()
    table = _opened(kept_table, phones)
    table.tap_words("Bob")
    assert code_on(table, tmp_path) == f"{PHONES}#ABC100"
    assert any("ABC100" in words for words in table.words())
    phones.let_in(1)
    table.stage.sheet.look()
    draw_frames()
    assert "Whose phone?" in table.words()
    assert "bids from a phone" in table.words()


def test_a_code_stays_to_be_scanned_while_the_others_go_on(kept_table: Opened, tmp_path: Path) -> None:
    table = _opened(kept_table, Phones())
    table.tap_words("Bob")
    table.show(replace(views.reveal(), number=99))
    assert code_on(table, tmp_path) == f"{PHONES}#ABC100"


def test_the_list_of_players_stays_while_they_bid_and_goes_with_one_of_them(kept_table: Opened) -> None:
    table = _opened(kept_table, Phones())
    table.show(replace(views.reveal(), number=99))
    assert "Whose phone?" in table.words()
    table.show(replace(views.bidding(), number=100))
    assert "Whose phone?" in table.words()
    left = views.bidding()
    game = replace(left.scene.game, seats=left.scene.game.seats[1:])
    table.show(replace(left, number=101, scene=replace(left.scene, game=game)))
    assert table.stage.sheet is None


def test_a_phone_that_is_in_can_be_taken_away(kept_table: Opened) -> None:
    phones = Phones(spent={0: 1})
    table = _opened(kept_table, phones)
    table.tap_words("Ann")
    table.tap_words("Disconnect phone")
    assert phones.sent_away == [0]
    assert table.stage.sheet is None


def test_no_code_leads_a_phone_to_an_address_that_only_this_machine_can_open(
    kept_table: Opened, tmp_path: Path
) -> None:
    table = _opened(kept_table, Phones(local=True))
    table.tap_words("Bob")
    assert "Open this address in a browser on this machine." in table.words()
    assert code_on(table, tmp_path) == ""

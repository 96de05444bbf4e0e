"""``cups-up play`` has an eye for cards where a camera looks and the weights are there; else none."""

from __future__ import annotations

import pytest

from companion.cli.wiring import table_opened
from companion.cli.wiring.cameras import Opened
from companion.core.reading import WeightsError


class Weightless:
    """An eye whose weights are missing."""

    def __init__(self) -> None:
        raise WeightsError("the weights of the card eye are missing: install the app again")


@pytest.mark.parametrize(
    "opened", [Opened(object(), None, "a camera"), Opened(object(), object(), "simulated", cards=object())]
)
def test_with_a_camera_the_card_eye_is_opened(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_opened, "CardEye", str)
    assert table_opened._card_eye(opened) == ""


def test_without_a_camera_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_opened, "CardEye", lambda: pytest.fail("opened"))
    assert table_opened._card_eye(Opened(None, None, "no camera")) is None


def test_without_weights_it_is_told_and_cards_are_tapped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table_opened, "CardEye", Weightless)
    assert table_opened._card_eye(Opened(object(), None, "a camera")) is None
    assert "until then the cards of Liar, Liar are tapped" in capsys.readouterr().err

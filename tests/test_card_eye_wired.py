"""``companion play`` has an eye for cards where a real camera looks and the weights are there; else none."""

from __future__ import annotations

import pytest

from companion.commands import play
from companion.hardware.choose import Opened
from companion.recognition.errors import WeightsError


class Weightless:
    """An eye whose weights are missing."""

    def __init__(self) -> None:
        raise WeightsError("the weights of the card eye are missing: install the app again")


def test_with_a_camera_the_card_eye_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "CardEye", str)
    assert play._card_eye(Opened(object(), None, "a camera")) == ""


@pytest.mark.parametrize("opened", [Opened(None, None, "no camera"), Opened(object(), object(), "simulated")])
def test_without_a_camera_and_at_the_simulated_table_there_is_none(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "CardEye", lambda: pytest.fail("opened"))
    assert play._card_eye(opened) is None


def test_without_weights_it_is_told_and_cards_are_tapped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "CardEye", Weightless)
    assert play._card_eye(Opened(object(), None, "a camera")) is None
    assert "until then the cards of Liar, Liar are tapped" in capsys.readouterr().err

"""The file of the panel's wiring: what it may say, and a sentence for all that is wrong in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.devices import EXAMPLE, Wiring, WiringError, read_wiring, wiring_of
from companion.devices.panel.wiring import Level, SeatPins, Strip

STRIP = "[strip]\nleds_a_seat = 3\n"


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(WiringError) as refused:
        wiring_of(text)
    return refused.value.faults


def test_the_example_is_right_and_uses_each_pin_once() -> None:
    wiring = wiring_of(EXAMPLE)
    pins = [pin for pin, _ in wiring.uses()]
    assert len(wiring.seats) == 4
    assert wiring.seats[0] == SeatPins(5, (17, 27, 22), 6)
    assert len(pins) == len(set(pins)) == 23


def test_an_empty_file_wires_nothing() -> None:
    assert wiring_of("") == Wiring()


def test_a_lamp_may_be_one_pin_and_levels_may_be_said() -> None:
    wiring = wiring_of('lamps_light = "low"\ncups_down = "high"\n[[seat]]\nlamp = 17\n')
    assert wiring == Wiring(seats=(SeatPins(lamp=(17,)),), lamps_light=Level.LOW, cups_down=Level.HIGH)


def test_a_strip_takes_its_four_pins() -> None:
    assert wiring_of(STRIP).strip == Strip(3)
    assert faults("buzzer = 10\n" + STRIP) == (
        "GPIO 10 is used more than once: for the buzzer and for the LED strip (data).",
    )


def test_a_pin_used_twice_names_both_uses() -> None:
    assert faults("round_button = 17\n[[seat]]\nchallenge = 5\nlamp = [17, 27, 22]\n[[seat]]\ncup = 5\n") == (
        "GPIO 5 is used more than once: for the challenge button of seat 1 and for the cup sensor of seat 2.",
        "GPIO 17 is used more than once: for the lamp of seat 1 (red) and for the round button.",
    )


@pytest.mark.parametrize("pin", [-1, 0, 1, 28, 40, 10**9])
def test_a_pin_that_is_not_on_the_header_is_refused(pin: int) -> None:
    assert faults(f"buzzer = {pin}\n") == (
        f"GPIO {pin} for the buzzer cannot be used: choose from 2 to 27 (BCM numbers).",
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("buzzer = ", "this is not TOML"),
        ('buzzer = "GPIO12"', 'buzzer must be a pin\'s BCM number, got "GPIO12".'),
        ("buzzer = true", "buzzer must be a pin's BCM number, got true."),
        ("buzer = 12", '"buzer" of the file is not known: choose from round_button, light_ring, buzzer'),
        ('lamps_light = "bright"', 'lamps_light must be "high" or "low", got "bright".'),
        ("lamps_light = [1]", 'lamps_light must be "high" or "low", got [1].'),
        ("seat = 4", "Write each seat as a block [[seat]]."),
        ("strip = 4", "Write the strip as a block [strip]."),
        ('[strip]\nleds_a_seat = "3"', "leds_a_seat and skip of [strip] must be whole numbers."),
        ("[strip]\nleds_a_seat = 90", "The LED strip must have 1 to 18 LEDs a seat, and at most 144 in all."),
        ("[[seat]]\nlamp = [1.5]", "lamp of seat 1 must be a pin number or three of them, got [1.5]."),
        (
            "[[seat]]\nlamp = [17, 27]",
            "The lamp of seat 1 has 2 pins: give one, or three for red, green and blue.",
        ),
        ("[[seat]]\nbutton = 5", '"button" of seat 1 is not known: choose from challenge, lamp, cup.'),
        ("[[seat]]\nlamp = 17\n" + STRIP, "Seat 1 has a lamp beside the LED strip: choose one of them."),
        ("[[seat]]\n" * 9, "There are 9 seats, but a table has 8 at most."),
    ],
)
def test_everything_wrong_has_its_sentence(text: str, sentence: str) -> None:
    assert any(sentence in fault for fault in faults(text))


def test_a_file_with_many_faults_names_them_all_and_itself(tmp_path: Path) -> None:
    path = tmp_path / "panel.toml"
    path.write_text('buzzer = "x"\nround_button = []\n')
    with pytest.raises(WiringError) as refused:
        read_wiring(path)
    assert len(refused.value.faults) == 2
    assert all(fault.startswith("panel.toml: ") for fault in refused.value.faults)


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_file_that_cannot_be_read_is_one_sentence(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "panel.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(WiringError, match="cannot be read"):
        read_wiring(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("buzzer = " + "9" * 900, "this is not TOML: a whole number in it is far too large."),
        ("a = " + "[\n" * 9000, "this is not TOML: it is nested too deep."),
        ("buzzer = '" + "x" * 900 + "'", "buzzer must be a pin's BCM number, got \"xxx"),
        ("[[seat]]\n" * 5000, "There are 5000 seats"),
        ("[[seat]]\ncup = 6\n" * 50, "sensor of seat 4 and 46 more. There are 50 seats"),
        ("\n".join(f"k{each} = 1" for each in range(3000)), '"k0" of the file is not known'),
    ],
)
def test_a_wild_file_is_told_in_few_and_short_sentences(text: str, words: str) -> None:
    with pytest.raises(WiringError) as refused:
        wiring_of(text)
    assert words in str(refused.value)
    assert len(str(refused.value)) < 5000


def test_a_wiring_that_is_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "panel.toml")
    with pytest.raises(WiringError, match=r"panel\.toml is not a regular file"):
        read_wiring(tmp_path / "panel.toml")

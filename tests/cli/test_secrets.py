"""User and password of an address stand nowhere: not in a sentence, not in JSON, not in a log."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli import doctor, rules
from companion.core.frame import CameraGone
from companion.core.on_disk import shown_name
from companion.devices.cameras.drivers import usb
from companion.text import say, without_secrets

SECRET = "gehe/im@"
CAMERA = f"rtsp://ann:{SECRET}@127.0.0.1:9/live?user=ann&pwd=geheim"
BROKER = f"mqtt://ann:{SECRET}@127.0.0.1:9/kitchen"
DATABASE = f"postgresql://ann:{SECRET}@127.0.0.1:9/club"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("the stream rtsp://ann:geheim@camera/1 is gone", "the stream rtsp://…@camera/1 is gone"),
        ("rtsp://ann:p@ss/word@camera/1", "rtsp://…@camera/1"),
        ("rtsp://ann@camera", "rtsp://…@camera"),
        ("http://camera/v.cgi?user=ann&pwd=geheim", "http://camera/v.cgi?…"),
        ("mqtt:ann:geheim@broker", "mqtt:…@broker"),
        ("rtsp:/ann:geheim@camera", "rtsp:/…@camera"),
        ("1://ann:geheim@camera", "1://…@camera"),
        ("http://192.168.1.20:8037/", "http://192.168.1.20:8037/"),
        ("ann@home plays at 8:15", "ann@home plays at 8:15"),
        ("rtsp://…", "rtsp://…"),
    ],
)
def test_an_address_is_shown_without_its_secrets(text: str, shown: str) -> None:
    assert without_secrets(text) == shown
    assert without_secrets(shown) == shown


def test_a_long_address_is_cut_after_its_secrets_are_out() -> None:
    assert shown_name("rtsp://ann:" + "geheim" * 100 + "@camera") == "rtsp://…@camera"


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--camera", CAMERA),
        ("play", "--camera", CAMERA.replace("://", ":")),
        ("play", "--camera", "simulated", "--events", BROKER),
        ("play", "--events", BROKER.replace("://", ":/")),
        ("play", "--panel", CAMERA, "--no-such-option"),
        ("demo", "--fast", "--rounds", "1", "--events", BROKER),
        ("rehearse", "--evenings", "1", "--events", BROKER),
        ("rehearse", "--camera", CAMERA),
        ("doctor", "--camera", CAMERA),
        ("doctor", "--camera", CAMERA, "--json"),
        ("doctor", "--camera", "simulated", "--events", BROKER),
        ("doctor", "--camera", "simulated", "--json", "--events", BROKER.replace("://", ":/")),
        ("count", "--camera", CAMERA),
        ("count", "--camera", CAMERA, "--json"),
        ("count", CAMERA),
        ("calibrate", "--camera", CAMERA),
        ("calibrate", "--pictures", CAMERA, "--table", CAMERA),
        ("read", CAMERA, "--json"),
        ("replay", CAMERA),
        ("import", BROKER),
        ("souvenir", BROKER),
        ("panel", CAMERA),
        ("update", CAMERA),
        ("scoreboard", "--listen", BROKER),
        ("club", "serve", "--broker", BROKER),
        ("club", "standings", "--store", DATABASE),
        ("club", "import", BROKER),
        (CAMERA,),
        ("help", CAMERA),
    ],
)
def test_no_command_tells_a_secret(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "")
    monkeypatch.setenv("CUPS_UP_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(usb, "LiveCamera", nobody_answers)
    for examination in ("examine_model", "examine_voice", "examine_listening"):
        monkeypatch.setattr(f"companion.cli.wiring.checkup.{examination}", doctor_is_quick)
    with contextlib.suppress(SystemExit):
        main(words)
    told = "".join(capfd.readouterr())
    assert told
    assert "gehe" not in told
    assert [path for path in tmp_path.rglob("*") if path.is_file() and b"gehe" in path.read_bytes()] == []


def doctor_is_quick(*_: object) -> doctor.Finding:
    return doctor.Finding("model", doctor.State.OK, "there")


def nobody_answers(address: str, name: str, **_: object) -> None:
    raise CameraGone(say("camera.stream_trouble.unopened", camera=name))


def test_the_log_of_faults_has_neither_password_nor_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CUPS_UP_HOME", str(tmp_path))

    def fails(_: object) -> int:
        raise RuntimeError(f"nobody is at {BROKER}")

    monkeypatch.setattr(rules, "run", fails)
    monkeypatch.setattr(rules, "add_arguments", lambda parser: parser.add_argument("given", nargs="*"))
    assert main(["rules", CAMERA, "--", "--token", "verysecret", "--token=verysecret"]) == 1
    log = (tmp_path / "state" / "faults.log").read_text()
    for told in (log, "".join(capfd.readouterr())):
        assert "nobody is at mqtt://…@127.0.0.1:9/kitchen" in told
        assert "gehe" not in told
        assert "verysecret" not in told
    assert "rules rtsp://…@127.0.0.1:9/live?… -- --token … --token=…" in log

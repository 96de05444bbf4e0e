"""Recorded lifts: a video that knows what happens in it is rehearsed like the simulated table."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.__main__ import main
from companion.cli.rehearse import FINE, NOT_PLAYED
from companion.core.frame import NS_PER_S
from companion.simulator import DiceKind, Happening, SimulatedTable
from companion.simulator.rehearsal import RecordedTable, RecordingError, VirtualClock, recorded_lifts

FPS = 8
CHALLENGED, STAYS = 4, 12
"""Frames before the challenge, and after the last hand has gone."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One lift, recorded at the simulated table."""
    folder = tmp_path_factory.mktemp("lifts")
    clock = VirtualClock()
    table = SimulatedTable(3, 5, dice=DiceKind.PLAIN, happenings=(Happening.TOGETHER,), clock=clock)
    table.deal((2, 2, 2), (), 7)
    video = cv2.VideoWriter(str(folder / "00.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (1280, 720))
    began_ns, frames, last = clock(), 0, CHALLENGED + STAYS
    while frames < last:
        if frames == CHALLENGED:
            table.lift_by_hand(7)
            truth = table.lift_truth()
            uncovered, gone = (
                -(-(each - began_ns) * FPS // NS_PER_S)
                for each in (truth.uncovered_at_ns, truth.hands_gone_at_ns)
            )
            last = gone + STAYS
        video.write(table.latest().pixels)
        frames += 1
        clock.advance_to(began_ns + frames * NS_PER_S // FPS)
    video.release()
    told = {
        "fps": FPS,
        "players": 3,
        "dice": table.truth(),
        "challenged_frame": CHALLENGED,
        "uncovered_frame": uncovered,
        "hands_gone_frame": gone,
        "happenings": ["together"],
    }
    (folder / "00.json").write_text(json.dumps(told), encoding="utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("named", ["", "00.mp4"])
def test_a_recorded_lift_is_read_by_itself(
    folder: Path, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rehearse", "--camera", str(folder / named), "--json"]) == FINE
    told = json.loads(capsys.readouterr().out)
    assert (told["lifts"], told["read_by_itself"], told["dice"]) == (1, 1, 6)
    assert (told["told_wrong"], told["wrong_verdicts"], told["read_early"]) == (0, 0, 0)
    assert told["by_happening"]["together"]["lifts"] == 1


@pytest.mark.slow
def test_the_video_goes_on_while_people_wait_for_the_challenge(folder: Path) -> None:
    clock = VirtualClock()
    (lift,) = recorded_lifts(folder)
    table = RecordedTable(lift, clock)
    came = []
    for _ in range(CHALLENGED + 2):
        came.append(table.challenge_is_due)
        clock.advance_to(clock() + NS_PER_S // FPS)
    assert came == [False] * CHALLENGED + [True, True]
    truth = table.lift_truth()
    assert truth.began_ns < clock() < truth.uncovered_at_ns <= truth.hands_gone_at_ns
    table.camera.close()


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("{}", "'fps'"),
        ("not json", "does not say what happens"),
        (
            '{"fps": 8, "dice": [[1], [2, 3]], "happenings": [], "challenged_frame": 1,'
            ' "uncovered_frame": 2, "hands_gone_frame": 3}',
            "as many dice",
        ),
    ],
)
def test_a_recording_that_cannot_be_used_is_told(tmp_path: Path, written: str, why: str) -> None:
    (tmp_path / "00.json").write_text(written, encoding="utf-8")
    with pytest.raises(RecordingError, match=why):
        recorded_lifts(tmp_path)


def test_a_folder_without_recordings_ends_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rehearse", "--camera", str(tmp_path)]) == NOT_PLAYED
    assert "holds no recorded lifts" in capsys.readouterr().err

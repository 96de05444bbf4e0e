"""Taught sets: skulls learned from a few frames are read in others, or asked about; never guessed."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import read, teach
from companion.core.frame import Frame
from companion.core.reading import TeachError
from companion.recognition.classify.classifier import unit
from companion.recognition.photographs import load_photo
from companion.recognition.taught.dice_set import DiceSet, SetShelf
from companion.recognition.taught.lesson import Lesson, by_face, dice_shown, grouped
from companion.recognition.taught.taught_eye import SetEye, TaughtEye, learned
from companion.recognition.taught.views import SQUARE_PX, cut_squares, nothing_shows
from tests.recognition.drawn import draw_die, drawn_table

pytestmark = pytest.mark.slow

FRAMES = Path(__file__).parent / "taught"
"""Drawn by ``models.evaluate_taught --write FOLDER --sets pirates --seeds 11 --reads 5 --quality 50``."""
FACES = range(1, 7)


@pytest.fixture(scope="module")
def eye() -> SetEye:
    return SetEye()


def taught_from(eye: SetEye, kinds: tuple[str, ...]) -> TaughtEye:
    lesson = Lesson()
    for kind in kinds:
        for face in FACES:
            lesson.show(face, dice_shown(eye, load_photo(FRAMES / f"{kind}-{face}.jpg")))
    return TaughtEye(lesson.ended("pirates"))


@pytest.fixture(scope="module")
def pirates(eye: SetEye) -> TaughtEye:
    return taught_from(eye, ("teach", "again"))


def told(eye: TaughtEye) -> list[tuple[int, int | None]]:
    """True face and told face of each die of the unseen frames that was found."""
    pairs = []
    for name, things in json.loads((FRAMES / "truth.json").read_text(encoding="utf-8")).items():
        dice = eye.read(load_photo(FRAMES / f"{name}.jpg")).dice
        for thing in things:
            left, top, right, bottom = thing["box"]
            inside = [die for die in dice if left < die.centre[0] < right and top < die.centre[1] < bottom]
            pairs += [(thing["face"], die.face) for die in inside[:1]]
    return pairs


def test_unseen_frames_are_read_or_asked_about(pirates: TaughtEye) -> None:
    pairs = told(pirates)
    assert len(pairs) >= 24
    wrong = [pair for pair in pairs if pair[1] not in (None, pair[0])]
    assert wrong == []
    assert sum(face == read for face, read in pairs) >= 12


def test_six_frames_in_one_light_are_enough_to_read_some_and_guess_none(eye: SetEye) -> None:
    pairs = told(taught_from(eye, ("teach",)))
    assert [pair for pair in pairs if pair[1] not in (None, pair[0])] == []
    assert sum(face == read for face, read in pairs) >= 8


def test_a_symbol_keeps_its_numbers_in_other_colours_and_turns(eye: SetEye) -> None:
    def shown(face: int, angle_deg: float, negative: bool) -> np.ndarray:
        table = drawn_table([], 200, 200)
        draw_die(table, (100, 100), 70, face, angle_deg)
        return 255 - table if negative else table

    box = [(60.0, 60.0, 140.0, 140.0)]
    some, others = (
        eye.signatures(
            np.concatenate([cut_squares(shown(face, 25.0 * face + turn, negative), box) for face in FACES])
        )
        for turn, negative in ((0.0, False), (37.0, True))
    )
    assert (unit(some) @ unit(others).T).argmax(1).tolist() == [0, 1, 2, 3, 4, 5]


def test_a_face_on_which_nothing_shows_is_known_as_such(eye: SetEye) -> None:
    (shown,) = eye.lying(drawn_table([4]), eye.detect(drawn_table([4])))[1]
    blank = np.full_like(shown, 90)
    dazzling = np.clip(shown.astype(int) + 190, 0, 255).astype(np.uint8)
    dark = (shown * 0.2).astype(np.uint8)
    assert nothing_shows(np.stack([shown, blank, dazzling, dark])).tolist() == [False, True, True, False]


def test_pictures_on_which_nothing_shows_are_refused(eye: SetEye, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame(drawn_table([4, 5, 6]), 0)
    shown, squares = eye.lying(frame.pixels, eye.detect(frame.pixels))
    mixed = np.concatenate([np.full_like(squares[:1], 250), squares[1:]])
    monkeypatch.setattr(eye, "lying", lambda *_: (shown, mixed))
    assert len(dice_shown(eye, frame)) == len(squares) - 1
    monkeypatch.setattr(eye, "lying", lambda *_: (shown, np.full_like(squares, 250)))
    with pytest.raises(TeachError, match="without a visible mark"):
        dice_shown(eye, frame)


def test_a_slipped_die_among_many_is_left_out() -> None:
    looks, faces = signatures_of(0.02, np.eye(12)[:6] + 1)
    sound = learned(looks, faces)
    slipped = looks.copy()
    slipped[7] = looks[20]
    again = learned(slipped, faces)
    assert again.told_share == pytest.approx(sound.told_share, abs=0.05)
    assert again.faces == pytest.approx(sound.faces, abs=0.05)


def test_more_slipped_dice_than_a_tenth_are_not_left_out() -> None:
    looks, faces = signatures_of(0.02, np.eye(12)[:6] + 1)
    looks[[2, 7, 12, 17]] = looks[[20, 25, 26, 3]]
    assert learned(looks, faces).told_share < 0.9


def test_ordinary_dice_are_asked_about_not_read_as_skulls(pirates: TaughtEye) -> None:
    reading = pirates.read(Frame(drawn_table([1, 2, 3, 4, 5, 6]), 0))
    assert {die.face for die in reading.dice} <= {None}


def test_the_wild_face_is_told_as_a_star() -> None:
    stacks = tuple(np.zeros((3, SQUARE_PX, SQUARE_PX, 3), np.uint8) for _ in FACES)
    assert DiceSet("a", stacks, (1,) * 6).counts_as == (1, 2, 3, 4, 5, 6)
    assert DiceSet("a", stacks, (1,) * 6, wild=3).counts_as == (3, 2, 1, 4, 5, 6)
    assert DiceSet("a", stacks, (1,) * 6, wild=6, six=1).counts_as == (6, 2, 3, 4, 5, 1)
    with pytest.raises(TeachError, match="both the wild one and the six"):
        DiceSet("a", stacks, (1,) * 6, wild=6)


def signatures_of(spread: float, middles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    faces = np.repeat(np.arange(1, 7), 5)
    return middles[faces - 1][:, None] + rng.normal(0, spread, (30, 4, 12)), faces


def test_faces_that_differ_are_told_apart() -> None:
    looks, faces = signatures_of(0.02, np.eye(12)[:6] + 1)
    prototypes = learned(looks, faces)
    distances = prototypes.distances(looks[:, 0])
    assert (faces == distances.argmin(1) + 1).all()
    assert prototypes.told(looks[:, 0]).mean() > 0.8


def test_a_stranger_is_not_told() -> None:
    prototypes = learned(*signatures_of(0.02, np.eye(12)[:6] + 1))
    strangers = (np.eye(12)[6:] + 1) + np.eye(12)[:6] * 0.5
    assert not prototypes.told(strangers).any()


def test_two_faces_that_look_the_same_are_refused() -> None:
    middles = np.eye(12)[:6] + 1
    middles[4] = middles[1]
    with pytest.raises(TeachError, match="look the same to the eye"):
        learned(*signatures_of(0.1, middles))


def test_too_few_dice_of_a_face_are_refused() -> None:
    looks, faces = signatures_of(0.02, np.eye(12)[:6] + 1)
    kept = np.r_[0:17, 20:30]
    with pytest.raises(TeachError, match="only 2 dice found with face 4: show it at least 3 times"):
        learned(looks[kept], faces[kept])


def test_mixed_dice_are_sorted_and_each_is_in_one_group(eye: SetEye) -> None:
    squares = np.concatenate([dice_shown(eye, load_photo(FRAMES / f"teach-{face}.jpg")) for face in FACES])
    groups = grouped(eye, squares)
    assert sorted(each for group in groups for each in group) == list(range(len(squares)))
    assert [len(group) for group in groups] == sorted((len(group) for group in groups), reverse=True)
    shown = by_face(groups, [number % 7 for number in range(len(groups))])
    assert shown[1] == groups[1] + (groups[8] if len(groups) > 8 else [])


def test_a_set_comes_back_as_it_was_kept(pirates: TaughtEye, tmp_path: Path) -> None:
    shelf = SetShelf(tmp_path / "sets")
    shelf.save(pirates.dice_set)
    again = shelf.load("pirates")
    assert [len(each) for each in pirates.dice_set.squares] == [len(each) for each in again.squares]
    assert pirates.dice_set.pictures == again.pictures
    assert all(
        np.abs(one.astype(int) - other).mean() < 4
        for one, other in zip(pirates.dice_set.squares, again.squares, strict=True)
    )
    assert [path.name for path in (tmp_path / "sets").iterdir()] == ["pirates.zip"]


@pytest.mark.parametrize("change", ["cut", "bit", "empty", "other"])
def test_an_altered_file_is_refused(pirates: TaughtEye, tmp_path: Path, change: str) -> None:
    shelf = SetShelf(tmp_path)
    path = shelf.save(pirates.dice_set)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle] ^= 1
    altered = {"cut": content[:middle], "bit": content, "empty": b"", "other": b"no zip"}[change]
    path.write_bytes(bytes(altered))
    with pytest.raises(TeachError, match="is damaged or was changed"):
        shelf.load("pirates")


def run(command: object, *arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_intermixed_args(arguments))


def test_teach_list_read_and_forget(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    given = [f"{face}={FRAMES / f'teach-{face}.jpg'}" for face in FACES]
    assert run(teach, "pirates", *given, "--out", str(tmp_path)) == 0
    assert "pirates is learned" in capsys.readouterr().out
    assert cv2.imread(str(tmp_path / "pirates.png")).shape[0] == 6 * 64
    assert run(teach, "--list") == 0
    assert capsys.readouterr().out.startswith("pirates: ")
    assert run(read, str(FRAMES / "read-1.jpg"), "--set", "pirates") == 0
    assert "dice" in capsys.readouterr().out
    assert run(teach, "--forget", "pirates") == 0
    assert run(teach, "--forget", "pirates") == 1
    assert run(read, str(FRAMES / "read-1.jpg"), "--set", "pirates") == 2
    assert "no set is called “pirates”; taught sets: none yet" in capsys.readouterr().err


def test_a_picture_without_dice_is_told_and_the_lesson_says_what_it_lacks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((300, 400, 3), 128, np.uint8))
    assert run(teach, "empty", f"1={blank}") == 1
    out, err = capsys.readouterr()
    assert out.startswith(f"{blank}: no whole die is found in it.")
    assert err == "cups-up teach: no dice found with face 1: show it at least 3 times\n"


def test_dice_that_show_no_mark_are_left_out_with_a_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, blank = teach.whole_dice, np.full((1, SQUARE_PX, SQUARE_PX, 3), 250, np.uint8)
    monkeypatch.setattr(teach, "whole_dice", lambda *shown: np.concatenate([whole(*shown), blank]))
    assert run(teach, "pirates", *[f"{face}={FRAMES / f'teach-{face}.jpg'}" for face in FACES]) == 0
    told = capsys.readouterr().out
    assert told.count("dice show no mark in this light and are left out.") == 6
    assert "teach-2.jpg: 1 of " in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["../up", "1=a.jpg"], "cannot name a set"),
        (["skulls", "7=a.jpg"], "a picture is given as its face and its file"),
        (["skulls", "1=nowhere.jpg"], "nowhere.jpg cannot be read"),
        (["skulls", f"1={FRAMES / 'teach-1.jpg'}"], "no dice found with face 2"),
        (["skulls", f"1={FRAMES / 'teach-1.jpg'}", "--wild", "6"], "both the wild one and the six"),
    ],
)
def test_what_cannot_be_taught_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], own_home: Path
) -> None:
    assert run(teach, *arguments) == 1
    complaint = capsys.readouterr().err
    assert sentence in complaint
    assert complaint.count("\n") == 1
    assert not (own_home / "sets").exists()


@pytest.mark.parametrize(
    ("words", "lacks"), [([], "give the set a name"), (["skulls"], "give a picture for each face")]
)
def test_missing_words_are_said(words: list[str], lacks: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(teach, *words) == 2
    assert lacks in capsys.readouterr().err

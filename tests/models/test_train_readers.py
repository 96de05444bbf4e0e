"""The classifier's training: what lessons do not teach costs nothing; a stopped run goes on where it was."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("numba")
pytest.importorskip("onnx")

import torch

from companion.recognition.classify.classifier import ANSWERS, DOUBTS, NORMALS, OBJECTNESS
from models.export import NETS, RANGE_CROPS
from models.lessons.pictures import Supply, as_taken
from models.nets import (
    COCKED,
    DIE,
    EMBEDDING,
    FACE,
    TAUGHT_NORMAL,
    TRUTHS,
    LargeClassifier,
    MarkDirections,
    SmallClassifier,
    copied_loss,
    kept_loss,
    label_loss,
    told_anew,
)
from models.train_readers import SIZES, Clock, Course, Training, learn_bytes
from models.training import unmeasured

BATCH = 8


class Noise:
    """Material that shows noise."""

    def more(self, step: int) -> None:
        pass

    def in_the_background(self) -> AbstractContextManager[None]:
        return nullcontext()

    def bytes_(self, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.randint(0, 256, (count, 3, 64, 64), dtype=torch.uint8), taught(count)

    def batch(self, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        pixels, truths = self.bytes_(count)
        return as_taken(pixels), truths


def taught(count: int, face: float = 2.0) -> torch.Tensor:
    truths = torch.full((count, TRUTHS), -1.0)
    truths[:, FACE], truths[:, DIE], truths[:, TAUGHT_NORMAL] = face, 1.0, float("nan")
    return truths


def course(folder: Path, steps: int) -> Course:
    return Course(folder, folder / "bytes", steps, None, 0.5, Supply(BATCH, 1, 8, 16), 1e-3, 1, None)


SHOWN = as_taken(torch.zeros(4, 3, 64, 64, dtype=torch.uint8))


def test_a_run_begins_as_its_start_answers_though_no_norm_was_measured(tmp_path: Path) -> None:
    shown, nets = torch.randn(16, 3, 64, 64), {name: NETS[name]() for name in SIZES}
    for name, net in nets.items():
        torch.save(net.state_dict(), tmp_path / f"{name}.pt")
    began = Training(replace(course(tmp_path, 3), start=tmp_path), 4, shown)
    for name, net in nets.items():
        before, now = (each.eval()(shown)[0] for each in (net, began.nets[name]))
        torch.testing.assert_close(now, before, atol=1e-3, rtol=1e-3)
        assert not unmeasured(began.nets[name])


@pytest.mark.parametrize("size", [SmallClassifier, LargeClassifier])
def test_a_size_answers_what_the_eye_reads(size: type[torch.nn.Module]) -> None:
    answered = size().eval()(torch.zeros(2, 3, 64, 64))
    shapes = [(2, ANSWERS), (2, EMBEDDING)] if size is LargeClassifier else [(2, ANSWERS)]
    assert [tuple(each.shape) for each in answered] == shapes


def test_right_answers_cost_less_than_wrong_ones() -> None:
    right = torch.zeros(BATCH, ANSWERS)
    right[:, 2], right[:, OBJECTNESS] = 6.0, 6.0
    wrong = right.roll(1, dims=1)
    wrong[:, OBJECTNESS] = 6.0
    assert label_loss(right, taught(BATCH)) < label_loss(wrong, taught(BATCH))


def test_what_is_not_to_be_learned_costs_nothing() -> None:
    answers = torch.randn(BATCH, ANSWERS)
    nothing = torch.full((BATCH, TRUTHS), -1.0)
    nothing[:, TAUGHT_NORMAL] = float("nan")
    assert label_loss(answers, nothing).item() == 0.0


def test_a_copy_costs_least_where_it_is_one() -> None:
    teacher = torch.randn(BATCH, ANSWERS)
    assert copied_loss(teacher, teacher) < copied_loss(torch.randn(BATCH, ANSWERS), teacher)


def kept(now: torch.Tensor, was: torch.Tensor, truths: torch.Tensor) -> float:
    return kept_loss(now, was, told_anew(truths)).item()


def changed(answers: torch.Tensor, column: int | slice, by: float) -> torch.Tensor:
    other = answers.clone()
    other[:, column] += by
    return other


def test_a_former_answer_is_kept_where_it_was_right_and_only_there() -> None:
    was = torch.zeros(BATCH, ANSWERS)
    was[:, 2], was[:, OBJECTNESS] = 6.0, 4.0
    sound = taught(BATCH)
    sound[:, COCKED] = 0.0
    as_it_was = kept(was, was, sound)
    assert kept(changed(was, OBJECTNESS, -2.0), was, sound) > as_it_was + 1
    assert kept(changed(was, OBJECTNESS, 2.0), was, sound) == pytest.approx(as_it_was)
    assert kept(changed(was, 2, -4.0), was, sound) > as_it_was + 0.3
    surer = changed(was, 2, 0.5)
    assert kept(was, surer, sound) > kept(surer, was, sound) + 0.1
    misread = sound.clone()
    misread[:, FACE] = 3.0
    assert kept(changed(was, 2, -4.0), was, misread) == pytest.approx(as_it_was)
    none = sound.clone()
    none[:, FACE], none[:, DIE] = -1.0, 0.0
    assert kept(changed(was, OBJECTNESS, -9.0), was, none) == pytest.approx(0.0)


def test_odds_of_a_face_need_not_rise_without_end() -> None:
    sure, sound = torch.zeros(BATCH, ANSWERS), taught(BATCH)
    sure[:, 2], sure[:, OBJECTNESS], sound[:, COCKED] = 14.0, 4.0, 0.0
    assert kept(changed(sure, 2, -4.0), sure, sound) == pytest.approx(kept(sure, sure, sound), abs=0.01)


def test_doubts_normals_and_faces_of_cocked_dice_stay_as_they_were() -> None:
    was, cocked = torch.zeros(BATCH, ANSWERS), taught(BATCH)
    cocked[:, COCKED], cocked[:, TAUGHT_NORMAL] = 1.0, 0.5
    assert label_loss(was, told_anew(cocked)).item() == label_loss(was, told_anew(taught(BATCH))).item()
    for column in (3, DOUBTS, NORMALS):
        assert kept(changed(was, column, 1.0), was, cocked) > kept(was, was, cocked)


def test_embeddings_without_a_mark_cost_nothing() -> None:
    unknown = torch.full((BATCH,), -1.0)
    assert MarkDirections(9).loss(torch.randn(BATCH, EMBEDDING), unknown).item() == 0.0


def test_the_rate_rises_and_falls_to_almost_nothing() -> None:
    clock, rates = Clock(100, None), []
    for clock.step in range(100):
        rates.append(clock.rate(1.0))
    assert rates.index(max(rates)) == 5
    assert rates[0] < 0.05
    assert rates[-1] < 0.01


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    training = Training(course(tmp_path, 3), 4, SHOWN)
    training.step(Noise())
    training.keep()
    resumed = Training(course(tmp_path, 3), 4, SHOWN)
    assert resumed.clock.step == 1
    for name in SIZES:
        was, now = (each.nets[name].state_dict() for each in (training, resumed))
        assert all(was[key].equal(now[key]) for key in was)


def test_a_run_that_keeps_answers_stays_nearer_to_its_start(tmp_path: Path) -> None:
    torch.manual_seed(3)
    for name in SIZES:
        torch.save(NETS[name]().state_dict(), tmp_path / f"{name}.pt")
    shown = as_taken(torch.randint(0, 256, (16, 3, 64, 64), dtype=torch.uint8))
    away = []
    for keep in (0.0, 30.0):
        wanted = replace(course(tmp_path, 9), run=tmp_path / str(keep), start=tmp_path, keep=keep)
        wanted.run.mkdir()
        training = Training(wanted, 4, shown)
        before = {name: net.eval()(shown)[0].detach() for name, net in training.nets.items()}
        for net in training.nets.values():
            net.train()
        torch.manual_seed(4)
        for _ in range(6):
            training.step(Noise())
        after = {name: net.eval()(shown)[0] for name, net in training.nets.items()}
        away.append(sum((after[name] - before[name])[:, NORMALS].abs().sum().item() for name in SIZES))
    assert away[1] < away[0]


def test_another_run_than_the_start_may_say_what_is_kept(tmp_path: Path) -> None:
    for folder in ("start", "kept"):
        (tmp_path / folder).mkdir()
        for name in SIZES:
            torch.save(NETS[name]().state_dict(), tmp_path / folder / f"{name}.pt")
    wanted = replace(course(tmp_path, 3), start=tmp_path / "start", kept=tmp_path / "kept", keep=1.0)
    former, shown = Training(wanted, 4, SHOWN).former, torch.randn(2, 3, 64, 64)
    for name in SIZES:
        alone = NETS[name]()
        alone.load_state_dict(torch.load(wanted.kept / f"{name}.pt", weights_only=True))
        torch.testing.assert_close(former[name](shown)[0], alone.eval()(shown)[0], atol=1e-4, rtol=1e-3)


def test_both_sizes_come_out_whole_and_in_bytes(tmp_path: Path) -> None:
    wanted, held = course(tmp_path, 2), (as_taken(torch.zeros(4, 3, 64, 64, dtype=torch.uint8)), taught(4))
    learned = Training(wanted, 4, SHOWN).learn(Noise(), held)
    in_bytes = learn_bytes(learned, Noise(), wanted)
    assert set(learned) == set(in_bytes) == set(SIZES)
    made = {path.name for path in (tmp_path / "bytes").iterdir()}
    assert made == {RANGE_CROPS, *(f"{name}.pt" for name in SIZES)}

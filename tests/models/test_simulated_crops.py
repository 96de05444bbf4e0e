"""Crops of simulated tables show what their labels say."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("tqdm")

from companion.recognition.classify.classifier import Classifier
from companion.recognition.networks.weights import load_weights
from companion.simulator import SpriteSet
from models.export import HERE
from models.lessons.photographs import KEPT_PX, NO_DIE, ROOM, UNSURE, Crops, Proposals
from models.lessons.simulated import BETWEEN, LOOSE, ON_SQUARE, add_table

NUMBERS = (1, 2, 3)
"""Squares with one look and with two, and lifted cups."""


@pytest.fixture(scope="module")
def crops() -> Crops:
    made, proposals, sprites = Crops(), Proposals(HERE), SpriteSet.load()
    for number in NUMBERS:
        add_table(made, number, proposals, sprites)
    return made


def test_the_eye_reads_the_labels_of_faces_and_takes_bare_squares_for_no_dice(crops: Crops) -> None:
    inner = round(KEPT_PX / ROOM)
    edge = (KEPT_PX - inner) // 2
    shown = np.stack([each[edge : edge + inner, edge : edge + inner] for each in crops.pixels])
    read = Classifier(load_weights().large_classifier, 1.0).read(np.ascontiguousarray(shown))
    labels, said = np.array(crops.labels), read.class_probabilities[:, :8].argmax(1)
    faces, none = labels >= 0, labels == NO_DIE
    assert faces.sum() > 50
    assert (said == labels)[faces].mean() > 0.9
    assert none.sum() > 5
    assert (read.objectness < 0.5)[none].mean() > 0.8


def test_boxes_that_lie_partly_on_dice_have_no_label_and_dice_have_one(crops: Crops) -> None:
    sources = np.array(crops.sources)
    assert {LOOSE, ON_SQUARE} <= set(crops.sources)
    assert ((np.array(crops.labels) == UNSURE) == (sources == BETWEEN)).all()

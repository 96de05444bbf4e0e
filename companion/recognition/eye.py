"""The eye: a frame in, the dice it shows out, each with a face or a doubt."""

from __future__ import annotations

import time
from collections.abc import Sequence

import cv2
import numpy as np

from companion.frame import Frame
from companion.reading import Box, PhotoReading, ReadDie
from companion.recognition.classify import NO_DIE, Classifier
from companion.recognition.crops import cut_crops
from companion.recognition.doubles import of_like_size, without_doubles
from companion.recognition.judge import told_dice, whole_pixels
from companion.recognition.leans import LeanReader
from companion.recognition.level import level
from companion.recognition.locate import Locator
from companion.recognition.near_look import doubtful_of
from companion.recognition.second_look import looked_again, sure_of
from companion.recognition.shown import Shown, Weighed
from companion.recognition.shrink import Halvings
from companion.recognition.sight import Located, Sight
from companion.recognition.still_camera import StillCamera
from companion.recognition.strangers import (
    all_flat,
    less_flat,
    strangeness,
    suspects,
    unlikeness,
    with_company,
)
from companion.recognition.upright import upright
from companion.recognition.weights import Weights, load_weights

NOT_EVEN_TWO, NO_DIE_FOR_SURE = 0.99, 0.9
"""From these chances of being no die on a box is not drawn anew from near, as it is because it may hold two
dice, and what is in it not read again."""


class Eye:
    """Reads frames; holds five networks and nothing else, so one eye serves any table."""

    least_centre = 0.0
    """The first locator proposes boxes from this chance on; from the weights' threshold if that is higher."""

    def __init__(self, weights: Weights | None = None, threads: int = 1) -> None:
        """Open the networks. Raises ``WeightsError`` when the weights are missing or altered."""
        weights = weights or load_weights()
        self.thresholds = weights.thresholds
        far = Sight(weights.locator, max(self.thresholds.centre, self.least_centre), threads)
        near = Sight(weights.near_locator, self.thresholds.near, threads, near=True)
        self._locator = Locator(far, near)
        self._classifier = Classifier(weights.classifier, self.thresholds.temperature, threads)
        self._second = Classifier(weights.second_reader, self.thresholds.temperature, threads)
        self._leans = LeanReader(weights.lean_reader, threads)

    def read(
        self, frame: Frame, die_px: float | None = None, camera: StillCamera | None = None
    ) -> PhotoReading:
        """All dice of the frame in reading order.

        ``die_px`` is a die's side in pixels where it is known; ``camera`` knows how flat dice looked in its
        earlier frames, where it stands still.
        """
        started = time.perf_counter()
        halvings, size = Halvings(frame.pixels), (frame.width, frame.height)
        candidates = self.candidates(halvings, die_px)
        found = time.perf_counter()
        weighed = self.weighed(halvings, candidates)
        dice, rows = self.told(weighed, size)
        dice = level(dice, weighed.leans, rows, size, self.thresholds.leaning, camera)
        ended = time.perf_counter()
        ms = (("total", ended - started), ("locate", found - started), ("classify", ended - found))
        return PhotoReading(size, dice, tuple((name, 1000 * took) for name, took in ms))

    def weighed(self, pixels: np.ndarray | Halvings, found: Sequence[Located]) -> Weighed:
        """Of the boxes that may be dice the ones to keep, one a die, and what each of them shows."""
        pixels = Halvings.of(pixels)
        first = _kept(self._shown(pixels, found)).without_none(NOT_EVEN_TWO)
        no_die = first.verdicts.kinds[:, NO_DIE] >= NO_DIE_FOR_SURE
        doubtful = doubtful_of(first.located, sure_of(first.verdicts), no_die)
        if doubtful:
            redrawn, had = self._locator.again(pixels, first.located, doubtful), set(first.located)
            if new := [each for each in redrawn if each not in had]:
                left = set(redrawn)
                standing = [index for index, each in enumerate(first.located) if each in left]
                first = _kept(first.of(standing).and_those(self._shown(pixels, new)))
        first = first.without_none(NO_DIE_FOR_SURE)
        leans, sure = self._leans.read(first.crops), sure_of(first.verdicts)
        unlike = unlikeness(first.located, sure)
        strange = strangeness(unlike, self.thresholds)
        flatness = all_flat(leans.no_die, sure)
        leans, turns = upright(self._leans, pixels, first, leans, flatness)
        suspect = suspects(strange, leans.no_die, flatness, self.thresholds)
        again = np.flatnonzero(~sure | suspect | turns.astray)
        verdicts = looked_again(self._second, pixels, first, again, turns.degrees)
        # What was sure and lay astray alone is as sure as it was where the turned crop shows the same face.
        confirmed = sure & ~suspect & verdicts.same_faces(first.verdicts)
        verdicts, again = verdicts.where(~confirmed, first.verdicts), again[~confirmed[again]]
        verdicts = less_flat(again, verdicts, flatness)
        verdicts = with_company(again, verdicts, strange, sure, self.thresholds)
        return Weighed(first.located, verdicts, leans, unlike)

    def told(self, weighed: Weighed, size: tuple[int, int]) -> tuple[tuple[ReadDie, ...], dict[Box, int]]:
        """The dice of a frame of that width and height before they are held against each other; of each
        weighed box the row.
        """
        rows = {whole_pixels(each.box, size): row for row, each in enumerate(weighed.located)}
        return told_dice(weighed.located, weighed.verdicts, size, self.thresholds), rows

    def _shown(self, pixels: Halvings, found: Sequence[Located]) -> Shown:
        crops = cut_crops(pixels, [each.box for each in found])
        return Shown(list(found), crops, self._classifier.read(crops))

    def candidates(self, pixels: np.ndarray | Halvings, die_px: float | None = None) -> list[Located]:
        """Boxes that may be dice, doubles among them."""
        return self._locator.find(pixels, die_px)


def _kept(shown: Shown) -> Shown:
    """Of the boxes those that may be dice, one a die."""
    boxes, verdicts = [each.box for each in shown.located], shown.verdicts
    likely = np.array([each.chance for each in shown.located]) * verdicts.faces.max(1, initial=0.0)
    return shown.of(without_doubles(boxes, of_like_size(boxes, likely, sure_of(verdicts))))


def one_thread_for_pictures() -> None:
    """Keep OpenCV to one thread in this process, as the eye's sessions are."""
    cv2.setNumThreads(1)

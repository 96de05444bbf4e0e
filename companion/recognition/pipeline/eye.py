"""The eye: a frame in; its dice out, each with a face or a doubt.

detect ─▶ classify ─▶ context ─▶ decide
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakKeyDictionary

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.reading import Box, PhotoReading, ReadDie
from companion.recognition.classify.classifier import Classifier, Predictions, Surroundings, SymbolReader
from companion.recognition.classify.two_sizes import (
    Candidates,
    ScoredDice,
    judged_by_surroundings,
    level_again,
    read_again,
    sure_of,
)
from companion.recognition.context.camera_tilt import FITTED, camera_tilt, from_the_middle
from companion.recognition.context.die_size import size_prior
from companion.recognition.decide.cocked import FlatDiceHistory, FrameDice, doubt_side_faces, mark_cocked
from companion.recognition.decide.faces import Decided, decide, reading_order, whole_pixels
from companion.recognition.detect.detector import Detection, Detector
from companion.recognition.detect.multiscale import MultiScaleDetector
from companion.recognition.detect.nms import Bounds, covered_by, non_max_suppression
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.networks.config import EyeConfig
from companion.recognition.networks.weights import Weights, load_weights
from companion.recognition.pipeline.camera_memory import CameraMemory

LEANS_FROM = 0.6
"""A normal is read again from this part of a cocked die's deviation on. With 0.5 and 0.67 seven of 1,739
readings are others, and none of them more right [choice]."""
BESIDE = 0.4
"""A die beside others is covered by none of their boxes for more than this. Of 4,599 plain dice in heaps and
2,576 on photographs 25 more are read right than without dice that come back so, three fewer wrongly; with
0.25 14 more, with 0.5 24 and two fewer [choice]."""


class Eye:
    """It holds networks and, while a picture lives, its crops as read. One eye serves any table."""

    least_score = 0.0
    """Least score of a box, if the weights' threshold is not higher."""

    def __init__(self, weights: Weights | None = None, threads: int = 1) -> None:
        """Raises ``WeightsError``."""
        weights = weights or load_weights()
        self.config = EyeConfig.of(weights.thresholds)
        far = Detector(weights.locator, max(self.config.centre, self.least_score), threads)
        near = Detector(weights.near_locator, self.config.near, threads, refines=True)
        self._detector = MultiScaleDetector(far, near, self.config)
        self._small = Classifier(weights.small_classifier, 1.0, threads)
        self._large = Classifier(weights.large_classifier, self.config.temperature, threads)
        self._surroundings = Surroundings(weights.surroundings, threads)
        self.symbols = SymbolReader(weights.symbol_reader, threads)
        self._known: WeakKeyDictionary[ImagePyramid, Candidates] = WeakKeyDictionary()

    def read(
        self, frame: Frame, die_px: float | None = None, camera: CameraMemory | None = None
    ) -> PhotoReading:
        """All dice in reading order.

        ``die_px``: a die's side in px, if known. ``camera``, which has not moved, remembers flat dice of
        earlier frames. If nothing has moved since a reading without doubts, its boxes are read once more.
        """
        started = time.perf_counter()
        remembers, camera = camera is not None, CameraMemory() if camera is None else camera
        pyramid, size = camera.picture_of(frame), (frame.width, frame.height)
        still = camera.lie_still(pyramid, die_px)
        detections = self.detect(pyramid, die_px) if still is None else still
        detected = time.perf_counter()
        scored = self.score(pyramid, detections, settled=still is not None)
        decided, seen = self.decide(scored, size, camera.history)
        sure = remembers and still is None and not any(die.doubts for die in decided.dice)
        camera.lies(pyramid, die_px, scored.lying if sure else None)
        camera.saw(seen)
        ended = time.perf_counter()
        ms = (("total", ended - started), ("locate", detected - started), ("classify", ended - detected))
        ms_each = tuple((name, 1000 * took) for name, took in ms)
        return PhotoReading(size, decided.dice, ms_each, decided.dropped)

    def detect(self, pixels: np.ndarray | ImagePyramid, die_px: float | None = None) -> list[Detection]:
        """A die may have several boxes."""
        return self._detector.detect(pixels, die_px, self._any_sure, self._still_read)

    def score(
        self, pixels: np.ndarray | ImagePyramid, detections: Sequence[Detection], settled: bool = False
    ) -> ScoredDice:
        """``settled``: one box a die, and refined."""
        pixels = ImagePyramid.of(pixels)
        candidates = self._classified(pixels, detections)
        if not settled:
            candidates = self._one_per_die(candidates)
            candidates = self._refined(pixels, candidates.below_background(self.config.not_a_die))
        lying, candidates = candidates.detections, candidates.below_background(self.config.not_a_die)
        predictions = read_again(self._large, pixels, candidates, self.config)
        predictions = judged_by_surroundings(self._surroundings, pixels, candidates, predictions, self.config)
        leaning = self._seem_to_lean(candidates.boxes, predictions, pixels.size)
        predictions = level_again(self._large, candidates.crops, predictions, leaning)
        return ScoredDice(candidates.detections, predictions, lying)

    def decide(
        self, scored: ScoredDice, size: tuple[int, int], history: FlatDiceHistory
    ) -> tuple[Decided, FrameDice | None]:
        """The frame's dice, and what the history may keep of them."""
        decided = decide(scored.detections, scored.predictions, size, self.config)
        dice, seen = self._held_against_table(decided.dice, scored, size, history)
        return replace(decided, dice=dice), seen

    def _held_against_table(
        self, dice: Sequence[ReadDie], scored: ScoredDice, size: tuple[int, int], history: FlatDiceHistory
    ) -> tuple[tuple[ReadDie, ...], FrameDice | None]:
        rows = rows_of(scored, size)
        dice = doubt_side_faces(dice, scored.predictions.normals, rows, size, self.config)
        return mark_cocked(dice, scored.predictions, rows, size, self.config, history)

    def _seem_to_lean(
        self, boxes: Sequence[Bounds], predictions: Predictions, size: tuple[int, int]
    ) -> np.ndarray:
        """Which dice lean by their normals, bool (N,); all, if they are few."""
        leaning = predictions.objectness >= self.config.die
        dice = np.flatnonzero(leaning)
        if len(dice) > FITTED:
            whole = [whole_pixels(boxes[index], size) for index in dice.tolist()]
            order = reading_order(whole)  # as they are decided
            places, dice = from_the_middle([whole[index] for index in order], size), dice[order]
            tilt = camera_tilt(places, predictions.normals.across[dice])
            leaning[dice] = tilt.off_deg >= LEANS_FROM * self.config.cocked_times * tilt.uncertain_deg
        return leaning

    def _any_sure(self, pixels: ImagePyramid, detections: Sequence[Detection]) -> bool:
        predictions = self._classified(pixels, detections).predictions
        return bool((predictions.objectness >= self.config.die).any())

    def _classified(self, pixels: ImagePyramid, detections: Sequence[Detection]) -> Candidates:
        """Each box of a frame is read once, though scales are searched by what is read."""
        known = self._known.get(pixels)
        rows = {} if known is None else {each: row for row, each in enumerate(known.detections)}
        new = [each for each in detections if each not in rows]
        if known is None or new:
            crops = pixels.crops([each.box for each in new])
            read = Candidates(new, crops, self._small.read(crops))
            if known is None:
                self._known[pixels] = read
                return read
            known = self._known[pixels] = known.concatenated(read)
            rows = {each: row for row, each in enumerate(known.detections)}
        return known.of([rows[each] for each in detections])

    def _still_read(
        self, pixels: ImagePyramid, before: Sequence[Detection], after: Sequence[Detection]
    ) -> list[Detection]:
        """Replaced boxes that are surely read, if they lie beside all new boxes that surely are dice."""
        left, had = set(after), set(before)
        gone, new = [each for each in before if each not in left], [each for each in after if each not in had]
        if not gone:
            return []
        read = sure_of(self._classified(pixels, gone).predictions, self.config)
        dice = self._classified(pixels, new).predictions.objectness >= self.config.die
        boxes = [each.box for index, each in enumerate(new) if dice[index]]
        return [
            each
            for each, is_read in zip(gone, read.tolist(), strict=True)
            if is_read and (covered_by(boxes, each.box) <= BESIDE).all()
        ]

    def _one_per_die(self, candidates: Candidates) -> Candidates:
        scores = np.array([each.score for each in candidates.detections])
        faces = candidates.predictions.faces.max(1, initial=0.0)
        likely = size_prior(candidates.boxes, scores, faces, self.config)
        return candidates.of(non_max_suppression(candidates.boxes, likely, self.config))

    def _refined(self, pixels: ImagePyramid, first: Candidates) -> Candidates:
        """What surely is a die gives way only to a refined box that surely is one."""
        unsure = np.flatnonzero(~sure_of(first.predictions, self.config)).tolist()
        doubtful = [index for index in unsure if not first.detections[index].refined]
        if not doubtful:
            return first
        redrawn, had = self._detector.refine(pixels, first.detections, doubtful), set(first.detections)
        new, left = [each for each in redrawn if each not in had], set(redrawn)
        if not new:
            return first
        again, gap = self._classified(pixels, new), self.config.cluster_gap
        sure, surely = (each.predictions.objectness >= self.config.die for each in (first, again))
        standing = [
            index
            for index, each in enumerate(first.detections)
            if each in left or (sure[index] and not surely[covered_by(again.boxes, each.box) > gap].any())
        ]
        return self._one_per_die(first.of(standing).concatenated(again))


def rows_of(scored: ScoredDice, size: tuple[int, int]) -> dict[Box, int]:
    """The row of each box in whole pixels."""
    return {whole_pixels(each.box, size): row for row, each in enumerate(scored.detections)}


def one_thread_for_pictures() -> None:
    """OpenCV uses one thread, like the eye's sessions."""
    cv2.setNumThreads(1)

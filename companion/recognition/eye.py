"""The eye: a frame in; its dice out, each with a face or a doubt.

detect ─▶ classify ─▶ context ─▶ decide
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import cv2
import numpy as np

from companion.frame import Frame
from companion.reading import Box, PhotoReading, ReadDie
from companion.recognition.camera_memory import CameraMemory
from companion.recognition.classify.candidates import Candidates, ScoredDice
from companion.recognition.classify.cascade import cascade, sure_of
from companion.recognition.classify.classifier import Classifier, Predictions
from companion.recognition.classify.crops import cut_crops
from companion.recognition.classify.surface_normals import NormalEstimator
from companion.recognition.classify.symbols import SymbolReader
from companion.recognition.config import EyeConfig
from companion.recognition.context.die_size import size_prior, to_refine
from companion.recognition.context.frame_context import FrameContext, measured
from companion.recognition.context.outliers import fuse_objectness, shift_objectness
from companion.recognition.decide.cocked import mark_cocked
from companion.recognition.decide.faces import decide, whole_pixels
from companion.recognition.decide.flat_dice import FlatDiceHistory, FrameDice
from companion.recognition.detect.detector import Detection, Detector
from companion.recognition.detect.multiscale import MultiScaleDetector
from companion.recognition.detect.nms import non_max_suppression
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.weights import Weights, load_weights


class Eye:
    """Reads frames. It holds six networks and no state, so one eye serves any table."""

    least_score = 0.0
    """The detector gives boxes from this score on; from the weights' threshold if that is higher."""

    def __init__(self, weights: Weights | None = None, threads: int = 1) -> None:
        """Open the networks. Raises ``WeightsError`` when the weights are missing or altered."""
        weights = weights or load_weights()
        self.config = EyeConfig.of(weights.thresholds)
        far = Detector(weights.locator, max(self.config.centre, self.least_score), threads)
        near = Detector(weights.near_locator, self.config.near, threads, refines=True)
        self._detector = MultiScaleDetector(far, near, self.config)
        self._classifier = Classifier(weights.classifier, self.config.temperature, threads)
        self._second = Classifier(weights.second_reader, self.config.temperature, threads)
        self._normals = NormalEstimator(weights.lean_reader, threads)
        self._symbols = SymbolReader(weights.symbol_reader, threads)

    def read(
        self, frame: Frame, die_px: float | None = None, camera: CameraMemory | None = None
    ) -> PhotoReading:
        """All dice of the frame in reading order.

        ``die_px`` is a die's side in pixels, where it is known. ``camera`` remembers flat dice of earlier
        frames of a camera that has not moved.
        """
        started = time.perf_counter()
        camera = CameraMemory() if camera is None else camera
        pyramid, size = ImagePyramid(frame.pixels), (frame.width, frame.height)
        detections = self.detect(pyramid, die_px)
        detected = time.perf_counter()
        scored = self.score(pyramid, detections)
        dice, seen = self.decide(scored, size, camera.history)
        camera.saw(seen)
        ended = time.perf_counter()
        ms = (("total", ended - started), ("locate", detected - started), ("classify", ended - detected))
        return PhotoReading(size, dice, tuple((name, 1000 * took) for name, took in ms))

    def detect(self, pixels: np.ndarray | ImagePyramid, die_px: float | None = None) -> list[Detection]:
        """Boxes that may be dice; a die may have several."""
        return self._detector.detect(pixels, die_px, self._any_sure)

    def score(self, pixels: np.ndarray | ImagePyramid, detections: Sequence[Detection]) -> ScoredDice:
        """The detections that are kept, one per die, with what the networks and the frame say of each."""
        pixels = ImagePyramid.of(pixels)
        first = self._one_per_die(self._classified(pixels, detections))
        candidates = self._refined(pixels, first.below_background(self.config.skip_refinement))
        candidates = candidates.below_background(self.config.not_a_die)
        context = measured(self._normals, pixels, candidates, self.config)
        return self._read_again(pixels, candidates, context)

    def decide(
        self, scored: ScoredDice, size: tuple[int, int], history: FlatDiceHistory
    ) -> tuple[tuple[ReadDie, ...], FrameDice | None]:
        """The dice of a frame of that width and height, and what the history may keep of them."""
        dice = decide(scored.detections, scored.predictions, size, self.config, scored.mark_logits)
        return mark_cocked(dice, scored.normals, rows_of(scored, size), size, self.config, history)

    def _any_sure(self, pixels: ImagePyramid, detections: Sequence[Detection]) -> bool:
        """Whether the first classifier is sure of a face."""
        crops = cut_crops(pixels, [each.box for each in detections])
        return bool(sure_of(self._classifier.read(crops), self.config).any())

    def _classified(self, pixels: ImagePyramid, detections: Sequence[Detection]) -> Candidates:
        """The detections with their crops and the first classifier's predictions."""
        crops = cut_crops(pixels, [each.box for each in detections])
        return Candidates(list(detections), crops, self._classifier.read(crops))

    def _one_per_die(self, candidates: Candidates) -> Candidates:
        """Non-maximum suppression by score, confidence and size."""
        scores = np.array([each.score for each in candidates.detections]) * candidates.predictions.confidence
        sure = sure_of(candidates.predictions, self.config)
        likely = size_prior(candidates.boxes, scores, self.config, sure)
        return candidates.of(non_max_suppression(candidates.boxes, likely, self.config))

    def _refined(self, pixels: ImagePyramid, first: Candidates) -> Candidates:
        """The candidates; those that no face is sure of are refined and classified again."""
        background = first.predictions.background >= self.config.not_a_die
        sure = sure_of(first.predictions, self.config)
        doubtful = to_refine(first.detections, sure, background, self.config)
        if not doubtful:
            return first
        redrawn, had = self._detector.refine(pixels, first.detections, doubtful), set(first.detections)
        new, left = [each for each in redrawn if each not in had], set(redrawn)
        if not new:
            return first
        standing = [index for index, each in enumerate(first.detections) if each in left]
        return self._one_per_die(first.of(standing).concatenated(self._classified(pixels, new)))

    def _marks(self, candidates: Candidates, predictions: Predictions, flat: np.ndarray) -> np.ndarray:
        """Logits (N,) of a mark that no ordinary die has; ``-inf`` for what is plainly two pips or more.

        Such marks are hardly ever taken for those. Of 2,314 drawn symbols the classifiers read 348 as a one
        or a star, and 19 as another face. Likely background is looked at only where it is not ``flat`` (N,):
        the numbers on a board are marks, too.
        """
        marks, config = np.full(len(candidates.detections), -np.inf), self.config
        if len(marks):
            ones = (candidates.predictions.faces.argmax(1) == 0) | (predictions.faces.argmax(1) == 0)
            printed = (predictions.background >= config.no_die) & flat
            looked_at = (ones | (predictions.confidence < config.face)) & ~printed
            looked_at &= predictions.background < config.not_a_die
            marks[looked_at] = self._symbols.mark_logits(candidates.crops[looked_at])
        return marks

    def _read_again(self, pixels: ImagePyramid, candidates: Candidates, context: FrameContext) -> ScoredDice:
        """The candidates with the cascade's predictions, fused with the context of the frame."""
        first, again, config = candidates.predictions, context.to_read_again, self.config
        degrees = context.rotations.degrees
        predictions = cascade(self._second, pixels, candidates, again, degrees, config)
        # A sure crop that is only rotated keeps its confidence where it shows the same face afterwards.
        confirmed = context.sure & ~context.suspect & predictions.same_faces(first)
        predictions, again = predictions.where(~confirmed, first), again[~confirmed[again]]
        predictions = shift_objectness(again, predictions, context.flatness)
        predictions = fuse_objectness(again, predictions, context.outliers, context.sure, config)
        marks = self._marks(candidates, predictions, context.normals.background_logit >= config.printed_logit)
        return ScoredDice(candidates.detections, predictions, context.normals, context.offsets, marks)


def rows_of(scored: ScoredDice, size: tuple[int, int]) -> dict[Box, int]:
    """The row of each scored die, by its box in whole pixels of a frame of that width and height."""
    return {whole_pixels(each.box, size): row for row, each in enumerate(scored.detections)}


def one_thread_for_pictures() -> None:
    """Keep OpenCV to one thread in this process, as the eye's sessions are."""
    cv2.setNumThreads(1)

"""Crops rotated until the far side of the table is up, as in the pictures that the classifiers learned from.

From the side a side face shows as plainly as the top face; only the picture's up tells which is which. A
camera at another side of the table, or a wide lens at its border, shows another up. The dice of a frame say
together where up is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from companion.recognition.classify.candidates import Candidates
from companion.recognition.classify.crops import cut_crops
from companion.recognition.classify.surface_normals import SurfaceNormals
from companion.recognition.config import EyeConfig
from companion.recognition.context.camera_tilt import camera_tilt, from_the_middle
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.order_statistics import median_of


class EstimatesNormals(Protocol):
    """A normal estimator (``companion.recognition.classify.surface_normals.NormalEstimator``)."""

    def read(self, crops: np.ndarray) -> SurfaceNormals:
        """Normals of crops uint8 (N, S, S, 3) BGR."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Rotations:
    """By how many ``degrees`` (N,) each of N crops is rotated, and which are ``far`` (N,) off.

    Those that are far off may have been read with a side face up.
    """

    degrees: np.ndarray
    far: np.ndarray

    @classmethod
    def none(cls, count: int) -> Rotations:
        """All crops as they are."""
        return cls(np.zeros(count), np.zeros(count, bool))


def derotate(
    estimator: EstimatesNormals,
    pixels: ImagePyramid,
    candidates: Candidates,
    normals: SurfaceNormals,
    flatness: float,
    config: EyeConfig,
) -> tuple[SurfaceNormals, Rotations]:
    """The rotation of each candidate's crop, and the normals, estimated again where crops were far off.

    What looks like a solid die takes part; ``flatness`` is the frame's (``outliers.objectness_shift``).
    """
    count = len(candidates.detections)
    dice = candidates.predictions.background < config.tilt_background
    dice &= normals.background_logit - flatness < config.flat_logit
    if dice.sum() < config.tilt_least_dice or np.hypot(*normals.across[dice].T).max() < config.slanted:
        return normals, Rotations.none(count)
    from_middle = from_the_middle(candidates.boxes, pixels.size)
    rotations, off_deg = _rotations(from_middle, normals, dice, config)
    estimated = normals
    if rotations.far.any():
        estimated = _estimated_again(estimator, pixels, candidates, normals, rotations)
        rotations, off_deg = _rotations(from_middle, estimated, dice, config)
    if off_deg > config.tilt_agree_deg:
        return normals, Rotations.none(count)
    return estimated, rotations


def _estimated_again(
    estimator: EstimatesNormals,
    pixels: ImagePyramid,
    candidates: Candidates,
    normals: SurfaceNormals,
    rotations: Rotations,
) -> SurfaceNormals:
    """The normals; those of crops that are far off come from rotated crops."""
    rows = np.flatnonzero(rotations.far)
    degrees = rotations.degrees[rows]
    crops = cut_crops(pixels, [candidates.detections[row].box for row in rows], degrees)
    again = estimator.read(crops).rotated(degrees)
    return normals.replaced(rows, replace(again, background_logit=normals.background_logit[rows]))


def _rotations(
    from_middle: np.ndarray, normals: SurfaceNormals, dice: np.ndarray, config: EyeConfig
) -> tuple[Rotations, float]:
    """The rotations, and the median deviation in degrees of the dice from the common tilt."""
    tilt = camera_tilt(from_middle[dice], normals.across[dice])
    across = tilt.across(from_middle)
    slant = np.hypot(*across.T)
    degrees = np.degrees(np.arctan2(across[:, 0], -across[:, 1]))
    far = (slant >= config.far_slanted) & (np.abs(degrees) >= config.far_rotated_deg)
    return Rotations(np.where(slant >= config.slanted, degrees, 0.0), far), median_of(tilt.off_deg)

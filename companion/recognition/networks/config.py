"""The thresholds of the eye that no training chooses, each with its source.

"Chosen" means that nobody measured the value. Split names (``valid``, ``held``, ``strangers``) are banks of
composed or path-traced tables (models/README.md); *byler* and *matteo* are photographers, held out.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from companion.recognition.networks.weights import Thresholds


@dataclass(frozen=True, slots=True)
class EyeConfig(Thresholds):
    """A face is read from the probability ``face`` of that face and ``die`` of a die; below, players are
    asked.

    ``weights.json`` has further thresholds.
    """

    # detect: at which scales a frame is searched

    aimed_die_px: float = 14.0
    """If the die size is known, the frame is reduced to dice of this length. With 14 px instead of 26, a
    drawn set, byler and enlarged photographs lost 0.2 to 0.6 points of dice read right and took 0.75 to
    1.1 of the time (by hand)."""
    trusted_px: tuple[float, float] = (10.0, 72.0)
    """Lengths of detections that count at a scale. The detector was trained on 10 to 84 px."""
    small_px: float = 12.5
    """If a quarter of the detections is shorter, the next finer scale is searched. Dice that are too small
    for a scale look like blobs of 9 to 13 px to the detector."""

    # detect: one box per die

    duplicate_iou: float = 0.55
    """Above this intersection over union two scales found the same die. Chosen."""
    covered: float = 0.6
    """Two boxes that share more than this part of the smaller one show one die. Of 0.55 to 0.85, 0.6 gave the
    fewest false dice for each missed one on the path-traced tables of ``valid``."""

    # detect: refinement

    cluster_gap: float = 0.25
    """Boxes nearer than this part of their sides form a cluster, unless their centres are: they show one
    die. A box is replaced if a refined box covers more than this part of it. Chosen."""
    cluster_margin: float = 0.75
    """The region's margin around a cluster, in die lengths. Chosen."""
    refined_die_px: float = 40.0
    """Length of a die when it is refined. Of the path-traced dice of ``valid`` 98.9 % were read right at
    40 px, 98.1 at 32 and 98.3 at 48."""
    least_refined_px: float = 17.0
    """Shorter dice are not refined: the refining detector never saw any (models/train_locator.py)."""
    longest_die: float = 1.25
    """So much longer one whole die may be than another. A box longer than this times its width is refined as
    if it held two dice. At the border a face may be cut if its box is shorter by as much: of 4,449 crops of
    photographs whose border cuts a die 2,277 are read so, three of them wrongly, with 1.4 2,852 and eight,
    with 1.18 1,909 and two."""
    not_a_die: float = 0.98
    """From this background probability on a box is dropped, also if a die is missing. A box round two dice
    that touch shows no die either: with 0.97 too few of them are refined (tests/recognition/test_eye.py)."""

    # context: size

    size_spread: float = 0.25
    """Standard deviation of the logarithm of the dice's lengths on one table: from 35 degrees the near dice
    are about 1.6 times the far ones, and some tables mix sets of 12 and 16 mm. Of 0.12 to 0.5 the path-traced
    tables of ``valid`` missed the fewest dice at 0.2 and 0.3."""

    # decide: a face or a doubt

    edge_share: float = 0.02
    """A box nearer to the border than this part of its side touches it. Chosen."""

    # decide: dice seen from the side

    side_view: float = 0.23
    """Least ratio of the faces' mean deviation from one plane, beyond what agrees, to that from what a flat
    camera sees, times the share of unsure faces. Of 140 pictures drawn from 15 to 35 degrees above the table
    (models/plain_set.py, ``--tilt 55 75``, seeds 91, 92, 7109, 8109) 95 are found, with 35 wrong faces left;
    of 40 others (8309) 30, with nine. Of 370 readings of composed tables, whose dice come from different
    cameras, 12 are taken for one, of photographs none."""

    # decide: cocked dice

    cocked_times: float = 4.5
    """A cocked die deviates by this many times the uncertainty: that of its own normal, or that of the flat
    dice, which shrinks with their number and the history's (context/camera_tilt.py)."""

    @classmethod
    def of(cls, thresholds: Thresholds) -> EyeConfig:
        return cls(**asdict(thresholds))

"""Every threshold of the eye in one place, each with where its value comes from.

"Chosen" says that nobody measured the value. Split names (``valid``, ``held``, ``strangers``) are banks of
composed or path-traced tables (models/README.md); *byler* and *matteo* are photographers, held out.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from companion.recognition.weights import Thresholds


@dataclass(frozen=True, slots=True)
class EyeConfig(Thresholds):
    """What the eye goes by: the thresholds in ``weights.json``, and those below.

    Above ``face`` a face is read; below it the players are asked.
    """

    # detect: at which scales a frame is searched

    aimed_die_px: float = 26.0
    """Where the size of the dice is known, the frame is reduced until a die is this long. Chosen."""
    trusted_px: tuple[float, float] = (10.0, 72.0)
    """At one scale, detections of these lengths count. The detector was trained on 10 to 84 px."""
    small_px: float = 12.5
    """If a quarter of the detections is shorter than this, the next finer scale is searched. Dice that are
    too small for a scale look like blobs of 9 to 13 px to the detector."""
    plain_score: float = 0.72
    """If no detection reaches this score, the next finer scale is searched. In twenty tables of ``valid``
    with dice of 45 px in 2304 px the best score was 0.67 to 0.90. With dice too small for the scale it was
    0.33 to 0.78."""
    large_px: float = 30.0
    """From this length on ``large_plain_score`` is enough."""
    large_plain_score: float = 0.55
    """Where all dice were small, no detection of that length scored more than 0.49. Dice of 400 and 500 px in
    frames of 4032 px scored 0.56 to 0.82."""

    # detect: one box per die

    duplicate_iou: float = 0.55
    """Above this intersection over union two scales found the same die. Chosen."""
    same_iou: float = 0.45
    """Above this intersection over union two boxes show one die. Chosen."""
    contained: float = 0.8
    """So do two boxes that share more than this part of the smaller one. Chosen."""
    same_centre: float = 0.35
    """So do two boxes whose centres are nearer than this part of the shorter one's side. Chosen."""
    covered: float = 0.6
    """A box is dropped if this part of it lies under better boxes: it straddles dice that touch. Of 0.55 to
    0.85, 0.6 gave the fewest false dice for each missed one on the path-traced tables of ``valid``."""

    # detect: refinement

    cluster_gap: float = 0.25
    """Boxes nearer to each other than this part of their sides form a cluster. Chosen."""
    cluster_one_die: float = 0.3
    """Boxes whose centres are nearer than this part of the smaller side show one die and form no cluster."""
    cluster_margin: float = 0.75
    """How much of a die's length is shown around a cluster. Chosen."""
    refined_die_px: float = 40.0
    """Length of a die when it is refined. Of the path-traced dice of ``valid`` 98.9 % were read right at
    40 px, 98.1 at 32 and 98.3 at 48."""
    least_refined_px: float = 17.0
    """Shorter dice are not refined: the refining detector never saw any (models/locator_examples.py)."""
    longest_die: float = 1.4
    """Length over width of a die's box, at most. Seen square on from 35 degrees it is 1.39."""
    replaced_overlap: float = 0.2
    """A box is replaced if a refined box covers more than this part of it. Chosen."""
    refined_overlap: float = 0.5
    """Two refined boxes that share more than this part of the smaller one show one die. Chosen."""
    part_of_die: float = 2.0
    """A box this many times longer than a refined one is not replaced by it: that may be a pip of the die.
    Chosen."""
    most_refined_pixels: int = 400_000
    """Size of one refinement: a hundred dice side by side at 40 px. Larger regions are shown smaller."""
    skip_refinement: float = 0.99
    """Above this background probability a box is dropped at once. Chosen."""
    not_a_die: float = 0.9
    """Above this background probability a box is not refined or read again. Chosen."""

    # classify: when the larger network reads a crop again

    accept_face: float = 0.995
    """From this probability on the first classifier's face is accepted. At as many confident errors (ten of
    byler's dice, five of matteo's), 0.99 read 3.1 and 1.7 points fewer dice right. 0.999 read no more and
    sent 66 % of byler's dice to the second classifier instead of 39 %."""
    accept_background: float = 0.1
    """Up to this background probability. A plain die seen from straight above has 0.01 to 0.12."""
    accept_second: float = 0.97
    """Below this probability the second classifier sees more views of the crop. Of 622 dice of byler 6 were
    confident errors with 0.95. With 0.99 there were 2, for a fifth more arithmetic."""
    first_background: float = 0.5
    """If the first classifier gives the background this probability ..."""
    second_background: float = 0.7
    """... and the second gives it this one, no more views are read. Of 13,000 dice one was no longer asked
    about, and a third fewer crops of path-traced tables were read (models/archive.md)."""
    tta_views: int = 3
    """How many of the most confident channel views are averaged. Of 225 doubtful dice of byler 88 % are right
    by three views if a face is forced, 65 % by the colours alone."""
    tta_accept: float = 0.9
    """Channel views raise the confidence of a face only from this probability on. Chosen."""

    # context: size

    least_sure_dice: int = 3
    """Fewer sure dice do not say how large, or how certain to be found, dice of this frame are. Chosen."""
    size_spread: float = 0.25
    """Standard deviation of the logarithm of the dice's lengths on one table. Of 0.12 to 0.5 the path-traced
    tables of ``valid`` missed the fewest dice at 0.2 and 0.3."""
    few_sure_power: float = 3.0
    """With fewer sure dice a box weighs its score times its confidence, to this power, when the usual size is
    told: in a close-up of one die forty scraps of letters and pips outvoted it. Of 173 dice in enlarged
    photographs (models/closeups.py) 2 read 167 right, 3 and 4 read 168."""
    not_two_dice: float = 1.3
    """A box no longer than this times the median sure die does not hold two dice. Chosen."""
    odd_size: float = 2.0
    """A die may be this many times larger or smaller than the median. From 35 degrees the near dice are about
    1.6 times the far ones, and some tables mix sets of 12 and 16 mm."""

    # context: objectness

    solid_logit: float = -4.0
    """Up to this background logit of the normal estimator a die looks solid. Chosen."""
    flat_logit: float = -2.0
    """From this background logit on a crop is read again. On the bank ``strangers`` that was 9 of 100 dice
    that the classifier was sure of, and 98 of 100 other things."""
    solid_quantile: float = 0.25
    """If even this quantile of the sure dice is above ``solid_logit``, the whole frame looks flat: seen from
    straight above in even light. Chosen so that drawn tables are read (tests/recognition/test_eye.py). With
    0.5 more drawn dice are read, and half as many more of the printed dice of ``strangers``."""
    most_doubt: float = 0.5
    """The fused background probability lowers a face no further than this leaves. Enough to ask. Chosen."""
    sure_background: float = 0.9
    """If the first classifier was sure of a face, a background probability below this ..."""
    most_background_if_sure: float = 0.3
    """... counts as no more than this. Both chosen."""
    drop_fused: float = 0.85
    """From this fused background probability on a detection is dropped without asking ..."""
    drop_second: float = 0.05
    """... if the second classifier gives the background at least this: beads and berries smaller than the
    dice, printed stars larger than the dice. Both chosen."""

    # context: camera tilt

    tilt_background: float = 0.5
    """Below this background probability a crop takes part in the estimate of the camera's tilt. Chosen."""
    tilt_least_dice: int = 2
    """How many dice the estimate needs. Of matteo's dice upside down 98.6 % are read right with 2, 97.3 with
    3 and 94.9 with 4."""
    tilt_agree_deg: float = 9.0
    """Their median deviation from it, at most. Of 64 cast dice upside down at 40 degrees 47 were read right
    with 6, 50 with 9 and 57 with 12. Stretched photographs deviate by 10 and more."""
    slanted: float = 0.35
    """Sine of a face's angle to the line of sight from which on its crop is derotated. Chosen."""
    far_slanted: float = 0.5
    """From this sine on, and from a rotation of ..."""
    far_rotated_deg: float = 30.0
    """... this many degrees on, a crop is read again however sure it was. With a sine of 0.45 three more of
    2,034 path-traced dice were asked about. With 0.55 a side face was read at 35 degrees upside down."""

    # decide: a face or a doubt

    least_asked: float = 0.3
    """Players are asked only above this probability of a die: the detector's score times the classifier's.
    Of the banks ``held`` and ``valid`` (which chose it) 23 of 30 questions about nothing disappear, 9 of 279
    about sound dice and 4 of 135 about others."""
    unknown_mark: float = 0.5
    """From this logit on what was read as a one or a star carries another mark. On fifty pictures of plain
    dice with other marks (models/plain_set.py, seed 22) 3 of 81 marks are read with 0, 5 with 1, 12 with 3;
    without it 40. Of the photographs no die is lost even with 0, and one of 377 of the bank ``trifles``."""
    plain_mark: float = 2.5
    """From this logit on, and from a detection score of ``marked_score`` on, a mark is asked about even where
    the networks see no die, if the background probability is below ``not_a_die`` and it looks solid. On 110
    pictures with marks (seeds 22 and 23) 17 of 23 such marks are asked about, on 270 tables of the banks
    ``onboards``, ``trifles`` and ``twins`` four other things."""
    marked_score: float = 0.3
    """The score that goes with ``plain_mark``. Of 211 marks (seeds 25 to 27) 7 are missed, with 0.4
    it was 12; on 100 tables of prints and trifles three more other things are asked about."""
    printed_logit: float = 1.0
    """From this background logit of the normal estimator on a likely background is a print, and no die with a
    mark. Chosen on the same pictures."""
    star_sure: float = 0.9
    """A face 1 is a star, or a pip, from this part of its probability on. Of 549 (byler's and ``held``) 17
    were confused with 0.8, nine with 0.9."""
    edge_share: float = 0.02
    """A box nearer to the border than this part of its side is cut off. Chosen."""
    same_place: float = 0.5
    """Two read dice cannot share this part of the smaller box. Dice that touch at 45 degrees share a
    quarter."""
    one_die_length: float = 1.25
    """Two boxes that together are no longer than this times the median of the others show one die. The
    shortest sound pair of the path-traced, byler's and matteo's dice measures 1.26; all three of matteo's
    side faces read beside their tops are shorter."""

    # decide: cocked dice

    cocked_least_dice: int = 4
    """With fewer flat dice, of this frame and the history, no die is called cocked. Chosen."""
    cocked_spreads: float = 4.5
    """A cocked die deviates by this many times the uncertainty of its own normal ..."""
    cocked_frame_times: float = 5.0
    """... and this many times the median deviation of the dice, or ..."""
    cocked_history_times: float = 3.0
    """... this many times, and ``cocked_history_less_deg`` below ``leaning``, where a history is known. With
    40 dice kept 79 of 85 cocked dice of sixteen demonstrations are found so, 59 by the frame alone, and one
    of byler's 1,665 flat dice is doubted (counted by hand)."""
    cocked_history_less_deg: float = 2.0
    """How much less than ``leaning`` is enough where a history is known."""

    @classmethod
    def of(cls, thresholds: Thresholds) -> EyeConfig:
        """The thresholds of a set of weights, with everything else as it is shipped."""
        return cls(**asdict(thresholds))

"""Dice not read for sure at first sight are looked at again, by a larger network and more closely."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.recognition.classify import NO_DIE, STAR, Classifier, Verdicts
from companion.recognition.crops import cut_crops
from companion.recognition.greys import grey_looks
from companion.recognition.shown import Shown
from companion.recognition.shrink import Halvings

SURE = 0.995
"""From this chance of one face on the classifier's word is taken. With 0.99, held out and at as many silent
errors (ten of byler's dice, five of matteo's), 3.1 and 1.7 points fewer dice were right; 0.999 gave no
more on either, and asks about 66 % of byler's dice instead of 39."""
HARDLY_NONE = 0.1
"""Up to this chance of being no die that is of the face alone, the rest left aside: a plain die seen from
straight above has 0.01 to 0.12, and what looks flat is read again by another rule (``strangers``)."""
STILL_UNSURE = 0.97
"""Below this chance on the same crop the second reader looks at the others too. Between the two that were
tried: of 622 dice of byler 6 were wrong for sure at 0.95, and 2 at 0.99 for a fifth more arithmetic."""
MORE_CROPS = ((0.9, False, 0.0), (1.12, True, 0.0), (1.0, True, 15.0))
"""Those crops: scale of the box, whether mirrored, and a turn in degrees. Seven told as many of byler's and
matteo's dice, held out, with as few errors, in twice the time."""

FIRST_NONE, THEN_NONE = 0.5, 0.7
"""What is no die by the former chance to the classifier and by the latter to the second reader is not looked
at further: of 13,000 dice counted (models/trials.md) one is asked about no longer, and a third fewer crops of
traced tables are read."""
SUREST = 3
"""Of what the colours and the grey looks say that of so many counts, the surest: through most glasses a die
shows no better. Of 225 unsure dice of byler, held out, 88 % are told right by these if a face is forced, 65 %
by the colours alone."""
SURE_IN_GREY = 0.9
"""From this chance on the three make a face surer; less sure they make it at any."""


def sure_of(first: Verdicts) -> np.ndarray:
    """Whether the classifier's word is taken for each of N crops, bool (N,)."""
    none = first.kinds[:, NO_DIE]
    return (first.surest >= SURE * (1 - none)) & (none < HARDLY_NONE)


def looked_again(
    reader: Classifier, pixels: Halvings, shown: Shown, unsure: np.ndarray, turns_deg: np.ndarray
) -> Verdicts:
    """The verdicts on N boxes, those numbered in ``unsure`` as the second reader says.

    It reads their crops, cut anew where ``turns_deg`` (N,) turns them; those that neither was sure of it
    reads larger, smaller, mirrored and turned further as well, and the chances are averaged. Dice that are
    unsure still it sees in grey (``greys``).
    """
    first = shown.verdicts
    if len(unsure) == 0:
        return first
    boxes, turns, crops = (
        [shown.located[index].box for index in unsure],
        turns_deg[unsure],
        shown.crops[unsure],
    )
    turned = np.flatnonzero(turns)
    crops[turned] = cut_crops(pixels, [boxes[index] for index in turned], turns[turned])
    again = reader.read(crops)
    none = (first.kinds[unsure, NO_DIE] >= FIRST_NONE) & (again.kinds[:, NO_DIE] >= THEN_NONE)
    doubtful = np.flatnonzero((again.surest < STILL_UNSURE) & ~sure_of(first)[unsure] & ~none)
    kinds, doubts = again.kinds.copy(), again.doubts.copy()
    if len(doubtful):
        around = [boxes[index] for index in doubtful]
        looks = ((scale, mirrored, turns[doubtful] + turn) for scale, mirrored, turn in MORE_CROPS)
        more = reader.read(np.concatenate([_cut(pixels, around, *look) for look in looks]))
        for told, others in ((kinds, more.kinds), (doubts, more.doubts)):
            rows = others.reshape(len(MORE_CROPS), len(doubtful), -1)
            told[doubtful] = (told[doubtful] + rows.sum(0)) / (len(MORE_CROPS) + 1)
        still = doubtful[_still_unsure(kinds[doubtful])]
        if len(still):
            kinds[still] = _through_glasses(reader, crops[still], kinds[still])
    return first.but(unsure, kinds, doubts)


def _still_unsure(kinds: np.ndarray) -> np.ndarray:
    """Which of N things may be dice, but show no sure face."""
    surest = Verdicts(kinds, np.zeros((len(kinds), 3))).surest
    return (surest < STILL_UNSURE) & (kinds[:, NO_DIE] < HARDLY_NONE)


def _through_glasses(reader: Classifier, crops: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """Chances (N, 8) of N crops as the surest three of their colours and their grey looks tell together.

    ``kinds`` (N, 8) are those of the colours. Whether it is a die at all only these tell.
    """
    looks = grey_looks(crops)
    seen = reader.read(looks.reshape(-1, *crops.shape[1:])).kinds.reshape(len(looks), *kinds.shape)
    seen = np.concatenate([kinds[None], seen])
    faces = seen[..., :NO_DIE].copy()
    faces[..., 0] += faces[..., STAR]
    surest = np.argsort(-faces[..., :STAR].max(2), axis=0)[:SUREST]
    told = np.take_along_axis(seen, surest[..., None], axis=0).mean(0)
    told[:, NO_DIE] = kinds[:, NO_DIE]
    before, after = (Verdicts(each, np.zeros((len(each), 3))).surest for each in (kinds, told))
    counts = (after >= SURE_IN_GREY) | (after < before)
    return np.where(counts[:, None], told, kinds)


def _cut(
    pixels: Halvings, boxes: Sequence[tuple], scale: float, mirrored: bool, turns_deg: np.ndarray
) -> np.ndarray:
    crops = cut_crops(pixels, [_grown(box, scale) for box in boxes], turns_deg)
    return crops[:, :, ::-1] if mirrored else crops


def _grown(box: tuple[float, float, float, float], scale: float) -> tuple[float, float, float, float]:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    wide, tall = (box[2] - box[0]) / 2 * scale, (box[3] - box[1]) / 2 * scale
    return x - wide, y - tall, x + wide, y + tall

"""Sample scenes of counting: before the first roll, many dice, a die asked about, halves, fairness."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.reading import Doubt, PhotoReading, ReadDie, WildMark
from companion.play.base.views import Surroundings
from companion.play.modes.counting.state import Counting, CountingTable, SeenRoll, roll_of
from companion.play.table import view_of
from companion.play.views import TableView
from tests.ui.painted_table import cups_table, painted_table
from tests.ui.sample_parts import DEALT
from tests.ui.sample_scene import SampleScene

THROWN = 40


def rolled(hands: tuple[tuple[int, ...], ...], unread: int = 0, doubt: Doubt = Doubt.COCKED) -> SeenRoll:
    """A roll as the eye gives it; of the last hand so many dice are in doubt."""
    frame, boxes = painted_table(hands, star=False)
    places = [
        (box, face)
        for hand, row in zip(hands, boxes, strict=True)
        for face, box in zip(hand, row, strict=True)
    ]
    read = [ReadDie(box, face, False, 0.99) for box, face in places]
    for at in range(len(read) - unread, len(read)):
        read[at] = ReadDie(read[at].box, None, None, 0.4, (doubt,))
    reading = PhotoReading((frame.width, frame.height), tuple(read))
    return SeenRoll(roll_of(reading), frame, reading)


def counted(*rolls: SeenRoll, **fields: Any) -> TableView:
    counting = Counting(live=cups_table(), **fields)
    for each in rolls:
        counting = counting.with_roll(each)
    return view_of(
        CountingTable(3, counting), Surroundings("test camera", may_count=True, most_thrown=THROWN)
    )


def count_scenes() -> tuple[SampleScene, ...]:
    """Every state of the counting screen."""
    few, many = rolled(DEALT[:2]), rolled(DEALT[:6])
    return (
        SampleScene("count_waiting", counted()),
        SampleScene("count_roll", counted(few, many, rolled(DEALT[2:4]))),
        SampleScene(
            "count_rerolled", counted(many, replace(many, kept=tuple(range(17))), mark=WildMark.STAR_SIX)
        ),
        SampleScene(
            "count_rerolled_large",
            counted(few, replace(few, kept=(0, 1, 2, 5))),
            lambda stage: stage.screen.enlarge(),
        ),
        SampleScene("count_simulated", counted(*(few, many) * 6, thrown=12)),
        SampleScene("count_asked", counted(few, rolled(DEALT[:3], unread=2))),
        SampleScene("count_is_it_a_die", counted(rolled(DEALT[:3], unread=1, doubt=Doubt.MAYBE_NO_DIE))),
        SampleScene("count_asked_simulated", counted(rolled(DEALT[:3], unread=1), thrown=18)),
        SampleScene("count_sides", counted(few, many, sides=True, wild=True, thrown=36)),
        SampleScene("count_fairness", counted(*(few, many) * 3), lambda stage: stage.screen.open_fairness()),
    )

"""The undo key answers a touch in every scene that can be taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fingers import TouchedTable, draw_frames
from scenes import SampleScene, sample_scenes

from companion.ui.widgets.sheet import Question

pytestmark = pytest.mark.slow

SIZES = ((800, 480), (480, 800))
UNDOABLE = [each for each in sample_scenes() if each.view.may_undo and each.then is None]


@pytest.mark.parametrize("scene", UNDOABLE, ids=lambda scene: scene.name)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_lies_over_the_undo_key(
    scene: SampleScene, size: tuple[int, int], kept_table: Callable[..., TouchedTable]
) -> None:
    table = kept_table(*size).show(scene.view)
    table.tap(table.stage.ids.header.ids.undo)
    assert isinstance(table.stage.sheet, Question)
    table.stage.close()
    draw_frames()

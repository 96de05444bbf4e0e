"""The printed sheets: another program draws the PDF, and the marks are found in it at their true size."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.calibration import MARK_MM, Paper, Place, find_board, printed_sheets
from companion.calibration.marks import MOST_CORNERS, SQUARE_MM, find_marks
from companion.calibration.sheets import RULER_ABOVE_EDGE_MM, RULER_MM, Page, Words, pdf_of

PX_A_MM = 5.0
SHIPPED = Path(__file__).resolve().parents[2] / "calibration"


def rendered(pdf: bytes) -> tuple[np.ndarray, tuple[float, float]]:
    """The page in BGR, and its size in mm."""
    document = pypdfium2.PdfDocument(pdf)
    page = document[0]
    width, height = (float(side) * 25.4 / 72 for side in page.get_size())
    picture = page.render(scale=PX_A_MM * 25.4 / 72).to_numpy().copy()
    page.close()
    document.close()
    return picture, (width, height)


@pytest.fixture(scope="module", params=list(Paper), ids=lambda paper: paper.word)
def printed(request: pytest.FixtureRequest) -> tuple[Paper, np.ndarray, np.ndarray]:
    """The paper, the lens board and the corner marks as printed."""
    (_, board), (_, marks) = printed_sheets(request.param)
    return request.param, rendered(board)[0], rendered(marks)[0]


def test_the_pages_have_the_papers_size() -> None:
    for paper in Paper:
        for _, pdf in printed_sheets(paper):
            assert rendered(pdf)[1] == pytest.approx(paper.value, abs=0.02)


def test_the_lens_boards_squares_are_25_mm(printed) -> None:
    board = find_board(printed[1])
    assert len(board.numbers) == MOST_CORNERS
    expected = board.points_mm[:, :2] - board.points_mm[0, :2]
    measured = (board.points_px - board.points_px[0]) / PX_A_MM
    assert measured == pytest.approx(expected, abs=0.15)
    assert SQUARE_MM == 25.0


def test_the_corner_marks_are_60_mm_and_lie_as_on_the_table(printed) -> None:
    marks = find_marks(printed[2])
    assert [mark.place for mark in marks] == list(Place)
    assert [mark.side_px / PX_A_MM for mark in marks] == pytest.approx([MARK_MM] * 4, abs=0.1)
    near_left, far_left, far_right, near_right = (mark.middle_px for mark in marks)
    assert near_left[1] > far_left[1]
    assert far_left[0] < far_right[0]
    assert near_right[1] > far_right[1]


def test_the_ruler_is_as_long_as_it_says(printed) -> None:
    paper, *pages = printed
    for page in pages:
        row = page[round((paper.value[1] - RULER_ABOVE_EDGE_MM) * PX_A_MM), :, 0]
        dark = np.flatnonzero(row < 128)
        assert (dark[-1] - dark[0] + 1) / PX_A_MM == pytest.approx(RULER_MM, abs=0.25)


def test_nothing_is_printed_where_printers_cannot(printed) -> None:
    for page in printed[1:]:
        rim = round(6 * PX_A_MM)
        inner = page[rim:-rim, rim:-rim]
        assert int((page < 250).sum()) == int((inner < 250).sum())


def test_viewers_are_asked_not_to_scale() -> None:
    assert all(b"/PrintScaling /None" in pdf for paper in Paper for _, pdf in printed_sheets(paper))


def test_the_shipped_sheets_are_those_the_app_writes() -> None:
    for paper in Paper:
        for name, pdf in printed_sheets(paper):
            assert (SHIPPED / name).read_bytes() == pdf


def test_words_with_brackets_are_drawn() -> None:
    page = Page("(a) \\ b", 60.0, 40.0, (Words(5.0, 20.0, "(100 %) \\ °", 8.0),))
    picture, _ = rendered(pdf_of([page, page]))
    assert cv2.countNonZero(cv2.inRange(picture, (0, 0, 0), (100, 100, 100))) > 200


def test_a_pdf_without_a_page_is_refused() -> None:
    with pytest.raises(ValueError, match="must have a page"):
        pdf_of([])

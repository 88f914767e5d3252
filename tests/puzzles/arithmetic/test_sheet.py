import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.sheet import CELL, EDGE, MARGIN, PAPERS, arrange

sizes = st.lists(st.tuples(st.floats(2, 30), st.floats(2, 20)), min_size=1, max_size=12)
titles = st.sampled_from([(0.0, 0.0), (200.0, 30.0)])


def boxes(found, drawn):
    """Left, top, right and bottom of each drawing, rounded: the last digits of a float do not count."""
    return [
        (x, y, x + found.cell * width - 1e-6, y + found.cell * height - 1e-6)
        for (x, y), (width, height) in zip(found.corners, drawn)
    ]


@given(sizes, st.sampled_from([None, "letter"]), titles)
def test_drawings_stand_on_the_page_below_the_title_and_not_on_each_other(drawn, paper, title):
    try:
        found = arrange(drawn, paper, title)
    except ValueError:
        assert paper
        return
    placed = boxes(found, drawn)
    assert len(placed) == len(drawn)
    for left, top, right, bottom in placed:
        assert left >= found.margin - 1e-6 and top >= found.margin + title[1] - 1e-6
        assert right <= found.page[0] - found.margin and bottom <= found.page[1] - found.margin
    for number, (left, top, right, bottom) in enumerate(placed):
        for other in placed[:number]:
            assert other[2] < left or other[0] > right or other[3] < top


@given(sizes)
def test_drawings_are_read_from_left_to_right_and_then_down(drawn):
    corners = arrange(drawn).corners
    assert sorted(corners, key=lambda corner: (corner[1], corner[0])) == corners


def test_without_paper_the_page_is_as_large_as_one_drawing_and_an_edge():
    assert arrange([(60.0, 5.0)]).page == (60 * CELL + 2 * EDGE, 5 * CELL + 2 * EDGE)


def test_a_wide_title_widens_a_page_without_paper_and_the_drawing_stands_in_the_middle():
    found = arrange([(5.0, 5.0)], None, (300.0, 30.0))
    assert found.page == (300 + 2 * EDGE, 5 * CELL + 30 + 2 * EDGE)
    assert found.corners == [(EDGE + 100, EDGE + 30)]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_drawing_wider_than_the_paper_is_made_smaller(paper):
    found = arrange([(50.0, 5.0)], paper)
    assert found.page == PAPERS[paper]
    assert found.cell == pytest.approx((found.page[0] - 2 * MARGIN) / 50)


def test_equal_drawings_fill_rows_of_the_same_length():
    across = {x for x, _ in arrange([(6.0, 5.0)] * 6).corners}
    assert len(across) == 3


def test_too_many_drawings_for_a_paper_are_refused():
    with pytest.raises(ValueError, match="expected fewer drawings, or smaller ones, found 100 that do not fit on a4"):
        arrange([(20.0, 20.0)] * 100, "a4")


def test_an_unknown_paper_is_refused():
    with pytest.raises(ValueError, match="expected the paper a4 or letter, found 'a3'"):
        arrange([(5.0, 5.0)], "a3")

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ambsearch.puzzles.counting.rows import ranks, stretches

HUGE = 2**40  # three columns of it do not fit into 64 bits


@settings(max_examples=settings.default.max_examples // 2)
@given(st.integers(1, 4).flatmap(lambda width: st.lists(st.tuples(*[st.integers(0, 3)] * width), min_size=1)))
def test_ranks_are_those_in_the_sorted_list_of_rows(rows: list[tuple[int, ...]]):
    for factor in (1, HUGE):
        positions, rank = ranks(np.array(rows) * factor)
        different = sorted(set(rows))
        assert rank.tolist() == [different.index(row) for row in rows]
        assert positions.tolist() == [rows.index(row) for row in different]


@settings(max_examples=settings.default.max_examples // 2)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4))))
def test_stretches_stand_one_after_the_other(given_stretches: list[tuple[int, int]]):
    first, sizes = np.array(given_stretches, int).reshape(-1, 2).T
    wanted = [place for start, size in given_stretches for place in range(start, start + size)]
    assert stretches(first, sizes).tolist() == wanted

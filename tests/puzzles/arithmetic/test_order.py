from collections.abc import Iterator
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ambsearch.puzzles.arithmetic.order import Stage, best_order, candidates, expectation, extend, stages

COLUMNS = 5
NO_SUMS = {"told": lambda columns, unknowns: 0}


def orders(stage: Stage = (0, 0, 0)) -> Iterator[list[int]]:
    """All orders in which columns can be chosen."""
    if stage[0] == COLUMNS:
        yield []
    for column in candidates(stage, COLUMNS):
        for others in orders(extend(stage, column)):
            yield [column, *others]


@given(st.randoms(use_true_random=False))
@settings(max_examples=settings.default.max_examples // 4)
def test_no_other_order_has_fewer_branches(random: Random):
    cost: dict[Stage, int] = {}

    def branches(stage: Stage) -> int:
        return cost.setdefault(stage, random.randint(1, 99))

    def total(order: list[int]) -> int:
        return sum(map(branches, list(stages(order))[1:]))

    found = best_order(COLUMNS, branches)
    assert total(found) == min(map(total, orders()))


def test_every_order_has_every_column_once():
    assert {tuple(sorted(order)) for order in orders()} == {tuple(range(COLUMNS))}
    assert len({tuple(order) for order in orders()}) == len(list(orders()))


def test_the_columns_of_a_stage_are_those_chosen():
    for order in orders():
        for turn, (low, start, stop) in enumerate(stages(order)):
            assert {*range(low), *range(start, stop)} == set(order[:turn])


def test_where_all_columns_are_alike_they_are_chosen_from_the_units_up():
    alike = expectation(10, 28, [10] * 5, [9, 9], [[0.1] * 5] * 2, **NO_SUMS)
    assert best_order(5, alike) == [0, 1, 2, 3, 4]


def test_columns_without_known_digits_come_last():
    chances = [[1, 1, 0.1, 0.1, 0.1]] * 5
    assert set(best_order(5, expectation(10, 28, [10] * 5, [9] * 5, chances, **NO_SUMS))[:3]) == {2, 3, 4}


def test_the_more_digits_are_shown_the_fewer_branches_are_expected():
    shown = [[[1] * 3] * 2, [[0.1, 1, 1], [1] * 3], [[0.1] * 3, [1] * 3], [[0.1] * 3] * 2]
    expected = [expectation(10, 28, [9, 10, 10], [9, 9], chances, **NO_SUMS)((3, 3, 3)) for chances in shown]
    assert all(more > less for more, less in pairwise(expected))
    assert expected[0] == 900 + 900


def test_digits_of_the_sums_leave_fewer_branches_as_soon_as_they_tell_more_than_the_choice_costs():
    def branches(digits: int) -> float:
        def told(columns: int, unknowns: int) -> int:
            return digits * (columns == unknowns == 2)

        return expectation(10, 28, [10, 10], [9, 9], [[1] * 2] * 2, told)((2, 2, 2))

    assert branches(0) == branches(1) == 100 + 100
    assert branches(2) == 81 + 81

from collections import Counter

import pytest

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import water_jugs as by_hand
from ambsearch.puzzles.water_jugs import INSTANCES, is_solution, next_levels, plans, read, solve

PLAN = ((0, 0), (0, 5), (3, 2), (0, 2), (2, 0), (2, 5), (3, 4))


def fewest(sizes: tuple[int, ...], goal: int) -> int | None:
    """Count the steps of a shortest plan by going through all levels once."""
    queue = [(0,) * len(sizes)]
    steps = {queue[0]: 0}
    for levels in queue:
        if goal in levels:
            return steps[levels]
        for after in next_levels(levels, sizes):
            if after not in steps:
                steps[after] = steps[levels] + 1
                queue.append(after)
    return None


def test_four_litres_take_six_steps_and_polyas_six_quarts_eight():
    assert list(solve((3, 5), 4)) == [PLAN]
    assert [len(plan) - 1 for plan in solve(**INSTANCES["polya"])] == [8]


@pytest.mark.parametrize("sizes", [(1,), (2, 4), (3, 5), (5, 3), (2, 3, 4), (3, 3)])
def test_all_plans_have_the_fewest_steps_and_the_twin_finds_them_too(sizes: tuple[int, ...]):
    for goal in range(7):
        found = list(solve(sizes, goal))
        assert {len(plan) - 1 for plan in found} == ({fewest(sizes, goal)} - {None})
        assert all(is_solution(plan, sizes, goal) for plan in found)
        assert list(by_hand.solve(sizes, goal)) == found


def test_the_shortest_are_those_of_all_plans():
    lengths = Counter(len(plan) for plan in plans((0, 0), (5, 3), 4))
    assert solve((5, 3), 4).count() == lengths[min(lengths)]


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param((), id="nothing is said"),
        pytest.param(PLAN[1:], id="the jugs are not empty at first"),
        pytest.param(PLAN[:-1], id="nothing is measured"),
        pytest.param((*PLAN[:5], (3, 4)), id="two steps are one"),
        pytest.param((*PLAN[:1], (3, 0), *PLAN), id="it is not the shortest"),
        pytest.param((*PLAN, (0, 4)), id="it goes on when it is done"),
        pytest.param((PLAN[0], (0, 4)), id="there are no marks"),
    ],
)
def test_a_wrong_plan_is_not_a_solution(wrong: tuple[tuple[int, ...], ...]):
    assert is_solution(PLAN, (3, 5), 4)
    assert not is_solution(wrong, (3, 5), 4)


@pytest.mark.parametrize(("sizes", "goal"), [((), 1), ((3, 0), 1), ((3, 5), -1)])
def test_invalid_jugs_are_refused(sizes: tuple[int, ...], goal: int):
    with pytest.raises(ValueError, match="expected jugs of 1 litre or more, and an amount of 0 or more, found"):
        solve(sizes, goal).first()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("3", "line 1, column 2: expected the amount to measure"),
        ("3 0 4", "line 1, column 3: expected the size of a jug, 1 or more, found '0'"),
        ("3 5 x", "line 1, column 5: expected the amount to measure, found 'x'"),
    ],
)
def test_text_that_holds_no_puzzle_is_refused_with_its_place(text: str, complaint: str):
    with pytest.raises(BadInput, match=complaint):
        read(text)

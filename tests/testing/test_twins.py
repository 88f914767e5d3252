"""check_twins finds the faults that are planted in a twin, and names them."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, repeat
from typing import Any

import pytest
from hypothesis import strategies as st

from ambsearch import (
    ambiguous,
    require,
)
from ambsearch.testing import (
    Different,
    check_twins,
    same_answers,
)


@ambiguous
def subsets(n: int) -> Any:
    """The paths 0 < ... of numbers below n, with at most three numbers."""
    path: list[int] = []
    for _ in range((yield range(3))):
        path.append((yield range(path[-1] + 1 if path else 0, n)))
    return path


def by_hand(n: int, fault: str = "") -> Iterator[list[int]]:
    for size in range(3):
        yield from places(n, size, [], fault)


def places(n: int, size: int, path: list[int], fault: str) -> Iterator[list[int]]:
    if len(path) == size:
        yield list(path)
        return
    numbers: Iterable[int] = range(path[-1] + 1 if path else 0, n)
    if fault == "order" and path == [1]:
        numbers = reversed(range(2, n))
    for number in numbers:
        if fault == "drop" and [*path, number] == [0, 2]:
            continue
        if fault == "loop" and [*path, number] == [0, 2]:
            while True:
                pass
        if fault == "raise" and [*path, number] == [0, 2]:
            raise KeyError("two")
        path.append(number)
        yield from places(n, size, path, fault)
        if fault == "repeat" and path == [0, 2]:
            yield [0, 2]
        if fault == "leave a change" and size == 1:
            return
        if fault != "keep a change" or size != 2:
            path.pop()


def takes_no_column_back(n: int) -> Iterator[tuple[int, ...]]:
    used: set[int] = set()

    def place(row: int, columns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if row == n:
            yield columns
        for column in range(n):
            if column not in used:
                used.add(column)
                yield from place(row + 1, (*columns, column))

    return place(0, ())


@ambiguous
def permutations(n: int) -> Any:
    used: list[int] = []
    for _ in range(n):
        column = yield range(n)
        require(column not in used)
        used.append(column)
    return tuple(used)


def with_fault(fault: str) -> Callable[[int], Iterator[list[int]]]:
    def twin(n: int) -> Iterator[list[int]]:
        return by_hand(n, fault)

    return twin


def failure(program: Any, twin: Any, instances: Any, **options: Any) -> Different:
    with pytest.raises(Different) as found:
        check_twins(program, twin, instances, **options)
    return found.value


def test_a_right_twin_passes_for_lists_and_strategies() -> None:
    assert check_twins(subsets, by_hand, [0, (3,), {"n": 5}])
    assert check_twins(subsets, by_hand, st.integers(0, 5))


@pytest.mark.parametrize(
    ("fault", "kind", "smallest", "sentence"),
    [
        ("drop", "missing", 3, "[0, 2], number 5 of subsets (counted from 0), is not an answer of twin"),
        ("repeat", "repeated", 3, "twin has [0, 2] again, as numbers 5 and 6 (counted from 0), and subsets has not"),
        ("order", "order", 4, "[1, 2] is number 8 of subsets, but number 9 of twin (counted from 0)"),
        (
            "raise",
            "raises",
            3,
            "twin raises KeyError: 'two' (test_twins.py, line 51, in places)\nbefore that: 5 answers",
        ),
        (
            "loop",
            "loops",
            3,
            "no further answer within 9000 lines of Python: does it loop for ever (test_twins.py, line 4",
        ),
    ],
)
def test_a_planted_fault_is_found_and_named_for_the_smallest_instance(
    fault: str, kind: str, smallest: int, sentence: str
) -> None:
    found = failure(subsets, with_fault(fault), st.integers(0, 9), steps=9000)

    assert found.kind == kind
    assert str(found).startswith(f"for the instance {smallest}:\n")
    assert sentence in str(found)


def test_a_twin_that_leaves_a_mark_set_has_forgotten_to_take_it_back() -> None:
    line = next(n for n, text in enumerate(open(__file__), 1) if text.strip() == "used.add(column)")
    found = failure(permutations, takes_no_column_back, [3])

    assert found.kind == "forgotten take-back"
    assert str(found).startswith(
        "for the instance 3:\nforgotten take-back: takes_no_column_back: "
        f"test_twins.py, line {line}, in place: used was {{0, 1}} before, and is {{0, 1, 2}} after\nends early: "
    )


def test_a_forgotten_take_back_is_named_also_when_the_answers_agree() -> None:
    found = failure(permutations, takes_no_column_back, st.integers(0, 5))

    assert found.kind == "forgotten take-back"
    assert "for the instance 1:" in str(found)
    assert "used was set() before, and is {0} after\nthe answers agree" in str(found)
    assert check_twins(permutations, takes_no_column_back, [0, 1], keeps=("used",))


def test_a_change_that_shows_in_an_answer_is_named_with_its_line() -> None:
    found = failure(subsets, with_fault("keep a change"), st.integers(0, 5))

    assert found.kind == "forgotten take-back"
    assert "in places: path was [0] before, and is [0, 1, 2] after" in str(found)


def test_a_twin_that_gives_answers_forever_has_one_too_many() -> None:
    found = failure(subsets, lambda n: chain(by_hand(n), repeat([7])), [2])

    assert found.kind == "extra"
    assert "the twin has at least" in str(found)


def test_an_exception_of_a_program_is_its_own_difference_with_its_cause() -> None:
    found = failure(with_fault("raise"), with_fault("raise"), [3])

    assert found.kind == "raises"
    assert "the program raises KeyError" in str(found)
    assert isinstance(found.__cause__, KeyError)


def test_arguments_that_do_not_fit_are_reported_and_not_passed_over() -> None:
    assert failure(subsets, by_hand, [(1, 2, 3)]).kind == "raises"


def test_a_function_that_loops_before_it_gives_an_iterable_is_found() -> None:
    def eager(n: int) -> list[list[int]]:
        while True:
            pass

    assert failure(subsets, eager, [0], steps=1000).kind == "loops"


def emptied(xs: list[int]) -> Iterator[int]:
    while xs:
        yield xs.pop(0)


def test_program_and_twin_cannot_change_each_others_instance() -> None:
    assert check_twins(emptied, emptied, [[1, 2, 3]] * 2, keeps=("xs",))


def test_twins_are_compared_in_the_sense_that_is_asked_for() -> None:
    reverse = lambda n: reversed(list(by_hand(n)))  # noqa: E731

    assert check_twins(subsets, reverse, [4], as_="set")
    assert check_twins(count, count, [3], limit=9)
    assert failure(subsets, reverse, [4]).kind == "order"


@pytest.mark.parametrize("single", [{"n": 3}, "abc"])
def test_a_single_instance_is_not_taken_for_a_list_of_instances(single: Any) -> None:
    with pytest.raises(TypeError, match=re.escape(f"to check a single one, write [{single!r}]")):
        check_twins(list, list, single)


def test_comparing_nothing_is_not_a_success() -> None:
    with pytest.raises(ValueError, match="nothing was compared"):
        check_twins(list, list, [])


def test_counting_lines_leaves_no_trace_function_behind() -> None:
    before = sys.gettrace()
    check_twins(subsets, by_hand, [3])

    assert sys.gettrace() is before


@pytest.mark.parametrize(
    ("program", "twin", "told"),
    [
        (subsets(3), by_hand, "found subsets(3); leave out the arguments, for these are the instances"),
        (subsets, subsets(3), "found subsets(3); leave out the arguments, for these are the instances"),
        (subsets, [by_hand, None], "found None"),
        ("subsets", by_hand, "found 'subsets'"),
    ],
)
def test_what_is_no_function_is_no_program(program: Any, twin: Any, told: str) -> None:
    with pytest.raises(TypeError, match=f"^expected a function that gives answers, {re.escape(told)}$"):
        check_twins(program, twin, [3])


def test_an_empty_list_of_twins_compares_nothing() -> None:
    with pytest.raises(ValueError, match="^expected a twin, or a list of them, found an empty one"):
        check_twins(subsets, [], [3])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "gives None instead of answers; does it `yield` or `return` them?\n"),
        (5, "gives 5 instead of answers\n"),
        (by_hand, "instead of answers; call the function, as in by_hand(...)\n"),
    ],
)
def test_a_twin_that_gives_no_answers_is_told_with_what_it_gives(given: Any, told: str) -> None:
    def twin(n: int) -> Any:
        return given

    with pytest.raises(Different, match=rf"^for the instance 3:\ntwin .*{re.escape(told)}before that: 0 answers"):
        check_twins(subsets, twin, [3])
    with pytest.raises(Different, match=rf"^the second .*{re.escape(told)}before that: 0 answers"):
        same_answers(subsets(3), given)


def test_the_names_of_variables_to_keep_may_be_one() -> None:
    memo: list[int] = []

    def twin(n: int) -> Any:
        memo.append(n)
        return subsets(n)

    assert check_twins(subsets, twin, [3], keeps="memo")
    with pytest.raises(TypeError, match="^keeps: expected the names of variables, such as"):
        check_twins(subsets, twin, [3], keeps=5)  # type: ignore[arg-type]


def test_instances_of_sizes_are_made_by_a_function() -> None:
    with pytest.raises(TypeError, match=r"^with sizes=, expected a function of a size such as graphs, found \[3\]$"):
        check_twins(subsets, by_hand, [3], sizes=range(3))
    with pytest.raises(TypeError, match="^expected a list of instances, found 3; to check a single one, write"):
        check_twins(subsets, by_hand, 3)  # type: ignore[arg-type]

"""A change that a search by hand has not taken back is named with its line, wherever the search keeps it."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from ambsearch import amb, ambiguous
from ambsearch.testing import Different, check_twins

Answers = Iterator[tuple[int, ...]]
used: list[int] = []
board = [[0] * 3 for _ in range(3)]
table = dict.fromkeys(range(2000), 0)


def orders(n: int) -> Answers:
    return permutations(range(n))


def failure(twin: Any, *instances: int, program: Any = orders, **options: Any) -> Different:
    with pytest.raises(Different) as found:
        check_twins(program, twin, instances, **options)
    return found.value


def told(twin: Any, *instances: int) -> str:
    """What is said of a forgotten take-back, after the name of the function."""
    found = failure(twin, *instances)
    assert found.kind == "forgotten take-back"
    _, _, line = str(found).partition("test_take_backs.py, line ")
    return line.partition(" in ")[2].partition("\n")[0]


def test_a_function_that_calls_itself_and_collects_is_not_a_generator_and_named_too() -> None:
    def twin(n: int) -> list[Any]:
        found, path, used = [], [], set()

        def place() -> None:
            if len(path) == n:
                found.append(tuple(path))
                return
            for k in range(n):
                if k not in used:
                    used.add(k)
                    path.append(k)
                    place()
                    path.pop()

        place()
        return found

    assert told(twin, 2) == "place: used was {0} before, and is {0, 1} after"


def test_what_collects_the_answers_is_not_called_a_forgotten_take_back() -> None:
    @ambiguous
    def subsets(n: int) -> Any:
        chosen: tuple[int, ...] = ()
        for k in range(n):
            if (yield amb(False, True)):
                chosen += (k,)
        return chosen

    def twin(n: int) -> list[Any]:
        found, memo = [], {}

        def choose(k: int, chosen: tuple[int, ...]) -> int:
            if k == n and chosen != (0, 1):
                found.append(chosen)
            if k < n:
                memo[k, chosen] = choose(k + 1, chosen) + choose(k + 1, (*chosen, k))
            return len(found)

        choose(0, ())
        return found

    def collects_first(n: int) -> list[Any]:
        found: list[tuple[int, ...]] = []

        def choose(chosen: tuple[int, ...]) -> None:
            found.append(chosen)
            for k in range(chosen[-1] + 1 if chosen else 0, n - 1):
                choose((*chosen, k))

        choose(())
        return found

    assert failure(twin, 2, program=subsets).kind == "missing"
    assert failure(collects_first, 3, program=subsets, as_="set").kind == "missing"


def by_module(n: int, path: tuple[int, ...] = ()) -> Answers:
    if len(path) == n:
        yield path
    for k in range(n):
        if k not in used:
            used.append(k)
            yield from by_module(n, (*path, k))


def test_a_variable_of_the_module_is_looked_at_and_restored_before_the_search_is_run_again() -> None:
    try:
        assert told(by_module, 1) == "by_module: used was [] before, and is [0] after"
        used.clear()
        found = failure(by_module, 2)
        assert found.kind == "forgotten take-back"
        assert "in by_module: used was [0] before, and is [0, 1] after\nmissing: " in str(found)
    finally:
        used.clear()


def test_a_board_that_is_left_changed_is_not_called_not_the_same_twice() -> None:
    def twin(n: int, row: int = 0, path: tuple[int, ...] = ()) -> Answers:
        if row == n:
            yield path
            return
        for k in range(n):
            if not any(board[r][k] for r in range(n)):
                board[row][k] = 1
                yield from twin(n, row + 1, (*path, k))

    try:
        assert failure(twin, 3).kind == "forgotten take-back"
    finally:
        board[:] = [[0] * 3 for _ in range(3)]


def test_arrays_and_numbers_of_numpy_are_looked_at_and_restored() -> None:
    marks, least = np.zeros((3, 3), int), np.int64(0)

    def twin(n: int) -> Answers:
        nonlocal least

        def place(path: tuple[int, ...]) -> Answers:
            if len(path) == n:
                yield path
            for k in range(n):
                if not marks[:, k].any():
                    marks[len(path), k] = 1
                    yield from place((*path, k))
                    marks[len(path), k] = 0 if n < 3 else 1

        least += n == 2
        return place(())

    assert told(twin, 2) == "twin: least was np.int64(0) before, and is np.int64(1) after"
    assert "marks was array([[1" in told(twin, 3)


def test_a_large_table_of_the_module_is_not_looked_at() -> None:
    def twin(n: int) -> Answers:
        table[n] += 1
        return orders(n)

    assert check_twins(orders, twin, [1, 2])


def test_a_default_that_all_calls_share_is_named() -> None:
    def twin(n: int, used: list[int] = []) -> Answers:  # noqa: B006
        def place(path: tuple[int, ...]) -> Answers:
            if len(path) == n:
                yield path
            for k in range(n):
                if k not in used:
                    used.append(k)
                    yield from place((*path, k))

        return place(())

    assert told(twin, 1) == "place: used was [] before, and is [0] after"


def test_a_number_that_is_bound_again_is_named() -> None:
    def twin(n: int) -> Answers:
        mask = 0

        def place(path: tuple[int, ...]) -> Answers:
            nonlocal mask
            if len(path) == n:
                yield path
            for k in range(n):
                if not mask >> k & 1:
                    mask |= 1 << k
                    yield from place((*path, k))

        return place(())

    assert told(twin, 1) == "place: mask was 0 before, and is 1 after"
    assert told(twin, 3) == "place: mask was 3 before, and is 7 after"


class Solver:
    used: list[int] = []

    def __init__(self) -> None:
        self.mask = 0

    def __call__(self, n: int, path: tuple[int, ...] = ()) -> Answers:
        if len(path) == n:
            yield path
        for k in range(n):
            if k not in self.used:
                self.used.append(k)
                yield from self(n, (*path, k))
                self.used.remove(k)
                self.mask |= 1 << k

    def shared(self, n: int, path: tuple[int, ...] = ()) -> Answers:
        if len(path) == n:
            yield path
        for k in range(n):
            if k not in self.used:
                self.used.append(k)
                yield from self.shared(n, (*path, k))


def test_attributes_of_an_object_and_of_its_class_are_named() -> None:
    assert told(Solver(), 1) == "__call__: self.mask was 0 before, and is 1 after"
    assert check_twins(orders, Solver(), [0, 1], keeps=("mask",))
    try:
        assert told(Solver().shared, 1) == "shared: self.used was [] before, and is [0] after"
    finally:
        Solver.used.clear()

"""Replay itself, on programs whose answers a person can check."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
import replay
from helpers import compile_replay
from replay import ambiguous, an_integer_between, an_integer_from, fail, once, permanent, require


def noting() -> tuple[list[Any], Any]:
    noted: list[Any] = []
    return noted, lambda value: once(lambda: noted.append(value))


def test_pythagorean_triples_come_in_depth_first_order() -> None:
    @ambiguous
    def triple(low, high):
        i = yield an_integer_between(low, high)
        j = yield an_integer_between(i, high)
        k = yield an_integer_between(j, high)
        require(i * i + j * j == k * k)
        return i, j, k

    assert list(triple(1, 15)) == [(3, 4, 5), (5, 12, 13), (6, 8, 10), (9, 12, 15)]


def test_four_queens_have_two_answers() -> None:
    @ambiguous
    def queens(n):
        board = []
        for row in range(n):
            column = yield range(n)
            require(all(column != c and abs(column - c) != row - r for r, c in enumerate(board)))
            board.append(column)
        return board

    assert list(queens(4)) == [[1, 3, 0, 2], [2, 0, 3, 1]]


def test_an_effect_that_is_kept_happens_once_for_each_new_part_of_a_branch() -> None:
    noted, note = noting()

    @ambiguous
    def program():
        permanent(note("start"))
        x = yield (1, 2)
        note(x)
        y = yield "ab"
        note((x, y))
        require(y == "b")
        return x

    assert list(program()) == [1, 2]
    assert noted == ["start", 1, (1, "a"), (1, "b"), 2, (2, "a"), (2, "b")]


def test_a_sub_search_goes_on_only_when_its_next_answer_is_needed() -> None:
    noted, note = noting()

    @ambiguous
    def inner():
        x = yield (1, 2)
        note(f"inner {x}")
        return x

    @ambiguous
    def outer():
        x = yield inner()
        note(f"outer {x}")
        return (yield (x, -x))

    assert list(islice(outer(), 2)) == [1, -1]
    assert noted == ["inner 1", "outer 1"]


def test_a_list_shared_with_a_sub_search_holds_its_changes_while_the_caller_goes_on() -> None:
    @ambiguous
    def inner(items):
        x = yield (1, 2)
        items.append(x)
        return x

    @ambiguous
    def outer(items):
        yield inner(items)
        y = yield inner(items)
        items.append(-y)
        return items

    items = [0]
    assert list(outer(items)) == [[0, 1, 1, -1], [0, 1, 2, -2], [0, 2, 1, -1], [0, 2, 2, -2]]
    assert items == [0]


def test_mutual_recursion_and_returned_sub_searches_work() -> None:
    @ambiguous
    def even(n):
        if n == 0:
            return ()
        return (yield odd(n - 1))

    @ambiguous
    def odd(n):
        if n == 0:
            fail()
        x = yield (0, 1)
        return (x, *(yield even(n - 1)))

    assert list(even(4)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert list(even(3)) == []


def test_an_encapsulated_search_leaves_its_arguments_alone() -> None:
    noted, note = noting()

    @ambiguous
    def inner(items):
        items.append((yield (1, 2)))
        note(items[:])
        return items

    @ambiguous
    def outer(items):
        found = list(inner(items))
        x = yield (1, 2)
        return x, found, items

    assert list(outer([])) == [(1, [[1], [2]], []), (2, [[1], [2]], [])]
    assert noted == [[1], [2]]


def test_infinitely_many_items_can_be_chosen_from() -> None:
    @ambiguous
    def squares():
        n = yield an_integer_from(1)
        require(n * n > 20)
        return n * n

    assert squares().take(3) == [25, 36, 49]
    assert squares().first() == 25


def test_a_choice_of_nothing_is_the_end_of_the_branch() -> None:
    @ambiguous
    def program():
        x = yield (1, 2, 3)
        y = yield range(2 - x)
        return x, y

    assert list(program()) == [(1, 0)]
    assert program().exists()
    assert program().count() == 1


def test_an_exception_comes_after_the_answers_before_it() -> None:
    @ambiguous
    def program():
        return 6 // (yield (3, 0, 2))

    answers = iter(program())
    assert next(answers) == 2
    with pytest.raises(ZeroDivisionError):
        next(answers)


def test_runs_can_be_limited() -> None:
    @ambiguous
    def program():
        return (yield range(10))

    answers = replay.Search(program(), runs=3).answers()
    assert list(islice(answers, 3)) == [0, 1, 2]
    with pytest.raises(replay.OutOfRuns):
        next(answers)


def test_globals_are_restored_and_permanent_ones_are_kept() -> None:
    source = """
@ambiguous
def program():
    global G, P
    p = 0
    G += 1
    x = yield (1, 2)
    G += x
    p = permanent(p + 1)
    P = permanent(P + x)
    return G, p
"""
    space = compile_replay(source)
    space.update(WORLD=("G",), G=10, P=replay.Kept(0))

    assert list(space["program"]()) == [(12, 1), (13, 2)]
    assert (space["G"], space["P"].value) == (10, 3)


def test_an_alternative_of_amb_is_evaluated_when_it_is_tried() -> None:
    noted, note = noting()
    source = """
@ambiguous
def program():
    x = yield amb(note(1), (yield amb(note(2), note(3))), note(4))
    note(-x)
    return x
"""
    space = compile_replay(source)
    space["note"] = lambda value: note(value) or value

    assert list(space["program"]()) == [1, 2, 3, 4]
    assert noted == [1, -1, 2, -2, 3, -3, 4, -4]

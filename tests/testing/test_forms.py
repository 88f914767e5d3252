"""What is the same answer."""

from collections import OrderedDict, deque
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ambsearch.testing import Different, first_difference, same_answers, same_multiset, same_set, yields
from ambsearch.testing.forms import Kind, normal


class Unhashable:
    """Equal to others with the same number, and without a hash."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashable) and self.number == other.number


@dataclass
class Point:
    x: int
    seen: list[int]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        ((1, 2), (1, 2.0)),
        ([1, [2]], [1, [2.0]]),
        ({"a": [1], "b": 2}, {"b": 2, "a": [1]}),
        ({1, 2}, frozenset({2, 1})),
        (np.array([[1, 2], [3, 4]]), np.array([[1, 2], [3, 4]])),
        (np.array([1, 2]), [1, 2]),
        (np.int64(3), 3),
        (float("nan"), float("nan")),
        (Fraction(1, 2), 0.5),
        (Point(1, [2]), Point(1, [2])),
        (Unhashable(1), Unhashable(1)),
        (OrderedDict(a=1), {"a": 1}),
        (deque([1]), deque([1])),
        (bytearray(b"a"), b"a"),
        (memoryview(bytearray(b"a")), memoryview(b"a")),
        ({1: memoryview(np.array([1, 2]))}, {1: memoryview(np.array([1, 2]))}),
    ],
)
def test_these_are_the_same_answer(one: Any, other: Any) -> None:
    assert first_difference([one], [other]) is None
    assert same_answers([one, 0], [other, 0])
    assert same_multiset([0, one], [other, 0])
    assert yields([one], other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1], (1,)),
        ([1], deque([1])),
        ({1}, [1]),
        ({}, set()),
        (np.array([1, 2]), np.array([1, 3])),
        (np.array([[1, 2]]), np.array([1, 2])),
        (np.array([1, 2]), (1, 2)),
        (Point(1, [2]), Point(1, [3])),
        (Unhashable(1), Unhashable(2)),
        (memoryview(bytearray(b"a")), memoryview(bytearray(b"b"))),
        (memoryview(np.array([1, 2])), memoryview(np.array([1, 3]))),
        (0, None),
        ("", None),
    ],
)
def test_these_are_different_answers(one: Any, other: Any) -> None:
    assert first_difference([one], [other]) is not None
    with pytest.raises(Different):
        same_set([one], [other])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (1, 1.0),
        ([1], [True]),
        ({1: [1]}, {1: [1.0]}),
        ({1}, {True}),
        ((1, 2), (1, 2.0)),
        (np.array([1]), [1]),
        (np.array([1], dtype=np.int8), np.array([1], dtype=np.int64)),
    ],
)
def test_strict_tells_what_only_looks_the_same(one: Any, other: Any) -> None:
    assert same_multiset([one], [other])
    with pytest.raises(Different):
        same_answers([one], [other], strict=True)


def test_no_answer_looks_like_the_form_of_another() -> None:
    assert normal((Kind.LIST.value, (1,))) != normal([1])
    assert normal(("list", (1,))) != normal([1])


def test_many_unhashable_answers_are_compared_one_by_one_and_not_each_with_each() -> None:
    asked = 0

    class Counted(int):
        def __eq__(self, other: object) -> bool:
            nonlocal asked
            asked += 1
            return int(self) == other

        __hash__ = int.__hash__

    n = 500
    assert same_multiset([[Counted(k)] for k in range(n)], [[Counted(k)] for k in reversed(range(n))])
    assert asked < 20 * n

"""Drawing from the answers of a search."""

import subprocess
import sys
from itertools import count
from typing import Any

import pytest
from hypothesis import find, given, settings

from ambsearch import (
    NoAnswer,
    ambiguous,
    require,
)
from ambsearch.testing import (
    answers_of,
)


@ambiguous
def subsets(n: int) -> Any:
    """The paths 0 < ... of numbers below n, with at most three numbers."""
    path: list[int] = []
    for _ in range((yield range(3))):
        path.append((yield range(path[-1] + 1 if path else 0, n)))
    return path


@ambiguous
def divisors(n: int) -> Any:
    d = yield range(2, n)
    require(n % d == 0)
    return d


@settings(max_examples=30)
@given(answers_of(subsets(4)))
def test_answers_are_drawn_from_a_search(path: list[int]) -> None:
    assert path in list(subsets(4))
    path.append(99)  # each draw is a copy


def test_a_drawn_answer_shrinks_to_the_first() -> None:
    assert find(answers_of(subsets(5)), lambda path: len(path) == 2) == [0, 1]


def test_an_infinite_search_is_drawn_from_up_to_the_limit() -> None:
    assert find(answers_of(count(), limit=5), lambda n: n > 3) == 4


def test_drawing_from_a_search_without_answers_is_reported() -> None:
    with pytest.raises(NoAnswer, match=r"divisors\(3\) has no answer to draw"):
        find(answers_of(divisors(3)), lambda _: True)


def test_neither_hypothesis_nor_pytest_is_needed_to_import_the_kit() -> None:
    source = (
        "import sys\n"
        "sys.modules['hypothesis'] = sys.modules['pytest'] = None\n"
        "from ambsearch.testing import answers_of, check_twins\n"
        "check_twins(range, range, [3])\n"
        "answers_of([1])\n"
    )
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)

    assert "ImportError: answers_of needs Hypothesis; install it with: pip install hypothesis" in run.stderr

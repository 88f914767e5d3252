"""Where checks run: pytest and unittest."""

import unittest

import pytest

from ambsearch.testing import check_twins
from ambsearch.testing.reports import LISTENERS

TEST = """
from ambsearch.testing import check_twins

def spec(n):
    return range(n)

def wrong(n):
    return [k for k in range(n) if k != 3]

def test_right():
    check_twins(spec, wrong, [0, 2, 3])

def test_wrong():
    check_twins(spec, wrong, [5])
"""


def pytest_run(pytester: pytest.Pytester, *options: str) -> str:
    pytester.makepyfile(test_small=TEST)
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", *options).stdout.str()


def test_pytest_shows_the_message_and_no_frame_of_the_kit(pytester: pytest.Pytester) -> None:
    out = pytest_run(pytester)

    assert "E       ambsearch.testing.Different: for the instance 5:" in out
    assert "E       missing: 3, number 3 of spec (counted from 0), is not an answer of wrong" in out
    assert "twins.py" not in out
    assert "programs and their twins" not in out


def test_pytest_tells_what_was_compared_if_asked_to_be_verbose(pytester: pytest.Pytester) -> None:
    out = pytest_run(pytester, "-v")

    assert "= programs and their twins =" in out
    assert (
        "test_small.py::test_right: spec and wrong agree: 3 instances, 1 of them without an answer; 5 answers; 0.0"
        in out
    )


SEARCHES = """
import pytest
from ambsearch import ambiguous, require
from ambsearch.testing import exhaustive

@ambiguous
def inverse(n):
    d = yield range(n)
    return 1 / d

def test_error():
    try:
        inverse(0).one()
    except LookupError:
        assert inverse(1).one() == 1

@exhaustive
def test_all():
    x = yield range(3)
    assert x < 2

@exhaustive
def test_none():
    x = yield range(3)
    require(x > 2)
"""


@pytest.mark.thorough
def test_pytest_shows_no_frame_of_a_search_that_fails_unless_all_are_asked_for(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_searches=SEARCHES)
    out = pytester.runpytest_inprocess("-p", "no:cacheprovider", "--disable-warnings").stdout.str()

    assert "test_searches.py:8: ZeroDivisionError" in out
    assert "E       branch number 2 (counted from 0) of test_all: x = 2 (line 18)" in out
    assert "test_none checks nothing: each of its branches ends early" in out
    assert all(part not in out for part in ("answers.py", "branches.py", "series.py", "_pytest/", "pluggy/"))
    assert "answers.py" in pytester.runpytest_inprocess("-p", "no:cacheprovider", "--full-trace").stdout.str()


def test_a_test_that_is_ambiguous_fails_because_it_would_never_run(pytester: pytest.Pytester) -> None:
    head = "from ambsearch import ambiguous\n\n"
    body = "    x = yield [1]\n    assert x == 2\n"
    method = "class TestX:\n    @ambiguous\n    def test_m(self):\n        yield [1]\n"
    pytester.makepyfile(test_ambiguous=f"{head}@ambiguous\ndef test_f():\n{body}\n{method}")
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")

    result.assert_outcomes(failed=2)
    assert "test_f is ambiguous: its call makes a search, which nothing asks" in result.stdout.str()
    assert "write @exhaustive of ambsearch.testing above it instead" in result.stdout.str()


def test_the_examples_of_a_given_test_are_summed_up_in_one_line(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_many="from hypothesis import given, settings, strategies as st\n"
        "from ambsearch.testing import check_twins\n"
        "@settings(max_examples=3, database=None)\n"
        "@given(st.sampled_from([1, 2, 3]))\n"
        "def test_many(n):\n"
        "    check_twins(range, range, [n])\n"
    )
    out = pytester.runpytest_inprocess("-v", "-p", "no:cacheprovider").stdout.str()

    assert out.count("test_many: the program and the twin agree: ") == 1
    assert "test_many: the program and the twin agree: 3 instances, 0 of them without an answer; 6 answers; 0.0" in out


def test_a_run_inside_a_test_leaves_the_summary_of_the_outer_run_alone(pytester: pytest.Pytester) -> None:
    before = list(LISTENERS)
    pytest_run(pytester)

    assert before == LISTENERS


def test_a_difference_is_a_failure_for_unittest_and_not_an_error() -> None:
    class Twins(unittest.TestCase):
        def test_wrong(self) -> None:
            check_twins(range, lambda n: [], [5])

    found = unittest.TestResult()
    Twins("test_wrong").run(found)

    assert not found.errors
    assert "ambsearch.testing.Different: for the instance 5:" in found.failures[0][1]

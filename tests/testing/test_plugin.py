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

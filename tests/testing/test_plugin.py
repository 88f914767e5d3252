"""Where checks run: pytest and unittest."""

import subprocess
import sys
from pathlib import Path

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
UNITTEST = """
import unittest
from ambsearch.testing import check_twins

class Twins(unittest.TestCase):
    def test_wrong(self):
        check_twins(range, lambda n: [], [5])

unittest.main()
"""


def run(tmp_path: Path, source: str, *command: str) -> str:
    (tmp_path / "test_small.py").write_text(source)
    words = [sys.executable, *command, "test_small.py"]
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    return run.stdout + run.stderr


def pytest_run(tmp_path: Path, *options: str) -> str:
    return run(tmp_path, TEST, "-m", "pytest", "-p", "no:cacheprovider", *options)


def test_pytest_shows_the_message_and_no_frame_of_the_kit(tmp_path: Path) -> None:
    out = pytest_run(tmp_path)

    assert "E       ambsearch.testing.Different: for the instance 5:" in out
    assert "E       missing: 3, number 3 of spec (counted from 0), is no answer of wrong" in out
    assert "twins.py" not in out
    assert "programs and their twins" not in out


def test_pytest_tells_what_was_compared_if_asked_to_be_verbose(tmp_path: Path) -> None:
    out = pytest_run(tmp_path, "-v")

    assert "= programs and their twins =" in out
    assert (
        "test_small.py::test_right: spec and wrong agree: 3 instances, 1 of them without an answer; 5 answers; 0.0"
        in out
    )


def test_a_difference_is_a_failure_for_unittest_and_not_an_error(tmp_path: Path) -> None:
    out = run(tmp_path, UNITTEST)

    assert "FAILED (failures=1)" in out
    assert "ambsearch.testing.Different: for the instance 5:" in out

"""Blocks: a statement with what comes after it; what is needed twice becomes a function."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from recorded import define

from ambsearch import expand

pytestmark = pytest.mark.usefixtures("no_other_module")

BRANCHES = "if c:\n    x = yield c\nelse:\n    x = yield (1, 2)\n"


def test_what_two_branches_go_on_to_is_emitted_once_with_the_variables_that_it_reads() -> None:
    text = expand(define(BRANCHES + "unread = 1\ny = yield range(x)\nreturn c, y", "c"), fast=True)

    assert text.count("range(x)") == 1
    assert text.count("yield from f_rest(c, x)") == 2
    assert "def f_rest(c, x):" in text


def test_an_answer_stands_in_both_branches() -> None:
    text = expand(define(BRANCHES + "return x", "c"), fast=True)

    assert (text.count("def "), text.count("yield x")) == (1, 2)


def test_a_function_is_named_like_no_variable() -> None:
    assert "def f_rest_2(" in expand(define("f_rest = 1\n" + BRANCHES + "return (yield [x]), f_rest", "c"), fast=True)


def test_choices_that_python_cannot_nest_become_functions(deep: bool) -> None:
    body = "\n".join(f"x{i} = yield [{i}]" for i in range(25))
    f = define(f"{body}\nreturn x0, x24", deep=deep)

    assert list(f()) == [(0, 24)]
    assert "def f_rest(" in expand(f, deep=deep, fast=True)


def test_what_stands_behind_the_end_of_a_branch_is_not_emitted() -> None:
    assert "unreachable" not in expand(define("yield [1]\nreturn 2\nunreachable()"), fast=True)


PROGRAM = """
from ambsearch import ambiguous, expand

@ambiguous
def f(xs):
    def one(): return 1
    def two(): return 2
    def three(): return 3
    import os, sys, re as regex
    match xs:
        case [first, second, *others]:
            x = yield first
        case {"a": only, **rest}:
            x = yield only
    y = yield range(x)
    return one, two, three, os, sys, regex, first, second, others, only, rest

print(expand(f, fast=True))
"""


@pytest.mark.thorough
def test_an_expansion_does_not_depend_on_the_order_of_sets(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    runs = [
        subprocess.Popen(
            [sys.executable, path], env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True
        )
        for seed in ("1", "2")
    ]
    one, other = [run.communicate()[0] for run in runs]

    assert "f_rest" in one
    assert one == other

"""A change of what is outside is warned of where it has been undone before anything reads it; one that is read meanwhile is not."""

import warnings
from argparse import Namespace
from functools import partial

import pytest
from helpers import compile_program
from recorded import WORDS

PROGRAM = """
found, tally, count = [], {{}}, 0
@ambiguous
def solve():
    global count
    x = yield (1, 2)
    {}
    return x
{}
"""
AFTER = "list(solve()); str([found, tally, count])"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            "found.append(x)",
            "found is put back when the search goes on, and only read after it, so nothing is kept of this",
        ),
        ("found.append(x)", "write permanent(found.append(x))"),
        ("count += 1", "write count = permanent(count + 1)"),
        ("tally[x] = 1", "write tally[x] = permanent(1)"),
        ("tally[x] = 1; tally[x] += 1", "write tally[x] = permanent(tally[x] + 1)"),
        ("if x == 1: found.append(x)", "write permanent(found.append(x))"),
        ("count = x", "count is put back when the search goes on, and only read after it"),
        (
            "require(x not in found); found.append(x)",
            "found is put back when the search goes on, so no other branch sees this",
        ),
        ("require(x > count); count = x", "so no other branch sees this; write count = permanent(x)"),
        ("if x > count: count = x", "so no other branch sees this; write count = permanent(x)"),
    ],
)
def test_a_change_that_is_undone_before_anything_reads_it_is_warned_of(change: str, told: str) -> None:
    with pytest.warns(SyntaxWarning) as warned:
        compile_program(PROGRAM.format(change, AFTER), WORDS)

    (warning,) = warned
    assert told in str(warning.message)


@pytest.mark.parametrize(
    ("change", "program"),
    [
        ("found.append(x); require(len(found) < 2)", AFTER),
        ("require(x not in found); found.append(x); y = yield (1, 2); require(y)", AFTER),
        ("require(x not in found); found.append(x)", "for _ in solve(): str(found)"),
        ("require(x not in found); found.append(x)", AFTER + "; list(solve())"),
        (
            "require(x not in found); found.append(x)",
            "def g():\n    return [(yield solve()), (yield solve())]\nambiguous(g)",
        ),
        ("for _ in (1, 2):\n        require(x not in found)\n        found.append(x)", AFTER),
        ("permanent(found.append(x))", AFTER),
        ("count = permanent(count + 1)", AFTER),
        ("count = permanent(x)", AFTER),
        ("tally[x] = permanent(1)", AFTER),
        ("count = x", "list(solve())"),
        ("found.append(x)", "list(solve())"),
        ("found.append(x)", "for _ in solve(): str(found)"),
        ("found.append(x)", "[str(found) for _ in solve()]"),
        ("found.append(x)", "def show(): return str(found)\nlist(solve()); str(found)"),
        ("found.append(x)", "answers = iter(solve()); next(answers); str(found)"),
        ("found = []; found.append(x)", AFTER),
        ("found.append(x); require(other)", "other = found\n" + AFTER),
        ("found.append(x); require(view.found)", "view = Namespace(found=found)\n" + AFTER),
        ("found.append(x); require(view())", "view = partial(len, found)\n" + AFTER),
    ],
)
def test_a_change_that_is_read_while_the_search_runs_or_kept_is_not_warned_of(change: str, program: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(PROGRAM.format(change, program), WORDS | {"Namespace": Namespace, "partial": partial})


IN_HELPER = """
checked = []
{}
def check(x):
    checked.append(x)
    return x > 1
@ambiguous
def solve():
    x = yield (1, 2)
    require(check(x))
    return x
{}
list(solve()); str(checked)
"""


def test_what_a_helper_changes_is_warned_of_when_the_first_search_begins() -> None:
    with pytest.warns(SyntaxWarning) as warned:
        compile_program(IN_HELPER.format("", ""), WORDS)

    (warning,) = warned
    assert str(warning.message).endswith("nothing is kept of this; write permanent(checked.append(x))")


@pytest.mark.parametrize(
    ("mark", "use"),
    [("", "check(1)"), ("@permanent", ""), ("", "def show(): return str(checked)"), ("held = [checked]", "")],
    ids=["is also called outside", "is permanent", "is read by another function", "something holds what it changes"],
)
def test_a_helper_that_is_also_called_outside_or_permanent_is_not_warned_of(mark: str, use: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(IN_HELPER.format(mark, use), WORDS)


IN_FUNCTION = """
def main():
    found, count = [], 0
    @ambiguous
    def solve():
        nonlocal count
        x = yield (1, 2)
        {}
        return x
    {}
main()
"""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("found.append(x)", "only read after it, so nothing is kept of this; write permanent(found.append(x))"),
        ("count += 1", "only read after it, so nothing is kept of this; write count = permanent(count + 1)"),
        ("require(x > count); count = x", "so no other branch sees this; write count = permanent(x)"),
    ],
)
def test_a_change_of_a_variable_of_the_function_around_is_warned_of(change: str, told: str) -> None:
    with pytest.warns(SyntaxWarning) as warned:
        compile_program(IN_FUNCTION.format(change, "list(solve()); str([found, count])"), WORDS)

    (warning,) = warned
    assert told in str(warning.message)


@pytest.mark.parametrize(
    ("change", "below"),
    [
        ("found.append(x)", "for _ in solve(): str(found)"),
        ("found.append(x); require(len(found) < 2)", "list(solve()); str(found)"),
        ("found.append(x)", "return solve, found"),
        ("permanent(found.append(x))", "list(solve()); str(found)"),
    ],
)
def test_a_change_that_is_read_in_the_function_around_while_the_search_stands_is_not_warned_of(
    change: str, below: str
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(IN_FUNCTION.format(change, below), WORDS)


SOLVER = """
class Solver:
    def __init__(self):
        self.found, self.tries = [], 0
    {helper}
    @ambiguous
    def solve(self):
        x = yield (1, 2)
        {change}
        return x
solver = Solver()
{after}
"""
BELOW = "list(solver.solve())\nstr([solver.found, solver.tries])"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("self.found.append(x)", "write permanent(self.found.append(x))"),
        ("if x > 1: self.tries += 1", "write self.tries = permanent(self.tries + 1)"),
    ],
)
def test_an_attribute_that_is_put_back_before_anything_reads_it_is_warned_of(change: str, told: str) -> None:
    with pytest.warns(SyntaxWarning) as warned:
        compile_program(SOLVER.format(change=change, helper="", after=BELOW), WORDS)

    (warning,) = warned
    assert "is put back when the search goes on, and only read after it, so nothing is kept of this" in str(
        warning.message
    )
    assert told in str(warning.message)


@pytest.mark.parametrize(
    ("change", "helper", "after"),
    [
        ("self.found.append(x)", "", "list(solver.solve())"),
        ("self.found.append(x); require(len(self.found) < 9)", "", BELOW),
        ("self.found.append(x)", "def show(self): return self.found", BELOW),
        ("self.found.append(x)", "", f"for _ in solver.solve(): str(solver.found)\n{BELOW}"),
        ("self.found.append(x)", "", f"answers = iter(solver.solve())\n{BELOW}"),
        ("permanent(self.found.append(x))", "", BELOW),
        ("self.tries += permanent(1)", "", BELOW),
        ("self.found.count(x)", "", BELOW),
    ],
)
def test_an_attribute_that_something_may_read_meanwhile_is_not_warned_of(change: str, helper: str, after: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(SOLVER.format(change=change, helper=helper, after=after), WORDS)

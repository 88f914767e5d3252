"""A change of what is outside is warned of where it has been undone before anything reads it; one that is read meanwhile is not."""

import warnings

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
    ],
)
def test_a_change_that_is_read_while_the_search_runs_or_kept_is_not_warned_of(change: str, program: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile_program(PROGRAM.format(change, program), WORDS)

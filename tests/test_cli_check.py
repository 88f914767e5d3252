"""`ambsearch check` of a user's own script against its twin."""

import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from ambsearch.cli import main

ROOKS = """
from ambsearch import ambiguous, require

INSTANCES = {"two": {"n": 2}, "three": {"n": 3}}

@ambiguous
def solve(n):
    columns = []
    for row in range(n):
        column = yield range(n)
        require(column not in columns)
        columns.append(column)
    return columns

def picture(answer, n):
    return "".join(f"column {column}\\n" for column in answer)
"""
BY_HAND = """
from itertools import permutations

def solve(n):
    return map(list, permutations(range(n)))

def forgets_one(n):
    return (columns for columns in map(list, permutations(range(n))) if columns != [2, 1, 0])

def waits(n):
    import time
    if n == 3:
        time.sleep(60)
    return map(list, permutations(range(n)))

def crashes(n):
    import os
    os._exit(5)
"""


class Ended(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("rooks.py").write_text(ROOKS)
    Path("by_hand.py").write_text(BY_HAND)

    def run(*argv: str) -> Ended:
        status = main(("check", *argv))
        return Ended(status, *capsys.readouterr())

    return run


def with_lines(*lines: str) -> str:
    Path("more.py").write_text(ROOKS + "\n".join(lines) + "\n")
    return "more.py"


def test_a_script_is_compared_with_its_twin_for_each_of_its_instances(run: Run) -> None:
    assert run("rooks.py", "--twin", "by_hand.py:solve") == (
        0,
        textwrap.dedent("""\
            puzzle    instance  answers  verdict
            rooks.py  two       2        same
            rooks.py  three     6        same
            """),
        "",
    )
    assert run("rooks.py:solve", "--twin", "by_hand.py:solve").status == 0


def test_a_difference_is_reported_with_its_kind_and_picture(run: Run) -> None:
    status, out, _ = run("rooks.py", "--twin", "by_hand.py:forgets_one")

    assert status == 1
    assert "rooks.py  three     6        differs: missing\n" in out
    assert "[2, 1, 0], number 5 of solve (counted from 0), is not an answer of forgets_one" in out
    assert "solve:\ncolumn 2\ncolumn 1\ncolumn 0" in out


def test_json_has_the_kind_as_a_field(run: Run) -> None:
    status, out, _ = run("rooks.py", "--twin", "by_hand.py:forgets_one", "--json")
    rows = json.loads(out)

    assert status == 1
    assert [(row["instance"], row["verdict"], row["kind"]) for row in rows] == [
        ("two", "same", None),
        ("three", "differs: missing", "missing"),
    ]


def test_junit_has_a_case_for_each_instance(run: Run) -> None:
    run("rooks.py", "--twin", "by_hand.py:forgets_one", "--junit", "result.xml")
    suite = ElementTree.parse("result.xml").getroot()

    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.get("name") for case in suite] == ["two", "three"]
    failure = suite.find("testcase/failure")
    assert failure is not None and failure.get("type") == "missing" and "[2, 1, 0]" in (failure.text or "")


def test_the_twin_of_a_module_is_found(run: Run) -> None:
    assert run(with_lines("from by_hand import solve as TWIN")).status == 0
    assert run(with_lines("from by_hand import forgets_one as TWIN")).status == 1


def test_instances_may_be_a_list_a_strategy_or_a_search(run: Run) -> None:
    Path("makers.py").write_text("INSTANCES")
    for instances, told in (("[1, 2]", "2 instances  3"), ("range(4)", "4 instances  10")):
        out = run(with_lines("from by_hand import solve as TWIN", f"INSTANCES = {instances}")).out
        assert f"more.py  {told}        same" in out.replace("10       same", "10        same")
    strategy = "from hypothesis import strategies as st", "INSTANCES = st.integers(0, 4)"
    found = run(with_lines("from by_hand import forgets_one as TWIN", *strategy), "--seed", "1")
    assert "more.py all: for the instance 3:" in found.out
    assert run(with_lines("from by_hand import solve as TWIN", *strategy), "--seed", "1").status == 0


@pytest.mark.thorough
def test_a_timeout_and_jobs_are_for_scripts(run: Run) -> None:
    out = run("rooks.py", "--twin", "by_hand.py:waits", "--timeout", "0.3").out
    assert "rooks.py  three     0        differs: timeout" in out
    assert "takes longer than 0.3 seconds" in out  # on a machine under load, the other side too
    assert "differs: crashes" in run("rooks.py", "--twin", "by_hand.py:crashes", "--jobs", "2").out


def test_a_script_may_say_what_its_twin_keeps_and_what_an_answer_costs(run: Run) -> None:
    memo = "memo = {}", "def TWIN(n):", "    memo[n] = by_hand.solve(n)", "    return memo[n]"
    out = run(with_lines("import by_hand", *memo)).out
    assert "differs: forgotten take-back" in out and "if this is meant, write KEEPS = ('memo',)" in out
    assert run(with_lines("import by_hand", *memo, "KEEPS = ('memo',)")).status == 0
    optimum = "ANSWERS_AS = 'optimum'", "def COST(columns):", "    return columns[0]", "def TWIN(n):"
    assert run(with_lines(*optimum, "    return list(range(n))")).status == 0
    assert "differs: not best" in run(with_lines(*optimum, "    return list(range(n))[::-1]")).out


def test_a_file_that_cannot_be_written_is_reported_in_one_line(run: Run) -> None:
    status, out, err = run("rooks.py", "--twin", "by_hand.py:solve", "--junit", "none/result.xml")

    assert (status, out) == (2, "")  # nothing was checked before
    assert err == "ambsearch: none/result.xml cannot be written: No such file or directory\n"


def test_an_answer_that_breaks_the_rules_is_reported(run: Run) -> None:
    status, out, _ = run(
        with_lines("from by_hand import solve as TWIN", "def is_solution(answer, n):", "    return answer != [1, 0]")
    )

    assert status == 1
    assert "answer 2 of more.py breaks the rules, says is_solution: [1, 0]" in out


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["rooks.py"], "rooks.py has no TWIN; write TWIN = a function, or --twin FILE:FUNCTION"),
        (
            ["rooks.py", "--twin", "by_hand.py"],
            "--twin: expected a function in a file, such as by_hand.py:solve, found",
        ),
        (["rooks.py", "--twin", "by_hand.py:slove"], "by_hand.py has no function 'slove'; did you mean 'solve'?"),
        (["rooks.py", "--twin", "other.py:solve"], "there is no file 'other.py'"),
        (["queens", "--twin", "by_hand.py:solve"], "--twin is for a script, found 'queens'"),
        (["queens", "--jobs", "2"], "--jobs is for a script, found 'queens'"),
        (["rooks.py", "--timeout", "-1"], "expected a number of seconds such as 0.5, found '-1'"),
        (["bare.py", "--twin", "by_hand.py:solve"], "bare.py has no INSTANCES; write INSTANCES = "),
        (["none.py", "--twin", "by_hand.py:solve"], "expected at least one instance, found none"),
    ],
)
def test_a_mistake_is_reported_in_one_line(run: Run, argv: list[str], told: str) -> None:
    Path("bare.py").write_text(ROOKS.replace("INSTANCES = ", "EXAMPLES = "))
    Path("none.py").write_text(ROOKS + "INSTANCES = []\n")
    status, out, err = run(*argv)

    assert (status, out, err.count("\n")) == (2, "", 1)
    assert told in err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("TWIN = 'by_hand'", "TWIN of rooks.py: expected a function, found 'by_hand'\n"),
        ("TWIN = solve(3)", "TWIN of rooks.py: expected a function, found solve(3)\n"),
        ("TWIN = solve", "TWIN of rooks.py is the program itself; a twin is another one for the same puzzle\n"),
    ],
)
@pytest.mark.parametrize("words", [("check",), ("solve", "--by-hand")])
def test_a_twin_that_is_none_is_told_with_what_was_found(
    line: str, told: str, words: tuple[str, ...], run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("rooks.py").write_text(ROOKS + line)
    assert main([words[0], "rooks.py", *words[1:]]) == 2
    assert capsys.readouterr() == ("", f"ambsearch: {told}")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ANSWERS_AS = 'bag'", "ambsearch: rooks.py: ANSWERS_AS: expected 'sequence', "),
        ("KEEPS = 5", "ambsearch: rooks.py: KEEPS: expected the names of variables, such as ('memo',), found 5\n"),
    ],
)
def test_a_wrong_term_of_the_comparison_is_told_by_its_name_in_the_script(line: str, told: str, run: Run) -> None:
    Path("rooks.py").write_text(ROOKS + line)
    assert run("rooks.py", "--twin", "by_hand.py:solve").err.startswith(told)


def test_a_twin_that_gives_no_answers_is_told_with_the_instance(run: Run) -> None:
    Path("rooks.py").write_text(ROOKS + "def TWIN(n):\n    print(end='')\n")
    status, out, _ = run("rooks.py")
    assert status == 1
    assert (
        "rooks.py two: for the instance {'n': 2}:\n"
        "TWIN gives None instead of answers; does it `yield` or `return` them?\nbefore that: 0 answers\n"
    ) in out


def test_by_hand_runs_the_twin_of_a_script_with_its_parameters_and_rules(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = "def is_solution(answer, n: int):\n    return len(answer) == n\n"
    Path("rooks.py").write_text(f"{ROOKS}{rules}from by_hand import solve as TWIN\n")
    assert main(["solve", "rooks.py", "n=3", "--by-hand", "--count"]) == 0
    assert main(["solve", "rooks.py", "--by-hand"]) == main(["solve", "rooks.py"]) == 0
    six, *pictures = capsys.readouterr().out.splitlines()
    assert (six, pictures[: len(pictures) // 2]) == ("6", pictures[len(pictures) // 2 :])
    assert "column 0" in pictures


@pytest.mark.parametrize(
    ("twin", "status", "told"),
    [
        ("def TWIN(k): return []", 2, "expected a function of (n), found (k): missing a required argument: 'k'"),
        ("def TWIN(n): pass", 1, "gives None instead of answers; does it `yield` or `return` them?"),
        ("def TWIN(n): return n", 1, "gives 2 instead of answers"),
    ],
)
def test_by_hand_says_what_is_wrong_with_the_twin(
    twin: str, status: int, told: str, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("rooks.py").write_text(ROOKS + twin)
    assert main(["solve", "rooks.py", "--by-hand"]) == status
    assert capsys.readouterr().err.replace("rooks.py:", "rooks.py") == f"ambsearch: TWIN of rooks.py {told}\n"


def test_an_instance_without_answers_is_in_the_table_and_no_warning(run: Run, recwarn: pytest.WarningsRecorder) -> None:
    Path("none.py").write_text(
        "from ambsearch import ambiguous, require\n\n"
        "INSTANCES = {'some': {'n': 3}, 'none': {'n': 0}}\n\n"
        "@ambiguous\ndef solve(n):\n    return (yield range(n))\n\n"
        "def TWIN(n):\n    return range(n)\n"
    )
    shown = run("none.py")

    assert [line.split() for line in shown.out.splitlines()[1:]] == [
        ["none.py", "some", "3", "same"],
        ["none.py", "none", "0", "same"],
    ]
    assert not recwarn.list

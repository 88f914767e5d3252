"""`ambsearch profile`, `estimate` and `trace`: what they print, and their exit status."""

import json
from pathlib import Path

import pytest
from helpers import NEEDS_FULL_DEVICE

from ambsearch.cli import main

FAILING = """
from ambsearch import ambiguous

@ambiguous
def inverses():
    n = yield (1, 0)
    return 1 // n
"""

TWO_ORDERS = """
from ambsearch import ambiguous, require

@ambiguous
def late(n: int):
    a = yield range(n)
    b = yield range(n)
    require(a)
    return a, b

@ambiguous
def early(n: int):
    a = yield range(n)
    require(a)
    b = yield range(n)
    return a, b
"""


def out(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main(list(words)) == status
    return capsys.readouterr().out


def test_profile_prints_the_ledger_beside_the_source(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out(capsys, "profile", "queens", "n=4").splitlines()
    assert lines[0] == "solve(4): 2 answers, exhausted"
    assert "column = yield range(n)" in lines[2]


def test_profile_says_why_there_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    told = out(capsys, "profile", "queens", "n=3", "--why")
    assert "no answer, because of these alone:\n" in told
    assert "\nnearest miss: column = 0, column = 2" in told


def test_profile_says_what_would_make_the_search_smaller(capsys: pytest.CaptureFixture[str]) -> None:
    told = out(capsys, "profile", "dwelling", "--advice", "--limit", "9000")
    assert "needs only baker: after line 71 it saves 780 of the 3,905 items tried" in told
    report = json.loads(out(capsys, "profile", "dwelling", "--order", "--json", "--limit", "2000"))
    assert report["orders"]["groups"][0]["by_first"][0] == ["baker", 445]


def test_profile_says_where_two_answers_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert "two answers part at column (line" in out(capsys, "profile", "queens", "n=4", "--unique")
    assert "part at" not in out(capsys, "profile", "queens", "n=1", "--unique")


def test_profile_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(out(capsys, "profile", "queens", "--json", "--first", "1"))
    assert (told["answers"], told["outcome"]) == (1, "stopped at the limit of 1 answer")
    assert told["rows"][0]["passed"] == 876


def test_a_search_that_fails_is_reported_and_has_status_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "inverses.py"
    script.write_text(FAILING, "utf-8")
    for command in ("profile", "trace"):
        told = out(capsys, command, str(script), status=1)
        assert "1 answer, failed: ZeroDivisionError" in told


def test_estimate_prints_the_numbers_and_the_levels(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out(capsys, "estimate", "queens", "n=6", "--probes", "20", "--seed", "4").splitlines()
    assert (
        lines[0].startswith("about ")
        and "95 % intervals from 20 probes, " in lines[0]
        and lines[0].endswith(" items tried")
    )
    assert lines[1] == "depth 1: 6 (6 to 6)"
    told = json.loads(out(capsys, "estimate", "queens", "n=6", "--probes", "20", "--json"))
    assert told["levels"][0] == {"value": 6, "low": 6, "high": 6}
    told = json.loads(out(capsys, "estimate", "queens", "n=6", "--probes", "2", "--method", "chen", "--json"))
    assert (told["levels"][0]["value"], told["outcome"]) == (6, "finished")


def test_trace_prints_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    told = out(capsys, "trace", "queens", "n=4", "--first", "1")
    assert told.startswith("solve(4)\n  column = 0\n    column = 0    fails: ")
    assert told.endswith("answer: (1, 3, 0, 2)\n1 answer, stopped at the limit of 1 answer\n")


def test_trace_prints_a_line_of_json_for_each_event(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out(capsys, "trace", "queens", "n=4", "--json", "--limit", "50").splitlines()
    assert json.loads(lines[-1])["outcome"] == "stopped after 50 events"
    assert {json.loads(line)["event"] for line in lines} > {"begin", "item", "passed", "failed", "exhausted"}


def test_trace_writes_a_picture_and_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    svg, page = tmp_path / "tree.svg", tmp_path / "page.html"
    told = out(capsys, "trace", "queens", "n=4", "--svg", str(svg), "--html", str(page))
    assert told == f"written: {svg}\nwritten: {page}\n2 answers, exhausted\n"
    assert svg.read_text("utf-8").startswith("<svg ")
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_trace_against_another_search_says_where_they_part(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "pairs.py"
    script.write_text(TWO_ORDERS, "utf-8")
    told = out(capsys, "trace", f"{script}:late", "--against", f"{script}:early", "n=3")
    assert "they part after 1 item:\n  1: a = 0, b = 0\n  2: a = 1\n" in told
    assert "only 1 visits 3 points:" in told


def test_trace_against_another_search_writes_a_page_of_both(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script, page = tmp_path / "pairs.py", tmp_path / "both.html"
    script.write_text(TWO_ORDERS, "utf-8")
    words = ["trace", f"{script}:late", "--against", f"{script}:early", "n=3", "--first", "1", "--html", str(page)]
    told = out(capsys, *words)
    assert told.startswith("late(3): 1 answer, stopped at the limit of 1 answer\n")
    assert told.endswith(f"written: {page}\n")
    assert page.read_text("utf-8").count('<section class="side">') == 2


def test_a_picture_that_cannot_be_written_is_reported_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "missing" / "page.html"
    assert main(["trace", "queens", "n=4", "--html", str(page)]) == 2
    assert capsys.readouterr().err == f"ambsearch: {page} cannot be written: No such file or directory\n"


def test_whether_a_picture_can_be_written_is_asked_before_the_search(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script, there = tmp_path / "told.py", tmp_path / "there.svg"
    script.write_text(
        "from ambsearch import ambiguous\n@ambiguous\ndef told():\n    print('begun')\n    yield [1]\n", "utf-8"
    )
    there.write_text("kept", "utf-8")
    assert main(["trace", str(script), "--svg", str(there), "--html", str(tmp_path)]) == 2
    assert capsys.readouterr() == ("", f"ambsearch: {tmp_path} cannot be written: Is a directory\n")
    assert there.read_text("utf-8") == "kept"


@pytest.mark.parametrize("others", [[], ["--json"]])
def test_a_trace_that_is_interrupted_shows_what_has_happened(
    others: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    script = tmp_path / "stopped.py"
    script.write_text(STOPPED, "utf-8")
    assert main(["trace", str(script), *others]) == 130
    told = capsys.readouterr().out
    assert "interrupted" in told and told.count("\n") > 2
    assert main(["trace", str(script), "--against", str(script)]) == 130


STOPPED = """from ambsearch import ambiguous
@ambiguous
def solve():
    a = yield range(3)
    if a == 2:
        raise KeyboardInterrupt
    return a
"""


@NEEDS_FULL_DEVICE
def test_a_picture_for_which_there_is_no_space_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "queens", "n=4", "--svg", "/dev/full"]) == 2
    assert capsys.readouterr().err == "ambsearch: /dev/full cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["estimate", "queens", "--probes", "1"], "argument --probes: an interval needs at least 2 probes, found 1"),
        (["estimate", "queens", "--probes", "0"], "expected a positive number such as 3, found '0'"),
        (["profile", "quens"], "there is no puzzle 'quens'; did you mean 'queens'?"),
        (["trace", "queens", "n=x"], "n: expected a whole number such as 8, found 'x'"),
        (["trace", "queens", "m=8"], "queens has no parameter 'm'; there is n"),
        (["profile", "queens", "--instance", "nine"], "queens has no instance 'nine'"),
        (["trace", "queens", "n=4", "--against", "queens", "--json"], "leave out --svg and --json"),
    ],
)
def test_a_mistake_is_reported_in_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert complaint in capsys.readouterr().err

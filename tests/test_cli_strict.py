"""`ambsearch solve --strict` tells what is probably not meant; `solve` says where an answer None comes from."""

import json
from pathlib import Path

import pytest

from ambsearch.cli import main

HEAD = "from ambsearch import ambiguous, require\n\n@ambiguous\ndef part(n):\n    x = yield range(n)\n"


def solve(folder: Path, body: str, *options: str, part: str = "    return x\n") -> int:
    script = folder / "my.py"
    text = "".join(f"    {line}\n" for line in body.splitlines())
    script.write_text(f"{HEAD}{part}\n@ambiguous\ndef solve():\n{text}", "utf-8")
    return main(["solve", str(script), *options])


def test_slips_are_listed_after_the_answers_one_to_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status = solve(tmp_path, "a = yield (1, 2)\nrequire(a < 3)\nprint('tried')\nb = part(3)\nreturn a", "--strict")

    assert status == 1
    assert capsys.readouterr().out == (
        "tried\nanswer 1: 1\ntried\nanswer 2: 2\n2 answers\n"
        "my.py, line 11: `require(a < 3)` never failed, so it decides nothing; is it what you mean?\n"
        "my.py, line 13: the search part(3) was made and never asked; write `x = yield part(3)`\n"
    )


def test_where_there_are_no_slips_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "n=4", "--strict", "--count"]) == 0
    assert capsys.readouterr().out == "2\nnothing that is probably not meant\n"


def test_slips_are_a_list_in_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert solve(tmp_path, "return (yield (1, 2)), range(3)", "--strict", "--json", "--first", "1") == 1

    [slip] = json.loads(capsys.readouterr().out)["slips"]
    assert slip["line"] == 10 and slip["message"].startswith("the answer holds range(0, 3)")


def test_a_twin_is_not_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "--strict", "--by-hand"]) == 2
    assert "argument --strict: not allowed with argument --by-hand" in capsys.readouterr().err


def test_an_answer_none_is_shown_with_the_function_that_has_no_return(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert solve(tmp_path, "a = yield (1, 2)\nyield a,") == 0
    told = capsys.readouterr()

    assert told.out == "answer 1: None\nanswer 2: None\n2 answers\n"
    assert told.err == (
        "my.py, line 11: solve can end here without `return`, which gives the answer None; "
        "`yield` chooses, an answer is returned\n"
    )


def test_a_none_that_another_function_gave_is_shown_with_that_function(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    solve(tmp_path, "a = yield part(3)\nreturn 'x', a", part="    if x == 2:\n        return\n    require(x)\n")

    assert capsys.readouterr().err.splitlines() == [
        "my.py, line 7: `return` alone gives the answer None; write fail() to give the branch up",
        "my.py, line 8: part can end here without `return`, which gives the answer None",
    ]


def test_a_none_that_a_program_stumbles_over_is_shown_with_its_function(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert solve(tmp_path, "a = yield part(3)\nreturn a + 1", part="    require(x)\n") == 1

    assert capsys.readouterr().err.splitlines()[-2:] == [
        "TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'",
        "my.py, line 6: part can end here without `return`, which gives the answer None",
    ]


def test_a_none_that_is_returned_is_not_mentioned(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    solve(tmp_path, "a = yield (1, None)\nreturn a")
    told = capsys.readouterr()

    assert told.out == "answer 1: 1\nanswer 2: None\n2 answers\n" and told.err == ""

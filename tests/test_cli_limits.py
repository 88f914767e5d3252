"""`ambsearch solve --time`, `--choices`, `--depth`: a search that ends at a limit says so, and where."""

import json

import pytest

from ambsearch.cli import main


def told(capsys: pytest.CaptureFixture[str], *words: str, n: int = 8) -> list[str]:
    assert main(["solve", "queens", f"n={n}", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_search_that_has_tried_enough_says_where_it_stood(capsys: pytest.CaptureFixture[str]) -> None:
    last = told(capsys, "--choices", "300")[-1]
    assert last == "no answer; there may be more, that many choices were tried at 0.2.7.5.3.6"


def test_time_that_is_over_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    last = told(capsys, "--time", "0.01", n=14)[-1]
    assert "; there may be more, the time was over at 0" in last


def test_what_was_not_searched_because_it_is_too_deep_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--depth", "7") == ["no answer; there may be more, deeper than that was not searched"]
    assert told(capsys, "--depth", "8")[-1] == "92 answers"


def test_json_has_the_outcome_and_the_position(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(told(capsys, "--choices", "300", "--json")[0])
    assert (report["outcome"], report["position"]) == ("choices", [0, 2, 7, 5, 3, 6])
    assert not report["complete"]


def test_uniqueness_stays_open_at_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "--choices", "300", "--unique"]) == 1
    assert capsys.readouterr().out.startswith("not decided, that many choices were tried at ")


@pytest.mark.parametrize("other", ["--effort", "--by-hand"])
def test_limits_go_with_a_search_that_can_be_steered(other: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "--time", "1", other]) == 2
    assert f"argument --time: not allowed with argument {other}; " in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1", "x", "nan", "inf"])
def test_an_invalid_time_is_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", f"--time={text}"]) == 2
    assert f"expected seconds, a number above 0 such as 1.5, found '{text}'" in capsys.readouterr().err

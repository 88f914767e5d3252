"""`ambsearch solve --order`: the same answers in another order."""

import json

import pytest

from ambsearch.cli import main
from ambsearch.cli.orders import ORDERS

SCRIPT = """
from ambsearch import ambiguous

@ambiguous
def words():
    word = yield "ab"
    if word == "a":
        word += yield "ab"
    return word
"""


@pytest.mark.parametrize(
    ("order", "words"),
    {
        "breadth-first": ["b", "aa", "ab"],
        "iterative-deepening": ["b", "aa", "ab"],
        "limited-discrepancy": ["aa", "ab", "b"],
        "fair": ["aa", "b", "ab"],
        "random": ["ab", "aa", "b"],
    }.items(),
)
def test_a_search_has_its_answers_in_the_order_that_is_wanted(
    order: str, words: list[str], tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    script = f"{tmp_path}/words.py"
    with open(script, "w") as file:
        file.write(SCRIPT)
    assert main(["solve", script, "--order", order, "--json", "--seed", "4"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert order in ORDERS
    assert (report["answers"], report["complete"]) == (words, True)


@pytest.mark.parametrize("other", ["--effort", "--by-hand"])
def test_an_order_goes_with_a_search_that_can_be_steered(other: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "--order", "fair", other]) == 2
    assert f"argument --order: not allowed with argument {other}; " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("limit", "told"),
    [("--choices", "that many choices were tried at sum 2"), ("--depth", "deeper than that was not searched")],
)
def test_an_order_has_limits(limit: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "queens", "--order", "fair", limit, "1", "--quiet"]) == 0
    assert capsys.readouterr().out == f"no answer; there may be more, {told}\n"

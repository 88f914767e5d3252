"""`ambsearch count-alphametics` and `ambsearch alphametic`: what they print, keep and refuse."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from solved import share_automata

from ambsearch.cli import automata, count_alphametics, main
from ambsearch.cli.terminal import Terminal

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    share_automata(monkeypatch)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(argv: list[str], capsys: Captured) -> str:
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def document(argv: list[str], capsys: Captured) -> Any:
    return json.loads(printed([*argv, "--json"], capsys))


def test_the_tables_are_printed_as_json(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = automata.counting_module("tables")
    monkeypatch.setattr(
        tables, "tables", lambda long: [tables.Table("table 1", ["", "pairs"], [["computed", str(long)]])]
    )
    assert document(["count-alphametics", "--long"], capsys) == [
        {"title": "table 1", "heads": ["", "pairs"], "rows": [["computed", "True"]]}
    ]


def test_one_base_is_printed_for_people(capsys: Captured) -> None:
    out = printed(["count-alphametics", "--k", "3", "--n", "4", "--recurrence", "--general-term"], capsys)
    assert out == (
        "base 3: 27 states\ndigits  solvable\n4       2639\n"
        "recurrence of order 3\nx^3 - 17 x^2 + 87 x - 135\n"
        "general term, the sum of\n4/9 9^n\n-2/5 5^n\n-1/3 3^n\n"
    )


def test_one_base_is_printed_for_programs(capsys: Captured) -> None:
    found = document(["count-alphametics", "--k", "3", "--unique", "--unmerged", "--general-term"], capsys)
    assert {name: found[name] for name in ("base", "merged", "zero_alone", "states", "counted")} == {
        "base": 3,
        "merged": False,
        "zero_alone": False,
        "states": 110,
        "counted": "unique",
    }
    assert found["counts"][:3] == [{"digits": n, "puzzles": m} for n, m in enumerate((1, 19, 233), 1)]
    assert len(found["counts"]) == 10
    assert found["recurrence"] == {"order": 3, "polynomial": [-135, 87, -17, 1]}
    assert found["general_term"] == ["4/9 9^n", "-4/5 5^n", "1/3 3^n"]


def test_a_zero_alone_changes_the_counts(capsys: Captured) -> None:
    found = document(["count-alphametics", "--k", "2", "--n", "1", "--zero-alone"], capsys)
    assert found["counts"] == [{"digits": 1, "puzzles": 3}]  # a + a = a, a + b = b, b + a = b


@pytest.mark.parametrize("name", ["a.dot", "a.json", "a.svg"])
def test_an_automaton_is_drawn(name: str, folder: Path, capsys: Captured) -> None:
    assert printed(["count-alphametics", "--k", "2", "--draw", name], capsys).endswith(f"the automaton is in {name}\n")
    assert "q13" in (text := (folder / name).read_text("utf-8")) or json.loads(text)["size"] == 15


def test_an_automaton_is_kept_and_read_again(folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    argv = ["count-alphametics", "--k", "3", "--automaton", "three"]
    first = printed(argv, capsys)
    assert (folder / "three").exists()
    monkeypatch.setattr(automata, "build", None)
    assert printed(argv, capsys) == first
    assert main(["alphametic", "--k", "4", "--n", "2", "--automaton", "three"]) == 2
    assert capsys.readouterr().err == (
        "ambsearch: alphametic: expected the automaton of base 4, merged in three, found that of base 3, merged\n"
    )


def test_the_puzzle_of_a_number_and_the_number_of_a_puzzle(capsys: Captured) -> None:
    out = printed(["alphametic", "--k", "4", "--n", "12", "--number", "123456789"], capsys)
    first, second = out.splitlines()
    number, puzzle = first.split(": ")
    assert (number, second) == ("123456789", "131803693793093 puzzles of 12 digits")
    found = document(["alphametic", "--k", "4", "--puzzle", puzzle.upper()], capsys)
    assert (found["number"], found["digits"]) == (123456789, 12)


def test_a_puzzle_is_judged(capsys: Captured) -> None:
    assert printed(["alphametic", "--k", "3", "--puzzle", "XY+XX=YZ"], capsys) == (
        "sequence: abcbba$$$\nsolutions: none\nnumber of solutions: 0\ndigits: 2\nnumber: -\n"
    )
    found = document(["alphametic", "--k", "4", "--puzzle", "a+b=c"], capsys)
    assert (found["solutions"], found["number_of_solutions"], found["number"]) == ("several", 2, 2)
    assert document(["alphametic", "--k", "4", "--puzzle", "a+b=c", "--unique"], capsys)["number"] is None


def test_the_first_puzzles_and_those_by_chance(capsys: Captured) -> None:
    assert printed(["alphametic", "--k", "3", "--n", "2", "--first", "2", "--unique"], capsys) == (
        "1: ba + ba = ca\n2: aa + aa = bb\n19 puzzles of 2 digits\n"
    )
    argv = ["alphametic", "--k", "3", "--n", "40", "--sample", "3", "--seed", "5"]
    first = document(argv, capsys)
    assert document(argv, capsys) == first
    assert len(first["puzzles"]) == 3
    assert all(1 <= one["number"] <= first["total"] for one in first["puzzles"])


def test_ctrl_c_stops_a_build_and_keeps_nothing(
    folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(automata.counting_module("automaton"), "build", interrupted)
    assert main(["count-alphametics", "--k", "3", "--automaton", "three"]) == 130
    assert capsys.readouterr().err == "ambsearch: interrupted\n"
    assert list(folder.iterdir()) == []


def test_a_long_build_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    told: list[str] = []

    class Told(Terminal):
        def __init__(self, stream: object) -> None:
            super().__init__(stderr=True, force_terminal=True)

        def status(self, text: object, **_: object) -> Any:
            found = super().status(str(text))
            monkeypatch.setattr(found, "update", lambda text: told.append(text))
            return found

    monkeypatch.setattr(automata, "terminal_of", Told)
    assert main(["count-alphametics", "--k", "3", "--n", "1"]) == 0
    assert told[-1] == "base 3: 25 of 25 states so far are done; Ctrl-C ends it"


def test_missing_libraries_are_reported(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setitem(sys.modules, "ambsearch.puzzles.counting.limits", None)
    assert main(["count-alphametics", "--k", "3"]) == 2
    assert capsys.readouterr().err.endswith(
        "to install what is needed for counting: pip install 'ambsearch[counting]'\n"
    )


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["count-alphametics", "--k", "8"], "count-alphametics: expected a base from 2 to 7, found 8; the automata"),
        (["count-alphametics", "--k", "1"], "count-alphametics: expected a base from 2 to 7, found 1"),
        (["count-alphametics", "--k", "x"], "argument --k: expected a whole number such as 3, found 'x'"),
        (
            ["count-alphametics", "--k", "7", "--unmerged"],
            "expected a base from 2 to 6, found 7; merged, that of base 7",
        ),
        (["count-alphametics", "--k", "3", "--n", "0"], "expected 1 to 2500 digits, found 0"),
        (["count-alphametics", "--k", "3", "--n", "-1"], "argument --n: expected a whole number such as 3, found '-1'"),
        (["count-alphametics", "--n", "3"], "--n needs a base; write --k 3, for example"),
        (["count-alphametics", "--general-term"], "--general-term needs a base"),
        (["count-alphametics", "--k", "3", "--long"], "expected --long without a base"),
        (
            ["count-alphametics", "--k", "6", "--general-term"],
            "expected a base from 2 to 5 for --general-term, found 6",
        ),
        (["count-alphametics", "--k", "6", "--draw", "a.json"], "expected a base from 2 to 5 for --draw, found 6"),
        (["count-alphametics", "--k", "7", "--recurrence"], "expected a base from 2 to 6 for --recurrence, found 7"),
        (
            ["count-alphametics", "--k", "3", "--draw", "a.gif"],
            "expected a file that ends in .svg, .png, .pdf, .dot or .json",
        ),
        (["count-alphametics", "--k", "3", "--draw", "no/a.dot"], "no/a.dot cannot be written: No such file"),
        (["count-alphametics", "--k", "3", "--automaton", "no/a"], "no/a cannot be written: there is no such folder"),
        (["count-alphametics", "--k", "3", "--automaton", "."], ". cannot be read: Is a directory"),
        (["count-alphametics", "--k", "3", "--automaton", "text"], "expected an automaton that was saved by ambsearch"),
        (["count-alphametics", "more"], "there is nothing to do with 'more'"),
        (["alphametic", "--n", "3"], "the following arguments are required: --k"),
        (["alphametic", "--k", "3"], "expected --n, how many digits the puzzles have, or --puzzle, and not both"),
        (["alphametic", "--k", "3", "--n", "2", "--puzzle", "a+a=b"], "or --puzzle, and not both"),
        (
            ["alphametic", "--k", "3", "--puzzle", "a+a=b", "--number", "1"],
            "expected --n with --number, found --puzzle",
        ),
        (
            ["alphametic", "--k", "3", "--n", "2", "--number", "0"],
            "expected the number of a puzzle of 2 digits",
        ),
        (["alphametic", "--k", "3", "--n", "2", "--number", "24"], "expected a number from 1 to 23, found 24"),
        (["alphametic", "--k", "3", "--n", "2", "--number", "one"], "expected a whole number such as 3, found 'one'"),
        (["alphametic", "--k", "3", "--n", "2", "--first", "1", "--sample", "1"], "not allowed with argument"),
        (
            ["alphametic", "--k", "3", "--puzzle", "ab+cd=ab"],
            "'ab+cd=ab', column 5: expected at most 3 different letters",
        ),
        (["alphametic", "--k", "3", "--puzzle", "ab+cb"], "'ab+cb', column 6: expected '=' and a word, found nothing"),
    ],
)
def test_what_is_wrong_is_reported_in_one_message(
    argv: list[str], complaint: str, folder: Path, capsys: Captured
) -> None:
    (folder / "text").write_text("no automaton")
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert complaint in err
    assert err.startswith("ambsearch: ") and err.count("\n") == 1


@pytest.mark.parametrize(
    "argv", [["--k", "8"], ["--k", "3", "--n", "0"], ["--k", "3", "--draw", "a.gif"], ["--k", "3", "--draw", "a.svg"]]
)
def test_bad_input_is_refused_before_any_work(argv: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_alphametics, "automaton", None)
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    assert main(["count-alphametics", *argv]) == 2

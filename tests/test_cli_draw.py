"""`ambsearch draw`: what it saves, what it prints, and its exit status."""

import re
import sys
from pathlib import Path

import pytest

from ambsearch.cli import main, programs

SUMS = """
from ambsearch import BadInput, ambiguous, require

INSTANCES = {"ten": {"total": 10}, "thirteen": {"total": 13}}

def read(text):
    return [{"total": int(line)} for line in text.splitlines()]

@ambiguous
def solve(total: int):
    a = yield range(1, 7)
    b = yield range(a, 7)
    require(a + b == total)
    return a, b

def save(path, given, answers, **options):
    if options["paper"] == "a3":
        raise ValueError("expected the paper a4 or letter, found 'a3'")
    with open(path, "w") as file:
        print(given, answers, options, sep="\\n", file=file)
"""


DOTS = """'''Dots: A rule.'''
from ambsearch import ambiguous
from ambsearch.puzzles.pictures.marks import Drawing, Text

@ambiguous
def solve():
    return (yield (1, 2))

def drawing(answer):
    return Drawing(3, 1, (Text((1, 0.5), f"dot {answer}"),))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, but for a script and its input."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sums.py").write_text(SUMS)
    (tmp_path / "totals").write_text("11\n4\n")
    return tmp_path


def test_the_first_instance_is_drawn_and_not_solved(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "sums.py", "--to", "sums.svg"]) == 0
    assert (folder / "sums.svg").read_text().splitlines() == [
        "[{'total': 10}]",
        "[None]",
        "{'title': '', 'paper': None}",
    ]
    assert capsys.readouterr().out == "1 puzzle drawn in sums.svg\n"


def test_the_puzzles_of_an_input_are_drawn_with_their_answers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["draw", "sums.py", "--input", "totals", "--answers", "--to", "a", "--title", "T", "--paper", "a4"]) == 0
    )
    assert (folder / "a").read_text().splitlines() == [
        "[{'total': 11}, {'total': 4}]",
        "[(5, 6), (1, 3)]",
        "{'title': 'T', 'paper': 'a4'}",
    ]
    assert capsys.readouterr().out == "2 puzzles drawn in a\n"


@pytest.mark.parametrize(
    ("argv", "status", "complaint"),
    [
        (["sums.py", "--to", "a", "--paper", "A3"], 2, "sums.py: expected the paper a4 or letter, found 'a3'"),
        (["sums.py", "--to", "no/a"], 2, "no/a cannot be written: No such file or directory"),
        (["sums.py", "total=13", "--answers", "--to", "no/a"], 2, "no/a cannot be written: No such file or directory"),
        (["queens", "--answers", "--to", "a.gif"], 2, "queens: expected a file that ends in .svg, .pdf or .png, found"),
        (["sums.py", "--to", "a", "total=13", "--answers"], 1, "sums.py: puzzle 1 has no answer"),
        (["bare.py", "--to", "a.svg"], 2, "bare.py cannot be drawn: it has no function drawing(answer, ...) or save("),
        (["sums.py"], 2, "the following arguments are required: --to"),
    ],
)
def test_what_cannot_be_drawn_is_reported(
    argv: list[str], status: int, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bare.py").write_text(Path("sums.py").read_text("utf-8").replace("def save", "def keep"), "utf-8")
    assert main(["draw", *argv]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"ambsearch: {complaint}")
    assert len(err.splitlines()) == 1
    assert not Path("a").exists()  # it was only asked whether it can be written


def characters(path: Path) -> list[str]:
    """What is written in an SVG, row by row and from the right."""
    return re.findall(r"<!-- (.+) -->", path.read_text())


@pytest.mark.thorough
def test_a_mushikuizan_is_drawn_with_its_answer(folder: Path) -> None:
    assert main(["draw", "mushikuizan", "--to", "empty.svg"]) == 0
    assert main(["draw", "mushikuizan", "--to", "full.svg", "--answers"]) == 0
    assert "".join(characters(folder / "empty.svg")) == "333×33333"
    assert "".join(characters(folder / "full.svg")) == "11333133×11333339993399914952011"


def test_an_alphametic_is_drawn_in_a_column_with_its_answer_beside_the_letters(folder: Path) -> None:
    assert main(["draw", "alphametics", "--to", "empty.svg"]) == 0
    assert main(["draw", "alphametics", "--to", "full.svg", "--answers"]) == 0
    assert "".join(characters(folder / "empty.svg")) == "DNESEROM+YENOM"
    assert "".join(characters(folder / "full.svg")) == "7D6N5E9S5E8R0O1M+2Y5E6N0O1M"


def test_in_base_36_an_x_is_a_digit(folder: Path) -> None:
    assert main(["draw", "alphametics", "puzzle=xA+x=BCD", "base=36", "--to", "a.svg"]) == 0
    assert "".join(characters(folder / "a.svg")) == "Axx+DCB"


def test_rows_whose_places_are_open_are_drawn_with_an_answer_only(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", "mushikuizan", "--instance", "zeros-in-base-16", "--to", "a.svg"]) == 2
    assert "`zeros` leaves open which rows are missing" in capsys.readouterr().err
    assert main(["draw", "mushikuizan", "--instance", "zeros-in-base-16", "--to", "a.svg", "--answers"]) == 0
    assert "".join(characters(folder / "a.svg")) == "85dbd01×87d9985db875f6c"


def test_without_matplotlib_it_is_reported_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "ambsearch.puzzles.arithmetic.paper", raising=False)
    monkeypatch.delattr("ambsearch.puzzles.arithmetic.paper", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["draw", "mushikuizan", "--to", "a.svg"]) == 2
    assert capsys.readouterr().err == (
        "ambsearch: pictures are drawn by Matplotlib; to install it: pip install 'ambsearch[draw]'\n"
    )


def test_a_puzzle_with_a_drawing_is_put_on_a_page_with_its_rule(folder: Path) -> None:
    argv = ["draw", "queens", "n=4", "--to", "q.svg", "--paper", "A4", "--title", "Ladies", "--font", "DejaVu Serif"]
    assert main(argv) == 0
    drawn = (folder / "q.svg").read_text()
    assert main([*argv, "--answers"]) == 0
    assert drawn.startswith("<?xml") and drawn != (folder / "q.svg").read_text()


def test_each_search_of_a_puzzle_and_a_script_of_ones_own_can_be_drawn(folder: Path) -> None:
    (folder / "dots.py").write_text(DOTS)
    assert main(["draw", "pentominoes:solve_by_trie", "--instance", "ring", "--to", "a.svg", "--answers"]) == 0
    assert main(["draw", "dots.py", "--to", "b.svg", "--answers"]) == 0
    assert "".join(characters(folder / "b.svg")) == "A rule.dot 1"


def test_which_puzzles_can_be_drawn_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs.puzzle("alphametics").module, "save", None)
    assert main(["draw", "alphametics", "--to", "a.svg"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("ambsearch: there is no picture of alphametics; there are pictures of ")
    assert "sudoku" in told


def test_the_rule_on_a_sheet_begins_with_a_capital_letter_unless_that_is_a_parameter(folder: Path) -> None:
    assert main(["draw", "queens", "--to", "queens.svg"]) == main(["draw", "pentominoes", "--to", "pieces.svg"]) == 0
    assert characters(folder / "queens.svg")[0].startswith("n queens on an n x n board")
    assert characters(folder / "pieces.svg")[0][0].isupper()

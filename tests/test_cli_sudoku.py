"""`ambsearch sudoku-study`, `make sudoku`, and sudokus solved and drawn by command."""

import contextlib
import io
import json
from pathlib import Path
from random import Random

import pytest

from ambsearch.cli import main
from ambsearch.puzzles import sudoku
from ambsearch.puzzles.overlapping import charts, problems
from ambsearch.puzzles.pictures.marks import Text


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


SMALL = "sudoku-study --side 4 --problems 3 --three 3 --seed 1".split()


@pytest.mark.thorough
def test_the_study_prints_tables_and_findings_and_draws_charts(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(charts, "FIGURES", {number: charts.FIGURES[number] for number in (28, 40)})
    assert main([*SMALL, "--charts", "charts"]) == 0
    out = capsys.readouterr().out
    assert "all attentions, the overlap first\n" in out
    assert "two boards that share a block: 3 problems" in out
    assert "one board needs 253.6 (218.8 to 288.4) attentions, and is best on 23 of 30, 76.7%" in out
    assert "the same problems, if an interrupt needs a unit with eight digits: 3 of 3 are solved" in out
    assert "two boards, problems made for this interrupt: 3 problems" in out
    assert "naked and hidden singles solve 917 of 1639, 55.9%" in out
    assert "three boards in a row: 3 problems" in out
    assert "  outer one board needs" in out
    assert {path.name for path in (folder / "charts").iterdir()} == {
        "figure-28.svg",
        "figure-40.svg",
        "three-boards-40.svg",
    }


STUDY = "sudoku-study --side 4 --problems 3 --three 3 --seed 1 --no-tables --keep kept".split()


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """What this study prints, and what it keeps."""
    with contextlib.chdir(tmp_path_factory.mktemp("study")), contextlib.redirect_stdout(io.StringIO()) as printed:
        assert main(STUDY) == 0
        return printed.getvalue(), Path("kept").read_text("utf-8")


@pytest.mark.thorough
def test_a_study_that_was_ended_goes_on_from_what_it_kept(
    study: tuple[str, str], folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    whole, lines = study[0], study[1].splitlines(keepends=True)
    half = len(lines) // 2
    Path("kept").write_text("".join(lines[:half]) + lines[half][:9], "utf-8")  # ended while a line was written
    seeds = []
    monkeypatch.setattr(problems, "Random", lambda seed: seeds.append(seed) or Random(seed))
    assert main(STUDY) == 0
    assert capsys.readouterr().out == whole
    assert seeds == [json.loads(line)[0] for line in lines[half:]]
    assert Path("kept").read_text("utf-8") == "".join(lines)


def test_ctrl_c_ends_the_making_and_what_was_made_is_evaluated(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(problems, "fill_and_dig", interrupted)
    assert main(STUDY[:-2]) == 130
    out = capsys.readouterr().out
    assert "two boards that share a block: 3 problems" in out
    assert "made by chance" not in out and "three boards" not in out


def test_a_file_that_was_not_kept_by_this_program_is_left_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]):
    for text in ("my diary\n", '"ambsearch 0.0.1"\n["one board, seed 0, 1", "...."]\n'):
        Path("kept").write_text(text, "utf-8")
        assert main([*SMALL, "--keep", "kept"]) == 2
        assert "kept: expected a file that this version of the program has kept" in capsys.readouterr().err
        assert Path("kept").read_text("utf-8") == text
    assert main([*SMALL, "--keep", "no/where"]) == 2
    assert capsys.readouterr().err == "ambsearch: no/where cannot be kept: No such file or directory\n"


def test_a_kept_puzzle_that_cannot_be_read_is_reported(
    study: tuple[str, str], folder: Path, capsys: pytest.CaptureFixture[str]
):
    Path("kept").write_text(study[1].replace("....", "9...", 1), "utf-8")
    assert main(STUDY) == 2
    assert "kept: a puzzle in it cannot be read: expected a digit, 1 to 4" in capsys.readouterr().err


def test_the_study_needs_some_problems(capsys: pytest.CaptureFixture[str]):
    assert main(["sudoku-study", "--problems", "2"]) == 2
    assert "expected 3 problems or more, found 2" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_made_sudoku_is_kept_solved_and_drawn(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert main("make sudoku --side 6 --block 3x2 --first 1 --output made".split()) == 0
    assert main("solve sudoku --input made --unique".split()) == 0
    assert "exactly one answer" in capsys.readouterr().out
    assert main("draw sudoku --input made --to empty.svg".split()) == 0
    assert main("draw sudoku --input made --to full.svg --answers --title Sudoku".split()) == 0
    assert (folder / "full.svg").stat().st_size > (folder / "empty.svg").stat().st_size
    assert main("draw sudoku --input made --to full.png".split()) == 0


def test_sudokus_are_made_like_a_drawing(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("cross").write_text("....\n....\n......\n......\n  ....\n  ....\n", "utf-8")
    assert main("make sudoku --like cross --first 1 --json".split()) == 0
    (made,) = json.loads(capsys.readouterr().out)
    assert made.keys() == {"puzzle", "answer", "effort"}
    assert [len(row) for row in made["answer"].split("\n")] == [4, 4, 6, 6, 6, 6]


def test_many_boards_in_lines_are_solved_one_after_the_other(folder: Path, capsys: pytest.CaptureFixture[str]):
    Path("lines").write_text(
        ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n") * 3, "utf-8"
    )
    assert main("solve sudoku:solve_fast --input lines --first 1".split()) == 0
    assert capsys.readouterr().out.count("│ 5 3 4 │ 6 7 8 │ 9 1 2 │") == 3


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (
            "make sudoku --layout four",
            "make sudoku: expected one of the layouts one, two, three, samurai, windmill, found 'four'",
        ),
        ("make sudoku --needs luck", "make sudoku: expected one of the techniques naked single, "),
        ("make sudoku --pattern spiral", "make sudoku: expected one of the patterns none, half turn, "),
        ("make sudoku --block 3", "expected two numbers such as 6x5, found '3'"),
        ("solve sudoku grid=1..1,....,....,....", "sudoku: line 1, column 4: expected different digits in row 1, "),
    ],
)
def test_a_mistake_is_reported_in_one_message(command: str, complaint: str, capsys: pytest.CaptureFixture[str]):
    assert main(command.split()) == 2
    assert complaint in capsys.readouterr().err


def test_the_digits_of_an_answer_are_grey_in_the_picture():
    picture = sudoku.drawing(("1243", "3421", "4312", "2134"), ("1.....2..3.....4",))
    digits = {(mark.at, mark.text): mark.colour for mark in picture.marks if isinstance(mark, Text)}
    assert len(digits) == 16
    assert {at: text for (at, text), colour in digits.items() if colour == "black"} == {
        (0.6, 0.6): "1", (2.6, 1.6): "2", (1.6, 2.6): "3", (3.6, 3.6): "4",
    }  # fmt: skip


def test_whether_there_can_be_charts_is_asked_before_the_study(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "taken").write_text("")
    assert main([*SMALL, "--charts", "taken/charts"]) == 2
    assert capsys.readouterr() == ("", "ambsearch: taken/charts cannot be written: Not a directory\n")

"""`ambsearch make`: what it prints and keeps, and its exit status."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ambsearch.cli import main
from ambsearch.puzzles.making import options

FIGURE_13 = "2 2\n**\n**\n1*\n*2\n3**\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "display").write_text(FIGURE_13)
    return tmp_path


@pytest.mark.thorough
def test_puzzles_are_made_from_a_display_with_their_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "lengths", "display", "--answers"]) == 0
    out = capsys.readouterr().out
    assert re.search(
        r"^puzzle 2: tried \d+ choices, \d+ dead ends, depth \d+\n  \*\*\nx \*\*\n----\n  1\*\n", out, re.M
    )
    assert "answer 2\n  16\nx 21\n----\n  16\n 32\n ---\n 336\n" in out
    assert out.endswith("\n3 puzzles; 1 display, 9 calculations in 4 classes\n")


def test_the_calculations_of_figure_13_are_listed_by_the_lengths_of_their_rows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["make", "classes", "display"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["2 2 3: 1 calculation", "  16 21 16 32 336"]
    assert lines[-1] == "9 calculations, 3 of them alone in their class, each a puzzle"
    assert main(["make", "classes", "display", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [len(one["calculations"]) for one in found] == [1, 1, 1, 6]


def test_puzzles_are_kept_in_a_file_that_solve_reads(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(["make", "lengths", "display", "--output", "made"]) == 0
    assert main(["make", "komachi", "--size", "3x2", "--base", "6", "--first", "1", "--output", "made"]) == 0
    assert (folder / "made").read_text().count("base 6") == 1
    capsys.readouterr()
    assert main(["solve", "mushikuizan", "--input", "made", "--unique"]) == 0
    assert capsys.readouterr().out.count("exactly one answer") == 4


@pytest.mark.thorough
def test_a_puzzle_that_stands_in_the_file_already_is_not_added_again(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    first = ["make", "sums", "SEND", "MORE", "MONEY", "--output", "made"]
    second = ["make", "sums", "CROSS", "ROADS", "DANGER", "--output", "made"]
    assert main(first) == 0
    before = (folder / "made").read_text()
    capsys.readouterr()
    assert main(first) == 0
    assert (folder / "made").read_text() == before
    assert capsys.readouterr().out.endswith("; 1 of them stood in made already\n")
    assert main(second) == 0
    assert "CROSS" in (folder / "made").read_text().removeprefix(before)


def test_puzzles_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "lengths", "display", "--json", "--first", "1"]) == 0
    [made] = json.loads(capsys.readouterr().out)
    assert made["answer"].splitlines()[0].strip() == "22"
    assert made["effort"]["answers"] == 1
    assert made["base"] == 10


def test_a_picture_is_made_into_puzzles(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "three").write_text("33.\n..3\n33.\n..3\n33.\n")
    assert main(["make", "picture", "three", "--size", "5x3"]) == 0
    assert "\n   *33**\n x   *3*\n -------\n   *33**\n  ****3\n ***33\n--------\n********\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv",
    [
        ["komachi", "--first", "1", "--size", "3x2", "--base", "6"],
        ["times", "7", "--count", "4", "--division", "--size", "3x3", "--zeros", "1", "--first", "1"],
        ["hiding", "7x13", "--must-show", "3", "--tries", "2"],
        ["hiding", "43/12", "--must-hide", "1:", "--tries", "2"],
    ],
)
def test_the_same_seed_makes_the_same_puzzles(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", *argv, "--seed", "2"]) == 0
    first = capsys.readouterr().out
    assert main(["make", *argv, "--seed", "2"]) == 0
    assert capsys.readouterr().out == first != ""


@pytest.mark.thorough
def test_of_few_calculations_all_that_have_the_digits_are_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "komachi", "--size", "2x2"]) == 0
    assert capsys.readouterr().out.endswith("\n71 puzzles; 71 displays, 71 calculations in 71 classes\n")


@pytest.mark.thorough
def test_a_digit_is_shown_as_often_as_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "times", "4", "--size", "3x2", "--first", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1:-1] != []
    assert main(["make", "times", "4", "--size", "3x2", "--first", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["puzzle"].count("4") == 4


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param(["times", "4", "--size", "3x2", "--count", "3"], marks=pytest.mark.thorough),
        ["hiding", "144x24"],
    ],
)
def test_every_one_of_a_digit_may_be_shown(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", *argv, "--boxes", "not 4", "--first", "1", "--json"]) == 0
    (made,) = json.loads(capsys.readouterr().out)
    assert made["puzzle"].startswith("boxes not 4\n")
    assert made["puzzle"].count("4") - 1 == made["answer"].count("4") > 0


def test_cells_to_hide_may_be_given_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "hiding", "12x34", "--must-hide", "1:", "--must-hide", "5:", "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)[-1]["puzzle"].split()
    assert (lines[0], lines[-1]) == ("**", "***")


def test_where_there_is_no_puzzle_the_status_is_1(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "none").write_text("2 2\n**\n**\n**\n**\n***\n")
    assert main(["make", "lengths", "none"]) == 1
    assert capsys.readouterr().out.startswith("no puzzle; 1 display, 1000 calculations in ")


def test_an_interrupted_run_keeps_what_it_found(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted:
        def __init__(self, maker: object) -> None:
            self.maker = maker

        def __iter__(self) -> Iterator[object]:
            found = iter(self.maker)  # type: ignore[call-overload]
            yield next(found)
            raise KeyboardInterrupt

        def __str__(self) -> str:
            return str(self.maker)

    lengths = options.making("lengths")
    module = SimpleNamespace(
        displays=lengths.displays, FromDisplays=lambda *args: Interrupted(lengths.FromDisplays(*args))
    )
    monkeypatch.setattr(options, "making", lambda _: module)  # if a class were replaced, all would be expanded anew
    assert main(["make", "lengths", "display", "--output", "made"]) == 130
    assert "1 puzzle so far: interrupted, the search was not finished; 1 display" in capsys.readouterr().out
    assert (folder / "made").read_text() == "  **\nx **\n----\n *1*\n *2\n ---\n 3**\n\n"


def test_sums_of_words_are_made(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "words").write_text("send\n\nless\nmore\nmoney\n")
    shown = r"puzzle 1: tried \d+ choices, \d+ dead ends, depth \d+\nSEND\+MORE=MONEY\nanswer 1\n9567\+1085=10652\n\n"
    assert main(["make", "sums", "SEND", "MORE", "MONEY", "--answers"]) == 0
    assert re.match(shown + r"1 puzzle; 15 of 15 choices of words, 1 sum tried\n", capsys.readouterr().out)
    assert main(["make", "sums", "SEND + ? = MONEY", "--words", "words", "--answers"]) == 0
    assert re.match(shown + r"1 puzzle; 2 of 2 choices of words, ", capsys.readouterr().out)
    assert main(["make", "sums", "--words", "words", "--terms", "2", "LESS", "--first", "2"]) == 0
    assert re.search(
        r"^LESS\+MORE=MONEY\n\npuzzle 2: [^\n]*\nSEND\+MORE=MONEY\n\n2 puzzles; ", capsys.readouterr().out, re.M
    )


def test_a_sum_has_as_many_terms_as_are_wanted_and_repeats_a_word_if_that_is_wanted(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert main(["make", "sums", "--terms", "3", "FORTY", "TEN", "SIXTY"]) == 1
    assert capsys.readouterr().out.startswith("no puzzle; ")
    assert main(["make", "sums", "--terms", "3", "FORTY", "TEN", "SIXTY", "--repeat", "--output", "made"]) == 0
    assert "TEN+TEN+FORTY=SIXTY\n" in (folder / "made").read_text()


def test_sums_are_kept_as_they_are_found(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sums = options.making("sums")
    whole = sums.answers_up_to

    def answers_up_to(limit: int, found: dict[str, object], known: int, base: int) -> object:
        if set(found) != set("LESSMOREMONEY"):
            raise KeyboardInterrupt
        return whole(limit, found, known, base)

    monkeypatch.setattr(sums, "answers_up_to", answers_up_to)
    assert main(["make", "sums", "?+?=MONEY", "LESS", "MORE", "SEND", "--output", "made"]) == 130
    assert "1 puzzle so far: interrupted, the search was not finished; " in capsys.readouterr().out
    assert (folder / "made").read_text() == "LESS+MORE=MONEY\n\n"


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["lengths", "nothing"], "there is no file 'nothing'"),
        (["lengths", "wrong"], "make lengths: wrong, line 5, column 2: expected *, a digit from 0 to 9"),
        (
            ["lengths", "display", "--base", "3"],
            "make lengths: display, line 6, column 1: expected *, a digit from 0 to 2",
        ),
        (["lengths", "display", "--base", "ten"], "expected a base from 2 to 36, found 'ten'"),
        (["lengths", "display", "--output", "no/where"], "no/where cannot be written"),
        (["lengths", "display", "more"], "there is nothing to do with 'more'"),
        (["picture", "wrong"], "make picture: expected a picture of digits and dots, found "),
        (
            ["picture", "wide", "--size", "2x2"],
            "make picture: there is no room for the picture in a calculation of 2 x 2",
        ),
        (["komachi", "--size", "6"], "expected two numbers such as 6x5, found '6'"),
        (
            ["komachi", "--size", "99999x99999"],
            "make komachi: expected factors of at most 99 digits, found 99999 and 99999",
        ),
        (["komachi", "--size", "0x5"], "expected two numbers such as 6x5, found '0x5'"),
        (["komachi", "--zeros", "many"], "argument --zeros: expected a whole number such as 3, found 'many'"),
        (["times", "77"], "expected one digit, found '77'"),
        (["times", "0"], "make times: expected a digit that is shown at least once, found 0 times 0; write --count N"),
        (
            ["komachi", "--size", "1x1"],
            "make komachi: no multiplication of 1 x 1 digits has the digits 1, 2, 3, 4, 5, 6, 7, 8, 9",
        ),
        (["times"], "the following arguments are required: DIGIT"),
        (["times", "a"], "make times: expected a digit of base 10, found 'a'"),
        (
            ["hiding", "12+34"],
            "make hiding: expected a calculation such as 33311x331 or 7375428413/125473, found '12+34'",
        ),
        (
            ["hiding", "12x34", "--must-show", "9"],
            "make hiding: expected a digit, row or cell of the calculation, found '9'",
        ),
        (["sums"], "make sums: expected words, and a ? for them, found 0 words for '?+?=?'"),
        (["sums", "SEND", "M0RE"], "make sums: 'M0RE', column 2: expected a letter from A to Z, found '0'"),
        (["sums", "--words", "wrong"], "make sums: wrong, line 1, column 3: expected nothing more, found '2'"),
        (["sums", "?+?=?", "--words", "nothing"], "there is no file 'nothing'"),
        (["sums", "?+?=", "SEND"], "make sums: line 1, column 5: expected a number, found nothing"),
        (["sums", "?+?=?", "SEND", "?=?"], "make sums: expected one pattern such as '? + ? = MONEY', or --terms, not"),
        (["sums", "?+?=?", "SEND", "--terms", "3"], "make sums: expected one pattern such as '? + ? = MONEY', or"),
        (["sums", "--tems", "3"], "there is no option '--tems'; did you mean '--terms'?"),
        (["sums", "--terms", "0"], "argument --terms: expected a positive number such as 3, found '0'"),
        (["hiding", "12x34", "--boxes", "x"], "--boxes: expected a digit from 0 to 9, found 'x'"),
        (["everything"], "invalid choice: 'everything'"),
        ([], "the following arguments are required: KIND"),
    ],
)
def test_what_is_wrong_is_reported_in_one_message(
    argv: list[str], complaint: str, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "wrong").write_text(FIGURE_13.replace("*2", "*?"))
    (folder / "wide").write_text("7......7\n")
    assert main(["make", *argv]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.startswith("ambsearch: ") and "Traceback" not in err


def test_how_hard_a_puzzle_was_is_left_out_if_nobody_wants_to_know(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert main(["make", "sums", "?+?=MONEY", "MORE", "SEND", "--quiet"]) == 0
    assert capsys.readouterr().out.startswith("puzzle 1\nMORE+SEND=MONEY\n")
    assert main(["make", "sums", "?+?=MONEY", "MORE", "SEND", "--quiet", "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert found == {"puzzle": "MORE+SEND=MONEY", "base": 10, "answer": "1085+9567=10652"}

"""The figures are those of Kensuke Otsuki, "Solving and making mushikuizan"."""

from collections import Counter
from itertools import islice, product

import pytest
from helpers import LONG

from ambsearch.puzzles.arithmetic.long import solutions
from ambsearch.puzzles.arithmetic.notation import BOX, Calculation, fits, work_out
from ambsearch.puzzles.arithmetic.reading import calculations
from ambsearch.puzzles.making.displays import in_picture, scatter
from ambsearch.puzzles.making.lengths import Classes, FromDisplays, displays

FIGURE_13 = calculations("2 2\n**\n**\n1*\n*2\n3**")[0]


def test_the_example_has_nine_calculations_and_three_puzzles():
    classes = Classes(FIGURE_13)
    made = list(classes)
    assert classes.sizes == {(2, 2, 3): 1, (3, 2, 3): 1, (3, 2, 4): 1, (3, 3, 4): 6}
    assert {(puzzle.puzzle.rows, puzzle.answer.rows) for puzzle in made} == {
        (("**", "**", "1*", "*2", "3**"), ("16", "21", "16", "32", "336")),
        (("**", "**", "*1*", "*2", "3**"), ("22", "15", "110", "22", "330")),
        (("**", "**", "*1*", "*2", "*3**"), ("46", "29", "414", "92", "1334")),
    }


@pytest.mark.thorough
@pytest.mark.parametrize("division", [False, True])
def test_a_class_of_one_is_a_puzzle_and_no_other(division: bool):
    every = [work_out(a, b, division=division) for a, b in product(range(10, 100), repeat=2) if (b % 10) != 0]
    for display in islice(scatter("1234", 2, 2, division=division, seed=11), 4 if LONG else 2):
        found = [c for c in every if fits_at_the_end(display, c)]
        sizes = Counter(tuple(map(len, calculation.rows[2:])) for calculation in found)
        classes = Classes(display)
        assert {made.answer for made in classes} == {c for c in found if sizes[tuple(map(len, c.rows[2:]))] == 1}
        assert classes.sizes == sizes


def fits_at_the_end(display: Calculation, calculation: Calculation) -> bool:
    pairs = list(zip(display.rows, calculation.rows, strict=True))
    long_enough = all(len(row.lstrip(BOX)) <= len(text) for row, text in pairs)
    return long_enough and all(
        fits([row[-len(text) :].rjust(len(text), BOX)], [text]) if row != "0" else text == "0" for row, text in pairs
    )


def test_each_puzzle_made_is_proved_and_measured():
    for made in Classes(FIGURE_13):
        assert solutions(made.puzzle).one() == made.answer
        assert made.effort.choices >= made.effort.depth > 0
        assert made.effort.answers == 1


def test_puzzles_come_before_all_calculations_are_known():
    classes = Classes(FIGURE_13)
    next(iter(classes))
    assert classes.sizes.total() < 9


def test_the_picture_of_a_three_gives_the_puzzle_of_the_article():
    run = FromDisplays(in_picture(("33.", "..3", "33.", "..3", "33."), 5, 3))
    assert [made.puzzle for made in run] == calculations("5 3\n*33**\n*3*\n*33**\n****3\n***33\n********")
    assert str(run) == "2 displays, 26 calculations in 6 classes"


def test_a_run_tells_how_far_it_is():
    run = FromDisplays([FIGURE_13, FIGURE_13])
    assert str(run) == "no display yet"
    next(iter(run))
    assert str(run).startswith("1 display, ")
    run = FromDisplays([FIGURE_13, FIGURE_13])
    assert len(list(run)) == 6
    assert str(run) == "2 displays, 18 calculations in 8 classes"
    run = FromDisplays(calculations("1 1\n3\n2\n6\n6"))
    assert (len(list(run)), str(run)) == (1, "1 display, 1 calculation in 1 class")


def test_no_display_gives_no_puzzle():
    assert list(FromDisplays([])) == []


@pytest.mark.parametrize("division", [False, True])
def test_where_there_are_many_calculations_the_classes_are_put_to_the_solver(
    division: bool, monkeypatch: pytest.MonkeyPatch
):
    for display in islice(scatter("1234", 2, 2, division=division, seed=3), 4):
        puzzles = {made.puzzle for made in Classes(display)}
        monkeypatch.setattr("ambsearch.puzzles.making.lengths.MANY", 2)
        assert {made.puzzle for made in Classes(display)} == puzzles
        monkeypatch.undo()


def test_displays_are_read_whatever_their_lengths():
    text = "2 2\n**\n**\n1\n*2\n3\n\n   **\nx  **\n  1**\n  2*\n -----\n   3*"
    assert [display.rows for display in displays(text)] == [
        ("**", "**", "1", "*2", "3"),
        ("**", "**", "1**", "2*", "3*"),
    ]


def test_what_is_known_keeps_its_distance_from_the_units():
    division = Calculation("**", "**", ("7*", "*"), "1***", ("3", ""), "*")
    answer = work_out(99, 98, 1, division=True)
    assert answer.rows == ("98", "99", "9703", "891", "793", "792", "1")
    assert division.with_lengths(tuple(map(len, answer.rows[2:]))).rows == (
        "**",
        "**",
        "1***",
        "***",
        "**3",
        "*7*",
        "*",
    )

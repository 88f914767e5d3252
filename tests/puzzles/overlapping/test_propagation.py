from itertools import islice
from random import Random

import pytest

from ambsearch.puzzles.overlapping.boards import Layout, layout_of
from ambsearch.puzzles.overlapping.making import Sudokus
from ambsearch.puzzles.overlapping.propagation import solver
from ambsearch.puzzles.overlapping.reading import clues
from ambsearch.puzzles.overlapping.techniques import SINGLES, Desk
from ambsearch.puzzles.sudoku import is_solution, rows, solve

# no digit but 4 fits into row 8, column 5, and that one does not either; a plain search takes hours to see it
NO_TRAP = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."


def answers(grid: tuple[str, ...]) -> list[tuple[str, ...]]:
    puzzle = clues(grid)
    fast = solver(puzzle.layout)
    return [rows(puzzle.layout, fast.digits(found)) for found in fast.solutions(fast.start(dict(puzzle.givens)))]


@pytest.mark.parametrize("layout", [layout_of("one"), layout_of("two", 4), layout_of("one", 6), layout_of("three", 6)])
@pytest.mark.parametrize("seed", range(2))
def test_all_answers_are_those_of_the_rules(layout: Layout, seed: int):
    made = next(iter(Sudokus(layout, seed=seed)))
    grid = tuple(made.puzzle.split("\n"))
    digit = Random(seed).choice([place for place, sign in enumerate(made.puzzle) if sign not in ". \n"])
    fewer = tuple((made.puzzle[:digit] + "." + made.puzzle[digit + 1 :]).split("\n"))
    assert answers(grid) == [tuple(made.answer.split("\n"))]
    assert sorted(answers(fewer)) == sorted(solve(fewer))
    assert len(answers(fewer)) > 1


def test_a_board_without_an_answer_does_not_hold_it_up():
    assert answers((NO_TRAP,)) == []


@pytest.mark.parametrize("layout", [layout_of("samurai"), layout_of("windmill"), layout_of("one", 16)])
def test_empty_boards_have_answers_at_once(layout: Layout):
    fast = solver(layout)
    empty = dict.fromkeys(layout.cells, ".")
    for found in islice(fast.solutions(fast.all), 2):
        assert is_solution(
            rows(layout, fast.digits(found)), rows(layout, empty), layout.boards, layout.side, layout.block
        )


def test_givens_in_conflict_leave_nothing():
    fast = solver(layout_of("one"))
    assert fast.start({(1, 1): "5", (9, 1): "5"}) == 0
    assert list(fast.solutions(0)) == []


@pytest.mark.parametrize("seed", range(2))
def test_propagation_is_naked_and_hidden_singles(seed: int):
    made = next(iter(Sudokus(layout_of("two"), seed=seed)))
    puzzle = clues(tuple(made.puzzle.split("\n")))
    desk = Desk.of(puzzle)
    for _ in desk.steps(SINGLES):
        pass
    fast = solver(puzzle.layout)
    left, _ = fast.propagate(fast.start(dict(puzzle.givens)), 0)
    expected = {cell: min(desk.marks[cell]) for cell in desk.marks if len(desk.marks[cell]) == 1}
    assert fast.digits(left) == expected


def test_what_a_block_confines_to_a_row_leaves_the_rest_of_the_row():
    fast = solver(layout_of("one"))
    left = fast.all
    for cell in ((2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3)):
        left &= ~fast.bit(cell, "7")
    confined = fast.confine(left)
    assert left & ~confined == sum(fast.bit((1, column), "7") for column in range(4, 10))

"""The worked examples of the thesis, by the numbers of its figures."""

import pytest

from ambsearch.puzzles.overlapping.boards import Cell, Layout, layout_of
from ambsearch.puzzles.overlapping.making import Sudokus
from ambsearch.puzzles.overlapping.reading import clues
from ambsearch.puzzles.overlapping.techniques import (
    TECHNIQUES,
    Desk,
    Step,
    hidden_single,
    naked_pair,
    naked_single,
    naked_triple,
    pointing_pair,
    rating,
    x_wing,
)
from ambsearch.puzzles.sudoku import FIGURE_1, FIGURE_14


def desk(marks: dict[Cell, str], layout: Layout | None = None) -> Desk:
    """A board with these candidates, and all digits in the other cells; one digit is decided."""
    layout = layout or layout_of("one")
    return Desk(
        layout,
        {cell: set(marks.get(cell, layout.signs)) for cell in layout.cells},
        [cell for cell, digits in marks.items() if len(digits) == 1],
    )


def removed(step: Step | None) -> dict[Cell, str]:
    assert step is not None and step.decided is None
    return dict(step.removed)


def block(rows: list[list[str]]) -> dict[Cell, str]:
    """The candidates of the block in columns 4 to 6 of rows 1 to 3."""
    return {(r, c): digits for r, row in enumerate(rows, 1) for c, digits in enumerate(row, 4)}


def test_a_cell_has_the_candidates_of_figure_4():
    assert Desk.of(clues(FIGURE_1)).marks[2, 5] == set("368")


def test_the_naked_single_of_figure_6_is_found():
    figure_1 = Desk.of(clues(FIGURE_1))
    assert figure_1.marks[7, 4] == {"6"}
    steps = [step for step in figure_1.steps([naked_single]) if step.decided == ((7, 4), "6")]
    assert str(steps[0]).startswith("naked single: (7, 4) is 6; all other digits stand in its row, column or block")


def test_the_hidden_singles_of_figure_8_are_found_in_their_block():
    figure_1 = Desk.of(clues(FIGURE_1))
    unit = next(unit for unit in figure_1.layout.units if (unit.kind, unit.number) == ("block", 8))
    assert figure_1.marks[9, 6] == set("237")
    assert figure_1.places(unit, "2") == [(9, 6)]
    assert figure_1.places(unit, "5") == [(7, 6)]


def test_a_hidden_single_tells_where_it_is_alone():
    step = hidden_single(desk({(1, c): "23456789" for c in range(1, 9)}))
    assert step is not None and step.decided == ((1, 9), "1")
    assert step.reason == "in row 1 it can stand nowhere else"
    assert dict(step.removed) == {peer: "1" for peer in layout_of("one").peers[1, 9] if peer[0] != 1}


def test_the_naked_pair_of_figure_10_is_found():
    found = naked_pair(desk(block([["48", "2", "48"], ["6", "5", "9"], ["147", "3", "178"]])))
    in_block = {cell: digits for cell, digits in removed(found).items() if 4 <= cell[1] <= 6}
    assert in_block == {(3, 4): "4", (3, 6): "8"}
    assert found is not None and "the cells (1, 4), (1, 6) need 4 8" in found.reason


def test_the_naked_triple_of_figure_12_is_found():
    found = desk(block([["14", "127", "2578"], ["6", "45", "9"], ["15", "3", "478"]]))
    step = naked_triple(found)
    assert removed(step) == {(1, 5): "1", (1, 6): "5", (3, 6): "4"}
    found.take(step)
    expected = block([["14", "27", "278"], ["6", "45", "9"], ["15", "3", "78"]])
    assert {cell: "".join(sorted(found.marks[cell])) for cell in expected} == expected


def test_the_x_wing_of_figure_14_is_found_only_after_a_naked_pair():
    figure_14 = Desk.of(clues(FIGURE_14))
    assert "3" in figure_14.marks[3, 4]
    assert x_wing(figure_14) is None
    pair = naked_pair(figure_14)
    assert removed(pair) == {(3, 4): "3"}
    figure_14.take(pair)
    assert removed(x_wing(figure_14)) == {(1, 1): "3", (2, 1): "3", (9, 1): "3", (1, 9): "3", (9, 9): "3"}


def test_an_x_wing_of_columns_removes_from_rows():
    marks = {(r, c): "12456789" for c in (2, 7) for r in range(1, 10) if r not in (1, 5)}
    step = x_wing(desk(marks))
    assert set(removed(step)) == {(r, c) for r in (1, 5) for c in range(1, 10) if c not in (2, 7)}


def test_a_pointing_pair_removes_from_the_rest_of_the_row():
    marks = {(r, c): "12345689" for r in (2, 3) for c in (1, 2, 3)} | {(1, 3): "123456"}
    assert removed(pointing_pair(desk(marks))) == {(1, c): "7" for c in range(4, 10)}


def test_a_pair_in_a_shared_block_removes_in_both_boards():
    layout = layout_of("two")
    step = naked_pair(desk({(7, 7): "12", (7, 8): "12"}, layout))
    assert {(7, 1), (7, 9), (7, 15), (9, 9)} <= set(removed(step))


@pytest.mark.thorough
@pytest.mark.parametrize("layout", [layout_of("one"), layout_of("two")])
@pytest.mark.parametrize("seed", range(3))
def test_no_step_contradicts_the_answer(layout: Layout, seed: int):
    made = next(iter(Sudokus(layout, seed=seed)))
    puzzle = clues(tuple(made.puzzle.split("\n")))
    answer = clues(tuple(made.answer.split("\n"))).givens
    for step in Desk.of(puzzle).steps():
        assert step.decided is None or answer[step.decided[0]] == step.decided[1]
        assert all(answer[cell] not in digits for cell, digits in step.removed if cell != (step.decided or [None])[0])


def test_a_puzzle_is_rated_by_the_hardest_technique_that_it_needs():
    assert rating(clues(FIGURE_1)) == "naked single"
    assert rating(clues(FIGURE_14)) == "search"
    made = next(iter(Sudokus(layout_of("one"), seed=0, needs="pointing pair")))
    used = {step.technique for step in Desk.of(clues(tuple(made.puzzle.split("\n")))).steps()}
    assert "pointing pair" in used and used <= set(list(TECHNIQUES)[:3])


def test_a_board_in_conflict_has_no_more_steps():
    stuck = desk({(1, 1): "5", (1, 2): "5"})
    assert not stuck.is_possible
    assert list(stuck.steps()) == []

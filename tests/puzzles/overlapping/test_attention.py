"""The measure of the thesis, and its worked examples."""

import pytest

from ambsearch.puzzles.overlapping.attention import (
    LAST_CELL,
    NAKED_ONLY,
    ORDINARY,
    Area,
    Person,
    Rules,
    board_area,
    shared_areas,
)
from ambsearch.puzzles.overlapping.boards import Cell, Layout, layout_of
from ambsearch.puzzles.overlapping.policies import alternating, turns
from ambsearch.puzzles.overlapping.reading import clues
from ambsearch.puzzles.overlapping.techniques import Desk

FIGURE_21 = """\
12456 2456 12456 7   8   9   2456 238 2456
289   26   7     345 345 345 6    28  1
458   45   3     1   2   6   7    458 9"""


def desk(text: str, layout: Layout | None = None) -> Desk:
    """A board whose first rows have these candidates; a cell with one of them is decided, but (2, 7)."""
    layout = layout or layout_of("one")
    rows = [line.split() for line in text.splitlines()]
    marks = {(r, c): digits for r, row in enumerate(rows, 1) for c, digits in enumerate(row, 1)}
    decided = [cell for cell, digits in marks.items() if len(digits) == 1 and cell != (2, 7)]
    return Desk(layout, {cell: set(marks.get(cell, layout.signs)) for cell in layout.cells}, decided)


def person(text: str, rules: Rules = ORDINARY) -> Person:
    return Person(desk(text), rules)


def only(cell: Cell) -> Area:
    return Area("A", (cell,), 0)


def test_in_figures_21_to_25_interrupts_come_first_and_then_a_hidden_single():
    here = person(FIGURE_21)
    here.scan(only((2, 7)))
    assert here.seen == [(2, 7), (2, 2), (2, 8), (2, 1), (1, 8)]
    assert {cell: here.desk.marks[cell] for cell in here.seen} == {
        (2, 7): {"6"}, (2, 2): {"2"}, (2, 8): {"8"}, (2, 1): {"9"}, (1, 8): {"3"},
    }  # fmt: skip


def test_the_candidates_that_are_left_are_those_of_figure_25():
    here = person(FIGURE_21)
    here.scan(only((2, 7)))
    left = ["".join(sorted(here.desk.marks[1, column])) for column in range(1, 10)]
    assert left == ["1456", "456", "1456", "7", "8", "9", "245", "3", "245"]


def test_each_exceptional_decision_costs_an_attention():
    here = person(FIGURE_21)
    here.scan(only((2, 7)))
    assert here.attentions == {"A": 5}


def test_an_interrupt_of_eight_decided_cells_does_not_give_figure_22():
    here = person(FIGURE_21, Rules(interrupt=LAST_CELL, hidden=False))
    here.scan(only((2, 7)))
    assert here.seen == [(2, 7)]


def test_an_interrupt_of_eight_decided_cells_completes_a_unit():
    row = "1 2 3 4 5 6 7 89 89"
    here = Person(desk(row), Rules(interrupt=LAST_CELL, hidden=False))
    here.desk.marks[1, 8].discard("9")
    here.scan(only((1, 8)))
    assert here.seen == [(1, 8), (1, 9)]


def test_a_hidden_single_is_not_followed_by_an_interrupt():
    here = person(FIGURE_21)
    here.desk.marks[5, 8] = {"3", "9"}  # left with 9 when 3 is written at (1, 8)
    here.scan(only((2, 7)))
    assert here.desk.marks[5, 8] == {"9"}
    assert (5, 8) not in here.desk.decided


def test_an_interrupt_is_not_followed_by_a_hidden_single():
    here = person("1 * * * 12 * * * *".replace("*", "23456789").replace("1 ", "123456789 ", 1))
    here.desk.marks[1, 1] = {"1"}
    for row in range(1, 9):
        here.desk.marks[row, 5].discard("9")  # now hidden at (9, 5), in a unit of (1, 5), not of (1, 1)
    here.scan(only((1, 1)))
    assert here.seen == [(1, 1), (1, 5)]


def test_hidden_singles_chain():
    here = person(FIGURE_21)
    for column in range(1, 8):
        here.desk.marks[1, column].discard("1")
    for digits in ("3", "2"):
        here.desk.marks[1, 9].discard(digits)
    here.desk.marks[1, 7].discard("2")
    here.scan(only((2, 7)))
    assert here.seen[4] in ((1, 8), (1, 9))
    assert here.attentions["A"] == len(here.seen) == len(set(here.seen))


def test_a_hidden_single_is_found_only_after_a_decision():
    here = Person(desk(" ".join(["23456789"] * 8 + ["123456789"])))
    assert not here.scan(board_area(layout_of("one"), 0))
    assert here.attentions == {"A": 81}


def test_a_decided_cell_costs_nothing():
    here = Person(Desk.of(clues(("123456789", "456789123", "789123456", *["." * 9] * 6))), NAKED_ONLY)
    here.scan(board_area(layout_of("one"), 0))
    assert here.attentions == {"A": 54}
    assert here.seen == sorted(here.seen)


def test_a_complete_board_has_no_more_rounds():
    here = Person(Desk.of(clues(("1234", "3412", "2143", "432."))))
    area = board_area(layout_of("one", 4), 0)
    assert here.scan(area)
    assert not here.scan(area)
    assert here.rounds == here.attentions == {"A": 1}


def test_a_shared_cell_is_one_for_both_boards_at_no_cost():
    layout = layout_of("two", 4)
    here = Person(Desk(layout, {cell: set(layout.signs) for cell in layout.cells}, ()), NAKED_ONLY)
    here.desk.marks[3, 3] = {"4"}
    here.scan(board_area(layout, 0))
    assert "4" not in here.desk.marks[3, 6] | here.desk.marks[6, 3] | here.desk.marks[1, 3]
    assert here.attentions == {"A": 16}


def test_only_units_of_the_scanned_board_are_looked_at():
    layout = layout_of("two", 4)
    marks = {cell: set(layout.signs) for cell in layout.cells} | {(3, 3): {"4"}, (3, 6): {"3", "4"}}
    here = Person(Desk(layout, marks, ()))
    here.scan(board_area(layout, 0))
    assert here.desk.marks[3, 6] == {"3"}
    assert (3, 6) not in here.desk.decided


def overlapping(marks: dict[Cell, set[str]]) -> tuple[Layout, Person]:
    """Two boards of 4 x 4 cells with these candidates, and all digits elsewhere."""
    layout = layout_of("two", 4)
    return layout, Person(Desk(layout, {cell: set(layout.signs) for cell in layout.cells} | marks, ()))


def test_exceptions_decide_cells_of_the_overlap():
    layout, here = overlapping({(3, 1): {"4"}, (3, 3): {"3", "4"}})
    here.scan(board_area(layout, 0, without=layout.shared))
    assert here.seen[8:10] == [(3, 1), (3, 3)]
    assert (3, 3) in here.desk.decided
    assert here.attentions["AB"] == 0


def test_a_scan_of_the_overlap_has_no_exceptions():
    layout, here = overlapping({(3, 4): {"1", "2"}, (4, 4): {"2"}})
    here.scan(shared_areas(layout)[0, 1])
    assert here.desk.decided == {(4, 4)} and here.desk.marks[3, 4] == {"1"}
    assert here.attentions == {"AB": 4}


def test_the_order_of_the_2_x_2_example_is_that_of_table_1():
    names = {(2, 1): "a", (2, 2): "b", (3, 3): "c"}
    figure_20 = clues(("12", "..3", " 1."), ((0, 0), (1, 1)), 2, (2, 2))
    here = Person(Desk.of(figure_20), NAKED_ONLY)
    for _ in turns(here, alternating(figure_20.layout, 0)):
        pass
    assert "".join(names[cell] for cell in here.seen) == "abca"


@pytest.mark.parametrize("rules", [Rules(), Rules(LAST_CELL), Rules(None), NAKED_ONLY])
def test_every_attention_is_counted_once(rules: Rules):
    here = Person(Desk.of(clues(("1.3.5.7.9", ".5.7.9.2.", "7.9.2.4.6", *["." * 9] * 6))), rules)
    here.scan(board_area(layout_of("one"), 0))
    assert here.attentions["A"] == len(here.seen)

"""The figures are those of Eiiti Wada, "Jigsaw puzzles for computers" (2002), and of the literature on pentominoes."""

from itertools import islice

import pytest
from helpers import LONG
from hypothesis import given
from hypothesis import strategies as st
from solved import answers

from ambsearch import effort
from ambsearch.puzzles import pentominoes
from ambsearch.puzzles.by_hand import pentominoes as by_hand
from ambsearch.puzzles.pentominoes import (
    INSTANCES,
    SIX_BY_TEN,
    TWELVE,
    is_solution,
    picture,
    solve,
    solve_by_trie,
    solve_by_trie_right_first,
    solve_x_in_a_quarter,
)
from ambsearch.puzzles.polyominoes.shapes import transpose, views

FIRST = """
i i i i i f f n z z
l l l l f f n n z v
l y y y y f n z z v
u u x y t w n v v v
u x x x t w w p p p
u u x t t t w w p p
"""
PROGRAMS = [
    pytest.param(solve, id="by choice"),
    pytest.param(solve_by_trie, id="by choice and trie"),
    pytest.param(solve_by_trie_right_first, id="by choice and trie, the right neighbour first"),
    pytest.param(by_hand.solve, id="by hand"),
    pytest.param(by_hand.solve_by_trie, id="by hand and trie"),
]
RING = INSTANCES["ring"]


def board(rows: int, columns: int) -> str:
    return "\n".join(["." * columns] * rows)


def upright(answer: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(transpose("\n".join(answer)).split("\n"))


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_first_answer_for_6_x_10_row_by_row_is_the_one_printed_in_the_article(program):
    six_by_ten = {"board": SIX_BY_TEN, "pieces": TWELVE, "up_to_symmetry": True, "row_by_row": True}
    assert picture(next(iter(program(**six_by_ten))), **six_by_ten) == FIRST.strip()


@pytest.mark.parametrize("program", PROGRAMS if LONG else PROGRAMS[1:4:2])
def test_a_board_that_is_wider_than_high_is_filled_as_if_it_were_upright(program):
    lying = next(iter(program(SIX_BY_TEN, TWELVE, True)))
    assert upright(lying) == next(iter(program(board(10, 6), TWELVE, True)))


def test_the_twelve_fill_3_x_20_in_two_ways():
    """The other programs find the same: it is one of the instances."""
    assert len(answers("pentominoes", "3x20")) == 2


@pytest.mark.parametrize("program", PROGRAMS if LONG else PROGRAMS[1:2])
def test_the_twelve_fill_3_x_20_in_two_ways_and_their_images(program):
    found = list(program(board(3, 20), TWELVE, False))
    assert len(found) == 8
    if LONG:  # else the first answers of 6 x 10 do
        assert list(map(upright, found)) == list(program(board(20, 3), TWELVE, False))


@pytest.mark.parametrize("instance", ["ring", "ring-up-to-symmetry", "ring-row-by-row"])
def test_the_trie_needs_fewer_looks(instance: str):
    game = INSTANCES[instance]
    by_choice, by_trie, right_first = (
        effort(program(**game)).looks for program in (solve, solve_by_trie, solve_by_trie_right_first)
    )
    assert max(by_trie, right_first) < by_choice
    assert by_choice == by_hand.looks(by_hand.search, **game)
    assert by_trie == by_hand.looks(by_hand.search_by_trie, **game)


def test_looks_end_with_the_first_cell_that_is_taken():
    pair = {"board": "..", "pieces": ("aa",), "up_to_symmetry": False, "row_by_row": True}
    assert effort(solve(**pair)).looks == 2 + 2  # the flat shape fits, the upright one meets the margin
    assert effort(solve_by_trie(**pair)).looks == 1 + 2  # cell 0 is looked at once for both


def brute_force(cells: str, pieces: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All fillings, from all ways to lay each piece anywhere or nowhere; shares nothing with the puzzle but `views`."""
    rows = cells.split("\n")
    open_cells = {(r, c) for r, row in enumerate(rows) for c, found in enumerate(row) if found == "."}
    fillings: list[dict[tuple[int, int], str]] = [{}]
    for piece in pieces:
        letter = min(set(piece) - {".", "\n"})
        laid = set()
        for view in views(piece):
            squares = [(r, c) for r, row in enumerate(view.split("\n")) for c, x in enumerate(row) if x == letter]
            laid |= {
                frozenset((r + dr, c + dc) for r, c in squares) for dr in range(len(rows)) for dc in range(len(rows[0]))
            }
        fillings += [
            filling | dict.fromkeys(place, letter)
            for filling in fillings
            for place in laid
            if place <= open_cells - set(filling)
        ]
    return {
        tuple("".join(filling.get((r, c), "#") for c in range(len(row))) for r, row in enumerate(rows))
        for filling in fillings
        if set(filling) == open_cells
    }


boards = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.text("..#", min_size=width, max_size=width), min_size=1, max_size=3).map("\n".join)
)
sets = st.lists(st.sampled_from(["a", "b", "cc", "dd", "eee", "ff\nf.", "gg\ng.", "hh.\n.hh"]), unique=True, max_size=4)


@given(boards, sets.map(tuple), st.booleans())
def test_any_small_board_is_filled_in_all_ways(cells: str, pieces: tuple[str, ...], row_by_row: bool):
    found = list(solve(cells, pieces, False, row_by_row))
    assert set(found) == brute_force(cells, pieces)
    assert len(set(found)) == len(found)
    for program in (solve_by_trie, by_hand.solve, by_hand.solve_by_trie):
        assert list(program(cells, pieces, False, row_by_row)) == found


@given(boards, sets.map(tuple), st.booleans())
def test_up_to_symmetry_each_answer_has_exactly_one_image_among_the_answers(
    cells: str, pieces: tuple[str, ...], row_by_row: bool
):
    symmetries = [k for k, view in enumerate(views(cells)) if view == cells]
    kept = list(solve(cells, pieces, True, row_by_row))
    for answer in solve(cells, pieces, False, row_by_row):
        images = {tuple(views("\n".join(answer))[k].split("\n")) for k in symmetries}
        assert len(images & set(kept)) == 1
    assert len(set(kept)) == len(kept)
    for program in (solve_by_trie, by_hand.solve, by_hand.solve_by_trie):
        assert list(program(cells, pieces, True, row_by_row)) == kept


@given(boards, sets.map(tuple), st.booleans())
def test_with_one_piece_in_a_quarter_each_answer_has_exactly_one_image_too(
    cells: str, pieces: tuple[str, ...], row_by_row: bool
):
    symmetries = [k for k, view in enumerate(views(cells)) if view == cells]
    kept = list(solve_x_in_a_quarter(cells, pieces, True, row_by_row))
    for answer in solve(cells, pieces, False, row_by_row):
        images = {tuple(views("\n".join(answer))[k].split("\n")) for k in symmetries}
        assert len(images & set(kept)) == 1
    assert len(set(kept)) == len(kept) == solve(cells, pieces, True, row_by_row).count()
    assert list(solve_x_in_a_quarter(cells, pieces, False, row_by_row)) == list(solve(cells, pieces, False, row_by_row))


def test_the_x_lies_in_one_quarter_of_3_x_20():
    found = list(solve_x_in_a_quarter(board(3, 20), TWELVE, True))
    assert len(found) == 2
    assert all(answer[1].index("xxx") + 1 < 10 for answer in found)


def test_pieces_may_be_left_over():
    assert list(solve("...", ("a", "bb", "ccc"), False)) == [("abb",), ("bba",), ("ccc",)]


def test_a_board_of_holes_is_filled_by_nothing():
    assert list(solve("##", ("a",), False)) == list(by_hand.solve("##", ("a",), False)) == [("##",)]


def test_8_x_8_with_a_hole_in_the_middle_is_filled():
    chess = "\n".join(["........"] * 3 + ["...##..."] * 2 + ["........"] * 3)
    found = list(islice(solve_by_trie(chess, TWELVE, True), 2))
    assert all(is_solution(answer, chess, TWELVE, True) for answer in found)
    assert found == list(islice(by_hand.solve_by_trie(chess, TWELVE, True), 2))
    assert len(set(found)) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(("aaab", "a##b", "dccc"), id="a piece of another shape"),
        pytest.param(("bbbb", "b##b", "bbbb"), id="one letter everywhere"),
        pytest.param(("xbbb", "a##c", "aacc"), id="a letter of no piece"),
        pytest.param(("dbbb", "a#dc", "aacc"), id="a hole is covered"),
        pytest.param(("dbbb", "a##c", "aac."), id="a cell is left"),
        pytest.param(("dbbb", "a##c"), id="a row is missing"),
        pytest.param(("dbbb", "a##d", "aacc"), id="a piece used twice, another cut short"),
        pytest.param((), id="nothing"),
    ],
)
def test_a_wrong_filling_is_not_a_solution(wrong: tuple[str, ...]):
    assert is_solution(("dbbb", "a##c", "aacc"), **RING)
    assert not is_solution(wrong, **RING)


def test_a_piece_with_a_gap_is_not_taken_for_one_that_stands_upright():
    tall = {"board": ".\n.", "pieces": ("a..a",), "up_to_symmetry": False, "row_by_row": True}
    assert not is_solution(("a", "a"), **tall)
    assert list(solve(**tall)) == []


def test_what_is_read_can_be_solved():
    (arguments,) = pentominoes.read("...\n.#.\n\nup to symmetry\n\naa\na.\n\nbb\n")
    assert list(solve(**arguments)) == [("aab", "a#b")]

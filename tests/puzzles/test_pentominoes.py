"""The figures are those of Eiiti Wada, "Jigsaw puzzles for computers" (2002), and of the literature on pentominoes."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ambsearch import BadInput
from ambsearch.puzzles import pentominoes
from ambsearch.puzzles.by_hand import pentominoes as by_hand
from ambsearch.puzzles.pentominoes import (
    INSTANCES,
    SIX_BY_TEN,
    TWELVE,
    is_solution,
    looks,
    looks_by_trie,
    picture,
    printed_trie,
    read,
    shapes_and_symmetries,
    solve,
    solve_by_trie,
    views,
)

FIRST = """
i i i i i f f n z z
l l l l f f n n z v
l y y y y f n z z v
u u x y t w n v v v
u x x x t w w p p p
u u x t t t w w p p
"""
TRIE = """
( 0 (16 (32 (48 (64 .  1) ( 1 .  2) (47 .  2) (49 .  2) (15 . 10) (17 . 10) (33 . 10) (31 . 10))
            ( 1 (15 .  0) (17 .  4) (33 .  6) ( 2 .  7) (31 . 11))
            (31 (47 .  3) (15 .  4) (33 .  5) (30 .  7))
            (33 (49 .  3) (17 .  4) (34 .  7))
            (15 (14 .  5) (17 .  9))
            (17 (18 .  5)))
        (17 (18 (19 .  2) ( 1 .  4) ( 2 .  6) (15 . 10) (34 . 11))
            ( 1 (33 .  4) ( 2 .  4) (15 .  4))
            (15 (33 .  0) (14 . 10))
            (33 (49 .  3) (34 .  8)))
        (15 ( 1 (14 .  3) ( 2 .  3) (31 .  8))
            (14 (13 .  2) (30 . 11))
            (31 (47 .  3) (30 .  8)))
        ( 1 ( 2 ( 3 .  2) (18 .  6))))
    ( 1 ( 2 ( 3 ( 4 .  1) (19 .  2) (17 . 10) (18 . 10))
            (18 (19 .  3) (17 .  4) (34 .  7))
            (17 (33 .  5)))
        (17 (33 (49 .  2) (32 .  6) (34 . 11))
            (18 (19 .  3) (34 .  8)))))
"""
PROGRAMS = [
    pytest.param(solve, id="by choice"),
    pytest.param(solve_by_trie, id="by choice and trie"),
    pytest.param(by_hand.solve, id="by hand"),
    pytest.param(by_hand.solve_by_trie, id="by hand and trie"),
]
RING = INSTANCES["ring"]


def board(rows: int, columns: int) -> str:
    return "\n".join(["." * columns] * rows)


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_first_answer_for_6_x_10_is_the_one_printed_in_the_article(program):
    assert picture(next(iter(program(SIX_BY_TEN, TWELVE, True))), SIX_BY_TEN, TWELVE, True) == FIRST.strip()


def test_the_twelve_fill_6_x_10_in_2339_ways():
    upright, tally = board(10, 6), {"looks": 0}
    found = list(pentominoes.search_by_trie(upright, TWELVE, True, tally))
    assert tally["looks"] == 203_180_365
    assert len(found) == len(set(found)) == 2339
    assert all(is_solution(answer, upright, TWELVE, True) for answer in found)
    images = {view for answer in found for view in views("\n".join(answer)) if len(view.split("\n")) == 10}
    assert len(images) == 9356


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(("up_to_symmetry", "count"), [(True, 2), (False, 8)])
def test_the_twelve_fill_3_x_20_in_two_ways(program, up_to_symmetry: bool, count: int):
    assert len(list(program(board(20, 3), TWELVE, up_to_symmetry))) == count


def test_the_trie_is_the_one_printed_in_the_article():
    assert printed_trie(SIX_BY_TEN, TWELVE, True) == TRIE.strip()


def test_of_the_57_shapes_44_have_the_cell_below_and_28_the_cell_to_the_right():
    shapes = [shape for its_shapes in shapes_and_symmetries(SIX_BY_TEN, TWELVE, True)[0] for shape in its_shapes]
    assert len(shapes) == 57
    assert sum(16 in shape for shape in shapes) == 44
    assert sum(1 in shape for shape in shapes) == 28


def test_the_twelve_have_63_positions():
    shapes, _ = shapes_and_symmetries(SIX_BY_TEN, TWELVE, False)
    assert [len(its_shapes) for its_shapes in shapes] == [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]


@pytest.mark.parametrize("arguments", INSTANCES.values(), ids=INSTANCES)
def test_all_four_programs_give_the_same_answers_in_the_same_order(arguments: dict[str, Any]):
    expected = list(solve(**arguments))
    assert list(solve_by_trie(**arguments)) == expected
    assert list(by_hand.solve_by_trie(**arguments)) == expected
    assert list(by_hand.solve(**arguments)) == expected


@pytest.mark.parametrize("arguments", INSTANCES.values(), ids=INSTANCES)
def test_the_trie_needs_fewer_looks(arguments: dict[str, Any]):
    assert looks(**arguments) == by_hand.looks(**arguments)
    assert looks_by_trie(**arguments) == by_hand.looks_by_trie(**arguments)
    assert looks_by_trie(**arguments) < looks(**arguments)


def test_looks_end_with_the_first_cell_that_is_taken():
    assert looks("..", ("aa",), False) == 2 + 2  # the flat shape fits, the upright one meets the margin
    assert looks_by_trie("..", ("aa",), False) == 1 + 2  # cell 0 is looked at once for both


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


@given(boards, sets.map(tuple))
def test_any_small_board_is_filled_in_all_ways(cells: str, pieces: tuple[str, ...]):
    found = list(solve(cells, pieces, False))
    assert set(found) == brute_force(cells, pieces)
    assert len(set(found)) == len(found)
    assert found == list(solve_by_trie(cells, pieces, False))
    assert found == list(by_hand.solve(cells, pieces, False)) == list(by_hand.solve_by_trie(cells, pieces, False))


@given(boards, sets.map(tuple))
def test_up_to_symmetry_each_answer_has_exactly_one_image_among_the_answers(cells: str, pieces: tuple[str, ...]):
    symmetries = [k for k, view in enumerate(views(cells)) if view == cells]
    kept = list(solve(cells, pieces, True))
    for answer in solve(cells, pieces, False):
        images = {tuple(views("\n".join(answer))[k].split("\n")) for k in symmetries}
        assert len(images & set(kept)) == 1
    assert len(set(kept)) == len(kept)
    assert kept == list(solve_by_trie(cells, pieces, True))
    assert kept == list(by_hand.solve(cells, pieces, True)) == list(by_hand.solve_by_trie(cells, pieces, True))


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
def test_a_wrong_filling_is_no_solution(wrong: tuple[str, ...]):
    assert is_solution(("dbbb", "a##c", "aacc"), **RING)
    assert not is_solution(wrong, **RING)


@pytest.mark.parametrize(
    ("cells", "pieces", "complaint"),
    [
        ("..\n...", (), "one of its rows is '...'"),
        ("..x", (), r"one of its rows is '..x'"),
        ("", (), "one of its rows is ''"),
        ("..", ("ab",), "one piece is 'ab'"),
        ("..", ("..",), r"one piece is '..'"),
        ("..", ("aa\na",), "one piece is 'aa"),
        ("..", ("a", "aa"), "the letters here are a a"),
    ],
)
def test_boards_and_pieces_that_are_none_are_refused(cells: str, pieces: tuple[str, ...], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        solve(cells, pieces, False).first()
    with pytest.raises(ValueError, match=complaint):
        solve_by_trie(cells, pieces, False).first()


def test_boards_are_read_with_their_pieces_or_with_the_twelve():
    text = "\n....\n.##.\n....\n\nup to symmetry\n\naa\na.\n\n\nbbb\n\n......\n"
    assert read(text) == [
        {"board": "....\n.##.\n....", "pieces": ("aa\na.", "bbb"), "up_to_symmetry": True},
        {"board": "......", "pieces": TWELVE, "up_to_symmetry": False},
    ]


@pytest.mark.parametrize("arguments", INSTANCES.values(), ids=INSTANCES)
def test_what_is_written_as_text_is_read_again(arguments: dict[str, Any]):
    request = ["up to symmetry"] if arguments["up_to_symmetry"] else []
    assert read("\n\n".join([arguments["board"], *request, *arguments["pieces"]])) == [arguments]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "expected a board, rows of . and #; found nothing"),
        ("aa\na.\n", 1, 1, "found the piece a"),
        ("...\n..\n", 2, 3, "expected 3 characters, as in the row above; found 2"),
        ("..\n...\n", 2, 3, "expected 2 characters, as in the row above; found 3"),
        ("..\n.!\n", 2, 2, r"expected . or # or a letter; found '!'"),
        ("..\n\naa\nab\n", 4, 2, "expected a or ., as in the rest of the piece; found 'b'"),
        ("..\n\naa\n#.\n", 4, 1, "expected a or ., as in the rest of the piece; found '#'"),
        ("..\n\na\n\naa\n", 5, 1, "expected a letter of its own for each piece; found a second a"),
    ],
)
def test_text_that_is_no_puzzle_is_refused_with_its_place(text: str, line: int, column: int, message: str):
    with pytest.raises(BadInput) as refusal:
        read(text)
    assert (refusal.value.line, refusal.value.column) == (line, column)
    assert message in refusal.value.message


def test_a_search_that_is_read_can_be_solved():
    (arguments,) = read("...\n.#.\n\nup to symmetry\n\naa\na.\n\nbb\n")
    assert list(pentominoes.solve(**arguments)) == [("aab", "a#b")]

"""The figures for the nine pieces are those of Eiiti Wada, "Jigsaw puzzles for computers" (2002)."""

from itertools import permutations, product
from math import factorial, isqrt, prod
from random import Random
from string import ascii_letters
from typing import Any
from unicodedata import east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st
from solved import answers

from ambsearch import BadInput, effort
from ambsearch.puzzles import jigsaw
from ambsearch.puzzles.by_hand import jigsaw as by_hand
from ambsearch.puzzles.jigsaw import CASES, NINE, is_solution, kinds_of, picture, printout, read, solve

Board = tuple[str, ...]

ROW_BY_ROW = (0, 1, 2, 3, 4, 5, 6, 7, 8)
PRINTED = """
 6   0   1
3 4 3 2 5 3
 6 1 5 2 7 0
  5 0 7 3 4 5
 7 0 6 1 1 6
0 1 6 2 5 0
 5   7   4
"""


def turned(board: Board) -> Board:
    """The whole board, turned a quarter to the left."""
    size = isqrt(len(board))
    cells = [(row, size - 1 - column) for column in range(size) for row in range(size)]
    return tuple(board[row * size + column][1:] + board[row * size + column][:1] for row, column in cells)


def all_turns(board: Board) -> set[Board]:
    half = turned(turned(board))
    return {board, turned(board), half, turned(half)}


def placements() -> tuple[Board, ...]:
    """The answers for the nine pieces."""
    return answers("jigsaw", "nine")


# the article


def test_the_nine_pieces_can_be_laid_out_in_twelve_ways():
    assert len(placements()) == 12
    assert solve(NINE, ROW_BY_ROW).first() == solve(NINE).first()


def test_three_of_them_really_differ():
    found = answers("jigsaw", "nine-up-to-symmetry")
    assert len(found) == 3
    assert set().union(*map(all_turns, found)) == set(placements())
    assert found[0] == solve(NINE).first()


def test_the_first_placement_is_the_one_printed_in_the_article():
    assert printout(solve(NINE).first()) == PRINTED.strip("\n")


def test_choices_are_begun_on_the_boards_that_are_filled_in_part_the_empty_one_included():
    """How many these are for the nine pieces, in either order, is counted on the page."""
    pieces = NINE[:4]
    boards = 1
    for filled in (1, 2, 3):
        for chosen in permutations(pieces, filled):
            for turns in product(range(4), repeat=filled):
                laid = [piece[turn:] + piece[:turn] for piece, turn in zip(chosen, turns, strict=True)]
                boards += all(
                    laid[cell][edge] == laid[other][edge - 2].swapcase()
                    for cell, edge, other in ((1, 3, 0), (2, 0, 0))
                    if cell < filled
                )
    assert effort(solve(pieces)).begun == by_hand.calls(pieces) == boards


# any order, any size, any alphabet


def test_the_order_of_placement_does_not_change_the_placements():
    assert set(answers("jigsaw", "nine-corner-first")) == set(placements())
    assert set(solve(NINE, ROW_BY_ROW[::-1])) == set(placements())


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_four_pieces_can_be_laid_out_in_any_order(order: tuple[int, ...]):
    assert sorted(solve(NINE[:4], order)) == sorted(solve(NINE[:4]))
    assert list(by_hand.solve(NINE[:4], order)) == list(solve(NINE[:4], order))


def test_a_single_piece_may_lie_in_four_ways():
    assert list(solve(("RGBW",))) == [("RGBW",), ("GBWR",), ("BWRG",), ("WRGB",)]
    assert list(solve(("RGBW",), up_to_symmetry=True)) == [("RGBW",)]


def test_the_pieces_of_a_larger_board_are_laid_out():
    laid = cut(0, 4, ascii_letters)
    pieces = tuple(piece[2:] + piece[:2] for piece in reversed(laid))
    found = list(solve(pieces))
    assert set(found) == all_turns(laid)
    assert found == list(by_hand.solve(pieces))
    assert all(is_solution(placement, pieces) for placement in found)
    assert solve(pieces, up_to_symmetry=True).one() == found[0]


def test_any_letters_will_do_for_the_edges():
    names = str.maketrans("RGBWrgbw", "アイウエあいうえ")
    written = [tuple(piece.translate(names) for piece in board) for board in placements()]
    pieces = tuple(piece.translate(names) for piece in NINE)
    assert list(solve(pieces, pairs="アあ いイ ウう エえ")) == written


def test_a_letter_may_be_its_own_partner():
    assert list(solve(("eeee",) * 4, pairs="ee")) == [("eeee",) * 4]
    assert list(solve(("eeee",) * 4)) == []


# pieces that are alike, and pieces that look the same after a turn


@pytest.mark.parametrize(
    ("pieces", "count", "up_to_symmetry"),
    [
        pytest.param(("RRRR", "RRRR", "rrrr", "rrrr"), 2, 1, id="a chessboard of 2 x 2"),
        pytest.param(("RRRR",) * 5 + ("rrrr",) * 4, 1, 1, id="a chessboard of 3 x 3"),
        pytest.param(("RGrg",) * 9, 4, 1, id="nine alike, which fit only if all point the same way"),
        pytest.param(("RGrg", "GrgR", "rgRG", "gRGr"), 4, 1, id="four alike, each written in a turn of its own"),
        pytest.param(("RRRR",) * 4, 0, 0, id="no two fit"),
    ],
)
def test_what_cannot_be_told_apart_counts_once(pieces: Board, count: int, up_to_symmetry: int):
    for program in (solve, by_hand.solve):
        assert len(list(program(pieces))) == count
        assert len(list(program(pieces, up_to_symmetry=True))) == up_to_symmetry


PAIRS = "aA bb"
PIECES = st.text("aAb", min_size=4, max_size=4)
FOUR = st.lists(PIECES, min_size=4, max_size=4).map(tuple)
EDGES_OF_FOUR = ((0, 1, 1, 3), (2, 1, 3, 3), (0, 2, 2, 0), (1, 2, 3, 0))


def tried_one_by_one(pieces: Board) -> set[Board]:
    """All boards of 2 x 2 cells that can be seen, found by laying out the pieces in every way there is."""
    return {
        tuple(board)
        for board in permutations(pieces)
        for board in product(*([piece[turn:] + piece[:turn] for turn in range(4)] for piece in board))
        if all(board[a][edge] + board[b][facing] in ("aA", "Aa", "bb") for a, edge, b, facing in EDGES_OF_FOUR)
    }


@pytest.mark.thorough
@given(FOUR, st.permutations(range(4)).map(tuple))
def test_all_boards_that_can_be_seen_are_found_and_none_twice(pieces: Board, order: tuple[int, ...]):
    found = list(solve(pieces, order, PAIRS))
    assert len(found) == len(set(found))
    assert set(found) == tried_one_by_one(pieces)
    assert all(is_solution(board, pieces, order, PAIRS) for board in found)
    assert found == list(by_hand.solve(pieces, order, PAIRS))


@given(FOUR, st.permutations(range(4)).map(tuple))
def test_up_to_symmetry_the_first_of_its_turns_is_left(pieces: Board, order: tuple[int, ...]):
    everything = list(solve(pieces, order, PAIRS))
    expected = [board for place, board in enumerate(everything) if not all_turns(board) & {*everything[:place]}]
    assert list(solve(pieces, order, PAIRS, True)) == expected == list(by_hand.solve(pieces, order, PAIRS, True))


@pytest.mark.thorough
def test_telling_all_pieces_and_turns_apart_only_multiplies_the_boards():
    pieces = cut(1166)
    kinds, counts = kinds_of(pieces)
    assert (2, 2) in zip(map(len, kinds), counts, strict=True)  # one piece is there twice, and has two turns
    exchanges = prod(factorial(count) * (4 // len(kind)) ** count for kind, count in zip(kinds, counts, strict=True))
    found = list(solve(pieces))
    assert found == list(by_hand.solve(pieces))
    assert len(found) == len(set(found))
    assert told_apart(pieces, ()) == len(found) * exchanges > len(found) > 0


def cut(seed: int, size: int = 3, letters: str = "RGBrgb") -> Board:
    """The pieces of a board, which has one of the letters or its other case at each edge; few letters: alike pieces."""
    random = Random(seed)
    across, down = ([random.choice(letters) for _ in range(size * (size + 1))] for _ in range(2))
    left = [cell + cell // size for cell in range(size * size)]
    return tuple(
        down[cell] + across[left[cell] + 1] + down[cell + size].swapcase() + across[left[cell]].swapcase()
        for cell in range(size * size)
    )


def told_apart(pieces: Board, board: Board) -> int:
    """The ways to go on with a board of 3 x 3 cells, row by row, each piece and each of its turns being different."""
    if not pieces:
        return 1
    cell = len(board)
    return sum(
        told_apart(pieces[:place] + pieces[place + 1 :], (*board, laid))
        for place, piece in enumerate(pieces)
        for laid in (piece[turn:] + piece[:turn] for turn in range(4))
        if cell % 3 == 0 or laid[3] == board[-1][1].swapcase()
        if cell < 3 or laid[0] == board[-3][2].swapcase()
    )


# the rules


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda board: (board[1], board[0], *board[2:]), id="two pieces changed places"),
        pytest.param(lambda board: (board[0][1:] + board[0][:1], *board[1:]), id="a piece was turned"),
        pytest.param(lambda board: (board[0][::-1], *board[1:]), id="a piece was turned over"),
        pytest.param(lambda board: (board[0].swapcase(), *board[1:]), id="there is no such piece"),
        pytest.param(lambda board: (*board[:8], board[0]), id="a piece is used twice"),
        pytest.param(lambda board: board[:8], id="a piece is missing"),
        pytest.param(lambda board: (*board, board[0]), id="a piece too many"),
        pytest.param(lambda board: (), id="nothing"),
    ],
)
def test_a_wrong_placement_is_not_a_solution(change):
    placement = solve(NINE).first()
    assert is_solution(placement, NINE)
    assert not is_solution(change(placement), NINE)


def test_a_placement_is_a_solution_for_its_own_pairs_and_pieces_only():
    board = ("RGrg",) * 4
    assert is_solution(board, board)
    assert not is_solution(board, board, pairs="RG rg")
    assert not is_solution(board, ("RGrg", "RGrg", "RGrg", "RRRR"))
    assert is_solution(board, board, pairs="rR gG")
    assert is_solution(("oooo",) * 4, ("oooo",) * 4, pairs="+- oo")
    assert not is_solution(("oooo",) * 4, ("oooo",) * 4, pairs="+- ox")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((NINE[:3],), "expected 1, 4, 9, ... pieces, found 3"),
        (((),), "found 0"),
        ((NINE, (0, 1, 2)), r"each cell from 0 to 8 once, found \(0, 1, 2\)"),
        ((NINE[:4], (0, 1, 2, 2)), r"each cell from 0 to 3 once"),
        ((NINE[:4], ()), r"each cell from 0 to 3 once, found \(\)"),
        ((("gwg1",),), "each in one of the pairs, for piece 0, found 'gwg1'"),
        ((("gwg ",),), "piece 0, found 'gwg '"),
        ((("gwg",),), "piece 0, found 'gwg'"),
        ((("abab", "abac"), None, "ab"), "found 2"),
        ((("abab",), None, "abc"), "expected pairs of two letters.* found 'abc'"),
        ((("abab",), None, "a b"), "expected pairs of two letters"),
        ((("abab",), None, "ab bc"), "each letter in one pair.* found 'ab bc'"),
        ((("abab",), None, "ab ab"), "each letter in one pair"),
        ((("abab",), None, "ab \0\1"), "expected pairs of two letters"),
        ((("abab",), None, ""), "piece 0, found 'abab'"),
    ],
)
def test_what_is_no_puzzle_is_refused(arguments: tuple[Any, ...], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        solve(*arguments).first()


def test_a_cell_touches_the_neighbours_that_are_filled_before_it():
    assert dict(jigsaw.contacts(NINE, None)) == {
        0: [],
        1: [(3, 0)],
        2: [(3, 1)],
        3: [(0, 0)],
        4: [(0, 1), (3, 3)],
        5: [(0, 2), (3, 4)],
        6: [(0, 3)],
        7: [(0, 4), (3, 6)],
        8: [(0, 5), (3, 7)],
    }


# the picture


def test_each_piece_is_drawn_in_a_box_with_its_letters_at_its_edges():
    lines = picture(solve(NINE).first(), NINE).splitlines()
    assert lines[:5] == [
        "┌───────┬───────┬───────┐",
        "│   g   │   R   │   G   │",
        "│ W   w │ W   B │ b   W │",
        "│   g   │   b   │   r   │",
        "├───────┼───────┼───────┤",
    ]
    assert len(lines) == 13
    assert {len(line) for line in lines} == {25}
    assert lines[-1] == "└───────┴───────┴───────┘"


def test_letters_that_take_two_columns_leave_the_boxes_straight():
    lines = picture(("アあア+", "-いイい"), ("アあア+", "-いイい"), pairs="アあ いイ +-").splitlines()
    assert {sum(1 + (east_asian_width(letter) == "W") for letter in line) for line in lines} == {9}
    assert lines[1:4] == ["│   ア  │", "│ +   あ│", "│   ア  │"]


# the text


def puzzle(*pieces: str, pairs: str = CASES) -> dict[str, Any]:
    return {"pieces": pieces, "order": None, "pairs": pairs, "up_to_symmetry": False}


def test_the_input_of_the_contest_is_read():
    assert read(f"2\n{' '.join(NINE)}\n{' '.join(NINE[::-1])}\n") == [puzzle(*NINE), puzzle(*NINE[::-1])]


def test_the_number_may_be_left_out_and_lines_may_be_empty():
    found = read("\n aBcD\n\n\n ABCD  ABCD ABCD\tABCD \r\n\n")
    assert found == [puzzle("aBcD"), puzzle("ABCD", "ABCD", "ABCD", "ABCD")]
    assert read("") == read("\n0\n") == []


def test_pairs_hold_for_the_puzzles_below_them():
    found = read("3\nrRRr\npairs +- oo\n+-oo\n pairs 12 3あ\n123あ")
    assert found == [puzzle("rRRr"), puzzle("+-oo", pairs="+- oo"), puzzle("123あ", pairs="12 3あ")]


@given(st.lists(st.sampled_from([1, 4, 9]).flatmap(lambda n: st.tuples(*[PIECES] * n))))
def test_what_is_written_is_read(puzzles: list[Board]):
    text = "\n".join([str(len(puzzles)), f"pairs {PAIRS}", *map(" ".join, puzzles)])
    assert read(text) == [puzzle(*pieces, pairs=PAIRS) for pieces in puzzles]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("2\nabcd\n", 1, 1, "expected 1, the number of puzzles below, found '2'"),
        ("\n  1\nabcd\nabcd", 2, 3, "expected 2, the number of puzzles below, found '1'"),
        ("٣\nabcd", 1, 1, "expected a whole number, found '٣'"),
        ("1 abcd", 1, 1, "expected a piece of four letters, found '1'"),
        ("abcd\n0\n", 2, 1, "expected a piece of four letters, found '0'"),
        ("abcd abcde abcd abcd", 1, 6, "expected a piece of four letters, found 'abcde'"),
        ("\nabcd ab7d abcd abcd", 2, 8, "expected a letter of one of the pairs, found '7'"),
        ("pairs +- oo\n+-oO", 2, 4, "expected a letter of one of the pairs, found 'O'"),
        ("abcd abcd abcd ", 1, 15, "expected 1, 4, 9, ... pieces, found 3"),
        ("pairs", 1, 6, "expected a pair of letters, found nothing"),
        ("pairs Rr Ggg", 1, 10, "expected a pair of letters, found 'Ggg'"),
        ("pairs Rr \x1b[", 1, 10, "expected a pair of letters, found '\\x1b['"),
        ("abcd\npairs Rr gr", 2, 11, "expected a letter that is in no other pair, found 'r' again"),
    ],
)
def test_what_cannot_be_read_is_reported_with_its_place(text: str, line: int, column: int, message: str):
    with pytest.raises(BadInput) as caught:
        read(text)
    assert (caught.value.message, caught.value.line, caught.value.column) == (message, line, column)

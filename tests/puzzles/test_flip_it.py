from itertools import product

import pytest
from helpers import LONG

from ambsearch.errors import BadInput
from ambsearch.puzzles.by_hand import flip_it as by_hand
from ambsearch.puzzles.flip_it import (
    INSTANCES,
    hardest,
    is_solution,
    longest,
    next_boards,
    picture,
    read,
    row,
    solve,
    white,
)

PRINTED = """
0: ● ● _ ● ● ●    ● _ ○ ● ● ● ●    ● _ ○ ○ ○ ● ● ●
1: _ ○ ● ● ● ●    ● ● ● _ ● ● ●    ● ○ ● _ ○ ● ● ●
2: ● ● ○ _ ● ●    _ ○ ○ ● ● ● ●    _ ● ○ ● ○ ● ● ●
3: ● ● ○ ● ○ _    ○ ● _ ● ● ● ●    ○ ○ _ ● ○ ● ● ●
4: ● ● _ ○ ● ○    ○ ● ● ○ _ ● ●    ○ ○ ○ ○ _ ● ● ●
5: _ ○ ● ○ ● ○    ○ ● ● ○ ● ○ _    ○ ○ ○ ○ ● ○ ○ _
6: ○ ● ○ _ ● ○    ○ ● ● _ ○ ● ○    _ ● ● ● ○ ● ● ○
7: ○ _ ● ● ● ○    ○ ● ● ● ● _ ○    ○ ○ ○ ○ _ ● ● ○
8: ○ ○ ○ ○ ○ _    _ ○ ○ ○ ○ ○ ○    ○ ○ ○ ○ ○ ○ ○ _
"""
A = {"start": "**_***", "goals": white(6), "near": False, "most": 20}
PLAN = ("**_***", "_o****", "**o_**", "**o*o_", "**_o*o", "_o*o*o", "o*o_*o", "o_***o", "ooooo_")


@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_the_puzzles_of_the_article_take_eight_moves(name: str):
    assert {len(plan) - 1 for plan in solve(**INSTANCES[name])} == {8}


@pytest.mark.parametrize(("column", "name"), [(0, "a"), (1, "b"), (2, "c")])
def test_the_first_plan_is_the_one_that_the_article_draws(column: int, name: str):
    lines = [line[3:].split("    ")[column].strip() for line in PRINTED.split("\n")[1:-1]]
    drawn = [f"{move}: {line}" for move, line in enumerate(lines)]
    assert picture(solve(**INSTANCES[name]).first(), **INSTANCES[name]).splitlines() == drawn


def test_a_goal_that_fixes_the_space_takes_a_move_more():
    plans = list(solve("**_***", ("_ooooo",), near=False, most=20))
    assert {len(plan) - 1 for plan in plans} == {9}
    assert {plan[-1] for plan in plans} == {"_ooooo"}


def test_no_plan_has_more_moves_than_are_allowed():
    assert not solve("**_***", white(6), near=False, most=7).exists()
    assert solve("**_***", white(6), near=False, most=8).count() == solve(**A).count()


def test_white_pieces_need_no_move():
    assert list(solve("oo_o", white(4), near=False, most=20)) == [("oo_o",)]


def test_boards_that_cannot_be_solved_have_no_plan():
    boards = {
        "".join(pieces[:space]) + "_" + "".join(pieces[space:])
        for space in range(4)
        for pieces in product("*o", repeat=3)
    }
    solvable = {board for level in hardest(white(4), near=False) for board in level}
    assert {board for board in boards if solve(board, white(4), near=False, most=20).exists()} == solvable
    assert len(solvable) == 12


@pytest.mark.parametrize("program", [hardest, by_hand.hardest], ids=["by choice", "by hand"])
@pytest.mark.parametrize(
    ("n", "near", "boards", "most", "hard"),
    [
        (5, False, 80, 10, 3),
        (6, False, 192, 8, 4),
        (7, False, 448, 8, 4),
        (8, False, 1024, 8, 6),
        (5, True, 80, 6, 1),
        (6, True, 192, 6, 6),
        (7, True, 448, 7, 3),
        (8, True, 1024, 7, 20),
    ],
)
def test_the_hardest_boards_are_those_of_the_article(program, n: int, near: bool, boards: int, most: int, hard: int):
    levels = program(white(n), near)
    assert (sum(map(len, levels)), len(levels) - 1, len(levels[-1])) == (boards, most, hard)


@pytest.mark.parametrize(
    ("n", "printed"),
    [
        (5, ["● ● ○ _ ●", "● ● _ ● ●", "● _ ○ ● ●"]),
        (6, ["● _ ○ ● ● ●", "● ● _ ● ● ●", "● ● ● ○ _ ●", "● ● ● _ ● ●"]),
    ],
)
def test_the_hardest_boards_are_printed_from_the_last_of_the_queue(n: int, printed: list[str]):
    assert [row(board) for board in reversed(hardest(white(n), near=False)[-1])] == printed


@pytest.mark.parametrize("near", [False, True], ids=["over pieces only", "near too"])
@pytest.mark.parametrize("n", range(1, 10))
def test_the_twin_finds_the_same_boards_in_the_same_order(n: int, near: bool):
    assert by_hand.hardest(white(n), near) == hardest(white(n), near)


@pytest.mark.parametrize("near", [False, True], ids=["over pieces only", "near too"])
def test_deepening_and_breadth_first_search_agree_on_every_board(near: bool):
    for goals in (white(5), ("oo_oo",), ("*o_o*", "_oooo"))[: 3 if LONG else 1]:
        for moves, boards in enumerate(hardest(goals, near)):
            for board in boards:
                plans = list(solve(board, goals, near, most=20))
                assert {len(plan) - 1 for plan in plans} == {moves}
                assert list(by_hand.solve(board, goals, near, most=20)) == plans


def test_without_goals_there_is_no_plan():
    assert hardest((), near=False) == by_hand.hardest((), near=False) == []
    assert not solve("*_*", (), near=False, most=5).exists()


def test_a_piece_turns_over_those_that_it_jumps():
    assert next_boards("_*****", near=False) == ("*o_***", "*oo_**", "*ooo_*", "*oooo_")
    assert next_boards("*_**", near=True) == ("_***", "**_*", "**o_")


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(PLAN[:-1], id="it stops too early"),
        pytest.param(PLAN[1:], id="it starts elsewhere"),
        pytest.param((*PLAN[:3], *PLAN[4:]), id="a move is left out"),
        pytest.param((*PLAN, PLAN[-2], PLAN[-1]), id="it is not the shortest"),
        pytest.param(("**_***", "*_****", *PLAN[2:]), id="a piece beside the space moves"),
        pytest.param(("**_***", "_*****", *PLAN[2:]), id="a piece is not turned over"),
        pytest.param(("**_***", "_oo***", *PLAN[2:]), id="the jumping piece is turned over"),
        pytest.param((*PLAN[:-1], "_ooooo"), id="the space is elsewhere in the end"),
        pytest.param((), id="no boards"),
    ],
)
def test_a_wrong_plan_is_not_a_solution(wrong: tuple[str, ...]):
    assert is_solution(PLAN, **A)
    assert not is_solution(wrong, **A)


def test_a_plan_must_end_at_a_goal_within_the_moves_allowed():
    assert not is_solution(PLAN, **{**A, "goals": ("_ooooo",)})
    assert not is_solution(PLAN, **{**A, "most": 7})


@pytest.mark.parametrize("start", ["*****", "*__*", "*_x", "", "**_*****"])
def test_invalid_boards_are_refused(start: str):
    with pytest.raises(ValueError, match="expected a board of"):
        solve(start, white(6), near=False, most=20).first()
    with pytest.raises(ValueError, match="expected a board of"):
        hardest((*white(6), start), near=False)


def test_numbers_of_moves_are_drawn_below_each_other():
    lines = picture(solve(**INSTANCES["five"]).first(), **INSTANCES["five"]).splitlines()
    assert (lines[0], lines[-1][:4]) == (" 0: ● ● ○ _ ●", "10: ")


def test_puzzles_are_read_line_by_line():
    assert read("**_***\n\n  **_*** 9 _ooooo\n*_* near\n") == [
        A,
        {"start": "**_***", "goals": ("_ooooo",), "near": False, "most": 9},
        {"start": "*_*", "goals": white(3), "near": True, "most": 20},
    ]
    assert read("") == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("**_*\n **o*\n", r"line 2, column 2: expected a board of \* and o with one _, found '\*\*o\*'"),
        ("near **_*\n", "line 1, column 1: expected a board"),
        ("**_x*\n", r"line 1, column 4: expected a board of \* and o with one _, found 'x'"),
        ("**_*_\n", "line 1, column 5: expected a board"),
        (
            "**_* _oo\n",
            "line 1, column 6: expected a goal of 4 places, the word near or a number of moves, found '_oo'",
        ),
        ("**_* 4 far\n", "line 1, column 8: expected .* found 'far'"),
        ("**_* -4\n", "line 1, column 6: expected .* found '-4'"),
    ],
)
def test_text_that_holds_no_puzzle_is_refused_with_its_place(text: str, complaint: str):
    with pytest.raises(BadInput, match=complaint):
        read(text)


def test_the_table_of_the_article_is_an_answer_for_each_length():
    assert [found[:3] for found in longest()] == [(5, 80, 10), (6, 192, 8), (7, 448, 8), (8, 1024, 8)]
    assert [len(found.hardest) for found in longest(near=True)] == [1, 6, 3, 20]

"""Flip it: pieces jump, turning over those they jump, until all are white.

The pieces, black on one side and white on the other, lie in a row that has one space. A piece jumps over others into
the space; the pieces that it jumps over are flipped, but it is not. A piece next to the space has nothing to jump
over, so it may not move; a variant allows this. Make all pieces white in as few moves as possible; so no plan reaches
the same board twice.

board   the row from the left, * a black piece, o a white one, _ the space, e.g. "**_***"
start   the board to begin with
goals   the boards at which a plan may end: `white(6)` for the six white ones, ("_ooooo",) to fix where the space ends
near    may a piece next to the space move into it? False in the puzzle
most    number of moves after which the search gives up, e.g. 20
moves   number of moves of the plans that are tried, from 0 on: the deepening
boards  the boards so far, e.g. ["**_***", "_o****"]

As text, a puzzle is a line: the board; then, optionally, the goal, the word near, the greatest number of moves:

    **_***
    **_*** _ooooo 9
    *_ooo*** near

Source: Makoto Hiroi, "Flip It" (2003), in his lessons on puzzles in Common Lisp; the puzzle is by Nob Yoshigahara.
There the search stops at its first plan; here it gives all shortest plans.
"""

from functools import cache
from typing import Any, NamedTuple

from ambsearch import Search, ambiguous, once, require
from ambsearch.reading import Part, lines_of

from .pictures.marks import Choices, Disc, Drawing, Mark, box

MOST = 20
PIECES = {"*": "●", "o": "○", "_": "_"}
OVER = str.maketrans("*o", "o*")


def question(start: str, goals: tuple[str, ...], near: bool, most: int) -> str:
    """Tell the rules, and show the row.

    >>> print(question("*_o**", ("_oooo",), near=False, most=20))
    Pieces are black on one side and white on the other. A piece jumps over others into the space,
    and turns over those that it jumps. A piece beside the space may not move.
    Go in as few moves as possible, 20 at most, from
      ● _ ○ ● ●
    to
      _ ○ ○ ○ ○
    """
    check((start, *goals))
    end = row(goals[0]) if len(goals) == 1 else "all white, wherever the space is"
    return (
        "Pieces are black on one side and white on the other. A piece jumps over others into the space,\n"
        f"and turns over those that it jumps. A piece beside the space may {'move, too' if near else 'not move'}.\n"
        f"Go in as few moves as possible, {most} at most, from\n  {row(start)}\nto\n  {end}"
    )


def is_solution(answer: tuple[str, ...], start: str, goals: tuple[str, ...], near: bool, most: int) -> bool:
    """Say whether `answer` goes from `start` to one of `goals` by moves within the rules, and no plan is shorter.

    >>> is_solution(("*o_", "_**"), "*o_", ("_**",), near=False, most=20)
    True
    >>> is_solution(("*o_", "_*o"), "*o_", ("_*o",), near=False, most=20)
    False
    """
    moves = len(answer) - 1
    reached = [{start}]
    for _ in range(moves):
        reached.append({after for board in reached[-1] for after in next_boards(board, near)})
    return (
        0 <= moves <= most
        and answer[0] == start
        and all(after in next_boards(board, near) for board, after in zip(answer, answer[1:], strict=False))
        and answer[-1] in goals
        and not any(boards.intersection(goals) for boards in reached[:moves])
    )


def white(n: int) -> tuple[str, ...]:
    """List the boards of n places with only white pieces, the space moving from left to right.

    >>> white(3)
    ('_oo', 'o_o', 'oo_')
    """
    return tuple("o" * space + "_" + "o" * (n - 1 - space) for space in range(n))


@ambiguous
def solve(start: str, goals: tuple[str, ...], near: bool, most: int) -> Search[tuple[str, ...]]:
    """Find the shortest plans by iterative deepening: choose the smallest number of moves with a plan, then a plan.

    start: the board to begin with, e.g. "**_***".
    goals: the boards to end with, e.g. white(6), or ("_ooooo",).
    near: may a piece next to the space move?
    most: no plan has more moves; the article has 20.
    An answer is a tuple of boards from start to goal, one more than there are moves.
    Answers are all plans with the fewest moves, in the order of the places that the pieces jump from.
    Raises ValueError if a board is not valid.

    >>> solve("o**_", white(4), near=False, most=20).first()
    ('o**_', '_ooo')
    """
    check((start, *goals))
    fewest = yield once(numbers_of_moves(start, goals, near, most))
    plan: tuple[str, ...] = yield plans(start, goals, near, fewest)
    return plan


@ambiguous
def numbers_of_moves(start: str, goals: tuple[str, ...], near: bool, most: int) -> Search[int]:
    """Deepen: the numbers of moves for which there are plans, the smallest first, once for each plan."""
    moves: int = yield range(most + 1)
    yield plans(start, goals, near, moves)
    return moves


@ambiguous
def plans(start: str, goals: tuple[str, ...], near: bool, moves: int) -> Search[tuple[str, ...]]:
    """Make a number of moves, never back to an earlier board, and require that the last board is a goal."""
    board = start
    boards = [start]
    for _ in range(moves):
        board = yield next_boards(board, near)
        require(board not in boards)
        boards.append(board)
    require(board in goals)
    return tuple(boards)


def hardest(goals: tuple[str, ...], near: bool) -> list[list[str]]:
    """Search breadth first, from the goals backwards, for the boards that need the most moves: the last of the lists.

    goals: the boards to end with, e.g. white(5).
    near: may a piece beside the space move?
    The list at place m holds the boards whose shortest plan has m moves, in the order in which they are found.
    Raises ValueError if a board is not valid.

    >>> levels = hardest(white(5), near=False)
    >>> len(levels) - 1, levels[-1]
    (10, ['*_o**', '**_**', '**o_*'])
    """
    check(goals)
    seen = set(goals)
    levels = [list(goals)]
    while levels[-1]:
        levels.append(list(dict.fromkeys(further(levels[-1], near, seen))))
        seen.update(levels[-1])
    return levels[:-1]


class Hardest(NamedTuple):
    """The hardest boards of a length.

    boards: how many can be solved; moves: how many the hardest need; hardest: the hardest boards.
    """

    places: int
    boards: int
    moves: int
    hardest: tuple[str, ...]


@ambiguous
def longest(least: int = 5, most: int = 8, near: bool = False) -> Search[Hardest]:
    """List the hardest boards of each length; the default lengths are those of the article.

    least, most: the range of lengths; near: may a piece next to the space move?

    >>> longest(5, 6).take(2)[1][:3]
    (6, 192, 8)
    """
    places: int = yield range(least, most + 1)
    levels = hardest(white(places), near)
    return Hardest(places, sum(map(len, levels)), len(levels) - 1, tuple(levels[-1]))


@ambiguous
def further(level: list[str], near: bool, seen: set[str]) -> Search[str]:
    """Make one move from any board of a level; answers are boards not seen before, once for each way to them."""
    board = yield level
    after: str = yield next_boards(board, near)
    require(after not in seen)
    return after


@cache
def next_boards(board: str, near: bool) -> tuple[str, ...]:
    """List the boards after one move, by the place of the piece that moves.

    >>> next_boards("*o_*", near=False), next_boards("*o_*", near=True)
    (('_***',), ('_***', '*_o*', '*o*_'))
    """
    space = board.index("_")
    return tuple(jump(board, piece, space) for piece in range(len(board)) if abs(piece - space) > (0 if near else 1))


def jump(board: str, piece: int, space: int) -> str:
    """The board after the piece at one place has jumped into the space at another.

    >>> jump("_*****", 5, 0), jump("*oooo_", 2, 5)
    ('*oooo_', '*o_**o')
    """
    left, right = sorted((piece, space))
    return board[:left] + board[right] + board[left + 1 : right].translate(OVER) + board[left] + board[right + 1 :]


def check(boards: tuple[str, ...]) -> None:
    for board in boards:
        if not is_board(board, len(boards[0])):
            places = f"{len(boards[0])} places, each * or o and one of them _"
            raise ValueError(f"expected a board of {places}, found {board!r}")


def is_board(text: str, places: int) -> bool:
    return len(text) == places and text.count("_") == 1 and set(text) <= set(PIECES)


INSTANCES: dict[str, dict[str, Any]] = {
    "a": {"start": "**_***", "goals": white(6), "near": False, "most": MOST},
    "b": {"start": "*_o****", "goals": white(7), "near": False, "most": MOST},
    "c": {"start": "*_ooo***", "goals": white(8), "near": False, "most": MOST},
    "a-space-on-the-left": {"start": "**_***", "goals": ("_ooooo",), "near": False, "most": MOST},
    "five": {"start": "**o_*", "goals": white(5), "near": False, "most": MOST},
    "a-near": {"start": "**_***", "goals": white(6), "near": True, "most": MOST},
    "three": {"start": "*_*", "goals": white(3), "near": False, "most": MOST},
    "white": {"start": "oo_o", "goals": white(4), "near": False, "most": MOST},
}


def picture(answer: tuple[str, ...], start: str, goals: tuple[str, ...], near: bool, most: int) -> str:
    """List the boards, each with the number of moves made.

    >>> print(picture(("*oo_", "_*oo"), "*oo_", ("_*oo",), near=False, most=20))
    0: ● ○ ○ _
    1: _ ● ○ ○
    """
    width = len(str(len(answer) - 1))
    return "\n".join(f"{move:{width}}: {row(board)}" for move, board in enumerate(answer))


def row(board: str) -> str:
    """Draw one board.

    >>> print(row("*_o**"))
    ● _ ○ ● ●
    """
    return " ".join(PIECES[place] for place in board)


def drawing(answer: tuple[str, ...] | None, start: str, goals: tuple[str, ...], near: bool, most: int) -> Drawing:
    """Picture the rows of a plan below each other, or only the first row.

    >>> drawing(("*o_", "_**"), "*o_", ("_**",), near=False, most=20).height
    2
    """
    marks: list[Mark] = []
    for y, board in enumerate(answer or (start,)):
        for x, place in enumerate(board):
            marks.append(box(x, y))
            if place != "_":
                marks.append(Disc((x + 0.5, y + 0.5), 0.38, "black" if place == "*" else "white"))
    return Drawing(len(start), len(answer or (start,)), tuple(marks))


def sketch(choices: Choices, start: str, goals: tuple[str, ...], near: bool, most: int) -> Drawing:
    """Picture the boards of the plan that is being made at a point of the search.

    >>> sketch([("moves", 2), ("board", "_*oo")], "*oo_", ("_*oo",), near=False, most=20).height
    2
    """
    plan = [start]
    for name, value in choices:
        if name == "board":
            plan.append(value)
        elif name in ("moves", "fewest"):  # another plan is begun
            plan = [start]
    return drawing(tuple(plan), start, goals, near, most)


def read(text: str) -> list[dict[str, Any]]:
    r"""Read puzzles, one from each line that is not empty, each as the keyword arguments of `solve`.

    Raises BadInput if a line is not a puzzle.

    >>> read("**_***\n\n*_o** _oooo near 9\n")[1]
    {'start': '*_o**', 'goals': ('_oooo',), 'near': True, 'most': 9}
    """
    return [read_line(line) for line in lines_of(text)]


def read_line(line: Part) -> dict[str, Any]:
    first, *others = line.words()
    start = first.text
    if not is_board(start, len(start)):
        signs = first.signs()
        spaces = [sign for sign in signs if sign.text == "_"]
        wrong = [sign for sign in signs if sign.text not in PIECES] or spaces[1:]
        raise (wrong[0] if len(wrong) == 1 else first).expected("a board of * and o with one _")
    puzzle: dict[str, Any] = {"start": start, "goals": white(len(start)), "near": False, "most": MOST}
    for word in others:
        if word.text == "near":
            puzzle["near"] = True
        elif is_board(word.text, len(start)):
            puzzle["goals"] = (word.text,)
        else:
            puzzle["most"] = word.number(f"a goal of {len(start)} places, the word near or a number of moves")
    return puzzle

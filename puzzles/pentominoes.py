"""Pentominoes: pieces made of squares fill a board that may have holes.

Each piece is used at most once, and may be rotated and turned over. No two pieces overlap, none covers a hole or
sticks out, and no cell is left. The twelve pentominoes fill a
board of 6 x 10 in 2339 ways, if rotations and reflections of the whole board count as one.

board           its rows, one a line: "." is a cell to be covered, "#" a hole, e.g. "...\\n.#."
pieces          a picture of each, drawn with its own name, one letter, and ".", e.g. (".ff\\nff.\\n.f.", "iiiii")
up_to_symmetry  whether to give only one of the answers that are rotations or reflections of one another
row_by_row      whether to fill even a board that is wider than high row by row, instead of column by column, which is
much faster
free            the cells that are not covered yet, as the bits of one number
laid            for each piece the bits of the cells that it covers, 0 if it is not on the board

There are four programs. The first three give the same answers in the same order. `solve` tries every shape of every piece left
at the first free cell. `solve_by_trie` asks a trie which shapes fit there, and caches the result for the free cells
around. `solve_by_trie_right_first` has another trie. `solve_x_in_a_quarter` excludes symmetric answers in another
way, and keeps different ones. `effort` counts how often they check whether a cell of the board is free. Shared code
is in the package `polyominoes`.

`read` takes boards and pieces from a text, separated by empty lines; the pieces follow their board. A board without
pieces is for the twelve pentominoes. The lines `up to symmetry` and `row by row` may follow it:

    ....
    .##.

    up to symmetry

    aa
    a.

    bbb

Source: Eiiti Wada, "Jigsaw puzzles for computers" (2002), in the series Programming Promenade, which describes the
program of J. G. Fletcher, "A program to solve the pentomino problem by the recursive use of macros", Communications
of the ACM 8 (1965). There the board is 6 x 10 and filled row by row, its cells are checked one by one, and the second
of f's two positions is a quarter turn of the first. Here a shape is compared with the board as a whole, and symmetric
answers are excluded by the same trick if it is sufficient, otherwise by comparing them. The trie is used there
without a cache.
"""

from functools import lru_cache
from itertools import zip_longest
from typing import Any

from ambsearch import Search, ambiguous, require

from .pictures.marks import Choices, Disc, Drawing, Mark, box, colours_of, move, regions, stack
from .polyominoes import reading
from .polyominoes.game import HOLE, Game
from .polyominoes.shapes import FREE, bits, cells_of, longest, name, shape_of, views
from .polyominoes.symmetry import in_a_quarter, is_first, same_from_all_sides, symmetries_of
from .polyominoes.trie import Fitting


def question(board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False) -> str:
    """State the rules, and show the board and the pieces.

    >>> print(question("...\\n.#.", ("aa\\na.", "bb"), True))
    Cover each cell . of the board with pieces that may be turned and turned over, each used at most once.
    Answers that are the same but for turning or reflecting the board count once.
    ...
    .#.
    <BLANKLINE>
    aa bb
    a.
    """
    once = "Answers that are the same but for turning or reflecting the board count once.\n" if up_to_symmetry else ""
    cover = "Cover each cell . of the board with pieces that may be turned and turned over, each used at most once.\n"
    rows = zip_longest(*(piece.split("\n") for piece in pieces))
    widths = [len(piece.split("\n")[0]) for piece in pieces]
    drawn = (" ".join((row or "").ljust(width) for row, width in zip(line, widths, strict=True)) for line in rows)
    return f"{cover}{once}{board}\n\n" + "\n".join(map(str.rstrip, drawn))


def is_solution(
    answer: tuple[str, ...], board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False
) -> bool:
    """Say whether the holes of `answer` are the board's, and each letter in it is a piece in one of its positions.

    >>> corner = {"board": "..\\n.#", "pieces": ("a", "bb"), "up_to_symmetry": False}
    >>> is_solution(("ab", "a#"), **corner), is_solution(("bb", "a#"), **corner)
    (False, True)
    """
    text = "\n".join(answer)
    below = len(text) + longest(pieces)  # from one row to the next: far enough that no two shapes have the same numbers
    positions = {name(piece): {shape_of(view, below, name(piece)) for view in views(piece)} for piece in pieces}
    names = set(text) - {HOLE, "\n"}
    return (
        names <= set(positions)
        and "".join(letter if letter in "#\n" else FREE for letter in text) == board
        and all(shape_of(text, below, letter) in positions[letter] for letter in names)
    )


@ambiguous
def solve(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False
) -> Search[tuple[str, ...]]:
    """Fill the board as the article's program does: try each shape of each piece left at the first free cell.

    board: its rows, one a line, "." for a cell and "#" for a hole, e.g. "...\\n.#.".
    pieces: the picture of each, drawn with its name, e.g. ("aa\\na.", "bb").
    up_to_symmetry: whether to give only one of the answers that are rotations or reflections of one another.
    row_by_row: whether to fill a board that is wider than high row by row, too, as the article does.
    An answer holds the rows of the board, with the piece's name in each cell.
    Answers come in the order of pieces and shapes, cell after cell. A piece's shapes are its picture, the mirror
    image of that, the picture a quarter turned to the right, the mirror image of that, and so on; if the board is
    filled column by column, the same of it with rows and columns exchanged.
    Raises ValueError if the board or a piece is not valid.

    >>> list(solve("...\\n.#.", ("aa\\na.", "bb"), False))
    [('aab', 'a#b'), ('baa', 'b#a')]
    >>> list(solve("...\\n.#.", ("aa\\na.", "bb"), True))
    [('aab', 'a#b')]
    """
    game = Game(board, pieces, up_to_symmetry, row_by_row)
    free = game.free
    laid = [0] * len(game.names)
    while free:
        cell = (free & -free).bit_length() - 1
        piece, shape = yield game.fitting(laid, free >> cell)
        laid[piece] = shape << cell
        free = free ^ laid[piece]
    filled = game.board_with(laid)
    require(game.is_wanted(filled))
    return game.answer(filled)


@ambiguous
def solve_by_trie(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False
) -> Search[tuple[str, ...]]:
    """Fill the board with the help of the trie; the same answers as `solve`, in the same order.

    >>> list(solve_by_trie("...\\n.#.", ("aa\\na.", "bb"), False))
    [('aab', 'a#b'), ('baa', 'b#a')]
    """
    game = Game(board, pieces, up_to_symmetry, row_by_row)
    filled: tuple[str, ...] = yield search(game, Fitting(game.shapes), {})
    return filled


@ambiguous
def solve_by_trie_right_first(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False
) -> Search[tuple[str, ...]]:
    """Let the trie look at the right neighbour of a cell before the one below, although more shapes have that one.

    The answers are those of `solve`, in the same order.

    >>> list(solve_by_trie_right_first("...\\n.#.", ("aa\\na.", "bb"), False))
    [('aab', 'a#b'), ('baa', 'b#a')]

    Source: Ishihata's idea in the article: the cell to the right of the first free one is taken more often.
    """
    game = Game(board, pieces, up_to_symmetry, row_by_row)
    filled: tuple[str, ...] = yield search(game, Fitting(game.shapes, early=1), {})
    return filled


@ambiguous
def solve_x_in_a_quarter(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False
) -> Search[tuple[str, ...]]:
    """Lay the x first, in one quarter of the board, so that no two answers are the same but for symmetry.

    It need not be the x: any piece that looks the same from all sides will do. Up to symmetry it gives different
    answers from `solve`, and in another order; if there is no such piece, it is `solve_by_trie`.

    >>> list(solve_x_in_a_quarter("...\\n.#.", ("aa\\na.", "b", "c"), True))
    [('baa', 'c#a'), ('caa', 'b#a')]
    """
    x = same_from_all_sides(board, pieces) if up_to_symmetry else None
    game = Game(board, pieces, up_to_symmetry and x is None, row_by_row)
    first: dict[int, int] = {}
    if x is not None:
        begun = yield in_a_quarter(game.board, pieces[x])
        first = {x: bits(cells_of(begun, game.below, game.names[x]))}
    filled: tuple[str, ...] = yield search(game, Fitting(game.shapes), first)
    require(x is None or is_first(game.in_order(filled), symmetries_of(game.board), game.names[x]))
    return filled


@ambiguous
def search(game: Game, fitting: Fitting, first: dict[int, int]) -> Search[tuple[str, ...]]:
    """Fill the board with the shapes that a trie allows at the first free cell; first: pieces already laid."""
    free = game.free & ~sum(first.values())
    laid = [first.get(piece, 0) for piece in range(len(game.names))]
    while free:
        cell = (free & -free).bit_length() - 1
        piece, shape = yield fitting[free >> cell & fitting.reach]
        require(not laid[piece])
        laid[piece] = shape << cell
        free = free ^ laid[piece]
    filled = game.board_with(laid)
    require(game.is_wanted(filled))
    return game.answer(filled)


TWELVE = tuple(
    rows.replace("/", "\n")
    for rows in (
        ".ff/ff./.f. iiiii ll/l./l./l. .n/.n/nn/n. pp/pp/p. ttt/.t./.t. "
        "u.u/uuu v../v../vvv w../ww./.ww .x./xxx/.x. .y/yy/.y/.y zz./.z./.zz"
    ).split()
)
SIX_BY_TEN = "\n".join(["." * 10] * 6)
RING = {"board": "....\n.##.\n....", "pieces": ("aa\na.", "bbb", "cc\nc.", "d")}
INSTANCES: dict[str, dict[str, Any]] = {
    "3x20": {"board": "\n".join(["." * 20] * 3), "pieces": TWELVE, "up_to_symmetry": True, "row_by_row": False},
    "5x5": {"board": "\n".join(["....."] * 5), "pieces": TWELVE, "up_to_symmetry": True, "row_by_row": False},
    "ring": {**RING, "up_to_symmetry": False, "row_by_row": False},
    "ring-up-to-symmetry": {**RING, "up_to_symmetry": True, "row_by_row": False},
    "ring-row-by-row": {**RING, "up_to_symmetry": False, "row_by_row": True},
}


def picture(
    answer: tuple[str, ...], board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False
) -> str:
    """Draw the board as the article does, each cell as the letter of its piece.

    >>> print(picture(("aab", "a#b"), "...\\n.#.", ("aa\\na.", "bb"), False))
    a a b
    a # b
    """
    return "\n".join(" ".join(row) for row in answer)


def drawing(
    answer: tuple[str, ...] | None,
    board: str,
    pieces: tuple[str, ...],
    up_to_symmetry: bool,
    row_by_row: bool = False,
) -> Drawing:
    """Picture the board filled with coloured pieces, or the empty board with the pieces below it.

    >>> drawing(("aab", "a#b"), "...\\n.#.", ("aa\\na.", "bb"), False).height
    2
    """
    fills = colours_of(map(name, pieces))
    if answer is not None:
        return Drawing(len(answer[0]), len(answer), tuple(regions(answer, fills)))
    rows = board.split("\n")
    empty = [box(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == FREE]
    marks: list[Mark] = []
    across = down = deepest = 0
    for piece in (piece.split("\n") for piece in pieces):
        if across and across + len(piece[0]) > max(12, len(rows[0])):
            across, down, deepest = 0, down + deepest + 1, 0
        loose = Drawing(len(piece[0]), len(piece), tuple(regions(piece, fills, FREE)))
        marks += move(loose, across, down)
        across, deepest = across + len(piece[0]) + 1, max(deepest, len(piece))
    below = Drawing(max(12, len(rows[0])), down + deepest, tuple(marks))
    return stack([Drawing(len(rows[0]), len(rows), (*empty, *regions(rows, {}))), below], 1)


def sketch(
    choices: Choices, board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False
) -> Drawing:
    """Picture the pieces laid at a point of the search; a shape that does not fit is shown as dots on its cells.

    >>> ring = INSTANCES["ring"]
    >>> len(sketch([("piece", 1)], **ring).marks), len(sketch([("piece", 1), ("shape", 0b11)], **ring).marks)
    (10, 18)
    """
    game = cached_game(board, pieces, up_to_symmetry, row_by_row)
    free, marks, piece = game.free, [*_cells(game)], 0
    for word, value in choices:
        if word == "piece":
            piece = value
            continue
        piece, shape = (piece, value) if word == "shape" else value if word == "(piece, shape)" else (piece, 0)
        cells = shape << (free & -free).bit_length() - 1 if free else 0
        fits = cells & free == cells
        marks += _lay(game, piece, cells, fits)
        free ^= cells if fits else 0
    return Drawing(len(board.split("\n")[0]), board.count("\n") + 1, tuple(marks))


@lru_cache(4)
def _cells(game: Game) -> list[Mark]:
    return [box(*place) for place in game.places(game.free)]


@lru_cache(5000)
def _lay(game: Game, piece: int, cells: int, fits: bool) -> list[Mark]:
    """A piece on these cells, or dots if it would stick out."""
    fill = colours_of(game.names)[game.names[piece]]
    places = game.places(cells)
    if not fits:
        return [Disc((x + 0.5, y + 0.5), 0.25, fill) for x, y in places]
    width, height = (max((place[axis] for place in places), default=0) + 1 for axis in (0, 1))
    rows = ["".join("a" if (x, y) in places else FREE for x in range(width)) for y in range(height)]
    return regions(rows, {"a": fill}, FREE)


@lru_cache(4)
def cached_game(board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool) -> Game:
    return Game(board, pieces, up_to_symmetry, row_by_row)


def read(text: str) -> list[dict[str, Any]]:
    """Read boards, each followed by its pieces; empty lines separate them.

    >>> read("...\\n.#.\\n\\nup to symmetry\\n\\naa\\na.\\n\\nbb\\n")
    [{'board': '...\\n.#.', 'pieces': ('aa\\na.', 'bb'), 'up_to_symmetry': True, 'row_by_row': False}]
    >>> read("..\\n..\\n")[0]["pieces"] == TWELVE
    True
    """
    return reading.read(text, TWELVE)

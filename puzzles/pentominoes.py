"""Pentominoes: pieces made of squares, e.g. the twelve of five squares each, fill a board that may have holes.

Each piece is used at most once, may be turned and turned over, and covers as many cells of the board as it has
squares. No two pieces overlap, none covers a hole or sticks out, and no cell is left. The twelve pentominoes fill a
board of 6 x 10 in 2339 ways, if answers that differ by turning or reflecting the whole board count as one.

board           its rows, one a line: "." is a cell to be covered, "#" a hole, e.g. "...\\n.#."
pieces          a picture of each, drawn with its own name, one letter, and ".", e.g. (".ff\\nff.\\n.f.", "iiiii")
up_to_symmetry  whether only one is wanted of answers that are the same but for turning or reflecting the board
width           how far a cell's number is from that of the cell below it; 16 on a board of 10 columns, which leaves a
                margin, so that a piece that sticks out on the right lies on the margin
shape           a piece in one of its positions: the numbers of its cells, less that of its first, e.g. (0, 1, 15, 16, 32)
trie            the shapes as a tree, nodes being (offset, what is there), which is a Leaf or again a trie
looks           how often a cell of the board was looked at to see whether it is free

There are two programs, which give the same answers in the same order. `solve` tries every shape of every piece left
at the first free cell. `solve_by_trie` asks the trie which shapes fit there, puts those back into the order of the
pieces, and remembers what the trie said for each pattern of cells taken around the free one. Both fill the board row
by row, so a long board is filled much faster if it is given upright, with short rows.

`read` takes boards and pieces from a text; a line is left empty between one and the next, and the pieces follow their
board. A board without any is for the twelve pentominoes. The words `up to symmetry` may follow a board, too:

    ....
    .##.

    up to symmetry

    aa
    a.

    bbb

Source: Eiiti Wada, "Jigsaw puzzles for computers" (2002), in the series Programming Promenade, which tells of the
program of J. G. Fletcher, "A program to solve the pentomino problem by the recursive use of macros", Communications
of the ACM 8 (1965). There the board is 6 x 10, and of f, the second of its two positions is a quarter turn of the
first; here any board will do, and symmetric answers are kept out by the same trick where it is enough, else by
comparing them. The trie is used there without remembering anything.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from ambsearch import ambiguous, permanent, require
from ambsearch.errors import BadInput

TWELVE = tuple(
    rows.replace("/", "\n")
    for rows in (
        ".ff/ff./.f. iiiii ll/l./l./l. .n/.n/nn/n. pp/pp/p. ttt/.t./.t. "
        "u.u/uuu v../v../vvv w../ww./.ww .x./xxx/.x. .y/yy/.y/.y zz./.z./.zz"
    ).split()
)
SIX_BY_TEN = "\n".join(["." * 10] * 6)
INSTANCES: dict[str, dict[str, Any]] = {
    "20x3": {"board": "\n".join(["..."] * 20), "pieces": TWELVE, "up_to_symmetry": True},
    "5x5-of-twelve": {"board": "\n".join(["....."] * 5), "pieces": TWELVE, "up_to_symmetry": True},
    "ring": {"board": "....\n.##.\n....", "pieces": ("aa\na.", "bbb", "cc\nc.", "d"), "up_to_symmetry": False},
    "ring-up-to-symmetry": {
        "board": "....\n.##.\n....",
        "pieces": ("aa\na.", "bbb", "cc\nc.", "d"),
        "up_to_symmetry": True,
    },
}
FREE, HOLE = ".", "#"

Shape: TypeAlias = tuple[int, ...]


class Leaf(NamedTuple):
    """Where a shape of the trie is complete: its place among all shapes, the number of its piece, its cells."""

    place: int
    piece: int
    shape: Shape


Trie: TypeAlias = "tuple[tuple[int, Leaf | Trie], ...]"
Candidates: TypeAlias = tuple[tuple[tuple[int, int, Leaf], ...], int]


def is_solution(answer: tuple[str, ...], board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> bool:
    """Say whether the holes of `answer` are the board's, and each letter in it is a piece in one of its positions.

    >>> ring = {"board": "..\\n.#", "pieces": ("a", "bb"), "up_to_symmetry": False}
    >>> is_solution(("ab", "a#"), **ring), is_solution(("bb", "a#"), **ring)
    (False, True)
    """
    text = "\n".join(answer)
    wide = width(board, pieces)
    positions = {name(piece): {offsets(view, wide, name(piece)) for view in views(piece)} for piece in pieces}
    names = set(text) - {HOLE, "\n"}
    return (
        names <= set(positions)
        and "".join(letter if letter in "#\n" else FREE for letter in text) == board
        and all(offsets(text, wide, letter) in positions[letter] for letter in names)
    )


@ambiguous
def solve(board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> Generator[Any, Any, tuple[str, ...]]:
    """Fill the board as the article's program does: try each shape of each piece left at the first free cell.

    board: its rows, one a line, "." for a cell and "#" for a hole, e.g. "...\\n.#.".
    pieces: the picture of each, drawn with its name, e.g. ("aa\\na.", "bb").
    up_to_symmetry: whether to give one only of the answers that are turns or reflections of one another.
    An answer holds the rows of the board, with the piece's name in each cell.
    Answers come in the order of pieces and shapes, cell after cell. A piece's shapes are its picture, the mirror
    image of that, the picture a quarter turned to the right, the mirror image of that, and so on.
    Raises ValueError if the board or a piece is none.

    >>> list(solve("...\\n.#.", ("aa\\na.", "bb"), False))
    [('aab', 'a#b'), ('baa', 'b#a')]
    >>> list(solve("...\\n.#.", ("aa\\na.", "bb"), True))
    [('aab', 'a#b')]
    """
    filled: tuple[str, ...] = yield search(board, pieces, up_to_symmetry, {"looks": 0})
    return filled


@ambiguous
def solve_by_trie(board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> Generator[Any, Any, tuple[str, ...]]:
    """Fill the board with the help of the trie; the same answers as `solve`, in the same order.

    >>> list(solve_by_trie("...\\n.#.", ("aa\\na.", "bb"), False))
    [('aab', 'a#b'), ('baa', 'b#a')]
    """
    filled: tuple[str, ...] = yield search_by_trie(board, pieces, up_to_symmetry, {"looks": 0})
    return filled


def looks(board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> int:
    """Count how many times `solve` looks at a cell to see whether a shape fits, until all answers are found.

    >>> looks("...\\n.#.", ("aa\\na.", "bb"), False)
    38
    """
    tally = {"looks": 0}
    search(board, pieces, up_to_symmetry, tally).count()
    return tally["looks"]


def looks_by_trie(board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> int:
    """Count the same for the trie; looks that it need not repeat because it remembers them are counted as well.

    >>> looks_by_trie("...\\n.#.", ("aa\\na.", "bb"), False)
    31
    """
    tally = {"looks": 0}
    search_by_trie(board, pieces, up_to_symmetry, tally).count()
    return tally["looks"]


# The two searches


@ambiguous
def search(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool, tally: dict[str, int]
) -> Generator[Any, Any, tuple[str, ...]]:
    """Fill the board as `solve` does, counting in `tally["looks"]` how often a cell is looked at."""
    shapes, symmetries = shapes_and_symmetries(board, pieces, up_to_symmetry)
    cells = with_margin(board, pieces)
    cell = 0
    used: list[int] = []
    while FREE in cells:
        cell = cells.index(FREE, cell)
        number = yield range(len(pieces))
        require(number not in used)
        used.append(number)
        chosen = yield shapes[number]
        for offset in chosen:
            tally["looks"] = permanent(tally["looks"] + 1)
            require(cells[cell + offset] == FREE)
        for offset in chosen:
            cells[cell + offset] = name(pieces[number])
    rows = rows_of(cells, board, width(board, pieces))
    require(is_first(rows, symmetries))
    return rows


@ambiguous
def search_by_trie(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool, tally: dict[str, int]
) -> Generator[Any, Any, tuple[str, ...]]:
    """Fill the board as `solve_by_trie` does; the cells taken are the bits of one number."""
    shapes, symmetries = shapes_and_symmetries(board, pieces, up_to_symmetry)
    fitting = asked_of(trie(shapes), reach_of(shapes))
    taken = ~sum(1 << cell for cell, state in enumerate(with_margin(board, pieces)) if state == FREE)
    used = 0
    placed: list[tuple[int, Leaf]] = []
    while taken != -1:
        cell = (~taken & (taken + 1)).bit_length() - 1
        candidates, looked = fitting(taken >> cell)
        tally["looks"] = permanent(tally["looks"] + looked)
        piece, bits, leaf = yield candidates
        require(not used & piece)
        used = used | piece
        taken = taken | bits << cell
        placed.append((cell, leaf))
    rows = drawn(placed, board, pieces)
    require(is_first(rows, symmetries))
    return rows


# The trie


def printed_trie(board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> str:
    """Write the trie of a puzzle as the article does.

    >>> print(printed_trie("...\\n.#.", ("aa\\na.", "bb"), False))
    ( 0 (16 ( 1 .  0) (15 .  0) (17 .  0))
        ( 1 (17 .  0))
        ( 1 .  1)
        (16 .  1))
    """
    return listing(trie(shapes_and_symmetries(board, pieces, up_to_symmetry)[0]))


def trie(shapes: Sequence[Sequence[Shape]]) -> Trie:
    """Build the trie of all shapes: each goes on with that of its cells which most of the shapes beside it have too.

    shapes: for each piece its shapes, e.g. [[(0, 1)], [(0, 1, 16), (0, 16, 17)]].
    Of the children of a node, those with more shapes come first, then those whose first shape is the earlier one.

    >>> print(listing(trie([[(0, 1)], [(0, 1, 16), (0, 16, 17)]])))
    ( 0 ( 1 .  0)
        ( 1 (16 .  1))
        (16 (17 .  1)))
    """
    numbered = [(number, shape) for number, its_shapes in enumerate(shapes) for shape in its_shapes]
    leaves = [Leaf(place, number, shape) for place, (number, shape) in enumerate(numbered)]
    return branches([(frozenset(leaf.shape), leaf) for leaf in leaves])


def branches(group: list[tuple[frozenset[int], Leaf]]) -> Trie:
    """Build the part of the trie for these leaves, each with those of its cells that have not been looked at."""
    shared = Counter(offset for left, _ in group for offset in left)
    children: dict[tuple[int, Leaf | None], list[tuple[frozenset[int], Leaf]]] = {}
    for left, leaf in group:
        offset = max(left, key=lambda offset: (shared[offset], -offset))
        rest = left - {offset}
        children.setdefault((offset, None if rest else leaf), []).append((rest, leaf))
    larger_first = sorted(children.items(), key=lambda child: -len(child[1]))
    return tuple((offset, leaf or branches(below)) for (offset, leaf), below in larger_first)


def listing(nodes: Trie, indent: int = 0) -> str:
    """Write a trie as the article does: (offset children), or (offset . piece) where a shape is complete.

    >>> listing(((1, Leaf(0, 0, (0, 1))), (16, Leaf(1, 0, (0, 16)))))
    '( 1 .  0) (16 .  0)'
    """
    parts = []
    for offset, below in nodes:
        if isinstance(below, Leaf):
            parts.append(f"({offset:2} . {below.piece:2})")
        else:
            parts.append(f"({offset:2} {listing(below, indent + len(f'{offset:2}') + 2)})")
    one_line = all(isinstance(below, Leaf) for _, below in nodes)
    return (" " if one_line else "\n" + " " * indent).join(parts)


def reach_of(shapes: Sequence[Sequence[Shape]]) -> int:
    """Write the cells of all shapes as the bits of one number.

    >>> bin(reach_of([[(0, 1)], [(0, 3)]]))
    '0b1011'
    """
    return bits(sorted({cell for its_shapes in shapes for one in its_shapes for cell in one}))


def asked_of(nodes: Trie, reach: int) -> Callable[[int], Candidates]:
    """Give a function that asks the trie what fits at a free cell, and remembers what it said.

    reach: the bits of all cells of the trie; two free cells that have the same of them taken are asked about once.
    The function takes the bits of the cells taken around the free one. It returns what fits, in the order of the
    shapes, each as (bit of its piece, bits of its cells, its leaf); and how many cells were looked at.

    >>> asked_of(trie([[(0, 1)], [(0, 1, 16), (0, 16, 17)]]), reach=0b110000000000000011)(1 << 16)
    (((1, 3, Leaf(place=0, piece=0, shape=(0, 1))),), 5)
    """

    @cache
    def fitting(taken: int) -> Candidates:
        looked_at: list[int] = []
        found = sorted(fits(nodes, taken, looked_at))
        return tuple((1 << leaf.piece, bits(leaf.shape), leaf) for leaf in found), len(looked_at)

    return lambda taken: fitting(taken & reach)


def fits(nodes: Trie, taken: int, looked_at: list[int]) -> Iterator[Leaf]:
    """Give the leaves whose cells are all free, keeping note of the cells looked at; what is below a taken one is not.

    >>> looked_at = []
    >>> list(fits(trie([[(0, 1)], [(0, 1, 16), (0, 16, 17)]]), 1 << 1, looked_at)), looked_at
    ([Leaf(place=2, piece=1, shape=(0, 16, 17))], [0, 1, 1, 16, 17])
    """
    for offset, below in nodes:
        looked_at.append(offset)
        if not taken >> offset & 1:
            if isinstance(below, Leaf):
                yield below
            else:
                yield from fits(below, taken, looked_at)


# Shapes and symmetries


def views(picture: str) -> list[str]:
    """List the eight views of a picture: each quarter turn to the right, and after each its mirror image.

    >>> list(dict.fromkeys(views("ab"))) == ["ab", "ba", "a\\nb", "b\\na"]
    True
    """
    rows = picture.split("\n")
    found = []
    for _ in range(4):
        found += ["\n".join(rows), "\n".join(row[::-1] for row in rows)]
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return found


def offsets(picture: str, wide: int, letter: str) -> Shape:
    """Number the cells that hold the letter, from 0 for the first one.

    >>> offsets(".ff\\nff.\\n.f.", 16, "f")
    (0, 1, 15, 16, 32)
    """
    cells = [
        row * wide + column
        for row, line in enumerate(picture.split("\n"))
        for column, found in enumerate(line)
        if found == letter
    ]
    return tuple(cell - cells[0] for cell in cells)


def bits(cells: Sequence[int]) -> int:
    """Write a set of cells as a number, e.g. 0b101 for (0, 2)."""
    return sum(1 << cell for cell in cells)


def name(piece: str) -> str:
    """Tell the letter that a piece is drawn with, e.g. "f".

    >>> name(".ff\\nff.\\n.f.")
    'f'
    """
    return min(set(piece) - {FREE, "\n"})


def width(board: str, pieces: tuple[str, ...]) -> int:
    """Tell how far the number of a cell is from that of the cell below it.

    >>> width(SIX_BY_TEN, TWELVE)
    16
    """
    return max(16, len(board.split("\n")[0]) + longest(pieces) - 1)


def longest(pieces: tuple[str, ...]) -> int:
    """Tell the length of the longest side of a piece.

    >>> longest(TWELVE)
    5
    """
    return max((max(len(piece.split("\n")), len(piece.split("\n")[0])) for piece in pieces), default=1)


def shapes_and_symmetries(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool
) -> tuple[list[list[Shape]], list[int]]:
    """List the shapes of each piece, and the symmetries of the board under which answers must be compared.

    If symmetric answers are unwanted and there is a piece that every answer uses and that no symmetry of the board
    leaves as it lies, then it is enough to keep one of the positions that these make of one another, as with f on the
    board of 6 x 10; nothing need be compared.

    >>> shapes, symmetries = shapes_and_symmetries(SIX_BY_TEN, TWELVE, True)
    >>> shapes[0], symmetries
    ([(0, 1, 15, 16, 32), (0, 15, 16, 17, 33)], [])
    """
    check(board, pieces)
    positions = [list(dict.fromkeys(views(piece))) for piece in pieces]
    symmetries = [k for k, view in enumerate(views(board)) if view == board and k and up_to_symmetry]
    if sum(map(squares, pieces)) == board.count(FREE):
        for lying in positions:
            if symmetries and not any(views(view)[k] == view for view in lying for k in symmetries):
                lying[:] = [v for v in lying if all(lying.index(v) < lying.index(views(v)[k]) for k in symmetries)]
                symmetries = []
    wide = width(board, pieces)
    letters = map(name, pieces)
    return [
        [offsets(view, wide, letter) for view in lying] for letter, lying in zip(letters, positions, strict=True)
    ], symmetries


def squares(piece: str) -> int:
    """Count the squares of a piece."""
    return piece.count(name(piece))


def is_first(rows: tuple[str, ...], symmetries: list[int]) -> bool:
    """Say whether a filled board comes first, by the alphabet, of itself and its images."""
    text = "\n".join(rows)
    return not symmetries or all(text <= views(text)[k] for k in symmetries)


# Boards


def with_margin(board: str, pieces: tuple[str, ...]) -> list[str]:
    """List the cells of the board, with holes to the right of it and below, for what sticks out to lie on.

    >>> "".join(with_margin("..\\n.#", ("aa",)))
    '..##############.###############################'
    """
    rows = board.split("\n") + [""] * (longest(pieces) - 1)
    return list("".join(row.ljust(width(board, pieces), HOLE) for row in rows))


def rows_of(cells: list[str], board: str, wide: int) -> tuple[str, ...]:
    """Cut the board out of its margin."""
    rows = board.split("\n")
    return tuple("".join(cells[row * wide : row * wide + len(line)]) for row, line in enumerate(rows))


def drawn(placed: list[tuple[int, Leaf]], board: str, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Draw the shapes that have been placed, each with the cell that its first one lies on."""
    cells = with_margin(board, pieces)
    for cell, leaf in placed:
        for offset in leaf.shape:
            cells[cell + offset] = name(pieces[leaf.piece])
    return rows_of(cells, board, width(board, pieces))


def check(board: str, pieces: tuple[str, ...]) -> None:
    """Raise ValueError for a board or a piece that is none."""
    for row in board.split("\n"):
        if not row or set(row) - {FREE, HOLE} or len(row) != len(board.split("\n")[0]):
            raise ValueError(f"a board has rows of . and #, all of one length; one of its rows is {row!r}")
    for piece in pieces:
        rows = piece.split("\n")
        letters = set(piece) - {FREE, "\n"}
        if len(letters) != 1 or not min(letters).isalnum() or len(set(map(len, rows))) != 1:
            raise ValueError(f"a piece is drawn with one letter and ., in rows of one length; one piece is {piece!r}")
    names = [name(piece) for piece in pieces]
    if len(set(names)) != len(names):
        raise ValueError(f"each piece has a letter of its own; the letters here are {' '.join(names)}")


def picture(answer: tuple[str, ...], board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> str:
    """Draw the board as the article does, each cell as the letter of its piece.

    >>> print(picture(("aab", "a#b"), "...\\n.#.", ("aa\\na.", "bb"), False))
    a a b
    a # b
    """
    return "\n".join(" ".join(row) for row in answer)


def read(text: str) -> list[dict[str, Any]]:
    """Read boards, each followed by its pieces; an empty line stands between one and the next.

    >>> read("...\\n.#.\\n\\nup to symmetry\\n\\naa\\na.\\n\\nbb\\n")
    [{'board': '...\\n.#.', 'pieces': ('aa\\na.', 'bb'), 'up_to_symmetry': True}]
    >>> read("..\\n..\\n")[0]["pieces"] == TWELVE
    True
    """
    puzzles: list[dict[str, Any]] = []
    for line, block in blocks(text):
        if block == "up to symmetry" and puzzles:
            puzzles[-1]["up_to_symmetry"] = True
            continue
        letters = letters_of(line, block)
        if not letters:
            puzzles.append({"board": block, "pieces": (), "up_to_symmetry": False})
        elif not puzzles:
            raise BadInput(f"expected a board, rows of . and #; found the piece {min(letters)}", line, 1)
        elif letters <= set(map(name, puzzles[-1]["pieces"])):
            raise BadInput(f"expected a letter of its own for each piece; found a second {min(letters)}", line, 1)
        else:
            puzzles[-1]["pieces"] += (block,)
    if not puzzles:
        raise BadInput("expected a board, rows of . and #; found nothing", 1, 1)
    return [{**puzzle, "pieces": puzzle["pieces"] or TWELVE} for puzzle in puzzles]


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Give what stands between empty lines, with the number of its first line.

    >>> list(blocks("\\n..\\n..\\n\\naa\\n"))
    [(2, '..\\n..'), (5, 'aa')]
    """
    block: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            block.append(line.rstrip())
        elif block:
            yield number - len(block), "\n".join(block)
            block = []


def letters_of(line: int, block: str) -> set[str]:
    """Tell the letter of a piece, as a set, none for a board; the block's first line is `line`."""
    rows = block.split("\n")
    letters = set(block) - {FREE, HOLE, "\n"}
    first = next((found for found in block if found in letters and found.isalnum()), FREE)
    allowed = {FREE, first} if letters else {FREE, HOLE}
    for number, row in enumerate(rows, start=line):
        for column, found in enumerate(row, start=1):
            if found not in allowed:
                wanted = f"{first} or ., as in the rest of the piece" if first != FREE else ". or # or a letter"
                raise BadInput(f"expected {wanted}; found {found!r}", number, column)
        if len(row) != len(rows[0]):
            message = f"expected {len(rows[0])} characters, as in the row above; found {len(row)}"
            raise BadInput(message, number, min(len(row), len(rows[0])) + 1)
    return letters

"""The starting point of a search that fills a board, and how it writes an answer.

The cells are numbered row by row, with a margin on the right for shapes that stick out; the number of the cell below
is higher by 16, or by more if the board needs it. A board that is wider than high is transposed first, so that the
search goes along the shorter side, where it finds its own gaps sooner.
"""

from collections.abc import Iterator, Sequence

from .shapes import FREE, bits, cells_of, check_pieces, longest, name, shape_of, transpose
from .symmetry import is_first, positions_and_symmetries

HOLE = "#"


class Game:
    """A board and its pieces in numbers; the board perhaps transposed.

    board: as it is filled; below: how far a cell's number is from that of the cell below it.
    rows: the numbers of the cells of each row, e.g. [range(0, 10), range(16, 26)].
    free: the cells to be covered, as the bits of one number.
    shapes: for each piece its shapes, e.g. [[(0, 1), (0, 16)]].
    masks: the same, the cells of each as bits, e.g. [(0b11, 0b10000000000000001)].
    """

    def __init__(self, board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool) -> None:
        check_board(board)
        check_pieces(pieces)
        self.is_transposed = not row_by_row and is_wide(board)
        self.board = board = transpose(board) if self.is_transposed else board
        height, width = board.count("\n") + 1, len(board.split("\n")[0])
        self.below = below = max(16, width + longest(pieces) - 1)
        self.rows = [range(start, start + width) for start in range(0, height * below, below)]
        self.free = bits(cells_of(board, below, FREE))
        self.names = list(map(name, pieces))
        positions, self.symmetries = positions_and_symmetries(board, pieces, up_to_symmetry)
        self.shapes = [
            [shape_of(view, below, letter) for view in lying]
            for letter, lying in zip(self.names, positions, strict=True)
        ]
        self.masks = [tuple(map(bits, its_shapes)) for its_shapes in self.shapes]

    def board_with(self, laid: Sequence[int]) -> str:
        """Write the board with the pieces on it; perhaps transposed.

        laid: the cells of each piece as bits, 0 for a piece that is left over.

        >>> Game("..\\n.#", ("a", "bb"), False, False).board_with([1 << 16, 0b11])
        'bb\\na#'
        """
        letters = dict[int, str]()
        for letter, cells in zip(self.names, laid, strict=True):
            letters |= {cell: letter for row in self.rows for cell in row if cells >> cell & 1}
        return "\n".join("".join(letters.get(cell, HOLE) for cell in row) for row in self.rows)

    def places(self, cells: int) -> list[tuple[int, int]]:
        """Column and row, on the board as given, of the cells that are on it.

        >>> Game("..\\n.#", ("a", "bb"), False, False).places(0b11)
        [(0, 0), (1, 0)]
        """
        found = [(x, y) for y, row in enumerate(self.rows) for x, cell in enumerate(row) if cells >> cell & 1]
        return [(y, x) for x, y in found] if self.is_transposed else found

    def fitting(self, laid: Sequence[int], around: int) -> "Fitting":
        """What fits at a free cell: (number of the piece, bits of its cells) for each shape of a remaining piece.

        laid: the cells of each piece as bits, 0 for a piece that is left.
        around: the free cells as bits, counted from the one to cover.

        >>> fitting = Game("..", ("aa", "b"), False, False).fitting([0, 0], 0b11)
        >>> list(fitting), fitting.looks  # flat the first piece fits, upright it sticks out
        ([(0, 3), (1, 1)], 5)
        """
        return Fitting([(piece, self.masks[piece]) for piece, cells in enumerate(laid) if not cells], around)

    def is_wanted(self, filled: str) -> bool:
        """Say whether the filled board is the first of its images, if only one is wanted."""
        return is_first(filled, self.symmetries)

    def answer(self, filled: str) -> tuple[str, ...]:
        """Give the rows of the board in its original orientation.

        >>> Game("..", ("a", "b"), False, False).answer("a\\nb")
        ('ab',)
        """
        return tuple((transpose(filled) if self.is_transposed else filled).split("\n"))

    def in_order(self, answer: tuple[str, ...]) -> str:
        """Write an answer as it was filled; perhaps transposed.

        >>> Game("..", ("a", "b"), False, False).in_order(("ab",))
        'a\\nb'
        """
        filled = "\n".join(answer)
        return transpose(filled) if self.is_transposed else filled


class Fitting:
    """The shapes of remaining pieces whose bits are all in `around`."""

    def __init__(self, left: list[tuple[int, tuple[int, ...]]], around: int) -> None:
        self.left, self.around = left, around

    def __iter__(self) -> Iterator[tuple[int, int]]:
        around = self.around
        return iter([(piece, mask) for piece, masks in self.left for mask in masks if around & mask == mask])

    @property
    def looks(self) -> int:
        """How many cells are looked at, if each shape is checked cell by cell until a taken cell."""
        looked_at = 0
        for _, masks in self.left:
            for mask in masks:
                taken = mask & ~self.around
                looked_at += (mask & (taken ^ taken - 1)).bit_count()
        return looked_at


def is_wide(board: str) -> bool:
    """Say whether the board has more columns than rows."""
    return len(board.split("\n")[0]) > len(board.split("\n"))


def check_board(board: str) -> None:
    """Raise ValueError for what is not a board."""
    rows = board.split("\n")
    for row in rows:
        if not row or set(row) - {FREE, HOLE} or len(row) != len(rows[0]):
            raise ValueError(f"expected rows of . and #, all of one length, found the row {row!r}")

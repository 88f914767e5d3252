"""Pentominoes by hand: take a piece, turn it, lay it on the first free cell, go on from there, take the piece back.

`solve` is the C program of the article, except that the free cells are the bits of one number. `solve_by_trie` goes
down a tree of all shapes, which rules out at once whatever needs a taken cell.

Source: Eiiti Wada, "Jigsaw puzzles for computers" (2002), in the series Programming Promenade, after J. G. Fletcher,
"A program to solve the pentomino problem by the recursive use of macros", Communications of the ACM 8 (1965). There
the shapes are written down for a board of 6 x 10, here they are computed from the pieces' pictures.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Cells = tuple[int, ...]
Grid = list[list[str]]
Filled = tuple[str, ...]


def solve(board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False) -> Iterator[Filled]:
    """Yield the filled boards, trying each shape of each piece left at the first free cell.

    >>> list(solve("...\\n.#.", ("aa\\na.", "bb"), False))
    [('aab', 'a#b'), ('baa', 'b#a')]
    """
    return search(Game(board, pieces, up_to_symmetry, row_by_row))


def solve_by_trie(
    board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool = False
) -> Iterator[Filled]:
    """Yield the same boards in the same order, asking the trie which shapes fit.

    >>> list(solve_by_trie("...\\n.#.", ("aa\\na.", "bb"), False))
    [('aab', 'a#b'), ('baa', 'b#a')]
    """
    return search_by_trie(Game(board, pieces, up_to_symmetry, row_by_row))


solve_by_trie_right_first = solve_by_trie


def looks(program: Callable[["Game", dict[str, int]], Iterator[Filled]], **instance: Any) -> int:
    """Count how often `search` or `search_by_trie` looks at a cell, until all answers are found."""
    tally = {"looks": 0}
    for _ in program(Game(**instance), tally):
        pass
    return tally["looks"]


class Game:
    """What both searches start from: the free cells as bits, and for each piece its letter and its shapes.

    images: how the board can be turned so that it looks the same, as numbers of quarter turns and reflections, if
    filled boards must be compared with their images.
    """

    def __init__(self, board: str, pieces: tuple[str, ...], up_to_symmetry: bool, row_by_row: bool) -> None:
        self.rows = [list(row) for row in board.split("\n")]
        self.transposed = not row_by_row and len(self.rows[0]) > len(self.rows)
        if self.transposed:
            self.rows = transpose(self.rows)
        grids = [[list(row) for row in piece.split("\n")] for piece in pieces]
        longest = 1
        for grid in grids:
            longest = max(longest, len(grid), len(grid[0]))
        self.wide = len(self.rows[0]) + longest
        self.names = [piece.replace(".", "").replace("\n", "")[0] for piece in pieces]
        self.free = 0
        for y, row in enumerate(self.rows):
            for x, state in enumerate(row):
                if state == ".":
                    self.free |= 1 << y * self.wide + x
        positions = [without_repeats(eight(grid)) for grid in grids]
        self.images: list[int] = []
        if up_to_symmetry:
            for number, view in enumerate(eight(self.rows)):
                if number and view == self.rows:
                    self.images.append(number)
        if board.count(".") == sum(len(piece) - piece.count(".") - piece.count("\n") for piece in pieces):
            self.hold_one_piece(positions)
        self.shapes = [[self.shape(grid) for grid in grids] for grids in positions]
        self.masks = [[mask_of(shape) for shape in shapes] for shapes in self.shapes]

    def hold_one_piece(self, positions: list[list[Grid]]) -> None:
        """Leave the first wholly unsymmetric piece only one of the positions that the board's symmetries join."""
        for number, grids in enumerate(positions):
            images = [[eight(grid)[image] for image in self.images] for grid in grids]
            if any(grid in others for grid, others in zip(grids, images, strict=True)):
                continue
            kept: list[Grid] = []
            for grid, others in zip(grids, images, strict=True):
                if not any(other in kept for other in others):
                    kept.append(grid)
            positions[number] = kept
            self.images = []
            return

    def shape(self, grid: Grid) -> Cells:
        """Number the cells of a piece from the first one in its top row."""
        found = []
        for y, row in enumerate(grid):
            for x, letter in enumerate(row):
                if letter != ".":
                    found.append(y * self.wide + x)
        return tuple(cell - found[0] for cell in found)

    def boards_with(self, laid: list[int]) -> Iterator[Filled]:
        """Yield the board with the pieces on the cells `laid`, unless an image of it comes before it."""
        rows = [["#"] * len(row) for row in self.rows]
        for name, mask in zip(self.names, laid, strict=True):
            for y, row in enumerate(rows):
                for x in range(len(row)):
                    if mask >> y * self.wide + x & 1:
                        row[x] = name
        if self.images:
            views = eight(rows)
            for image in self.images:
                if views[image] < rows:
                    return
        if self.transposed:
            rows = transpose(rows)
        yield tuple("".join(row) for row in rows)


def transpose(grid: Grid) -> Grid:
    """Exchange rows and columns."""
    return [[row[x] for row in grid] for x in range(len(grid[0]))]


def eight(grid: Grid) -> list[Grid]:
    """List the grid, its mirror image, the grid rotated to the right, the mirror image of that, and so on."""
    found = []
    for _ in range(4):
        found.append(grid)
        found.append([row[::-1] for row in grid])
        grid = transpose(grid[::-1])
    return found


def without_repeats(grids: list[Grid]) -> list[Grid]:
    found: list[Grid] = []
    for grid in grids:
        if grid not in found:
            found.append(grid)
    return found


def mask_of(cells: Cells) -> int:
    """Write cells as the bits of one number."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def search(game: Game, tally: dict[str, int] | None = None) -> Iterator[Filled]:
    """Fill the board piece by piece; `tally["looks"]` is how often a cell has been looked at so far.

    laid: for each piece the bits of the cells that it covers, 0 if it is not on the board.
    """
    masks = game.masks
    laid = [0] * len(masks)

    def looks_at(number: int, around: int) -> int:
        looks = 0
        for shape in game.shapes[number]:
            for offset in shape:
                looks += 1
                if not around >> offset & 1:
                    break
        return looks

    def test(free: int) -> Iterator[Filled]:
        if not free:
            yield from game.boards_with(laid)
            return
        cell = (free & -free).bit_length() - 1
        around = free >> cell
        for number, shapes in enumerate(masks):
            if laid[number]:
                continue
            if tally:
                tally["looks"] += looks_at(number, around)
            for shape in shapes:
                if around & shape == shape:
                    laid[number] = shape << cell
                    yield from test(free ^ laid[number])
                    laid[number] = 0

    return test(game.free)


@dataclass
class Node:
    """A cell to look at: if it is free, then shape `leaf` fits (-1 for none yet), or one of those `below` may."""

    offset: int
    leaf: int
    below: list["Node"] = field(default_factory=list)


def plant(group: list[tuple[Cells, int]]) -> list[Node]:
    """Build the trie of shapes, given by the cells not yet looked at and their numbers; larger branches come first."""
    shared: dict[int, int] = {}
    for cells, _ in group:
        for cell in cells:
            shared[cell] = shared.get(cell, 0) + 1
    grouped: dict[tuple[int, int], list[tuple[Cells, int]]] = {}
    for cells, number in group:
        commonest = cells[0]
        for cell in cells:
            if shared[cell] > shared[commonest]:
                commonest = cell
        rest = tuple(cell for cell in cells if cell != commonest)
        key = (commonest, -1 if rest else number)
        grouped.setdefault(key, []).append((rest, number))
    nodes = []
    for offset, leaf in sorted(grouped, key=lambda key: -len(grouped[key])):
        node = Node(offset, leaf)
        if leaf < 0:
            node.below = plant(grouped[offset, leaf])
        nodes.append(node)
    return nodes


def gather(nodes: list[Node], around: int, found: list[int]) -> int:
    """Add to `found` the numbers of the shapes that fit; return how many cells were looked at."""
    looks = 0
    for node in nodes:
        looks += 1
        if not around >> node.offset & 1:
            continue
        if node.leaf >= 0:
            found.append(node.leaf)
        else:
            looks += gather(node.below, around, found)
    return looks


def search_by_trie(game: Game, tally: dict[str, int] | None = None) -> Iterator[Filled]:
    """Fill the board piece by piece like `search`, caching the results of the trie."""
    numbered = [(number, shape) for number, shapes in enumerate(game.shapes) for shape in shapes]
    root = plant([(shape, place) for place, (_, shape) in enumerate(numbered)])
    reach = 0
    for _, shape in numbered:
        reach |= mask_of(shape)
    remembered: dict[int, tuple[list[tuple[int, int]], int]] = {}
    laid = [0] * len(game.names)

    def ask(around: int) -> tuple[list[tuple[int, int]], int]:
        found: list[int] = []
        looks = gather(root, around, found)
        fitting = []
        for place in sorted(found):
            number, shape = numbered[place]
            fitting.append((number, mask_of(shape)))
        remembered[around] = fitting, looks
        return remembered[around]

    def test(free: int) -> Iterator[Filled]:
        if not free:
            yield from game.boards_with(laid)
            return
        cell = (free & -free).bit_length() - 1
        around = free >> cell & reach
        fitting, looks = remembered.get(around) or ask(around)
        if tally:
            tally["looks"] += looks
        for number, shape in fitting:
            if not laid[number]:
                laid[number] = shape << cell
                yield from test(free ^ laid[number])
                laid[number] = 0

    return test(game.free)

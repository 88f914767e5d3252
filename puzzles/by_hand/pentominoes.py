"""Pentominoes by hand: take a piece, turn it, lay it on the first free cell, go on from there, take the piece back.

`solve` is the C program of the article: the board is a row of cells with a margin of holes, the pieces laid are a
stack. `solve_by_trie` goes down a tree of all shapes, which leaves out at once whatever needs a cell that is taken.

Source: Eiiti Wada, "Jigsaw puzzles for computers" (2002), in the series Programming Promenade, after J. G. Fletcher,
"A program to solve the pentomino problem by the recursive use of macros", Communications of the ACM 8 (1965). There
the shapes are written down for a board of 6 x 10, here they follow from the pieces' pictures.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

Cells = tuple[int, ...]
Grid = list[list[str]]
Filled = tuple[str, ...]


def solve(board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> Iterator[Filled]:
    """Yield the filled boards, trying each shape of each piece left at the first free cell.

    >>> list(solve("...\\n.#.", ("aa\\na.", "bb"), False))
    [('aab', 'a#b'), ('baa', 'b#a')]
    """
    return search(Game(board, pieces, up_to_symmetry), {"looks": 0})


def solve_by_trie(board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> Iterator[Filled]:
    """Yield the same boards in the same order, asking the trie which shapes fit.

    >>> list(solve_by_trie("...\\n.#.", ("aa\\na.", "bb"), False))
    [('aab', 'a#b'), ('baa', 'b#a')]
    """
    return search_by_trie(Game(board, pieces, up_to_symmetry), {"looks": 0})


def looks(board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> int:
    """Count how many times `solve` looks at a cell, until all answers are found."""
    tally = {"looks": 0}
    for _ in search(Game(board, pieces, up_to_symmetry), tally):
        pass
    return tally["looks"]


def looks_by_trie(board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> int:
    """Count how many times `solve_by_trie` looks at a cell, until all answers are found."""
    tally = {"looks": 0}
    for _ in search_by_trie(Game(board, pieces, up_to_symmetry), tally):
        pass
    return tally["looks"]


class Game:
    """What both searches start from: the cells, and for each piece its letter and its shapes.

    images: how the board can be turned so that it looks the same, as numbers of quarter turns and reflections, if
    filled boards must be compared with their images.
    """

    def __init__(self, board: str, pieces: tuple[str, ...], up_to_symmetry: bool) -> None:
        self.rows = [list(row) for row in board.split("\n")]
        grids = [[list(row) for row in piece.split("\n")] for piece in pieces]
        longest = 1
        for grid in grids:
            longest = max(longest, len(grid), len(grid[0]))
        self.wide = len(self.rows[0]) + longest
        self.names = [piece.replace(".", "").replace("\n", "")[0] for piece in pieces]
        self.cells: list[str] = []
        for row in self.rows:
            self.cells += row + ["#"] * longest
        self.cells += ["#"] * (self.wide * longest)
        positions = [without_repeats(eight(grid)) for grid in grids]
        self.images: list[int] = []
        if up_to_symmetry:
            for number, view in enumerate(eight(self.rows)):
                if number and view == self.rows:
                    self.images.append(number)
        if board.count(".") == sum(len(piece) - piece.count(".") - piece.count("\n") for piece in pieces):
            self.hold_one_piece(positions)
        self.shapes = [[self.shape(grid) for grid in grids] for grids in positions]

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

    def filled(self, cells: list[str]) -> Iterator[Filled]:
        """Yield the board, unless an image of it comes before it."""
        rows = [cells[y * self.wide : y * self.wide + len(self.rows[0])] for y in range(len(self.rows))]
        if self.images:
            views = eight(rows)
            for image in self.images:
                if views[image] < rows:
                    return
        yield tuple("".join(row) for row in rows)


def eight(grid: Grid) -> list[Grid]:
    """List the grid, its mirror image, the grid turned to the right, the mirror image of that, and so on."""
    found = []
    for _ in range(4):
        found.append(grid)
        found.append([row[::-1] for row in grid])
        turned = []
        for x in range(len(grid[0])):
            turned.append([grid[y][x] for y in range(len(grid) - 1, -1, -1)])
        grid = turned
    return found


def without_repeats(grids: list[Grid]) -> list[Grid]:
    found: list[Grid] = []
    for grid in grids:
        if grid not in found:
            found.append(grid)
    return found


def search(game: Game, tally: dict[str, int]) -> Iterator[Filled]:
    """Fill the board piece by piece; `tally["looks"]` is how often a cell has been looked at so far."""
    cells, names, shapes = game.cells, game.names, game.shapes
    left = [True] * len(names)

    def test(cell: int) -> Iterator[Filled]:
        while cells[cell] != ".":
            cell += 1
            if cell == len(cells):
                yield from game.filled(cells)
                return
        for number, name in enumerate(names):
            if not left[number]:
                continue
            left[number] = False
            for shape in shapes[number]:
                for offset in shape:
                    tally["looks"] += 1
                    if cells[cell + offset] != ".":
                        break
                else:
                    for offset in shape:
                        cells[cell + offset] = name
                    yield from test(cell)
                    for offset in shape:
                        cells[cell + offset] = "."
            left[number] = True

    return test(0)


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


def gather(nodes: list[Node], taken: int, found: list[int]) -> int:
    """Add to `found` the numbers of the shapes that fit; return how many cells were looked at."""
    looks = 0
    for node in nodes:
        looks += 1
        if taken >> node.offset & 1:
            continue
        if node.leaf >= 0:
            found.append(node.leaf)
        else:
            looks += gather(node.below, taken, found)
    return looks


def search_by_trie(game: Game, tally: dict[str, int]) -> Iterator[Filled]:
    """Fill the board piece by piece as `search` does; bit k of `taken` says that cell k is."""
    numbered = [(number, shape) for number, shapes in enumerate(game.shapes) for shape in shapes]
    root = plant([(shape, place) for place, (_, shape) in enumerate(numbered)])
    masks = []
    reach = 0
    for _, shape in numbered:
        mask = 0
        for offset in shape:
            mask |= 1 << offset
        masks.append(mask)
        reach |= mask
    cells = game.cells
    remembered: dict[int, tuple[list[int], int]] = {}
    left = [True] * len(game.names)
    laid: list[tuple[int, int]] = []

    def test(taken: int) -> Iterator[Filled]:
        cell = (~taken & (taken + 1)).bit_length() - 1
        if cell >= len(cells):
            yield from show()
            return
        around = taken >> cell & reach
        if around not in remembered:
            found: list[int] = []
            looks = gather(root, around, found)
            remembered[around] = (sorted(found), looks)
        fitting, looks = remembered[around]
        tally["looks"] += looks
        for place in fitting:
            number = numbered[place][0]
            if left[number]:
                left[number] = False
                laid.append((cell, place))
                yield from test(taken | masks[place] << cell)
                laid.pop()
                left[number] = True

    def show() -> Iterator[Filled]:
        filled = cells.copy()
        for cell, place in laid:
            number, shape = numbered[place]
            for offset in shape:
                filled[cell + offset] = game.names[number]
        yield from game.filled(filled)

    taken = 0
    for cell, state in enumerate(cells):
        if state != ".":
            taken |= 1 << cell
    return test(taken)

"""Shapes grouped by the cells that they share, as a tree.

trie  its nodes: (offset, what is there), which is a Leaf or another trie
leaf  where a shape is complete
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ambsearch import permanent

from .shapes import Shape, bits


class Leaf(NamedTuple):
    """A shape: its place among all shapes, the number of its piece, its cells."""

    place: int
    piece: int
    shape: Shape


Trie: TypeAlias = "tuple[tuple[int, Leaf | Trie], ...]"


def trie(shapes: Sequence[Sequence[Shape]], early: int | None = None) -> Trie:
    """Build the trie of all shapes: each continues with the cell that it shares with the most other shapes there.

    shapes: for each piece its shapes, e.g. [[(0, 1)], [(0, 1, 16), (0, 16, 17)]].
    early: a cell that comes before those that more shapes have, e.g. 1 for the right neighbour; None for no such cell.
    Among the children of a node, those with more shapes come first, then those whose first shape is earlier.

    >>> print(listing(trie([[(0, 1)], [(0, 1, 16), (0, 16, 17)]])))
    ( 0 ( 1 .  0)
        ( 1 (16 .  1))
        (16 (17 .  1)))
    """
    numbered = [(number, shape) for number, its_shapes in enumerate(shapes) for shape in its_shapes]
    leaves = [Leaf(place, number, shape) for place, (number, shape) in enumerate(numbered)]
    return branches([(frozenset(leaf.shape), leaf) for leaf in leaves], early)


def branches(group: list[tuple[frozenset[int], Leaf]], early: int | None) -> Trie:
    """Build the part of the trie for these leaves, each with its cells that have not been looked at."""
    shared = Counter(offset for left, _ in group for offset in left)
    children: dict[tuple[int, Leaf | None], list[tuple[frozenset[int], Leaf]]] = {}
    for left, leaf in group:
        offset = max(left, key=lambda offset: (offset == 0, offset == early, shared[offset], -offset))
        rest = left - {offset}
        children.setdefault((offset, None if rest else leaf), []).append((rest, leaf))
    larger_first = sorted(children.items(), key=lambda child: -len(child[1]))
    return tuple((offset, leaf or branches(below, early)) for (offset, leaf), below in larger_first)


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


class Candidates(tuple[tuple[int, int], ...]):
    """What fits at a free cell: (number of the piece, bits of its cells) for each shape, in order.

    looks: how many cells the trie looks at to find them.
    """

    looks = 0


class Fitting(dict[int, Candidates]):
    """The candidates for a free cell, by the free cells around it.

    shapes, early: as in `trie`.
    The keys are the free cells within `reach` as bits, counted from the one to cover; the trie is searched once for
    each.

    >>> fitting = Fitting([[(0, 1)], [(0, 1, 16), (0, 16, 17)]])
    >>> fitting[0b11], fitting[0b11].looks
    (((0, 3),), 5)
    """

    def __init__(self, shapes: Sequence[Sequence[Shape]], early: int | None = None) -> None:
        self.nodes = trie(shapes, early)
        self.reach = bits({cell for its_shapes in shapes for shape in its_shapes for cell in shape})

    @permanent  # what fits somewhere holds in every branch
    def __missing__(self, around: int) -> Candidates:
        self[around] = Candidates((leaf.piece, bits(leaf.shape)) for leaf in sorted(fits(self.nodes, around)))
        self[around].looks = looks(self.nodes, around)
        return self[around]


def fits(nodes: Trie, around: int) -> Iterator[Leaf]:
    """Give the leaves whose cells are all free; everything below a taken cell is ruled out by one look.

    around: the free cells as bits, counted from the one to cover.
    """
    for offset, below in nodes:
        if around >> offset & 1:
            if isinstance(below, Leaf):
                yield below
            else:
                yield from fits(below, around)


def looks(nodes: Trie, around: int) -> int:
    """Count the cells looked at to find what fits.

    >>> looks(trie([[(0, 1)], [(0, 1, 16), (0, 16, 17)]]), 0b11)
    5
    """
    free = [below for offset, below in nodes if around >> offset & 1]
    return len(nodes) + sum(looks(below, around) for below in free if not isinstance(below, Leaf))

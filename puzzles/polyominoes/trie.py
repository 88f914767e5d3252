"""Shapes put together by the cells that they share, as a tree.

trie  its nodes: (offset, what is there), which is a Leaf or again a trie
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
    """Build the trie of all shapes: each goes on with that of its cells which most of the shapes beside it have too.

    shapes: for each piece its shapes, e.g. [[(0, 1)], [(0, 1, 16), (0, 16, 17)]].
    early: a cell that goes before those which more shapes have, e.g. 1 for the right neighbour; None for no such cell.
    Of the children of a node, those with more shapes come first, then those whose first shape is the earlier one.

    >>> print(listing(trie([[(0, 1)], [(0, 1, 16), (0, 16, 17)]])))
    ( 0 ( 1 .  0)
        ( 1 (16 .  1))
        (16 (17 .  1)))
    """
    numbered = [(number, shape) for number, its_shapes in enumerate(shapes) for shape in its_shapes]
    leaves = [Leaf(place, number, shape) for place, (number, shape) in enumerate(numbered)]
    return branches([(frozenset(leaf.shape), leaf) for leaf in leaves], early)


def branches(group: list[tuple[frozenset[int], Leaf]], early: int | None) -> Trie:
    """Build the part of the trie for these leaves, each with those of its cells that have not been looked at."""
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
    """What fits at a free cell: the (number of the piece, bits of its cells) of each shape, in their order.

    looks: at how many cells the trie looks to find them.
    """

    looks = 0


class Fitting(dict[int, Candidates]):
    """The candidates for a free cell, by the free cells around it.

    shapes, early: as in `trie`.
    The keys are the free cells within `reach` as bits, counted from the one that is to be covered; the trie is asked
    about each once.

    >>> fitting = Fitting([[(0, 1)], [(0, 1, 16), (0, 16, 17)]])
    >>> fitting[0b11], fitting[0b11].looks
    (((0, 3),), 5)
    """

    def __init__(self, shapes: Sequence[Sequence[Shape]], early: int | None = None) -> None:
        self.nodes = trie(shapes, early)
        self.reach = bits({cell for its_shapes in shapes for shape in its_shapes for cell in shape})

    @permanent  # what fits somewhere is true in every branch
    def __missing__(self, around: int) -> Candidates:
        self[around] = Candidates((leaf.piece, bits(leaf.shape)) for leaf in sorted(fits(self.nodes, around)))
        self[around].looks = looks(self.nodes, around)
        return self[around]


def fits(nodes: Trie, around: int) -> Iterator[Leaf]:
    """Give the leaves whose cells are all free; what stands below a taken one is left out at one look.

    around: the free cells as bits, counted from the one that is to be covered.
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

"""Instance generators: ambiguous functions of a size, whose answers are all instances of that size.

    check_twins(program, twin, graphs, sizes=range(5))     all graphs with up to four vertices
    check_twins(program, twin, answers_of(graphs(9)))      some of the graphs with nine

A tuple is an instance with positional arguments: a graph has two, its number of vertices and its edges. Vertices,
columns and items are numbers from 0. Unless the docstring says otherwise, a generator chooses among equally many
items on each branch, so `answers_of` draws each instance with equal probability.

Source of the numbers of instances in the docstrings: the On-Line Encyclopedia of Integer Sequences.
"""

from collections.abc import Sequence
from itertools import combinations, groupby, permutations, product
from typing import Any

from ambsearch.decorator import ambiguous
from ambsearch.language import amb, require

Edges = tuple[tuple[int, int], ...]


@ambiguous
def words(n: int, letters: str = "ab") -> Any:
    """The words of n letters.

    >>> list(words(2))
    ['aa', 'ab', 'ba', 'bb']
    """
    word: list[str] = []
    for _ in range(n):
        word.append((yield letters))
    return "".join(word)


@ambiguous
def orders(n: int) -> Any:
    """The permutations of the numbers below n, as lists; n! of them.

    >>> list(orders(3))
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    """
    order: list[int] = []
    for _ in range(n):
        order.append((yield [k for k in range(n) if k not in order]))
    return order


@ambiguous
def partitions(n: int) -> Any:
    """The partitions of n into positive numbers, as lists, the greatest first; 1, 1, 2, 3, 5, 7 for n from 0 (A000041).

    Not as likely when drawn.

    >>> list(partitions(4))
    [[4], [3, 1], [2, 2], [2, 1, 1], [1, 1, 1, 1]]
    """
    parts: list[int] = []
    left = n
    while left:
        parts.append((yield range(min(left, parts[-1] if parts else n), 0, -1)))
        left -= parts[-1]
    return parts


@ambiguous
def grids(n: int, cells: Sequence[Any] = (0, 1), columns: int | None = None) -> Any:
    """The grids of n rows, as lists of rows, with any of the cells in each place.

    columns: how many, e.g. 3; None for as many as rows.

    >>> list(grids(1, columns=2))
    [[[0, 0]], [[0, 1]], [[1, 0]], [[1, 1]]]
    """
    rows: list[list[Any]] = []
    for _ in range(n):
        rows.append([])
        for _ in range(n if columns is None else columns):
            rows[-1].append((yield cells))
    return rows


@ambiguous
def graphs(n: int, unlabelled: bool = False) -> Any:
    """The graphs with n vertices, without loops: n, and the edges as pairs, the smaller vertex first.

    unlabelled: one graph only of those that differ by the names of their vertices; 1, 1, 2, 4, 11, 34 for n from 0
    (A000088) instead of 2**(n * (n - 1) / 2). Six vertices take a second.

    >>> list(graphs(2)), graphs(4).count(), graphs(4, unlabelled=True).count()
    ([(2, ()), (2, ((0, 1),))], 64, 11)
    """
    edges: list[tuple[int, int]] = []
    for edge in combinations(range(n), 2):
        if (yield amb(False, True)):
            edges.append(edge)
    require(not unlabelled or is_least(n, tuple(edges)))
    return n, tuple(edges)


@ambiguous
def dags(n: int) -> Any:
    """The directed acyclic graphs with n vertices whose edges lead from a smaller vertex to a greater.

    Gives n and the edges as pairs (from, to). Every directed acyclic graph is one of them, but for the names of its
    vertices.

    >>> list(dags(2)), dags(4).count()
    ([(2, ()), (2, ((0, 1),))], 64)
    """
    return (yield graphs(n))


@ambiguous
def trees(n: int) -> Any:
    """The trees with n named vertices: n, and the edges; n**(n - 2) of them.

    >>> list(trees(3))
    [(3, ((0, 1), (0, 2))), (3, ((0, 1), (1, 2))), (3, ((0, 2), (1, 2)))]

    Source: Prüfer, "Neuer Beweis eines Satzes über Permutationen" (1918): a tree is a word of n - 2 vertices.
    """
    word: list[int] = []
    for _ in range(n - 2):
        word.append((yield range(n)))
    return n, of_word(n, word)


@ambiguous
def cnfs(n: int, variables: int = 2, width: int = 2) -> Any:
    """The formulas of n clauses, as lists of clauses: each a list of literals, 1 or -1 for the first variable.

    A clause has one to `width` variables, and clauses stand in order, because their order does not count.
    Not as likely when drawn.

    >>> list(cnfs(1, variables=1)), cnfs(2).count()
    ([[[1]], [[-1]]], 36)
    """
    clauses = [
        [sign * variable for sign, variable in zip(signs, chosen, strict=True)]
        for size in range(1, width + 1)
        for chosen in combinations(range(1, variables + 1), size)
        for signs in product((1, -1), repeat=size)
    ]
    return (yield in_order(n, clauses))


@ambiguous
def covers(n: int, items: int = 3) -> Any:
    """The exact cover problems with n subsets of so many items, as lists of the subsets' items; the order of the subsets
    does not count, and none is there twice.

    Not as likely when drawn.

    >>> list(covers(1, items=2)), covers(2).count()
    ([[[]], [[0]], [[1]], [[0, 1]]], 28)
    """
    subsets = [list(chosen) for size in range(items + 1) for chosen in combinations(range(items), size)]
    return (yield in_order(n, subsets, repeated=False))


@ambiguous
def in_order(n: int, things: list[Any], repeated: bool = True) -> Any:
    """n of the things, in their order."""
    places: list[int] = []
    for _ in range(n):
        places.append((yield range(places[-1] + (not repeated) if places else 0, len(things))))
    return [things[place] for place in places]


def is_least(n: int, edges: Edges) -> bool:
    """Is it the first among the graphs that differ by the names of vertices, and have as many edges at each vertex?

    The vertices with most edges come first; then only names of vertices with equally many need be exchanged.
    """
    degrees = [sum(vertex in edge for edge in edges) for vertex in range(n)]
    if degrees != sorted(degrees, reverse=True):
        return False
    classes = [list(group) for _, group in groupby(range(n), degrees.__getitem__)]
    for renaming in product(*map(permutations, classes)):
        names = [name for group in renaming for name in group]
        renamed = sorted((min(names[a], names[b]), max(names[a], names[b])) for a, b in edges)
        if tuple(renamed) < edges:
            return False
    return True


def of_word(n: int, word: list[int]) -> Edges:
    """The edges of a tree from its Prüfer word: again and again the smallest leaf is joined to the next of the word."""
    left = set(range(n))
    edges: list[tuple[int, int]] = []
    for place, vertex in enumerate(word):
        leaf = min(left.difference(word[place:]))
        left.remove(leaf)
        edges.append((min(leaf, vertex), max(leaf, vertex)))
    if len(left) == 2:
        edges.append((min(left), max(left)))
    return tuple(sorted(edges))

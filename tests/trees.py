"""Explicit trees: a search that goes through one, and the naive walk of it that orders are compared with.

A tree is a leaf, an integer, or None for a dead end, or a list of trees, which is a choice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import strategies as st

from ambsearch import ambiguous, require

Tree = Any
TREES: st.SearchStrategy[Tree] = st.recursive(
    st.integers(0, 9) | st.integers(0, 9) | st.none(), lambda trees: st.lists(trees, max_size=4), max_leaves=25
)


class Branch(NamedTuple):
    """A branch: the numbers of its items, the items, which are trees with their numbers, and the leaf at its end."""

    path: tuple[int, ...]
    items: tuple[tuple[int, Tree], ...]
    leaf: int | None


@ambiguous
def answers_in(tree: Tree) -> Any:
    """The leaves, each with its path."""
    path: tuple[int, ...] = ()
    while isinstance(tree, list):
        number, tree = yield list(enumerate(tree))
        path = (*path, number)
    require(tree is not None)
    return path, tree


def branches(tree: Tree, path: tuple[int, ...] = (), items: tuple[Any, ...] = ()) -> list[Branch]:
    """All branches, dead ends too, depth first; a choice without items is a dead end one item further."""
    if not isinstance(tree, list):
        return [Branch(path, items, tree)]
    if not tree:
        return [Branch((*path, 0), items, None)]
    parts = [branches(part, (*path, number), (*items, (number, part))) for number, part in enumerate(tree)]
    return [branch for part in parts for branch in part]


def leaves(tree: Tree) -> list[tuple[tuple[int, ...], int]]:
    """The answers, depth first."""
    return [(branch.path, branch.leaf) for branch in branches(tree) if branch.leaf is not None]


def size(tree: Tree) -> int:
    """How many places there are in a tree."""
    return 1 + sum(map(size, tree)) if isinstance(tree, list) else 1

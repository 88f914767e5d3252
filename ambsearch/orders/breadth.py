"""Breadth first: answers with few choices on their path before those with more."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from ambsearch.answers import Answers
from ambsearch.orders.base import bare, in_order
from ambsearch.steering import Path, Steering

Answer = TypeVar("Answer")
Tree: TypeAlias = "dict[int, Tree]"  # the items that lead to an open choice, by their numbers; {} for the choice itself


def breadth_first(answers: Answers[Answer]) -> Answers[Answer]:
    """Search breadth first: all branches with one choice, then those with two, and so on.

    answers: what a call of an ambiguous function gives, e.g. plans(3, 5).
    Gives the same Answers, by the number of choices on the path; with equal numbers depth first. So the first answer
    is reached by the fewest choices, even if other branches are infinite.
    Memory: the numbers of the items that lead to the open choices of a level, so it grows with the levels. Repeated
    work: each level goes down the branches to its choices again, so at a depth of n choices work is done up to n
    times; if each choice has b items that lead on, the total is about b / (b - 1) times depth first.
    A choice of infinitely many items keeps the search on its level forever; see fair_order.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def words():
    ...     word = ""
    ...     while not word.endswith("b"):
    ...         word += yield "ab"
    ...     return word
    >>> breadth_first(words()).take(3)
    ['b', 'ab', 'aab']

    Source: Moore, "The shortest path through a maze" (1959); there each place is visited once, here each branch.
    """
    return in_order(_breadth_first, answers)


def _breadth_first(answers: Answers[Answer]) -> Iterator[Answer]:
    level = Level({}, 0)
    yield from bare(answers, level)
    while level.opened:
        level = Level(level.opened, level.depth + 1)
        yield from bare(answers, level)


class Level(Steering):
    """Goes down to the open choices of a level, tries their items, and records which of them lead to a choice.

    tree: the open choices; depth: how many items lead to each. opened: the same for the next level.
    """

    def __init__(self, tree: Tree, depth: int) -> None:
        super().__init__()
        self.tree, self.depth = tree, depth
        self.opened: Tree = {}

    @property
    def whereabouts(self) -> str:
        return f"at depth {self.depth}"

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        if len(path) == self.depth:
            return enumerate(items)
        if len(path) > self.depth:
            self.note(path)
            return iter(())
        there = self.tree
        for number in path:
            there = there[number]
        return (pair for pair in islice(enumerate(items), max(there) + 1) if pair[0] in there)

    def note(self, path: Path) -> None:
        there = self.opened
        for number in path:
            there = there.setdefault(number, {})

"""Parts of a search given by paths, and single branches run alone.

replay          the answer of one branch
between         the answers from one path up to another
with_paths      answers, each with its path
look            what is at the end of a path, as breadth first and the splitting of work need it
Node            a place in the search: a choice, an answer, or a dead end

`steering` defines what a path is.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from ambsearch.answers import Answers
from ambsearch.errors import NoAnswer
from ambsearch.steering import COUNTED, Path, Steered, Steering, as_path, following, path_or_end, size, steer

Answer = TypeVar("Answer")


def replay(answers: Answers[Answer], path: Sequence[int]) -> Answer:
    """Run one branch of a search alone, and give its answer.

    answers: what a call of an ambiguous function gives, e.g. queens(8). path: the number of the item taken at each
    choice, from 0, e.g. (0, 4, 7, 5, 2, 6, 1, 3).
    The branch has its usual effects, and what it raises is raised here. Afterwards its changes are undone.
    Raises NoAnswer if the branch is a dead end, ValueError if there is no such branch, TypeError if `answers` is not
    Answers.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pairs():
    ...     a = yield range(3)
    ...     b = yield "xyz"
    ...     require(a != 1)
    ...     return a, b
    >>> replay(pairs(), (2, 1))
    (2, 'y')
    """
    path = as_path(path)
    found = look(answers, path)
    if found.kind == "answer":
        return found.answer  # type: ignore[no-any-return]
    if found.kind == "dead end":
        raise NoAnswer(f"the branch {path} of {answers!r} is a dead end, so it has no answer")
    told = (
        "it ends at a further choice" if found.kind == "choice" else "no item has this number, or a branch is shorter"
    )
    raise ValueError(f"expected the path of a branch of {answers!r}, found {path!r}: {told}")


def between(
    answers: Answers[Answer], start: Sequence[int] | None = (), stop: Sequence[int] | None = None
) -> Answers[Answer]:
    """The answers from one path up to another, which is excluded, in depth-first order.

    start: () for the first branch, None for the end, so that there are none. stop: None for the end.
    Neither path needs to exist. following(path) as `start` gives what comes after all branches that begin with
    `path`; following(path) as `stop`, with `path` as `start`, gives only those branches.
    Gives Answers, which can be iterated any number of times; for a part of a search, those in both parts.
    Raises TypeError if `answers` is not Answers.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def pairs():
    ...     a = yield range(3)
    ...     b = yield range(a)
    ...     return a, b
    >>> list(between(pairs(), (2, 0)))
    [(2, 0), (2, 1)]
    >>> list(between(pairs(), (1,), following((1,))))
    [(1, 0)]
    """
    start, stop = path_or_end(start), path_or_end(stop)
    if isinstance(answers, Answers) and isinstance(answers._source, Between):
        outer = answers._source
        starts = None if start is None or outer.start is None else max(start, outer.start)
        stops = [path for path in (stop, outer.stop) if path is not None]
        return between(outer.answers, starts, min(stops, default=None))
    return Answers(Between(answers, start, stop), answers._args, answers._kwargs)


class Between(Steered):
    """The source of a part of a search."""

    def __init__(self, answers: Answers[Any], start: Path | None, stop: Path | None) -> None:
        super().__init__(answers, partial(Steering, start, stop))
        self.start, self.stop = start, stop


def with_paths(
    answers: Answers[Answer], start: Sequence[int] | None = (), stop: Sequence[int] | None = None
) -> Iterator[tuple[Path, Answer]]:
    """The same answers, each with its path.

    >>> from ambsearch import ambiguous
    >>> @ambiguous
    ... def letters():
    ...     return (yield "abc")
    >>> list(with_paths(letters(), start=(1,)))
    [((1,), 'b'), ((2,), 'c')]
    """
    steering = Steering(path_or_end(start), path_or_end(stop))
    search = iter(steer(answers, steering))
    try:
        for answer in search:
            yield steering.path, answer
    finally:
        getattr(search, "close", int)()


@dataclass(frozen=True)
class Node:
    """A node of the search tree.

    kind: "choice", "answer", "dead end", or "none" if the search has no such path. answer: of an "answer", a snapshot.
    items: of a "choice", how many items it has; None if that is not known without drawing them. Then there may be
    infinitely many, so look at (*path, 0), (*path, 1), ... until the kind is "none".
    """

    path: Path
    kind: str
    answer: Any = None
    items: int | None = None


def look(answers: Answers[Any], path: Sequence[int]) -> Node:
    """The node at the end of a path; the search runs down the path, and up to the next choice.

    >>> from ambsearch import ambiguous, require
    >>> @ambiguous
    ... def pairs():
    ...     a = yield range(3)
    ...     b = yield range(a)
    ...     return a, b
    >>> look(pairs(), ())
    Node(path=(), kind='choice', answer=None, items=3)
    >>> look(pairs(), (0,)).items, look(pairs(), (2, 1)).answer, look(pairs(), (3,)).kind
    (0, (2, 1), 'none')
    """
    path = as_path(path)
    looking = Looking(path)
    for answer in steer(answers, looking):
        return Node(path, "answer", answer)
    if looking.is_met:
        return Node(path, "choice", items=looking.items_met)
    return Node(path, "dead end" if looking.reached == len(path) else "none")


class Looking(Steering):
    """Goes down a path, and stops before the first item of the choice there.

    reached: how many items of the path exist; is_met: is there a choice at its end? items_met: how many items does it
    have?
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, following(path))
        self.reached = 0
        self.is_met = False
        self.items_met: int | None = None

    def pick(self, items: Iterable[Any], path: Path) -> Iterator[tuple[int, Any]]:
        if self.start is None or len(path) == len(self.start):
            self.is_met, self.items_met = True, count_items(items)
            return
        for number, item in super().pick(items, path):
            self.reached = len(path) + 1
            yield number, item


def count_items(items: Any) -> int | None:
    """How many items there are, if that is known without drawing them."""
    return size(items) if isinstance(items, (*COUNTED, list, set, dict)) else None

"""How much of a search is done: the part of its tree that has been searched.

Progress        the observer that measures it
share_before    how much of a tree comes before a path
"""

from collections.abc import Iterator, Sequence
from operator import length_hint
from typing import Any

from ambsearch.answers import Answers
from ambsearch.expansion.emitting.observed import is_search
from ambsearch.observing import Observer

FINE = 1 / 5_000  # a part of the tree that is too small to look into


class Progress(Observer):
    """Measures how much of the tree is done, assuming that all items of a choice are equally large.

    done: from 0 to 1; part: how much of the tree is below the item that is tried now. Choices in parts smaller than
    FINE are not observed, so the search is hardly slower. If a choice does not know how many items it has, each item
    counts as half of what is left; then is_known is False, because there may be infinitely many.

    >>> from ambsearch import ambiguous
    >>> from ambsearch.observing import observed
    >>> @ambiguous
    ... def pairs():
    ...     a = yield "abcde"
    ...     b = yield (1, 2)
    ...     return a, b
    >>> progress = Progress()
    >>> [round(progress.done, 2) for _ in observed(pairs(), progress)], progress.done
    ([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], 1.0)
    """

    items = "over(items)"
    bound = ("over",)

    def __init__(self) -> None:
        self.done, self.part = 0.0, 1.0
        self.is_known = True

    @property
    def share(self) -> float | None:
        """The same as `done`; None if that is not known."""
        return self.done if self.is_known else None

    def begin(self, answers: Answers[Any]) -> bool:
        """A search that begins in a condition or a helper is not part of the tree."""
        if self.now is None:
            self.done, self.part = 0.0, 1.0
        return self.now is not None

    def over(self, items: Any) -> Any:
        """The items of a choice; a search that is chosen from has its own choices."""
        return items if self.part < FINE or self.now or is_search(items) else self.each(items)

    def each(self, items: Any) -> Iterator[Any]:
        start, whole = self.done, self.part
        number, left = length_hint(items, 0), whole
        self.is_known = self.is_known and (number > 0 or hasattr(items, "__length_hint__") or hasattr(items, "__len__"))
        for item in items:
            self.part = whole / number if number else left / 2
            self.done = start + whole - left
            left -= self.part
            yield item
        self.done, self.part = start + whole, whole


def share_before(path: Sequence[int], sizes: Sequence[int | None]) -> float | None:
    """How much of a tree comes before a path, if all items of a choice are equally large; None if that is not known.

    sizes: how many items the choices on the path have, from the first one, as far as this matters; None for a choice
    that does not know.

    >>> share_before((1, 2), (2, 4)), share_before((1, 2), (2,)), share_before((1, 2), (2, None))
    (0.75, 0.5, None)
    """
    done, part = 0.0, 1.0
    for number, size in zip(path, sizes, strict=False):
        if size is None:
            return None
        part /= size
        done += number * part
    return done

"""How much of a search is done: the part of its tree that lies behind it.

Progress    the observer that knows it
"""

from collections.abc import Iterator
from operator import length_hint
from typing import Any

from ambsearch.answers import Answers
from ambsearch.expansion.observed import is_search
from ambsearch.observing import Observer

FINE = 1 / 5_000  # a part of the tree that is not looked into


class Progress(Observer):
    """Knows which part of the tree is done, if each item of a choice stands for as much as any other.

    done: from 0 to 1; part: how much of the tree is below the item that is tried now. Choices in a smaller part than
    FINE are left as they are, so that the search is hardly slower. Of a choice that does not know how many items it has,
    each item stands for half of what is left; then is_known is False, since there may be infinitely many.

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

    def begin(self, answers: Answers[Any]) -> bool:
        """A search that is begun in a condition or a helper is no part of the tree."""
        if self.now is None:
            self.done, self.part = 0.0, 1.0
        return self.now is not None

    def over(self, items: Any) -> Any:
        """What a choice goes over; a search that is chosen from has choices of its own."""
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

"""Parts of a search that is shared out among workers.

Part    the branches from one path on, before another, and what is known of the choices there
"""

from dataclasses import dataclass, replace
from math import inf

from ambsearch.sharing.ways import prefix
from ambsearch.steering import Path

FIRST_DEPTH = 3  # a guess, from which it is tried how deep is best


@dataclass(frozen=True)
class Part:
    """The branches from `start` on, before `stop`; None is the end.

    sizes: how many items the choices on the way to `start` have, from the first one on, as far as a search has come
    there; None for one that does not tell it. way: their digests, by which another process knows them; see `ways`.
    depth: how many choices stand above the subtrees that are searched at full speed; see `slices`.
    """

    start: Path = ()
    stop: Path | None = None
    sizes: tuple[int | None, ...] = ()
    depth: int = FIRST_DEPTH
    way: tuple[str, ...] = ()

    def halves(self) -> "tuple[Part, Part] | None":
        """Two parts that are together this one; None while nothing is known that could be given away.

        What is given away is taken from the choice nearest to the root that has items left: half of them, rounded up,
        or all of them if it is not known how many they are.

        >>> first, second = Part((2, 0, 1), sizes=(9, 2, 5)).halves()
        >>> first.start, first.stop, second.start, second.stop
        ((2, 0, 1), (6,), (6,), None)
        >>> first, second = Part((8, 0, 1), sizes=(9, 2, 5)).halves()
        >>> first.start, first.stop, second.start, second.stop
        ((8, 0, 1), (8, 1), (8, 1), None)
        >>> Part((3,)).halves() is None
        True

        Source: Rao and Kumar, "Parallel depth first search, part I" (1987), who give away half of the alternatives
        near the root; differs in the order: the part that comes first in the search stays in one piece.
        """
        for depth, size in enumerate(self.sizes[: len(self.start)]):
            way, taken = self.start[:depth], self.start[depth]
            left = self.end(depth, size) - taken - 1
            if left > 0:
                middle = (*way, taken + 1 + (0 if left == inf else int(left) // 2))
                known = self.sizes[: depth + (size is not None)]
                second = replace(self, start=middle, sizes=known, way=prefix(self.way, depth))
                return replace(self, stop=middle), second
        return None

    def end(self, depth: int, size: int | None) -> float:
        """The number behind that of the last item, of the choice so deep on the way to `start`."""
        end = inf if size is None else size
        if self.stop is not None and self.stop[:depth] == self.start[:depth]:
            beyond = len(self.stop) > depth + 1
            end = min(end, self.stop[depth] + beyond) if len(self.stop) > depth else 0
        return end

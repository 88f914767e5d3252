"""Parts of a search that is shared out among workers.

Part    the branches from one path up to another, and what is known about the choices there
"""

from dataclasses import dataclass, replace
from math import inf

from ambsearch.keeping.ways import prefix
from ambsearch.progress import share_before
from ambsearch.steering import Path

FIRST_DEPTH = 3  # a first guess; the best depth is found by trial


@dataclass(frozen=True)
class Part:
    """The branches from `start` up to `stop`, which is excluded; None is the end.

    sizes: how many items the choices on the path to `start` have, from the first one, as far as a search has got;
    None for a choice that does not know.
    way: their digests, by which another process recognises them; see `keeping.ways`.
    depth: how many choices are above the subtrees that are searched at full speed; see `slicing`.
    """

    start: Path = ()
    stop: Path | None = None
    sizes: tuple[int | None, ...] = ()
    depth: int = FIRST_DEPTH
    way: tuple[str, ...] = ()

    def halves(self) -> "tuple[Part, Part] | None":
        """Split it into two parts; None while nothing is known that could be given away.

        What is given away is taken from the choice nearest to the root that has items left: half of them, rounded up,
        or all of them if their number is not known.

        >>> first, second = Part((2, 0, 1), sizes=(9, 2, 5)).halves()
        >>> first.start, first.stop, second.start, second.stop
        ((2, 0, 1), (6,), (6,), None)
        >>> first, second = Part((8, 0, 1), sizes=(9, 2, 5)).halves()
        >>> first.start, first.stop, second.start, second.stop
        ((8, 0, 1), (8, 1), (8, 1), None)
        >>> Part((3,)).halves() is None
        True

        Source: Rao and Kumar, "Parallel depth first search, part I" (1987), who give away half of the alternatives
        near the root; here the first part in search order stays in one piece.
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

    @property
    def share(self) -> float | None:
        """How much of the tree it is, if all items of a choice are equally large; None if that is not known yet.

        >>> Part((1, 0), (2,), sizes=(4, 5)).share, Part((3, 3), sizes=(4, 4)).share, Part((1,)).share
        (0.25, 0.0625, None)
        """
        before = share_before(self.start, self.sizes)
        after = 1.0 if self.stop is None else share_before(self.stop, self.sizes)
        return None if before is None or after is None or len(self.sizes) < len(self.start) else after - before

    def end(self, depth: int, size: int | None) -> float:
        """The number after that of the last item, for the choice at this depth on the path to `start`."""
        end = inf if size is None else size
        if self.stop is not None and self.stop[:depth] == self.start[:depth]:
            beyond = len(self.stop) > depth + 1
            end = min(end, self.stop[depth] + beyond) if len(self.stop) > depth else 0
        return end

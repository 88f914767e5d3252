"""What a checkpoint knows about a search: ranges of its branches, and how far each of them is.

Position    where a search continues
Range       the branches from one path up to another, with a position
Change      what must be written about a range, which may be new: the range, whose `found` and `chain` the file knows
            better; the forms of answers, in order; and the number of the first of these in the range, from 0, because those
            that are already in the file are not written again, or None if they follow these
"""

import json
from collections.abc import Sequence
from typing import Any

from ambsearch.keeping.encoding import written
from ambsearch.steering import Path


class Position:
    """Where a search continues.

    path: to begin at, None at the end. behind: how many of the answers from there on have already been found.
    way: a digest of the items of each choice on the path, see `ways`; shorter than the path if nobody has been there.
    """

    __slots__ = ("behind", "path", "way")

    def __init__(self, path: Path | None = (), behind: int = 0, way: tuple[str, ...] = ()) -> None:
        self.path, self.behind, self.way = path, behind, way

    @property
    def is_known(self) -> bool:
        """Has a search been there?"""
        return bool(self.way) and len(self.way) == len(self.path or ())


BEGIN = Position()


class Range:
    """The branches of a search from `start` up to `stop`, which is excluded; None is the end.

    found: how many of their answers are in the file; chain: the digest of the last block of these. It is never changed.
    """

    __slots__ = ("chain", "found", "number", "position", "start", "stop")

    def __init__(
        self,
        number: int,
        start: Path | None = (),
        stop: Path | None = None,
        position: Position = BEGIN,
        found: int = 0,
        chain: str = "",
    ) -> None:
        self.number, self.start, self.stop = number, start, stop
        self.position, self.found, self.chain = position, found, chain

    def replace(self, **changes: Any) -> "Range":
        """The same but for these."""
        return Range(**({name: getattr(self, name) for name in self.__slots__} | changes))

    @property
    def is_done(self) -> bool:
        return self.position.path is None

    def text(self) -> str:
        position = self.position.path, self.position.behind, self.position.way
        return written([self.number, self.start, self.stop, position, self.found, self.chain])

    @classmethod
    def of(cls, text: str) -> "Range":
        number, start, stop, (path, behind, way), found, chain = json.loads(text)
        return cls(number, path_of(start), path_of(stop), Position(path_of(path), behind, tuple(way)), found, chain)


Change = tuple[Range, Sequence[str], int | None]


def path_of(numbers: list[int] | None) -> Path | None:
    return None if numbers is None else tuple(numbers)

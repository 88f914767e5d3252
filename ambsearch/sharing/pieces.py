"""The pieces of a search that is shared out.

Piece       a part, and what has been found in it
Keeping     what the head tells of its pieces; one that keeps them in a file is in `keepers`
"""

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from ambsearch.sharing.parts import Part
from ambsearch.sharing.results import Slice
from ambsearch.steering import Path


@dataclass(eq=False)
class Piece:
    """A part of the search, and what has been found before it since the last piece.

    part: None when it is done; found: answers that wait to be handed out; error: what it ended with.
    slice: the work that is being done on it; key: its number; reports: how many slices have been told since it began;
    ended: the last slice, while others are still to be told;
    deaths: how often a worker has died of it, or beside it.
    start, stop: of the whole piece. number: in a file. kept: how many answers of it the file had. behind: how many of the
    next ones were found before.
    """

    part: Part | None
    found: list[Any] = field(default_factory=list)
    error: BaseException | None = None
    slice: "Future[Slice] | None" = None
    key: int = 0
    reports: int = 0
    ended: Slice | None = None
    deaths: int = 0
    number: int = 0
    kept: int = 0
    behind: int = 0

    def __post_init__(self) -> None:
        self.start, self.stop = (self.part.start, self.part.stop) if self.part else ((), None)


class Keeping:
    """What a head tells of its pieces; nothing is kept. start, stop: of the part to search."""

    def __init__(self, start: Path | None = (), stop: Path | None = None) -> None:
        self.start, self.stop = start, stop

    def pieces(self) -> list[Piece]:
        """With which the search begins, in its order."""
        return [] if self.start is None else [Piece(Part(self.start, self.stop))]

    def split(self, piece: Piece, second: Piece) -> None:
        """A piece has been cut in two; it is the first half."""

    def gained(self, piece: Piece, start: Path, answers: list[Any]) -> list[Any]:
        """A slice has come back that began at `start`; gives those of its answers that are new."""
        return answers

    def kept(self, piece: Piece) -> Iterator[Any]:
        """The answers of a piece that have been found before this search."""
        return iter(())

    def look(self) -> None:
        """Called now and then."""

    def end(self) -> None:
        """The search has ended, or been left."""

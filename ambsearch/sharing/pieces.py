"""The pieces of a shared search.

Piece       a part, and what has been found in it
Keeping     receives the head's reports about its pieces; the one that saves them in a file is in `keepers`
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

    part: None when it is done; found: answers that wait to be handed out; error: the exception that ended it.
    slice: the work in progress on it, if an executor does it; deaths: how many workers have died working on it.
    start, stop: of the whole piece. number: in a file. kept: how many of its answers the file had. behind: how many
    of the next answers were found before.
    """

    part: Part | None
    found: list[Any] = field(default_factory=list)
    error: BaseException | None = None
    slice: "Future[Slice] | None" = None
    deaths: int = 0
    number: int = 0
    kept: int = 0
    behind: int = 0

    def __post_init__(self) -> None:
        self.start, self.stop = (self.part.start, self.part.stop) if self.part else ((), None)


class Keeping:
    """Receives the head's reports about its pieces, and saves nothing. start, stop: of the part to search."""

    def __init__(self, start: Path | None = (), stop: Path | None = None) -> None:
        self.start, self.stop = start, stop

    def pieces(self) -> list[Piece]:
        """The pieces with which the search begins, in search order."""
        return [] if self.start is None else [Piece(Part(self.start, self.stop))]

    def split(self, piece: Piece, second: Piece) -> None:
        """A piece has been split; it is now the first half."""

    def receive(self, piece: Piece, start: Path, answers: list[Any]) -> list[Any]:
        """A slice that began at `start` has come back; gives those of its answers that are new."""
        return answers

    def known_answers(self, piece: Piece) -> Iterator[Any]:
        """The answers of a piece that were found before this search."""
        return iter(())

    def look(self) -> None:
        """Called from time to time."""

    def end(self) -> None:
        """The search has ended, or has been abandoned."""

"""Searches that workers share, saved in a file: the head writes how far each piece is, and what has been found in it.

Keeper    receives the head's reports about its pieces

A piece is a range of the file. Changes are written every second, in one transaction, and when the search ends. So the
head may be killed, and all workers with it: when the search is started again, it continues with what was left, with
any number of workers, or in a single process. A piece that is done and has no answers is deleted.
"""

from collections.abc import Iterator
from itertools import count, islice
from time import perf_counter
from typing import Any

from ambsearch.answers import Answers
from ambsearch.errors import CheckpointError
from ambsearch.keeping.forms import Known, compare, form_of, known_answers
from ambsearch.keeping.ranges import Change, Position, Range
from ambsearch.keeping.sparing import OTHER
from ambsearch.keeping.stores import Store
from ambsearch.sharing.parts import Part
from ambsearch.sharing.pieces import Keeping, Piece
from ambsearch.steering import Path


class Keeper(Keeping):
    """Saves the pieces of a search in a file.

    changes: what has not been written yet, by the numbers of the ranges; each is replaced as a whole, so that an
    interrupt finds it consistent.
    totals: how many answers of a range there were before those.
    """

    def __init__(self, answers: Answers[Any], store: Store, every: float, known: Known = known_answers) -> None:
        self.answers, self.store, self.every, self.known = answers, store, every, known
        self.numbers = count(max(store.by_number, default=0) + 1)
        self.totals = {part.number: part.found for part in store.ranges}
        self.changes: dict[int, Change] = {}
        self.due = perf_counter() + every

    def pieces(self) -> list[Piece]:
        return [self.piece(part) for part in self.store.ranges if part.found or not part.is_done]

    def piece(self, part: Any) -> Piece:
        at = part.position
        piece = Piece(None if at.path is None else Part(at.path, part.stop, way=at.way))
        piece.start, piece.stop = part.start, part.stop
        piece.number, piece.kept, piece.behind = part.number, part.found, at.behind
        return piece

    def split(self, piece: Piece, second: Piece) -> None:
        piece.number = piece.number or next(self.numbers)
        second.number = next(self.numbers)
        self.changes |= {each.number: self.change(each) for each in (piece, second)}

    def receive(self, piece: Piece, start: Path, answers: list[Any]) -> list[Any]:
        piece.number = piece.number or next(self.numbers)
        forms = [form_of(answer, lambda number=number: (start, number)) for number, answer in enumerate(answers)]  # type: ignore[misc]
        behind = min(piece.behind, len(answers))
        if behind:
            known = self.store.forms(piece.number, self.totals[piece.number] - piece.behind)
            for form, other in zip(forms, islice(known, behind), strict=False):
                compare(form, other)
            piece.behind -= behind
        if piece.behind and piece.part is None:
            raise CheckpointError(OTHER.format("it has fewer answers"))
        self.changes[piece.number] = self.change(piece, forms[behind:])
        return answers[behind:]

    def change(self, piece: Piece, forms: list[Any] | None = None) -> Change:
        """What must be written about a piece."""
        number, part, before = piece.number, piece.part, self.changes.get(piece.number)
        position = Position(None) if part is None else Position(part.start, piece.behind, part.way)
        gathered = [*(before[1] if before else ()), *(forms or ())]
        return Range(number, piece.start, piece.stop, position), gathered, self.totals.get(number, 0)

    def known_answers(self, piece: Piece) -> Iterator[Any]:
        return islice(self.known(self.answers, self.store, piece.number), piece.kept)

    def look(self) -> None:
        if perf_counter() >= self.due:
            self.write()
            self.due = perf_counter() + self.every

    def write(self) -> None:
        changes = self.changes.items()
        dropped = [number for number, (part, forms, first) in changes if part.is_done and not forms and not first]
        self.store.write([change for number, change in changes if number not in dropped], dropped)
        self.totals |= {number: (first or 0) + len(forms) for number, (_, forms, first) in changes}
        self.changes = {}

    end = write

    @property
    def position(self) -> Path | None:
        """The position of the first piece that is not done."""
        left = [part.position.path for part in self.store.ranges if part.position.path is not None]
        return left[0] if left else None

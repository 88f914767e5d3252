"""Files in which searches are saved: what was found, and how far each range of a search is.

Store    the file, an SQLite database with one writer

A file holds the identity of its search, its ranges, and blocks of answers, each of one range. Answers and positions
are written together in one transaction: after a crash either all are there or none. What no range covers is done, and
has no answers.

Every row is JSON with a digest over it and over what came before: the blocks of a range are a chain, the range holds
its end and the number of answers, and the head row holds the number of ranges. They are verified when the file is
opened, after SQLite's own check, so a damaged file is refused. Only damage to unused bytes goes unnoticed. A digest
is not a signature: whoever can write the file can write another one.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path as File
from typing import Any

from ambsearch.errors import CheckpointError
from ambsearch.keeping.databases import Database, create, damage_error
from ambsearch.keeping.encoding import digest, written
from ambsearch.keeping.ranges import Change, Position, Range
from ambsearch.steering import Path

SCHEMA = {
    "head": "CREATE TABLE head (number INTEGER PRIMARY KEY, text TEXT, digest TEXT)",
    "ranges": "CREATE TABLE ranges (number INTEGER PRIMARY KEY, text TEXT, digest TEXT)",
    "blocks": "CREATE TABLE blocks (number INTEGER PRIMARY KEY, range INTEGER, text TEXT, digest TEXT)",
}
Differs = Callable[[dict[str, Any], dict[str, Any]], str]


class Store(Database):
    """A file of one search, open for one process.

    file: created if it does not exist. identity: of the search, as JSON; a file of another search is refused.
    ranges: in the order of the search; a new file has one, the whole search.
    Raises CheckpointError with the reason: the file is damaged, in use, of another search, or cannot be written.
    """

    schema = SCHEMA
    is_unsure = False  # of what the ranges are
    by_number: dict[int, Range]
    new: bytes = b""  # what has been written, if the file is new

    def __init__(self, file: str | os.PathLike[str], identity: dict[str, Any], differs: Differs | None = None) -> None:
        is_new = not os.path.exists(file)  # which, unlike that of a Path, asks no permission
        if is_new:
            head, whole = written([identity, 1]), Range(1).text()
            rows = (head, digest_of(head)), (whole, digest_of(whole))
            insert = "INSERT INTO head VALUES (1, ?, ?)", "INSERT INTO ranges VALUES (1, ?, ?)"
            self.identity, self.by_number = identity, {1: Range(1)}
            self.new = create(File(file), SCHEMA, list(zip(insert, rows, strict=True)))
        super().__init__(file)
        try:
            reason = (differs or different)(self.identity, identity)
            if reason:
                raise CheckpointError(f"{self.file} is the checkpoint of another search: {reason}")
            if is_new:
                self.hurry()
        except BaseException:
            self.close()
            raise

    @classmethod
    def read(cls, file: str | os.PathLike[str]) -> "Store":
        """Open a file of any search for reading; while another process owns it, in the state last written."""
        store = cls.__new__(cls)
        store.look(file)
        return store

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # what is in it

    def verify(self) -> None:
        """Read everything once; CheckpointError if it is not what was written."""
        # nobody else has been there? Read through the connection: closing the file elsewhere would end its lock
        if self.new and self.connection.serialize() == self.new:
            return
        super().verify()
        try:
            self.verify_rows()
        except (ValueError, TypeError, RecursionError) as error:
            raise damage_error(self.file, str(error)) from None

    def verify_rows(self) -> None:
        ((text, digest),) = self.execute("SELECT text, digest FROM head") or [("", "")]
        self.agree(digest, text)
        self.identity, size = json.loads(text)
        self.by_number = {}
        for number, text, digest in self.execute("SELECT number, text, digest FROM ranges"):
            self.agree(digest, text)
            self.by_number[number] = Range.of(text)
        if len(self.by_number) != size or any(number != part.number for number, part in self.by_number.items()):
            raise ValueError(f"expected {size} parts of the search, found {len(self.by_number)}")
        ends: dict[int, tuple[str, int]] = dict.fromkeys(self.by_number, ("", 0))
        for number, text, digest in self.blocks():
            chain, found = ends[number] if number in ends else ("", 0)
            self.agree(digest, chain, text)
            ends[number] = digest, found + len(json.loads(text))
        if ends != {number: (part.chain, part.found) for number, part in self.by_number.items()}:
            raise ValueError("answers are missing")

    def agree(self, digest: str, *texts: str) -> None:
        if digest != digest_of(*texts):
            raise ValueError("a row is not what was written")

    @property
    def ranges(self) -> list[Range]:
        """The ranges in the order of the search."""
        return sorted(self.by_number.values(), key=lambda part: (part.start is None, part.start))

    def forms(self, number: int, first: int = 0) -> Iterator[Any]:
        """The answers of a range, in order, from one on: their forms, as JSON reads them."""
        for _, text, _ in self.blocks(number):
            forms = json.loads(text)
            yield from forms[first:]
            first = max(0, first - len(forms))

    def blocks(self, part: int | None = None) -> Iterator[tuple[int, str, str]]:
        """The blocks of answers, a few at a time; others may be written meanwhile."""
        last = 0
        while True:
            found = self.execute(
                "SELECT number, range, text, digest FROM blocks WHERE number > ? AND range = ifnull(?, range)"
                " ORDER BY number LIMIT 16",
                (last, part),
            )
            yield from (row[1:] for row in found)
            if not found:
                return
            last = found[-1][0]

    # writing

    def write(self, changes: Iterable[Change], dropped: Iterable[int] = ()) -> None:
        """Write the positions of ranges, and what was found in them, at once.

        dropped: the numbers of ranges that are done, and have no answers.
        Raises CheckpointError if it cannot be written; then the file stays as it was.
        """
        with self.transaction():
            if self.is_unsure:
                texts = self.execute("SELECT text FROM ranges")
                self.by_number = {part.number: part for part in (Range.of(text) for (text,) in texts)}
            self.is_unsure = True  # an interrupt may come after the last statement, and before this method has ended
            by_number, size = {**self.by_number}, len(self.by_number)
            for part, forms, first in changes:
                before = by_number.get(part.number, Range(part.number))
                by_number[part.number] = self.write_change(before, part, forms, first)
            for number in dropped:
                if by_number.pop(number, None):
                    self.execute("DELETE FROM ranges WHERE number = ?", (number,))
            if len(by_number) != size:
                text = written([self.identity, len(by_number)])
                self.execute("UPDATE head SET text = ?, digest = ?", (text, digest_of(text)))
        self.by_number = by_number
        self.is_unsure = False

    def write_change(self, before: Range, part: Range, forms: Sequence[str], first: int | None) -> Range:
        """Write one change; gives the range as it is then. before: as it was."""
        found, chain = before.found, before.chain
        new = forms if first is None else forms[found - first :]
        if new:
            text = f"[{','.join(new)}]"
            found, chain = found + len(new), digest_of(chain, text)
            self.execute("INSERT INTO blocks (range, text, digest) VALUES (?, ?, ?)", (part.number, text, chain))
        part = part.replace(found=found, chain=chain)
        text = part.text()
        self.execute("REPLACE INTO ranges VALUES (?, ?, ?)", (part.number, text, digest_of(text)))
        return part

    def save(self, number: int, position: Position, forms: Sequence[str] = (), first: int | None = None) -> None:
        """Write the position of a range, and what was found in it; see `Change`."""
        self.write([(self.by_number[number].replace(position=position), forms, first)])

    def split(self, number: int, at: Path) -> Range:
        """Split a range at a path after its position; gives the second part, which is new."""
        part, new = self.by_number[number], max(self.by_number) + 1
        self.write([(part.replace(stop=at), (), None), (Range(new, at, part.stop, Position(at)), (), None)])
        return self.by_number[new]


def different(kept: dict[str, Any], given: dict[str, Any]) -> str:
    """The first difference of two identities, in words; empty if there is none."""
    for key in {**given, **kept}:
        if kept.get(key) != given.get(key):
            return f"its {key} is {kept.get(key)!r}, not {given.get(key)!r}"
    return ""


def digest_of(*texts: str) -> str:
    return digest("\0".join(texts).encode())

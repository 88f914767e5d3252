"""Files in which searches are kept: what was found, and where each part of a search stands.

Store       the file, a SQLite database of one writer
Slice       a part of a search, from one path on, before another, with the position where it stands
Position    where a part goes on

A file holds the identity of its search, its slices, and blocks of answers, each of one slice. What `save` is given, answers
and position, is written in one transaction: after a crash either both are there or neither.

Every row is JSON with a digest over it and over what came before: the blocks of a slice are a chain, the slice holds its
end and how many answers there are, and the head tells how many slices there are. They are verified when the file is opened, after
SQLite's own check, so what is damaged is refused. What is not found out is damage to bytes that hold nothing. A digest
is no signature: who can write the file can write another one.

While it is open a file belongs to one process; SQLite's exclusive lock ends with the process, however that ends.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path as File
from typing import Any, NamedTuple

from ambsearch.encoding import written
from ambsearch.errors import CheckpointError
from ambsearch.steering import Path

FORMAT = 1
APPLICATION = 0x616D6273  # "ambs", as `file` shows it
SCHEMA = {
    "head": "CREATE TABLE head (number INTEGER PRIMARY KEY, text TEXT, digest TEXT)",
    "slices": "CREATE TABLE slices (number INTEGER PRIMARY KEY, text TEXT, digest TEXT)",
    "blocks": "CREATE TABLE blocks (number INTEGER PRIMARY KEY, slice INTEGER, text TEXT, digest TEXT)",
}
IN_USE = {"SQLITE_BUSY", "SQLITE_LOCKED"}
DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_FORMAT"}


TRIES = 20  # to read a file while another process writes it


class InUse(CheckpointError):
    """Another process has the file."""


class Position(NamedTuple):
    """Where a part of a search goes on.

    path: to begin at, None at the end. behind: how many of the answers from there on have been found already. way: a digest
    of the items of each choice on the path, by which it is known later whether they are still the same.
    """

    path: Path | None = ()
    behind: int = 0
    way: tuple[str, ...] = ()


@dataclass(frozen=True)
class Slice:
    """A part of a search. found: how many answers of it are in the file; chain: the digest of the last block of them."""

    number: int
    start: Path | None = ()
    stop: Path | None = None
    position: Position = Position()
    found: int = 0
    chain: str = ""

    @property
    def is_done(self) -> bool:
        return self.position.path is None

    def text(self) -> str:
        return written([self.number, self.start, self.stop, self.position, self.found, self.chain])

    @classmethod
    def of(cls, text: str) -> "Slice":
        number, start, stop, (path, behind, way), found, chain = json.loads(text)
        return cls(number, path_of(start), path_of(stop), Position(path_of(path), behind, tuple(way)), found, chain)


def path_of(numbers: list[int] | None) -> Path | None:
    return None if numbers is None else tuple(numbers)


class Store:
    """A file of one search, open for one process.

    file: which is made if it is not there. identity: what search it is, as JSON can hold it; a file of another one is
    refused. slices: the parts, in the order of the search; a new file has one, the whole search.
    Raises CheckpointError with the reason: the file is damaged, in use, of another search, or cannot be written.
    """

    def __init__(
        self, file: str | os.PathLike[str], identity: dict[str, Any], differs: "Differs | None" = None
    ) -> None:
        self.file = File(file)
        if not self.file.exists():
            with self.as_checkpoint_errors():
                create(self.file, identity)
        self.open("mode=rw")
        try:
            reason = (differs or different)(self.identity, identity)
            if reason:
                raise CheckpointError(f"{self.file} is the checkpoint of another search: {reason}")
        except BaseException:
            self.close()
            raise

    @classmethod
    def read(cls, file: str | os.PathLike[str]) -> "Store":
        """A file of any search, to be looked at; while another process has it, as that has written it last."""
        store = cls.__new__(cls)
        store.file = File(file)
        try:
            store.open("mode=rw")
        except InUse:
            for _ in range(TRIES):
                try:
                    store.open("immutable=1")
                    break
                except CheckpointError:  # it is being written
                    continue
            else:
                raise
        return store

    def open(self, how: str) -> None:
        with self.as_checkpoint_errors():
            if not self.file.is_file():
                raise CheckpointError(f"there is no file {str(self.file)!r}")
            if not self.file.stat().st_size:
                raise damaged(self.file, "it is empty")
            uri = f"{self.file.absolute().as_uri()}?{how}"
            self.connection = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            with self.as_checkpoint_errors():
                self.execute("PRAGMA trusted_schema = OFF")
                self.execute("PRAGMA locking_mode = EXCLUSIVE")
                self.execute("BEGIN" if how == "immutable=1" else "BEGIN EXCLUSIVE")
                self.verify()
                self.execute("COMMIT")  # the lock stays
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # what is in it

    def verify(self) -> None:
        """Read everything once; CheckpointError if it is not what was written."""
        (application,), (form,) = self.execute("PRAGMA application_id"), self.execute("PRAGMA user_version")
        if application != (APPLICATION,):
            raise CheckpointError(f"{self.file} is no checkpoint of ambsearch")
        if form != (FORMAT,):
            raise CheckpointError(f"{self.file} is a checkpoint in format {form[0]}; this ambsearch writes {FORMAT}")
        if self.execute("PRAGMA integrity_check") != [("ok",)]:
            raise damaged(self.file, "SQLite finds it malformed")
        if dict(self.execute("SELECT name, sql FROM sqlite_master")) != SCHEMA:
            raise damaged(self.file, "its tables are others")
        try:
            self.verify_rows()
        except (ValueError, TypeError, RecursionError) as error:
            raise damaged(self.file, str(error)) from None

    def verify_rows(self) -> None:
        ((text, digest),) = self.execute("SELECT text, digest FROM head") or [("", "")]
        self.agree(digest, text)
        self.identity, size = json.loads(text)
        self.by_number: dict[int, Slice] = {}
        for number, text, digest in self.execute("SELECT number, text, digest FROM slices"):
            self.agree(digest, text)
            self.by_number[number] = Slice.of(text)
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
    def slices(self) -> list[Slice]:
        """In the order of the search; a new slice comes with each `save` or `split`."""
        return sorted(self.by_number.values(), key=lambda part: (part.start is None, part.start))

    def forms(self, number: int, first: int = 0) -> Iterator[Any]:
        """The answers of a slice, in order, from one on, in their forms."""
        for _, text, _ in self.blocks(number):
            forms = json.loads(text)
            yield from forms[first:]
            first = max(0, first - len(forms))

    def blocks(self, part: int | None = None) -> Iterator[tuple[int, str, str]]:
        """The blocks of answers, a few at a time; others may be written meanwhile."""
        last = 0
        while True:
            found = self.execute(
                "SELECT number, slice, text, digest FROM blocks WHERE number > ? AND slice = ifnull(?, slice)"
                " ORDER BY number LIMIT 16",
                (last, part),
            )
            yield from (row[1:] for row in found)
            if not found:
                return
            last = found[-1][0]

    # writing

    def save(self, number: int, position: Position, forms: Sequence[Any] = (), first: int | None = None) -> None:
        """Write where a slice stands, and what was found in it, at once.

        forms: answers, encoded, in order. first: the number of the first of them in the slice, from 0; those that are
        in the file already are not written again. By default they come after these.
        Raises CheckpointError if it cannot be written; then the file is what it was before.
        """
        with self.transaction():
            part = self.stored(number)
            new = forms if first is None else forms[part.found - first :]
            chain = part.chain
            if new:
                text = written(new)
                chain = digest_of(chain, text)
                self.execute("INSERT INTO blocks (slice, text, digest) VALUES (?, ?, ?)", (number, text, chain))
            saved = replace(part, position=position, found=part.found + len(new), chain=chain)
            self.put(saved)
        self.by_number[number] = saved

    def split(self, number: int, at: Path) -> Slice:
        """Cut a slice in two at a path behind its position; gives the second, which is new."""
        with self.transaction():
            part = self.stored(number)
            new = Slice(max(self.by_number) + 1, at, part.stop, Position(at))
            first = replace(part, stop=at)
            self.put(first)
            self.put(new)
            text = written([self.identity, len(self.by_number) + 1])
            self.execute("UPDATE head SET text = ?, digest = ?", (text, digest_of(text)))
        self.by_number |= {number: first, new.number: new}
        return new

    def stored(self, number: int) -> Slice:
        ((text,),) = self.execute("SELECT text FROM slices WHERE number = ?", (number,))
        return Slice.of(text)

    def put(self, part: Slice) -> None:
        text = part.text()
        self.execute("REPLACE INTO slices VALUES (?, ?, ?)", (part.number, text, digest_of(text)))

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        return self.connection.execute(statement, values).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self.as_checkpoint_errors():
            if self.connection.in_transaction:  # an interrupt has left it open
                self.execute("ROLLBACK")
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.execute("ROLLBACK")
                raise

    @contextmanager
    def as_checkpoint_errors(self) -> Iterator[None]:
        """What SQLite and the system say, as a CheckpointError."""
        try:
            yield
        except sqlite3.Error as error:
            name = str(getattr(error, "sqlite_errorname", "SQLITE_FORMAT"))
            if name in IN_USE:
                raise InUse(f"{self.file} is in use by another process; wait until that ends") from None
            if name in DAMAGED or name.startswith("SQLITE_CORRUPT"):
                raise damaged(self.file, str(error)) from None
            raise not_written(self.file, str(error)) from None
        except UnicodeDecodeError as error:
            raise damaged(self.file, str(error)) from None
        except OSError as error:
            raise not_written(self.file, str(error.strerror)) from None


Differs = Callable[[dict[str, Any], dict[str, Any]], str]


def different(kept: dict[str, Any], given: dict[str, Any]) -> str:
    """The first difference of two identities, in words; nothing if there is none."""
    for key in {**given, **kept}:
        if kept.get(key) != given.get(key):
            return f"its {key} is {kept.get(key)!r}, not {given.get(key)!r}"
    return ""


def create(file: File, identity: dict[str, Any]) -> None:
    """Make a file with one slice, at once: nobody ever finds half of it."""
    with sqlite3.connect(":memory:", isolation_level=None) as memory:
        memory.execute(f"PRAGMA application_id = {APPLICATION}")
        memory.execute(f"PRAGMA user_version = {FORMAT}")
        for statement in SCHEMA.values():
            memory.execute(statement)
        head, part = written([identity, 1]), Slice(1).text()
        memory.execute("INSERT INTO head VALUES (1, ?, ?)", (head, digest_of(head)))
        memory.execute("INSERT INTO slices VALUES (1, ?, ?)", (part, digest_of(part)))
        data = memory.serialize()
    memory.close()
    name = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        with open(name, "wb") as new:
            new.write(data)
            new.flush()
            os.fsync(new.fileno())
        with suppress(FileExistsError):  # another process was quicker; its lock tells
            os.link(name, file)  # which, unlike a move, never takes the place of another file
    finally:
        name.unlink(missing_ok=True)


def digest_of(*texts: str) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()


def damaged(file: File, why: str) -> CheckpointError:
    return CheckpointError(
        f"{file} is damaged, or no checkpoint: {why}; to search from the beginning, name another file"
    )


def not_written(file: File, why: str) -> CheckpointError:
    return CheckpointError(f"the checkpoint {file} cannot be written: {why}; what was written before stays good")

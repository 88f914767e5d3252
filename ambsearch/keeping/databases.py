"""A SQLite file that one process has: made at once, opened with its lock, written in transactions.

Database    the open file
create      makes a file
InUse       another process has it

While it is open a file belongs to one process; SQLite's exclusive lock ends with the process, however that ends.

Each transaction waits until the disk has it, but for those in the first second of a new file: these outlast the process, and a
power cut takes no more than that second.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path as File
from time import monotonic
from typing import Any

from ambsearch.errors import CheckpointError

try:
    import _sqlite3 as sqlite3  # without dates and times, which take as long to load as all the rest
except ImportError:
    import sqlite3  # type: ignore[no-redef]

FORMAT = 2
APPLICATION = 0x616D6273  # "ambs", as `file` shows it
IN_USE = {"SQLITE_BUSY", "SQLITE_LOCKED"}
DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_FORMAT"}
TRIES = 20  # to read a file while another process writes it
YOUNG = 1.0  # seconds


class InUse(CheckpointError):
    """Another process has the file."""


class Database:
    """An open file. `verify` says whether it is good; a subclass looks at its own tables there.

    schema: the statements that make the tables, by their names.
    Raises CheckpointError with the reason where the file is missing, damaged, in use, or cannot be written.
    """

    schema: dict[str, str]
    young_until: float | None = None

    def __init__(self, file: str | os.PathLike[str]) -> None:
        self.file = File(file)
        self.open("mode=rw")

    def look(self, file: str | os.PathLike[str]) -> None:
        """Open it to be looked at; while another process has it, as that has written it last."""
        self.file = File(file)
        try:
            self.open("mode=rw")
        except InUse:
            for _ in range(TRIES):
                try:
                    self.open("immutable=1")
                    break
                except CheckpointError:  # it is being written
                    continue
            else:
                raise

    def open(self, how: str) -> None:
        with self.told():
            if not self.file.is_file():
                raise CheckpointError(f"there is no file {str(self.file)!r}")
            if not self.file.stat().st_size:
                raise damaged(self.file, "it is empty")
            uri = f"{self.file.absolute().as_uri()}?{how}"
            self.connection = sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            with self.told():
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

    def verify(self) -> None:
        """See that it is a sound file of this kind; CheckpointError if not."""
        (application,), (form,) = self.execute("PRAGMA application_id"), self.execute("PRAGMA user_version")
        if application != (APPLICATION,):
            raise CheckpointError(f"{self.file} is no checkpoint of ambsearch")
        if form != (FORMAT,):
            raise CheckpointError(f"{self.file} is a checkpoint in format {form[0]}; this ambsearch writes {FORMAT}")
        if self.execute("PRAGMA integrity_check") != [("ok",)]:
            raise damaged(self.file, "SQLite finds it malformed")
        if dict(self.execute("SELECT name, sql FROM sqlite_master")) != self.schema:
            raise damaged(self.file, "its tables are others")

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        return self.connection.execute(statement, values).fetchall()

    def hurry(self) -> None:
        """The file is new: do not wait for the disk in its first second."""
        self.young_until = monotonic() + YOUNG
        self.execute("PRAGMA synchronous = OFF")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self.told():
            if self.connection.in_transaction:  # an interrupt has left it open
                self.execute("ROLLBACK")
            if self.young_until is not None and monotonic() >= self.young_until:
                self.young_until = None
                self.execute("PRAGMA synchronous = FULL")
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self.execute("ROLLBACK")
                raise

    @contextmanager
    def told(self) -> Iterator[None]:
        """What SQLite and the system say, as a CheckpointError."""
        try:
            yield
        except sqlite3.Error as error:
            name = str(getattr(error, "sqlite_errorname", "SQLITE_FORMAT"))
            if name in IN_USE:
                raise InUse(f"{self.file} is in use by another process; wait until that ends") from None
            if name in DAMAGED or name.startswith("SQLITE_CORRUPT"):
                told, _, _ = str(error).partition(" with text ")  # which is a whole block of answers
                raise damaged(self.file, told) from None
            raise not_written(self.file, str(error)) from None
        except UnicodeDecodeError as error:
            raise damaged(self.file, str(error)) from None
        except OSError as error:
            raise not_written(self.file, str(error.strerror)) from None


def create(file: File, schema: dict[str, str], rows: Sequence[tuple[str, Sequence[Any]]]) -> None:
    """Make a file with some rows, at once: nobody ever finds half of it.

    rows: each an INSERT statement with its values.
    Raises CheckpointError if it cannot be written.
    """
    with sqlite3.connect(":memory:", isolation_level=None) as memory:
        memory.execute(f"PRAGMA application_id = {APPLICATION}")
        memory.execute(f"PRAGMA user_version = {FORMAT}")
        for statement in schema.values():
            memory.execute(statement)
        for statement, values in rows:
            memory.execute(statement, values)
        data = memory.serialize()
    memory.close()
    name = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        with open(name, "wb") as new:
            new.write(data)
        with suppress(FileExistsError):  # another process was quicker; its lock tells
            os.link(name, file)  # which, unlike a move, never takes the place of another file
    except OSError as error:
        raise not_written(file, str(error.strerror)) from None
    finally:
        name.unlink(missing_ok=True)


def damaged(file: File, why: str) -> CheckpointError:
    return CheckpointError(
        f"{file} is damaged, or no checkpoint: {why}; to search from the beginning, name another file"
    )


def not_written(file: File, why: str) -> CheckpointError:
    return CheckpointError(f"the checkpoint {file} cannot be written: {why}; what was written before stays good")

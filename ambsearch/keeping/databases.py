"""An SQLite file that one process owns: created atomically, opened with its lock, written in transactions.

Database    the open file
create      makes a file
InUse       another process owns it

While it is open, a file belongs to one process; SQLite's exclusive lock ends with the process, however that ends.
Each transaction waits for the disk, except in the first second of a new file: these outlast the process, and a power
cut loses at most that second.
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

FORMAT = 3
APPLICATION = 0x616D6273  # "ambs", which `file` shows
IN_USE = {"SQLITE_BUSY", "SQLITE_LOCKED"}
DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_FORMAT"}
TRIES = 20  # to read a file while another process writes it
YOUNG = 1.0  # seconds
ADVICE = "; to search from the beginning, name another file"


class InUse(CheckpointError):
    """Another process owns the file."""


class Database:
    """An open file. `verify` checks it; a subclass checks its own tables there.

    schema: the statements that create the tables, by name.
    Raises CheckpointError with the reason if the file is missing, damaged, in use, or cannot be written.
    """

    schema: dict[str, str]
    young_until: float | None = None

    def __init__(self, file: str | os.PathLike[str]) -> None:
        self.file = File(file)
        self.open("mode=rw")

    def look(self, file: str | os.PathLike[str]) -> None:
        """Open it for reading; while another process owns it, in the state last written."""
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
        with self.as_checkpoint_errors():
            if os.path.exists(self.file) and not os.access(self.file, os.R_OK):
                raise CheckpointError(f"{self.file} cannot be read: permission denied")
            if os.path.isdir(self.file):
                raise CheckpointError(f"{self.file} is a folder; name a file in it")
            if os.path.exists(self.file) and not os.path.isfile(self.file):
                raise CheckpointError(f"{self.file} is no ordinary file; name another")
            if not os.path.isfile(self.file):
                raise CheckpointError(f"there is no file {str(self.file)!r}")
            if not self.file.stat().st_size:
                raise damage_error(self.file, "it is empty")
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

    def verify(self) -> None:
        """Check that it is an intact file of this kind; CheckpointError if not."""
        (application,), (form,) = self.execute("PRAGMA application_id"), self.execute("PRAGMA user_version")
        if application != (APPLICATION,):
            raise CheckpointError(f"{self.file} is not a checkpoint of ambsearch")
        if form != (FORMAT,):
            raise CheckpointError(
                f"{self.file} is a checkpoint in format {form[0]}; this ambsearch writes {FORMAT}{ADVICE}"
            )
        if self.execute("PRAGMA integrity_check") != [("ok",)]:
            raise damage_error(self.file, "SQLite finds it malformed")
        if dict(self.execute("SELECT name, sql FROM sqlite_master")) != self.schema:
            raise damage_error(self.file, "its tables are not those of a checkpoint")

    def execute(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        return self.connection.execute(statement, values).fetchall()

    def hurry(self) -> None:
        """Do not wait for the disk in the first second of a new file."""
        self.young_until = monotonic() + YOUNG
        self.execute("PRAGMA synchronous = OFF")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self.as_checkpoint_errors():
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
    def as_checkpoint_errors(self) -> Iterator[None]:
        """Turn the errors of SQLite and the system into CheckpointErrors."""
        try:
            yield
        except sqlite3.Error as error:
            name = str(getattr(error, "sqlite_errorname", "SQLITE_FORMAT"))
            if name in IN_USE:
                raise InUse(f"{self.file} is in use by another process; wait until that ends") from None
            if name in DAMAGED or name.startswith("SQLITE_CORRUPT"):
                told, _, _ = str(error).partition(" with text ")  # which is a whole block of answers
                raise damage_error(self.file, told) from None
            raise write_error(self.file, str(error)) from None
        except UnicodeDecodeError as error:
            raise damage_error(self.file, str(error)) from None
        except OSError as error:
            raise write_error(self.file, str(error.strerror)) from None


def create(file: File, schema: dict[str, str], rows: Sequence[tuple[str, Sequence[Any]]]) -> bytes:
    """Create a file with some rows atomically: nobody ever finds half of it.

    rows: each an INSERT statement with its values.
    Gives what the file holds.
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
        with suppress(FileExistsError):  # another process was faster; its lock will say so
            os.link(name, file)  # which, unlike a move, never replaces another file
    except OSError as error:
        raise write_error(file, str(error.strerror)) from None
    finally:
        with suppress(OSError):
            name.unlink()
    return data


def damage_error(file: File, why: str) -> CheckpointError:
    return CheckpointError(f"{file} is damaged, or no checkpoint: {why}{ADVICE}")


def write_error(file: File, why: str) -> CheckpointError:
    return CheckpointError(f"the checkpoint {file} cannot be written: {why}; what was written before stays good")

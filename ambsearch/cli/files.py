"""The files that a command writes when its work is done."""

import os
from pathlib import Path

from ambsearch.cli.complaints import Complaint


def ask_for(*paths: str | None) -> None:
    """Complain at once of a file that cannot be written; what is there stays, and none is left where there was none."""
    for path in paths:
        is_there = path is not None and os.path.lexists(path)
        if path is None or is_there and not (os.path.isfile(path) or os.path.isdir(path)):  # opening a pipe may wait
            continue
        try:
            open(path, "ab").close()
        except OSError as error:
            raise cannot_be_written(path, error) from None
        if not is_there:
            os.remove(path)


def write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, "utf-8")
    except OSError as error:
        raise cannot_be_written(path, error) from None


def make_folder(path: str) -> None:
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_be_written(path, error) from None


def cannot_be_written(path: str | None, error: OSError) -> Complaint:
    return Complaint(f"{path} cannot be written: {error.strerror}")

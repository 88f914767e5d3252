"""Printing: for a person at a terminal, as plain text elsewhere, as JSON for programs."""

import dataclasses
import json
import os
import sys
from collections import abc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from enum import Enum
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from ambsearch.cli.terminal import Terminal

ASKED_FOR = "FORCE_COLOR", "TTY_COMPATIBLE"  # in the environment: treat the output as a terminal


DOCUMENTS: ContextVar[TextIO | None] = ContextVar("DOCUMENTS", default=None)  # where they go; None: standard output


@contextmanager
def only_documents() -> Iterator[None]:
    """What a program prints meanwhile goes to standard error, so that standard output is JSON."""
    token = DOCUMENTS.set(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        DOCUMENTS.reset(token)


class Output:
    """Standard output, in colour if it is a terminal.
    terminal: what prints there; None if it is not a terminal. Then rich is not loaded, which would take longer than
    many commands.
    """

    def __init__(self) -> None:
        self.terminal = terminal_of(sys.stdout)

    def say(self, text: str = "", style: str = "") -> None:
        """Print text as it is: not wrapped, not interpreted."""
        if self.terminal:
            self.terminal.say(text, style)
        else:
            print(text)

    def answer(self, name: str, answer: Any, picture: str | None) -> None:
        """Print an answer: one line goes beside its name, a block below it."""
        if self.terminal and picture is None:
            self.terminal.answer(name, answer)
            return
        shown = repr(answer) if picture is None else picture.rstrip("\n")
        if "\n" in shown:
            self.say(name, "bold")
            self.say(shown)
            self.say()
        elif self.terminal:
            self.terminal.beside(name, shown)
        else:
            print(f"{name}: {shown}")

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table; unless on a terminal, columns of plain text."""
        if self.terminal:
            self.terminal.table(heads, rows)
        else:
            print(*columns([heads, *rows]), sep="\n")

    def code(self, source: str) -> None:
        """Print Python, coloured on a terminal."""
        if self.terminal:
            self.terminal.code(source)
        else:
            print(source.rstrip("\n"))

    def document(self, value: Any) -> None:
        """Print a JSON document."""
        self.line(json.dumps(jsonable(value), ensure_ascii=False))

    def line(self, document: str) -> None:
        """Print what is JSON already, also where everything else goes to standard error."""
        print(document, file=DOCUMENTS.get())


def terminal_of(stream: TextIO) -> "Terminal | None":
    """The printer for the terminal behind this stream; None if there is none."""
    if not (stream.isatty() or any(name in os.environ for name in ASKED_FOR)):
        return None
    from ambsearch.cli.terminal import Terminal

    terminal = Terminal(file=stream)
    return terminal if terminal.is_terminal else None


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows as lines, with aligned columns.

    >>> print(*columns([["puzzle", "answers"], ["queens n=8", "92"]]), sep="\\n")
    puzzle      answers
    queens n=8  92
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def jsonable(value: Any) -> Any:
    """The value in types that JSON has; anything else becomes its repr.

    >>> jsonable({"board": ((1, 2), {3}), (0, 1): None})
    [['board', [[1, 2], [3]]], [[0, 1], None]]
    """
    if isinstance(value, Enum):
        return value.name
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if abs(value) < float("inf") else repr(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: jsonable(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple) and (as_dict := getattr(value, "_asdict", None)):  # a named tuple
        return jsonable(as_dict())
    if isinstance(value, Mapping):
        return of_mapping(value)
    if isinstance(value, abc.Set):
        return [jsonable(item) for item in in_order(value)]
    if isinstance(value, (abc.Sequence, abc.Iterator)) and not isinstance(value, (bytes, bytearray)):
        return [jsonable(item) for item in value]
    return repr(value)


def of_mapping(value: Mapping[Any, Any]) -> Any:
    """An object if all keys are text, otherwise a list of pairs."""
    if all(isinstance(key, str) for key in value):
        return {key: jsonable(item) for key, item in value.items()}
    return [[jsonable(key), jsonable(item)] for key, item in value.items()]


def in_order(items: abc.Set[Any]) -> list[Any]:
    """The items of a set in an order that is always the same."""
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=repr)

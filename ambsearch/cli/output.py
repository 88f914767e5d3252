"""Printing: for a person at a terminal, as plain text elsewhere, as JSON for programs."""

import dataclasses
import json
from collections import abc
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from rich.console import Console
from rich.highlighter import ReprHighlighter
from rich.pretty import pretty_repr
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text


class Output(Console):
    """Standard output; a reader that goes away ends it as in any other program."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def say(self, text: str = "", style: str = "") -> None:
        """Print text as it is: not wrapped, not interpreted."""
        self.print(Text(text, style), soft_wrap=True)

    def answer(self, name: str, answer: Any, picture: str | None) -> None:
        """Print an answer: what is one line beside its name, a block under it."""
        if picture is None:
            shown = ReprHighlighter()(
                pretty_repr(answer, max_width=self.width - 20) if self.is_terminal else repr(answer)
            )
        else:
            shown = Text(picture.rstrip("\n"))
        if "\n" in shown.plain:
            self.say(name, "bold")
            self.print(shown, soft_wrap=True)
            self.say()
        else:
            self.print(Text(f"{name}:", "bold"), shown, soft_wrap=True)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print a table; elsewhere than on a terminal, columns of plain text."""
        if not self.is_terminal:
            for line in columns([heads, *rows]):
                self.say(line)
            return
        table = Table(*heads)
        for row in rows:
            table.add_row(*map(Text, row))
        self.print(table)

    def code(self, source: str) -> None:
        """Print Python, coloured on a terminal."""
        if self.is_terminal:
            self.print(Syntax(source, "python", theme="ansi_dark", background_color="default", word_wrap=True))
        else:
            self.say(source.rstrip("\n"))

    def document(self, value: Any) -> None:
        """Print a JSON document."""
        self.say(json.dumps(jsonable(value), ensure_ascii=False))


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows as lines, with the columns one under the other.

    >>> print(*columns([["puzzle", "answers"], ["queens n=8", "92"]]), sep="\\n")
    puzzle      answers
    queens n=8  92
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def jsonable(value: Any) -> Any:
    """The value in the forms that JSON has; what has no such form as its repr.

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
    """An object if all keys are text, else a list of pairs."""
    if all(isinstance(key, str) for key in value):
        return {key: jsonable(item) for key, item in value.items()}
    return [[jsonable(key), jsonable(item)] for key, item in value.items()]


def in_order(items: abc.Set[Any]) -> list[Any]:
    """The items of a set in an order that is always the same."""
    try:
        return sorted(items)
    except TypeError:
        return sorted(items, key=repr)

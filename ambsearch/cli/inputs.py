"""Reading puzzles from a file, or from standard input, with the `read` of the puzzle's module."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from ambsearch.cli.complaints import Complaint, unknown
from ambsearch.cli.described import check_callable, check_given
from ambsearch.cli.programs import Program, parameter_names
from ambsearch.errors import BadInput

STANDARD_INPUT = "-"
Item = TypeVar("Item")


def wanted_puzzles(program: Program, arguments: Namespace) -> list[dict[str, Any]]:
    """The parameters of each puzzle to solve: from the input, or else from an instance."""
    if arguments.input is None:
        return [program.parameters(arguments.instance, arguments.items)]
    if arguments.instance is not None:
        raise Complaint("argument --input: not allowed with argument --instance; see ambsearch solve --help")
    return [program.complete(given, arguments.items) for given in read_puzzles(program, arguments.input)]


def read_puzzles(program: Program, name: str) -> list[dict[str, Any]]:
    """The puzzles in a file, each as arguments of the program; Complaint if they cannot be read.

    name: the file's path; "-" for standard input.
    """
    read = program.of_module("read")
    if read is None:
        raise Complaint(f"{program.name} cannot be read from a file: it has no function read(text); write KEY=VALUE")
    check_callable(read, f"read of {program.name}: expected a function read(text)")
    found = read_with(read, name, program.name)
    for given in found:
        check_given(given, parameter_names(program.function), f"read of {program.name}")
    return found


def read_with(read: Callable[[str], Iterable[Item]], name: str, owner: str) -> list[Item]:
    """What `read` finds in a file; if it cannot be read, a Complaint that begins with the owner."""
    place = "standard input" if name == STANDARD_INPUT else name
    text = contents(name, place)
    try:
        found = read(text)
        if not isinstance(found, Iterable):
            raise Complaint(f"{owner}: {place}: expected a list of puzzles from read(text), found {found!r}")
        found = list(found)
    except BadInput as error:
        raise Complaint(f"{owner}: {place}, {error}{pointer_at(text, error.line, error.column)}") from error
    if not found:
        raise Complaint(f"{owner}: {place}: expected a puzzle, found none")
    return found


def contents(name: str, place: str) -> str:
    """The text of the file, in UTF-8."""
    try:
        data = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        raise unknown("file", name, neighbours(Path(name))) from None
    except UnicodeDecodeError as error:
        raise Complaint(f"{place}: expected text in UTF-8, found the byte {error.object[error.start]:#04x}") from None
    except OSError as error:
        raise Complaint(f"{place} cannot be read: {error.strerror}") from None


def neighbours(path: Path) -> list[str]:
    """The files in the same folder, as the user would write them."""
    return sorted(str(path.with_name(other.name)) for other in path.parent.glob("*") if other.is_file())


def pointer_at(text: str, line: int, column: int) -> str:
    """The line, with a caret under the column; nothing if the line is empty, or past the end.

    >>> print(pointer_at("ab\\ncde", 2, 3))
    <BLANKLINE>
      cde
        ^
    """
    from rich.cells import cell_len  # here, because only a complaint needs rich

    lines = text.splitlines()
    shown = lines[line - 1] if 0 < line <= len(lines) else ""
    if not shown.strip():
        return ""
    visible = "".join(letter if letter.isprintable() or letter == "\t" else "\ufffd" for letter in shown)
    before = "".join("\t" if letter == "\t" else " " * cell_len(letter) for letter in visible[: column - 1])
    return f"\n  {visible}\n  {before}^"

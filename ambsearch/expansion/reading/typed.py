"""Finding the lines of code that was typed, and is not in `linecache`.

idle_lines      IDLE's shell keeps them in the process of its window
command_lines   python -c has them among its arguments
frame_lines     a console, a debugger or an `exec` that is running has them in a variable
history_lines   the prompt before Python 3.13 has them in readline's history, and so have consoles

Each gives texts that may hold the code; the caller compiles and compares them.

The history has one entry for each line, but none for an empty line, nor for a line equal to the one before: what was typed
with such a line inside a definition is not found.
"""

import re
import sys
import types
from collections.abc import Iterator
from typing import Any

from ambsearch.expansion.reading.codes import last_line

Lines = tuple[str, ...]


def typed_lines(code: types.CodeType) -> Iterator[Lines]:
    """All texts that may hold this code, the likeliest first."""
    # Nobody holds the text of what a dataclass or a NamedTuple has written. It is not looked for: a running function
    # whose variables were read holds them until it returns, so a search that it drops would not be closed.
    if code.co_qualname.startswith("__create_fn__.") or code.co_names == ("_tuple_new",):
        return
    yield from idle_lines(code)
    yield from command_lines()
    yield from frame_lines(code)
    yield from history_lines(code)


def idle_lines(code: types.CodeType) -> Iterator[Lines]:
    if code.co_filename.startswith("<pyshell#") and "idlelib.run" in sys.modules:
        window = sys.modules["idlelib.rpc"].objecttable["exec"].rpchandler
        yield tuple(f"{line}\n" for line in window.remotecall("linecache", "getlines", (code.co_filename,), {}))


def command_lines() -> Iterator[Lines]:
    for flag, text in zip(sys.orig_argv[1:], sys.orig_argv[2:], strict=False):
        if flag.startswith("-") and not flag.startswith("--") and flag.endswith("c"):
            yield split(text)


def frame_lines(code: types.CodeType) -> Iterator[Lines]:
    """The strings in the variables of the running functions that mention such a function."""
    word = "lambda" if code.co_name == "<lambda>" else f"def {code.co_name}"
    frame: types.FrameType | None = sys._getframe()
    while frame is not None:
        own = frame.f_globals.get("__name__", "").startswith("ambsearch.")
        values: list[Any] = [] if own else list(frame.f_locals.values())
        yield from (split(value) for value in values if type(value) is str and word in value)
        frame = frame.f_back


def split(text: str) -> Lines:
    """The lines of a text, each with its end, as Python counts them."""
    return tuple(f"{line}\n" for line in text.replace("\r\n", "\n").split("\n"))


# the history of readline

ENDS = 5  # how many lines at the margin may end a block: `else`, a bracket, the next block


def _history() -> list[str]:
    readline = sys.modules.get("readline")
    if readline is None:
        return []
    entries = (readline.get_history_item(i + 1) for i in range(readline.get_current_history_length()))
    return [entry.rstrip("\n").removeprefix("!") for entry in entries if entry]  # pdb marks statements by it


def history_lines(code: types.CodeType) -> Iterator[Lines]:
    """The blocks from one line without indentation to another, with a function of this name in between; the latest first."""
    length, entries = last_line(code), _history()
    word = re.compile(r"\blambda\b" if code.co_name == "<lambda>" else rf"\bdef\s+{re.escape(code.co_name)}\b")
    margin = [i for i, entry in enumerate(entries) if not entry[:1].isspace()]
    heads = {i for i in margin if not entries[i - 1].startswith("@")}
    for place in (i for i in reversed(range(len(entries))) if word.search(entries[i])):
        for start in (i for i in range(place, place - length, -1) if i in heads):
            for end in [i for i in (*margin, len(entries)) if i > place][:ENDS]:
                yield tuple(f"{line}\n" for line in entries[start:end])

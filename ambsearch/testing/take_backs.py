"""Changes that a search by hand has not taken back when it is at its end.

Held        what a call can reach, before and after: its arguments, and what its functions hold in common
forgotten   the line that changed something which nothing restored, found by running the search once more, traced
"""

import dis
import inspect
import sys
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import CellType, CodeType, FrameType, FunctionType
from typing import Any

from ambsearch.testing.differences import shown
from ambsearch.testing.forms import is_array, is_frame, normal

CONTAINERS = (list, dict, set, deque, bytearray)
TRACED = 20_000  # lines of a search that is run to find the one that changed something
RETURNS = ("RETURN_VALUE", "RETURN_CONST")


@dataclass(frozen=True)
class Change:
    """Something that is not what it was: its name, and what it held, as text."""

    name: str
    before: str
    after: str
    is_input: bool = False

    def __str__(self) -> str:
        return f"{self.name} was {self.before} before, and is {self.after} after"


class Held:
    """The containers that a call can reach, with what they hold before it.

    >>> def emptied(xs):
    ...     while xs:
    ...         yield xs.pop()
    >>> held = Held()
    >>> held.add({"xs": (xs := [1, 2])}, is_input=True)
    >>> list(emptied(xs)), *map(str, held.changes())
    ([2, 1], 'xs was [1, 2] before, and is [] after')
    """

    def __init__(self, keeps: Collection[str] = ()) -> None:
        self.keeps = keeps
        self.there: dict[int, tuple[str, Any, Hashable, str, bool]] = {}

    def add(self, values: Mapping[str, Any], is_input: bool = False) -> None:
        """Note what these containers hold now; and those in the functions among them, and in the objects."""
        for name, value in values.items():
            if isinstance(value, FunctionType):
                if id(value) not in self.there:
                    self.there[id(value)] = (name, None, None, "", False)
                    self.add(cells(value), is_input)
            elif is_container(value):
                if id(value) not in self.there and name not in self.keeps:
                    self.there[id(value)] = (name, value, normal(value), shown(value), is_input)
            elif is_object(value):
                self.add({f"{name}.{part}": inner for part, inner in vars(value).items() if is_container(inner)})

    def changes(self) -> Iterator[Change]:
        for name, value, form, before, is_input in self.there.values():
            if normal(value) != form:
                yield Change(name, before, shown(value), is_input)


def cells(function: FunctionType) -> dict[str, Any]:
    """What a function holds of the functions around it."""
    found = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in found if cell != CellType()}


def is_container(value: Any) -> bool:
    return isinstance(value, CONTAINERS) or is_array(value) or is_frame(value)


def is_object(value: Any) -> bool:
    """Is it an object of a class written in Python, such as a board?"""
    return hasattr(value, "__dict__") and not isinstance(value, type) and not callable(value)


@dataclass(frozen=True)
class Forgotten:
    """A change that was not taken back when its function was at its end, and the line that made it."""

    function: str
    file: str
    line: int
    change: Change

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}, in {self.function}: {self.change}"


class Found(BaseException):
    """The search need not be run any further."""


def forgotten(search: Callable[[], Any], root: CodeType, keeps: Collection[str] = ()) -> Forgotten | None:
    """Run a search, and find the line of the first change that its function did not take back.

    search: a call of the twin; root: its code. Looked at are this function, and all generators that it runs: what they
    were given, and share with others, is to be at their end what it was at their start.
    Gives None if there is no such change, within TRACED lines.
    """
    audit = Audit(root, keeps)
    before: Any = sys.gettrace()
    sys.settrace(audit.enter)
    try:
        deque(islice(search(), TRACED), maxlen=0)
    except (Exception, Found):
        pass
    finally:
        sys.settrace(before)
    return audit.found


class Audit:
    """Looks, line by line, at what each call of a generator was given."""

    def __init__(self, root: CodeType, keeps: Collection[str]) -> None:
        self.root = root
        self.keeps = keeps
        self.left = TRACED
        self.found: Forgotten | None = None
        self.calls: dict[FrameType, Call] = {}

    def enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        is_generator = code.co_flags & inspect.CO_GENERATOR and not code.co_name.startswith("<")
        if code is not self.root and not is_generator:
            return self.count
        if frame not in self.calls:
            self.calls[frame] = Call(frame, self.keeps)
        return self.line

    def count(self, frame: FrameType, event: str, argument: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Found
        return self.count

    def line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self.count(frame, event, argument)
        call = self.calls[frame]
        call.look(frame.f_lineno)
        if event == "return" and dis.opname[frame.f_code.co_code[frame.f_lasti]] in RETURNS:
            self.found = call.forgotten(frame)
            if self.found:
                raise Found
            del self.calls[frame]
        return self.line


class Call:
    """One call: what its containers held after each of its lines."""

    def __init__(self, frame: FrameType, keeps: Collection[str]) -> None:
        self.held = Held(keeps)
        self.held.add(frame.f_locals)
        self.line = frame.f_lineno
        self.history: dict[int, list[tuple[int, Hashable]]] = {}  # of each container: a line, what it held after it

    def look(self, line: int) -> None:
        for key, (_, value, form, _, _) in self.held.there.items():
            history = self.history.setdefault(key, [(0, form)])
            now = normal(value)
            if now != history[-1][1]:
                history.append((self.line, now))
        self.line = line

    def forgotten(self, frame: FrameType) -> Forgotten | None:
        for key, history in self.history.items():
            name, value, form, before, _ = self.held.there[key]
            if history[-1][1] != form:
                first = max(n for n, (_, held) in enumerate(history) if held == form) + 1
                code = frame.f_code
                change = Change(name, before, shown(value))
                return Forgotten(code.co_name, Path(code.co_filename).name, history[first][0], change)
        return None

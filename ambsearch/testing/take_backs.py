"""Changes that a hand-written search did not undo: the line that changed something which nothing restored.

The line is found by running the search again, traced; the module `reach` says what a call can reach.
"""

import dis
import inspect
import sys
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterator, Set
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from ambsearch.testing.forms import normal
from ambsearch.testing.reach import Change, Held, is_container

TRACED = 20_000  # lines of the search that is run to find the line that changed something
RETURNS = ("RETURN_VALUE", "RETURN_CONST")


@dataclass(frozen=True)
class Forgotten:
    """A change that was not undone when its function ended, and the line that made it."""

    function: str
    file: str
    line: int
    change: Change

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}, in {self.function}: {self.change}"


class Found(BaseException):
    """The search need not be run any further."""


def find_forgotten(
    search: Callable[[], Any], root: CodeType, keeps: Collection[str] = (), answers: Collection[Any] = ()
) -> Forgotten | None:
    """Run a search, and find the line of the first change that its function did not undo.

    search: a call of the twin; root: its code. This function and all generators that it runs are checked: what they
    were given, and share with others, must be the same at their end as at their start. Recursive plain functions are
    checked too, for changes that they make before they call themselves; a later change is hardly meant to be undone.
    answers: what the twin gives; a container that has all of them collects them, and may keep them.
    Gives None if there is no such change within TRACED lines.
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
    wanted = {normal(answer) for answer in answers}
    return audit.found or next((found for found, held in audit.likely if not collects(held(), wanted)), None)


def collects(held: Any, wanted: Set[Hashable]) -> bool:
    return bool(wanted) and is_container(held) and wanted <= {normal(item) for item in held}


class Audit:
    """Checks, line by line, what each call of a generator or a recursive function can reach."""

    def __init__(self, root: CodeType, keeps: Collection[str]) -> None:
        self.root = root
        self.keeps = keeps
        self.left = TRACED
        self.found: Forgotten | None = None
        self.likely: list[tuple[Forgotten, Callable[[], Any]]] = []  # of plain functions, each with what was changed
        self.calls: dict[FrameType, Call] = {}

    def enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        if not self.is_audited(frame.f_code):
            return self.count
        if frame not in self.calls:
            for call in self.callers(frame):
                call.look(call.frame.f_lineno)
                call.note_own()
            self.calls[frame] = Call(frame, self.keeps)
        return self.line

    def is_audited(self, code: CodeType) -> bool:
        is_generator = code.co_flags & inspect.CO_GENERATOR
        return code is self.root or (
            not code.co_name.startswith("<") and bool(is_generator or code.co_filename == self.root.co_filename)
        )

    def callers(self, frame: FrameType) -> list["Call"]:
        """The calls of the same function that wait for this one."""
        return [call for call in self.calls.values() if call.frame.f_code is frame.f_code and call.frame is not frame]

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
            del self.calls[frame]
            self.leave(call)
        elif event == "return" and not frame.f_code.co_flags & inspect.CO_GENERATOR:  # by an exception
            del self.calls[frame]
        return self.line

    def leave(self, call: "Call") -> None:
        code = call.frame.f_code
        if code is self.root or code.co_flags & inspect.CO_GENERATOR:
            self.found = next((found for _, found in call.forgotten_places()), None)
            if self.found:
                raise Found
        for key, found in call.forgotten_places():
            if key in call.own:
                self.likely.append((found, call.held.places[key].read))
        for caller in self.callers(call.frame):
            caller.look(caller.frame.f_lineno)
            caller.go_on()


class Call:
    """One call: what it can reach, after each of its lines.

    own: what it changed itself before it called its own function.
    """

    def __init__(self, frame: FrameType, keeps: Collection[str]) -> None:
        self.frame = frame
        self.held = Held(keeps, lasts=False)
        self.held.add_frame(frame)
        self.line = frame.f_lineno
        # of each place: a line, and what it held after it
        self.history: dict[Hashable, list[tuple[int, Hashable]]] = {
            key: [(0, place.form)] for key, place in self.held.places.items()
        }
        self.own: set[Hashable] = set()
        self.go_on()

    def look(self, line: int) -> None:
        for key, place in self.held.places.items():
            now = place.now()
            if now != self.history[key][-1][1]:
                self.history[key].append((self.line, now))
        self.line = line

    def note_own(self) -> None:
        """It calls its own function: what differs from when it continued was changed by itself."""
        self.own |= {key for key, history in self.history.items() if history[-1][1] != self.resumed[key]}

    def go_on(self) -> None:
        self.resumed = {key: history[-1][1] for key, history in self.history.items()}

    def forgotten_places(self) -> Iterator[tuple[Hashable, Forgotten]]:
        code = self.frame.f_code
        for key, history in self.history.items():
            place = self.held.places[key]
            if (change := place.change()) is not None:
                first = max(n for n, (_, held) in enumerate(history) if held == place.form) + 1
                yield key, Forgotten(code.co_name, Path(code.co_filename).name, history[first][0], change)

"""Changes that a search leaves behind, and that nobody marked as permanent.

Lasting     what the search can reach, before and after; and the line that changed it, found by running it once more
"""

import inspect
import sys
from collections import deque
from collections.abc import Hashable, Iterator
from itertools import islice
from linecache import getline
from types import CodeType, FrameType, ModuleType
from typing import Any

from ambsearch.answers import Answers
from ambsearch.ownership import PERMANENT, is_own_file
from ambsearch.testing.forms import normal
from ambsearch.testing.take_backs import Held, is_container, is_object
from ambsearch.tracebacks import is_engine
from ambsearch.watching import is_followed, named_in, searches

TRACED = 100_000  # lines of a search that is run to find the one that changed something
PLAIN = (int, float, str, bool, bytes, complex, type(None))


class Lasting:
    """What a search can reach: its arguments, and the variables of the modules and functions that it runs."""

    def __init__(self, answers: Answers[Any]) -> None:
        self.answers = answers
        self.spaces = list({id(space): space for space in spaces_of(answers)}.values())
        self.held = Held()
        self.held.add(arguments_of(answers))
        for space in self.spaces:
            self.held.add({name: value for name, value in space.items() if is_state(name, value)})
        self.names: frozenset[Any] | None = None
        self.before = self.state()
        self.names = frozenset(self.before)

    def plain(self) -> dict[tuple[int, str], Any]:
        """The variables and attributes that hold no container."""
        owners = [*self.spaces, *(vars(value) for space in self.spaces for value in space.values() if is_thing(value))]
        owners += [vars(value) for value in self.answers._args if is_thing(value)]
        return {
            (id(owner), name): value for owner in owners for name, value in owner.items() if isinstance(value, PLAIN)
        }

    def state(self) -> dict[Any, tuple[str, Hashable]]:
        """The name and a form of what is there now, by its place; new variables and attributes do not count."""
        found: dict[Any, tuple[str, Hashable]] = {
            ("held", key): (name, normal(value)) for key, (name, value, *_) in self.held.there.items()
        }
        found |= {key: (key[1], value) for key, value in self.plain().items()}
        return {key: told for key, told in found.items() if self.names is None or key in self.names}

    def told(self, limit: int | None) -> Iterator[tuple[str, int, str]]:
        """File, line and sentence of each change that lasts."""
        changed = {key for key, (_, form) in self.state().items() if form != self.before[key][1]}
        if not changed:
            return
        lines = Lines(self, changed)
        lines.run(limit)
        for key in changed:
            for code, line in lines.of(key):
                told = (
                    f"{self.before[key][0]} is not what it was before the search: {code.co_name} changes it here, which is "
                    "not taken back; mark that `permanent`, or see what is undone"
                )
                yield code.co_filename, line, told
                break


class Lines:
    """Runs a search once more, and looks after each line whether something is not what it was."""

    def __init__(self, lasting: Lasting, keys: set[Any]) -> None:
        self.lasting, self.keys = lasting, keys
        self.left = TRACED
        self.history: dict[Any, list[tuple[Hashable, CodeType, int]]] = {key: [] for key in keys}
        self.start = self.forms()
        self.last: tuple[CodeType, int] | None = None

    def forms(self) -> dict[Any, Hashable]:
        state = self.lasting.state()
        return {key: state[key][1] for key in self.keys if key in state}

    def run(self, limit: int | None) -> None:
        before: Any = sys.gettrace()
        sys.settrace(self.enter)
        try:
            deque(islice(self.lasting.answers.search(), limit), maxlen=0)
        except Exception:
            pass
        finally:
            sys.settrace(before)

    def enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        if self.left < 0 or is_engine(frame.f_code) or not is_own_file(frame.f_code.co_filename):
            return None
        self.look()
        self.last = frame.f_code, frame.f_lineno
        return self.line

    def line(self, frame: FrameType, event: str, argument: Any) -> Any:
        self.look()
        self.last = frame.f_code, frame.f_lineno
        self.left -= 1
        return self.line if self.left >= 0 else None

    def look(self) -> None:
        if self.last is None:
            return
        for key, form in self.forms().items():
            history = self.history[key]
            if form != (history[-1][0] if history else self.start[key]):
                history.append((form, *self.last))

    def of(self, key: Any) -> Iterator[tuple[CodeType, int]]:
        """The lines that changed it for good, the first one first, without those that are permanent."""
        history = self.history[key]
        back = [i for i, (form, *_) in enumerate(history) if form == self.start.get(key)]
        for _, code, line in history[max(back, default=-1) + 1 :]:
            if id(code) not in PERMANENT and "permanent" not in getline(code.co_filename, line):
                yield code, line


def arguments_of(answers: Answers[Any]) -> dict[str, Any]:
    """The arguments of the call that gave these answers, by name."""
    try:
        return dict(inspect.signature(answers._source.__wrapped__).bind(*answers._args, **answers._kwargs).arguments)
    except AttributeError:  # of a search that is made of searches
        return {str(i): value for i, value in enumerate(answers._args)}


def spaces_of(answers: Answers[Any]) -> Iterator[dict[str, Any]]:
    """The variables of the modules whose functions a search may run."""
    waiting: list[Any] = [function.__wrapped__ for function in searches(answers)]
    met: set[Any] = set()
    while waiting:
        function = waiting.pop()
        if function in met or not is_own_file(function.__code__.co_filename):
            continue
        met.add(function)
        yield function.__globals__
        waiting += [getattr(part, "__wrapped__", part) for part in named_in(function) if is_followed(part)]


def is_state(name: str, value: Any) -> bool:
    return not name.startswith("__") and (is_container(value) or is_thing(value))


def is_thing(value: Any) -> bool:
    """An object of a class of one's own."""
    if not is_object(value) or isinstance(value, ModuleType):
        return False
    return is_own_file(getattr(sys.modules.get(type(value).__module__), "__file__", None) or "<typed>")

"""Changes that a search leaves behind without being marked as permanent.

Lasting     what the search can reach, before and after; and the line that changed it, found by running the search again
"""

import inspect
import sys
from collections import deque
from collections.abc import Hashable, Iterator
from itertools import islice
from linecache import getline
from types import CodeType, FrameType, FunctionType
from typing import Any

from ambsearch.answers import Answers
from ambsearch.ground.frames import is_engine
from ambsearch.ground.ownership import PERMANENT, is_own_file
from ambsearch.reached import is_followed, searches, values_named_in
from ambsearch.testing.reach import Held, Place

TRACED = 100_000  # lines of the search that is run to find the line that changed something


class Lasting:
    """What a search can reach: its arguments, and what its functions share."""

    def __init__(self, answers: Answers[Any]) -> None:
        self.answers = answers
        self.held = Held()
        self.held.add(arguments_of(answers), is_input=True)
        for function in functions_of(answers):
            self.held.add_program(function.__name__, function)

    def changes(self, limit: int | None) -> Iterator[tuple[str, int, str]]:
        """File, line and sentence of each lasting change; to find the line, the search is run again."""
        changed = [place for place in self.held.places.values() if not place.is_same()]
        if not changed:
            return
        self.held.restore()
        lines = Lines(changed)
        lines.run(self.answers, limit)
        for place in changed:
            for code, line in lines.of(place):
                told = (
                    f"{place.name} is not what it was before the search: {code.co_name} changes it here, which is not "
                    "taken back; mark that `permanent`, or see what is undone"
                )
                yield code.co_filename, line, told
                break


class Lines:
    """Runs a search, and checks after each line whether something has changed."""

    def __init__(self, places: list[Place]) -> None:
        self.left = TRACED
        self.history: dict[Place, list[tuple[Hashable, CodeType, int]]] = {place: [] for place in places}
        self.last: tuple[CodeType, int] | None = None

    def run(self, answers: Answers[Any], limit: int | None) -> None:
        before: Any = sys.gettrace()
        sys.settrace(self.enter)
        try:
            deque(islice(answers.search(), limit), maxlen=0)
        except Exception:  # it did not fail when the search was run first
            pass
        finally:
            sys.settrace(before)

    def enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        if is_engine(frame.f_code) or not is_own_file(frame.f_code.co_filename):
            return None
        return self.line(frame, event, argument)

    def line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if self.left < 0:
            return None
        if self.last is not None:
            self.look(*self.last)
        self.last = frame.f_code, frame.f_lineno
        self.left -= 1
        return self.line

    def look(self, code: CodeType, line: int) -> None:
        for place, history in self.history.items():
            form = place.now()
            if form != (history[-1][0] if history else place.form):
                history.append((form, code, line))

    def of(self, place: Place) -> Iterator[tuple[CodeType, int]]:
        """The lines that changed something lastingly, in order, without those that are permanent."""
        history = self.history[place]
        back = [i for i, (form, *_) in enumerate(history) if form == place.form]
        for _, code, line in history[max(back, default=-1) + 1 :]:
            if id(code) not in PERMANENT and "permanent" not in getline(code.co_filename, line):
                yield code, line


def arguments_of(answers: Answers[Any]) -> dict[str, Any]:
    """The arguments of the call that gave these answers, by name."""
    try:
        return dict(inspect.signature(answers._source.__wrapped__).bind(*answers._args, **answers._kwargs).arguments)
    except AttributeError:  # of a search that is made of searches
        return {str(i): value for i, value in enumerate(answers._args)}


def functions_of(answers: Answers[Any]) -> Iterator[FunctionType]:
    """The user's own functions that a search may run, as far as its code names them."""
    waiting = [layer for function in searches(answers) for layer in layers(function)]
    met: set[Any] = set()
    while waiting:
        function = waiting.pop()
        if function not in met and is_own_file(function.__code__.co_filename):
            met.add(function)
            yield function
            waiting += [layer for part in values_named_in(function) if is_followed(part) for layer in layers(part)]


def layers(function: Any) -> Iterator[FunctionType]:
    """The plain functions that a decorated one consists of: what each functools.wraps decorator made, outermost first."""
    while function is not None:
        if isinstance(function, FunctionType):
            yield function
        function = getattr(function, "__wrapped__", None)
